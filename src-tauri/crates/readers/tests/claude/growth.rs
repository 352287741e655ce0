//! Files that grow while they are read, and files that are damaged in any way: properties rather than examples.

use std::fs;
use std::path::{Path, PathBuf};

use daybook_model::{Checkpoint, FaultKind, Message, State};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::recording::{Recording, claude, fixture, read, sources};

/// A place for a file that is laid out as the agent does it.
struct Place {
    _folder: TempDir,
    path: PathBuf,
}

fn place(original: &Path) -> Place {
    let folder = tempfile::tempdir().expect("a folder");
    let parts: Vec<_> = original.components().collect();
    let projects = parts.iter().rposition(|part| part.as_os_str() == "projects").expect("below `projects`");
    let path = folder.path().join(parts[projects..].iter().collect::<PathBuf>());
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    for companion in claude().companions(original) {
        if let Ok(bytes) = fs::read(&companion) {
            let to = path
                .parent()
                .expect("a folder")
                .join(companion.strip_prefix(original.parent().expect("a folder")).expect("beside"));
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
            fs::write(to, bytes).expect("written");
        }
    }
    Place { _folder: folder, path }
}

/// Reads a file that grows from cut to cut.
fn grown(place: &Place, bytes: &[u8], cuts: &[usize]) -> (Recording, Checkpoint) {
    let mut recording = Recording::default();
    let mut checkpoint: Option<Checkpoint> = None;
    for cut in cuts.iter().copied().chain([bytes.len()]) {
        fs::write(&place.path, &bytes[..cut]).expect("written");
        checkpoint = Some(claude().read(&place.path, checkpoint.as_ref(), &mut recording).expect("it goes on"));
    }
    (recording, checkpoint.expect("read at least once"))
}

fn every_source() -> Vec<PathBuf> {
    let cases = [
        "bad-lines-midfile",
        "glued-record",
        "lineage-one-file",
        "phantom-parent",
        "queued-prompts",
        "resume-copy",
        "split-usage",
        "subagents",
        "title-noise",
        "unknown-types",
    ];
    let homes = ["claude", "claude-2.0.76", "claude-1.0.128"].map(|folder| fixture("corpus").join(folder));
    let cases = cases.map(|case| fixture("cases").join(format!("reader-claude-{case}/input/home")));
    homes.iter().chain(&cases).flat_map(|home| sources(home)).collect()
}

#[test]
fn reading_on_from_any_line_gives_the_same_as_reading_at_once() {
    for source in every_source() {
        let bytes = fs::read(&source).expect("readable");
        let place = place(&source);
        let (whole, at_once) = grown(&place, &bytes, &[]);
        let ends: Vec<usize> = memchr::memchr_iter(b'\n', &bytes).map(|newline| newline + 1).collect();

        for end in &ends {
            let (recording, checkpoint) = grown(&place, &bytes, &[*end]);

            assert_eq!(recording.settled(), whole.settled(), "{} cut at byte {end}", source.display());
            assert_eq!(checkpoint.offset, at_once.offset);
        }
        let (recording, checkpoint) = grown(&place, &bytes, &ends);
        assert_eq!(recording.settled(), whole.settled(), "{} line by line", source.display());
        assert_eq!(checkpoint.line, at_once.line);
    }
}

#[test]
fn the_memory_of_a_reading_stays_small() {
    for source in every_source() {
        let (_, checkpoint) = read(&source);

        let allowed = 16 * usize::try_from(checkpoint.line).expect("small") + 4096;
        assert!(checkpoint.state.len() < allowed, "{} needs {} bytes", source.display(), checkpoint.state.len());
    }
}

/// Messages in order, without what a later reading may say otherwise.
fn messages(recording: &Recording) -> Vec<(String, &Message)> {
    let sessions = recording.sessions.iter();
    sessions
        .flat_map(|(id, session)| session.in_order().into_iter().map(move |message| (id.clone(), message)))
        .filter(|(_, message)| message.state == State::Current)
        .collect()
}

