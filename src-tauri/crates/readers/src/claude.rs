//! Reads the sessions of Claude Code.

use std::path::{Path, PathBuf};

use daybook_model::{Agent, Checkpoint, Sink};

use crate::lines::read_lines;
use crate::{Places, ReadError, Reader};

/// The reader of Claude Code.
pub(crate) struct Claude;

impl Reader for Claude {
    fn agent(&self) -> Agent {
        Agent::ClaudeCode
    }

    fn version(&self) -> u32 {
        1
    }

    fn roots(&self, places: &Places) -> Vec<PathBuf> {
        let base = places.claude_config.clone().unwrap_or_else(|| places.home.join(".claude"));
        vec![base.join("projects")]
    }

    fn claims(&self, relative: &Path) -> bool {
        relative.extension().is_some_and(|extension| extension == "jsonl")
    }

    fn read(&self, path: &Path, from: Option<&Checkpoint>, sink: &mut dyn Sink) -> Result<Checkpoint, ReadError> {
        read_lines(path, &from.cloned().unwrap_or_default(), sink, &mut |_, _| {})
    }
}
