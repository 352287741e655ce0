/* How far an agent's input is, in the words every page uses for it. */
import { counted, figure } from "./text.ts";

/** What is known of the whole. */
export interface WholeProgress {
  readonly state: string;
  readonly currentAgent: string | null;
}

/** What is known of one agent. */
export interface InputProgress {
  readonly agent: string;
  readonly roots: readonly { readonly path: string; readonly exists: boolean }[];
  readonly filesFound: number;
  readonly filesDone: number;
  readonly isEnabled: boolean;
}

/** Where an input stands. */
export type InputStage = "off" | "looking" | "not-found" | "failed" | "paused" | "waiting" | "reading" | "read";

/** Tells where an input stands; a folder without files counts as found once it exists. */
export function stageOf(input: InputProgress, whole: WholeProgress): InputStage {
  if (!input.isEnabled) return "off";
  const isThere = input.roots.some((root) => root.exists);
  if (!isThere && input.filesFound === 0) return whole.state === "discovering" ? "looking" : "not-found";
  if (input.filesDone >= input.filesFound)
    return whole.state === "discovering" && input.filesFound === 0 ? "looking" : "read";
  if (whole.state === "failed") return "failed";
  if (whole.state === "paused") return "paused";
  return whole.currentAgent === input.agent || input.filesDone > 0 ? "reading" : "waiting";
}

/** Says where an input stands: `2,118 read`, `waiting`, `read`. */
export function sayStage(input: InputProgress, stage: InputStage): string {
  switch (stage) {
    case "off":
      return "not read";
    case "looking":
      return "looking";
    case "not-found":
      return "not found";
    case "failed":
      return `stopped after ${figure(input.filesDone)}`;
    case "paused":
      return `paused after ${figure(input.filesDone)}`;
    case "reading":
      return `${figure(input.filesDone)} read`;
    case "read":
      return input.filesFound === 0 ? "nothing to read yet" : "read";
    default:
      return "waiting";
  }
}

/** `1,284 files`. */
export function sayFiles(count: number): string {
  return counted(count, "file");
}

/** `about 1 min left`, from what was done since a first look; nothing before that says anything. */
export function sayTimeLeft(
  first: { at: number; done: number },
  now: { at: number; done: number; total: number },
): string | null {
  const [took, did, left] = [now.at - first.at, now.done - first.done, now.total - now.done];
  if (took < 3000 || did <= 0 || left <= 0) return null;
  const seconds = ((took / did) * left) / 1000;
  if (seconds < 45) return "less than 1 min left";
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `about ${Math.max(1, minutes)} min left` : `about ${Math.round(minutes / 60)} h left`;
}
