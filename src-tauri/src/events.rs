//! What the window is told without asking.

use daybook_indexer::Progress;
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri_specta::Event;

use crate::tags::Tag;

/// The vault changed: answers with these tags are stale.
#[derive(Debug, Clone, Serialize, Deserialize, Type, Event)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VaultChanged {
    /// Kinds of answers that are stale.
    pub(crate) tags: Vec<Tag>,
    /// Sessions that changed; empty where any may have.
    pub(crate) sessions: Vec<i64>,
}

/// Reading went on.
#[derive(Debug, Clone, Serialize, Type, Event)]
pub(crate) struct IndexProgressed(pub(crate) Progress);
