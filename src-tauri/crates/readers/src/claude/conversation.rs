//! The rows of the conversation: what people typed, what models answered, what tools returned, what the program added.

use std::borrow::Cow;

use daybook_model::{
    Instant, Kind, Origin, Parent, Relation, Role, SessionFacts, Sink, Title, TitleSource, ToolOutcome, Usage,
};
use serde_json::value::RawValue;

use super::decode::{Context, Decoder, Draft};
use super::rows::{Block, Details, Row, Tokens};
use super::state::{PendingCall, Task, hash};
use super::tools;
use super::voice::{self, Voice};
use crate::kept::{self, Kept};
use crate::lenient::Content;

/// Stands for a picture in a text.
const IMAGE: &str = "[image]";

/// Stands for a document in a text.
const DOCUMENT: &str = "[document]";

/// What the program answers in place of the model.
const SYNTHETIC: &str = "<synthetic>";

impl Decoder {
    /// Takes a row of role `user`.
    pub(super) fn user_row(&mut self, row: &Row<'_>, context: &mut Context<'_>, sink: &mut dyn Sink) {
        let is_side_chain = self.layout.is_agent() || row.is_sidechain.is_set();
        let voice = voice::of_row(row, is_side_chain);
        let mut texts: Vec<Cow<'_, str>> = Vec::new();
        let mut has_result = false;
        match &row.message.content {
            Content::Absent => return,
            Content::Text(text) => texts.push(Cow::Borrowed(text)),
            Content::Blocks(blocks) => {
                for (place, block) in blocks.iter().enumerate() {
                    if block.kind.is("tool_result") {
                        has_result = true;
                        self.tool_result(row, block, place, context, sink);
                    } else {
                        texts.extend(text_of(block));
                    }
                }
            }
        }
        // Words beside a result are nobody's for certain: the program puts its own there.
        let voice = if has_result && voice == Voice::Perhaps { Voice::Machine(Origin::Unknown) } else { voice };
        self.words(voice, texts, context, sink);
    }

    /// Sends the words of a user row as a prompt, a task, a summary, or what the program put there.
    pub(super) fn words(
        &mut self,
        voice: Voice,
        texts: Vec<Cow<'_, str>>,
        context: &mut Context<'_>,
        sink: &mut dyn Sink,
    ) {
        let mut typed = String::new();
        let mut added = String::new();
        let mut machine = None;
        for text in texts {
            let by_shape = match voice {
                Voice::Perhaps | Voice::Model => voice::machine_of(&text),
                _ => None,
            };
            if let Some(origin) = by_shape {
                // What stands behind an attached block may still be typed.
                let rest = voice::without_attachments(Cow::Borrowed(&text));
                if rest.len() < text.len() && !rest.trim().is_empty() {
                    join(&mut typed, &rest);
                } else {
                    machine.get_or_insert(origin);
                    join(&mut added, &text);
                }
                continue;
            }
            let text = match voice {
                Voice::Person | Voice::Perhaps => voice::without_attachments(text),
                _ => text,
            };
            join(&mut typed, &text);
        }
        if typed.trim().is_empty() {
            if let Some(origin) = machine {
                let text = kept::text(Cow::Owned(added), context.line.is_shortened);
                self.send(Draft::new(Role::User, origin, Kind::System, text), context, sink);
            }
            return;
        }
        let is_summary = voice == Voice::Summary || (voice == Voice::Perhaps && voice::is_unmarked_summary(&typed));
        let text = kept::text(Cow::Owned(typed), context.line.is_shortened);
        if is_summary {
            self.compacted(context, sink);
            self.send(Draft::new(Role::User, Origin::System, Kind::Summary, text), context, sink);
            return;
        }
        match voice {
            Voice::Person | Voice::Perhaps => self.prompt(text, context, sink),
            Voice::Model => {
                if !self.state.small.sessions[context.session].is_named {
                    self.give_title(context.session, TitleSource::FirstPrompt, &text.text, sink);
                }
                let kind = prose_or_code(&text.text);
                self.send(Draft::new(Role::User, Origin::Assistant, kind, text), context, sink);
            }
            Voice::Machine(origin) => {
                self.send(Draft::new(Role::User, origin, Kind::System, text), context, sink);
            }
            Voice::Summary => {}
        }
    }

