/* What the palette answers for what was typed, and what it remembers. Everything but the memory is pure. */
import type { Agent, ProjectRow, SearchHit } from "../ipc/types.ts";
import type { Action } from "../lib/actions.ts";
import { agentFacts } from "../lib/agents.ts";
import { rank } from "../lib/fuzzy.ts";
import { addressOf } from "../lib/link.ts";
import { counted } from "../lib/text.ts";
import { shortDate } from "../lib/time.ts";
import { PAGES, type PagePath } from "./actions.ts";

export interface Line {
  id: string;
  group: "Recent" | "Go to" | "Do" | "Found";
  label: string;
  pieces?: { text: string; isMatch: boolean }[];
  note?: string;
  keys?: string;
  agent?: string;
  reason?: string | undefined;
  run: () => void;
}

export interface Asked {
  typed: string;
  projects: readonly ProjectRow[];
  agents: readonly Agent[];
  actions: readonly Action[];
  hits: readonly SearchHit[];
  total: number;
  zone: string;
  go: (to: PagePath, search?: Record<string, unknown>) => void;
  follow: (address: string) => void;
  openHit: (session: number, message: number) => void;
}

const MEMORY = "daybook.palette";
const REMEMBERED = 8;
/** So many answers of a kind; the rest is a matter of more letters. */
const MOST = 7;

function remembered(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(MEMORY) ?? "[]");
    return Array.isArray(read) ? read.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

export function rememberChoice(id: string): void {
  if (id.startsWith("hit.") || id.startsWith("search.")) return;
  const next = [id, ...remembered().filter((one) => one !== id)].slice(0, REMEMBERED);
  localStorage.setItem(MEMORY, JSON.stringify(next));
}

export function answers(asked: Asked): Line[] {
  const { typed } = asked;
  const link = addressOf(typed);
  if (link !== undefined) {
    return [{ id: "search.link", group: "Go to", label: typed, run: () => asked.follow(link) }];
  }
  const places = placesOf(asked);
  const deeds = deedsOf(asked);
  if (typed.startsWith(">")) return rank(typed.slice(1), deeds, (line) => line.label);
  if (typed.startsWith("@"))
    return rank(
      typed.slice(1),
      places.filter((line) => line.agent !== undefined),
      (line) => line.label,
    );
  if (typed === "") {
    const known = [...places, ...deeds];
    const recent = remembered().flatMap((id) => known.find((line) => line.id === id) ?? []);
    const isRecent = new Set(recent.map((line) => line.id));
    return [
      ...recent.map((line) => ({ ...line, group: "Recent" as const })),
      ...places.filter((line) => line.id.startsWith("go.") && !isRecent.has(line.id)),
      ...deeds.filter((line) => !isRecent.has(line.id)),
    ];
  }
  return [
    ...rank(typed, places, (line) => line.label).slice(0, MOST),
    ...rank(typed, deeds, (line) => line.label).slice(0, MOST),
    ...foundOf(asked),
  ];
}

function placesOf(asked: Asked): Line[] {
  return [
    ...PAGES.map(
      ({ path, name, keys }): Line => ({
        id: `go.${path}`,
        group: "Go to",
        label: name,
        keys,
        run: () => asked.go(path),
      }),
    ),
    ...asked.projects.map(
      (project): Line => ({
        id: `project.${project.id}`,
        group: "Go to",
        label: project.name,
        note: `project, ${counted(project.sessions, "session")}`,
        run: () => asked.go("/sessions", { projects: [project.id] }),
      }),
    ),
    ...asked.agents.map(
      (agent): Line => ({
        id: `agent.${agent}`,
        group: "Go to",
        label: agentFacts(agent).name,
        agent,
        note: "prompts of this agent",
        run: () => asked.go("/prompts", { agents: [agent] }),
      }),
    ),
  ];
}

/** What can be done now comes before what cannot. */
function deedsOf(asked: Asked): Line[] {
  const lines = asked.actions
    .filter((action, at, all) => action.isHidden !== true && all.findIndex((one) => one.id === action.id) === at)
    .map(
      (action): Line => ({
        id: `do.${action.id}`,
        group: "Do",
        label: action.label,
        ...(action.keys === undefined ? {} : { keys: action.keys }),
        reason: action.reason,
        run: action.run,
      }),
    );
  return [...lines.filter((line) => line.reason === undefined), ...lines.filter((line) => line.reason !== undefined)];
}

function foundOf(asked: Asked): Line[] {
  const lines: Line[] = asked.hits.map((hit) => ({
    id: `hit.${hit.messageId}`,
    group: "Found",
    label: hit.sessionTitle,
    pieces: fromMatch(hit.excerpt),
    agent: hit.agent,
    note: [hit.project, hit.at === null ? "" : shortDate(hit.at, asked.zone)].filter(Boolean).join(", "),
    run: () => asked.openHit(hit.sessionId, hit.messageId),
  }));
  const label =
    asked.total > 0
      ? `Show all ${counted(asked.total, "match", "matches")} of “${asked.typed}”`
      : `Search for “${asked.typed}”`;
  lines.push({ id: "search.all", group: "Found", label, run: () => asked.go("/search", { words: asked.typed }) });
  return lines;
}

/** So much of what stands before the match fits in one line with it. */
const BEFORE = 28;

/** Cuts an excerpt so that its match is seen in one line. */
export function fromMatch(pieces: readonly { text: string; isMatch: boolean }[]): { text: string; isMatch: boolean }[] {
  const at = pieces.findIndex((piece) => piece.isMatch);
  const before = pieces
    .slice(0, Math.max(at, 0))
    .map((piece) => piece.text)
    .join("");
  if (at < 0 || before.length <= BEFORE) return [...pieces];
  const tail = before.slice(-BEFORE).replace(/^\S*\s+/, "");
  return [{ text: `…${tail}`, isMatch: false }, ...pieces.slice(at)];
}
