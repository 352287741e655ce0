/* What every page stands in: the cache of answers and the router. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { followVault } from "../ipc/invalidate.ts";
import type { makeRouter } from "./router.tsx";

/** Makes the cache. Answers stay fresh until the vault says otherwise; a failed command is not asked again unasked. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 300_000,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

export function Daybook(props: { client: QueryClient; router: ReturnType<typeof makeRouter> }) {
  useEffect(() => followVault(props.client), [props.client]);
  return (
    <QueryClientProvider client={props.client}>
      <RouterProvider router={props.router} />
    </QueryClientProvider>
  );
}