fn any_source() -> impl Strategy<Value = PathBuf> {
    proptest::sample::select(every_source())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn a_file_may_be_cut_anywhere(source in any_source(), places in prop::collection::vec(any::<prop::sample::Index>(), 1..6)) {
        let bytes = fs::read(&source).expect("readable");
        let place = place(&source);
        let mut cuts: Vec<usize> = places.iter().map(|place| place.index(bytes.len() + 1)).collect();
        cuts.sort_unstable();

        let (whole, _) = grown(&place, &bytes, &[]);
        let (recording, _) = grown(&place, &bytes, &cuts);

        prop_assert_eq!(recording.settled(), whole.settled());
    }

    #[test]
    fn a_prefix_of_a_file_yields_a_prefix_of_its_messages(source in any_source(), at in any::<prop::sample::Index>()) {
        let bytes = fs::read(&source).expect("readable");
        let place = place(&source);
        let (whole, _) = grown(&place, &bytes, &[]);
        let cut = at.index(bytes.len() + 1);
        fs::write(&place.path, &bytes[..cut]).expect("written");
        let (part, _) = read(&place.path);

        for (id, session) in &part.sessions {
            let of = |recording: &Recording| -> Vec<_> {
                let all = messages(recording).into_iter().filter(|(session, _)| session == id);
                all.map(|(_, message)| (message.key, message.ordinal, message.text.clone())).collect()
            };
            prop_assert!(of(&whole).starts_with(&of(&part)), "{}", session.facts.native_id);
        }
        prop_assert!(part.faults.iter().zip(&whole.faults).all(|(one, other)| one == other));
    }

    #[test]
    fn no_bytes_panic(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..20)) {
        let place = place(Path::new("/home/dev/.claude/projects/-home-dev/1.jsonl"));
        fs::write(&place.path, lines.join(&b'\n')).expect("written");

        read(&place.path);
    }

    #[test]
    fn damage_to_a_line_costs_no_other_line(
        source in any_source(),
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        put in prop::collection::vec(any::<u8>().prop_filter("a newline makes two lines", |byte| *byte != b'\n'), 0..12),
        removed in 0usize..40,
    ) {
        let bytes = fs::read(&source).expect("readable");
        let place = place(&source);
        let (whole, _) = grown(&place, &bytes, &[]);
        let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        prop_assume!(!lines.is_empty());
        let line = which.index(lines.len());
        let offset: usize = lines[..line].iter().map(Vec::len).sum();
        let start = at.index(lines[line].len());
        let end = (start + removed).min(lines[line].len() - 1).max(start);
        lines[line].splice(start..end, put);
        if lines[line].last() != Some(&b'\n') {
            lines[line].push(b'\n');
        }

        let (damaged, _) = grown(&place, &lines.concat(), &[]);

        // Everything before the damage is untouched, whatever it was.
        let before = |recording: &Recording| -> Vec<_> {
            let all = messages(recording).into_iter().filter(|(_, message)| message.source_offset < offset as u64);
            all.map(|(session, message)| (session, message.key, message.text.clone())).collect()
        };
        prop_assert_eq!(before(&damaged), before(&whole));
        // What follows is all there; only what the damaged line held may be missing or changed.
        let after = |recording: &Recording, offset: u64| -> usize {
            messages(recording).iter().filter(|(_, message)| message.source_offset > offset).count()
        };
        prop_assert!(after(&damaged, offset as u64) >= after(&whole, offset as u64));
    }

    #[test]
    fn a_foreign_checkpoint_never_panics(state in prop::collection::vec(any::<u8>(), 0..100), offset in 0u64..5000) {
        let source = sources(&fixture("cases/reader-claude-split-usage/input/home")).remove(0);
        let checkpoint = Checkpoint { offset, line: 1, has_pending_tail: false, state };

        let _ = claude().read(&source, Some(&checkpoint), &mut Recording::default());
    }
}

