/*
 * The fake host: answers every command from the sample, in a plain browser and in tests. It filters, sorts and counts as
 * the vault does, so that chips, words and periods can be tried without the program. Writes change its own memory only.
 */
import { packOrder } from "../../lib/order.ts";
import { INVALIDATES } from "../bindings.ts";
import { HostError } from "../errors.ts";
import type { Commands, Host } from "../host.ts";
import type {
  Agent,
  Facets,
  Filter,
  OpenState,
  Preferences,
  Progress,
  PromptRow,
  SessionLink,
  SessionRow,
  Sort,
  Tag,
} from "../types.ts";
import { makeSample, NOW, PROJECTS, type Sample, sampleDay, ZONE } from "./samples.ts";
import { makeTranscript } from "./transcripts.ts";

export interface FakeOptions {
  /** How many prompts the sample has at least. */
  prompts?: number;
  sample?: Sample;
  openState?: Partial<OpenState>;
  progress?: Partial<Progress>;
  preferences?: Partial<Preferences>;
  /** Milliseconds before a command answers. */
  latency?: number;
}

/** The fake host, with what tests need to look behind it. */
export interface FakeHost extends Host {
  /** Every call so far, in order. */
  calls: { command: string; args: unknown[] }[];
  /** Makes a command fail until told otherwise. */
  fail(command: keyof Commands, error: HostError | null): void;
  /** Tells the window that the vault changed. */
  changeVault(tags: readonly Tag[]): void;
  /** Tells the window how far the indexer is. */
  advance(progress: Partial<Progress>): void;
  sample: Sample;
}

interface Row {
  id: number;
  projectId: number;
  agent: Agent;
  model: string | null;
  words: string;
  at: number | null;
}

type SparseFilter = Partial<Filter>;

function filled(filter: SparseFilter): Filter {
  return { projects: [], agents: [], models: [], words: "", fromAt: null, untilAt: null, ...filter };
}

function matches(row: Row, given: SparseFilter, ignored?: "agents" | "models"): boolean {
  const filter = filled(given);
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    (filter.projects.length === 0 || filter.projects.includes(row.projectId)) &&
    (ignored === "agents" || filter.agents.length === 0 || filter.agents.includes(row.agent)) &&
    (ignored === "models" || filter.models.length === 0 || (row.model !== null && filter.models.includes(row.model))) &&
    (filter.fromAt === null || (row.at !== null && row.at >= filter.fromAt)) &&
    (filter.untilAt === null || (row.at !== null && row.at < filter.untilAt)) &&
    words.every((word) => row.words.toLowerCase().includes(word))
  );
}

