/*
 * The addresses of the window. Each page checks its own part of the address in its `search.ts`; the frame's part (scope,
 * period, drawer) is checked here once and holds on every page. The history is in the fragment, since the window is
 * served from the program's own files.
 */
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import { validatePromptsSearch } from "../features/prompts/search.ts";
import { validateSearchSearch } from "../features/search/search.ts";
import { validateSessionsSearch } from "../features/sessions/search.ts";
import { validateSettingsSearch } from "../features/settings/search.ts";
import { validateFrameSearch } from "../lib/address.ts";
import { Frame } from "./Frame.tsx";
import { Home } from "./Home.tsx";

const root = createRootRoute({ validateSearch: validateFrameSearch, component: Frame });

const home = createRoute({ getParentRoute: () => root, path: "/", component: Home });

const search = createRoute({
  getParentRoute: () => root,
  path: "/search",
  validateSearch: validateSearchSearch,
  component: lazyRouteComponent(() => import("../features/search/index.ts"), "SearchPage"),
});

const prompts = createRoute({
  getParentRoute: () => root,
  path: "/prompts",
  validateSearch: validatePromptsSearch,
  component: lazyRouteComponent(() => import("../features/prompts/index.ts"), "PromptsPage"),
});

const sessions = createRoute({
  getParentRoute: () => root,
  path: "/sessions",
  validateSearch: validateSessionsSearch,
  component: lazyRouteComponent(() => import("../features/sessions/index.ts"), "SessionsPage"),
});

const inputs = createRoute({
  getParentRoute: () => root,
  path: "/inputs",
  component: lazyRouteComponent(() => import("../features/inputs/index.ts"), "InputsPage"),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  validateSearch: validateSettingsSearch,
  component: lazyRouteComponent(() => import("../features/settings/index.ts"), "SettingsPage"),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  component: lazyRouteComponent(() => import("../features/welcome/index.ts"), "WelcomePage"),
});

const routeTree = root.addChildren([home, search, prompts, sessions, inputs, settings, welcome]);

/** Makes the router; tests give it a history in memory. */
export function makeRouter(history: RouterHistory = createHashHistory()) {
  return createRouter({ routeTree, history, defaultPreload: false, scrollRestoration: false });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
