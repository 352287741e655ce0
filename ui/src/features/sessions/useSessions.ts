/* What the sessions page asks: the order under its filters, the children of opened sessions, the counts, what runs. */
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  childSessionsQuery,
  progressQuery,
  projectsQuery,
  runningSessionsQuery,
  sessionFacetsQuery,
  sessionOrderQuery,
  summaryQuery,
} from "../../ipc/queries.ts";
import type { Agent, Filter, SessionRow } from "../../ipc/types.ts";
import { useFrameFilter } from "../../ipc/useFrameFilter.ts";
import { inAgentOrder } from "../../lib/agents.ts";
import { EMPTY_ORDER, type Order } from "../../lib/order.ts";
import { sortingOf } from "../../lib/sorting.ts";
import type { SessionColumn, SessionsSearch } from "./search.ts";

export function useSessions(search: SessionsSearch) {
  const frame = useFrameFilter();
  const filter: Filter = {
    ...frame,
    agents: (search.agents ?? []) as Agent[],
    models: search.models ?? [],
    words: search.words ?? "",
  };
  const sort = sortingOf<SessionColumn>(search.sort);
  const order = useQuery(sessionOrderQuery(filter, sort));
  const facets = useQuery(sessionFacetsQuery(filter));
  const progress = useQuery(progressQuery());
  const projects = useQuery(projectsQuery());
  const summary = useQuery(summaryQuery());
  const client = useQueryClient();
  const running = useQuery(runningSessionsQuery());
  const isEmpty = order.data !== undefined && order.data.ids.length === 0;
  const isPeriodSet = frame.fromAt !== null || frame.untilAt !== null;
  const beyond = useQuery({
    ...sessionOrderQuery({ ...filter, fromAt: null, untilAt: null }, { column: "time", isDescending: true }),
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
    /** All sessions of the table that also have these words. */
    findAll: async (words: string) => {
      const both = { ...filter, words: `${filter.words} ${words}`.trim() };
      return (await client.fetchQuery(sessionOrderQuery(both, sort))).ids;
    },
    facets: facets.data,
    /** Every agent of the vault, with its count under the other filters. */
    agents: inAgentOrder(
      (summary.data?.agents ?? [])
        .filter((one) => one.sessions > 0)
        .map((one) => ({
          value: one.agent,
          count: facets.data?.agents.find(({ value }) => value === one.agent)?.count ?? 0,
        })),
    ),
    progress: progress.data,
    projects: projects.data,
    running: running.data,
    lastDayBeyond: isEmpty && isPeriodSet ? beyond.data?.days[0] : undefined,
  };
}

interface ChildResult {
  data: readonly SessionRow[] | undefined;
}

function combine(results: ChildResult[]): (readonly SessionRow[])[] {
  return results.map((result) => result.data ?? []);
}

/** Gives the children of opened sessions, by parent; the same value as long as nothing changed. */
export function useChildren(opened: ReadonlySet<number>): ReadonlyMap<number, readonly SessionRow[]> {
  const lists = useQueries({ queries: [...opened].map((id) => childSessionsQuery(id)), combine });
  return useMemo(() => new Map([...opened].map((id, at) => [id, lists[at] ?? []])), [opened, lists]);
}
