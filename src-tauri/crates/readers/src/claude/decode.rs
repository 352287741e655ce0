//! Turns the rows of one file into calls of the sink: which session a row belongs to, what it hangs under, what is known
//! of its session. The rows of the conversation itself are in `conversation`, the queue of prompts in `queue`.

use std::borrow::Cow;

use daybook_model::{
    Fault, FaultKind, Kind, Message, MessageKey, Moment, Origin, Parent, Relation, Role, SessionFacts, Sink,
    State as Standing, Title, TitleSource, ToolCall, ToolOutcome, Usage,
};
use daybook_text::cut::first_line;

use super::layout::{Description, Layout};
use super::rows::Row;
use super::state::{Continues, Place, SessionState, State, hash};
use super::voice;
use crate::kept::{self, Kept};
use crate::lenient::Text;
use crate::lines::Line;

/// Longest title, in characters.
const LONGEST_TITLE: usize = 200;

/// Most titles that wait for the row they are about.
const MOST_SUMMARIES: usize = 32;

/// Row types of which nothing is wanted. They hold most of the bytes of a file, so they are not even taken apart.
const IGNORED: [&str; 23] = [
    "api-request",
    "api-request-blob",
    "api-request-shape",
    "atis-latch",
    "cost-state",
    "tools-used",
    "file-history-snapshot",
    "file-history-delta",
    "mode",
    "permission-mode",
    "last-prompt",
    "worktree-state",
    "bridge-session",
    "pr-link",
    "tag",
    "agent-setting",
    "agent-color",
    "attribution-snapshot",
    "content-replacement",
    "speculation-accept",
    "task-summary",
    "todo",
    "result",
];

/// Reads the rows of one file.
pub(super) struct Decoder {
    pub(super) layout: Layout,
    pub(super) state: State,
    /// The session that the sink was told last.
    current: Option<usize>,
}

/// What the messages of one row share.
pub(super) struct Context<'l> {
    pub(super) line: &'l Line<'l>,
    pub(super) session: usize,
    pub(super) uuid: Option<&'l str>,
    /// What the next message of the row hangs under.
    pub(super) parent: Option<MessageKey>,
    pub(super) moment: Option<Moment>,
    /// Whether the row is a prompt that waited in the queue.
    pub(super) is_queued: bool,
    /// The messages sent so far.
    pub(super) sent: u32,
}

/// A message without what the decoder knows itself.
pub(super) struct Draft {
    pub(super) role: Role,
    pub(super) origin: Origin,
    pub(super) kind: Kind,
    pub(super) text: Kept,
    /// Names the block that the message is made from, for its key.
    pub(super) part: (char, usize),
    pub(super) reply: Option<u32>,
    pub(super) model: Option<String>,
    pub(super) usage: Option<Usage>,
    pub(super) call: Option<ToolCall>,
    pub(super) outcome: Option<ToolOutcome>,
    pub(super) duration_ms: Option<i64>,
}

impl Draft {
    pub(super) fn new(role: Role, origin: Origin, kind: Kind, text: Kept) -> Self {
        Self {
            role,
            origin,
            kind,
            text,
            part: ('t', 0),
            reply: None,
            model: None,
            usage: None,
            call: None,
            outcome: None,
            duration_ms: None,
        }
    }
}

impl Decoder {
    /// Begins a file, or goes on where an earlier reading stopped.
    pub(super) fn new(layout: Layout, state: Option<State>) -> Self {
        let state = state.unwrap_or_else(|| {
            let session = SessionState {
                native_id: layout.native_id(None).unwrap_or_default(),
                pending: SessionFacts { parent: layout.parent(None), ..SessionFacts::default() },
                ..SessionState::default()
            };
            State { small: super::state::Small { sessions: vec![session], ..Default::default() }, ..State::default() }
        });
        Self { layout, state, current: None }
    }

