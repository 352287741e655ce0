/* The matches of a search, a page at a time, and the counts by agent that the chips show. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { searchQuery } from "../../ipc/queries.ts";
import type { Agent, Filter, SearchHit } from "../../ipc/types.ts";

const PAGE = 50;

export interface Hits {
  readonly hits: readonly SearchHit[];
  readonly total: number;
  readonly sessions: number;
  readonly hasMore: boolean;
  /** Nothing was ever answered yet. */
  readonly isFirst: boolean;
  /** What is shown answers an earlier question. */
  readonly isStale: boolean;
  readonly isLoadingMore: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Asks for the first `pages` pages; while words change, the answer before stays. */
export function useHits(filter: Filter, pages: number): Hits {
  const isAsked = filter.words !== "";
  const first = useQuery({ ...searchQuery(filter, PAGE, 0), enabled: isAsked });
  const more = useQueries({
    queries: Array.from({ length: isAsked ? pages - 1 : 0 }, (_, at) => searchQuery(filter, PAGE, (at + 1) * PAGE)),
  });
  const answer = isAsked ? first.data : undefined;
  const hits = [...(answer?.hits ?? []), ...more.flatMap((page) => page.data?.hits ?? [])];
  return {
    hits,
    total: answer?.total ?? 0,
    sessions: answer?.sessions ?? 0,
    hasMore: answer !== undefined && hits.length < answer.total && answer.hits.length > 0,
    isFirst: isAsked && answer === undefined && first.error === null,
    isStale: isAsked && first.isPlaceholderData,
    isLoadingMore: more.some((page) => page.isFetching),
    error: isAsked ? (first.error ?? more.find((page) => page.error !== null)?.error ?? null) : null,
    retry: () => {
      void first.refetch();
      for (const page of more) if (page.error !== null) void page.refetch();
    },
  };
}

/** Counts matches by agent, whatever agents are chosen; asked after the matches, which matter more. */
export function useAgentCounts(
  filter: Filter,
  agents: readonly Agent[],
  isReady: boolean,
): { value: Agent; count: number | undefined }[] {
  const counts = useQueries({
    queries: agents.map((agent) => ({
      ...searchQuery({ ...filter, agents: [agent] }, 0, 0),
      enabled: isReady && filter.words !== "" && agents.length > 1,
    })),
  });
  return agents.map((value, at) => ({ value, count: counts[at]?.data?.total }));
}

/** Of several filters the first under which something is found; each is asked only while nothing is found. */
export function useFirstFound<T>(
  options: readonly { filter: Filter; option: T }[],
  isWanted: boolean,
): { option: T; total: number } | null {
  const answers = useQueries({
    queries: options.map(({ filter }) => ({ ...searchQuery(filter, 0, 0), enabled: isWanted && filter.words !== "" })),
  });
  if (!isWanted) return null;
  const at = answers.findIndex((answer) => (answer.data?.total ?? 0) > 0 && !answer.isPlaceholderData);
  const found = options[at];
  return found === undefined ? null : { option: found.option, total: answers[at]?.data?.total ?? 0 };
}
