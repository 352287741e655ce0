/*
 * The only door between the window and the program. Production opens it onto Tauri, tests and a plain browser onto
 * the fake host; nothing else in the window knows which. Its methods are the generated commands, so a command that
 * changes in Rust does not compile here.
 */
import type { commands } from "./bindings.ts";
import type { Progress, Tag } from "./types.ts";

/** What the program can be asked. Failures are thrown; `errors.ts` says what they look like. */
export type Commands = typeof commands;

export interface Host extends Commands {
  /** Calls back after the vault changed; returns the way to stop. */
  onVaultChanged(listener: (tags: readonly Tag[]) => void): () => void;
  /** Calls back while the indexer works; returns the way to stop. */
  onIndexProgressed(listener: (progress: Progress) => void): () => void;
}

let current: Host | undefined;

/** Sets the host, once at the start (tests: before each render). */
export function setHost(host: Host): void {
  current = host;
}

/** Gives the host; a fault of the program itself if there is none yet. */
export function host(): Host {
  if (current === undefined) throw new Error("The window asked the program before it was connected.");
  return current;
}
