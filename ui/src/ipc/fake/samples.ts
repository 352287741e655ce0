/*
 * An invented shop, as the fake host shows it: projects, sessions and what was typed in them on a few July days, with
 * long and short prompts, Japanese, Chinese, German and right-to-left text. Older days are made up by rule, so that a
 * table of any length can be had; the same call always gives the same rows.
 */
import type { ActiveRun, Agent, PromptRow, SessionRow, State } from "../types.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The zone of the sample. */
export const ZONE = "Europe/Berlin";
/** 16 July 2026, 15:42:08 in Berlin: "now" for everything in the sample. */
export const NOW = Date.UTC(2026, 6, 16, 13, 42, 8);

export const PROJECTS = ["shop-api", "storefront", "payments-jp", "infra", "notes"] as const;

interface Written {
  /** Minutes after the beginning of the session. */
  after: number;
  text: string;
  state?: State;
}

interface Story {
  title: string;
  project: (typeof PROJECTS)[number];
  agent: Agent;
  model: string | null;
  branch: string | null;
  /** Local start in Berlin, July 2026 (UTC+2). */
  start: [day: number, hour: number, minute: number];
  /** Active runs in minutes after the start. */
  runs: [number, number][];
  prompts: Written[];
  toolCalls: number;
  failures: number;
  worktree?: string;
  isSourceGone?: boolean;
  children?: { title: string; after: number; minutes: number; relation: SessionRow["relation"]; toolCalls: number }[];
}

