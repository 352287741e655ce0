//! What the vault answers: the rows and slices that cross to the window, the command line and agents.
//!
//! These are plain values. Instants are epoch milliseconds, durations milliseconds, ids the vault's integers.

use daybook_model::{Activity, Agent, FaultKind, Kind, Origin, Relation, Role, State, TitleSource, Usage};
use serde::{Deserialize, Serialize};
use specta::Type;

/// Which prompts, sessions or matches are wanted. An empty list means "any".
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct Filter {
    /// Projects to keep.
    pub projects: Vec<i64>,
    /// Agents to keep.
    pub agents: Vec<Agent>,
    /// Models to keep.
    pub models: Vec<String>,
    /// Words that must all occur, as in search.
    pub words: String,
    /// First instant to keep.
    pub from_at: Option<i64>,
    /// First instant no longer to keep.
    pub until_at: Option<i64>,
}

/// The columns by which a table may be sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SortColumn {
    /// When it happened (prompts) or began (sessions).
    Time,
    /// Project name.
    Project,
    /// Agent name.
    Agent,
    /// Model name.
    Model,
    /// Prompt text or session title.
    Text,
    /// Place in the session (prompts).
    Turn,
    /// Active time (sessions).
    Active,
    /// Number of prompts (sessions).
    Prompts,
    /// Number of tool calls (sessions).
    Tools,
    /// Number of failed tool calls (sessions).
    Failures,
}

/// How a table is sorted; ties are broken by time and id, so an order is total and repeatable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Sort {
    /// By what.
    pub column: SortColumn,
    /// Largest, latest or last first.
    pub is_descending: bool,
}

/// One line of an order: a row and the local day it falls on (days since 1970 in the asked zone; `None`: undated).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderEntry {
    /// Id of the prompt or session.
    pub id: i64,
    /// Local day.
    pub day: Option<i32>,
}

/// How often a value occurs under the other filters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Count<T> {
    /// The value.
    pub value: T,
    /// How often.
    pub count: i64,
}

/// Counts for the chips and menus of a page; each ignores the filter of its own kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Facets {
    /// Rows that match all filters but the agent's.
    pub total: i64,
    /// By agent.
    pub agents: Vec<Count<Agent>>,
    /// By model.
    pub models: Vec<Count<String>>,
}

/// A project for the scope menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProjectRow {
    /// Id.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Directory, where known.
    pub path: Option<String>,
    /// Whether the name is only a folder name of the agent's store.
    pub is_guess: bool,
    /// Top-level sessions.
    pub sessions: i64,
    /// Prompts.
    pub prompts: i64,
    /// Last instant.
    pub last_at: Option<i64>,
}

/// A prompt in the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PromptRow {
    /// Id of the message.
    pub id: i64,
    /// Id of its session.
    pub session_id: i64,
    /// Title of its session.
    pub session_title: String,
    /// When.
    pub at: Option<i64>,
    /// The first 2,000 characters.
    pub text: String,
    /// Whether `text` is not the whole prompt.
    pub is_cut: bool,
    /// Project name.
    pub project: String,
    /// Agent.
    pub agent: Agent,
    /// Model that answered, where one did.
    pub model: Option<String>,
    /// Branch of the session.
    pub branch: Option<String>,
    /// One-based place among the prompts of the session.
    pub turn: i64,
    /// State (current, queued or abandoned).
    pub state: State,
    /// Activity of the session, for the trace.
    pub activity: Activity,
}

/// A session in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SessionRow {
    /// Id.
    pub id: i64,
    /// Title: the agent's or person's, else the first prompt's first line, else empty.
    pub title: String,
    /// Project name.
    pub project: String,
    /// Worktree label.
    pub worktree: Option<String>,
    /// Agent.
    pub agent: Agent,
    /// Most used model.
    pub model: Option<String>,
    /// Branch.
    pub branch: Option<String>,
    /// First instant.
    pub started_at: Option<i64>,
    /// Last instant of a message (never a file time).
    pub ended_at: Option<i64>,
    /// Active time.
    pub active_ms: i64,
    /// Activity for the trace.
    pub activity: Activity,
    /// Prompts typed by a person.
    pub prompts: i64,
    /// Tool calls.
    pub tool_calls: i64,
    /// Failed tool calls.
    pub failures: i64,
    /// Sessions that hang under it.
    pub children: i64,
    /// How it hangs on a parent.
    pub relation: Option<Relation>,
    /// Whether no source of it exists any more.
    pub is_source_gone: bool,
}

