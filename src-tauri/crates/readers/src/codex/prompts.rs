//! What a person typed, told from everything else that Codex puts under the role of the user.
//!
//! Proof is structural. New files say of every piece of a user row what kind it is (`user.text`,
//! `environments.environment_context`). Older files write an event (`user_message`) for what was typed and none for
//! what was injected; row and event stand next to each other in one turn and are one prompt, while equal texts of two
//! turns are two. A file with neither is taken on trust: what is not wholly wrapped in a known tag was typed. As soon
//! as an event shows up, trust ends, and earlier rows that no event confirmed become `unknown`.

use daybook_model::{Message, MessageKey, Origin, Role, SessionFacts, Sink, Title, TitleSource};
use daybook_text::cut;
use serde_json::value::RawValue;

use super::replies::piece_texts;
use super::rollout::{Draft, Here, Rollout, hash_of, prose_or_code};
use super::rows::{ContentItem, Event, ItemMetadata, Passthrough, ResponseItem, TurnItem, read};
use super::state::PendingUser;
use crate::lenient::Text;

/// Tags that the client wraps around text it injects under the role of the user.
const WRAPPERS: [&str; 20] = [
    "user_instructions",
    "environment_context",
    "environments",
    "recommended_plugins",
    "turn_aborted",
    "heartbeat",
    "user_shell_command",
    "user_action",
    "skill",
    "skills",
    "hook_prompt",
    "subagent_notification",
    "agents_md",
    "apps_instructions",
    "plugins_instructions",
    "permissions instructions",
    "collaboration_mode",
    "goal_context",
    "model_switch",
    "personality_spec",
];

/// How injected instruction files begin and end; they are no element.
const INSTRUCTIONS: (&str, &str) = ("# AGENTS.md instructions for ", "</INSTRUCTIONS>");

/// Prompts that may still turn out not to be any; more than this many without an event means that none will come.
const PROVISIONAL_KEPT: usize = 16;

/// A user row taken apart.
#[derive(Default)]
struct UserRow {
    typed: String,
    injected: String,
    has_image: bool,
    is_proven: bool,
}

impl Rollout {
    /// Takes a row of role user.
    pub(super) fn take_user_item(
        &mut self,
        here: &Here,
        item: &ResponseItem<'_>,
        passthrough: &Passthrough<'_>,
        sink: &mut dyn Sink,
    ) {
        let mut row = take_apart(item.content, passthrough.content_item_kinds);
        self.state.open_reply = None;
        if !row.injected.is_empty() {
            self.take_injected(here, item, &row, sink);
        }
        if row.typed.is_empty() {
            if !row.has_image {
                return;
            }
            "[image]".clone_into(&mut row.typed);
        }
        let hash = hash_of(&row.typed);
        if let Some((event_hash, event_line)) = self.state.pending_event.take()
            && (event_hash == hash || event_line + 1 == here.line)
        {
            return;
        }
        let origin = if self.state.is_subagent {
            Origin::Assistant
        } else if row.is_proven || !self.state.has_user_events {
            Origin::Human
        } else {
            Origin::Unknown
        };
        let draft = Draft { native_id: item.id.get(), ..prompt(origin, &row.typed) };
        let message = self.place(here, draft);
        let is_settled = row.is_proven || self.state.is_subagent;
        if !is_settled && origin == Origin::Human && self.state.provisional.len() < PROVISIONAL_KEPT {
            self.state.provisional.push(message.clone());
        }
        self.state.pending_user = Some(PendingUser {
            hash,
            line: here.line,
            message: (!is_settled).then(|| Box::new(message.clone())),
            is_wrapper: false,
        });
        self.send_prompt(message, sink);
    }

    /// Takes the event that proves a prompt.
    pub(super) fn take_user_event(&mut self, here: &Here, event: &Event<'_>, sink: &mut dyn Sink) {
        if event.kind.get().is_some_and(|kind| kind != "plain") {
            return;
        }
        let has_image = has_entries(event.images) || has_entries(event.local_images);
        self.confirm(here, event.message.str(), has_image, None, sink);
    }

    /// Takes the item that proves a prompt in newer files.
    pub(super) fn take_user_message(&mut self, here: &Here, item: &TurnItem<'_>, sink: &mut dyn Sink) {
        let pieces: Vec<ContentItem<'_>> = read(item.content);
        let has_image = pieces.iter().any(|piece| piece.kind.str().contains("image"));
        let text = piece_texts(&pieces, "\n");
        self.confirm(here, &text, has_image, item.id.get(), sink);
    }

