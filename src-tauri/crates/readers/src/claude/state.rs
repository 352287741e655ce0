//! What the reader must remember between two readings of a growing file.
//!
//! The rule for everything here: reading a file in two parts must give the same as reading it at once. So all that a
//! later line may refer to is kept, in few bytes: rows by a hash of their id, replies and calls by theirs.

use std::collections::VecDeque;

use daybook_model::{Instant, MessageKey, Moment, SessionFacts, TitleSource, Usage};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Written first, so that another version of this reader does not misread the rest.
const VERSION: u8 = 1;

/// Replies that may still get lines; a reply's lines lie close together.
const MOST_REPLIES: usize = 16;

/// Calls that may still get a result.
const MOST_CALLS: usize = 512;

/// What is known of a row that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Index of the session the row belongs to.
    pub(super) session: u16,
    /// The message that rows below it continue.
    pub(super) continues: Continues,
}

/// Where the children of a row hang.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Continues {
    /// Under the row's own message.
    Itself,
    /// Under the message that the row itself hangs under, as the row is none.
    Other(MessageKey),
    /// Under nothing: there is no message above.
    Nothing,
}

/// One session of the file: the file's own, and one for each side chain in it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct SessionState {
    /// The id under which the session goes to the sink.
    pub(super) native_id: String,
    /// The ordinal of the next message.
    pub(super) next_ordinal: u32,
    /// Whether the sink has heard of the session.
    pub(super) is_named: bool,
    /// What is known and was not said yet, as no message came.
    pub(super) pending: SessionFacts,
    /// Whether a working directory was named.
    pub(super) has_cwd: bool,
    /// Whether a branch was named.
    pub(super) has_branch: bool,
    /// The version of the program that was named last.
    pub(super) version: String,
    /// Hashes of the titles that were named last, by rank.
    pub(super) titles: Vec<(TitleSource, u64)>,
    /// Replies that may still get lines.
    pub(super) replies: VecDeque<Reply>,
    /// The last prompt and what it hangs under.
    pub(super) last_prompt: Option<(MessageKey, Option<MessageKey>)>,
    /// The ordinal before which messages were summarised last.
    pub(super) compacted_before: Option<u32>,
}

/// A reply of the model, of which further lines may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Reply {
    /// Hash of its ids.
    pub(super) id: u64,
    /// Ordinal of its first message, once there is one.
    pub(super) ordinal: Option<u32>,
    /// Its tokens so far.
    pub(super) usage: Option<Usage>,
}

/// A call of a tool whose result has not come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PendingCall {
    /// Hash of the call's id.
    pub(super) id: u64,
    /// When it was made.
    pub(super) at: Option<Instant>,
    /// What it asks of a subagent, where it starts one.
    pub(super) task: Option<Task>,
}

/// A call that starts a subagent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Task {
    /// The call's id.
    pub(super) call_id: String,
    /// A short description of the work.
    pub(super) description: String,
    /// Hash of the prompt.
    pub(super) prompt: u64,
    /// Whether a side chain was found for it.
    pub(super) is_taken: bool,
}

/// A prompt that waits in the agent's queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Queued {
    /// What was typed; `None` where the file does not say, or a machine put it there.
    pub(super) text: Option<String>,
    /// Length of the whole text, where it was cut.
    pub(super) whole_bytes: Option<u64>,
    /// The ordinal set aside for it.
    pub(super) ordinal: u32,
    /// When it was typed.
    pub(super) moment: Option<Moment>,
    /// Where it stands in the file.
    pub(super) offset: u64,
    /// How far it has come.
    pub(super) stage: Stage,
    /// What the sink was told of it.
    pub(super) told: Option<Stage>,
}

/// How far a queued prompt has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stage {
    /// It waits.
    Waiting,
    /// The agent took it; a row with the text follows.
    Taken,
    /// The agent read it in the middle of its work; a row with the text may never come.
    Absorbed,
}

/// Everything that is remembered.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct State {
    /// The small part.
    pub(super) small: Small,
    /// Rows by the hash of their id.
    pub(super) rows: FxHashMap<u64, Place>,
}

/// The part that is stored as JSON.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Small {
    /// The sessions of the file, its own first.
    pub(super) sessions: Vec<SessionState>,
    /// Calls without a result.
    pub(super) calls: VecDeque<PendingCall>,
    /// Prompts in the agent's queue.
    pub(super) queue: Vec<Queued>,
    /// Titles that wait for the row they are about: hash of its id, text.
    pub(super) summaries: Vec<(u64, String)>,
    /// Hashes of other session ids that were named.
    pub(super) aliases: Vec<u64>,
    /// Hashes of record types that were reported as unknown.
    pub(super) unknown: Vec<u64>,
    /// Whether a parent session was named from a row.
    pub(super) has_parent: bool,
}