/// Another session, named in a session's facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SessionLink {
    /// Id; `None` if the vault does not hold it.
    pub id: Option<i64>,
    /// The agent's own id.
    pub native_id: String,
    /// Title.
    pub title: String,
    /// How the two hang together.
    pub relation: Relation,
    /// The tool call (message) of the parent that started it.
    pub call_message_id: Option<i64>,
    /// First instant.
    pub started_at: Option<i64>,
    /// Active time.
    pub active_ms: i64,
}

/// A file a session was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SessionSource {
    /// Id.
    pub id: i64,
    /// Path.
    pub path: String,
    /// Since when it is gone, if it is.
    pub missing_since_at: Option<i64>,
    /// Faults in it, without unknown record types.
    pub faults: Vec<FaultRow>,
}

/// A session opened in the drawer: everything but its transcript.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SessionDetail {
    /// The row of the list.
    pub row: SessionRow,
    /// The agent's own id.
    pub native_id: String,
    /// Other ids of the same session.
    pub aliases: Vec<String>,
    /// Where the title comes from.
    pub title_source: Option<TitleSource>,
    /// First working directory.
    pub cwd: Option<String>,
    /// Version of the agent's program.
    pub client_version: Option<String>,
    /// Whether the agent has put it away.
    pub is_archived: bool,
    /// Messages kept.
    pub messages: i64,
    /// Replies of a model.
    pub replies: i64,
    /// Tokens, each reply counted once.
    pub usage: UsageSum,
    /// The session it hangs on.
    pub parent: Option<SessionLink>,
    /// Sessions that hang under it.
    pub children: Vec<SessionLink>,
    /// Files it was read from.
    pub sources: Vec<SessionSource>,
    /// Secrets masked in it.
    pub masked: i64,
}

/// Tokens summed over many replies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UsageSum {
    /// See [`Usage::input`].
    pub input: i64,
    /// See [`Usage::output`].
    pub output: i64,
    /// See [`Usage::cache_read`].
    pub cache_read: i64,
    /// See [`Usage::cache_write`].
    pub cache_write: i64,
    /// See [`Usage::reasoning`].
    pub reasoning: i64,
}

/// One line of a transcript's skeleton: enough to lay the transcript out and to build the outline, without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TranscriptLine {
    /// Id of the message.
    pub id: i64,
    /// What it is.
    pub kind: Kind,
    /// Who produced it.
    pub origin: Origin,
    /// Whether it is part of the conversation as it stands.
    pub state: State,
    /// When.
    pub at: Option<i64>,
    /// Length of the text in bytes, for a first guess of its height.
    pub bytes: i64,
    /// One-based turn, on prompts.
    pub turn: Option<i64>,
    /// Whether it is a call or result that failed.
    pub is_failure: bool,
    /// First words of a prompt, for the outline; empty elsewhere.
    pub outline: String,
    /// Whether a compaction lies just before it.
    pub is_after_compaction: bool,
}

/// A message of a transcript, ready to show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TranscriptMessage {
    /// Id.
    pub id: i64,
    /// Position in its source.
    pub ordinal: i64,
    /// The agent's own id.
    pub native_id: Option<String>,
    /// Who speaks, as the file says.
    pub role: Role,
    /// Who produced it.
    pub origin: Origin,
    /// What it is.
    pub kind: Kind,
    /// Whether it is part of the conversation as it stands.
    pub state: State,
    /// When.
    pub at: Option<i64>,
    /// Model of a reply.
    pub model: Option<String>,
    /// The text (redacted), cut to 16,000 characters; see `whole_bytes`.
    pub text: String,
    /// Length of the whole text where `text` is not all of it.
    pub whole_bytes: Option<i64>,
    /// How long a model reasoned.
    pub duration_ms: Option<i64>,
    /// The tool call with its outcome, on calls and results.
    pub tool: Option<ToolRow>,
    /// Tokens of the reply, on its first message.
    pub usage: Option<Usage>,
    /// Session started by this call.
    pub child: Option<SessionLink>,
}

