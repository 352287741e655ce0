/* The filter of a search, and the filters one could drop from it when nothing was found. Pure. */
import type { Agent, Filter, ProjectRow } from "../../ipc/types.ts";
import type { FrameSearch } from "../../lib/address.ts";
import { agentFacts } from "../../lib/agents.ts";
import { addDays, periodName } from "../../lib/period.ts";
import { startOfDay } from "../../lib/time.ts";

/** What narrows a search, as the address says it. */
export type Narrowing = Pick<FrameSearch, "projects" | "from" | "until"> & { agents?: string[] };

/** A filter one could drop: its name, and what is left without it. */
export interface Droppable {
  readonly name: string;
  readonly without: Narrowing;
}

/** Makes the vault's filter; the last day is included. */
export function makeFilter(words: string, narrowing: Narrowing, zone: string): Filter {
  return {
    projects: narrowing.projects ?? [],
    agents: (narrowing.agents ?? []) as Agent[],
    models: [],
    words,
    fromAt: narrowing.from === undefined ? null : startOfDay(narrowing.from, zone),
    untilAt: narrowing.until === undefined ? null : startOfDay(addDays(narrowing.until, 1), zone),
  };
}

/** Names every filter that could be dropped, those a person sets last first; the last entry drops them all. */
export function droppable(narrowing: Narrowing, projects: readonly ProjectRow[]): Droppable[] {
  const { agents, projects: chosen, from, until, ...rest } = narrowing;
  const list: Droppable[] = [];
  if (agents !== undefined) {
    const name = agents.length === 1 ? agentFacts(agents[0] ?? "").name : "the chosen agents";
    list.push({ name, without: { ...narrowing, agents: undefined } as Narrowing });
  }
  if (chosen !== undefined) {
    const only = chosen.length === 1 ? projects.find((project) => project.id === chosen[0])?.name : undefined;
    list.push({ name: only ?? "the chosen projects", without: { ...narrowing, projects: undefined } as Narrowing });
  }
  if (from !== undefined || until !== undefined) {
    list.push({
      name: periodName({ from, until }),
      without: { ...narrowing, from: undefined, until: undefined } as Narrowing,
    });
  }
  if (list.length > 1) list.push({ name: "any filter", without: rest });
  return list;
}
