//! How long the vault takes: writing sessions in bulk beside a bare floor, appending to a long session, and the
//! questions the window asks all the time. Run with `cargo bench -p daybook-vault`.

#![expect(clippy::expect_used, reason = "a bench that cannot be set up has failed")]

use std::path::Path;
use std::sync::LazyLock;

use daybook_model::{
    Agent, Checkpoint, Entry, Instant, Kind, Message, MessageKey, Moment, Origin, ProjectKey, ResolvedProject, Role,
    SessionFacts, State, ToolCall, ToolOutcome, Usage,
};
use daybook_vault::{Filter, Sort, SortColumn, SourceStamp, Vault, WriteMode};
use divan::Bencher;
use jiff::tz::TimeZone;
use tempfile::TempDir;

fn main() {
    divan::main();
}

/// Sessions of the bulk benches: about 21,000 messages and 16 MB of text.
const SESSIONS: u64 = 50;

/// Prompts of the vault that is asked.
const MANY_PROMPTS: u32 = 100_000;

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// Text of made-up words, of which few are common and most are rare.
fn text(numbers: &mut Numbers, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 16);
    while text.len() < bytes {
        let ceiling = 1 << (1 + numbers.below(16));
        let mut word = numbers.below(ceiling).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        for _ in 0..3 + (word >> 61) {
            text.push(char::from(b'a' + u8::try_from((word >> 33) % 26).unwrap_or(0)));
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        }
        text.push(' ');
    }
    text
}

fn named(number: u64) -> Entry {
    let name = format!("project-{}", number % 20);
    let project = ResolvedProject { key: ProjectKey(name.clone()), name, path: None, worktree: None, is_guess: false };
    let facts = SessionFacts { native_id: format!("session-{number}"), ..SessionFacts::default() };
    Entry::Session { facts, project: Some(project) }
}

fn message(session: u64, ordinal: u32, kind: Kind, text: String) -> Message {
    let (role, origin) = match kind {
        Kind::ToolCall => (Role::Assistant, Origin::Assistant),
        Kind::ToolResult => (Role::Tool, Origin::Automation),
        _ => (Role::User, Origin::Human),
    };
    let at = 1_772_438_400_000 + i64::try_from(session).unwrap_or(0) * 7_200_000 + i64::from(ordinal) * 8_000;
    Message {
        ordinal,
        key: MessageKey::of_native_id(&format!("{session}-{ordinal}")),
        native_id: Some(format!("{session:08x}-0000-4000-8000-{ordinal:012x}")),
        parent_key: ordinal.checked_sub(1).map(|before| MessageKey::of_native_id(&format!("{session}-{before}"))),
        reply: ordinal,
        role,
        origin,
        kind,
        state: State::Current,
        moment: Some(Moment { at: Instant(at), offset_minutes: Some(0) }),
        model: (role == Role::Assistant).then(|| "model-one".to_owned()),
        text,
        whole_bytes: None,
        usage: None,
        call: None,
        outcome: None,
        duration_ms: None,
        source_offset: u64::from(ordinal) * 1_000,
    }
}

/// A session of the usual make: 19 prompts, each with eight tool calls and some prose.
fn session(number: u64, numbers: &mut Numbers) -> Vec<Entry> {
    let mut messages: Vec<Message> = Vec::new();
    let mut add = |make: &mut dyn FnMut(u32) -> Message| {
        let ordinal = u32::try_from(messages.len()).unwrap_or(u32::MAX);
        messages.push(make(ordinal));
    };
    for turn in 0..19 {
        add(&mut |ordinal| message(number, ordinal, Kind::Prose, text(numbers, 300)));
        for call in 0..8 {
            let call_id = format!("call-{number}-{turn}-{call}");
            add(&mut |ordinal| Message {
                call: Some(ToolCall {
                    call_id: call_id.clone(),
                    name: "Bash".to_owned(),
                    command_head: "make".to_owned(),
                    subject: "make test".to_owned(),
                }),
                ..message(number, ordinal, Kind::ToolCall, text(numbers, 300))
            });
            add(&mut |ordinal| Message {
                outcome: Some(ToolOutcome {
                    call_id: call_id.clone(),
                    is_error: Some(false),
                    ..ToolOutcome::default()
                }),
                ..message(number, ordinal, Kind::ToolResult, text(numbers, 1_400))
            });
            if call % 2 == 0 {
                add(&mut |ordinal| Message {
                    role: Role::Assistant,
                    origin: Origin::Assistant,
                    usage: Some(Usage { input: 10, output: 20, ..Usage::default() }),
                    ..message(number, ordinal, Kind::Prose, text(numbers, 500))
                });
            }
        }
    }
    std::iter::once(named(number)).chain(messages.into_iter().map(|one| Entry::Message(Box::new(one)))).collect()
}

fn sessions() -> Vec<Vec<Entry>> {
    let mut numbers = Numbers(88_172_645_463_325_252);
    (0..SESSIONS).map(|number| session(number, &mut numbers)).collect()
}

fn open(folder: &TempDir) -> Vault {
    Vault::open(&folder.path().join("data/vault.db"), Instant(0)).expect("a vault")
}