    /// Takes a message between agents: the task of a subagent, or its answer. The sealed parts stay sealed.
    pub(super) fn take_agent_message(&mut self, here: &Here, item: &ResponseItem<'_>, sink: &mut dyn Sink) {
        let pieces: Vec<ContentItem<'_>> = read(item.content);
        let open: Vec<ContentItem<'_>> =
            pieces.into_iter().filter(|piece| piece.kind.str() != "encrypted_content").collect();
        let text = piece_texts(&open, "\n");
        if text.trim().is_empty() {
            return;
        }
        self.state.open_reply = None;
        let draft = Draft::plain(Role::User, Origin::Assistant, prose_or_code(&text), &text);
        self.emit(here, Draft { native_id: item.id.get(), ..draft }, sink);
    }

    /// Takes a row of role developer or system: instructions of the client's maker, which nobody wants to find, except
    /// where a hook of the person added something.
    pub(super) fn take_developer_item(
        &mut self,
        here: &Here,
        item: &ResponseItem<'_>,
        passthrough: &Passthrough<'_>,
        sink: &mut dyn Sink,
    ) {
        let Some(metadata) = passthrough.content_item_metadata.filter(|raw| raw.get().contains("\"hook\":true")) else {
            return;
        };
        let metadata: Vec<ItemMetadata<'_>> = read(Some(metadata));
        let is_hook = |at: usize| metadata.get(at).is_some_and(|metadata| metadata.provenance.hook.is_set());
        let pieces: Vec<ContentItem<'_>> = read(item.content);
        let added: Vec<ContentItem<'_>> =
            pieces.into_iter().enumerate().filter(|(at, _)| is_hook(*at)).map(|(_, piece)| piece).collect();
        let text = piece_texts(&added, "\n");
        if !text.is_empty() {
            let draft = Draft { origin: Origin::Automation, ..Draft::notice(&text) };
            self.emit(here, Draft { native_id: item.id.get(), ..draft }, sink);
        }
    }

    fn take_injected(&mut self, here: &Here, item: &ResponseItem<'_>, row: &UserRow, sink: &mut dyn Sink) {
        if row.injected.trim_start().starts_with("<turn_aborted") {
            self.state.is_abort_told = true;
        }
        if !self.state.has_cwd
            && let Some(cwd) = cwd_in(&row.injected)
        {
            self.state.has_cwd = true;
            sink.session(SessionFacts { cwd: Some(cwd), ..self.facts() });
        }
        let part = if row.typed.is_empty() { "" } else { "#injected" };
        let draft = Draft { native_id: item.id.get(), part, role: Role::User, ..Draft::notice(&row.injected) };
        let message = self.place(here, draft);
        if !row.is_proven && row.typed.is_empty() && !row.has_image {
            self.state.pending_user = Some(PendingUser {
                hash: hash_of(&row.injected),
                line: here.line,
                message: Some(Box::new(message.clone())),
                is_wrapper: true,
            });
        }
        sink.message(message);
    }

    /// Takes proof that a person typed a text: of the row before it, or, where that is missing, by itself.
    fn confirm(&mut self, here: &Here, text: &str, has_image: bool, id: Option<&str>, sink: &mut dyn Sink) {
        let text = if text.trim().is_empty() && has_image { "[image]" } else { text };
        let hash = hash_of(text);
        let pending = self.state.pending_user.take();
        let confirmed =
            pending.filter(|pending| pending.hash == hash || (pending.line + 1 == here.line && !pending.is_wrapper));
        let confirmed_key = confirmed.as_ref().and_then(|pending| pending.message.as_ref()).map(|message| message.key);
        self.withdraw_unconfirmed(confirmed_key, sink);
        match confirmed {
            Some(pending) => {
                let Some(message) = pending.message else { return };
                if message.origin == Origin::Human {
                    self.name_after(&message, sink);
                } else {
                    let kind = prose_or_code(&message.text);
                    self.send_prompt(Message { origin: Origin::Human, role: Role::User, kind, ..*message }, sink);
                }
            }
            None if !text.trim().is_empty() => {
                self.state.open_reply = None;
                let origin = if self.state.is_subagent { Origin::Assistant } else { Origin::Human };
                let message = self.place(here, Draft { native_id: id, ..prompt(origin, text) });
                self.state.pending_event = Some((hash, here.line));
                self.send_prompt(message, sink);
            }
            None => {}
        }
    }

    /// Ends trust: the file proves its prompts after all, and these were not proven.
    fn withdraw_unconfirmed(&mut self, confirmed: Option<MessageKey>, sink: &mut dyn Sink) {
        if self.state.is_subagent || std::mem::replace(&mut self.state.has_user_events, true) {
            return;
        }
        for message in std::mem::take(&mut self.state.provisional) {
            if Some(message.key) == confirmed {
                continue;
            }
            self.state.turns.retain(|parent| *parent != message.parent_key);
            if self.state.first_prompt_key == Some(message.key) {
                self.state.first_prompt = None;
                self.state.first_prompt_key = None;
            }
            sink.message(Message { origin: Origin::Unknown, ..message });
        }
    }

