//! The shapes of a rollout's rows, as far as we read them. Unknown fields are skipped, unexpected types are absent,
//! strings are borrowed from the line wherever they hold no escapes.
//!
//! Parts that have several shapes stay raw until someone wants them. Nothing here decides what a row means.

use serde::de::{Deserialize, Deserializer, Visitor};
use serde_json::value::RawValue;

use crate::lenient::{Flag, Members, Number, Text, absent, shape};

shape! {
    /// One line: the envelope around a payload.
    Row {
        "timestamp" => timestamp: Option<&'a RawValue>,
        "ordinal" => ordinal: Whole,
        "type" => kind: Text<'a>,
        "payload" => payload: Option<&'a RawValue>,
        // Only in files of early 2025, which have no envelope.
        "record_type" => record_type: Text<'a>,
        // Only in files of early 2025: the first line names the session here.
        "id" => id: Text<'a>,
    }
}

shape! {
    /// The payload of `session_meta`.
    SessionMeta {
        "id" => id: Text<'a>,
        "timestamp" => timestamp: Text<'a>,
        "cwd" => cwd: Text<'a>,
        "cli_version" => cli_version: Text<'a>,
        "source" => source: Option<&'a RawValue>,
        "parent_thread_id" => parent_thread_id: Text<'a>,
        "forked_from_id" => forked_from_id: Text<'a>,
        "history_base" => history_base: Option<&'a RawValue>,
        "git" => git: Option<&'a RawValue>,
    }
}

shape! {
    /// Where a thread that copies nothing goes on: a place in another file.
    HistoryBase {
        "thread_id" => thread_id: Text<'a>,
        "end_ordinal_exclusive" => end_ordinal_exclusive: Whole,
    }
}

shape! {
    /// The part of `git` that is of interest.
    Git {
        "branch" => branch: Text<'a>,
    }
}

shape! {
    /// `source` of a session that another one started; plain strings (`cli`, `exec`) give the default.
    Source {
        "subagent" => subagent: Option<&'a RawValue>,
    }
}

shape! {
    /// What kind of subagent it is.
    Subagent {
        "thread_spawn" => thread_spawn: Option<&'a RawValue>,
    }
}

shape! {
    /// Who spawned a subagent and how it is called.
    ThreadSpawn {
        "parent_thread_id" => parent_thread_id: Text<'a>,
        "agent_path" => agent_path: Text<'a>,
        "agent_nickname" => agent_nickname: Text<'a>,
    }
}

shape! {
    /// The payload of `turn_context`.
    TurnContext {
        "turn_id" => turn_id: Text<'a>,
        "cwd" => cwd: Text<'a>,
        "model" => model: Text<'a>,
    }
}

shape! {
    /// The payload of `compacted`; its replacement history repeats the session and is never looked at.
    Compacted {
        "message" => message: Text<'a>,
    }
}

shape! {
    /// The payload of `response_item`, all kinds in one.
    ResponseItem {
        "type" => kind: Text<'a>,
        "id" => id: Text<'a>,
        "role" => role: Text<'a>,
        "content" => content: Option<&'a RawValue>,
        "summary" => summary: Option<&'a RawValue>,
        "call_id" => call_id: Text<'a>,
        "name" => name: Text<'a>,
        "arguments" => arguments: Option<&'a RawValue>,
        "input" => input: Text<'a>,
        "action" => action: Option<&'a RawValue>,
        "output" => output: Option<&'a RawValue>,
        "internal_chat_message_metadata_passthrough" => passthrough: Option<&'a RawValue>,
    }
}

shape! {
    /// What the client remembers about the pieces of a message.
    Passthrough {
        "turn_id" => turn_id: Text<'a>,
        "content_item_kinds" => content_item_kinds: Option<&'a RawValue>,
        "content_item_metadata" => content_item_metadata: Option<&'a RawValue>,
    }
}

shape! {
    /// Who put a piece of a message there.
    ItemMetadata {
        "provenance" => provenance: Provenance<'a>,
    }
}

shape! {
    /// The part of a provenance that tells a person's hook from the client's own text.
    Provenance {
        "hook" => hook: Flag,
    }
}

shape! {
    /// One piece of a message, of a reasoning or of a tool's output.
    ContentItem {
        "type" => kind: Text<'a>,
        "text" => text: Text<'a>,
    }
}

shape! {
    /// The payload of `event_msg`, all kinds in one.
    Event {
        "type" => name: Text<'a>,
        "turn_id" => turn_id: Text<'a>,
        "message" => message: Text<'a>,
        "text" => text: Text<'a>,
        "kind" => kind: Text<'a>,
        "images" => images: Option<&'a RawValue>,
        "local_images" => local_images: Option<&'a RawValue>,
        "reason" => reason: Text<'a>,
        "item" => item: Option<&'a RawValue>,
        "info" => info: Option<&'a RawValue>,
        "num_turns" => num_turns: Number,
        "thread_name" => thread_name: Text<'a>,
        "error" => error: Option<&'a RawValue>,
        "started_at_ms" => started_at_ms: Number,
        "completed_at_ms" => completed_at_ms: Number,
    }
}

