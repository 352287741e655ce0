//! What the reader must remember between two rows, and so also between two reads of a growing file.
//!
//! Everything here is bounded: lists keep their newest entries. It is stored as JSON in the checkpoint; a state of
//! another version is not understood and the file is read from its start.

use std::path::Path;

use daybook_model::{Checkpoint, Message, MessageKey, Moment, ToolOutcome, Usage};
use serde::{Deserialize, Serialize};

use super::tokens::Tokens;
use crate::ReadError;

/// Raised whenever an older state can no longer be continued.
const STATE_VERSION: u32 = 1;

/// The memory of one rollout.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a file, not states of a machine")]
pub(super) struct State {
    version: u32,
    /// The thread that the file belongs to; empty until the first row.
    pub(super) native_id: String,
    /// Whether the session was named to the sink.
    pub(super) is_announced: bool,
    /// Whether a model gave the prompts of this session.
    pub(super) is_subagent: bool,
    /// Whether the file begins in the middle of a thread, its totals too.
    pub(super) begins_midway: bool,
    /// Whether a working directory was named.
    pub(super) has_cwd: bool,
    /// The history of a parent that is being replayed.
    pub(super) replay: Option<Replay>,
    /// The model of the current turn.
    pub(super) model: Option<String>,
    /// The current turn.
    pub(super) turn_id: Option<String>,
    /// The last ordinal given away.
    pub(super) last_ordinal: Option<u32>,
    /// Messages without an id so far, in files without ordinals.
    pub(super) position: u64,
    /// The last message, which the next one continues.
    pub(super) last_key: Option<MessageKey>,
    /// For every prompt that still stands: the message it continues.
    pub(super) turns: Vec<Option<MessageKey>>,
    /// First line of the first prompt.
    pub(super) first_prompt: Option<String>,
    /// The prompt that gave the title.
    pub(super) first_prompt_key: Option<MessageKey>,
    /// Whether the file tells prompts by events.
    pub(super) has_user_events: bool,
    /// Prompts taken on trust while no event has told prompts from injected text.
    pub(super) provisional: Vec<Message>,
    /// The last user row, until its event comes.
    pub(super) pending_user: Option<PendingUser>,
    /// The last prompt made from an event, until its row comes.
    pub(super) pending_event: Option<(u64, u64)>,
    /// Texts of this turn of which the second copy is still to come.
    pub(super) echoes: Vec<Echo>,
    /// First message of the reply that is being written.
    pub(super) open_reply: Option<u32>,
    /// First message and tokens of the last reply.
    pub(super) last_reply: Option<(u32, Usage)>,
    /// Tokens for which there is no reply yet.
    pub(super) carried: Usage,
    /// Cumulative totals as last written.
    pub(super) totals: Option<Tokens>,
    /// Whether the file counts tokens for every response; the running totals are ignored then.
    pub(super) has_usage_records: bool,
    /// The last prose of the model: a compaction may turn out to repeat it.
    pub(super) last_prose: Option<LastProse>,
    /// Calls that may still be answered.
    pub(super) calls: Vec<OpenCall>,
    /// Whether the current turn was already said to be aborted.
    pub(super) is_abort_told: bool,
    /// Types of rows that were already reported as unknown.
    pub(super) unknown_types: Vec<String>,
}

/// A fork's copy of its parent's history.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Replay {
    /// The thread that wrote the rows first.
    pub(super) thread: String,
    /// Messages without an id so far.
    pub(super) position: u64,
    /// When the fork was made, in epoch milliseconds.
    pub(super) forked_at: Option<u64>,
    /// When the last replayed row was written.
    pub(super) last_row_at: Option<i64>,
}

/// A user row whose event is still to come.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PendingUser {
    pub(super) hash: u64,
    pub(super) line: u64,
    /// The message, where an event would change what is known of it.
    pub(super) message: Option<Box<Message>>,
    /// Whether the row looks like injected text.
    pub(super) is_wrapper: bool,
}

/// A text of the model that Codex writes twice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Echo {
    pub(super) hash: u64,
    pub(super) id: Option<String>,
    pub(super) line: u64,
    pub(super) is_event: bool,
    pub(super) is_reasoning: bool,
}

/// The place of a message that may be replaced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct LastProse {
    pub(super) place: Place,
    pub(super) hash: u64,
    pub(super) bytes: usize,
}

/// What of a message stays when its content is replaced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) key: MessageKey,
    pub(super) native_id: Option<String>,
    pub(super) parent_key: Option<MessageKey>,
    pub(super) ordinal: u32,
    pub(super) reply: u32,
    pub(super) moment: Option<Moment>,
    pub(super) source_offset: u64,
    pub(super) model: Option<String>,
    pub(super) is_copied: bool,
}

/// A call that may still be answered, or a script whose commands are still to come.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct OpenCall {
    pub(super) call_id: String,
    pub(super) name: String,
    pub(super) turn_id: Option<String>,
    /// The program of a code-mode call; `None` for all others.
    pub(super) script: Option<Script>,
    /// What an event said before the output came.
    pub(super) outcome: Option<ToolOutcome>,
    pub(super) has_output: bool,
}

/// A code-mode call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Script {
    pub(super) place: Place,
    /// Tokens of the reply, where the call is the reply's first message.
    pub(super) usage: Option<Usage>,
    /// The beginning of the program, to find its commands again.
    pub(super) text: String,
    /// Commands that were found so far.
    pub(super) commands: u32,
}

impl State {
    /// Takes up where a checkpoint left off.
    ///
    /// # Errors
    /// [`ReadError::CheckpointNotUnderstood`] if the state is not one of this version.
    pub(super) fn resume(path: &Path, from: Option<&Checkpoint>) -> Result<Self, ReadError> {
        let Some(checkpoint) = from.filter(|checkpoint| checkpoint.offset > 0 || !checkpoint.state.is_empty()) else {
            return Ok(Self { version: STATE_VERSION, ..Self::default() });
        };
        serde_json::from_slice(&checkpoint.state)
            .ok()
            .filter(|state: &Self| state.version == STATE_VERSION)
            .ok_or_else(|| ReadError::CheckpointNotUnderstood { path: path.to_owned() })
    }

    /// Packs the state for a checkpoint.
    pub(super) fn pack(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}
