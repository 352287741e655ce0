/* Transcripts for tests: a builder that defaults everything irrelevant, and a fake host that answers with what was built. */
import { type FakeHost, makeFakeHost } from "../../ipc/fake/host.ts";
import type { SessionDetail, ToolRow, TranscriptLine, TranscriptMessageView } from "../../ipc/types.ts";

export const SESSION = 9001;
const START = Date.UTC(2026, 6, 16, 7, 0);

export type Step = Partial<Omit<TranscriptMessageView, "tool">> & {
  tool?: Partial<ToolRow>;
  turn?: number;
  isFailure?: boolean;
  isAfterCompaction?: boolean;
};

export interface Built {
  lines: TranscriptLine[];
  messages: Map<number, TranscriptMessageView>;
}

export const prompt = (turn: number, text: string, rest: Step = {}): Step => ({
  kind: "prose",
  origin: "human",
  turn,
  text,
  ...rest,
});
export const reply = (text: string, rest: Step = {}): Step => ({ kind: "prose", origin: "assistant", text, ...rest });
/** A call and its result. */
export const call = (tool: Partial<ToolRow>, input: string, output: string, rest: Step = {}): Step[] => [
  { kind: "tool-call", origin: "assistant", text: input, tool, isFailure: tool.isError === true, ...rest },
  { kind: "tool-result", origin: "automation", text: output, tool, isFailure: tool.isError === true },
];

/** The id of the n-th step. */
export const idOf = (step: number): number => SESSION * 100_000 + step;

export function build(steps: readonly Step[]): Built {
  const built: Built = { lines: [], messages: new Map() };
  steps.forEach((step, at) => {
    const { tool, turn = null, isFailure = false, isAfterCompaction = false, ...given } = step;
    const text = given.text ?? "";
    const kind = given.kind ?? "prose";
    const message: TranscriptMessageView = {
      id: idOf(at),
      ordinal: at,
      nativeId: null,
      role: "user",
      origin: "assistant",
      state: "current",
      at: START + at * 20_000,
      model: null,
      wholeBytes: null,
      durationMs: null,
      usage: null,
      child: null,
      html: kind === "tool-call" || kind === "tool-result" || kind === "system" ? "" : `<p>${escaped(text)}</p>`,
      ...given,
      kind,
      text,
      tool: tool === undefined ? null : toolOf(tool, kind, at),
    };
    built.messages.set(message.id, message);
    built.lines.push({
      id: message.id,
      kind,
      origin: message.origin,
      state: message.state,
      at: message.at,
      bytes: text.length,
      turn,
      isFailure,
      outline: turn === null ? "" : text.slice(0, 80),
      isAfterCompaction,
    });
  });
  return built;
}

/** A fake host that knows one more session. */
export function hostWith(built: Built, detail: Partial<SessionDetail> = {}): FakeHost {
  const fake = makeFakeHost();
  const { getSession } = fake;
  const text = (id: number) => built.messages.get(id)?.text ?? "";
  return Object.assign(fake, {
    getSession: async (id: number) => {
      const base = await getSession(6);
      return id === SESSION
        ? { ...base, row: { ...base.row, id: SESSION, relation: null }, children: [], ...detail }
        : base;
    },
    listTranscript: async () => built.lines,
    listMessages: async (_: number, ids: number[]) => ids.flatMap((id) => built.messages.get(id) ?? []),
    findInSession: async (_: number, words: string) =>
      built.lines.filter((line) => text(line.id).toLowerCase().includes(words.toLowerCase())).map((line) => line.id),
  });
}

function toolOf(tool: Partial<ToolRow>, kind: string, at: number): ToolRow {
  return {
    callId: `call-${at}`,
    name: "Bash",
    commandHead: "",
    subject: "",
    isError: null,
    exitCode: null,
    durationMs: null,
    isDenied: false,
    isInterrupted: false,
    callMessageId: kind === "tool-call" ? idOf(at) : idOf(at - 1),
    resultMessageId: kind === "tool-call" ? idOf(at + 1) : idOf(at),
    ...tool,
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
