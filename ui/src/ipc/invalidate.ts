/* Drops what a change of the vault made stale: every query whose command provides one of the changed tags. */
import type { QueryClient } from "@tanstack/react-query";
import { host } from "./host.ts";
import { PROVIDES } from "./queries.ts";
import type { Tag } from "./types.ts";

export function dropStale(client: QueryClient, tags: Tag[]): void {
  void client.invalidateQueries({
    predicate: ({ queryKey }) => PROVIDES[queryKey[0]].some((tag: Tag) => tags.includes(tag)),
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