const STORIES: Story[] = [
  {
    title: "Idempotency keys for POST /orders",
    project: "shop-api",
    agent: "claude-code",
    model: "claude-opus-4-5",
    branch: "feature/idempotency",
    start: [16, 15, 18],
    runs: [[0, 24]],
    toolCalls: 31,
    failures: 2,
    prompts: [
      {
        after: 0,
        text: "Add idempotency keys to POST /orders so that a retried checkout cannot charge twice. The client sends `Idempotency-Key`; keep the key, a hash of the body and the response for 24 hours.\n\nSame key and same body: return the stored response. Same key and another body: 422. No key: behave as today. Do not add a dependency for this.",
      },
      { after: 5, text: "use the table from migration 0042, do not make a second one" },
      { after: 9, text: "why is the hash over the parsed body? The raw bytes are what the client signed." },
      { after: 12, text: "run the order tests only, not the whole suite" },
      { after: 16, text: "still 409 on the second call. read the log again before you change anything" },
      {
        after: 23,
        text: "Retry must reuse the stored response, not run the handler a second time. Write the test first, then make it pass; leave this morning’s migration alone.",
      },
    ],
    children: [{ title: "Find every caller of createOrder", after: 3, minutes: 4, relation: "subagent", toolCalls: 9 }],
  },
  {
    title: "コンビニ決済の有効期限切れ通知",
    project: "payments-jp",
    agent: "codex",
    model: "gpt-5.1-codex",
    branch: "main",
    start: [16, 14, 5],
    runs: [
      [0, 39],
      [63, 86],
    ],
    toolCalls: 44,
    failures: 1,
    prompts: [
      { after: 0, text: "コンビニ決済の有効期限切れ通知を webhook で送る。再送は最大 5 回、指数バックオフで。" },
      { after: 6, text: "署名は HMAC-SHA256、ヘッダー名は X-Signature" },
      { after: 14, text: "再送の間隔は 1 分、2 分、4 分、8 分、16 分" },
      { after: 21, text: "テストでは時計を渡して。sleep は使わない。" },
      { after: 30, text: "いいね、次は管理画面から手動で再送できるように", state: "queued" },
      { after: 36, text: "ログに顧客の電話番号を出さないこと" },
      { after: 63, text: "続けて" },
      { after: 68, text: "エラー時のレスポンスは 409 ではなく 410 が正しい" },
      { after: 74, text: "その変更の理由を一行で README に" },
      { after: 80, text: "go test ./... を全部流して結果だけ教えて" },
      { after: 84, text: "有効期限は Asia/Tokyo の 23:59:59 で計算して。UTC に変換するのは保存するときだけ。" },
    ],
  },
  {
    title: "Focus after the last line item is removed",
    project: "storefront",
    agent: "claude-code",
    model: "claude-sonnet-4-5",
    branch: "fix/cart-focus",
    start: [16, 13, 20],
    runs: [
      [0, 11],
      [27, 80],
    ],
    toolCalls: 38,
    failures: 4,
    worktree: "cart-focus",
    prompts: [
      {
        after: 0,
        text: "the cart drawer loses focus after removing the last line item, find out why before you fix it",
      },
      { after: 8, text: "so the list unmounts. Where should the focus be then, by the ARIA practices?" },
      { after: 27, text: "ok do that" },
      { after: 35, text: "not autofocus. Move it in the handler." },
      { after: 44, text: "the test passes with the fix removed, so it tests nothing. Make it fail first." },
      { after: 51, text: "better" },
      { after: 58, text: "also when the undo toast closes" },
      {
        after: 62,
        text: "When the last line item is removed, focus must go to the heading of the empty cart, not to <body>. Keyboard users lose their place today.",
      },
      { after: 71, text: "commit, one idea a commit" },
    ],
  },
  {
    title: "What is listening on port 5433",
    project: "infra",
    agent: "codex",
    model: "gpt-5.1-codex-mini",
    branch: null,
    start: [16, 11, 2],
    runs: [[0, 0]],
    toolCalls: 1,
    failures: 0,
    prompts: [{ after: 0, text: "what is listening on port 5433" }],
  },
  {
    title: "Rückerstattungen: Teilbeträge je Zeile runden und die Steuer je Satz getrennt ausweisen",
    project: "shop-api",
    agent: "claude-code",
    model: "claude-opus-4-5",
    branch: "feature/refunds",
    start: [16, 9, 8],
    runs: [
      [0, 74],
      [93, 140],
      [158, 178],
    ],
    toolCalls: 96,
    failures: 3,
    prompts: [
      {
        after: 0,
        text: "Rückerstattungen: Teilbeträge sollen je Zeile gerundet werden, nicht am Ende. Schreib zuerst die Fälle auf.",
      },
      { after: 15, text: "write the cases down first" },
      { after: 23, text: "revert the last edit. I asked for a test, not for a fix" },
      { after: 36, text: "which rows does the export read?" },
      { after: 58, text: "now the fix, smallest possible change" },
      { after: 93, text: "Teilerstattung: Steuer je Steuersatz getrennt ausweisen, 7 % und 19 % nie mischen" },
      { after: 102, text: "show me the diff of totals.ts" },
      { after: 114, text: "why is the snapshot different?" },
      { after: 127, text: "keep the old column, add a new one" },
      { after: 133, text: "go on" },
      { after: 138, text: "also for credit notes" },
      { after: 158, text: "yes" },
      {
        after: 170,
        text: "die Summe stimmt nicht: 3 × 19,99 € ergibt 59,97 €, du zeigst 59,98 €. Bitte je Zeile runden, dann summieren.",
      },
      { after: 176, text: "commit, one idea a commit" },
    ],
    children: [
      { title: "Check the export against the ledger", after: 160, minutes: 3, relation: "subagent", toolCalls: 12 },
      { title: "List every place that rounds", after: 60, minutes: 6, relation: "subagent", toolCalls: 21 },
    ],
  },
  {
    title: "Stock and order in one transaction",
    project: "shop-api",
    agent: "codex",
    model: "gpt-5.1-codex",
    branch: "feature/stock",
    start: [15, 16, 20],
    runs: [
      [0, 44],
      [70, 128],
    ],
    toolCalls: 71,
    failures: 6,
    isSourceGone: true,
    prompts: [
      { after: 0, text: "read src/stock and tell me where the last line alone is rolled back" },
      { after: 10, text: "no code yet" },
      { after: 22, text: "ok, plan first: which tables are locked and in what order" },
      { after: 41, text: "always lock the order row first, then stock by sku" },
      { after: 72, text: "now write it" },
      { after: 80, text: "use SELECT … FOR UPDATE SKIP LOCKED only in the worker, never here" },
      { after: 95, text: "run it a hundred times with two writers" },
      {
        after: 98,
        text: "Reserve stock in the same transaction as the order row. If the reservation fails the whole order must roll back, not only the last line.",
      },
      { after: 112, text: "把库存扣减放到同一个事务里，失败时整单回滚，不要只回滚最后一行" },
      { after: 124, text: "הבדיקה האחרונה נכשלת (orders.spec.ts), תקן רק אותה" },
    ],
    children: [
      { title: "Stock and order in one transaction (2)", after: 130, minutes: 25, relation: "fork", toolCalls: 18 },
    ],
  },
  {
    title: "What we decided about refunds",
    project: "shop-api",
    agent: "claude-code",
    model: "claude-sonnet-4-5",
    branch: "main",
    start: [15, 15, 50],
    runs: [
      [0, 22],
      [40, 61],
    ],
    toolCalls: 12,
    failures: 0,
    prompts: [
      { after: 0, text: "read the last three sessions about refunds" },
      { after: 12, text: "shorter" },
      { after: 19, text: "in the order in which we decided it" },
      { after: 41, text: "add the dates" },
      { after: 50, text: "summarise what we decided about refunds so that I can paste it into the ticket" },
    ],
  },
  {
    title: "Deploy stops at the health check",
    project: "infra",
    agent: "claude-code",
    model: "claude-opus-4-5",
    branch: "main",
    start: [15, 10, 31],
    runs: [[0, 66]],
    toolCalls: 53,
    failures: 11,
    prompts: [
      {
        after: 0,
        text: 'The deploy hangs at the health check since yesterday.\n\n```\nERROR  readiness probe failed: Get "http://10.2.0.14:8080/ready": context deadline exceeded (Client.Timeout exceeded while awaiting headers)\nERROR  rollout stopped after 3 of 5 replicas\n```\n\nFind out what changed between v2.31.0 and v2.31.1 that touches startup. Do not restart anything, do not scale anything, only read. The database was not migrated; the config map was. Look at the order in which the pool opens and the route is registered, and at how long the first connection takes when the cluster DNS is cold.',
      },
      { after: 14, text: "so the pool opens before the resolver is ready" },
      { after: 31, text: "make ready answer 503 with a reason instead of hanging" },
      { after: 49, text: "rm -rf is not an answer" },
      { after: 63, text: "ship it" },
    ],
  },
];