    /// Sends what a person typed.
    fn prompt(&mut self, text: Kept, context: &mut Context<'_>, sink: &mut dyn Sink) {
        let session = context.session;
        if session == 0 {
            self.take_from_queue(&text.text, sink);
        }
        let title = text.text.lines().filter(|line| !matches!(*line, IMAGE | DOCUMENT)).collect::<Vec<_>>().join("\n");
        self.title_from_prompt(session, &title, sink);
        let kind = prose_or_code(&text.text);
        let parent = context.parent;
        if let Some((last, below)) = self.state.small.sessions[session].last_prompt
            && context.is_queued
            && below == parent
        {
            // Prompts queued behind one step are siblings in the file. Nobody took the first one back, so the second
            // continues it.
            context.parent = Some(last);
        }
        self.send(Draft::new(Role::User, Origin::Human, kind, text), context, sink);
        if let Some(key) = context.parent {
            self.state.small.sessions[session].last_prompt = Some((key, parent));
        }
    }

    /// Marks a compaction before the next message, once.
    fn compacted(&mut self, context: &Context<'_>, sink: &mut dyn Sink) {
        let session = &mut self.state.small.sessions[context.session];
        let before = session.next_ordinal;
        if session.compacted_before == Some(before) || !session.is_named {
            return;
        }
        session.compacted_before = Some(before);
        self.turn_to(context.session, sink);
        sink.compaction(before, context.moment);
    }

    fn tool_result(
        &mut self,
        row: &Row<'_>,
        block: &Block<'_>,
        place: usize,
        context: &mut Context<'_>,
        sink: &mut dyn Sink,
    ) {
        let call_id = block.call.get().unwrap_or_default();
        let call = self.state.small.end_call(call_id);
        let text = block.content.as_deref().map(flat).filter(|text| !text.trim().is_empty());
        let text = text.or_else(|| output(&row.result.details)).unwrap_or_default();
        let is_error = block.is_error.is_set();
        let sentence = row.result.sentence.as_deref().unwrap_or_default();
        let outcome = ToolOutcome {
            call_id: call_id.to_owned(),
            is_error: Some(is_error),
            exit_code: is_error.then(|| exit_code(&text)).flatten(),
            duration_ms: duration(&row.result.details, call.as_ref().and_then(|call| call.at), context),
            is_denied: row.denial.get().is_some() || sentence.starts_with("User rejected"),
            is_interrupted: row.result.details.interrupted.is_set()
                || (is_error && text.starts_with("[Request interrupted by user")),
        };
        if let Some(agent) = row.result.details.agent.get() {
            self.link_subagent(row, agent, call_id, call.and_then(|call| call.task), sink);
        }
        let text = kept::text(text, context.line.is_shortened);
        let mut draft = Draft::new(Role::Tool, Origin::Automation, Kind::ToolResult, text);
        draft.part = ('r', place);
        draft.outcome = Some(outcome);
        self.send(draft, context, sink);
    }

    /// Tells a subagent's session, whose file (before 2.1) does not know it, which call started it.
    fn link_subagent(&mut self, row: &Row<'_>, agent: &str, call_id: &str, task: Option<Task>, sink: &mut dyn Sink) {
        let Some(session) = row.session.get() else { return };
        let Some(native_id) = self.layout.subagent_beside(session, agent) else { return };
        let description = task.map(|task| task.description).filter(|description| !description.is_empty());
        sink.session(SessionFacts {
            native_id,
            cwd: row.cwd.get().map(str::to_owned),
            title: description.map(|text| Title { text: kept::short_text(&text), source: TitleSource::Agent }),
            parent: Some(Parent {
                native_id: session.to_owned(),
                relation: Relation::Subagent,
                call_id: Some(call_id.to_owned()),
                shared_until: None,
            }),
            ..SessionFacts::default()
        });
        self.turned_away();
    }

    /// Takes a row of a model's reply.
    pub(super) fn assistant_row(&mut self, row: &Row<'_>, context: &mut Context<'_>, sink: &mut dyn Sink) {
        let body = &row.message;
        if row.is_api_error.is_set() || body.model.is(SYNTHETIC) {
            let text = kept::text(flat(&body.content), context.line.is_shortened);
            if !text.text.trim().is_empty() {
                self.send(Draft::new(Role::System, Origin::System, Kind::System, text), context, sink);
            }
            return;
        }
        let id = reply_id(row, context);
        let usage = body.usage.as_ref().map(usage_of);
        let session = &mut self.state.small.sessions[context.session];
        let reply = session.reply(id);
        let before = reply.usage;
        reply.usage = match (reply.usage, usage) {
            (Some(known), Some(more)) => Some(known.at_least(more)),
            (known, more) => known.or(more),
        };
        let (begun, tokens) = (reply.ordinal, reply.usage);
        let first = self.state.small.sessions[context.session].next_ordinal;
        let ordinal = begun.unwrap_or(first);
        match &body.content {
            Content::Absent => {}
            Content::Text(text) => {
                let draft = prose(Cow::Borrowed(text.as_ref()), context.line.is_shortened);
                self.reply_part(draft, row, ordinal, tokens, context, sink);
            }
            Content::Blocks(blocks) => {
                for (place, block) in blocks.iter().enumerate() {
                    let draft = self.reply_block(row, block, place, context);
                    self.reply_part(draft, row, ordinal, tokens, context, sink);
                }
            }
        }
        if begun.is_some() {
            if let Some(tokens) = tokens.filter(|_| tokens != before) {
                self.turn_to(context.session, sink);
                sink.usage(ordinal, tokens);
            }
        } else if context.sent > 0 {
            self.state.small.sessions[context.session].reply(id).ordinal = Some(ordinal);
        }
    }

