//! Records what the commands answer about the sample vault, so that the page is tested against real answers.
//!
//! `ui/src/ipc/__fixtures__/<command>.json` holds questions with their answers. The test fails when they are stale;
//! `npm run fixtures` writes them anew. Paths and sizes that differ between computers are replaced.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use daybook_indexer::{IndexEvent, Indexer, IndexerOptions, Progress};
use daybook_model::{Agent, Instant};
use daybook_readers::Places;
use daybook_vault::{Filter, OrderEntry, PooledReader, Sort, SortColumn, Vault};
use serde::Serialize;
use serde_json::{Value, json};

use crate::commands::transcripts::TranscriptMessageView;
use crate::samples;

/// When the recording took place: the evening of the last day of the samples.
const NOW: Instant = Instant(1_784_227_200_000);

/// What stands for the folder of the sample vault.
const FOLDER: &str = "/home/dev/.local/share/daybook/sample";

/// Questions with their answers, by command.
type Recording = BTreeMap<&'static str, Vec<Value>>;

#[test]
fn recorded_answers_are_what_the_commands_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (vault, progress) = read_samples(folder.path());
    let reader = vault.reader().expect("the vault can be asked");
    let mut recording = Recording::new();
    note(&mut recording, "get_progress", &json!({}), &progress);
    record_lists(&mut recording, &reader);
    record_sessions(&mut recording, &reader);
    record_searches(&mut recording, &reader);

    let kept = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../ui/src/ipc/__fixtures__");
    #[expect(clippy::disallowed_methods, reason = "`npm run fixtures` sets it")]
    let is_writing = std::env::var_os("DAYBOOK_WRITE_FIXTURES").is_some();
    for (command, answers) in recording {
        let fresh = spelled(&answers, folder.path());
        let file = kept.join(format!("{command}.json"));
        if is_writing {
            std::fs::create_dir_all(&kept).expect("the fixtures can be written");
            std::fs::write(&file, &fresh).expect("the fixtures can be written");
        }
        let known = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(known == fresh, "{command}.json is stale: run `npm run fixtures` and look at what changed");
    }
}

/// Reads the sample sessions into a fresh vault, one after another, so that ids are the same each time.
fn read_samples(folder: &Path) -> (Arc<Vault>, Progress) {
    let home = folder.join("home");
    samples::lay_out(&home).expect("the folder can be written");
    let vault = Arc::new(Vault::open(&folder.join("vault.db"), NOW).expect("a fresh vault opens"));
    let mut options = IndexerOptions::new(Places::in_home(&home), Arc::new(|| NOW));
    options.threads = 1;
    let last = Arc::new(Mutex::new(None));
    let seen = Arc::clone(&last);
    let listener = move |event| {
        if let IndexEvent::Progressed(progress) = event {
            *seen.lock().expect("nobody panicked") = Some(progress);
        }
    };
    Indexer::run_once(&vault, options, Arc::new(listener)).expect("the samples can be read");
    let progress = last.lock().expect("nobody panicked").take();
    (vault, progress.expect("the indexer said how far it was"))
}

fn record_lists(recording: &mut Recording, reader: &PooledReader) {
    let zone = jiff::tz::TimeZone::get("Europe/Berlin").unwrap_or(jiff::tz::TimeZone::UTC);
    let all = Filter::default();
    let sort = Sort { column: SortColumn::Time, is_descending: true };
    let asked = json!({ "filter": all, "sort": sort });

    let order = reader.list_prompt_order(&all, sort, &zone).expect("an order");
    note(recording, "list_prompt_order", &asked, &pairs(&order));
    let ids: Vec<i64> = order.iter().map(|entry| entry.id).collect();
    note(recording, "list_prompts", &json!({ "ids": ids }), &reader.list_prompts(&ids).expect("rows"));
    let facets = reader.count_prompt_facets(&all).expect("counts");
    note(recording, "count_prompt_facets", &json!({ "filter": all }), &facets);

    let order = reader.list_session_order(&all, sort, &zone).expect("an order");
    note(recording, "list_session_order", &asked, &pairs(&order));
    let ids: Vec<i64> = order.iter().map(|entry| entry.id).collect();
    note(recording, "list_sessions", &json!({ "ids": ids }), &reader.list_sessions(&ids).expect("rows"));
    let facets = reader.count_session_facets(&all).expect("counts");
    note(recording, "count_session_facets", &json!({ "filter": all }), &facets);

    note(recording, "list_projects", &json!({}), &reader.list_projects().expect("projects"));
    let mut summary = reader.summarise().expect("a summary");
    summary.bytes = 1_000_000;
    note(recording, "get_summary", &json!({}), &summary);
    for agent in Agent::ALL {
        let faulty = reader.list_faulty_sources(agent).expect("sources");
        note(recording, "list_faulty_sources", &json!({ "agent": agent }), &faulty);
    }
}

/// Records every session's facts, and the transcripts of those that have children or came from Codex.
fn record_sessions(recording: &mut Recording, reader: &PooledReader) {
    let zone = jiff::tz::TimeZone::UTC;
    let sort = Sort { column: SortColumn::Time, is_descending: true };
    let order = reader.list_session_order(&Filter::default(), sort, &zone).expect("an order");
    let mut has_codex = false;
    for OrderEntry { id, .. } in order {
        let asked = json!({ "sessionId": id });
        let session = reader.get_session(id).expect("a session");
        note(recording, "get_session", &asked, &session);
        let is_first_of_codex = session.row.agent == Agent::Codex && !std::mem::replace(&mut has_codex, true);
        if session.row.children == 0 && !is_first_of_codex {
            continue;
        }
        note(recording, "list_child_sessions", &asked, &reader.list_child_sessions(id).expect("children"));
        let lines = reader.list_transcript(id).expect("a transcript");
        note(recording, "list_transcript", &asked, &lines);
        let ids: Vec<i64> = lines.iter().map(|line| line.id).collect();
        let messages = reader.list_messages(id, &ids).expect("messages");
        let views: Vec<TranscriptMessageView> = messages.into_iter().map(TranscriptMessageView::from).collect();
        note(recording, "list_messages", &json!({ "sessionId": id, "ids": ids }), &views);
        let found = reader.find_in_session(id, "test").expect("matches");
        note(recording, "find_in_session", &json!({ "sessionId": id, "words": "test" }), &found);
    }
}

fn record_searches(recording: &mut Recording, reader: &PooledReader) {
    for words in ["voucher", "\"exit code\"", "決済", "nothinglikethis"] {
        let filter = Filter { words: words.to_owned(), ..Filter::default() };
        let mut answer = reader.search(&filter, 20, 0).expect("an answer");
        for hit in &mut answer.hits {
            hit.score = (hit.score * 1000.0).round() / 1000.0;
        }
        note(recording, "search", &json!({ "filter": filter, "limit": 20, "offset": 0 }), &answer);
    }
}

fn note(recording: &mut Recording, command: &'static str, asked: &Value, answer: &impl Serialize) {
    recording.entry(command).or_default().push(json!({ "asked": asked, "answer": answer }));
}

/// Spells an order as pairs; the window gets it packed.
fn pairs(order: &[OrderEntry]) -> Vec<(i64, Option<i32>)> {
    order.iter().map(|entry| (entry.id, entry.day)).collect()
}

fn spelled(answers: &[Value], folder: &Path) -> String {
    let text = serde_json::to_string_pretty(answers).expect("answers are plain values");
    text.replace(&*folder.to_string_lossy(), FOLDER) + "\n"
}
