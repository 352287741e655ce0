//! The shapes of a rollout's rows, as lenient as they can be: an unknown field is skipped, a field of an unexpected
//! type counts as absent, and strings are borrowed from the line wherever they hold no escapes.
//!
//! Nothing here decides what a row means; `rollout` and its neighbours do.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// One line: the envelope around a payload.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Row<'a> {
    #[serde(borrow, default)]
    pub(super) timestamp: Option<&'a RawValue>,
    #[serde(default)]
    pub(super) ordinal: Whole,
    #[serde(borrow, default, rename = "type")]
    pub(super) kind: Text<'a>,
    #[serde(borrow, default)]
    pub(super) payload: Option<&'a RawValue>,
    /// Only in files of early 2025, which have no envelope.
    #[serde(borrow, default)]
    pub(super) record_type: Text<'a>,
    /// Only in files of early 2025: the first line names the session here.
    #[serde(borrow, default)]
    pub(super) id: Text<'a>,
}

/// The payload of `session_meta`.
#[derive(Debug, Default, Deserialize)]
pub(super) struct SessionMeta<'a> {
    #[serde(borrow, default)]
    pub(super) id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) timestamp: Text<'a>,
    #[serde(borrow, default)]
    pub(super) cwd: Text<'a>,
    #[serde(borrow, default)]
    pub(super) cli_version: Text<'a>,
    #[serde(borrow, default)]
    pub(super) source: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) parent_thread_id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) forked_from_id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) history_base: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) git: Option<&'a RawValue>,
}

/// Where a thread that copies nothing goes on: a place in another file.
#[derive(Debug, Default, Deserialize)]
pub(super) struct HistoryBase<'a> {
    #[serde(borrow, default)]
    pub(super) thread_id: Text<'a>,
    #[serde(default)]
    pub(super) end_ordinal_exclusive: Whole,
}

/// The part of `git` that is of interest.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Git<'a> {
    #[serde(borrow, default)]
    pub(super) branch: Text<'a>,
}

/// `source` of a session that another one started; plain strings (`cli`, `exec`) give the default.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Source<'a> {
    #[serde(borrow, default)]
    pub(super) subagent: Option<&'a RawValue>,
}

/// What kind of subagent it is.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Subagent<'a> {
    #[serde(borrow, default)]
    pub(super) thread_spawn: Option<&'a RawValue>,
}

/// Who spawned a subagent and how it is called.
#[derive(Debug, Default, Deserialize)]
pub(super) struct ThreadSpawn<'a> {
    #[serde(borrow, default)]
    pub(super) parent_thread_id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) agent_path: Text<'a>,
    #[serde(borrow, default)]
    pub(super) agent_nickname: Text<'a>,
}

/// The payload of `turn_context`.
#[derive(Debug, Default, Deserialize)]
pub(super) struct TurnContext<'a> {
    #[serde(borrow, default)]
    pub(super) turn_id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) cwd: Text<'a>,
    #[serde(borrow, default)]
    pub(super) model: Text<'a>,
}

/// The payload of `compacted`; its replacement history repeats the session and is never looked at.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Compacted<'a> {
    #[serde(borrow, default)]
    pub(super) message: Text<'a>,
}

/// The payload of `response_item`, all kinds in one.
#[derive(Debug, Default, Deserialize)]
pub(super) struct ResponseItem<'a> {
    #[serde(borrow, default, rename = "type")]
    pub(super) kind: Text<'a>,
    #[serde(borrow, default)]
    pub(super) id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) role: Text<'a>,
    #[serde(borrow, default)]
    pub(super) content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) summary: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) call_id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) name: Text<'a>,
    #[serde(borrow, default)]
    pub(super) arguments: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) input: Text<'a>,
    #[serde(borrow, default)]
    pub(super) action: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) output: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "internal_chat_message_metadata_passthrough")]
    pub(super) passthrough: Option<&'a RawValue>,
}

/// What the client remembers about the pieces of a message.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Passthrough<'a> {
    #[serde(borrow, default)]
    pub(super) turn_id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) content_item_kinds: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) content_item_metadata: Option<&'a RawValue>,
}

/// Who put a piece of a message there.
#[derive(Debug, Default, Deserialize)]
pub(super) struct ItemMetadata {
    #[serde(default)]
    pub(super) provenance: Option<Provenance>,
}

/// The part of a provenance that tells a person's hook from the client's own text.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Provenance {
    #[serde(default)]
    pub(super) hook: Option<bool>,
}

/// One piece of a message, of a reasoning or of a tool's output.
#[derive(Debug, Default, Deserialize)]
pub(super) struct ContentItem<'a> {
    #[serde(borrow, default, rename = "type")]
    pub(super) kind: Text<'a>,
    #[serde(borrow, default)]
    pub(super) text: Text<'a>,
}

/// The payload of `event_msg`, all kinds in one.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Event<'a> {
    #[serde(borrow, default, rename = "type")]
    pub(super) event: Text<'a>,
    #[serde(borrow, default)]
    pub(super) turn_id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) message: Text<'a>,
    #[serde(borrow, default)]
    pub(super) text: Text<'a>,
    #[serde(borrow, default)]
    pub(super) kind: Text<'a>,
    #[serde(borrow, default)]
    pub(super) images: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) local_images: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) reason: Text<'a>,
    #[serde(borrow, default)]
    pub(super) item: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) info: Option<&'a RawValue>,
    #[serde(default)]
    pub(super) num_turns: Whole,
    #[serde(borrow, default)]
    pub(super) thread_name: Text<'a>,
    #[serde(default)]
    pub(super) started_at_ms: Whole,
    #[serde(default)]
    pub(super) completed_at_ms: Whole,
}

