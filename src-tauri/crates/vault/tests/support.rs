//! Builders that default everything that does not matter to a test.

use std::path::{Path, PathBuf};

use daybook_model::{
    Agent, Checkpoint, Entry, Instant, Kind, Message, MessageKey, Moment, Origin, Parent, ProjectKey, Relation,
    ResolvedProject, Role, SessionFacts, State, ToolCall, ToolOutcome, Usage,
};
use daybook_vault::{Filter, Sort, SortColumn, SourceStamp, Vault, WriteMode, WriteReport};
use jiff::tz::TimeZone;
use tempfile::TempDir;

/// A morning in March 2026, in milliseconds.
pub(crate) const MORNING: i64 = 1_772_438_400_000;

/// A vault in a folder that goes away with it.
pub(crate) struct Disposable {
    pub(crate) vault: Vault,
    pub(crate) folder: TempDir,
}

impl Disposable {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let vault = open(&folder.path().join("data/vault.db"));
        Self { vault, folder }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("data/vault.db")
    }

    /// Reads a file for the first time, or on from where it stopped.
    pub(crate) fn append(&self, path: &str, entries: Vec<Entry>) -> WriteReport {
        self.write(Agent::ClaudeCode, path, WriteMode::Append, entries)
    }

    /// Reads a file again from its start.
    pub(crate) fn reload(&self, path: &str, entries: Vec<Entry>) -> WriteReport {
        self.write(Agent::ClaudeCode, path, WriteMode::Reload, entries)
    }

    pub(crate) fn write(&self, agent: Agent, path: &str, mode: WriteMode, entries: Vec<Entry>) -> WriteReport {
        let stamp = stamp(agent, path);
        self.vault
            .writer()
            .run(move |tx| {
                let mut write = tx.write_source(&stamp, mode, Instant(MORNING))?;
                for entry in entries {
                    write.apply(entry)?;
                }
                write.finish(&Checkpoint::default(), 0)
            })
            .expect("a well-formed source is written")
    }

    pub(crate) fn session(&self, native_id: &str) -> i64 {
        let reader = self.vault.reader().expect("a reader");
        let found = Agent::ALL.into_iter().find_map(|agent| reader.find_session(agent, native_id).expect("an answer"));
        found.expect("the vault holds this session")
    }

    /// State and text of every message of a session, in order.
    pub(crate) fn transcript(&self, native_id: &str) -> Vec<(State, String)> {
        let reader = self.vault.reader().expect("a reader");
        let session_id = self.session(native_id);
        let ids: Vec<i64> =
            reader.list_transcript(session_id).expect("a transcript").iter().map(|line| line.id).collect();
        reader
            .list_messages(session_id, &ids)
            .expect("messages")
            .into_iter()
            .map(|message| (message.state, message.text))
            .collect()
    }

    /// Texts of all prompts that count, oldest first.
    pub(crate) fn prompts(&self) -> Vec<String> {
        let reader = self.vault.reader().expect("a reader");
        let sort = Sort { column: SortColumn::Time, is_descending: false };
        let order = reader.list_prompt_order(&Filter::default(), sort, &TimeZone::UTC).expect("the order of prompts");
        let ids: Vec<i64> = order.iter().map(|entry| entry.id).collect();
        reader.list_prompts(&ids).expect("prompts").into_iter().map(|prompt| prompt.text).collect()
    }

    pub(crate) fn search(&self, words: &str) -> Vec<String> {
        let filter = Filter { words: words.to_owned(), ..Filter::default() };
        let answer = self.vault.reader().expect("a reader").search(&filter, 50, 0).expect("an answer");
        answer.hits.into_iter().map(|hit| hit.excerpt.into_iter().map(|piece| piece.text).collect::<String>()).collect()
    }
}

pub(crate) fn open(path: &Path) -> Vault {
    Vault::open(path, Instant(MORNING)).expect("the vault opens")
}