const OLDER_TITLES = [
  "Faster product search",
  "Flaky checkout test",
  "Invoice numbers without gaps",
  "Read replicas for reports",
  "Dark theme of the mail templates",
  "決済 API のタイムアウト",
  "Gutscheine je Kunde begrenzen",
  "Remove the legacy cart",
  "Rate limit by API key",
  "Why does CI rebuild everything",
];

const OLDER_PROMPTS = [
  "yes",
  "go on",
  "run the tests and show me only what failed",
  "explain the query plan, line by line, and say which index is missing",
  "no, keep the public signature as it is. Only the inside changes.",
  "これはなぜ必要？",
  "write the migration, additive only, with a comment that says why",
  "the error still says “undefined”. Print the real value and where it comes from.",
  "rename it back, I did not ask for that",
  "bitte die Meldung in ganzen Sätzen, ohne Ausrufezeichen",
  "look at the last commit, what did it break?",
  "Compare both approaches in a table with three columns: what it costs, what it breaks, how we would know. Then stop and wait for me; I want to decide this one with the others on Thursday.",
  "commit",
];

/** A small generator of numbers that are always the same (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function olderStory(number: number): Story {
  const random = numbers(number + 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const count = 1 + Math.floor(random() ** 2 * 22);
  const prompts: Written[] = [];
  let after = 0;
  for (let at = 0; at < count; at += 1) {
    prompts.push({ after, text: pick(OLDER_PROMPTS) });
    after += 1 + Math.floor(random() * 14) + (random() > 0.9 ? 30 : 0);
  }
  const runs: [number, number][] = [];
  for (const prompt of prompts) {
    const last = runs.at(-1);
    if (last !== undefined && prompt.after - last[1] <= 15) last[1] = prompt.after + 3;
    else runs.push([prompt.after, prompt.after + 3]);
  }
  const isCodex = random() > 0.62;
  const toolCalls = Math.floor(count * (1 + random() * 6));
  return {
    title: pick(OLDER_TITLES),
    project: pick(PROJECTS),
    agent: isCodex ? "codex" : "claude-code",
    model: isCodex ? "gpt-5.1-codex" : pick(["claude-opus-4-5", "claude-sonnet-4-5"]),
    branch: pick(["main", "main", "feature/search", "fix/timeouts", null]),
    start: [14 - Math.floor(number / 5), 9 + Math.floor(random() * 9), Math.floor(random() * 60)],
    runs,
    prompts,
    toolCalls,
    failures: Math.floor(toolCalls * random() * 0.12),
    isSourceGone: number > 60 && random() > 0.5,
  };
}

export interface SampleSession {
  row: SessionRow;
  projectId: number;
  parentId: number | null;
}

export interface Sample {
  sessions: SampleSession[];
  prompts: (PromptRow & { projectId: number })[];
}

function minutesIn(start: number, runs: [number, number][]): ActiveRun[] {
  return runs.map(([from, to]) => ({ from: start + from * MINUTE, to: start + to * MINUTE }));
}

/** Makes at least so many prompts, newest first the written ones, then older ones made by rule. */
export function makeSample(atLeast = 400): Sample {
  const sample: Sample = { sessions: [], prompts: [] };
  let session = 0;
  const add = (story: Story) => {
    session += 1;
    const id = session;
    const start = Date.UTC(2026, 6, story.start[0], story.start[1] - 2, story.start[2]);
    const runs = minutesIn(start, story.runs);
    const activity = { runs, prompts: story.prompts.map((prompt) => start + prompt.after * MINUTE) };
    const activeMs = runs.reduce((sum, run) => sum + run.to - run.from, 0);
    const projectId = PROJECTS.indexOf(story.project) + 1;
    const row: SessionRow = {
      id,
      title: story.title,
      project: story.project,
      worktree: story.worktree ?? null,
      agent: story.agent,
      model: story.model,
      branch: story.branch,
      startedAt: start,
      endedAt: runs.at(-1)?.to ?? start,
      activeMs,
      activity,
      prompts: story.prompts.length,
      toolCalls: story.toolCalls,
      failures: story.failures,
      children: story.children?.length ?? 0,
      relation: null,
      isSourceGone: story.isSourceGone ?? false,
    };
    sample.sessions.push({ row, projectId, parentId: null });
    story.prompts.forEach((prompt, at) => {
      sample.prompts.push({
        id: id * 1000 + at + 1,
        sessionId: id,
        sessionTitle: story.title,
        at: start + prompt.after * MINUTE,
        text: prompt.text.slice(0, 2000),
        isCut: prompt.text.length > 2000,
        project: story.project,
        projectId,
        agent: story.agent,
        model: story.model,
        branch: story.branch,
        turn: at + 1,
        state: prompt.state ?? "current",
        activity,
      });
    });
    for (const child of story.children ?? []) {
      session += 1;
      const from = start + child.after * MINUTE;
      const to = from + child.minutes * MINUTE;
      sample.sessions.push({
        projectId,
        parentId: id,
        row: {
          ...row,
          id: session,
          title: child.title,
          startedAt: from,
          endedAt: to,
          activeMs: to - from,
          activity: { runs: [{ from, to }], prompts: [] },
          prompts: 0,
          toolCalls: child.toolCalls,
          failures: 0,
          children: 0,
          relation: child.relation,
        },
      });
    }
  };
  STORIES.forEach(add);
  for (let number = 0; sample.prompts.length < atLeast; number += 1) add(olderStory(number));
  sample.prompts.sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  return sample;
}

/** Days since 1970 in Berlin summer time; the sample's older winter days may be off by an hour, which no one sees. */
export function sampleDay(at: number | null): number | null {
  return at === null ? null : Math.floor((at + 120 * MINUTE) / DAY);
}
