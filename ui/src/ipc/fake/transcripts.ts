/*
 * Transcripts for the fake host: for each prompt of a session what an agent might have done after it. One session (the
 * refunds) has everything a transcript can have: reasoning, edits, a failing command, long output, a compaction, a
 * subagent, a masked secret, text that tries to be HTML.
 */
import type { Kind, Origin, Role, SessionLink, ToolRow, TranscriptLine, TranscriptMessageView } from "../types.ts";
import type { Sample } from "./samples.ts";

interface Step {
  kind: Kind;
  origin: Origin;
  role: Role;
  text: string;
  at: number;
  turn?: number;
  tool?: Partial<ToolRow>;
  durationMs?: number;
  wholeBytes?: number;
  isAfterCompaction?: boolean;
  isAbandoned?: boolean;
  child?: SessionLink;
}

const EDIT = JSON.stringify(
  {
    file_path: "src/refunds/totals.ts",
    old_string: "  const lines = split(order.lines, refund)\n  return round(sum(lines.map((l) => l.net * l.rate)))",
    new_string:
      "  const lines = split(order.lines, refund)\n  const rounded = lines.map((l) => round(l.net * l.rate))\n  return sum(rounded)",
  },
  null,
  2,
);

const FAILED = `FAIL  src/refunds/totals.test.ts > splits tax per rate
AssertionError: expected 5997 to be 5998
  at src/refunds/totals.test.ts:88:31
${Array.from({ length: 38 }, (_, at) => `  at frame ${at} (node_modules/vitest/dist/run.js:${100 + at}:7)`).join("\n")}`;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Just enough Markdown for the sample: paragraphs, code spans, fences. The real HTML is made in Rust. */
function asHtml(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => {
      const fence = /^```\w*\n([\s\S]*?)\n?```$/.exec(part);
      if (fence !== null) return `<pre><code>${escaped(fence[1] ?? "")}</code></pre>`;
      return `<p>${escaped(part).replace(/`([^`]+)`/g, "<code>$1</code>")}</p>`;
    })
    .join("\n");
}

function stepsOf(sample: Sample, sessionId: number): Step[] {
  const session = sample.sessions.find((one) => one.row.id === sessionId);
  if (session === undefined) return [];
  const prompts = sample.prompts.filter((one) => one.sessionId === sessionId).sort((a, b) => a.turn - b.turn);
  const isRich = session.row.title.startsWith("Rückerstattungen");
  const children = sample.sessions.filter((one) => one.parentId === sessionId);
  const steps: Step[] = [];
  const speak = (kind: Kind, at: number, text: string, more: Partial<Step> = {}) =>
    steps.push({ kind, origin: "assistant", role: "assistant", at, text, ...more });
  const call = (at: number, tool: Partial<ToolRow>, input: string, output: string, more: Partial<Step> = {}) => {
    const callId = `call-${steps.length}`;
    speak("tool-call", at, input, { tool: { callId, ...tool }, ...more });
    steps.push({
      kind: "tool-result",
      origin: "automation",
      role: "tool",
      at: at + 4_000,
      text: output,
      tool: { callId, ...tool },
    });
  };
  if (prompts.length === 0) {
    const at = session.row.startedAt ?? 0;
    steps.push({
      kind: "prose",
      origin: "automation",
      role: "user",
      at,
      text: `${session.row.title}. Report the file and the line, change nothing.`,
    });
    call(
      at + 9_000,
      { name: "Grep", subject: "round(" },
      '{ "pattern": "round(" }',
      "src/refunds/totals.ts:41\nsrc/orders/price.ts:18",
    );
    speak(
      "prose",
      at + 60_000,
      "Two places round: `src/refunds/totals.ts:41` and `src/orders/price.ts:18`. Nothing else does.",
    );
  }
  for (const prompt of prompts) {
    const at = prompt.at ?? 0;
    steps.push({ kind: "prose", origin: "human", role: "user", at, text: prompt.text, turn: prompt.turn });
    speak(
      "reasoning",
      at + 8_000,
      "The person wants the smallest change. First I read the file, then the tests that cover it, then I decide where the rounding belongs.",
      { durationMs: 18_000 },
    );
    call(
      at + 20_000,
      { name: "Read", subject: "src/refunds/totals.ts" },
      '{ "file_path": "src/refunds/totals.ts" }',
      "export function totals(order: Order, refund: Refund) {\n  const lines = split(order.lines, refund)\n  return round(sum(lines.map((l) => l.net * l.rate)))\n}",
    );
    if (isRich && prompt.turn === 10) {
      steps.push({
        kind: "summary",
        origin: "system",
        role: "user",
        at: at + 30_000,
        text: "Refunds are rounded per line. The old column stays. Open: credit notes, the export.",
        isAfterCompaction: true,
      });
    }
    if (isRich && prompt.turn === 12) {
      const child = children[0];
      call(
        at + 40_000,
        { name: "Task", subject: "check the export against the ledger", durationMs: 130_000 },
        '{ "description": "check the export against the ledger" }',
        "The export and the ledger agree for all 214 rows.",
        {
          child: child === undefined ? undefined : linkTo(child.row),
        },
      );
    }
    if (isRich && prompt.turn === 13) {
      speak(
        "prose",
        at + 30_000,
        "The total is rounded once, after the tax split, so a third of a cent survives. I will round each line to minor units and sum those.",
      );
      call(
        at + 60_000,
        { name: "Edit", subject: "src/refunds/totals.ts" },
        EDIT,
        "The file src/refunds/totals.ts has been updated.",
      );
      call(
        at + 120_000,
        {
          name: "Bash",
          commandHead: "pnpm",
          subject: "pnpm test refunds",
          isError: true,
          exitCode: 1,
          durationMs: 6_400,
        },
        '{ "command": "pnpm test refunds" }',
        FAILED,
      );
      speak(
        "prose",
        at + 180_000,
        "The test still expects the old sum. 59.97 € is the figure you gave, so I change the expectation in `totals.test.ts` and nothing else.\n\n<script>alert('never run')</script>\n\n```ts\nexpect(total).toBe(5997)\n```",
      );
    } else {
      call(
        at + 50_000,
        { name: "Bash", commandHead: "pnpm", subject: "pnpm test", isError: false, exitCode: 0, durationMs: 9_100 },
        '{ "command": "pnpm test" }',
        " ✓ src/refunds (14)\n ✓ src/orders (88)\n\n Test Files  12 passed (12)",
      );
      speak("prose", at + 90_000, "Done. The tests pass, and nothing outside the module changed.");
    }
  }
  return steps;
}

function linkTo(row: { id: number; title: string; startedAt: number | null; activeMs: number }): SessionLink {
  return {
    id: row.id,
    nativeId: `agent-${row.id}`,
    title: row.title,
    relation: "subagent",
    callMessageId: null,
    startedAt: row.startedAt,
    activeMs: row.activeMs,
  };
}

interface Transcript {
  lines: TranscriptLine[];
  messages: Map<number, TranscriptMessageView>;
  texts: Map<number, string>;
}

/** Makes the transcript of a session; message ids of prompts are those of the prompt rows. */
export function makeTranscript(sample: Sample, sessionId: number): Transcript {
  const transcript: Transcript = { lines: [], messages: new Map(), texts: new Map() };
  const steps = stepsOf(sample, sessionId);
  const ids = steps.map((step, at) =>
    step.turn === undefined ? sessionId * 1000 + 500 + at : sessionId * 1000 + step.turn,
  );
  steps.forEach((step, at) => {
    const id = ids[at] as number;
    const callAt = steps.findIndex((one) => one.kind === "tool-call" && one.tool?.callId === step.tool?.callId);
    const resultAt = steps.findIndex((one) => one.kind === "tool-result" && one.tool?.callId === step.tool?.callId);
    const tool: ToolRow | null =
      step.tool === undefined
        ? null
        : {
            callId: "",
            name: "",
            commandHead: "",
            subject: "",
            isError: false,
            exitCode: null,
            durationMs: null,
            isDenied: false,
            isInterrupted: false,
            callMessageId: ids[callAt] ?? null,
            resultMessageId: ids[resultAt] ?? null,
            ...step.tool,
          };
    transcript.texts.set(id, step.text);
    transcript.lines.push({
      id,
      kind: step.kind,
      origin: step.origin,
      state: step.isAbandoned === true ? "abandoned" : "current",
      at: step.at,
      bytes: new TextEncoder().encode(step.text).length,
      turn: step.turn ?? null,
      isFailure: tool?.isError === true,
      outline: step.turn === undefined ? "" : (step.text.split("\n")[0] ?? "").slice(0, 80),
      isAfterCompaction: step.isAfterCompaction === true,
    });
    const isProse = step.kind !== "tool-call" && step.kind !== "tool-result";
    transcript.messages.set(id, {
      html: isProse ? asHtml(step.text) : "",
      id,
      ordinal: at,
      nativeId: `message-${id}`,
      role: step.role,
      origin: step.origin,
      kind: step.kind,
      state: "current",
      at: step.at,
      model:
        step.origin === "assistant"
          ? (sample.sessions.find((one) => one.row.id === sessionId)?.row.model ?? null)
          : null,
      text: step.text.slice(0, 16_000),
      wholeBytes: step.wholeBytes ?? null,
      durationMs: step.durationMs ?? null,
      tool,
      usage: null,
      child: step.child ?? null,
    });
  });
  return transcript;
}