function tally<T extends string>(values: (T | null)[]): { value: T; count: number }[] {
  const counts = new Map<T, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

function facets(rows: Row[], filter: SparseFilter): Facets {
  const anyAgent = rows.filter((row) => matches(row, filter, "agents"));
  return {
    total: anyAgent.length,
    agents: tally(anyAgent.map((row) => row.agent)),
    models: tally(rows.filter((row) => matches(row, filter, "models")).map((row) => row.model)),
  };
}

function order<T extends Row>(
  rows: T[],
  filter: SparseFilter,
  sort: Sort,
  rank: (row: T) => string | number,
): ArrayBuffer {
  const sign = sort.isDescending ? -1 : 1;
  const found = rows.filter((row) => matches(row, filter));
  found.sort((a, b) => {
    const [left, right] = [rank(a), rank(b)];
    const byValue = typeof left === "string" ? left.localeCompare(String(right)) : left - Number(right);
    return byValue === 0 ? (b.at ?? 0) - (a.at ?? 0) : sign * byValue;
  });
  return packOrder(found.map((row) => ({ id: row.id, day: sampleDay(row.at) })));
}

function linkOf(row: SessionRow): SessionLink {
  return {
    id: row.id,
    nativeId: `native-${row.id}`,
    title: row.title,
    relation: row.relation ?? "subagent",
    callMessageId: null,
    startedAt: row.startedAt,
    activeMs: row.activeMs,
  };
}

export function makeFakeHost(options: FakeOptions = {}): FakeHost {
  const sample = options.sample ?? makeSample(options.prompts);
  const byPrompt = new Map(sample.prompts.map((row) => [row.id, row]));
  const bySession = new Map(sample.sessions.map((one) => [one.row.id, one]));
  const promptRows = sample.prompts.map((row) => ({ ...row, words: row.text }));
  const sessionRows = sample.sessions
    .filter((one) => one.parentId === null)
    .map(({ row, projectId }) => ({ ...row, projectId, words: row.title, at: row.startedAt }));
  const vaultListeners = new Set<(tags: readonly Tag[]) => void>();
  const progressListeners = new Set<(progress: Progress) => void>();
  const failures = new Map<string, HostError>();
  const calls: FakeHost["calls"] = [];
  let openState: OpenState = {
    vaultPath: "/home/dev/.local/share/daybook/vault.db",
    isSample: false,
    isFirstRun: false,
    problem: null,
    timeZone: ZONE,
    version: "0.1.0",
    theme: "system",
    ...options.openState,
  };
  let preferences: Preferences = {
    theme: "system",
    density: "default",
    textScale: 100,
    singleKeys: true,
    firstWeekday: "monday",
    ...options.preferences,
  };
  let progress: Progress = {
    state: "reading",
    filesDone: 2118,
    filesTotal: 3310,
    bytesDone: 902_000_000,
    bytesTotal: 1_410_000_000,
    currentAgent: "codex",
    errors: 3,
    watching: 2,
    notice: null,
    perAgent: [
      {
        agent: "claude-code",
        roots: [{ path: "/home/dev/.claude/projects", exists: true }],
        filesFound: 1284,
        bytesFound: 612_000_000,
        filesDone: 1284,
        oldestAt: Date.UTC(2025, 10, 12),
        isEnabled: true,
        errors: 0,
        warnings: [],
      },
      {
        agent: "codex",
        roots: [
          { path: "/home/dev/.codex/sessions", exists: true },
          { path: "/home/dev/.codex/archived_sessions", exists: false },
        ],
        filesFound: 3310,
        bytesFound: 1_410_000_000,
        filesDone: 2118,
        oldestAt: Date.UTC(2026, 1, 3),
        isEnabled: true,
        errors: 0,
        warnings: [],
      },
    ],
    ...options.progress,
  };
  const advance = (change: Partial<Progress>) => {
    progress = { ...progress, ...change };
    for (const listener of progressListeners) listener(progress);
  };
  const changeVault = (tags: readonly Tag[]) => {
    for (const listener of vaultListeners) listener(tags);
  };
  const some = <T>(ids: number[], map: Map<number, T>): T[] => ids.flatMap((id) => map.get(id) ?? []);
  const sessionOf = (id: number) => {
    const found = bySession.get(id);
    if (found === undefined) throw new HostError("not-found", "This session is not in the vault.");
    return found;
  };

  const answers: Commands = {
    openState: async () => ({ ...openState, theme: preferences.theme }),
    getSummary: async () => ({
      sessions: sessionRows.length,
      children: sample.sessions.length - sessionRows.length,
      prompts: sample.prompts.length,
      messages: sample.prompts.length * 6,
      firstAt: sample.prompts.at(-1)?.at ?? null,
      lastAt: sample.prompts[0]?.at ?? null,
      bytes: 412_300_000,
      agents: (["claude-code", "codex"] as const).map((agent) => ({
        agent,
        sources: agent === "codex" ? 3310 : 1284,
        missing: agent === "codex" ? 402 : 9,
        quarantined: agent === "codex" ? 1 : 0,
        bytes: agent === "codex" ? 1_410_000_000 : 612_000_000,
        sessions: sessionRows.filter((row) => row.agent === agent).length,
        prompts: sample.prompts.filter((row) => row.agent === agent).length,
        firstAt: agent === "codex" ? Date.UTC(2026, 1, 3) : Date.UTC(2025, 10, 12),
        lastReadAt: NOW,
        faults: agent === "codex" ? 12 : 0,
      })),
    }),
    getProgress: async () => progress,
    listPromptOrder: async (filter, sort) =>
      order(promptRows, filter, sort, (row: PromptRow) =>
        sort.column === "time"
          ? (row.at ?? 0)
          : sort.column === "text"
            ? row.text
            : sort.column === "turn"
              ? row.turn
              : sort.column === "project"
                ? row.project
                : sort.column === "agent"
                  ? row.agent
                  : (row.model ?? ""),
      ),
    listPrompts: async (ids) => some(ids, byPrompt).map(({ projectId: _, ...row }) => row),
    countPromptFacets: async (filter) => facets(promptRows, filter),
    listSessionOrder: async (filter, sort) =>
      order(sessionRows, filter, sort, (row: SessionRow) => {
        switch (sort.column) {
          case "text":
            return row.title;
          case "project":
            return row.project;
          case "agent":
            return row.agent;
          case "model":
            return row.model ?? "";
          case "active":
            return row.activeMs;
          case "prompts":
            return row.prompts;
          case "tools":
            return row.toolCalls;
          case "failures":
            return row.failures;
          default:
            return row.startedAt ?? 0;
        }
      }),
    listSessions: async (ids) => some(ids, bySession).map((one) => one.row),
    countSessionFacets: async (filter) => facets(sessionRows, filter),
    listChildSessions: async (id) => sample.sessions.filter((one) => one.parentId === id).map((one) => one.row),
    listRunningSessions: async () => sample.sessions.slice(0, 1).map((one) => one.row),
    listProjects: async () =>
      PROJECTS.map((name, at) => ({
        id: at + 1,
        name,
        path: `/home/dev/work/${name}`,
        isGuess: false,
        sessions: sessionRows.filter((row) => row.projectId === at + 1).length,
        prompts: sample.prompts.filter((row) => row.projectId === at + 1).length,
        lastAt: sample.prompts.find((row) => row.projectId === at + 1)?.at ?? null,
      })),
    getSession: async (id) => {
      const { row, parentId } = sessionOf(id);
      const parent = parentId === null ? undefined : bySession.get(parentId);
      const path =
        row.agent === "codex"
          ? `/home/dev/.codex/sessions/2026/07/rollout-${id}.jsonl`
          : `/home/dev/.claude/projects/-home-dev-work-${row.project}/5f0c2e91-${id}.jsonl`;
      return {
        row,
        nativeId: `5f0c2e91-77aa-4c1b-9c0e-0000000000${String(id).padStart(2, "0")}`,
        aliases: [],
        titleSource: "agent",
        cwd: `/home/dev/work/${row.project}`,
        clientVersion: row.agent === "codex" ? "0.80.0" : "2.1.4",
        isArchived: false,
        messages: row.prompts * 5 + row.toolCalls * 2,
        replies: row.prompts * 3,
        usage: { input: 48_211, output: 31_870, cacheRead: 1_902_110, cacheWrite: 220_400, reasoning: 8_210 },
        parent: parent === undefined ? null : linkOf({ ...parent.row, relation: row.relation }),
        children: sample.sessions.filter((one) => one.parentId === id).map((one) => linkOf(one.row)),
        sources: [
          {
            id: id + 900,
            path,
            missingSinceAt: row.isSourceGone ? NOW - 86_400_000 * 3 : null,
            faults: row.agent === "codex" ? [{ kind: "damaged", line: 41, reason: "not JSON" }] : [],
          },
        ],
        masked: row.project === "infra" ? 2 : 0,
      };
    },
    listTranscript: async (id) => makeTranscript(sample, id).lines,
    listMessages: async (id, ids) => some(ids, makeTranscript(sample, id).messages),
    findInSession: async (id, words) => {
      const { lines, texts } = makeTranscript(sample, id);
      return lines
        .filter((line) => texts.get(line.id)?.toLowerCase().includes(words.toLowerCase()))
        .map((line) => line.id);
    },
    getWholeText: async (id) => ({
      text: byPrompt.get(id)?.text ?? makeTranscript(sample, Math.floor(id / 1000)).texts.get(id) ?? "",
      next: null,
    }),
    search: async (filter, limit, offset) => {
      const words = filled(filter).words.toLowerCase().split(/\s+/).filter(Boolean);
      const found = words.length === 0 ? [] : promptRows.filter((row) => matches(row, filter));
      return {
        total: found.length,
        sessions: new Set(found.map((row) => row.sessionId)).size,
        hits: found.slice(offset, offset + limit).map((row, at) => ({
          messageId: row.id,
          sessionId: row.sessionId,
          sessionTitle: row.sessionTitle,
          project: row.project,
          agent: row.agent,
          origin: "human",
          kind: "prose",
          state: row.state,
          at: row.at,
          excerpt: row.text
            .slice(0, 240)
            .split(new RegExp(`(${words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&")).join("|")})`, "iu"))
            .map((text, place) => ({ text, isMatch: place % 2 === 1 })),
          score: at - 10,
          isSourceGone: bySession.get(row.sessionId)?.row.isSourceGone ?? false,
        })),
      };
    },
    listFaultySources: async (agent) =>
      agent === "codex"
        ? [
            {
              id: 1,
              path: "/home/dev/.codex/sessions/2026/07/rollout-0716.jsonl",
              state: "read",
              failure: null,
              bytes: 4_100_000,
              lastReadAt: NOW,
              faults: [40, 41, 88].map((line) => ({ kind: "damaged" as const, line, reason: "not JSON" })),
            },
            {
              id: 2,
              path: "/home/dev/.codex/sessions/2026/06/rollout-0611.jsonl",
              state: "quarantined",
              failure: "permission denied",
              bytes: 88_000,
              lastReadAt: NOW - 3_600_000,
              faults: [],
            },
          ]
        : [],
    getPreferences: async () => preferences,
    pauseIndexing: async () => did(advance({ state: "paused" })),
    resumeIndexing: async () => did(advance({ state: "reading" })),
    scanNow: async () => did(advance({ state: "reading" })),
    readSourceAgain: async () => did(changeVault(["inputs"])),
    setInputEnabled: async (agent, isEnabled) =>
      did(advance({ perAgent: progress.perAgent.map((one) => (one.agent === agent ? { ...one, isEnabled } : one)) })),
    addInputRoot: async (agent) => {
      const path = "/mnt/backup/agents";
      advance({
        perAgent: progress.perAgent.map((one) =>
          one.agent === agent ? { ...one, roots: [...one.roots, { path, exists: true }] } : one,
        ),
      });
      return path;
    },
    removeInputRoot: async (agent, path) =>
      did(
        advance({
          perAgent: progress.perAgent.map((one) =>
            one.agent === agent ? { ...one, roots: one.roots.filter((root) => root.path !== path) } : one,
          ),
        }),
      ),
    finishWelcome: async () => {
      openState = { ...openState, isFirstRun: false };
      return did(changeVault(["vault"]));
    },
    openSampleVault: async () => {
      openState = { ...openState, isSample: true, isFirstRun: false, problem: null };
      return did(changeVault(INVALIDATES.open_sample_vault));
    },
    leaveSampleVault: async () => {
      openState = { ...openState, isSample: false };
      return did(changeVault(INVALIDATES.leave_sample_vault));
    },
    revealSource: async () => null,
    openLink: async () => null,
    quit: async () => null,
    setPreferences: async (changed) => {
      preferences = changed;
      return did(changeVault(["preferences", "vault"]));
    },
  };

  const recorded = Object.fromEntries(
    Object.entries(answers).map(([command, answer]) => [
      command,
      async (...args: unknown[]) => {
        calls.push({ command, args });
        const failure = failures.get(command);
        if (options.latency) await new Promise((resolve) => setTimeout(resolve, options.latency));
        if (failure !== undefined) throw failure;
        return (answer as (...given: unknown[]) => unknown)(...args);
      },
    ]),
  ) as unknown as Commands;

  return {
    ...recorded,
    onVaultChanged: (listener) => {
      vaultListeners.add(listener);
      return () => vaultListeners.delete(listener);
    },
    onIndexProgressed: (listener) => {
      progressListeners.add(listener);
      return () => progressListeners.delete(listener);
    },
    calls,
    sample,
    changeVault,
    advance,
    fail: (command, error) => {
      if (error === null) failures.delete(command);
      else failures.set(command, error);
    },
  };
}

/** A command that writes answers nothing. */
function did(_effect: unknown): null {
  return null;
}
