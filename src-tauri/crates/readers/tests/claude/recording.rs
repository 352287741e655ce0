//! A sink that keeps what a reader says, folded as the vault folds it: messages by key, facts merged, tokens raised.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use daybook_model::{
    Agent, Checkpoint, Fault, FaultKind, Kind, Message, MessageKey, Moment, Origin, Parent, Relation, Role,
    SessionFacts, Sink, Span, State, ToolOutcome, Usage,
};
use daybook_readers::{Places, Reader, readers};
use serde_json::{Value, json};

/// Everything that was said of one session.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Session {
    pub(crate) facts: SessionFacts,
    pub(crate) messages: BTreeMap<MessageKey, Message>,
    pub(crate) outcomes: Vec<ToolOutcome>,
    pub(crate) compactions: BTreeSet<u32>,
}

/// Everything that was said.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Recording {
    pub(crate) sessions: BTreeMap<String, Session>,
    pub(crate) faults: Vec<Fault>,
    pub(crate) raw: Vec<u8>,
    pub(crate) raw_end: u64,
    pub(crate) longest_raw: usize,
    current: String,
    last_ordinal: BTreeMap<String, u32>,
}

impl Sink for Recording {
    fn raw(&mut self, span: Span, redacted: &[u8]) {
        assert!(span.start < span.end, "a piece is never empty");
        assert!(self.raw_end == span.start || self.raw.is_empty(), "pieces come in order and leave nothing out");
        self.raw_end = span.end;
        self.longest_raw = self.longest_raw.max(redacted.len());
        self.raw.extend_from_slice(redacted);
    }

    fn session(&mut self, facts: SessionFacts) {
        assert!(!facts.native_id.is_empty(), "a session has an id");
        self.current.clone_from(&facts.native_id);
        let known = &mut self.sessions.entry(facts.native_id.clone()).or_default().facts;
        let is_better = facts
            .title
            .as_ref()
            .is_some_and(|title| known.title.as_ref().is_none_or(|known| known.source <= title.source));
        if is_better {
            known.title = facts.title;
        }
        known.native_id = facts.native_id;
        known.aliases.extend(facts.aliases);
        known.cwd = facts.cwd.or(known.cwd.take());
        known.folder_label = facts.folder_label.or(known.folder_label.take()).filter(|_| known.cwd.is_none());
        known.branch = facts.branch.or(known.branch.take());
        known.parent = match (facts.parent, known.parent.take()) {
            (Some(more), Some(known)) => Some(Parent { call_id: more.call_id.or(known.call_id), ..more }),
            (more, known) => more.or(known),
        };
        known.client_version = facts.client_version.or(known.client_version.take());
        known.segment_at = facts.segment_at.or(known.segment_at);
        known.is_archived = facts.is_archived.or(known.is_archived);
    }

    fn message(&mut self, message: Message) {
        let session = self.sessions.get_mut(&self.current).expect("a session was named before its first message");
        if let Some(before) = session.messages.get(&message.key) {
            assert_eq!(before.ordinal, message.ordinal, "a message that comes again keeps its place");
        } else if matches!(message.state, State::Current) && message.native_id.is_some() {
            let last = self.last_ordinal.insert(self.current.clone(), message.ordinal);
            assert!(last.is_none_or(|last| last < message.ordinal), "ordinals increase");
        }
        session.messages.insert(message.key, message);
    }

    fn outcome(&mut self, outcome: ToolOutcome) {
        self.sessions.get_mut(&self.current).expect("a session was named").outcomes.push(outcome);
    }

    fn usage(&mut self, reply: u32, usage: Usage) {
        let session = self.sessions.get_mut(&self.current).expect("a session was named");
        let first = session.messages.values_mut().find(|message| message.ordinal == reply).expect("the reply exists");
        first.usage = Some(first.usage.unwrap_or_default().at_least(usage));
    }

    fn compaction(&mut self, before_ordinal: u32, _moment: Option<Moment>) {
        self.sessions.get_mut(&self.current).expect("a session was named").compactions.insert(before_ordinal);
    }

    fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }
}

impl Session {
    /// Messages in order.
    pub(crate) fn in_order(&self) -> Vec<&Message> {
        let mut messages: Vec<&Message> = self.messages.values().collect();
        messages.sort_by_key(|message| message.ordinal);
        messages
    }

    pub(crate) fn prompts(&self) -> Vec<&Message> {
        self.in_order().into_iter().filter(|message| is_prompt(message)).collect()
    }

    pub(crate) fn replies(&self) -> usize {
        let replies = self.messages.values().filter(|message| message.role == Role::Assistant);
        replies.map(|message| message.reply).collect::<BTreeSet<u32>>().len()
    }

    pub(crate) fn of_kind(&self, kind: Kind) -> Vec<&Message> {
        self.in_order().into_iter().filter(|message| message.kind == kind).collect()
    }

    /// Prompts, replies and results: what the cases call messages.
    pub(crate) fn counted(&self) -> usize {
        self.prompts().len() + self.replies() + self.of_kind(Kind::ToolResult).len()
    }

    pub(crate) fn usage(&self) -> Usage {
        let each = self.messages.values().filter_map(|message| message.usage);
        each.fold(Usage::default(), |sum, usage| Usage {
            input: sum.input + usage.input,
            output: sum.output + usage.output,
            cache_read: sum.cache_read + usage.cache_read,
            cache_write: sum.cache_write + usage.cache_write,
            reasoning: sum.reasoning + usage.reasoning,
        })
    }
}

impl Recording {
    /// The session, where there is only one.
    pub(crate) fn only(&self) -> &Session {
        assert_eq!(self.sessions.len(), 1, "one session: {:?}", self.sessions.keys());
        self.sessions.values().next().expect("there is one")
    }

