/* The indexer as the frame needs it: how far it is, and the way to pause, resume and look again. */
import { useQuery } from "@tanstack/react-query";
import { showToast } from "../components/Toast.tsx";
import { asHostError } from "../ipc/errors.ts";
import { host } from "../ipc/host.ts";
import { progressQuery } from "../ipc/queries.ts";
import type { Progress } from "../ipc/types.ts";

export interface Indexing {
  progress: Progress | undefined;
  isPaused: boolean;
  pause: () => void;
  resume: () => void;
  scan: () => void;
}

function ask(command: () => Promise<unknown>): void {
  command().catch((thrown: unknown) => showToast({ text: asHostError(thrown).message, isFailure: true }));
}

export function useIndexing(): Indexing {
  const { data } = useQuery(progressQuery());
  return {
    progress: data,
    isPaused: data?.state === "paused",
    pause: () => ask(() => host().pauseIndexing()),
    resume: () => ask(() => host().resumeIndexing()),
    scan: () => ask(() => host().scanNow()),
  };
}
