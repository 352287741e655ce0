/*
 * The only door between the window and the program. Production opens it onto Tauri, tests and a plain browser onto
 * the fake host; nothing else in the window knows which. Every method is one command of the same name.
 */
import type {
  Agent,
  Facets,
  Filter,
  OpenState,
  Preferences,
  Progress,
  ProjectRow,
  PromptRow,
  SearchAnswer,
  SessionDetail,
  SessionRow,
  Sort,
  SourceRow,
  Tag,
  TranscriptLine,
  TranscriptMessageView,
  VaultSummary,
} from "./types.ts";

/** What the program can be asked. Failures are thrown as `HostError` (errors.ts). */
export interface Host {
  openState(): Promise<OpenState>;
  getSummary(): Promise<VaultSummary>;
  getProgress(): Promise<Progress>;
  /** Packed order; unpack with `lib/order.ts`. */
  listPromptOrder(filter: Filter, sort: Sort): Promise<ArrayBuffer>;
  listPrompts(ids: number[]): Promise<PromptRow[]>;
  countPromptFacets(filter: Filter): Promise<Facets>;
  listSessionOrder(filter: Filter, sort: Sort): Promise<ArrayBuffer>;
  listSessions(ids: number[]): Promise<SessionRow[]>;
  countSessionFacets(filter: Filter): Promise<Facets>;
  listChildSessions(sessionId: number): Promise<SessionRow[]>;
  listRunningSessions(): Promise<SessionRow[]>;
  listProjects(): Promise<ProjectRow[]>;
  getSession(sessionId: number): Promise<SessionDetail>;
  listTranscript(sessionId: number): Promise<TranscriptLine[]>;
  listMessages(sessionId: number, ids: number[]): Promise<TranscriptMessageView[]>;
  findInSession(sessionId: number, words: string): Promise<number[]>;
  getWholeText(messageId: number): Promise<string>;
  search(filter: Filter, limit: number, offset: number): Promise<SearchAnswer>;
  listFaultySources(agent: Agent): Promise<SourceRow[]>;
  getPreferences(): Promise<Preferences>;

  pauseIndexing(): Promise<void>;
  resumeIndexing(): Promise<void>;
  scanNow(): Promise<void>;
  readSourceAgain(sourceId: number): Promise<void>;
  setInputEnabled(agent: Agent, isEnabled: boolean): Promise<void>;
  /** Opens the system's folder dialog; `null` if it was closed without a choice. */
  addInputRoot(agent: Agent): Promise<string | null>;
  removeInputRoot(agent: Agent, path: string): Promise<void>;
  finishWelcome(): Promise<void>;
  openSampleVault(): Promise<void>;
  leaveSampleVault(): Promise<void>;
  /** Shows the file in the system's file manager. */
  revealSource(sourceId: number): Promise<void>;
  setPreferences(preferences: Preferences): Promise<void>;
  /** Opens a link of a transcript in the person's browser; only after a click, only http, https and mailto. */
  openLink(url: string): Promise<void>;
  /** Closes Daybook. */
  quit(): Promise<void>;

  /** Calls back after the vault changed; returns the way to stop. */
  onVaultChanged(listener: (tags: Tag[]) => void): () => void;
  /** Calls back while the indexer works; returns the way to stop. */
  onIndexProgressed(listener: (progress: Progress) => void): () => void;
}

let current: Host | undefined;

/** Sets the host, once at the start (tests: before each render). */
export function setHost(host: Host): void {
  current = host;
}

/** Gives the host; a fault of the program itself if there is none yet. */
export function host(): Host {
  if (current === undefined) throw new Error("The window asked the program before it was connected.");
  return current;
}
