/* What changed between two pieces of text: lines kept, removed and added, with the changed words marked inside a changed line.

   Pure and bounded: very long or very different pieces are shown as "all removed, all added" rather than compared for seconds.
   `edits.ts` finds the two pieces in a tool call; `DiffView.tsx` draws what this file returns. */

/** A stretch of a line; `isChanged` marks the words that differ from the line it replaces. */
export interface DiffPiece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** One line of a difference. `before` and `after` are one-based line numbers; the side a line is missing from has none. */
export interface DiffLine {
  readonly sign: "same" | "removed" | "added";
  readonly before: number | null;
  readonly after: number | null;
  readonly pieces: readonly DiffPiece[];
}

/** Where the two pieces begin in their files. */
export interface DiffStart {
  readonly before: number;
  readonly after: number;
}

/** A step of an edit script over any sequence. */
type Step = "same" | "removed" | "added";

/** Above this product of lengths two sequences are not compared cell by cell: the table would cost more than it shows. */
const MOST_CELLS = 1_500_000;
/** Two lines that share less than this part of their words have nothing to mark: everything would be marked. */
const LEAST_LIKENESS = 0.4;

/** Compares two texts line by line and marks the changed words of lines that replace each other. */
export function compareLines(before: string, after: string, start: DiffStart = { before: 1, after: 1 }): DiffLine[] {
  const old = splitLines(before);
  const fresh = splitLines(after);
  const steps = compareSequences(old, fresh);
  const lines: DiffLine[] = [];
  let oldAt = 0;
  let freshAt = 0;
  for (const step of steps) {
    if (step === "added") {
      lines.push(line("added", null, start.after + freshAt, fresh[freshAt] ?? ""));
    } else {
      const after = step === "same" ? start.after + freshAt : null;
      lines.push(line(step, start.before + oldAt, after, old[oldAt] ?? ""));
    }
    oldAt += step === "added" ? 0 : 1;
    freshAt += step === "removed" ? 0 : 1;
  }
  return markChangedWords(lines);
}

/** Marks, in each run of removed lines followed by added ones, the words in which the n-th of both differ. */
export function markChangedWords(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines];
  let at = 0;
  while (at < marked.length) {
    const removed = runLength(marked, at, "removed");
    const added = removed > 0 ? runLength(marked, at + removed, "added") : 0;
    for (let pair = 0; pair < Math.min(removed, added); pair += 1) {
      markPair(marked, at + pair, at + removed + pair);
    }
    at += Math.max(removed + added, 1);
  }
  return marked;
}

/** Builds a line without marks. */
export function line(sign: DiffLine["sign"], before: number | null, after: number | null, text: string): DiffLine {
  return { sign, before, after, pieces: [{ text, isChanged: false }] };
}

/** Counts the added and removed lines. */
export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const each of lines) {
    added += each.sign === "added" ? 1 : 0;
    removed += each.sign === "removed" ? 1 : 0;
  }
  return { added, removed };
}

function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function runLength(lines: readonly DiffLine[], from: number, sign: DiffLine["sign"]): number {
  let length = 0;
  while (lines[from + length]?.sign === sign) length += 1;
  return length;
}

function markPair(lines: DiffLine[], removedAt: number, addedAt: number): void {
  const removed = lines[removedAt];
  const added = lines[addedAt];
  if (!removed || !added) return;
  const oldWords = splitWords(textOf(removed));
  const freshWords = splitWords(textOf(added));
  const steps = compareSequences(oldWords, freshWords);
  const shared = sharedLength(steps, oldWords);
  const longest = Math.max(textOf(removed).trim().length, textOf(added).trim().length);
  if (longest === 0 || shared / longest < LEAST_LIKENESS) return;
  lines[removedAt] = { ...removed, pieces: piecesOf(steps, oldWords, "removed") };
  lines[addedAt] = { ...added, pieces: piecesOf(steps, freshWords, "added") };
}

function textOf(each: DiffLine): string {
  return each.pieces.map((piece) => piece.text).join("");
}

/** Words, runs of white space and single marks: `lines.map((l)` is seven of them. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function sharedLength(steps: readonly Step[], old: readonly string[]): number {
  let at = 0;
  let length = 0;
  for (const step of steps) {
    if (step === "same") length += (old[at] ?? "").trim().length;
    at += step === "added" ? 0 : 1;
  }
  return length;
}

/** Joins steps to pieces; white space between two changed words belongs to the change, so that a mark is not torn. */
function piecesOf(steps: readonly Step[], words: readonly string[], own: "removed" | "added"): DiffPiece[] {
  const pieces: DiffPiece[] = [];
  let at = 0;
  for (const step of steps) {
    if (step !== "same" && step !== own) continue;
    const text = words[at] ?? "";
    const isChanged = step === own;
    const last = pieces.at(-1);
    const before = pieces.at(-2);
    if (last && last.isChanged === isChanged) {
      pieces[pieces.length - 1] = { text: last.text + text, isChanged };
    } else if (isChanged && last && before && last.text.trim() === "") {
      pieces.splice(-2, 2, { text: before.text + last.text + text, isChanged });
    } else {
      pieces.push({ text, isChanged });
    }
    at += 1;
  }
  return pieces;
}

/** The shortest script that turns one sequence into the other, removals before additions; ends that agree are not compared. */
function compareSequences(old: readonly string[], fresh: readonly string[]): Step[] {
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < fresh.length - head &&
    old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]
  ) {
    tail += 1;
  }
  const middle = compareMiddle(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail));
  return [...repeat("same", head), ...middle, ...repeat("same", tail)];
}

function compareMiddle(old: readonly string[], fresh: readonly string[]): Step[] {
  if (old.length === 0 || fresh.length === 0 || old.length * fresh.length > MOST_CELLS) {
    return [...repeat("removed", old.length), ...repeat("added", fresh.length)];
  }
  const width = fresh.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      longest[row * width + column] =
        old[row] === fresh[column]
          ? (longest[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(longest[(row + 1) * width + column] ?? 0, longest[row * width + column + 1] ?? 0);
    }
  }
  return walk(old, fresh, longest, width);
}

function walk(old: readonly string[], fresh: readonly string[], longest: Uint32Array, width: number): Step[] {
  const steps: Step[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length && column < fresh.length) {
    if (old[row] === fresh[column]) {
      steps.push("same");
      row += 1;
      column += 1;
    } else if ((longest[(row + 1) * width + column] ?? 0) >= (longest[row * width + column + 1] ?? 0)) {
      steps.push("removed");
      row += 1;
    } else {
      steps.push("added");
      column += 1;
    }
  }
  return [...steps, ...repeat("removed", old.length - row), ...repeat("added", fresh.length - column)];
}

function repeat(step: Step, times: number): Step[] {
  return Array.from({ length: times }, () => step);
}
