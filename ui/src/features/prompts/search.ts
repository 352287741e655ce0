/* The part of the address that belongs to Prompts: agents, models, words, order and page. */
import { asList, asWords, compact } from "../../lib/address.ts";

const COLUMNS = ["time", "text", "project", "agent", "model", "turn"] as const;

export type PromptColumn = (typeof COLUMNS)[number];

export interface PromptsSearch {
  agents?: string[];
  models?: string[];
  words?: string;
  /** Absent means newest first; `-` in front means descending. */
  sort?: PromptColumn | `-${PromptColumn}`;
  /** One-based page, where the table is paged. */
  page?: number;
}

const SORTS = COLUMNS.flatMap((column) => [column, `-${column}` as const]);

export function validatePromptsSearch(raw: Record<string, unknown>): PromptsSearch {
  const page = Number(raw.page);
  return compact({
    agents: asList(raw.agents),
    models: asList(raw.models),
    words: asWords(raw.words),
    sort: asList(raw.sort, SORTS)?.[0],
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
  });
}
