/* Turns the skeleton of a transcript into the rows one reads: a call and its result are one row, what was summarised or left behind
   is one line, a compaction is a divider. Also the outline of turns.

   The skeleton names no call of a result, so results are matched in order of arrival here and corrected by what the loaded messages
   say (`Pairs`). Nothing here loads or draws; `Transcript.tsx` does. */

/** What the skeleton says of a message. Structurally the binding's `TranscriptLine`. */
export interface SkeletonLine {
  readonly id: number;
  readonly kind: "prose" | "code" | "tool-call" | "tool-result" | "reasoning" | "summary" | "system";
  readonly origin: "human" | "assistant" | "system" | "automation" | "unknown";
  readonly state: "current" | "queued" | "abandoned" | "superseded" | "copied";
  readonly at: number | null;
  readonly bytes: number;
  readonly turn: number | null;
  readonly isFailure: boolean;
  readonly outline: string;
  readonly isAfterCompaction: boolean;
}

/** Result message by call message, as far as loaded messages said so. */
export type Pairs = ReadonlyMap<number, number>;

/** Why a stretch of messages is folded to one line. */
export type BranchState = "abandoned" | "superseded" | "copied";

interface RowBase {
  /** Stays the same while the transcript grows. */
  readonly key: string;
  /** Messages the row shows, its own first. */
  readonly ids: readonly number[];
  /** The message of the skeleton at which the row stands. */
  readonly anchorId: number;
  readonly at: number | null;
}

/** Words of a person or an agent, in full. */
export interface WordsRow extends RowBase {
  readonly type: "words";
  readonly line: SkeletonLine;
  readonly branch: BranchState | null;
  /** Whether the row before it has the same speaker, so that the name need not be said again. */
  readonly isContinued: boolean;
}

/** Reasoning, a tool call with its result, a notice: one line that opens. */
export interface FoldRow extends RowBase {
  readonly type: "fold";
  readonly line: SkeletonLine;
  readonly result: SkeletonLine | null;
  readonly isFailure: boolean;
  readonly branch: BranchState | null;
}

/** Where earlier messages were summarised; `summary` is the message with the summary, if the agent wrote one down. */
export interface CompactionRow extends RowBase {
  readonly type: "compaction";
  readonly summary: SkeletonLine | null;
}

/** A stretch that is not part of the conversation as it stands. */
export interface BranchRow extends RowBase {
  readonly type: "branch";
  readonly state: BranchState;
  readonly count: number;
  readonly isOpen: boolean;
}

export type TranscriptRow = WordsRow | FoldRow | CompactionRow | BranchRow;

/** An entry of the outline. */
export type OutlineEntry =
  | {
      readonly type: "turn";
      readonly turn: number;
      readonly id: number;
      readonly words: string;
      readonly hasFailure: boolean;
    }
  | { readonly type: "compaction"; readonly key: string; readonly id: number; readonly at: number | null };

/** Builds the rows. `openBranches` holds the keys of the folded stretches a person opened. */
export function buildRows(
  lines: readonly SkeletonLine[],
  pairs: Pairs,
  openBranches: ReadonlySet<string>,
): TranscriptRow[] {
  const results = matchResults(lines, pairs);
  const resultIds = new Set([...results.values()].map((result) => result.id));
  const rows: TranscriptRow[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (!line) break;
    const branch = branchOf(line);
    const length = branch === null ? 0 : stretchLength(lines, at, branch);
    if (branch !== null && startsStretch(lines, at, branch)) {
      const key = `branch-${line.id}`;
      const isOpen = openBranches.has(key);
      const ids = lines.slice(at, at + length).map((each) => each.id);
      rows.push({
        type: "branch",
        key,
        ids: isOpen ? [] : ids,
        anchorId: line.id,
        at: line.at,
        state: branch,
        count: length,
        isOpen,
      });
      if (!isOpen) {
        at += length;
        continue;
      }
    }
    if (line.isAfterCompaction || line.kind === "summary") {
      rows.push(compactionRow(line, lines[at + 1]));
    }
    if (line.kind !== "summary" && !resultIds.has(line.id) && !isSummaryOfRowBefore(rows, line)) {
      rows.push(rowOf(line, results.get(line.id) ?? null, branch, rows.at(-1)));
    }
    at += 1;
  }
  return rows;
}

/** Finds the row that shows a message; -1 if none does (yet). */
export function findRow(rows: readonly TranscriptRow[], messageId: number): number {
  return rows.findIndex((row) => row.ids.includes(messageId));
}

