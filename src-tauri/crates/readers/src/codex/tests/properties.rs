//! What holds for every file: nothing panics, a beginning reads as a beginning, two readings are one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use daybook_model::{Checkpoint, Kind, Message, Origin};
use proptest::prelude::*;

use super::record::{Record, read_file, read_on, rollouts};
use crate::{ReadError, Reader as _};

const FOLDERS: [&str; 3] = ["cases", "corpus/codex", "corpus/codex-0.80.0"];

fn all_rollouts() -> Vec<PathBuf> {
    let is_codex = |path: &PathBuf| path.to_string_lossy().contains(".codex");
    FOLDERS.into_iter().flat_map(rollouts).filter(is_codex).collect()
}

/// Ends of lines, the end of the file not among them.
fn line_ends(bytes: &[u8]) -> Vec<usize> {
    (1..bytes.len()).filter(|end| bytes[end - 1] == b'\n').collect()
}

/// A copy of a file under its own name, where nothing lies beside it.
struct Copy {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

fn copy_of(path: &Path, bytes: &[u8]) -> Copy {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let copy = folder.path().join(path.file_name().expect("a rollout has a name"));
    fs::write(&copy, bytes).expect("the copy can be written");
    Copy { _folder: folder, path: copy }
}

#[test]
fn reading_in_two_parts_is_reading_whole() {
    for path in all_rollouts() {
        let bytes = fs::read(&path).expect("a fixture");
        let whole = read_file(&copy_of(&path, &bytes).path);
        for end in line_ends(&bytes) {
            let copy = copy_of(&path, &bytes[..end]);
            let mut parts = Record::default();
            let checkpoint = read_on(&copy.path, None, &mut parts);
            fs::write(&copy.path, &bytes).expect("the file grows");

            let last = read_on(&copy.path, Some(&checkpoint), &mut parts);

            assert_eq!(parts.sessions, whole.sessions, "{} cut at byte {end}", path.display());
            assert_eq!(parts.faults, whole.faults);
            assert_eq!(last.offset, bytes.len() as u64);
        }
    }
}

#[test]
fn a_torn_last_line_is_read_once_it_is_whole() {
    for path in all_rollouts() {
        let bytes = fs::read(&path).expect("a fixture");
        let whole = read_file(&copy_of(&path, &bytes).path);
        for end in (bytes.len() / 3..bytes.len()).step_by(bytes.len() / 5) {
            let copy = copy_of(&path, &bytes[..end]);
            let mut parts = Record::default();
            let checkpoint = read_on(&copy.path, None, &mut parts);
            fs::write(&copy.path, &bytes).expect("the file grows");

            read_on(&copy.path, Some(&checkpoint), &mut parts);

            assert_eq!(parts, whole, "{} torn at byte {end}", path.display());
        }
    }
}

/// What never changes in a message once it was sent. A program may become its command, a reply the summary that
/// repeats it, and a row a prompt once its event confirms it.
fn fixed(message: &Message) -> (i64, u32, Option<&str>) {
    let is_open = message.kind == Kind::ToolCall || message.kind == Kind::Summary || message.kind == Kind::Prose;
    (message.key.0, message.ordinal, (!is_open).then_some(message.text.as_str()))
}

#[test]
fn a_beginning_of_a_file_gives_a_beginning_of_its_messages() {
    for path in all_rollouts() {
        let bytes = fs::read(&path).expect("a fixture");
        let whole = read_file(&path).only().clone();
        for end in line_ends(&bytes) {
            let record = read_file(&copy_of(&path, &bytes[..end]).path);
            let begun = record.sessions.get(&whole.facts.native_id).map_or(&[][..], |session| &session.messages);
            for (message, later) in begun.iter().zip(&whole.messages) {
                assert_eq!(fixed(message), fixed(later), "{} cut at byte {end}", path.display());
                let is_same_prompt = message.origin != Origin::Human || message.text == later.text;
                assert!(is_same_prompt, "{}: what a person typed stays as it is", path.display());
            }
            assert!(begun.len() <= whole.messages.len());
        }
    }
}

#[test]
fn a_moved_or_compressed_file_gives_the_same_messages() {
    let path = rollouts("corpus/codex").remove(3);
    let bytes = fs::read(&path).expect("a fixture");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let archived = folder.path().join("archived_sessions");
    fs::create_dir(&archived).expect("a folder");
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let compressed = archived.join(format!("{name}.zst"));
    fs::write(&compressed, zstd::encode_all(&bytes[..], 3).expect("zstd")).expect("the file can be written");
    let plain = read_file(&path);

    let moved = read_file(&compressed);

    assert_eq!(moved.only().messages, plain.only().messages, "place and packing are no part of a message");
    assert_eq!(moved.only().facts.is_archived, Some(true));
    assert_eq!(plain.only().facts.is_archived, Some(false));
}

#[test]
fn a_checkpoint_of_another_reader_is_refused() {
    let path = rollouts("corpus/codex").remove(0);
    let foreign = Checkpoint { offset: 10, line: 1, has_pending_tail: false, state: b"{}".to_vec() };

    let answer = crate::codex::Codex.read(&path, Some(&foreign), &mut Record::default());

    assert!(matches!(answer, Err(ReadError::CheckpointNotUnderstood { .. })), "better read again than read wrong");
}

fn read_bytes(bytes: &[u8]) -> Record {
    let path = Path::new("rollout-2026-03-05T10-00-00-019cbd70-9d00-74f3-91c5-99062567ee74.jsonl");
    read_file(&copy_of(path, bytes).path)
}

static LINES_OF_FIXTURES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let texts = all_rollouts().into_iter().map(|path| fs::read_to_string(path).expect("a fixture"));
    texts.flat_map(|text| text.lines().map(ToOwned::to_owned).collect::<Vec<_>>()).collect()
});

