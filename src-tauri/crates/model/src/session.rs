//! What a file says about the session as a whole.

use serde::{Deserialize, Serialize};

use crate::agent::Agent;
use crate::instant::Moment;

/// The identity of a session: the agent and the agent's own id.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SessionId {
    /// The agent that held the session.
    pub agent: Agent,
    /// The agent's own id, as it writes it.
    pub native_id: String,
}

/// How a session hangs on another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// A subagent that a call of the parent started.
    Subagent,
    /// A copy of the parent up to a point, continued apart.
    Fork,
    /// The parent taken up again in a new session.
    Resume,
}

/// The session that another one hangs on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parent {
    /// The parent's own id; it may be unknown to the vault (read later, or never kept).
    pub native_id: String,
    /// How the two hang together.
    pub relation: Relation,
    /// The parent's tool call that started a subagent.
    pub call_id: Option<String>,
    /// For a fork that copies nothing: the parent's first ordinal that is no longer shared.
    pub shared_until: Option<u32>,
}

/// Where a title comes from; a later variant beats an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "kebab-case")]
pub enum TitleSource {
    /// The first line of the first prompt that a person typed.
    FirstPrompt,
    /// The agent made it up.
    Agent,
    /// The person gave it in the agent.
    PersonInAgent,
    /// The person gave it in Daybook.
    PersonInDaybook,
}

/// A title with its rank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// One line, redacted.
    pub text: String,
    /// Where it comes from.
    pub source: TitleSource,
}

/// What a reader knows of a session so far. A field that is `None` says nothing and overwrites nothing; lists add up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionFacts {
    /// The agent's own id of the session.
    pub native_id: String,
    /// Other ids under which the same session appears.
    pub aliases: Vec<String>,
    /// The first working directory that the records name.
    pub cwd: Option<String>,
    /// What to call the project where no record names a directory: a folder name, shown as a guess, never decoded.
    pub folder_label: Option<String>,
    /// The branch checked out when the session began.
    pub branch: Option<String>,
    /// The best title in this source; equal rank: the later one wins.
    pub title: Option<Title>,
    /// The session this one hangs on.
    pub parent: Option<Parent>,
    /// Version of the agent's program.
    pub client_version: Option<String>,
    /// Start of this file's part, where several files make one session: files sort by it.
    pub segment_at: Option<Moment>,
    /// Whether the agent has put the session away.
    pub is_archived: Option<bool>,
}
