//! The floor: what reading a corpus costs at least, with no product around it.
//!
//! Reads each file, masks secrets line by line, parses the lines into typed structures, compresses the masked bytes
//! and inserts the prose into the same full-text table, in one transaction a file. No sessions, no identities, no
//! tool events, no recovery: whatever the product does beyond this is its own cost.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use rusqlite::Connection;
use serde::Deserialize;
use serde_json::value::RawValue;

/// What a worker hands to the writer for one file.
struct Decoded {
    rows: Vec<Row>,
    raw: Vec<Vec<u8>>,
}

/// A text with the mark whether it is prose.
struct Row {
    is_prose: bool,
    text: String,
}

#[derive(Deserialize)]
struct Record<'line> {
    #[serde(rename = "type")]
    kind: &'line str,
    #[serde(borrow)]
    message: Option<Message<'line>>,
}

#[derive(Deserialize)]
struct Message<'line> {
    #[serde(borrow)]
    content: &'line RawValue,
}

#[derive(Deserialize)]
struct Block<'line> {
    #[serde(rename = "type")]
    kind: &'line str,
    text: Option<String>,
    content: Option<String>,
    #[serde(borrow)]
    input: Option<&'line RawValue>,
}

/// Reads all `.jsonl` files below `home` into a new database; returns the number of rows.
pub(crate) fn run(home: &Path, database: &Path, threads: usize) -> usize {
    let files = session_files(home);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::sync_channel::<Decoded>(2);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, files, next) = (sender.clone(), &files, &next);
            scope.spawn(move || {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    sender.send(decode(path)).expect("the writer listens until the last worker is done");
                }
            });
        }
        drop(sender);
        write(database, &receiver)
    })
}

fn session_files(home: &Path) -> Vec<PathBuf> {
    let projects = fs::read_dir(home.join(".claude/projects")).expect("the corpus has projects");
    let folders = projects.map(|folder| folder.expect("a folder").path());
    folders
        .flat_map(|folder| fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()))
        .collect()
}

fn decode(path: &Path) -> Decoded {
    let bytes = fs::read(path).expect("the corpus is readable");
    let mut masked = Vec::with_capacity(bytes.len());
    let mut rows = Vec::new();
    for line in bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let line = daybook_text::redact::json_line(line);
        rows.extend(parse(&line));
        masked.extend_from_slice(&line);
        masked.push(b'\n');
    }
    let raw = masked.chunks(1 << 19).map(|chunk| zstd::bulk::compress(chunk, 3).expect("compression works")).collect();
    Decoded { rows, raw }
}

fn parse(line: &[u8]) -> Vec<Row> {
    let Ok(Record { kind, message: Some(message) }) = serde_json::from_slice::<Record<'_>>(line) else {
        return Vec::new();
    };
    if !matches!(kind, "user" | "assistant") {
        return Vec::new();
    }
    if let Ok(text) = serde_json::from_str::<String>(message.content.get()) {
        return vec![Row { is_prose: true, text }];
    }
    let blocks: Vec<Block<'_>> = serde_json::from_str(message.content.get()).unwrap_or_default();
    let rows = blocks.into_iter().map(|block| Row {
        is_prose: block.kind == "text",
        text: block.text.or(block.content).or(block.input.map(|input| input.get().to_owned())).unwrap_or_default(),
    });
    rows.collect()
}

fn write(database: &Path, receiver: &mpsc::Receiver<Decoded>) -> usize {
    let mut connection = Connection::open(database).expect("a new database");
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;
             CREATE TABLE messages (id INTEGER PRIMARY KEY, is_prose INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
             CREATE TABLE raw (id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
             CREATE VIRTUAL TABLE prose USING fts5 (text, content = 'messages', content_rowid = 'id',
                 tokenize = 'porter unicode61 remove_diacritics 2');",
        )
        .expect("the schema");
    let mut count = 0;
    for decoded in receiver {
        let transaction = connection.transaction().expect("a transaction");
        {
            let mut message =
                transaction.prepare_cached("INSERT INTO messages (is_prose, text) VALUES (?1, ?2)").expect("sql");
            let mut prose = transaction.prepare_cached("INSERT INTO prose (rowid, text) VALUES (?1, ?2)").expect("sql");
            let mut raw = transaction.prepare_cached("INSERT INTO raw (data) VALUES (?1)").expect("sql");
            for row in decoded.rows {
                let id = message.insert((row.is_prose, &row.text)).expect("an insert");
                if row.is_prose {
                    prose.execute((id, &row.text)).expect("an insert");
                }
                count += 1;
            }
            for data in decoded.raw {
                raw.execute([data]).expect("an insert");
            }
        }
        transaction.commit().expect("a commit");
    }
    count
}
