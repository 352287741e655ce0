//! The rows of a Claude Code session, as far as we read them. Unknown fields are skipped, unexpected types are absent.

use std::borrow::Cow;
use std::fmt;

use daybook_model::Moment;
use serde::de::{Deserialize, Deserializer, Visitor};
use serde_json::value::RawValue;

use crate::lenient::{Content, Flag, Number, Text, absent, shape};

shape! {
    /// One line of a session file.
    Row {
        "type" => kind: Text<'a>,
        "subtype" => subtype: Text<'a>,
        "uuid" => uuid: Text<'a>,
        "parentUuid" => parent: Text<'a>,
        "logicalParentUuid" => logical_parent: Text<'a>,
        "sessionId" => session: Text<'a>,
        "requestSessionId" => request_session: Text<'a>,
        "timestamp" => moment: Stamp,
        "cwd" => cwd: Text<'a>,
        "gitBranch" => branch: Text<'a>,
        "version" => version: Text<'a>,
        "userType" => user_type: Text<'a>,
        "isSidechain" => is_sidechain: Flag,
        "isMeta" => is_meta: Flag,
        "isCompactSummary" => is_compact_summary: Flag,
        "isApiErrorMessage" => is_api_error: Flag,
        "promptSource" => prompt_source: Text<'a>,
        "origin" => origin: Cause<'a>,
        "rowSource" => source: Text<'a>,
        "agentId" => agent: Text<'a>,
        "requestId" => request: Text<'a>,
        "message" => message: Body<'a>,
        "thinkingDurationMs" => thinking_ms: Number,
        "toolUseResult" => result: ToolReturn<'a>,
        "toolDenialKind" => denial: Text<'a>,
        "content" => content: Content<'a, Block<'a>>,
        "error" => error: Failure<'a>,
        "attachment" => attachment: Attachment<'a>,
        "operation" => operation: Text<'a>,
        "reason" => reason: Text<'a>,
        "summary" => summary: Text<'a>,
        "leafUuid" => leaf: Text<'a>,
        "customTitle" => custom_title: Text<'a>,
        "aiTitle" => ai_title: Text<'a>,
        "agentName" => agent_name: Text<'a>,
    }
}

shape! {
    /// Why a user row was written.
    Cause { "kind" => kind: Text<'a> }
}

shape! {
    /// The message as the model's interface knows it.
    Body {
        "id" => id: Text<'a>,
        "model" => model: Text<'a>,
        "content" => content: Content<'a, Block<'a>>,
        "usage" => usage: Option<Tokens<'a>>,
    }
}

shape! {
    /// Tokens of a reply.
    Tokens {
        "input_tokens" => input: Number,
        "output_tokens" => output: Number,
        "cache_read_input_tokens" => cache_read: Number,
        "cache_creation_input_tokens" => cache_write: Number,
    }
}

shape! {
    /// A block of a message, or of what a tool returned.
    Block {
        "type" => kind: Text<'a>,
        "text" => text: Text<'a>,
        "thinking" => thinking: Text<'a>,
        "id" => id: Text<'a>,
        "name" => name: Text<'a>,
        "input" => input: Option<&'a RawValue>,
        "tool_use_id" => call: Text<'a>,
        "content" => content: Option<Box<Content<'a, Block<'a>>>>,
        "is_error" => is_error: Flag,
    }
}

shape! {
    /// What the program knows of a tool's return beside the text for the model.
    Details {
        "stdout" => stdout: Option<&'a RawValue>,
        "stderr" => stderr: Option<&'a RawValue>,
        "interrupted" => interrupted: Flag,
        "durationMs" => duration: Number,
        "totalDurationMs" => total_duration: Number,
        "agentId" => agent: Text<'a>,
    }
}

shape! {
    /// What went wrong between the program and the model.
    Failure { "message" => message: Text<'a>, "formatted" => formatted: Text<'a> }
}

shape! {
    /// Something the program put beside the conversation.
    Attachment {
        "type" => kind: Text<'a>,
        "prompt" => prompt: Content<'a, Block<'a>>,
        "commandMode" => mode: Text<'a>,
        "origin" => origin: Cause<'a>,
        "isMeta" => is_meta: Flag,
        "hookName" => hook: Text<'a>,
        "content" => content: Content<'a, Block<'a>>,
        "stdout" => stdout: Text<'a>,
        "stderr" => stderr: Text<'a>,
    }
}

/// `toolUseResult`: an object for most tools, a sentence where the call failed or was refused.
#[derive(Debug, Default)]
pub(super) struct ToolReturn<'a> {
    pub(super) sentence: Option<Cow<'a, str>>,
    pub(super) details: Details<'a>,
}

impl<'de> Deserialize<'de> for ToolReturn<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyReturn;

        impl<'de> Visitor<'de> for AnyReturn {
            type Value = ToolReturn<'de>;

            absent!(boolean, number, null, list);

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(ToolReturn { sentence: Some(Cow::Borrowed(text)), details: Details::default() })
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(ToolReturn { sentence: Some(Cow::Owned(text.to_owned())), details: Details::default() })
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let details = Details::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(ToolReturn { sentence: None, details })
            }
        }

        deserializer.deserialize_any(AnyReturn)
    }
}

/// A time: ISO 8601, or an epoch number.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Stamp(pub(super) Option<Moment>);

impl<'de> Deserialize<'de> for Stamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyStamp;

        impl<'de> Visitor<'de> for AnyStamp {
            type Value = Stamp;

            absent!(boolean, null, list, object);

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Stamp(Moment::parse(text)))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
                Ok(Stamp(Moment::from_epoch(number as f64)))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
                Ok(Stamp(Moment::from_epoch(number as f64)))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
                Ok(Stamp(Moment::from_epoch(number)))
            }
        }

        deserializer.deserialize_any(AnyStamp)
    }
}
