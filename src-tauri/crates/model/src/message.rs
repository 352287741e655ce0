//! One step of a session: a prompt, a piece of a reply, a tool call, a tool result, a summary.
//!
//! A reply of a model is usually several messages (reasoning, prose, tool calls) that share [`Message::reply`]; its
//! tokens stand once, on the first of them. Role and origin are two things: the role is what the file says, the
//! origin is who really produced the text, found from the structure of the record and never from its words.

use serde::{Deserialize, Serialize};

use crate::instant::Moment;

/// Who speaks, as the file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The side of the person (also tool results and injected text in many formats).
    User,
    /// The model.
    Assistant,
    /// A tool.
    Tool,
    /// The program around the model.
    System,
}

/// Who really produced a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A person typed it.
    Human,
    /// A model wrote it.
    Assistant,
    /// The agent's own program put it there: instructions, reminders, summaries.
    System,
    /// A tool, a hook or another program produced it.
    Automation,
    /// The file does not prove who did.
    Unknown,
}

/// What a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Ordinary text.
    Prose,
    /// Text with at least one fenced code block.
    Code,
    /// A call of a tool.
    ToolCall,
    /// What a tool returned.
    ToolResult,
    /// What a model thought before it answered.
    Reasoning,
    /// The summary that replaces earlier messages after a compaction.
    Summary,
    /// Instructions, reminders, notices, command echoes, interruption marks.
    System,
}

/// Whether a message is part of the conversation as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Part of the conversation as it stands.
    Current,
    /// Typed while the agent was busy and never taken up.
    Queued,
    /// On a branch that the person left by rewinding.
    Abandoned,
    /// No longer in the source, which was rewritten.
    Superseded,
    /// A copy of a message that another session wrote first.
    Copied,
}

/// Tokens of one reply. Sums over a session count each reply once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// Tokens sent and not read from a cache.
    pub input: u32,
    /// Tokens produced, reasoning included.
    pub output: u32,
    /// Tokens read from a cache.
    pub cache_read: u32,
    /// Tokens written to a cache.
    pub cache_write: u32,
    /// The part of `output` spent on reasoning, where the file says.
    pub reasoning: u32,
}

impl Usage {
    /// Takes, field by field, the larger value: streams repeat a reply's usage with growing numbers.
    #[must_use]
    pub fn at_least(self, other: Self) -> Self {
        Self {
            input: self.input.max(other.input),
            output: self.output.max(other.output),
            cache_read: self.cache_read.max(other.cache_read),
            cache_write: self.cache_write.max(other.cache_write),
            reasoning: self.reasoning.max(other.reasoning),
        }
    }
}

/// The identity of a message inside its agent: a 64-bit hash of its native id, or of its session, position and content.
///
/// The same native id gives the same key in every file, so copies of a record are recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MessageKey(pub i64);

impl MessageKey {
    /// Hashes the agent's own id of a message (with `#part` appended where one record holds several messages).
    pub fn of_native_id(native_id: &str) -> Self {
        Self::hashed(&[b"id", native_id.as_bytes()])
    }

    /// Hashes position and content, for formats without ids.
    pub fn of_content(session_native_id: &str, position: u64, content: &[u8]) -> Self {
        Self::hashed(&[b"content", session_native_id.as_bytes(), &position.to_le_bytes(), content])
    }

    fn hashed(parts: &[&[u8]]) -> Self {
        use std::hash::Hasher as _;
        let mut hasher = twox_hash::XxHash3_64::with_seed(0);
        for part in parts {
            hasher.write(&(part.len() as u64).to_le_bytes());
            hasher.write(part);
        }
        Self(i64::from_ne_bytes(hasher.finish().to_ne_bytes()))
    }
}

/// A call of a tool, on a message of kind [`Kind::ToolCall`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The agent's id of the call; results and subagents refer to it.
    pub call_id: String,
    /// The tool's name as the agent writes it (`Bash`, `exec_command`).
    pub name: String,
    /// The first word of a command after assignments and wrappers (`go` of `SP=/x; go test`); empty where there is none.
    pub command_head: String,
    /// What the call is about, for one line on screen: the command, the path, the pattern.
    pub subject: String,
}

/// What became of a tool call, on a message of kind [`Kind::ToolResult`] or sent on its own by [`crate::Sink::outcome`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolOutcome {
    /// The call this belongs to.
    pub call_id: String,
    /// Whether it failed; `None` where the file does not say.
    pub is_error: Option<bool>,
    /// The exit code of a command.
    pub exit_code: Option<i32>,
    /// How long the call ran, in milliseconds.
    pub duration_ms: Option<i64>,
    /// Whether the person (or a rule of theirs) refused the call.
    pub is_denied: bool,
    /// Whether the person stopped the call.
    pub is_interrupted: bool,
}

/// One step of a session, in the order of [`Message::ordinal`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Zero-based position in the session; unique, increasing, never reused, the same however often the file was read.
    pub ordinal: u32,
    /// Identity; see [`MessageKey`].
    pub key: MessageKey,
    /// The agent's own id, for people and for `context`; `None` where the format has none.
    pub native_id: Option<String>,
    /// The message this one continues, where the format is a tree: the nearest ancestor that is itself a message.
    pub parent_key: Option<MessageKey>,
    /// Ordinal of the first message of the same reply; equal to `ordinal` on that first message and on all that are no reply.
    pub reply: u32,
    /// Who speaks, as the file says.
    pub role: Role,
    /// Who really produced it.
    pub origin: Origin,
    /// What it is.
    pub kind: Kind,
    /// Whether it is part of the conversation, as far as this file alone tells; lineage may change it later.
    pub state: State,
    /// When; `None` where the file does not say.
    pub moment: Option<Moment>,
    /// The model of a reply.
    pub model: Option<String>,
    /// The text, redacted, line breaks and indentation kept, cut to [`Message::TEXT_LIMIT`] bytes (head and tail).
    pub text: String,
    /// Length in bytes of the whole text where `text` was cut; the raw archive has the rest.
    pub whole_bytes: Option<u64>,
    /// Tokens of the reply, on its first message only.
    pub usage: Option<Usage>,
    /// The call, on a tool call.
    pub call: Option<ToolCall>,
    /// The outcome, on a tool result.
    pub outcome: Option<ToolOutcome>,
    /// How long a model reasoned, in milliseconds, where the file says.
    pub duration_ms: Option<i64>,
    /// Where in the source this message begins: the byte offset of its line (rows: the row number).
    pub source_offset: u64,
}

impl Message {
    /// Longest text a message keeps in the vault's index, in bytes; the raw archive keeps all.
    pub const TEXT_LIMIT: usize = 64 * 1024;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_depends_on_how_the_parts_are_divided() {
        let one = MessageKey::of_content("ab", 1, b"c");
        let other = MessageKey::of_content("a", 1, b"bc");

        assert_ne!(one, other, "parts are framed by their length, so shifting a byte between them changes the key");
    }

    #[test]
    fn usage_of_a_growing_stream_is_its_last_and_largest() {
        let first = Usage { input: 3, output: 1, ..Usage::default() };
        let last = Usage { input: 3, output: 61, ..Usage::default() };

        assert_eq!(first.at_least(last), last);
        assert_eq!(last.at_least(first), last, "a late copy of an early line must not shrink the sum");
    }
}
