/* Says that matches may be missing because not everything is read yet. Pure. */
import type { Progress } from "../../ipc/types.ts";
import { agentFacts } from "../../lib/agents.ts";

/** `Codex is 64 % read; older messages may be missing.`, or nothing once all is read. */
export function partialSentence(progress: Progress): string | null {
  if (progress.state === "discovering") return "Daybook is looking for files; messages may be missing.";
  if (progress.state !== "reading" && progress.state !== "paused") return null;
  const unread = progress.perAgent.filter((each) => each.isEnabled && each.filesDone < each.filesFound);
  const agent = unread.find((each) => each.agent === progress.currentAgent) ?? unread[0];
  if (agent === undefined) return null;
  const percent = Math.min(99, Math.floor((agent.filesDone / agent.filesFound) * 100));
  const isPaused = progress.state === "paused" ? ", then reading was paused" : "";
  return `${agentFacts(agent.agent).name} is ${percent} % read${isPaused}; older messages may be missing.`;
}