    /// Forgets where the last file ended.
    pub(crate) fn begin_file(&mut self) {
        self.raw.clear();
        self.raw_end = 0;
        self.current.clear();
    }

    pub(crate) fn faults_of(&self, kind: FaultKind) -> usize {
        self.faults.iter().filter(|fault| fault.kind == kind).count()
    }

    /// What must be equal however the file was read: what was withdrawn from the queue again is left out.
    pub(crate) fn settled(&self) -> Self {
        let mut settled = self.clone();
        for session in settled.sessions.values_mut() {
            session.messages.retain(|_, message| message.state != State::Superseded);
        }
        settled.longest_raw = 0;
        settled.current.clear();
        settled.last_ordinal.clear();
        settled
    }

    /// Sessions that hang under no other.
    pub(crate) fn top(&self) -> Vec<&Session> {
        self.sessions.values().filter(|session| !is_child(session)).collect()
    }

    pub(crate) fn children(&self) -> Vec<&Session> {
        self.sessions.values().filter(|session| is_child(session)).collect()
    }

    /// The sessions as a person would write them down, for snapshots.
    pub(crate) fn view(&self) -> Value {
        let sessions: Vec<Value> = self.sessions.values().map(view_of_session).collect();
        let faults: Vec<Value> = self
            .faults
            .iter()
            .map(|fault| json!(format!("{:?} at line {}: {}", fault.kind, fault.line, fault.reason)))
            .collect();
        json!({ "sessions": sessions, "faults": faults })
    }
}

pub(crate) fn is_prompt(message: &Message) -> bool {
    message.origin == Origin::Human
        && matches!(message.kind, Kind::Prose | Kind::Code)
        && message.state != State::Superseded
}

fn is_child(session: &Session) -> bool {
    session.facts.parent.as_ref().is_some_and(|parent| parent.relation == Relation::Subagent)
}

fn view_of_session(session: &Session) -> Value {
    let ordinals: BTreeMap<MessageKey, u32> =
        session.messages.values().map(|message| (message.key, message.ordinal)).collect();
    let messages: Vec<Value> = session
        .in_order()
        .into_iter()
        .map(|message| {
            let below = message.parent_key.map(|key| ordinals.get(&key).map_or("elsewhere".into(), u32::to_string));
            let mut view = json!({
                "at": message.ordinal,
                "is": format!("{:?}/{:?}/{:?}", message.role, message.origin, message.kind),
                "text": message.text.chars().take(160).collect::<String>(),
            });
            let fields = view.as_object_mut().expect("an object");
            if message.state != State::Current {
                fields.insert("state".into(), json!(message.state));
            }
            if let Some(below) = below {
                fields.insert("below".into(), json!(below));
            }
            if message.reply != message.ordinal {
                fields.insert("reply".into(), json!(message.reply));
            }
            if let Some(usage) = message.usage {
                fields.insert("tokens".into(), json!([usage.input, usage.output, usage.cache_read, usage.cache_write]));
            }
            if let Some(call) = &message.call {
                fields.insert("call".into(), json!([call.name, call.command_head, call.subject]));
            }
            if let Some(outcome) = &message.outcome {
                let mut outcome = serde_json::to_value(outcome).expect("serialises");
                outcome.as_object_mut().expect("an object").remove("call_id");
                fields.insert("outcome".into(), outcome);
            }
            view
        })
        .collect();
    let facts = &session.facts;
    json!({
        "id": facts.native_id,
        "aliases": facts.aliases,
        "cwd": facts.cwd,
        "folder": facts.folder_label,
        "branch": facts.branch,
        "title": facts.title.as_ref().map(|title| format!("{} ({:?})", title.text, title.source)),
        "parent": facts.parent.as_ref().map(|parent| {
            format!("{:?} of {}, call {}", parent.relation, parent.native_id, parent.call_id.as_deref().unwrap_or("-"))
        }),
        "version": facts.client_version,
        "compactions": session.compactions,
        "messages": messages,
    })
}

/// The reader under test.
pub(crate) fn claude() -> &'static dyn Reader {
    readers().into_iter().find(|reader| reader.agent() == Agent::ClaudeCode).expect("Claude Code has a reader")
}

/// A folder of the fixtures.
pub(crate) fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures").join(path)
}

/// What a case expects of a careful reader.
pub(crate) fn expect(case: &str) -> Value {
    let path = fixture("cases").join(case).join("expected.json");
    let text = fs::read_to_string(path).expect("every case says what it expects");
    serde_json::from_str::<Value>(&text).expect("expected.json is JSON")["expect"].clone()
}

/// Lists the sources of a home folder in a fixed order.
pub(crate) fn sources(home: &Path) -> Vec<PathBuf> {
    let root = claude().roots(&Places::in_home(home)).remove(0);
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if claude().claims(path.strip_prefix(&root).expect("below the root")) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Reads one file from its start.
pub(crate) fn read(path: &Path) -> (Recording, Checkpoint) {
    let mut recording = Recording::default();
    let checkpoint = claude().read(path, None, &mut recording).expect("the file can be read");
    (recording, checkpoint)
}

/// Reads every source of a home folder into one recording.
pub(crate) fn read_home(home: &Path) -> Recording {
    let mut recording = Recording::default();
    for path in sources(home) {
        recording.begin_file();
        let checkpoint = claude().read(&path, None, &mut recording).expect("the file can be read");
        assert!(!checkpoint.has_pending_tail, "{} ends with a newline", path.display());
    }
    recording
}

/// Reads a case that has one moment.
pub(crate) fn read_case(case: &str) -> Recording {
    read_home(&fixture("cases").join(case).join("input/home"))
}
