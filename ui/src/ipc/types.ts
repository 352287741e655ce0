/*
 * The shapes that cross between the window and the program. They are named here once, so that features import them
 * from one place and never from the generated file.
 */

export type Agent = "claude-code" | "codex";
export type Role = "user" | "assistant" | "tool" | "system";
export type Origin = "human" | "assistant" | "system" | "automation" | "unknown";
export type Kind = "prose" | "code" | "tool-call" | "tool-result" | "reasoning" | "summary" | "system";
export type State = "current" | "queued" | "abandoned" | "superseded" | "copied";
export type Relation = "subagent" | "fork" | "resume";
export type TitleSource = "first-prompt" | "agent" | "person-in-agent" | "person-in-daybook";
export type FaultKind = "damaged" | "recovered" | "broken-link" | "unknown-type" | "truncated";

export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  reasoning: number;
}

export interface ActiveRun {
  from: number;
  to: number;
}

export interface Activity {
  runs: ActiveRun[];
  prompts: number[];
}

export interface Filter {
  projects: number[];
  agents: Agent[];
  models: string[];
  words: string;
  fromAt: number | null;
  untilAt: number | null;
}

export type SortColumn =
  | "time"
  | "project"
  | "agent"
  | "model"
  | "text"
  | "turn"
  | "active"
  | "prompts"
  | "tools"
  | "failures";

export interface Sort {
  column: SortColumn;
  isDescending: boolean;
}

export interface Count<T> {
  value: T;
  count: number;
}

export interface Facets {
  total: number;
  agents: Count<Agent>[];
  models: Count<string>[];
}

export interface ProjectRow {
  id: number;
  name: string;
  path: string | null;
  isGuess: boolean;
  sessions: number;
  prompts: number;
  lastAt: number | null;
}

export interface PromptRow {
  id: number;
  sessionId: number;
  sessionTitle: string;
  at: number | null;
  text: string;
  isCut: boolean;
  project: string;
  agent: Agent;
  model: string | null;
  branch: string | null;
  turn: number;
  state: State;
  activity: Activity;
}

export interface SessionRow {
  id: number;
  title: string;
  project: string;
  worktree: string | null;
  agent: Agent;
  model: string | null;
  branch: string | null;
  startedAt: number | null;
  endedAt: number | null;
  activeMs: number;
  activity: Activity;
  prompts: number;
  toolCalls: number;
  failures: number;
  children: number;
  relation: Relation | null;
  isSourceGone: boolean;
}

export interface SessionLink {
  id: number | null;
  nativeId: string;
  title: string;
  relation: Relation;
  callMessageId: number | null;
  startedAt: number | null;
  activeMs: number;
}

export interface FaultRow {
  kind: FaultKind;
  line: number;
  reason: string;
}

export interface SessionSource {
  id: number;
  path: string;
  missingSinceAt: number | null;
  faults: FaultRow[];
}

export interface SessionDetail {
  row: SessionRow;
  nativeId: string;
  aliases: string[];
  titleSource: TitleSource | null;
  cwd: string | null;
  clientVersion: string | null;
  isArchived: boolean;
  messages: number;
  replies: number;
  usage: Usage;
  parent: SessionLink | null;
  children: SessionLink[];
  sources: SessionSource[];
  masked: number;
}

export interface TranscriptLine {
  id: number;
  kind: Kind;
  origin: Origin;
  state: State;
  at: number | null;
  bytes: number;
  turn: number | null;
  isFailure: boolean;
  outline: string;
  isAfterCompaction: boolean;
}

export interface ToolRow {
  callId: string;
  name: string;
  commandHead: string;
  subject: string;
  isError: boolean | null;
  exitCode: number | null;
  durationMs: number | null;
  isDenied: boolean;
  isInterrupted: boolean;
  callMessageId: number | null;
  resultMessageId: number | null;
}

export interface TranscriptMessage {
  id: number;
  ordinal: number;
  nativeId: string | null;
  role: Role;
  origin: Origin;
  kind: Kind;
  state: State;
  at: number | null;
  model: string | null;
  text: string;
  wholeBytes: number | null;
  durationMs: number | null;
  tool: ToolRow | null;
  usage: Usage | null;
  child: SessionLink | null;
}

/** A message with the HTML that Rust made of its Markdown: the only HTML the window ever inserts. */
export interface TranscriptMessageView extends TranscriptMessage {
  /** Empty where the text is no Markdown: then `text` is shown. */
  html: string;
}

export interface ExcerptPiece {
  text: string;
  isMatch: boolean;
}

export interface SearchHit {
  messageId: number;
  sessionId: number;
  sessionTitle: string;
  project: string;
  agent: Agent;
  origin: Origin;
  kind: Kind;
  state: State;
  at: number | null;
  excerpt: ExcerptPiece[];
  score: number;
  isSourceGone: boolean;
}

export interface SearchAnswer {
  hits: SearchHit[];
  total: number;
  sessions: number;
}

export interface AgentSummary {
  agent: Agent;
  sources: number;
  missing: number;
  quarantined: number;
  bytes: number;
  sessions: number;
  prompts: number;
  firstAt: number | null;
  lastReadAt: number | null;
  faults: number;
}

export interface VaultSummary {
  sessions: number;
  children: number;
  prompts: number;
  messages: number;
  firstAt: number | null;
  lastAt: number | null;
  bytes: number;
  agents: AgentSummary[];
}

export interface SourceRow {
  id: number;
  path: string;
  state: string;
  failure: string | null;
  bytes: number;
  lastReadAt: number;
  faults: FaultRow[];
}

export type IndexState = "discovering" | "reading" | "up-to-date" | "paused" | "failed";

export interface RootState {
  path: string;
  exists: boolean;
}

export interface AgentProgress {
  agent: Agent;
  roots: RootState[];
  filesFound: number;
  bytesFound: number;
  filesDone: number;
  oldestAt: number | null;
  isEnabled: boolean;
}

export interface Progress {
  state: IndexState;
  filesDone: number;
  filesTotal: number;
  bytesDone: number;
  bytesTotal: number;
  currentAgent: Agent | null;
  errors: number;
  watching: number;
  notice: string | null;
  perAgent: AgentProgress[];
}

export type Theme = "system" | "light" | "dark";
export type Density = "compact" | "default" | "relaxed";

export interface Preferences {
  theme: Theme;
  density: Density;
  /** Text size in per cent, 80 to 200. */
  textScale: number;
  singleKeys: boolean;
  /** 0 is Sunday, 1 Monday. */
  firstWeekday: number;
}

export interface OpenProblem {
  code: string;
  message: string;
  hint: string | null;
}

export interface OpenState {
  vaultPath: string;
  isSample: boolean;
  isFirstRun: boolean;
  problem: OpenProblem | null;
  timeZone: string;
  version: string;
  theme: Theme;
}

export interface CommandError {
  code: string;
  message: string;
  hint: string | null;
}

/** What a change of the vault touches. */
export type Tag = "prompts" | "sessions" | "projects" | "transcripts" | "sources" | "settings" | "summary";
