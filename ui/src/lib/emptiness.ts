/* Why there is nothing to show, and the one thing to do about it. Pure. */
import { agentFacts } from "./agents.ts";
import { UNDATED } from "./order.ts";
import { dayInWords, dayText } from "./time.ts";

export interface Emptiness {
  sentence: string;
  action?: { label: string; does: "words" | "filters" | "scope" | "period" | "inputs"; day?: string };
}

export function emptinessOf(given: {
  /** What a row is: `prompt`. */
  what: "prompt" | "session";
  search: { words?: string | undefined; agents?: string[] | undefined; models?: string[] | undefined };
  hasScope: boolean;
  hasPeriod: boolean;
  lastDayBeyond: number | undefined;
  thisYear: number;
}): Emptiness {
  const { search, what } = given;
  if (given.lastDayBeyond !== undefined && given.lastDayBeyond !== UNDATED) {
    const day = dayText(given.lastDayBeyond);
    return {
      sentence: `No ${what}s in this period. The last one is from ${dayInWords(day, given.thisYear)}.`,
      action: { label: "Go there", does: "period", day },
    };
  }
  if (search.words !== undefined) {
    return { sentence: `No ${what} has “${search.words}” in it.`, action: { label: "Drop the words", does: "words" } };
  }
  if (search.models !== undefined || search.agents !== undefined) {
    const names = [...(search.agents ?? []).map((agent) => agentFacts(agent).name), ...(search.models ?? [])];
    return { sentence: `No ${what}s of ${names.join(", ")}.`, action: { label: "Drop the filter", does: "filters" } };
  }
  if (given.hasPeriod) return { sentence: `No ${what}s in this period.` };
  if (given.hasScope)
    return { sentence: `No ${what}s in this project.`, action: { label: "Show all projects", does: "scope" } };
  return {
    sentence: `No ${what}s yet. They appear here as soon as a session of your agents is read.`,
    action: { label: "See what is read", does: "inputs" },
  };
}
