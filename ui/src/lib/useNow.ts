/* The clock of the window: the only place that asks what time it is. It ticks once a minute. */
import { useSyncExternalStore } from "react";

const TICK = 60_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Gives the time, as of this minute. */
export function useNow(): number {
  return useSyncExternalStore(listen, () => now);
}
