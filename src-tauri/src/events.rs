//! What the window is told without asking.

use serde::{Deserialize, Serialize};
use specta::Type;
use tauri_specta::Event;

use crate::commands::inputs::Progress;
use crate::tags::Tag;

/// The vault changed: answers with these tags are stale.
#[derive(Debug, Clone, Serialize, Deserialize, Type, Event)]
#[serde(rename_all = "camelCase")]
pub struct VaultChanged {
    /// Kinds of answers that are stale.
    pub tags: Vec<Tag>,
    /// Sessions that changed; empty where any may have.
    pub sessions: Vec<i64>,
}

/// Reading went on.
#[derive(Debug, Clone, Serialize, Deserialize, Type, Event)]
pub struct IndexProgressed(pub Progress);
