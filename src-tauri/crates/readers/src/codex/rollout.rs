//! Walks through the rows of one rollout and turns them into messages.
//!
//! This file decides which row goes where and gives every message its place: ordinal, key, parent, reply. What the
//! rows mean is said next door: `threads` (whose session it is), `prompts` (what a person typed), `replies` (what the
//! model wrote and what it cost), `calls` (what tools did).

use std::borrow::Cow;
use std::hash::Hasher as _;

use daybook_model::{
    Fault, FaultKind, Kind, Message, MessageKey, Moment, Origin, Role, SessionFacts, Sink, ToolCall, ToolOutcome,
    Usage, message::State as Standing,
};
use daybook_text::cut;
use serde_json::value::RawValue;

use super::rows::{Compacted, Event, Passthrough, ResponseItem, Row, SessionMeta, TurnContext, TurnError, read};
use super::state::{Place, State};
use crate::kept;
use crate::lines::Line;

/// Ordinals are row numbers times this, so that one row can hold several messages and every message still keeps the
/// order of the rows, in this file and in the other segments of the thread.
pub(super) const STEPS_PER_ROW: u64 = 4;

/// A row that claims a higher number is not believed: it would leave no room for the ordinals of those that follow.
const HIGHEST_ROW: u64 = 100_000_000;

/// How many prompts can be taken back.
const TURNS_KEPT: usize = 512;

/// Types of rows and payloads that hold nothing for a reader; all others that are not handled are reported once.
const SILENT: [&str; 31] = [
    "world_state",
    "additional_tools",
    "inter_agent_communication_metadata",
    "inter_agent_communication",
    "thread_settings_applied",
    "context_compacted",
    "thread_goal_updated",
    "entered_review_mode",
    "exited_review_mode",
    "agent_reasoning_raw_content",
    "agent_reasoning_section_break",
    "compaction",
    "compaction_trigger",
    "context_compaction",
    "ghost_snapshot",
    "other",
    "plan_update",
    "turn_diff",
    "shutdown_complete",
    "session_configured",
    "mcp_startup_complete",
    "mcp_startup_update",
    "web_search_begin",
    "exec_command_begin",
    "patch_apply_begin",
    "mcp_tool_call_begin",
    "item_started",
    "background_event",
    "warning",
    "deprecation_notice",
    "image_generation_end",
];

/// A rollout being read.
pub(super) struct Rollout {
    pub(super) state: State,
    pub(super) file: FileFacts,
}

/// What the path says.
#[derive(Debug, Clone, Default)]
pub(super) struct FileFacts {
    /// The thread, from the name of the file.
    pub(super) native_id: String,
    /// Whether the file holds a later segment of its thread.
    pub(super) is_segment: bool,
    /// Whether it lies in the archive.
    pub(super) is_archived: bool,
}

/// Where the reader is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Here {
    pub(super) line: u64,
    pub(super) offset: u64,
    pub(super) ordinal: Option<u64>,
    pub(super) moment: Option<Moment>,
    pub(super) is_shortened: bool,
}

/// A message before it has its place.
pub(super) struct Draft<'t> {
    pub(super) native_id: Option<&'t str>,
    /// Tells several messages with one native id apart.
    pub(super) part: &'static str,
    pub(super) role: Role,
    pub(super) origin: Origin,
    pub(super) kind: Kind,
    pub(super) text: &'t str,
    pub(super) is_piece_of_reply: bool,
    pub(super) call: Option<ToolCall>,
    pub(super) outcome: Option<ToolOutcome>,
}

impl<'t> Draft<'t> {
    /// A message that is no reply, no call and no result.
    pub(super) fn plain(role: Role, origin: Origin, kind: Kind, text: &'t str) -> Self {
        Self {
            native_id: None,
            part: "",
            role,
            origin,
            kind,
            text,
            is_piece_of_reply: false,
            call: None,
            outcome: None,
        }
    }

    /// Something that the program around the model says.
    pub(super) fn notice(text: &'t str) -> Self {
        Self::plain(Role::System, Origin::System, Kind::System, text)
    }
}

