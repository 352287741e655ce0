/* Draws one page for a test: with a cache, a router in memory whose every address shows the page, and the host the test made. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { type Host, setHost } from "./ipc/host.ts";
import { followVault } from "./ipc/invalidate.ts";

export interface PageOptions {
  host: Host;
  page: () => ReactNode;
  /** `/search?words=refund` */
  address?: string;
  validateSearch?: (raw: Record<string, unknown>) => object;
}

export function drawPage({ host, page, address = "/", validateSearch }: PageOptions) {
  setHost(host);
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, networkMode: "always" } },
  });
  followVault(client);
  const root = createRootRoute({
    component: page,
    notFoundComponent: page,
    ...(validateSearch ? { validateSearch } : {}),
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: [address] }) });
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { ...view, client, router };
}