#[test]
fn a_record_is_whole_however_it_is_damaged_around_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("1.jsonl");
    let row = |uuid: &str| {
        format!(
            r#"{{"type":"user","uuid":"{uuid}","cwd":"/a","userType":"external","message":{{"role":"user","content":"prompt {uuid}"}}}}"#
        )
    };
    let nested = r#"{"type":"tool_result","content":["#.repeat(200) + &"]}".repeat(200);
    let deep = format!(r#"{{"type":"user","uuid":"d","message":{{"content":[{nested}]}}}}"#);
    let lists = "[".repeat(9000) + &"]".repeat(9000);
    let odd = format!(r#"{{"type":"user","uuid":"o","message":{{"content":{lists}}}}}"#);
    let double = r#"{"type":"user","uuid":"x","uuid":"two","message":{"role":"user","content":"old"},"message":{"role":"user","content":"prompt two"}}"#;
    let lines: Vec<Vec<u8>> = vec![
        format!("\u{FEFF}{}\r", row("one")).into_bytes(),
        double.as_bytes().to_vec(),
        deep.into_bytes(),
        odd.into_bytes(),
        [&[0; 64][..], row("three").as_bytes()].concat(),
        [row("four"), row("five")].concat().into_bytes(),
        [&b"{\"type\":\"user\",\"message\":{\"content\":\"caf\xE9"[..], row("six").as_bytes()].concat(),
        row("seven").replace("seven", "s\\ud83dven").into_bytes(),
        row("eight")
            .replacen("prompt eight", "prompt \u{FFFF}eight", 1)
            .into_bytes()
            .into_iter()
            .map(|byte| if byte == 0xBF { 0xFF } else { byte })
            .collect(),
    ];
    fs::write(&path, lines.join(&b'\n').into_iter().chain([b'\n']).collect::<Vec<u8>>()).expect("written");

    let (recording, checkpoint) = read(&path);
    let texts: Vec<&str> = recording.only().in_order().iter().map(|message| message.text.as_str()).collect();

    assert_eq!(texts.len(), 8, "{texts:?} {:?}", recording.faults);
    assert_eq!(texts[..6], ["prompt one", "prompt two", "prompt three", "prompt four", "prompt five", "prompt six"]);
    assert_eq!(texts[6], "prompt s\u{FFFD}ven");
    assert!(texts[7].contains('\u{FFFD}') && texts[7].ends_with("eight"));
    assert_eq!(
        recording.faults_of(FaultKind::Damaged),
        1,
        "blocks in blocks in blocks; lists without a meaning are skipped"
    );
    assert_eq!(recording.faults_of(FaultKind::Recovered), 3, "padding, two records, a torn one");
    assert_eq!((checkpoint.line, checkpoint.has_pending_tail), (9, false));
}

#[test]
fn a_compressed_file_reads_like_a_plain_one() {
    let source = sources(&fixture("cases/reader-claude-split-usage/input/home")).remove(0);
    let bytes = fs::read(&source).expect("readable");
    let place = place(&source);
    let (plain, at_once) = grown(&place, &bytes, &[]);

    fs::write(&place.path, zstd::encode_all(&bytes[..], 3).expect("compressed")).expect("written");
    let (mut compressed, checkpoint) = read(&place.path);

    assert_eq!(compressed, plain);
    assert_eq!(checkpoint, at_once, "offsets are those of the plain text");
    let again = claude().read(&place.path, Some(&checkpoint), &mut compressed).expect("it goes on");
    assert_eq!(again, checkpoint, "nothing is new");
}

#[test]
fn a_prompt_taken_up_after_it_was_seen_waiting_is_shown_once() {
    let source = sources(&fixture("cases/reader-claude-queued-prompts/input/home")).remove(0);
    let bytes = fs::read(&source).expect("readable");
    let place = place(&source);
    let ends: Vec<usize> = memchr::memchr_iter(b'\n', &bytes).map(|newline| newline + 1).collect();

    let (early, _) = grown(&place, &bytes[..ends[4]], &[]);
    let (late, _) = grown(&place, &bytes, &ends);

    let of = |recording: &Recording, state| {
        let messages = recording.only().in_order().into_iter().filter(|message| message.state == state);
        messages.map(|message| message.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(of(&early, State::Queued).len(), 3, "while the agent works, all three wait");
    assert_eq!(of(&late, State::Queued), ["And add a legend"]);
    assert_eq!(of(&late, State::Superseded).len(), 2, "the one taken up and the one taken back count no more");
    assert_eq!(late.only().prompts().len(), 3);
}