impl Rollout {
    /// Takes one record of the file.
    ///
    /// # Errors
    /// If the line is no JSON; nothing was done then.
    pub(super) fn take(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> serde_json::Result<()> {
        let row: Row<'_> = serde_json::from_str(line.text)?;
        let here = Here {
            line: line.number,
            offset: line.offset,
            ordinal: row.ordinal.0.filter(|row| *row <= HIGHEST_ROW),
            moment: row.timestamp.and_then(moment_of),
            is_shortened: line.is_shortened,
        };
        match row.payload {
            Some(payload) => self.take_payload(&here, line, row.kind.str(), payload, sink),
            None => self.take_bare(&here, line, &row, sink),
        }
        Ok(())
    }

    fn take_payload(&mut self, here: &Here, line: &Line<'_>, kind: &str, payload: &RawValue, sink: &mut dyn Sink) {
        if kind == "session_meta" {
            return self.take_session_meta(here, &read::<SessionMeta<'_>>(Some(payload)), sink);
        }
        self.announce_by_name(here, sink);
        match kind {
            "response_item" => {
                let item: ResponseItem<'_> = read(Some(payload));
                self.take_item(here, line, &item, sink);
            }
            "event_msg" => {
                let event: Event<'_> = read(Some(payload));
                self.watch_replay(here, event.turn_id.get());
                self.take_event(here, line, &event, payload, sink);
            }
            "turn_context" => {
                let context: TurnContext<'_> = read(Some(payload));
                self.watch_replay(here, context.turn_id.get());
                self.take_turn_context(&context, sink);
            }
            "token_usage_record" => self.take_usage_record(&read(Some(payload)), sink),
            "compacted" => {
                self.watch_replay(here, None);
                self.take_compacted(here, &read::<Compacted<'_>>(Some(payload)), sink);
            }
            _ => self.meet_unknown(line, kind, sink),
        }
    }

    /// Takes a row of early 2025, when the payload stood alone and the first line named the session.
    fn take_bare(&mut self, here: &Here, line: &Line<'_>, row: &Row<'_>, sink: &mut dyn Sink) {
        if row.record_type.get().is_some() {
            return;
        }
        if row.kind.get().is_none() {
            if row.id.get().is_some() && !self.state.is_announced {
                let meta: SessionMeta<'_> = serde_json::from_str(line.text).unwrap_or_default();
                return self.take_session_meta(here, &meta, sink);
            }
            return self.meet_unknown(line, "none", sink);
        }
        self.announce_by_name(here, sink);
        let item: ResponseItem<'_> = serde_json::from_str(line.text).unwrap_or_default();
        self.take_item(here, line, &item, sink);
    }

    fn take_item(&mut self, here: &Here, line: &Line<'_>, item: &ResponseItem<'_>, sink: &mut dyn Sink) {
        let passthrough: Passthrough<'_> = read(item.passthrough);
        self.watch_replay(here, passthrough.turn_id.get());
        match item.kind.str() {
            "message" => match item.role.str() {
                "user" => self.take_user_item(here, item, &passthrough, sink),
                "assistant" => self.take_assistant_item(here, item, sink),
                _ => self.take_developer_item(here, item, &passthrough, sink),
            },
            "agent_message" => self.take_agent_message(here, item, sink),
            "reasoning" => self.take_reasoning_item(here, item, sink),
            "function_call"
            | "custom_tool_call"
            | "local_shell_call"
            | "web_search_call"
            | "tool_search_call"
            | "image_generation_call" => self.take_call(here, item, sink),
            "function_call_output" | "custom_tool_call_output" | "tool_search_output" => {
                self.take_output(here, item, sink);
            }
            kind => self.meet_unknown(line, kind, sink),
        }
    }

    fn take_event(&mut self, here: &Here, line: &Line<'_>, event: &Event<'_>, payload: &RawValue, sink: &mut dyn Sink) {
        match event.name.str() {
            "item_completed" => self.take_completed(here, event, &read(event.item), sink),
            "user_message" => self.take_user_event(here, event, sink),
            "agent_message" => self.take_prose_event(here, None, event.message.str(), sink),
            "agent_reasoning" => self.take_reasoning_event(here, None, event.text.str(), sink),
            "token_count" => self.take_token_count(&read(event.info), sink),
            "task_started" | "turn_started" => {
                self.end_turn();
                self.state.turn_id = event.turn_id.owned().or_else(|| self.state.turn_id.take());
            }
            "task_complete" | "turn_complete" => {
                let error: TurnError<'_> = read(event.error);
                if let Some(message) = error.message.get() {
                    self.emit(here, Draft::notice(message), sink);
                }
                self.end_turn();
            }
            "turn_aborted" => self.take_abort(here, event.reason.str(), sink),
            "thread_rolled_back" => self.roll_back(event.num_turns.count()),
            "thread_name_updated" => self.take_name(event.thread_name.str(), sink),
            "exec_command_end" | "patch_apply_end" | "mcp_tool_call_end" | "web_search_end" => {
                self.take_ended(here, event, &read(Some(payload)), sink);
            }
            "error" | "stream_error" if event.message.get().is_some() => {
                self.emit(here, Draft::notice(event.message.str()), sink);
            }
            kind => self.meet_unknown(line, kind, sink),
        }
    }

    fn take_turn_context(&mut self, context: &TurnContext<'_>, sink: &mut dyn Sink) {
        if let Some(model) = context.model.owned() {
            self.state.model = Some(model);
        }
        if let Some(turn_id) = context.turn_id.owned() {
            self.state.turn_id = Some(turn_id);
        }
        if !self.state.has_cwd
            && let Some(cwd) = context.cwd.owned()
        {
            self.state.has_cwd = true;
            sink.session(SessionFacts { cwd: Some(cwd), ..self.facts() });
        }
    }

    /// Forgets what only matters inside a turn.
    pub(super) fn end_turn(&mut self) {
        self.state.open_reply = None;
        self.state.echoes.clear();
        self.state.pending_user = None;
        self.state.pending_event = None;
        self.state.is_abort_told = false;
    }

    fn take_abort(&mut self, here: &Here, reason: &str, sink: &mut dyn Sink) {
        if !self.state.is_abort_told {
            let reason = if reason.is_empty() { "interrupted" } else { reason };
            self.emit(here, Draft::notice(&format!("Turn aborted: {reason}")), sink);
        }
        self.interrupt_calls(sink);
        self.end_turn();
    }

    /// Goes back to before the last prompts: what is typed next continues the message before them, so the branch in
    /// between is seen to be abandoned.
    fn roll_back(&mut self, turns: u32) {
        self.end_turn();
        for _ in 0..turns {
            let Some(parent) = self.state.turns.pop() else { return };
            self.state.last_key = parent;
        }
    }

    fn meet_unknown(&mut self, line: &Line<'_>, kind: &str, sink: &mut dyn Sink) {
        let is_known = SILENT.contains(&kind) || self.state.unknown_types.iter().any(|known| known == kind);
        if is_known || self.state.unknown_types.len() >= 32 {
            return;
        }
        let name: String = kind.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect();
        let name = cut::first_line(&name, 60);
        self.state.unknown_types.push(kind.chars().take(60).collect());
        fault(line, FaultKind::UnknownType, format!("unknown type `{name}`"), sink);
    }

    /// The session that is being read, with nothing said of it.
    pub(super) fn facts(&self) -> SessionFacts {
        SessionFacts { native_id: self.state.native_id.clone(), ..SessionFacts::default() }
    }

    /// Gives a message its place and sends it.
    pub(super) fn emit(&mut self, here: &Here, draft: Draft<'_>, sink: &mut dyn Sink) -> Place {
        let message = self.place(here, draft);
        let place = Place {
            key: message.key,
            native_id: message.native_id.clone(),
            parent_key: message.parent_key,
            ordinal: message.ordinal,
            reply: message.reply,
            moment: message.moment,
            source_offset: message.source_offset,
            model: message.model.clone(),
            is_copied: message.state == Standing::Copied,
        };
        sink.message(message);
        place
    }

    /// Gives a message its place.
    pub(super) fn place(&mut self, here: &Here, draft: Draft<'_>) -> Message {
        let kept = kept::text(Cow::Borrowed(draft.text), here.is_shortened);
        let key = match draft.native_id {
            Some(id) => MessageKey::of_native_id(&format!("{id}{}", draft.part)),
            None => self.key_of_content(here, draft.kind, &kept.text),
        };
        let ordinal = self.next_ordinal(here);
        let mut usage = None;
        let reply = if draft.is_piece_of_reply { *self.state.open_reply.get_or_insert(ordinal) } else { ordinal };
        if draft.is_piece_of_reply && reply == ordinal {
            let carried = std::mem::take(&mut self.state.carried);
            self.state.last_reply = Some((reply, carried));
            usage = (carried != Usage::default()).then_some(carried);
        }
        let parent_key = self.state.last_key.replace(key).filter(|parent| *parent != key);
        let is_copied = self.state.replay.is_some();
        Message {
            ordinal,
            key,
            native_id: draft.native_id.map(ToOwned::to_owned),
            parent_key,
            reply,
            role: draft.role,
            origin: draft.origin,
            kind: draft.kind,
            state: if is_copied { Standing::Copied } else { Standing::Current },
            moment: here.moment.filter(|_| !is_copied),
            model: self.state.model.clone().filter(|_| draft.role == Role::Assistant),
            text: kept.text,
            whole_bytes: kept.whole_bytes,
            usage,
            call: draft.call,
            outcome: draft.outcome,
            duration_ms: None,
            source_offset: here.offset,
        }
    }

    /// Sends other content for a message that was sent before.
    pub(super) fn replace(here: &Here, place: &Place, draft: Draft<'_>, usage: Option<Usage>, sink: &mut dyn Sink) {
        let kept = kept::text(Cow::Borrowed(draft.text), here.is_shortened);
        sink.message(Message {
            ordinal: place.ordinal,
            key: place.key,
            native_id: place.native_id.clone(),
            parent_key: place.parent_key,
            reply: if draft.is_piece_of_reply { place.reply } else { place.ordinal },
            role: draft.role,
            origin: draft.origin,
            kind: draft.kind,
            state: if place.is_copied { Standing::Copied } else { Standing::Current },
            moment: place.moment,
            model: place.model.clone(),
            text: kept.text,
            whole_bytes: kept.whole_bytes,
            usage,
            call: draft.call,
            outcome: draft.outcome,
            duration_ms: None,
            source_offset: place.source_offset,
        });
    }

    /// Remembers where a prompt hangs, for the day it is taken back.
    pub(super) fn remember_turn(&mut self, parent: Option<MessageKey>) {
        if self.state.turns.len() >= TURNS_KEPT {
            self.state.turns.remove(0);
        }
        self.state.turns.push(parent);
    }

    fn next_ordinal(&mut self, here: &Here) -> u32 {
        let row = here.ordinal.unwrap_or(here.line).saturating_mul(STEPS_PER_ROW);
        let next = self.state.last_ordinal.map_or(0, |last| last.saturating_add(1));
        let ordinal = u32::try_from(row).unwrap_or(u32::MAX).max(next);
        self.state.last_ordinal = Some(ordinal);
        ordinal
    }

    /// Names a message without an id by its thread, its place there and its content. In a replayed history these are
    /// the parent's, so that a copy has the key of its original.
    fn key_of_content(&mut self, here: &Here, kind: Kind, text: &str) -> MessageKey {
        let content = [&[kind_mark(kind)], text.as_bytes()].concat();
        if let Some(replay) = &mut self.state.replay {
            replay.position += 1;
            return MessageKey::of_content(&replay.thread, replay.position, &content);
        }
        let position = here.ordinal.unwrap_or_else(|| {
            self.state.position += 1;
            self.state.position
        });
        MessageKey::of_content(&self.state.native_id, position, &content)
    }
}

/// A byte for every kind: part of stored keys, so it never changes.
const fn kind_mark(kind: Kind) -> u8 {
    match kind {
        Kind::Prose | Kind::Code => b'p',
        Kind::ToolCall => b'c',
        Kind::ToolResult => b'r',
        Kind::Reasoning => b't',
        Kind::Summary => b's',
        Kind::System => b'n',
    }
}

/// Tells prose from text with code in it.
pub(super) fn prose_or_code(text: &str) -> Kind {
    if text.contains("```") { Kind::Code } else { Kind::Prose }
}

/// Fingerprints a text to find it again.
pub(super) fn hash_of(text: &str) -> u64 {
    let mut hasher = twox_hash::XxHash3_64::with_seed(0);
    hasher.write(text.trim().as_bytes());
    hasher.finish()
}

fn moment_of(raw: &RawValue) -> Option<Moment> {
    let text = raw.get();
    if text.starts_with('"') {
        return Moment::parse(&serde_json::from_str::<String>(text).ok()?);
    }
    text.parse().ok().and_then(Moment::from_epoch)
}

fn fault(line: &Line<'_>, kind: FaultKind, reason: String, sink: &mut dyn Sink) {
    sink.fault(Fault { kind, line: line.number, offset: line.offset, reason });
}
