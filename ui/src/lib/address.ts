/*
 * The address: what the frame keeps in the URL on every page (scope, period, drawer) and how rows open the drawer.
 * A feature's own part of the address lies in its `search.ts` and is validated there in the same way: junk is dropped.
 */
import { useNavigate } from "@tanstack/react-router";

export interface FrameSearch {
  /** Projects in scope; absent means all. */
  projects?: number[];
  /** First day, `2026-07-01`. */
  from?: string;
  /** Last day, included. */
  until?: string;
  /** The session in the drawer. */
  session?: number;
  /** The message at which it is open. */
  message?: number;
  /** The drawer is a page of its own. */
  full?: true;
}

type Raw = Record<string, unknown>;

/** Keeps a positive whole number. */
export function asId(value: unknown): number | undefined {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Keeps a list of strings that are among those allowed (or any non-empty string); nothing left means absent. */
export function asList<T extends string>(value: unknown, allowed?: readonly T[]): T[] | undefined {
  const list = (Array.isArray(value) ? value : [value]).filter(
    (item): item is T =>
      typeof item === "string" && item !== "" && (allowed === undefined || allowed.includes(item as T)),
  );
  return list.length > 0 ? [...new Set(list)] : undefined;
}

/** Keeps a text that says something. */
export function asWords(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function asDay(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const at = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(value) ? undefined : value;
}

/** Leaves out what is absent, so that equal addresses are equal texts. */
export function compact<T extends object>(search: T): T {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;
}

export function validateFrameSearch(raw: Raw): FrameSearch {
  const projects = (Array.isArray(raw.projects) ? raw.projects : [raw.projects])
    .map(asId)
    .filter((id) => id !== undefined);
  let from = asDay(raw.from);
  let until = asDay(raw.until);
  if (from !== undefined && until !== undefined && from > until) [from, until] = [until, from];
  const session = asId(raw.session);
  return compact({
    projects: projects.length > 0 ? [...new Set(projects)] : undefined,
    from,
    until,
    session,
    message: session === undefined ? undefined : asId(raw.message),
    full: session !== undefined && (raw.full === true || raw.full === "true") ? (true as const) : undefined,
  });
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The drawer takes the focus when it opens (Enter), or leaves it in the list (click, Space). */
    takesFocus?: boolean;
  }
}

export interface OpenOptions {
  message?: number;
  /** Open as a page. */
  isFull?: boolean;
  /** The drawer takes the focus. */
  takesFocus?: boolean;
  /** Walking along a list replaces the address instead of adding to the history. */
  replaces?: boolean;
}

/** Gives the one way to open a session from anywhere: it changes the address and nothing else. */
export function useOpenSession(): (session: number, options?: OpenOptions) => void {
  const navigate = useNavigate();
  return (session, options = {}) => {
    void navigate({
      to: ".",
      search: (before: Raw) =>
        compact({ ...before, session, message: options.message, full: options.isFull ? (true as const) : undefined }),
      state: { takesFocus: options.takesFocus === true },
      replace: options.replaces === true,
    });
  };
}