/** Builds the outline: turns with their first words and whether something failed before the next, and compactions. */
export function buildOutline(lines: readonly SkeletonLine[]): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let turnAt = -1;
  let compactionId: number | null = null;
  lines.forEach((line, index) => {
    const isCompaction = line.isAfterCompaction || line.kind === "summary";
    if (isCompaction && compactionId !== lines[index - 1]?.id) {
      entries.push({ type: "compaction", key: `compaction-${line.id}`, id: line.id, at: line.at });
    }
    if (isCompaction) compactionId = line.id;
    const turn = entries[turnAt];
    if (line.isFailure && branchOf(line) === null && turn?.type === "turn") {
      entries[turnAt] = { ...turn, hasFailure: true };
    }
    if (line.turn !== null && branchOf(line) === null) {
      turnAt = entries.push({ type: "turn", turn: line.turn, id: line.id, words: line.outline, hasFailure: false }) - 1;
    }
  });
  return entries;
}

/** A first guess of a row's height in pixels, so that the scrollbar hardly moves when rows are measured. */
export function guessHeight(row: TranscriptRow, isOpen: boolean, width: number): number {
  if (row.type === "compaction" || row.type === "branch") return 34;
  if (row.type === "fold" && !isOpen) return 26;
  const across = Math.max(24, Math.min(68, Math.floor(width / 7.4)));
  if (row.type === "fold") {
    const bytes = row.result?.bytes ?? row.line.bytes;
    return 44 + Math.min(20, Math.max(1, Math.ceil(bytes / 80))) * 18;
  }
  return (row.isContinued ? 12 : 34) + Math.min(200, Math.max(1, Math.ceil(row.line.bytes / across))) * 22;
}

/** Matches results with their calls: by what was loaded, else the n-th result of a run belongs to the n-th open call. */
function matchResults(lines: readonly SkeletonLine[], pairs: Pairs): Map<number, SkeletonLine> {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const matched = new Map<number, SkeletonLine>();
  const known = new Set<number>();
  for (const [call, result] of pairs) {
    const line = byId.get(result);
    if (line && byId.has(call)) {
      matched.set(call, line);
      known.add(result);
    }
  }
  const waiting: SkeletonLine[] = [];
  for (const line of lines) {
    if (line.kind === "tool-call" && !matched.has(line.id)) waiting.push(line);
    if (line.kind !== "tool-result" || known.has(line.id)) continue;
    const at = waiting.findIndex((call) => call.state === line.state);
    const [call] = at < 0 ? [] : waiting.splice(at, 1);
    if (call) matched.set(call.id, line);
  }
  return matched;
}

function branchOf(line: SkeletonLine): BranchState | null {
  return line.state === "abandoned" || line.state === "superseded" || line.state === "copied" ? line.state : null;
}

function startsStretch(lines: readonly SkeletonLine[], at: number, state: BranchState): boolean {
  return lines[at - 1]?.state !== state;
}

function stretchLength(lines: readonly SkeletonLine[], from: number, state: BranchState): number {
  let length = 0;
  while (lines[from + length]?.state === state) length += 1;
  return length;
}

function compactionRow(line: SkeletonLine, next: SkeletonLine | undefined): CompactionRow {
  const summary = line.kind === "summary" ? line : next?.kind === "summary" && line.kind === "system" ? next : null;
  const ids = summary && summary.id !== line.id ? [summary.id] : summary ? [line.id] : [];
  return { type: "compaction", key: `compaction-${line.id}`, ids, anchorId: line.id, at: line.at, summary };
}

function isSummaryOfRowBefore(rows: readonly TranscriptRow[], line: SkeletonLine): boolean {
  const last = rows.at(-1);
  return last?.type === "compaction" && last.summary?.id === line.id;
}

function rowOf(
  line: SkeletonLine,
  result: SkeletonLine | null,
  branch: BranchState | null,
  before: TranscriptRow | undefined,
): TranscriptRow {
  const key = `message-${line.id}`;
  if (line.kind === "prose" || line.kind === "code") {
    const isContinued =
      line.origin === "assistant" &&
      before?.type === "words" &&
      before.line.origin === "assistant" &&
      before.branch === branch;
    return { type: "words", key, ids: [line.id], anchorId: line.id, at: line.at, line, branch, isContinued };
  }
  const ids = result ? [line.id, result.id] : [line.id];
  const isFailure = line.isFailure || (result?.isFailure ?? false);
  return { type: "fold", key, ids, anchorId: line.id, at: line.at, line, result, isFailure, branch };
}