/// A tool call with what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ToolRow {
    /// The agent's id of the call.
    pub call_id: String,
    /// Tool name.
    pub name: String,
    /// First word of a command.
    pub command_head: String,
    /// Command, path or pattern, for one line.
    pub subject: String,
    /// Whether it failed; `None` where the file does not say.
    pub is_error: Option<bool>,
    /// Exit code.
    pub exit_code: Option<i32>,
    /// How long it ran.
    pub duration_ms: Option<i64>,
    /// Whether the person refused it.
    pub is_denied: bool,
    /// Whether the person stopped it.
    pub is_interrupted: bool,
    /// Message of the call.
    pub call_message_id: Option<i64>,
    /// Message of the result.
    pub result_message_id: Option<i64>,
}

/// A piece of a text that is too long to cross at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TextPiece {
    /// The piece.
    pub text: String,
    /// Where the next piece begins, in bytes of the whole text; `None` at its end.
    pub next: Option<i64>,
}

/// A match of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    /// Id of the message.
    pub message_id: i64,
    /// Id of its session.
    pub session_id: i64,
    /// Title of its session.
    pub session_title: String,
    /// Project name.
    pub project: String,
    /// Agent.
    pub agent: Agent,
    /// Who produced the message.
    pub origin: Origin,
    /// What it is.
    pub kind: Kind,
    /// Whether it is part of the conversation as it stands.
    pub state: State,
    /// When.
    pub at: Option<i64>,
    /// Pieces of the excerpt in order; matches are marked.
    pub excerpt: Vec<ExcerptPiece>,
    /// Rank value; lower is better (bm25).
    pub score: f64,
    /// Whether no source of the session exists any more.
    pub is_source_gone: bool,
}

/// A piece of an excerpt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExcerptPiece {
    /// Text, unescaped.
    pub text: String,
    /// Whether it matched.
    pub is_match: bool,
}

/// The answer of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SearchAnswer {
    /// Best matches first, at most as many as asked.
    pub hits: Vec<SearchHit>,
    /// All messages that match.
    pub total: i64,
    /// Sessions in which they lie.
    pub sessions: i64,
}

/// What the vault holds of one agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AgentSummary {
    /// Agent.
    pub agent: Agent,
    /// Sources read.
    pub sources: i64,
    /// Sources that are gone and kept.
    pub missing: i64,
    /// Sources that could not be read.
    pub quarantined: i64,
    /// Bytes of the sources as last seen.
    pub bytes: i64,
    /// Top-level sessions.
    pub sessions: i64,
    /// Prompts.
    pub prompts: i64,
    /// First instant of any session.
    pub first_at: Option<i64>,
    /// Last time a source was read.
    pub last_read_at: Option<i64>,
    /// Faults worth showing (damaged, broken, truncated).
    pub faults: i64,
}

/// What the vault holds altogether.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct VaultSummary {
    /// Top-level sessions.
    pub sessions: i64,
    /// Sessions that hang under others.
    pub children: i64,
    /// Prompts.
    pub prompts: i64,
    /// Messages.
    pub messages: i64,
    /// First instant.
    pub first_at: Option<i64>,
    /// Last instant.
    pub last_at: Option<i64>,
    /// Size of the vault's files in bytes.
    pub bytes: i64,
    /// By agent.
    pub agents: Vec<AgentSummary>,
}

/// A faulty or unreadable source, for the Inputs page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SourceRow {
    /// Id.
    pub id: i64,
    /// Path.
    pub path: String,
    /// `read`, `quarantined` or `missing`.
    pub state: String,
    /// Why it could not be read.
    pub failure: Option<String>,
    /// Size in bytes.
    pub bytes: i64,
    /// Last time it was read.
    pub last_read_at: i64,
    /// Faults in it.
    pub faults: Vec<FaultRow>,
}

/// A fault of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FaultRow {
    /// What is wrong.
    pub kind: FaultKind,
    /// Line.
    pub line: i64,
    /// Why.
    pub reason: String,
}