/// Rows in which every value is one of a few, so that types do not fit and ids meet.
fn hostile_row() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        Just("null"),
        Just("3"),
        Just("-1.5"),
        Just("true"),
        Just("\"\""),
        Just("\"exec-1\""),
        Just("\"call_1\""),
        Just("\"message\""),
        Just("\"user\""),
        Just("\"assistant\""),
        Just("[]"),
        Just("[3,{\"text\":4}]"),
        Just("{}"),
        Just("{\"type\":\"CommandExecution\",\"id\":\"exec-1\",\"command\":[\"ls\"],\"exit_code\":1e300}"),
        Just("[{\"type\":\"input_text\",\"text\":\"a\"}]"),
        Just("\"function_call\""),
        Just("\"item_completed\""),
        Just("\"thread_rolled_back\""),
        Just("\"task_started\""),
        Just("\"custom_tool_call\""),
        Just("18446744073709551615"),
    ];
    let name = prop_oneof![
        Just("type"),
        Just("id"),
        Just("role"),
        Just("content"),
        Just("call_id"),
        Just("name"),
        Just("arguments"),
        Just("input"),
        Just("output"),
        Just("item"),
        Just("message"),
        Just("info"),
        Just("num_turns"),
        Just("turn_id"),
        Just("forked_from_id"),
        Just("history_base"),
        Just("source"),
        Just("summary"),
    ];
    let kind = prop_oneof![
        Just("session_meta"),
        Just("response_item"),
        Just("event_msg"),
        Just("turn_context"),
        Just("compacted"),
        Just("token_usage_record"),
        Just("never_seen"),
    ];
    (kind, prop::collection::vec((name, value), 0..6), any::<Option<u64>>()).prop_map(|(kind, fields, ordinal)| {
        let fields: Vec<String> = fields.into_iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
        let ordinal = ordinal.map_or("null".to_owned(), |ordinal| ordinal.to_string());
        format!("{{\"timestamp\":7,\"ordinal\":{ordinal},\"type\":\"{kind}\",\"payload\":{{{}}}}}\n", fields.join(","))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        read_bytes(&bytes);
    }

    #[test]
    fn no_rows_panic(rows in prop::collection::vec(hostile_row(), 0..12)) {
        read_bytes(rows.concat().as_bytes());
    }

    #[test]
    fn no_shuffled_or_damaged_rows_panic(
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let lines = &*LINES_OF_FIXTURES;
        let mut bytes = Vec::new();
        for (line, place, letter) in picks {
            let mut line = line.get(lines).clone().into_bytes();
            if letter % 3 == 0 && !line.is_empty() {
                let place = place.index(line.len());
                line[place] = letter;
            }
            bytes.extend(line);
            bytes.push(b'\n');
        }
        read_bytes(&bytes);
    }
}
