//! A sink that keeps what it is given, folded as the vault folds it: later messages of a key replace earlier ones.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use daybook_model::{
    Checkpoint, Fault, Kind, Message, Moment, Origin, Parent, Role, SessionFacts, Sink, Span, ToolOutcome, Usage,
    message::State,
};
use serde_json::{Value, json};

use crate::Reader as _;
use crate::codex::Codex;

/// A session as it stands after reading.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Session {
    pub(super) facts: SessionFacts,
    pub(super) messages: Vec<Message>,
    pub(super) outcomes: BTreeMap<String, ToolOutcome>,
    pub(super) compactions: Vec<(u32, Option<Moment>)>,
}

/// Everything that was read.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Record {
    current: String,
    /// The last ordinal of every session in the source being read.
    last_ordinals: BTreeMap<String, u32>,
    pub(super) sessions: BTreeMap<String, Session>,
    pub(super) faults: Vec<Fault>,
}

impl Record {
    fn session_mut(&mut self) -> &mut Session {
        self.sessions.entry(self.current.clone()).or_default()
    }

    /// The only session that has messages.
    pub(super) fn only(&self) -> &Session {
        let mut with_messages = self.sessions.values().filter(|session| !session.messages.is_empty());
        let session = with_messages.next().expect("something was read");
        assert!(with_messages.next().is_none(), "a rollout holds the messages of one session");
        session
    }
}

impl Session {
    pub(super) fn prompts(&self) -> Vec<&Message> {
        let is_prompt = |message: &&Message| {
            message.origin == Origin::Human
                && matches!(message.kind, Kind::Prose | Kind::Code)
                && message.state != State::Copied
        };
        self.messages.iter().filter(is_prompt).collect()
    }

    pub(super) fn prompt_texts(&self) -> Vec<&str> {
        self.prompts().into_iter().map(|message| message.text.as_str()).collect()
    }

    pub(super) fn own(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter().filter(|message| message.state != State::Copied)
    }

    pub(super) fn replies(&self) -> usize {
        let mut replies: Vec<u32> =
            self.own().filter(|message| message.role == Role::Assistant).map(|message| message.reply).collect();
        replies.dedup();
        replies.len()
    }

    pub(super) fn of_kind(&self, kind: Kind) -> Vec<&Message> {
        self.own().filter(|message| message.kind == kind).collect()
    }

    pub(super) fn failures(&self) -> usize {
        self.outcomes.values().filter(|outcome| outcome.is_error == Some(true)).count()
    }

    pub(super) fn usage(&self) -> Usage {
        let usages = self.messages.iter().filter_map(|message| message.usage);
        usages.fold(Usage::default(), crate::codex::tokens::plus)
    }

    /// The session as JSON, for a snapshot.
    pub(super) fn to_json(&self) -> Value {
        let messages: Vec<Value> = self.messages.iter().map(|message| message_json(self, message)).collect();
        let facts = &self.facts;
        json!({
            "id": facts.native_id,
            "cwd": facts.cwd,
            "branch": facts.branch,
            "title": facts.title,
            "parent": facts.parent,
            "client_version": facts.client_version,
            "segment_at": facts.segment_at.map(|moment| moment.at),
            "is_archived": facts.is_archived,
            "compactions": self.compactions.iter().map(|(before, _)| before).collect::<Vec<_>>(),
            "messages": messages,
        })
    }
}

fn message_json(session: &Session, message: &Message) -> Value {
    let mut object = json!({
        "ordinal": message.ordinal,
        "who": [message.role, message.origin],
        "kind": message.kind,
        "text": message.text,
    });
    let mut put = |name: &str, value: Value| object[name] = value;
    if message.reply != message.ordinal {
        put("reply", message.reply.into());
    }
    if message.state != State::Current {
        put("state", json!(message.state));
    }
    put("at", json!(message.moment.map(|moment| moment.at)));
    if let Some(model) = &message.model {
        put("model", json!(model));
    }
    if let Some(usage) = &message.usage {
        put("usage", json!(usage));
    }
    if let Some(call) = &message.call {
        put("call", json!(call));
        put("outcome", json!(session.outcomes.get(&call.call_id)));
    }
    if let Some(outcome) = &message.outcome {
        put("answers", json!(outcome.call_id));
    }
    object
}

impl Sink for Record {
    fn raw(&mut self, _: Span, _: &[u8]) {}

