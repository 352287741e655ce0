//! Reads the rollouts of Codex.

use std::path::{Path, PathBuf};

use daybook_model::{Agent, Checkpoint, Sink};

use crate::{Places, ReadError, Reader};

/// Decodes the rollouts of Codex.
pub(crate) struct Codex;

impl Reader for Codex {
    fn agent(&self) -> Agent {
        Agent::Codex
    }

    fn version(&self) -> u32 {
        1
    }

    fn roots(&self, places: &Places) -> Vec<PathBuf> {
        let home = places.codex_home.clone().unwrap_or_else(|| places.home.join(".codex"));
        vec![home.join("sessions"), home.join("archived_sessions")]
    }

    fn claims(&self, relative: &Path) -> bool {
        let name = relative.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("rollout-") && (name.ends_with(".jsonl") || name.ends_with(".jsonl.zst"))
    }

    fn read(&self, path: &Path, from: Option<&Checkpoint>, sink: &mut dyn Sink) -> Result<Checkpoint, ReadError> {
        let start = from.cloned().unwrap_or_default();
        crate::lines::read_lines(path, &start, sink, &mut |_, _| {})
    }
}