shape! {
    /// Why a turn ended badly.
    TurnError { "message" => message: Text<'a> }
}

shape! {
    /// What a finished piece of work was: the `item` of `item_completed`, or a legacy `…_end` event read as one.
    TurnItem {
        "type" => kind: Text<'a>,
        "id" => id: Text<'a>,
        "call_id" => call_id: Text<'a>,
        "content" => content: Option<&'a RawValue>,
        "summary_text" => summary_text: Option<&'a RawValue>,
        "command" => command: Option<&'a RawValue>,
        "source" => source: Text<'a>,
        "interaction_input" => interaction_input: Text<'a>,
        "status" => status: Text<'a>,
        "success" => success: Flag,
        "aggregated_output" => aggregated_output: Text<'a>,
        "stdout" => stdout: Text<'a>,
        "stderr" => stderr: Text<'a>,
        "exit_code" => exit_code: Number,
        "duration" => duration: Option<&'a RawValue>,
        "changes" => changes: Option<&'a RawValue>,
        "server" => server: Text<'a>,
        "tool" => tool: Text<'a>,
        "arguments" => arguments: Option<&'a RawValue>,
        "result" => result: Option<&'a RawValue>,
        "error" => error: Option<&'a RawValue>,
        "agent_thread_id" => agent_thread_id: Text<'a>,
        "query" => query: Text<'a>,
        // `kind` of a subagent's activity: started, completed.
        "kind" => kind_of_activity: Text<'a>,
    }
}

shape! {
    /// What happened to one file.
    FileChange {
        "type" => kind: Text<'a>,
        "unified_diff" => unified_diff: Text<'a>,
        "content" => content: Text<'a>,
    }
}

/// Files by path.
pub(super) type FileChanges<'a> = Members<'a, FileChange<'a>>;

shape! {
    /// A span of time as Rust writes it.
    Span {
        "secs" => secs: Number,
        "nanos" => nanos: Number,
    }
}

shape! {
    /// The payload of `token_usage_record`.
    UsageRecord {
        "usage" => usage: Option<TokenCounts<'a>>,
        "thread_token_usage" => thread_token_usage: Option<TokenCounts<'a>>,
    }
}

shape! {
    /// The `info` of `token_count`.
    TokenInfo {
        "total_token_usage" => total_token_usage: Option<TokenCounts<'a>>,
        "last_token_usage" => last_token_usage: Option<TokenCounts<'a>>,
    }
}

shape! {
    /// Tokens as Codex counts them: `input_tokens` includes what was read from and written to a cache.
    TokenCounts {
        "input_tokens" => input_tokens: Whole,
        "cached_input_tokens" => cached_input_tokens: Whole,
        "cache_write_input_tokens" => cache_write_input_tokens: Whole,
        "output_tokens" => output_tokens: Whole,
        "reasoning_output_tokens" => reasoning_output_tokens: Whole,
        "total_tokens" => total_tokens: Whole,
    }
}

shape! {
    /// A line of `session_index.jsonl`.
    IndexEntry {
        "id" => id: Text<'a>,
        "thread_name" => thread_name: Text<'a>,
    }
}

shape! {
    /// The output of an older tool: a string that holds this object.
    WrappedOutput {
        "output" => output: Text<'a>,
        "metadata" => metadata: Option<&'a RawValue>,
    }
}

shape! {
    /// How an older tool fared.
    OutputMetadata {
        "exit_code" => exit_code: Number,
        "duration_seconds" => duration_seconds: Number,
    }
}

shape! {
    /// The oldest output: an object in place of the string.
    ObjectOutput {
        "content" => content: Text<'a>,
        "success" => success: Flag,
    }
}

/// Reads a part of a row that has its own shape; what does not fit counts as empty.
pub(super) fn read<'a, T: Deserialize<'a> + Default>(raw: Option<&'a RawValue>) -> T {
    raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
}

impl Text<'_> {
    /// Gives the string, empty where there is none.
    pub(super) fn str(&self) -> &str {
        self.0.as_deref().unwrap_or_default()
    }

    /// Gives an owned copy of the string, where there is one that is not empty.
    pub(super) fn owned(&self) -> Option<String> {
        self.get().map(ToOwned::to_owned)
    }
}

/// A whole number that is not below zero, or nothing where something else stands.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Whole(pub(super) Option<u64>);

impl Whole {
    /// Gives the number, zero where there is none.
    pub(super) fn count(self) -> u64 {
        self.0.unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyWhole;

        impl<'de> Visitor<'de> for AnyWhole {
            type Value = Whole;

            absent!(boolean, null, string, list, object);

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
                Ok(Whole(u64::try_from(number).ok()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
                Ok(Whole(Some(number)))
            }

            fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
                Ok(Whole(None))
            }
        }

        deserializer.deserialize_any(AnyWhole)
    }
}
