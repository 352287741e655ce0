/* The sentence of the status line. Pure. */
import type { Progress } from "../ipc/types.ts";
import { agentFacts } from "../lib/agents.ts";
import { counted, figure } from "../lib/text.ts";

export interface Status {
  sentence: string;
  /** Progress from 0 to 1; `null` while it is unknown; absent at rest. */
  share?: number | null;
  isAtRest: boolean;
  isFailure: boolean;
  action?: "pause" | "resume" | "retry";
  notice?: string;
}

export function statusOf(progress: Progress | undefined): Status {
  if (progress === undefined) return { sentence: "Opening the vault", isAtRest: false, isFailure: false };
  const notice = progress.notice === null ? {} : { notice: progress.notice };
  const done = `${figure(progress.filesDone)} of ${counted(progress.filesTotal, "file")}`;
  switch (progress.state) {
    case "discovering":
      return {
        sentence: "Looking for sessions",
        share: null,
        isAtRest: false,
        isFailure: false,
        action: "pause",
        ...notice,
      };
    case "reading": {
      const agent = progress.perAgent.find((one) => one.agent === progress.currentAgent);
      const share = progress.bytesTotal > 0 ? progress.bytesDone / progress.bytesTotal : null;
      const sentence =
        agent === undefined
          ? `Reading · ${done} · newest first`
          : `Reading ${agentFacts(agent.agent).name} · ${figure(agent.filesDone)} of ${counted(agent.filesFound, "file")} · newest first`;
      return { sentence, share, isAtRest: false, isFailure: false, action: "pause", ...notice };
    }
    case "upToDate": {
      const inputs = progress.perAgent.filter((one) => one.isEnabled && one.roots.some((root) => root.exists)).length;
      return {
        sentence: `Up to date · watching ${counted(inputs, "input")}`,
        isAtRest: true,
        isFailure: false,
        ...notice,
      };
    }
    case "paused":
      return { sentence: `Reading is paused · ${done}`, isAtRest: false, isFailure: true, action: "resume", ...notice };
    case "failed":
      return {
        sentence: progress.notice ?? "Reading stopped: the vault cannot be written.",
        isAtRest: false,
        isFailure: true,
        action: "retry",
      };
  }
}