    fn reply_part(
        &mut self,
        draft: Option<Draft>,
        row: &Row<'_>,
        ordinal: u32,
        tokens: Option<Usage>,
        context: &mut Context<'_>,
        sink: &mut dyn Sink,
    ) {
        let Some(mut draft) = draft else { return };
        draft.reply = Some(ordinal);
        draft.model = row.message.model.get().map(str::to_owned);
        if self.state.small.sessions[context.session].next_ordinal == ordinal {
            draft.usage = tokens;
        }
        self.send(draft, context, sink);
    }

    fn reply_block(&mut self, row: &Row<'_>, block: &Block<'_>, place: usize, context: &Context<'_>) -> Option<Draft> {
        let is_shortened = context.line.is_shortened;
        let kind = block.kind.get()?;
        let mut draft = match kind {
            "thinking" => {
                let text = block.thinking.get().filter(|text| !text.trim().is_empty())?;
                let text = kept::text(Cow::Borrowed(text), is_shortened);
                let mut draft = Draft::new(Role::Assistant, Origin::Assistant, Kind::Reasoning, text);
                draft.duration_ms = row.thinking_ms.millis();
                draft.part = ('k', 0);
                draft
            }
            "tool_use" | "server_tool_use" | "mcp_tool_use" => self.tool_call(block, context),
            _ if kind.ends_with("_tool_result") => {
                let call_id = block.call.get().unwrap_or_default();
                self.state.small.end_call(call_id);
                let text = block.content.as_deref().map(flat).unwrap_or_default();
                let mut draft =
                    Draft::new(Role::Assistant, Origin::Automation, Kind::ToolResult, kept::text(text, is_shortened));
                draft.outcome = Some(ToolOutcome {
                    call_id: call_id.to_owned(),
                    is_error: Some(block.is_error.is_set()),
                    ..ToolOutcome::default()
                });
                draft.part = ('r', 0);
                draft
            }
            _ => prose(text_of(block)?, is_shortened)?,
        };
        draft.part.1 = place;
        Some(draft)
    }

    fn tool_call(&mut self, block: &Block<'_>, context: &Context<'_>) -> Draft {
        let call_id = block.id.get().unwrap_or_default();
        let name = block.name.get().unwrap_or_default();
        let described = tools::describe(call_id, name, block.input, context.line.is_shortened);
        let task = tools::assignment(name, block.input).map(|assignment| Task {
            call_id: call_id.to_owned(),
            description: assignment.description,
            prompt: hash(&assignment.prompt),
            is_taken: false,
        });
        self.state.small.await_result(PendingCall {
            id: hash(call_id),
            at: context.moment.map(|moment| moment.at),
            task,
        });
        let mut draft = Draft::new(Role::Assistant, Origin::Assistant, Kind::ToolCall, described.text);
        draft.call = Some(described.call);
        draft.part = ('c', 0);
        draft
    }

