/* Says what may be missing while files are still being read. Pure. */
import { agentFacts } from "./agents.ts";

interface AgentsRead {
  state: string;
  perAgent: readonly { agent: string; isEnabled: boolean; filesDone: number; filesFound: number }[];
}

/** Less than this is a session being written, not a first reading. */
const LEAST_MISSING = 0.02;

/** `Codex is 64 % read; older prompts may be missing`, or nothing. `agents` empty means any. */
export function partialSentence(
  progress: AgentsRead | undefined,
  agents: readonly string[],
  what: string,
): string | null {
  if (progress === undefined || (progress.state !== "reading" && progress.state !== "paused")) return null;
  const unread = progress.perAgent.filter(
    ({ agent, isEnabled, filesDone, filesFound }) =>
      isEnabled &&
      (agents.length === 0 || agents.includes(agent)) &&
      filesFound > 0 &&
      (filesFound - filesDone) / filesFound >= LEAST_MISSING,
  );
  if (unread.length === 0) return null;
  const parts = unread.map(({ agent, filesDone, filesFound }, at) => {
    const percent = Math.floor((filesDone / filesFound) * 100);
    return `${agentFacts(agent).name} ${at === 0 ? `is ${percent} % read` : `${percent} %`}`;
  });
  return `${parts.join(", ")}; older ${what} may be missing`;
}
