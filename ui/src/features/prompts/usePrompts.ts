/* What the prompts page asks: the order under its filters, the rows on screen, the counts of its chips and menus. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { progressQuery, projectsQuery, promptFacetsQuery, promptOrderQuery, summaryQuery } from "../../ipc/queries.ts";
import type { Agent, Filter } from "../../ipc/types.ts";
import { useFrameFilter } from "../../ipc/useFrameFilter.ts";
import { inAgentOrder } from "../../lib/agents.ts";
import { EMPTY_ORDER, type Order } from "../../lib/order.ts";
import { sortingOf } from "../../lib/sorting.ts";
import type { PromptColumn, PromptsSearch } from "./search.ts";

export function usePrompts(search: PromptsSearch) {
  const frame = useFrameFilter();
  const filter: Filter = {
    ...frame,
    agents: (search.agents ?? []) as Agent[],
    models: search.models ?? [],
    words: search.words ?? "",
  };
  const sort = sortingOf<PromptColumn>(search.sort);
  const order = useQuery(promptOrderQuery(filter, sort));
  const facets = useQuery(promptFacetsQuery(filter));
  const progress = useQuery(progressQuery());
  const projects = useQuery(projectsQuery());
  const summary = useQuery(summaryQuery());
  const client = useQueryClient();
  const isEmpty = order.data !== undefined && order.data.ids.length === 0;
  const isPeriodSet = frame.fromAt !== null || frame.untilAt !== null;
  // Where a period hides everything, the last prompt outside it is worth a way there.
  const beyond = useQuery({
    ...promptOrderQuery({ ...filter, fromAt: null, untilAt: null }, { column: "time", isDescending: true }),
    enabled: isEmpty && isPeriodSet,
  });
  const whole: Order = order.data ?? EMPTY_ORDER;
  return {
    filter,
    sort,
    order: whole,
    isPending: order.isPending,
    isStale: order.isPlaceholderData,
    error: order.error,
    retry: () => void order.refetch(),
    /** All prompts of the table that also have these words. */
    findAll: async (words: string) => {
      const both = { ...filter, words: `${filter.words} ${words}`.trim() };
      return (await client.fetchQuery(promptOrderQuery(both, sort))).ids;
    },
    facets: facets.data,
    /** Every agent of the vault, with its count under the other filters. */
    agents: inAgentOrder(
      (summary.data?.agents ?? [])
        .filter((one) => one.prompts > 0)
        .map((one) => ({
          value: one.agent,
          count: facets.data?.agents.find(({ value }) => value === one.agent)?.count ?? 0,
        })),
    ),
    progress: progress.data,
    projects: projects.data,
    lastDayBeyond: isEmpty && isPeriodSet ? beyond.data?.days[0] : undefined,
  };
}