fn write(vault: &Vault, name: &str, entries: Vec<Entry>) {
    let stamp = SourceStamp {
        agent: Agent::ClaudeCode,
        path: Path::new("/bench").join(name),
        root: "/bench".into(),
        size: 0,
        modified_ns: 0,
        companions: 0,
        fingerprint: 0,
        reader_version: 1,
    };
    vault
        .writer()
        .run(move |tx| {
            let mut write = tx.write_source(&stamp, WriteMode::Append, Instant(0))?;
            for entry in entries {
                write.apply(entry)?;
            }
            write.finish(&Checkpoint::default(), 0)
        })
        .expect("a source");
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn write_sessions_in_bulk(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(|| {
            let folder = tempfile::tempdir().expect("a folder");
            (open(&folder), folder, sessions())
        })
        .bench_values(|(vault, folder, sessions)| {
            vault.writer().begin_bulk().expect("bulk");
            for (number, entries) in sessions.into_iter().enumerate() {
                write(&vault, &number.to_string(), entries);
            }
            vault.writer().end_bulk().expect("bulk");
            drop(vault);
            folder
        });
}

/// The least that any program would have to do: one table with the texts, one index over the same prose.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn floor_of_writing_sessions(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(|| {
            let folder = tempfile::tempdir().expect("a folder");
            let connection = rusqlite::Connection::open(folder.path().join("floor.db")).expect("a database");
            connection
                .execute_batch(
                    "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
                    CREATE TABLE messages (id INTEGER PRIMARY KEY, session INTEGER, ordinal INTEGER, text TEXT) STRICT;
                    CREATE VIRTUAL TABLE prose USING fts5 (text, content = 'messages', content_rowid = 'id',
                        tokenize = 'porter unicode61 remove_diacritics 2');
                    INSERT INTO prose (prose, rank) VALUES ('automerge', 0);",
                )
                .expect("a schema");
            (connection, folder, sessions())
        })
        .bench_values(|(mut connection, folder, sessions)| {
            for (number, entries) in sessions.iter().enumerate() {
                let transaction = connection.transaction().expect("a transaction");
                {
                    let mut insert = transaction
                        .prepare_cached("INSERT INTO messages (session, ordinal, text) VALUES (?1, ?2, ?3)")
                        .expect("a statement");
                    let mut index = transaction
                        .prepare_cached("INSERT INTO prose (rowid, text) VALUES (?1, ?2)")
                        .expect("a statement");
                    for entry in entries {
                        let Entry::Message(message) = entry else { continue };
                        insert
                            .execute((i64::try_from(number).unwrap_or(0), message.ordinal, &message.text))
                            .expect("a row");
                        if message.kind == Kind::Prose {
                            index.execute((transaction.last_insert_rowid(), &message.text)).expect("a posting");
                        }
                    }
                }
                transaction.commit().expect("a commit");
            }
            connection.execute("INSERT INTO prose (prose) VALUES ('optimize')", []).expect("an optimised index");
            drop(connection);
            folder
        });
}

/// A session of 5,000 messages, and one more.
#[divan::bench(sample_count = 30, sample_size = 1)]
fn append_to_a_long_session(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().expect("a folder");
    let vault = open(&folder);
    let mut numbers = Numbers(7);
    let mut entries = vec![named(1)];
    entries.extend((0..5_000).map(|ordinal| {
        let kind = if ordinal % 50 == 0 { Kind::Prose } else { Kind::ToolResult };
        Entry::Message(Box::new(message(1, ordinal, kind, text(&mut numbers, 1_000))))
    }));
    write(&vault, "long", entries);
    let mut next = 5_000;
    bencher
        .with_inputs(|| {
            next += 1;
            vec![named(1), Entry::Message(Box::new(message(1, next, Kind::Prose, "one more".to_owned())))]
        })
        .bench_local_values(|entries| write(&vault, "long", entries));
}

/// A vault with very many prompts in 1,000 sessions.
static ASKED: LazyLock<(Vault, TempDir)> =
    LazyLock::new(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let vault = open(&folder);
        let mut numbers = Numbers(11);
        vault.writer().begin_bulk().expect("bulk");
        for number in 0..1_000 {
            let mut entries = vec![named(number)];
            entries.extend((0..MANY_PROMPTS / 1_000).map(|ordinal| {
                Entry::Message(Box::new(message(number, ordinal, Kind::Prose, text(&mut numbers, 200))))
            }));
            write(&vault, &number.to_string(), entries);
        }
        vault.writer().end_bulk().expect("bulk");
        (vault, folder)
    });

#[divan::bench(args = ["time", "text", "project", "model", "turn"])]
fn order_100_000_prompts(bencher: Bencher<'_, '_>, by: &str) {
    let column = match by {
        "text" => SortColumn::Text,
        "project" => SortColumn::Project,
        "model" => SortColumn::Model,
        "turn" => SortColumn::Turn,
        _ => SortColumn::Time,
    };
    let reader = ASKED.0.reader().expect("a reader");
    let zone = TimeZone::get("Europe/Berlin").expect("a zone");
    bencher.bench_local(|| {
        reader.list_prompt_order(&Filter::default(), Sort { column, is_descending: true }, &zone).expect("an order")
    });
}

#[divan::bench]
fn slice_of_200_prompts(bencher: Bencher<'_, '_>) {
    let reader = ASKED.0.reader().expect("a reader");
    let ids: Vec<i64> = (50_000..50_200).collect();
    bencher.bench_local(|| reader.list_prompts(&ids).expect("rows"));
}

#[divan::bench(args = ["one rare word", "one common word", "three words", "one common word of one project"])]
fn search_prose(bencher: Bencher<'_, '_>, what: &str) {
    let reader = ASKED.0.reader().expect("a reader");
    let mut numbers = Numbers(11);
    let words: Vec<String> = text(&mut numbers, 200).split(' ').map(str::to_owned).collect();
    let common = text(&mut Numbers(1), 1);
    let (words, projects) = match what {
        "one rare word" => (words[3].clone(), Vec::new()),
        "three words" => (words[..3].join(" "), Vec::new()),
        "one common word" => (common, Vec::new()),
        _ => (common, vec![3]),
    };
    let filter = Filter { words, projects, ..Filter::default() };
    bencher.bench_local(|| reader.search(&filter, 50, 0).expect("an answer"));
}
