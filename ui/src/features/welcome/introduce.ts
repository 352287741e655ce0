/* The sentence under the headline: how many agents, how old, and what would happen to their files. Pure. */
import type { Progress } from "../../ipc/types.ts";
import { stageOf } from "../../lib/inputs.ts";
import { wordsOf } from "../../lib/period.ts";
import { dayOf } from "../../lib/time.ts";

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** Introduces what was found; before the search is over it says so. */
export function introduce(progress: Progress, zone: string): string {
  const found = progress.perAgent.filter((each) => each.filesFound > 0 || each.roots.some((root) => root.exists));
  if (found.length === 0) {
    return progress.state === "discovering"
      ? "It is looking for what your agents recorded on this computer."
      : "It found no agent in the usual places. Choose a folder if yours is elsewhere, or look round with a sample vault.";
  }
  const isReading = found.some((each) => ["waiting", "reading"].includes(stageOf(each, progress)));
  const oldest = Math.min(...found.map((each) => each.oldestAt ?? Number.POSITIVE_INFINITY));
  const count = `${NUMBERS[found.length] ?? found.length} ${found.length === 1 ? "agent" : "agents"}`;
  const sentences = [
    isReading
      ? `It found ${count} on this computer and is copying what ${found.length === 1 ? "it" : "they"} recorded into one private vault.`
      : `It found ${count} on this computer; what ${found.length === 1 ? "it" : "they"} recorded is in one private vault.`,
  ];
  if (Number.isFinite(oldest)) {
    const deletes = found.some((each) => each.agent === "claude-code")
      ? "; Claude Code deletes its own after about 30 days"
      : "";
    const date = wordsOf(dayOf(oldest, zone)).replaceAll(" ", "\u00A0");
    sentences.push(`The oldest file is from ${date}${deletes}.`);
  }
  return sentences.join(" ");
}