/// Hashes an id or a text for comparison.
pub(super) fn hash(text: &str) -> u64 {
    twox_hash::XxHash3_64::oneshot(text.as_bytes())
}

impl SessionState {
    /// Finds the reply with this id, or begins it.
    pub(super) fn reply(&mut self, id: u64) -> &mut Reply {
        let found = self.replies.iter().rposition(|reply| reply.id == id);
        let place = found.unwrap_or_else(|| {
            if self.replies.len() >= MOST_REPLIES {
                self.replies.pop_front();
            }
            self.replies.push_back(Reply { id, ordinal: None, usage: None });
            self.replies.len() - 1
        });
        &mut self.replies[place]
    }
}

impl Small {
    /// Remembers a call until its result comes.
    pub(super) fn await_result(&mut self, call: PendingCall) {
        if self.calls.len() >= MOST_CALLS {
            self.calls.pop_front();
        }
        self.calls.push_back(call);
    }

    /// Gives back a call whose result has come.
    pub(super) fn end_call(&mut self, call_id: &str) -> Option<PendingCall> {
        let id = hash(call_id);
        let place = self.calls.iter().rposition(|call| call.id == id)?;
        self.calls.remove(place)
    }
}

impl State {
    /// Writes the state into a checkpoint.
    pub(super) fn encode(&self) -> Vec<u8> {
        let small = serde_json::to_vec(&self.small).unwrap_or_default();
        let mut rows: Vec<(u64, Place)> = self.rows.iter().map(|(id, place)| (*id, *place)).collect();
        rows.sort_unstable_by_key(|(id, _)| *id);
        let mut bytes = Vec::with_capacity(small.len() + rows.len() * 12 + 16);
        bytes.push(VERSION);
        bytes.extend_from_slice(&(small.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&small);
        for (id, place) in rows {
            // One byte says what follows: most rows are messages of the first session and need nothing more.
            let (tag, key) = match place.continues {
                Continues::Itself => (0_u8, None),
                Continues::Nothing => (1, None),
                Continues::Other(key) => (2, Some(key)),
            };
            let tag = tag | if place.session == 0 { 0 } else { 4 };
            bytes.push(tag);
            bytes.extend_from_slice(&id.to_le_bytes());
            if let Some(key) = key {
                bytes.extend_from_slice(&key.0.to_le_bytes());
            }
            if place.session != 0 {
                bytes.extend_from_slice(&place.session.to_le_bytes());
            }
        }
        bytes
    }

    /// Reads the state back; `None` if this version did not write it.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(&[VERSION])?;
        let length = usize::try_from(u64::from_le_bytes(take(&mut rest)?)).ok()?;
        let small: Small = serde_json::from_slice(rest.get(..length)?).ok()?;
        rest = &rest[length..];
        let mut rows = FxHashMap::default();
        while !rest.is_empty() {
            let [tag] = take(&mut rest)?;
            let id = u64::from_le_bytes(take(&mut rest)?);
            let continues = match tag & 3 {
                0 => Continues::Itself,
                1 => Continues::Nothing,
                2 => Continues::Other(MessageKey(i64::from_le_bytes(take(&mut rest)?))),
                _ => return None,
            };
            let session = if tag & 4 == 0 { 0 } else { u16::from_le_bytes(take(&mut rest)?) };
            if usize::from(session) >= small.sessions.len() {
                return None;
            }
            rows.insert(id, Place { session, continues });
        }
        (!small.sessions.is_empty()).then_some(Self { small, rows })
    }
}

/// Takes as many bytes as the result needs.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (bytes, others) = rest.split_first_chunk::<N>()?;
    *rest = others;
    Some(*bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_comes_back_as_it_went() {
        let mut state = State::default();
        state.small.sessions = vec![
            SessionState { native_id: "a".into(), next_ordinal: 3, ..SessionState::default() },
            SessionState::default(),
        ];
        state.small.sessions[0].reply(7).usage = Some(Usage { input: 1, ..Usage::default() });
        state.rows.insert(1, Place { session: 0, continues: Continues::Itself });
        state.rows.insert(2, Place { session: 1, continues: Continues::Other(MessageKey(-5)) });
        state.rows.insert(3, Place { session: 0, continues: Continues::Nothing });

        assert_eq!(State::decode(&state.encode()), Some(state));
    }

    #[test]
    fn foreign_bytes_are_not_understood() {
        for bytes in [&b""[..], b"x", &[VERSION], &[VERSION, 9, 0, 0, 0, 0, 0, 0, 0, 1], b"{}"] {
            assert_eq!(State::decode(bytes), None);
        }
    }
}
