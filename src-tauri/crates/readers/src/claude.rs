//! Reads the sessions of Claude Code.
//!
//! Provenance. Product: Claude Code by Anthropic. Versions seen: 1.0.128, 2.0.76, 2.1.332 (files of the real clients in
//! `tests/fixtures/corpus`), and the shapes of 2.1.0 that bug reports show. Where: `projects/` below `~/.claude` on
//! Linux, macOS and Windows alike, or below `CLAUDE_CONFIG_DIR`. Evidence: observed only; the format is not documented.
//!
//! Choices. A prompt given to the command line (`-p`, source `sdk`) counts as typed by a person, as earlier versions do
//! not tell it from one typed in the terminal. What the program answers in the model's place (`<synthetic>`) is a system
//! notice, no reply. Reasoning of which only the signature was kept is left out. A `summary` row is a title only if the
//! row it names is in the same file. Reminders attached to a prompt stay in the raw archive only.
//!
//! Known gaps. A rewind to before the first prompt is not told from a second beginning: both prompts hang under nothing.
//! The directory of a worktree is the rows' own; what `worktree-state` adds (the original directory) is not read.
//! Tokens of a reply of which nothing was kept (an empty thought, then an interruption) are not counted.
//! Attached files, instructions and prompt snapshots are in the raw archive only. `history.jsonl` is no source: what it
//! holds is in the sessions. That one session copies another is found by equal keys, not here.

mod conversation;
mod decode;
mod layout;
mod queue;
mod rows;
mod state;
mod tools;
mod voice;

use std::path::{Path, PathBuf};

use daybook_model::{Agent, Checkpoint, Sink, TitleSource};

use crate::lines::read_records;
use crate::{Places, ReadError, Reader};
use decode::Decoder;
use layout::Layout;
use state::State;

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
        layout::claims(relative)
    }

    fn companions(&self, path: &Path) -> Vec<PathBuf> {
        Layout::of(path).companions()
    }

    fn read(&self, path: &Path, from: Option<&Checkpoint>, sink: &mut dyn Sink) -> Result<Checkpoint, ReadError> {
        let from = from.cloned().unwrap_or_default();
        let state = if from.state.is_empty() && from.offset == 0 {
            None
        } else {
            let state = State::decode(&from.state);
            Some(state.ok_or_else(|| ReadError::CheckpointNotUnderstood { path: path.to_owned() })?)
        };
        let layout = Layout::of(path);
        let description = layout.description();
        let mut decoder = Decoder::new(layout, state);
        decoder.describe(description, sink);
        let checkpoint = read_records(path, &from, sink, &mut |line, sink| decoder.record(line, sink))?;
        decoder.tell_queue(sink);
        if let Some(title) = decoder.layout.companion_title() {
            let source = if title.is_own { TitleSource::PersonInAgent } else { TitleSource::Agent };
            decoder.give_title(0, source, &title.text, sink);
        }
        Ok(Checkpoint { state: decoder.state.encode(), ..checkpoint })
    }
}
