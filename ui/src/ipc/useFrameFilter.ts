/* What the frame's address means as a filter: scope and period, in the vault's zone. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type FrameSearch, validateFrameSearch } from "../lib/address.ts";
import { addDays } from "../lib/period.ts";
import { startOfDay } from "../lib/time.ts";
import { openStateQuery } from "./queries.ts";
import type { Filter } from "./types.ts";

/** The zone before the program has named the vault's. */
const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Gives the zone in which days are counted. */
export function useZone(): string {
  const { data } = useQuery(openStateQuery());
  return data?.timeZone ?? OWN_ZONE;
}

/** Gives the frame's part of the address. */
export function useFrameSearch(): FrameSearch {
  return validateFrameSearch(useSearch({ strict: false }));
}

/** Gives scope and period as a filter with nothing else set. The last day is included. */
export function useFrameFilter(): Filter {
  const { projects, from, until } = useFrameSearch();
  const zone = useZone();
  return {
    projects: projects ?? [],
    agents: [],
    models: [],
    words: "",
    fromAt: from === undefined ? null : startOfDay(from, zone),
    untilAt: until === undefined ? null : startOfDay(addDays(until, 1), zone),
  };
}