    fn session(&mut self, facts: SessionFacts) {
        self.current.clone_from(&facts.native_id);
        let known = &mut self.session_mut().facts;
        known.native_id = facts.native_id;
        known.cwd = known.cwd.take().or(facts.cwd);
        known.branch = known.branch.take().or(facts.branch);
        known.client_version = known.client_version.take().or(facts.client_version);
        known.segment_at = known.segment_at.take().or(facts.segment_at);
        known.is_archived = facts.is_archived.or(known.is_archived);
        if let Some(title) = facts.title
            && known.title.as_ref().is_none_or(|old| old.source <= title.source)
        {
            known.title = Some(title);
        }
        if let Some(parent) = facts.parent {
            let call_id = parent.call_id.or_else(|| known.parent.take().and_then(|old| old.call_id));
            known.parent = Some(Parent { call_id, ..parent });
        }
    }

    fn message(&mut self, message: Message) {
        assert!(!self.current.is_empty(), "a message belongs to a session");
        let last = self.last_ordinals.get(&self.current).copied();
        let current = self.current.clone();
        let session = self.session_mut();
        if let Some(outcome) = &message.outcome {
            merge(&mut session.outcomes, outcome);
        }
        if let Some(known) = session.messages.iter_mut().find(|known| known.key == message.key) {
            let usage = message.usage.or(known.usage);
            *known = Message { usage, ..message };
        } else {
            assert!(last.is_none_or(|last| last < message.ordinal), "ordinals grow");
            let ordinal = message.ordinal;
            session.messages.push(message);
            self.last_ordinals.insert(current, ordinal);
        }
    }

    fn outcome(&mut self, outcome: ToolOutcome) {
        merge(&mut self.session_mut().outcomes, &outcome);
    }

    fn usage(&mut self, reply: u32, usage: Usage) {
        let session = self.session_mut();
        // As in the vault, the usage of a reply that is not held is passed over.
        if let Some(first) = session.messages.iter_mut().find(|message| message.ordinal == reply) {
            first.usage = Some(first.usage.unwrap_or_default().at_least(usage));
        }
    }

    fn compaction(&mut self, before_ordinal: u32, moment: Option<Moment>) {
        self.session_mut().compactions.push((before_ordinal, moment));
    }

    fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }
}

fn merge(outcomes: &mut BTreeMap<String, ToolOutcome>, said: &ToolOutcome) {
    let known = outcomes.entry(said.call_id.clone()).or_default();
    known.call_id.clone_from(&said.call_id);
    known.is_error = said.is_error.or(known.is_error);
    known.exit_code = said.exit_code.or(known.exit_code);
    known.duration_ms = said.duration_ms.or(known.duration_ms);
    known.is_denied |= said.is_denied;
    known.is_interrupted |= said.is_interrupted;
}

/// Reads on from a checkpoint into a record.
pub(super) fn read_on(path: &Path, from: Option<&Checkpoint>, record: &mut Record) -> Checkpoint {
    Codex.read(path, from, record).expect("the file can be read")
}

/// Reads a file from its start.
pub(super) fn read_file(path: &Path) -> Record {
    let mut record = Record::default();
    read_on(path, None, &mut record);
    record
}

/// Reads lines as a rollout with a name of its own.
pub(super) fn read_lines_of(lines: &[Value]) -> Record {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("rollout-2026-03-05T10-00-00-019cbd70-9d00-74f3-91c5-99062567ee74.jsonl");
    let mut text = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    text.push('\n');
    std::fs::write(&path, text).expect("the file can be written");
    read_file(&path)
}

/// Reads all files into one record.
pub(super) fn read_files(paths: &[PathBuf]) -> Record {
    let mut record = Record::default();
    for path in paths {
        record.current.clear();
        record.last_ordinals.clear();
        read_on(path, None, &mut record);
    }
    record
}

/// Lists the rollouts below a folder of the fixtures, by name.
pub(super) fn rollouts(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures").join(folder);
    let mut found = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the fixtures are in the repository") {
            let path = entry.expect("an entry of the folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if Codex.claims(&path) {
                found.push(path);
            }
        }
    }
    found.sort_by_key(|path| path.file_name().map(ToOwned::to_owned));
    assert!(!found.is_empty(), "{folder} holds rollouts");
    found
}
