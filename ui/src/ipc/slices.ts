/*
 * The rows of a table, asked for in blocks of its order around what is on screen. A block is a query of its own, so blocks
 * seen before are there at once; a row known from another block is shown until its own block arrives, so a table whose
 * order changed is never blank. At most a few blocks are on their way, the latest first: when a person drags the
 * scrollbar, blocks flown past are not asked for at all.
 */
import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { host } from "./host.ts";
import type { PromptRow, SessionRow } from "./types.ts";

const BLOCK = 50;
/** Rows asked for beyond the mounted ones, and further in the direction of scrolling. */
const AROUND = 12;
const AHEAD = 60;
const MOST_AT_ONCE = 3;
const MOST_KNOWN = 3_000;

interface Tables {
  listPrompts: PromptRow;
  listSessions: SessionRow;
}

const READ: { [Table in keyof Tables]: (ids: number[]) => Promise<Tables[Table][]> } = {
  listPrompts: (ids) => host().listPrompts(ids),
  listSessions: (ids) => host().listSessions(ids),
};

type Known = Map<number, PromptRow | SessionRow>;
const knownRows = new WeakMap<QueryClient, Record<keyof Tables, Known>>();

function knownOf(client: QueryClient, table: keyof Tables): Known {
  let tables = knownRows.get(client);
  if (tables === undefined) {
    tables = { listPrompts: new Map(), listSessions: new Map() };
    knownRows.set(client, tables);
  }
  return tables[table];
}

let underway = 0;
const waiting: { start: () => void; signal: AbortSignal; drop: () => void }[] = [];

/** Waits for a place; the latest question goes first, those no longer wanted are dropped. */
function turn(signal: AbortSignal): Promise<void> {
  if (underway < MOST_AT_ONCE) {
    underway += 1;
    return Promise.resolve();
  }
  return new Promise((start, drop) => waiting.push({ start, signal, drop: () => drop(signal.reason) }));
}

function endTurn(): void {
  let next = waiting.pop();
  while (next?.signal.aborted) {
    next.drop();
    next = waiting.pop();
  }
  if (next === undefined) underway -= 1;
  else next.start();
}

async function readBlock<Table extends keyof Tables>(
  client: QueryClient,
  table: Table,
  ids: number[],
  signal: AbortSignal,
): Promise<Tables[Table][]> {
  await turn(signal);
  try {
    const rows = await READ[table](ids);
    const known = knownOf(client, table);
    for (const row of rows) {
      known.delete(row.id);
      known.set(row.id, row);
    }
    for (const id of known.keys()) {
      if (known.size <= MOST_KNOWN) break;
      known.delete(id);
    }
    return rows;
  } finally {
    endTurn();
  }
}

export interface Slices<Row> {
  rowOf: (id: number) => Row | undefined;
  /** Asks for the rows from `first` up to, not including, `end`. */
  ask: (first: number, end: number, direction: 1 | -1) => void;
  error: unknown;
}

interface Result {
  data: readonly { id: number }[] | undefined;
  error: unknown;
}

/** One stable function, so that the rows change only when an answer does. */
function combine(results: Result[]): { rows: ReadonlyMap<number, unknown>; error: unknown } {
  const rows = new Map<number, unknown>();
  for (const { data } of results) for (const row of data ?? []) rows.set(row.id, row);
  return { rows, error: results.find((result) => result.error !== null)?.error ?? null };
}

function useSlices<Table extends keyof Tables>(table: Table, ids: Uint32Array): Slices<Tables[Table]> {
  const client = useQueryClient();
  const [range, setRange] = useState({ first: 0, end: 48, direction: 1 as 1 | -1 });
  const ask = useCallback((first: number, end: number, direction: 1 | -1) => {
    setRange((before) =>
      before.first === first && before.end === end && before.direction === direction
        ? before
        : { first, end, direction },
    );
  }, []);

  const from = Math.max(0, range.first - (range.direction === -1 ? AHEAD : AROUND));
  const until = Math.min(ids.length, range.end + (range.direction === 1 ? AHEAD : AROUND));
  const blocks: number[][] = [];
  for (let at = Math.floor(from / BLOCK) * BLOCK; at < until; at += BLOCK)
    blocks.push([...ids.subarray(at, at + BLOCK)]);

  const { rows, error } = useQueries({
    queries: blocks.map((block) => ({
      queryKey: [table, block] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => readBlock(client, table, block, signal),
      placeholderData: () => {
        const known = knownOf(client, table);
        const found = block.flatMap((id) => known.get(id) ?? []) as Tables[Table][];
        return found.length > 0 ? found : undefined;
      },
      gcTime: 60_000,
    })),
    combine,
  });
  return { rowOf: (id) => rows.get(id) as Tables[Table] | undefined, ask, error };
}

/** The rows of the prompts table. */
export function usePromptSlices(ids: Uint32Array): Slices<PromptRow> {
  return useSlices("listPrompts", ids);
}

/** The rows of the sessions list. */
export function useSessionSlices(ids: Uint32Array): Slices<SessionRow> {
  return useSlices("listSessions", ids);
}
