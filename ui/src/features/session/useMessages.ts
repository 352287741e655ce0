/* Loads the messages that are in view, in slices that stay the same while one scrolls, and gives them by id.

   A slice is a fixed stretch of the skeleton, so that scrolling back finds it in the cache. The end of a running session is cut into
   small slices: when it grows, only the last of them is asked for again, and what it showed before stays until the answer is there. */
import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { messagesQuery } from "../../ipc/queries.ts";
import type { TranscriptMessageView } from "../../ipc/types.ts";
import type { SkeletonLine } from "./rows.ts";

/** Messages by id. */
export type Messages = ReadonlyMap<number, TranscriptMessageView>;

/** Lines of a slice; small enough for one frame, large enough that a screen needs two. */
const SLICE = 40;
const LAST_SLICE = 8;

/** What is loaded of the wanted stretch. */
export interface LoadedMessages {
  readonly messages: Messages;
  readonly error: Error | null;
}

/** Loads the messages of lines `from` to `until` (not included) and the results that lie elsewhere. */
export function useMessages(
  sessionId: number,
  lines: readonly SkeletonLine[],
  from: number,
  until: number,
): LoadedMessages {
  const client = useQueryClient();
  const loaded = useQueries({
    queries: slicesOf(lines, from, until).map((ids) => ({
      ...messagesQuery(sessionId, ids),
      placeholderData: () => fromCache(client, sessionId, ids),
    })),
    combine: combineAnswers,
  });
  const missing = missingResults(loaded.messages, lines);
  const others = useQueries({
    queries: (missing.length === 0 ? [] : [missing]).map((ids) => messagesQuery(sessionId, ids)),
    combine: combineAnswers,
  });
  const messages = others.messages.size === 0 ? loaded.messages : new Map([...loaded.messages, ...others.messages]);
  return { messages, error: loaded.error ?? others.error };
}

/** The ids of the slices that meet a stretch. */
export function slicesOf(lines: readonly SkeletonLine[], from: number, until: number): number[][] {
  const slices: number[][] = [];
  const tail = Math.floor(lines.length / SLICE) * SLICE;
  const first = Math.max(0, from);
  for (let start = Math.floor(first / SLICE) * SLICE; start < Math.min(until, tail); start += SLICE) {
    slices.push(idsOf(lines, start, start + SLICE));
  }
  for (let start = tail; start < lines.length; start += LAST_SLICE) {
    if (start < until && start + LAST_SLICE > first) slices.push(idsOf(lines, start, start + LAST_SLICE));
  }
  return slices;
}

function idsOf(lines: readonly SkeletonLine[], from: number, until: number): number[] {
  return lines.slice(from, until).map((line) => line.id);
}

function combineAnswers(
  answers: readonly { data: TranscriptMessageView[] | undefined; error: Error | null }[],
): LoadedMessages {
  const messages = new Map<number, TranscriptMessageView>();
  for (const answer of answers) {
    for (const message of answer.data ?? []) messages.set(message.id, message);
  }
  return { messages, error: answers.find((answer) => answer.error !== null)?.error ?? null };
}

/** What earlier answers say of these messages; nothing if not one of them is known. */
function fromCache(
  client: QueryClient,
  sessionId: number,
  ids: readonly number[],
): TranscriptMessageView[] | undefined {
  const wanted = new Set(ids);
  const found: TranscriptMessageView[] = [];
  for (const [, views] of client.getQueriesData<TranscriptMessageView[]>({ queryKey: ["listMessages", sessionId] })) {
    for (const view of views ?? []) {
      if (wanted.delete(view.id)) found.push(view);
    }
  }
  return found.length > 0 ? found : undefined;
}

/** Results of loaded calls that lie outside the loaded slices. */
function missingResults(messages: Messages, lines: readonly SkeletonLine[]): number[] {
  const missing: number[] = [];
  for (const message of messages.values()) {
    const result = message.kind === "tool-call" ? (message.tool?.resultMessageId ?? null) : null;
    if (result !== null && !messages.has(result)) missing.push(result);
  }
  if (missing.length === 0) return missing;
  const known = new Set(lines.map((line) => line.id));
  return missing.filter((id) => known.has(id)).toSorted((a, b) => a - b);
}
