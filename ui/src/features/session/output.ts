/* How much of a long text is shown: the first lines, and in words what is left out. Pure. */

import { bytes, figure } from "../../lib/text.ts";

/** Lines a fold shows before it says how many it left out. */
export const SHOWN_LINES = 20;
/** A line longer than this is cut for the eye; the whole output has all of it. */
const LONGEST_LINE = 2000;

/** The beginning of a text and how much of it is not there. */
export interface Excerpt {
  readonly text: string;
  readonly hiddenLines: number;
  /** Whether anything at all is missing, be it lines, ends of lines or what the vault's index left out. */
  readonly isPart: boolean;
}

/** Takes the first lines of a text; `wholeBytes` is its length where `text` itself is not all. */
export function firstLines(text: string, wholeBytes: number | null, limit = SHOWN_LINES): Excerpt {
  const lines = text.replaceAll("\r\n", "\n").replace(/\n+$/, "").split("\n");
  const shown = lines.slice(0, limit);
  const isLong = shown.some((line) => line.length > LONGEST_LINE);
  const hiddenLines = lines.length - shown.length;
  return {
    text: shown.map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line)).join("\n"),
    hiddenLines,
    isPart: hiddenLines > 0 || isLong || wholeBytes !== null,
  };
}

/** Says what is missing: `38 lines not shown`, or that the text goes on. */
export function sayHidden(excerpt: Excerpt, wholeBytes: number | null): string {
  if (wholeBytes !== null) return `cut here, ${bytes(wholeBytes)} in all`;
  if (excerpt.hiddenLines === 1) return "1 line not shown";
  if (excerpt.hiddenLines > 1) return `${figure(excerpt.hiddenLines)} lines not shown`;
  return "long lines cut";
}