pub(crate) fn stamp(agent: Agent, path: &str) -> SourceStamp {
    SourceStamp {
        agent,
        path: PathBuf::from(path),
        root: PathBuf::from("/home/dev/agent"),
        size: 100,
        modified_ns: 1,
        companions: 0,
        fingerprint: 0,
        reader_version: 1,
    }
}

pub(crate) fn facts(native_id: &str) -> SessionFacts {
    SessionFacts { native_id: native_id.to_owned(), ..SessionFacts::default() }
}

pub(crate) fn session(native_id: &str) -> Entry {
    session_in(native_id, "shop")
}

pub(crate) fn session_in(native_id: &str, project: &str) -> Entry {
    Entry::Session { facts: facts(native_id), project: Some(self::project(project)) }
}

pub(crate) fn project(name: &str) -> ResolvedProject {
    ResolvedProject {
        key: ProjectKey(format!("/home/dev/{name}")),
        name: name.to_owned(),
        path: Some(format!("/home/dev/{name}")),
        worktree: None,
        is_guess: false,
    }
}

pub(crate) fn session_with(facts: SessionFacts) -> Entry {
    Entry::Session { facts, project: Some(project("shop")) }
}

pub(crate) fn child_of(native_id: &str, parent: &str, relation: Relation) -> Entry {
    let parent =
        Parent { native_id: parent.to_owned(), relation, call_id: Some("call-1".to_owned()), shared_until: None };
    session_with(SessionFacts { parent: Some(parent), ..facts(native_id) })
}

pub(crate) fn key(name: &str) -> MessageKey {
    MessageKey::of_native_id(name)
}

/// A message called `name`, `ordinal` minutes into the morning.
pub(crate) fn message(ordinal: u32, name: &str, text: &str) -> Message {
    Message {
        ordinal,
        key: key(name),
        native_id: Some(name.to_owned()),
        parent_key: None,
        reply: ordinal,
        role: Role::User,
        origin: Origin::Human,
        kind: Kind::Prose,
        state: State::Current,
        moment: Some(Moment { at: Instant(MORNING + i64::from(ordinal) * 60_000), offset_minutes: Some(0) }),
        model: None,
        text: text.to_owned(),
        whole_bytes: None,
        usage: None,
        call: None,
        outcome: None,
        duration_ms: None,
        source_offset: u64::from(ordinal) * 100,
    }
}

pub(crate) fn entry(message: Message) -> Entry {
    Entry::Message(Box::new(message))
}

pub(crate) fn prompt(ordinal: u32, name: &str, text: &str) -> Entry {
    entry(message(ordinal, name, text))
}

pub(crate) fn reply_message(ordinal: u32, name: &str, text: &str) -> Message {
    Message {
        role: Role::Assistant,
        origin: Origin::Assistant,
        model: Some("model-one".to_owned()),
        usage: Some(Usage { input: 10, output: 1, ..Usage::default() }),
        ..message(ordinal, name, text)
    }
}

pub(crate) fn reply(ordinal: u32, name: &str, text: &str) -> Entry {
    entry(reply_message(ordinal, name, text))
}

pub(crate) fn call(ordinal: u32, name: &str, call_id: &str) -> Entry {
    entry(Message {
        kind: Kind::ToolCall,
        usage: None,
        call: Some(ToolCall {
            call_id: call_id.to_owned(),
            name: "Bash".to_owned(),
            command_head: "make".to_owned(),
            subject: "make test".to_owned(),
        }),
        ..reply_message(ordinal, name, "make test")
    })
}

pub(crate) fn result(ordinal: u32, name: &str, call_id: &str, is_error: bool) -> Entry {
    entry(Message {
        role: Role::Tool,
        origin: Origin::Automation,
        kind: Kind::ToolResult,
        outcome: Some(ToolOutcome { call_id: call_id.to_owned(), is_error: Some(is_error), ..ToolOutcome::default() }),
        ..message(ordinal, name, "output")
    })
}
