/* The part of the address that belongs to Sessions: agents, models, words, order and page. */
import { asList, asWords, compact } from "../../lib/address.ts";

const COLUMNS = ["time", "text", "project", "agent", "active", "prompts", "tools", "failures"] as const;

export type SessionColumn = (typeof COLUMNS)[number];

export interface SessionsSearch {
  agents?: string[];
  models?: string[];
  words?: string;
  /** Absent means newest first; `-` in front means descending. */
  sort?: SessionColumn | `-${SessionColumn}`;
  /** One-based page, where the table is paged. */
  page?: number;
}

const SORTS = COLUMNS.flatMap((column) => [column, `-${column}` as const]);

export function validateSessionsSearch(raw: Record<string, unknown>): SessionsSearch {
  const page = Number(raw.page);
  return compact({
    agents: asList(raw.agents),
    models: asList(raw.models),
    words: asWords(raw.words),
    sort: asList(raw.sort, SORTS)?.[0],
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
  });
}