    fn send_prompt(&mut self, message: Message, sink: &mut dyn Sink) {
        if message.origin == Origin::Human && self.state.replay.is_none() {
            self.remember_turn(message.parent_key);
            self.state.echoes.clear();
            self.name_after(&message, sink);
        }
        sink.message(message);
    }

    /// Gives the session the title of its first prompt.
    fn name_after(&mut self, message: &Message, sink: &mut dyn Sink) {
        let line = cut::first_line(&message.text, 200);
        if self.state.first_prompt.is_some() || self.state.replay.is_some() || line.is_empty() {
            return;
        }
        self.state.first_prompt = Some(line.to_owned());
        self.state.first_prompt_key = Some(message.key);
        if !self.file.is_segment {
            let title = Some(Title { text: line.to_owned(), source: TitleSource::FirstPrompt });
            sink.session(SessionFacts { title, ..self.facts() });
        }
    }
}

fn prompt(origin: Origin, text: &str) -> Draft<'_> {
    Draft::plain(Role::User, origin, prose_or_code(text), text)
}

fn has_entries(raw: Option<&RawValue>) -> bool {
    raw.is_some_and(|raw| raw.get().starts_with('[') && raw.get().len() > 2)
}

/// Parts what was typed from what was injected.
fn take_apart(content: Option<&RawValue>, kinds: Option<&RawValue>) -> UserRow {
    let pieces: Vec<ContentItem<'_>> = read(content);
    let kinds: Vec<Text<'_>> = read(kinds);
    let mut row = UserRow { is_proven: !kinds.is_empty() && kinds.len() == pieces.len(), ..UserRow::default() };
    for (at, piece) in pieces.iter().enumerate() {
        if piece.kind.str().contains("image") {
            row.has_image = true;
            continue;
        }
        let text = piece.text.str();
        if is_image_mark(text) {
            continue;
        }
        if row.is_proven {
            let is_typed = kinds.get(at).is_some_and(|kind| kind.str().starts_with("user."));
            append(if is_typed { &mut row.typed } else { &mut row.injected }, text);
        } else {
            let rest = behind_wrappers(text);
            append(&mut row.injected, text[..text.len() - rest.len()].trim_end());
            append(&mut row.typed, rest);
        }
    }
    row
}

fn append(whole: &mut String, part: &str) {
    if part.is_empty() {
        return;
    }
    if !whole.is_empty() {
        whole.push('\n');
    }
    whole.push_str(part);
}

/// Knows the tags that the client puts before and behind an attached image.
fn is_image_mark(text: &str) -> bool {
    let text = text.trim();
    text == "</image>" || (text.starts_with("<image") && text.ends_with('>') && !text.contains('\n'))
}

/// Skips complete wrappers at the beginning; what is not closed was typed.
fn behind_wrappers(text: &str) -> &str {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        let end = if trimmed.starts_with(INSTRUCTIONS.0) {
            trimmed.find(INSTRUCTIONS.1).map(|at| at + INSTRUCTIONS.1.len())
        } else {
            WRAPPERS.iter().find_map(|tag| element_end(trimmed, tag))
        };
        match end {
            Some(end) => rest = trimmed[end..].trim_start_matches(['\r', '\n']),
            None => return if trimmed.is_empty() { "" } else { rest },
        }
    }
}

fn element_end(text: &str, tag: &str) -> Option<usize> {
    let behind = text.strip_prefix('<')?.strip_prefix(tag)?;
    if !behind.starts_with(['>', ' ', '\n']) {
        return None;
    }
    let close = format!("</{tag}>");
    text.find(&close).map(|at| at + close.len())
}

/// Finds the working directory in an environment block, for files that name it nowhere else.
fn cwd_in(text: &str) -> Option<String> {
    let (_, behind) = text.split_once("<cwd>")?;
    let (cwd, _) = behind.split_once("</cwd>")?;
    Some(cwd.trim().to_owned()).filter(|cwd| !cwd.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_wrappers_at_the_beginning_are_skipped() {
        for (text, rest) in [
            ("<environment_context>a</environment_context>", ""),
            ("<heartbeat>a</heartbeat>\n<skill>b</skill>\n\n  hello", "  hello"),
            ("<environment_context>never closed", "<environment_context>never closed"),
            (
                "hello <environment_context>a</environment_context>",
                "hello <environment_context>a</environment_context>",
            ),
            ("# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nr\n</INSTRUCTIONS>", ""),
            ("<skillful>a</skillful>", "<skillful>a</skillful>"),
            ("    indented", "    indented"),
        ] {
            assert_eq!(behind_wrappers(text), rest, "{text}");
        }
    }

    #[test]
    fn an_environment_block_names_the_directory() {
        assert_eq!(cwd_in("<x>\n  <cwd>/home/dev</cwd>\n</x>").as_deref(), Some("/home/dev"));
        assert_eq!(cwd_in("nothing"), None);
    }
}