/// What a finished piece of work was: the `item` of `item_completed`, or a legacy `…_end` event read as one.
#[derive(Debug, Default, Deserialize)]
pub(super) struct TurnItem<'a> {
    #[serde(borrow, default, rename = "type")]
    pub(super) kind: Text<'a>,
    #[serde(borrow, default)]
    pub(super) id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) call_id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) summary_text: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) command: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) source: Text<'a>,
    #[serde(borrow, default)]
    pub(super) interaction_input: Text<'a>,
    #[serde(borrow, default)]
    pub(super) status: Text<'a>,
    #[serde(default)]
    pub(super) success: Option<bool>,
    #[serde(borrow, default)]
    pub(super) aggregated_output: Text<'a>,
    #[serde(borrow, default)]
    pub(super) stdout: Text<'a>,
    #[serde(borrow, default)]
    pub(super) stderr: Text<'a>,
    #[serde(default)]
    pub(super) exit_code: Signed,
    #[serde(borrow, default)]
    pub(super) duration: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) changes: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) server: Text<'a>,
    #[serde(borrow, default)]
    pub(super) tool: Text<'a>,
    #[serde(borrow, default)]
    pub(super) arguments: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) error: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) agent_thread_id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) query: Text<'a>,
    /// `kind` of a subagent's activity: started, completed.
    #[serde(borrow, default, rename = "kind")]
    pub(super) kind_of_activity: Text<'a>,
}

/// What happened to one file.
#[derive(Debug, Default, Deserialize)]
pub(super) struct FileChange<'a> {
    #[serde(borrow, default, rename = "type")]
    pub(super) kind: Text<'a>,
    #[serde(borrow, default)]
    pub(super) unified_diff: Text<'a>,
    #[serde(borrow, default)]
    pub(super) content: Text<'a>,
}

/// Files by path, in the order of their paths: the file's own order is that of a hash table.
pub(super) type FileChanges<'a> = BTreeMap<String, FileChange<'a>>;

/// A span of time as Rust writes it.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Span {
    #[serde(default)]
    pub(super) secs: Whole,
    #[serde(default)]
    pub(super) nanos: Whole,
}

/// The payload of `token_usage_record`.
#[derive(Debug, Default, Deserialize)]
pub(super) struct UsageRecord {
    #[serde(default)]
    pub(super) usage: Option<Tokens>,
    #[serde(default)]
    pub(super) thread_token_usage: Option<Tokens>,
}

/// The `info` of `token_count`.
#[derive(Debug, Default, Deserialize)]
pub(super) struct TokenInfo {
    #[serde(default)]
    pub(super) total_token_usage: Option<Tokens>,
    #[serde(default)]
    pub(super) last_token_usage: Option<Tokens>,
}

/// Tokens as Codex counts them: `input_tokens` includes what was read from and written to a cache.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tokens {
    #[serde(default)]
    pub(super) input_tokens: Whole,
    #[serde(default)]
    pub(super) cached_input_tokens: Whole,
    #[serde(default)]
    pub(super) cache_write_input_tokens: Whole,
    #[serde(default)]
    pub(super) output_tokens: Whole,
    #[serde(default)]
    pub(super) reasoning_output_tokens: Whole,
    #[serde(default)]
    pub(super) total_tokens: Whole,
}

/// A line of `session_index.jsonl`.
#[derive(Debug, Default, Deserialize)]
pub(super) struct IndexEntry<'a> {
    #[serde(borrow, default)]
    pub(super) id: Text<'a>,
    #[serde(borrow, default)]
    pub(super) thread_name: Text<'a>,
}

/// Reads a part of a row that has its own shape; what does not fit counts as empty.
pub(super) fn read<'a, T: Deserialize<'a> + Default>(raw: Option<&'a RawValue>) -> T {
    raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
}

/// A string, or nothing where the file has something else.
#[derive(Debug, Default, Clone)]
pub(super) struct Text<'a>(Option<Cow<'a, str>>);

impl Text<'_> {
    /// The string, empty where there is none.
    pub(super) fn str(&self) -> &str {
        self.0.as_deref().unwrap_or_default()
    }

    /// The string, unless it is empty.
    pub(super) fn filled(&self) -> Option<&str> {
        self.0.as_deref().filter(|text| !text.is_empty())
    }

    /// An owned copy of the string, unless it is empty.
    pub(super) fn owned(&self) -> Option<String> {
        self.filled().map(ToOwned::to_owned)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor).map(Self)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Option<Cow<'de, str>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Some(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Some(Cow::Owned(text.to_owned())))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Some(Cow::Owned(text)))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

/// A number of things, or nothing where the file has something else.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Whole(pub(super) Option<u64>);

impl Whole {
    /// The number, zero where there is none.
    pub(super) fn count(self) -> u64 {
        self.0.unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Signed::deserialize(deserializer)?;
        Ok(Self(number.0.and_then(|number| u64::try_from(number).ok())))
    }
}

/// A number that may be negative, or nothing where the file has something else.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Signed(pub(super) Option<i64>);

impl<'de> Deserialize<'de> for Signed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor).map(Self)
    }
}

struct NumberVisitor;

impl<'de> Visitor<'de> for NumberVisitor {
    type Value = Option<i64>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a whole number")
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Some(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(i64::try_from(number).ok())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}
