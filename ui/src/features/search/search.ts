/* The address of Search: the words, and the agents chosen. Scope and period are the frame's (lib/address.ts). */

import { asList, asWords, compact } from "../../lib/address.ts";

export interface SearchSearch {
  /** What was typed. */
  words?: string;
  /** Agents to keep; absent means all. */
  agents?: string[];
}

export function validateSearchSearch(raw: Record<string, unknown>): SearchSearch {
  return compact({ words: asWords(raw.words), agents: asList(raw.agents) });
}
