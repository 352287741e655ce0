//! Which answers a change makes stale: what each read provides and what each write invalidates.
//!
//! The window keeps answers by tag and drops those whose tags an event or a write names. Both tables reach it through
//! the generated bindings, so there is one list.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

/// A kind of answer that goes stale together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Tag {
    /// Which vault is open.
    Vault,
    /// Sums over the vault.
    Summary,
    /// Prompts and their orders.
    Prompts,
    /// Sessions and their orders.
    Sessions,
    /// Projects.
    Projects,
    /// Messages of sessions.
    Transcripts,
    /// Matches of searches.
    Search,
    /// What is read, and from where.
    Inputs,
    /// How far reading has come.
    Progress,
    /// What the person chose.
    Preferences,
}

/// Which tags a command has; a command missing here has none.
pub(crate) type Table = &'static [(&'static str, &'static [Tag])];

/// What each read provides.
pub(crate) const PROVIDES: Table = &[
    ("open_state", &[Tag::Vault]),
    ("get_summary", &[Tag::Summary]),
    ("list_prompt_order", &[Tag::Prompts]),
    ("list_prompts", &[Tag::Prompts]),
    ("count_prompt_facets", &[Tag::Prompts]),
    ("list_session_order", &[Tag::Sessions]),
    ("list_sessions", &[Tag::Sessions]),
    ("count_session_facets", &[Tag::Sessions]),
    ("list_child_sessions", &[Tag::Sessions]),
    ("list_running_sessions", &[Tag::Sessions]),
    ("list_projects", &[Tag::Projects]),
    ("get_session", &[Tag::Transcripts]),
    ("list_transcript", &[Tag::Transcripts]),
    ("list_messages", &[Tag::Transcripts]),
    ("find_in_session", &[Tag::Transcripts]),
    ("get_whole_text", &[Tag::Transcripts]),
    ("search", &[Tag::Search]),
    ("get_progress", &[Tag::Progress]),
    ("list_faulty_sources", &[Tag::Inputs]),
    ("get_preferences", &[Tag::Preferences]),
];

/// What each write invalidates once it is done.
pub(crate) const INVALIDATES: Table = &[
    ("finish_welcome", &[Tag::Vault]),
    ("open_link", &[]),
    ("quit", &[]),
    ("pause_indexing", &[Tag::Progress]),
    ("resume_indexing", &[Tag::Progress]),
    ("scan_now", &[Tag::Progress]),
    ("read_source_again", &[Tag::Inputs, Tag::Progress]),
    ("set_input_enabled", &[Tag::Inputs, Tag::Progress]),
    ("add_input_root", &[Tag::Inputs, Tag::Progress]),
    ("remove_input_root", &[Tag::Inputs, Tag::Progress]),
    ("reveal_source", &[]),
    ("open_sample_vault", ALL),
    ("leave_sample_vault", ALL),
    ("set_preferences", &[Tag::Preferences, Tag::Vault]),
];

/// Everything: another vault is open.
pub(crate) const ALL: &[Tag] = &[
    Tag::Vault,
    Tag::Summary,
    Tag::Prompts,
    Tag::Sessions,
    Tag::Projects,
    Tag::Transcripts,
    Tag::Search,
    Tag::Inputs,
    Tag::Progress,
    Tag::Preferences,
];

/// Everything that a commit of the indexer may change.
pub(crate) const AFTER_COMMIT: &[Tag] =
    &[Tag::Summary, Tag::Prompts, Tag::Sessions, Tag::Projects, Tag::Transcripts, Tag::Search, Tag::Inputs];

/// Arranges a table by command, for the bindings.
pub(crate) fn by_command(table: Table) -> BTreeMap<&'static str, &'static [Tag]> {
    table.iter().copied().collect()
}