    /// Takes what stands beside the file about a subagent.
    pub(super) fn describe(&mut self, description: Option<Description>, sink: &mut dyn Sink) {
        let Some(description) = description else { return };
        let parent = self.layout.parent(None).map(|parent| Parent { call_id: description.call_id, ..parent });
        let title = description.title.map(|text| Title { text, source: TitleSource::Agent });
        self.say(0, SessionFacts { parent, title, ..SessionFacts::default() }, sink);
    }

    /// Takes the next record.
    pub(super) fn record(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> serde_json::Result<()> {
        if leading_type(line.text).is_some_and(|kind| IGNORED.contains(&kind)) {
            return serde_json::from_str::<serde::de::IgnoredAny>(line.text).map(|_| ());
        }
        let row: Row<'_> = serde_json::from_str(line.text)?;
        self.row(&row, line, sink);
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>, line: &Line<'_>, sink: &mut dyn Sink) {
        let Some(kind) = row.kind.get() else { return };
        if self.state.small.sessions[0].native_id.is_empty() {
            self.name_by_row(row);
        }
        match kind {
            "user" | "assistant" | "system" | "attachment" => self.conversation_row(kind, row, line, sink),
            "queue-operation" => self.queue_row(row, line, sink),
            "summary" => self.summary(row, sink),
            "custom-title" => self.title(0, TitleSource::PersonInAgent, &row.custom_title, sink),
            "ai-title" => self.title(0, TitleSource::Agent, &row.ai_title, sink),
            "agent-name" => self.title(0, TitleSource::Agent, &row.agent_name, sink),
            "progress" => {}
            _ if IGNORED.contains(&kind) => {}
            _ => self.unknown(kind, line, sink),
        }
        if !matches!(kind, "user" | "assistant" | "system" | "attachment") && row.uuid.get().is_some() {
            self.pass_by(row, line, sink);
        }
    }

    fn conversation_row(&mut self, kind: &str, row: &Row<'_>, line: &Line<'_>, sink: &mut dyn Sink) {
        let uuid = row.uuid.get();
        if uuid.is_some_and(|uuid| self.state.rows.contains_key(&hash(uuid))) {
            // The program wrote the row a second time; the first one stands.
            return;
        }
        let parent = self.parent_of(row, line, sink);
        let session = self.session_of(row, sink);
        self.note(session, row, sink);
        let is_queued = row.prompt_source.is("queued");
        let mut context = Context { line, session, uuid, parent, moment: row.moment.0, is_queued, sent: 0 };
        match kind {
            "user" => self.user_row(row, &mut context, sink),
            "assistant" => self.assistant_row(row, &mut context, sink),
            "system" => self.system_row(row, &mut context, sink),
            _ => self.attachment_row(row, &mut context, sink),
        }
        self.remember(uuid, session, context.sent > 0, parent, sink);
    }

    /// Remembers a row of another type only so that others can hang under it.
    fn pass_by(&mut self, row: &Row<'_>, line: &Line<'_>, sink: &mut dyn Sink) {
        let parent = self.parent_of(row, line, sink);
        self.remember(row.uuid.get(), 0, false, parent, sink);
    }

    fn remember(
        &mut self,
        uuid: Option<&str>,
        session: usize,
        is_message: bool,
        parent: Option<MessageKey>,
        sink: &mut dyn Sink,
    ) {
        let Some(uuid) = uuid else { return };
        let continues = match parent {
            _ if is_message => Continues::Itself,
            Some(parent) => Continues::Other(parent),
            None => Continues::Nothing,
        };
        let id = hash(uuid);
        self.state.rows.entry(id).or_insert(Place { session: u16::try_from(session).unwrap_or(0), continues });
        if let Some(place) = self.state.small.summaries.iter().position(|(leaf, _)| *leaf == id) {
            let (_, text) = self.state.small.summaries.remove(place);
            self.give_title(0, TitleSource::Agent, &text, sink);
        }
    }

    /// Finds the message that a row continues; a parent that is missing, or the row itself, is reported and is none.
    fn parent_of(&mut self, row: &Row<'_>, line: &Line<'_>, sink: &mut dyn Sink) -> Option<MessageKey> {
        let Some(parent) = row.parent.get() else {
            // What was summarised is the logical parent. A fork may copy the boundary without what lies before it.
            let logical = row.logical_parent.get()?;
            return continued(logical, self.place_of(logical)?);
        };
        let place = self.place_of(parent).filter(|_| !row.uuid.is(parent));
        let Some(place) = place else {
            let reason = if row.uuid.is(parent) {
                "the record names itself as its parent"
            } else {
                "the record names a parent that is not in the file"
            };
            let kind = FaultKind::BrokenLink;
            sink.fault(Fault { kind, line: line.number, offset: line.offset, reason: reason.to_owned() });
            return None;
        };
        continued(parent, place)
    }

    fn place_of(&self, uuid: &str) -> Option<Place> {
        self.state.rows.get(&hash(uuid)).copied()
    }

    /// Finds the session of a row: the file's own, or the side chain that the row continues or begins.
    fn session_of(&mut self, row: &Row<'_>, sink: &mut dyn Sink) -> usize {
        if self.layout.is_agent() || !row.is_sidechain.is_set() {
            return 0;
        }
        if row.agent.get().is_none()
            && let Some(place) = row.parent.get().and_then(|parent| self.place_of(parent))
            && place.session > 0
        {
            return usize::from(place.session);
        }
        let main = self.state.small.sessions[0].native_id.clone();
        let name = match (row.agent.get(), row.uuid.get()) {
            (Some(agent), _) => format!("agent-{agent}"),
            (None, Some(uuid)) => uuid.to_owned(),
            (None, None) => return 0,
        };
        let native_id = format!("{main}/{name}");
        if let Some(known) = self.state.small.sessions.iter().position(|session| session.native_id == native_id) {
            return known;
        }
        if self.state.small.sessions.len() > usize::from(u16::MAX) {
            return 0;
        }
        let prompt = plain_text(row).map(|text| hash(&text));
        let task = self
            .state
            .small
            .calls
            .iter_mut()
            .filter_map(|call| call.task.as_mut())
            .find(|task| !task.is_taken && Some(task.prompt) == prompt);
        let task = task.map(|task| {
            task.is_taken = true;
            (task.call_id.clone(), task.description.clone())
        });
        let (call_id, title) = task.unzip();
        self.state.small.sessions.push(SessionState { native_id, ..SessionState::default() });
        let index = self.state.small.sessions.len() - 1;
        let parent = Parent { native_id: main, relation: Relation::Subagent, call_id, shared_until: None };
        self.say(index, SessionFacts { parent: Some(parent), ..SessionFacts::default() }, sink);
        if let Some(title) = title.filter(|title| !title.is_empty()) {
            self.give_title(index, TitleSource::Agent, &title, sink);
        }
        index
    }

    /// Names the session of a subagent's file after its first row.
    fn name_by_row(&mut self, row: &Row<'_>) {
        let Some(session) = row.session.get() else { return };
        let own = &mut self.state.small.sessions[0];
        own.native_id = self.layout.native_id(Some(session)).unwrap_or_default();
        own.pending.parent = self.layout.parent(Some(session));
    }

    /// Takes what a row says of its session.
    fn note(&mut self, index: usize, row: &Row<'_>, sink: &mut dyn Sink) {
        let session = &mut self.state.small.sessions[index];
        let mut facts = SessionFacts::default();
        if !session.has_cwd
            && let Some(cwd) = row.cwd.get()
        {
            session.has_cwd = true;
            facts.cwd = Some(cwd.to_owned());
        }
        if !session.has_branch
            && let Some(branch) = row.branch.get()
        {
            session.has_branch = true;
            facts.branch = Some(branch.to_owned());
        }
        if let Some(version) = row.version.get()
            && session.version != version
        {
            version.clone_into(&mut session.version);
            facts.client_version = Some(version.to_owned());
        }
        if index == 0 && !self.layout.is_agent() {
            let own = &session.native_id;
            if let Some(other) = row.session.get()
                && other != own
            {
                let id = hash(other);
                if !self.state.small.aliases.contains(&id) {
                    self.state.small.aliases.push(id);
                    facts.aliases.push(other.to_owned());
                }
            }
            if let Some(other) = row.request_session.get()
                && other != own
                && !self.state.small.has_parent
            {
                self.state.small.has_parent = true;
                facts.parent = Some(Parent {
                    native_id: other.to_owned(),
                    relation: Relation::Fork,
                    call_id: None,
                    shared_until: None,
                });
            }
        }
        if facts != SessionFacts::default() {
            self.say(index, facts, sink);
        }
    }

    fn summary(&mut self, row: &Row<'_>, sink: &mut dyn Sink) {
        let (Some(summary), Some(leaf)) = (row.summary.get(), row.leaf.get()) else { return };
        let leaf = hash(leaf);
        if self.state.rows.contains_key(&leaf) {
            self.give_title(0, TitleSource::Agent, summary, sink);
        } else if self.state.small.summaries.len() < MOST_SUMMARIES {
            // About another file, unless the row it names follows.
            let text = kept::short_text(first_line(summary, LONGEST_TITLE));
            self.state.small.summaries.push((leaf, text));
        }
    }

    fn title(&mut self, index: usize, source: TitleSource, title: &Text<'_>, sink: &mut dyn Sink) {
        if let Some(title) = title.get() {
            self.give_title(index, source, title, sink);
        }
    }

    /// Says a title unless it was the last one said of its rank.
    pub(super) fn give_title(&mut self, index: usize, source: TitleSource, text: &str, sink: &mut dyn Sink) {
        let text = kept::short_text(first_line(text, LONGEST_TITLE));
        if text.is_empty() {
            return;
        }
        let titles = &mut self.state.small.sessions[index].titles;
        let id = hash(&text);
        match titles.iter_mut().find(|(rank, _)| *rank == source) {
            Some((_, last)) if *last == id => return,
            Some((_, last)) => *last = id,
            None => titles.push((source, id)),
        }
        self.say(index, SessionFacts { title: Some(Title { text, source }), ..SessionFacts::default() }, sink);
    }

    /// Makes the first line of the first prompt the title of last resort.
    pub(super) fn title_from_prompt(&mut self, index: usize, prompt: &str, sink: &mut dyn Sink) {
        let is_titled =
            self.state.small.sessions[index].titles.iter().any(|(source, _)| *source == TitleSource::FirstPrompt);
        if !is_titled {
            self.give_title(index, TitleSource::FirstPrompt, &voice::without_pastes(prompt), sink);
        }
    }

    fn unknown(&mut self, kind: &str, line: &Line<'_>, sink: &mut dyn Sink) {
        let id = hash(kind);
        if self.state.small.unknown.contains(&id) {
            return;
        }
        self.state.small.unknown.push(id);
        let is_name =
            kind.len() <= 64 && kind.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte));
        let name = if is_name { kind } else { "…" };
        sink.fault(Fault {
            kind: FaultKind::UnknownType,
            line: line.number,
            offset: line.offset,
            reason: format!("records of type `{name}` are not known"),
        });
    }

    /// Says facts of a session; before its first message they wait, so that a file without messages makes no session.
    pub(super) fn say(&mut self, index: usize, facts: SessionFacts, sink: &mut dyn Sink) {
        let session = &mut self.state.small.sessions[index];
        if session.is_named {
            sink.session(SessionFacts { native_id: session.native_id.clone(), ..facts });
            self.current = Some(index);
            return;
        }
        let pending = &mut session.pending;
        let is_better = facts
            .title
            .as_ref()
            .is_some_and(|title| pending.title.as_ref().is_none_or(|pending| pending.source <= title.source));
        if is_better {
            pending.title = facts.title;
        }
        pending.cwd = facts.cwd.or(pending.cwd.take());
        pending.branch = facts.branch.or(pending.branch.take());
        pending.client_version = facts.client_version.or(pending.client_version.take());
        pending.parent = facts.parent.or(pending.parent.take());
        pending.aliases.extend(facts.aliases);
    }

    /// Makes sure that the sink knows which session the next calls belong to.
    pub(super) fn turn_to(&mut self, index: usize, sink: &mut dyn Sink) {
        if self.current == Some(index) {
            return;
        }
        self.current = Some(index);
        let session = &mut self.state.small.sessions[index];
        if session.native_id.is_empty() {
            session.native_id = self.layout.fallback_id();
        }
        let mut facts = SessionFacts { native_id: session.native_id.clone(), ..SessionFacts::default() };
        if !session.is_named {
            session.is_named = true;
            let pending = std::mem::take(&mut session.pending);
            let folder_label = pending.cwd.is_none().then(|| self.layout.folder_label().to_owned());
            facts = SessionFacts { native_id: facts.native_id, folder_label, ..pending };
        }
        sink.session(facts);
    }

    /// Remembers that the sink was told of a session that is none of this file.
    pub(super) fn turned_away(&mut self) {
        self.current = None;
    }

    /// Sends the next message of a row and gives its ordinal.
    pub(super) fn send(&mut self, draft: Draft, context: &mut Context<'_>, sink: &mut dyn Sink) -> u32 {
        self.turn_to(context.session, sink);
        let session = &mut self.state.small.sessions[context.session];
        let ordinal = session.next_ordinal;
        session.next_ordinal += 1;
        let native_id = context.uuid.map(|uuid| match draft.part {
            _ if context.sent == 0 => uuid.to_owned(),
            (letter, place) => format!("{uuid}#{letter}{place}"),
        });
        let key = match &native_id {
            Some(native_id) => MessageKey::of_native_id(native_id),
            None => MessageKey::of_content(
                &session.native_id,
                context.line.offset + u64::from(context.sent),
                context.line.json,
            ),
        };
        let parent_key = context.parent;
        context.parent = Some(key);
        context.sent += 1;
        sink.message(Message {
            ordinal,
            key,
            native_id,
            parent_key,
            reply: draft.reply.unwrap_or(ordinal),
            role: draft.role,
            origin: draft.origin,
            kind: draft.kind,
            state: Standing::Current,
            moment: context.moment,
            model: draft.model,
            text: draft.text.text,
            whole_bytes: draft.text.whole_bytes,
            usage: draft.usage,
            call: draft.call,
            outcome: draft.outcome,
            duration_ms: draft.duration_ms,
            source_offset: context.line.offset,
        });
        ordinal
    }
}

/// Finds the message that children of a row continue.
fn continued(uuid: &str, place: Place) -> Option<MessageKey> {
    match place.continues {
        Continues::Itself => Some(MessageKey::of_native_id(uuid)),
        Continues::Other(key) => Some(key),
        Continues::Nothing => None,
    }
}

/// Reads the type of a record that begins with it.
fn leading_type(json: &str) -> Option<&str> {
    let rest = json.strip_prefix(r#"{"type":""#)?;
    rest.split_once('"').map(|(kind, _)| kind)
}

/// Gives the text of a row that is one piece of text.
fn plain_text<'a>(row: &'a Row<'_>) -> Option<Cow<'a, str>> {
    use crate::lenient::Content;
    match &row.message.content {
        Content::Text(text) => Some(Cow::Borrowed(text)),
        Content::Blocks(blocks) => blocks.first().and_then(|block| block.text.get()).map(Cow::Borrowed),
        Content::Absent => None,
    }
}