    /// Takes a row that the program wrote about itself.
    pub(super) fn system_row(&mut self, row: &Row<'_>, context: &mut Context<'_>, sink: &mut dyn Sink) {
        let text = match row.subtype.get() {
            Some("compact_boundary") => {
                self.compacted(context, sink);
                return;
            }
            Some("api_error") => {
                let error = &row.error;
                error.formatted.get().or(error.message.get()).map(|text| Cow::Owned(text.to_owned()))
            }
            _ => Some(flat(&row.content)),
        };
        let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return };
        let text = kept::text(text, context.line.is_shortened);
        self.send(Draft::new(Role::System, Origin::System, Kind::System, text), context, sink);
    }

    /// Takes something that the program put beside the conversation: prompts read in passing, what hooks said.
    pub(super) fn attachment_row(&mut self, row: &Row<'_>, context: &mut Context<'_>, sink: &mut dyn Sink) {
        let attachment = &row.attachment;
        let kind = attachment.kind.get().unwrap_or_default();
        if kind == "queued_command" {
            let texts = texts_of(&attachment.prompt);
            let is_typed = attachment.mode.get().is_none_or(|mode| mode == "prompt") && !attachment.is_meta.is_set();
            let voice = match attachment.origin.kind.get() {
                Some("human") if is_typed => Voice::Person,
                None if is_typed => Voice::Perhaps,
                _ => Voice::Machine(Origin::Automation),
            };
            self.words(voice, texts, context, sink);
        } else if kind.starts_with("hook_") {
            let said = flat(&attachment.content);
            let said = [said.as_ref(), attachment.stdout.get().unwrap_or(""), attachment.stderr.get().unwrap_or("")]
                .into_iter()
                .find(|text| !text.trim().is_empty())
                .map(str::trim_end);
            let Some(said) = said else { return };
            let text = match attachment.hook.get() {
                Some(hook) => Cow::Owned(format!("{hook}: {said}")),
                None => Cow::Owned(said.to_owned()),
            };
            let text = kept::text(text, context.line.is_shortened);
            self.send(Draft::new(Role::System, Origin::Automation, Kind::System, text), context, sink);
        }
    }
}

/// Identifies the reply that a row belongs to.
fn reply_id(row: &Row<'_>, context: &Context<'_>) -> u64 {
    match (row.message.id.get(), row.request.get(), context.uuid) {
        (Some(id), request, _) => hash(&format!("{id}\n{}", request.unwrap_or_default())),
        (None, _, Some(uuid)) => hash(uuid),
        (None, _, None) => context.line.offset,
    }
}

fn usage_of(tokens: &Tokens<'_>) -> Usage {
    Usage {
        input: tokens.input.count(),
        output: tokens.output.count(),
        cache_read: tokens.cache_read.count(),
        cache_write: tokens.cache_write.count(),
        reasoning: 0,
    }
}

fn prose(text: Cow<'_, str>, is_shortened: bool) -> Option<Draft> {
    if text.trim().is_empty() {
        return None;
    }
    let text = kept::text(text, is_shortened);
    Some(Draft::new(Role::Assistant, Origin::Assistant, prose_or_code(&text.text), text))
}

/// Tells text with a fenced block from text without.
pub(super) fn prose_or_code(text: &str) -> Kind {
    let has_fence = (text.contains("```") || text.contains("~~~"))
        && text.lines().any(|line| {
            let line = line.trim_start();
            line.starts_with("```") || line.starts_with("~~~")
        });
    if has_fence { Kind::Code } else { Kind::Prose }
}

/// Gives the text of a block, or what stands for it.
fn text_of<'b>(block: &'b Block<'_>) -> Option<Cow<'b, str>> {
    match block.kind.get() {
        Some("image") => Some(Cow::Borrowed(IMAGE)),
        Some("document") => Some(Cow::Borrowed(DOCUMENT)),
        _ => block.text.get().map(Cow::Borrowed),
    }
}

fn texts_of<'b>(content: &'b Content<'_, Block<'_>>) -> Vec<Cow<'b, str>> {
    match content {
        Content::Absent => Vec::new(),
        Content::Text(text) => vec![Cow::Borrowed(text)],
        Content::Blocks(blocks) => blocks.iter().filter_map(text_of).collect(),
    }
}

/// Joins all text of a content, block below block.
pub(super) fn flat<'b>(content: &'b Content<'_, Block<'_>>) -> Cow<'b, str> {
    let mut texts = texts_of(content);
    if texts.len() == 1 {
        return texts.swap_remove(0);
    }
    Cow::Owned(texts.join("\n"))
}

fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}

/// Gives what a command wrote, where the result has no text of its own.
fn output<'b>(details: &'b Details<'_>) -> Option<Cow<'b, str>> {
    let stream = |value: Option<&'b RawValue>| value.and_then(tools::decoded).filter(|text| !text.trim().is_empty());
    match (stream(details.stdout), stream(details.stderr)) {
        (Some(out), Some(errors)) => Some(Cow::Owned(format!("{out}\n{errors}"))),
        (out, errors) => out.or(errors),
    }
}

/// Reads `Exit code 3` at the start of a failed command's text.
fn exit_code(text: &str) -> Option<i32> {
    let rest = text.trim_start().strip_prefix("Exit code ")?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '-').unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// Takes the length that the program measured, else the time between call and result.
fn duration(details: &Details<'_>, called_at: Option<Instant>, context: &Context<'_>) -> Option<i64> {
    let measured = details.duration.millis().or(details.total_duration.millis());
    measured.or_else(|| {
        let span = context.moment?.at.0.checked_sub(called_at?.0)?;
        (span >= 0).then_some(span)
    })
}
