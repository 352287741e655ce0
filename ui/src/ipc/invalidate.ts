/* Drops what a change made stale: every query whose command provides one of the changed tags, as the program declares. */
import type { QueryClient } from "@tanstack/react-query";
import { PROVIDES } from "./bindings.ts";
import { host } from "./host.ts";
import { nameInRust } from "./tauri.ts";
import type { Tag } from "./types.ts";

const provided: Record<string, readonly Tag[]> = PROVIDES;

export function dropStale(client: QueryClient, tags: readonly Tag[]): void {
  void client.invalidateQueries({
    predicate: ({ queryKey }) => provided[nameInRust(queryKey[0])]?.some((tag) => tags.includes(tag)) ?? false,
  });
}

/** Keeps the cache in step with the vault; returns the way to stop. */
export function followVault(client: QueryClient): () => void {
  const stops = [
    host().onVaultChanged((tags) => dropStale(client, tags)),
    host().onIndexProgressed((progress) => client.setQueryData(["getProgress"], progress)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
