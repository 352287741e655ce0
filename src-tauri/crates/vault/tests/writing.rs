//! Writing sources: what is added, what is compared, what is kept.

use daybook_model::{
    Agent, Checkpoint, Entry, Fault, FaultKind, Instant, Message, Relation, SessionFacts, Span, State, Title,
    TitleSource, ToolOutcome, Usage,
};
use daybook_vault::{SourceState, VaultError, WriteMode};

use crate::support::{
    Disposable, MORNING, call, child_of, entry, facts, message, prompt, reply, reply_message, result, session,
    session_with, stamp,
};

#[test]
fn an_identical_message_changes_nothing() {
    let disposable = Disposable::new();
    let entries = || vec![session("one"), prompt(0, "p", "hello"), reply(1, "r", "good day")];
    let first = disposable.append("/a.jsonl", entries());

    let again = disposable.append("/a.jsonl", entries());
    let reloaded = disposable.reload("/a.jsonl", entries());

    assert_eq!((first.messages_added, first.messages_changed), (2, 0));
    for report in [again, reloaded] {
        assert_eq!((report.messages_added, report.messages_changed), (0, 0), "nothing is new");
        assert!(report.sessions.is_empty(), "nobody must be told of a change that is none");
    }
}

#[test]
fn a_message_that_grew_keeps_its_id() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![session("one"), reply(0, "r", "once upon")]);
    let before = disposable.vault.reader().expect("a reader").list_transcript(1).expect("a transcript")[0].id;

    let report = disposable.append("/a.jsonl", vec![session("one"), reply(0, "r", "once upon a time")]);

    let after = disposable.vault.reader().expect("a reader").list_transcript(1).expect("a transcript");
    assert_eq!((report.messages_added, report.messages_changed), (0, 1));
    assert_eq!(after.len(), 1);
    assert_eq!(after[0].id, before, "whoever points at the message must still find it");
    assert_eq!(disposable.search("time"), ["once upon a time"], "the index follows");
}

#[test]
fn a_message_sent_twice_in_one_source_is_one_message() {
    let disposable = Disposable::new();

    let report = disposable.append(
        "/a.jsonl",
        vec![session("one"), reply(0, "r", "once upon"), reply(0, "r", "once upon a time"), prompt(1, "p", "and?")],
    );

    assert_eq!(report.messages_added, 2);
    assert_eq!(
        disposable.transcript("one"),
        [(State::Current, "once upon a time".to_owned()), (State::Current, "and?".to_owned())]
    );
}

#[test]
fn what_a_reload_does_not_bring_again_is_superseded() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "a", "OLDWORD first"), reply(1, "b", "fine")]);

    disposable.reload("/a.jsonl", vec![session("one"), prompt(0, "c", "NEWWORD first"), reply(1, "b", "fine")]);

    let reader = disposable.vault.reader().expect("a reader");
    let row = reader.get_session(1).expect("the session").row;
    assert_eq!(disposable.prompts(), ["NEWWORD first"], "what left the file is no prompt that counts");
    assert_eq!(row.title, "NEWWORD first", "the title follows what stands");
    assert_eq!(row.prompts, 1);
    let states: Vec<State> = disposable.transcript("one").into_iter().map(|(state, _)| state).collect();
    assert!(states.contains(&State::Superseded), "the record keeps it");
}

#[test]
fn a_superseded_message_that_comes_back_stands_again() {
    let disposable = Disposable::new();
    let whole = || vec![session("one"), prompt(0, "a", "first"), prompt(1, "b", "second")];
    disposable.append("/a.jsonl", whole());
    disposable.reload("/a.jsonl", vec![session("one"), prompt(0, "a", "first")]);
    assert_eq!(disposable.prompts(), ["first"]);

    disposable.reload("/a.jsonl", whole());

    assert_eq!(disposable.prompts(), ["first", "second"]);
}

#[test]
fn a_session_that_a_reload_no_longer_names_is_settled_too() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "a", "first")]);

    let report = disposable.reload("/a.jsonl", vec![session("two"), prompt(0, "b", "second")]);

    assert_eq!(report.sessions.len(), 2, "both sessions changed");
    assert_eq!(disposable.prompts(), ["second"]);
}

#[test]
fn a_moved_file_keeps_the_ids_of_its_messages() {
    let disposable = Disposable::new();
    let entries = || vec![session("one"), prompt(0, "p", "hello"), reply(1, "r", "good day")];
    let first = disposable.append("/sessions/a.jsonl", entries());
    let ids = |disposable: &Disposable| -> Vec<i64> {
        let reader = disposable.vault.reader().expect("a reader");
        reader.list_transcript(1).expect("a transcript").iter().map(|line| line.id).collect()
    };
    let before = ids(&disposable);
    disposable
        .vault
        .writer()
        .run(move |tx| tx.sources().mark_missing(&[first.source_id], Instant(MORNING)))
        .expect("the source is marked");

    let moved = disposable.append("/archived/a.jsonl", entries());

    assert_eq!(moved.messages_added, 0, "nothing is new");
    assert_eq!(ids(&disposable), before, "whoever points at a message must still find it");
    let detail = disposable.vault.reader().expect("a reader").get_session(1).expect("the session");
    assert!(!detail.row.is_source_gone, "the session has a source again");
    assert_eq!(detail.sources.len(), 2, "where it was is still known");
}

#[test]
fn a_session_without_any_source_left_says_so_and_stays_readable() {
    let disposable = Disposable::new();
    let report = disposable.append("/a.jsonl", vec![session("one"), prompt(0, "p", "zorblaxword")]);

    disposable
        .vault
        .writer()
        .run(move |tx| tx.sources().mark_missing(&[report.source_id], Instant(MORNING)))
        .expect("the source is marked");

    let detail = disposable.vault.reader().expect("a reader").get_session(1).expect("the session");
    assert!(detail.row.is_source_gone);
    assert_eq!(disposable.search("zorblaxword").len(), 1, "the vault outlives its sources");
}

#[test]
fn call_result_and_outcome_meet_in_any_order() {
    let outcome = || {
        Entry::Outcome(ToolOutcome {
            call_id: "call-1".to_owned(),
            exit_code: Some(3),
            duration_ms: Some(40),
            ..ToolOutcome::default()
        })
    };
    let pieces = [call(1, "c", "call-1"), result(2, "r", "call-1", true), outcome()];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let disposable = Disposable::new();
        for piece in order {
            disposable.append("/a.jsonl", vec![session("one"), pieces[piece].clone()]);
        }

        let reader = disposable.vault.reader().expect("a reader");
        let ids: Vec<i64> = reader.list_transcript(1).expect("a transcript").iter().map(|line| line.id).collect();
        let messages = reader.list_messages(1, &ids).expect("messages");
        assert_eq!(messages.len(), 2);
        for message in messages {
            let tool = message.tool.expect("call and result both know the event");
            assert_eq!(
                (tool.name.as_str(), tool.is_error, tool.exit_code, tool.duration_ms),
                ("Bash", Some(true), Some(3), Some(40)),
                "in the order {order:?}"
            );
        }
        assert_eq!(reader.get_session(1).expect("the session").row.failures, 1);
    }
}

#[test]
fn usage_is_counted_once_a_reply_and_only_grows() {
    let disposable = Disposable::new();
    let grown = Usage { input: 10, output: 61, ..Usage::default() };
    disposable.append(
        "/a.jsonl",
        vec![
            session("one"),
            reply(0, "a", "thinking"),
            entry(Message { reply: 0, usage: None, ..reply_message(1, "b", "answer") }),
            Entry::Usage { reply: 0, usage: grown },
        ],
    );
    let late = Usage { input: 10, output: 7, ..Usage::default() };

    disposable.append("/a.jsonl", vec![session("one"), Entry::Usage { reply: 0, usage: late }]);

    let detail = disposable.vault.reader().expect("a reader").get_session(1).expect("the session");
    assert_eq!((detail.usage.input, detail.usage.output), (10, 61));
    assert_eq!(detail.replies, 1, "two pieces are one reply");
}

#[test]
fn the_best_title_wins_and_of_equals_the_later() {
    let disposable = Disposable::new();
    let titled = |text: &str, source| {
        let title = Some(Title { text: text.to_owned(), source });
        session_with(SessionFacts { title, ..facts("one") })
    };
    let title = |disposable: &Disposable| {
        disposable.vault.reader().expect("a reader").get_session(1).expect("the session").row.title
    };
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "p", "\n  first line  \nsecond line")]);
    assert_eq!(title(&disposable), "first line", "without a title, the first prompt is it");

    disposable.append("/a.jsonl", vec![titled("by agent", TitleSource::Agent)]);
    assert_eq!(title(&disposable), "by agent");
    disposable.append("/a.jsonl", vec![titled("by person", TitleSource::PersonInAgent)]);
    disposable.append("/a.jsonl", vec![titled("by agent again", TitleSource::Agent)]);
    assert_eq!(title(&disposable), "by person", "an agent does not overrule a person");
    let report = disposable.append("/a.jsonl", vec![titled("renamed", TitleSource::PersonInAgent)]);
    assert_eq!(title(&disposable), "renamed");
    assert_eq!(report.sessions, [1], "whoever shows the title must hear of it");
}

#[test]
fn a_child_finds_its_parent_now_or_later() {
    let parent = || vec![session("parent"), prompt(0, "p", "go"), call(1, "c", "call-1")];
    let child = || vec![child_of("child", "parent", Relation::Subagent), reply(2, "r", "done")];
    for parent_first in [true, false] {
        let disposable = Disposable::new();
        if parent_first {
            disposable.append("/parent.jsonl", parent());
            disposable.append("/child.jsonl", child());
        } else {
            disposable.append("/child.jsonl", child());
            let report = disposable.append("/parent.jsonl", parent());
            assert_eq!(report.sessions.len(), 2, "the child changed as well");
        }

        let reader = disposable.vault.reader().expect("a reader");
        let detail = reader.get_session(disposable.session("parent")).expect("the parent");
        assert_eq!(detail.row.children, 1);
        assert!(detail.children[0].call_message_id.is_some(), "the call that started it is known");
        let summary = reader.summarise().expect("a summary");
        assert_eq!((summary.sessions, summary.children), (1, 1), "children are not listed beside their parent");
        assert_eq!(disposable.search("done").len(), 1, "children are found by search");
    }
}

#[test]
fn a_child_without_its_parent_is_not_lost() {
    let disposable = Disposable::new();

    disposable.append("/child.jsonl", vec![child_of("child", "never", Relation::Subagent), reply(2, "r", "done")]);

    let reader = disposable.vault.reader().expect("a reader");
    let filter = daybook_vault::Filter { words: "done".to_owned(), ..daybook_vault::Filter::default() };
    let found = reader.search(&filter, 1, 0).expect("an answer").hits.remove(0);
    let detail = reader.get_session(found.session_id).expect("the session of the hit");
    let parent = detail.parent.expect("the parent is named");
    assert_eq!((parent.id, parent.native_id.as_str()), (None, "never"));
}

#[test]
fn sessions_that_call_each_other_parent_are_both_kept() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![child_of("a", "b", Relation::Subagent), prompt(0, "x", "one")]);
    disposable.append("/b.jsonl", vec![child_of("b", "a", Relation::Subagent), prompt(1, "y", "two")]);
    disposable.append("/c.jsonl", vec![child_of("c", "c", Relation::Subagent), prompt(2, "z", "three")]);

    let summary = disposable.vault.reader().expect("a reader").summarise().expect("a summary");

    assert_eq!(summary.sessions + summary.children, 3);
    assert!(summary.sessions >= 2, "a circle must not hide everybody");
}

#[test]
fn a_source_that_fails_leaves_no_trace() {
    let disposable = Disposable::new();
    let stamp = stamp(Agent::ClaudeCode, "/a.jsonl");

    let failed = disposable.vault.writer().run(move |tx| {
        let mut write = tx.write_source(&stamp, WriteMode::Append, Instant(MORNING))?;
        write.apply(session("one"))?;
        write.apply(prompt(0, "p", "hello"))?;
        Err::<(), _>(VaultError::WriterStopped)
    });

    assert!(failed.is_err());
    assert_eq!(disposable.vault.reader().expect("a reader").summarise().expect("a summary").messages, 0);
    assert_eq!(disposable.search("hello"), [] as [&str; 0]);
}

#[test]
fn a_job_that_panics_is_undone_and_the_writer_goes_on() {
    let disposable = Disposable::new();
    let source = stamp(Agent::ClaudeCode, "/a.jsonl");

    let panicked = disposable.vault.writer().run(move |tx| {
        tx.write_source(&source, WriteMode::Append, Instant(MORNING))?.apply(session("one"))?;
        assert!(tx.sources().find_source("/a.jsonl".as_ref())?.is_none(), "a fault of the program");
        Ok(())
    });
    let report = disposable.append("/b.jsonl", vec![session("two"), prompt(0, "p", "hello")]);

    assert!(matches!(panicked, Err(VaultError::WriteAborted)), "{panicked:?}");
    assert_eq!(report.messages_added, 1);
    let reader = disposable.vault.reader().expect("a reader");
    assert!(reader.sources().find_source("/a.jsonl".as_ref()).expect("an answer").is_none(), "it was rolled back");
}

#[test]
fn a_message_needs_a_session() {
    let disposable = Disposable::new();
    let stamp = stamp(Agent::ClaudeCode, "/a.jsonl");

    let failed = disposable
        .vault
        .writer()
        .run(move |tx| tx.write_source(&stamp, WriteMode::Append, Instant(MORNING))?.apply(prompt(0, "p", "hello")));

    assert!(matches!(failed, Err(VaultError::SessionNotNamed)), "{failed:?}");
}

#[test]
fn a_source_remembers_where_reading_stopped() {
    let disposable = Disposable::new();
    let checkpoint = Checkpoint { offset: 512, line: 9, has_pending_tail: true, state: vec![1, 2, 3] };
    let (source, expected) = (stamp(Agent::Codex, "/a.jsonl"), checkpoint.clone());
    disposable
        .vault
        .writer()
        .run(move |tx| {
            tx.write_source(&source, WriteMode::Append, Instant(MORNING))?.finish(&checkpoint, u64::MAX).map(|_| ())
        })
        .expect("the source is written");

    let reader = disposable.vault.reader().expect("a reader");
    let record = reader.sources().find_source("/a.jsonl".as_ref()).expect("an answer").expect("the source is known");

    assert_eq!(record.checkpoint, expected);
    assert_eq!(record.fingerprint, u64::MAX);
    assert_eq!((record.generation, record.state), (0, SourceState::Read));
    assert_eq!(reader.sources().list_sources(Agent::Codex).expect("a list"), [record]);
}

#[test]
fn a_quarantined_source_keeps_what_was_read_and_says_why() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "p", "hello")]);
    let source = stamp(Agent::ClaudeCode, "/a.jsonl");

    disposable
        .vault
        .writer()
        .run(move |tx| tx.sources().quarantine(&source, "permission denied", Instant(MORNING)))
        .expect("it is quarantined");

    let reader = disposable.vault.reader().expect("a reader");
    let faulty = reader.list_faulty_sources(Agent::ClaudeCode).expect("a list");
    assert_eq!(faulty[0].failure.as_deref(), Some("permission denied"));
    assert_eq!(disposable.prompts(), ["hello"]);
    disposable.append("/a.jsonl", vec![session("one")]);
    assert!(reader.list_faulty_sources(Agent::ClaudeCode).expect("a list").is_empty(), "it can be read again");
}

#[test]
fn faults_are_listed_once_and_unknown_types_are_no_faults() {
    let disposable = Disposable::new();
    let fault = |kind, line| Entry::Fault(Fault { kind, line, offset: line * 10, reason: "not JSON".to_owned() });
    let entries =
        || vec![session("one"), fault(FaultKind::Damaged, 7), fault(FaultKind::UnknownType, 8), prompt(0, "p", "hi")];
    disposable.append("/a.jsonl", entries());
    disposable.reload("/a.jsonl", entries());

    let reader = disposable.vault.reader().expect("a reader");

    let faulty = reader.list_faulty_sources(Agent::ClaudeCode).expect("a list");
    assert_eq!(faulty.len(), 1);
    assert_eq!(faulty[0].faults.len(), 1);
    assert_eq!(faulty[0].faults[0].line, 7);
    assert_eq!(reader.summarise().expect("a summary").agents[0].faults, 1);
}

#[test]
fn the_whole_of_a_cut_text_comes_from_the_archive() {
    let disposable = Disposable::new();
    let whole = format!("begin {} end", "x".repeat(100_000));
    let line = serde_json::json!({"uuid": "p", "message": {"role": "user", "content": whole}}).to_string() + "\n";
    let kept = format!("{}\n[… 99000 bytes cut …]\nend", &whole[..500]);
    let chunk = |generation: &str| Entry::Raw {
        span: Span { start: 0, end: line.len() as u64 + 200 },
        data: zstd::encode_all(format!("{{\"n\":\"{generation}\"}}\n{line}").as_bytes(), 3).expect("it compresses"),
    };
    let cut = Message { whole_bytes: Some(whole.len() as u64), source_offset: 9, ..message(0, "p", &kept) };
    disposable.append("/a.jsonl", vec![chunk("one"), session("one"), entry(cut)]);

    let reader = disposable.vault.reader().expect("a reader");
    let id = reader.list_transcript(1).expect("a transcript")[0].id;

    assert_eq!(reader.get_whole_text(id).expect("a text"), whole);
    assert!(matches!(reader.get_whole_text(999), Err(VaultError::NotFound { .. })));
}

#[test]
fn settings_are_kept() {
    let disposable = Disposable::new();
    let set = |value: &'static str| {
        disposable.vault.writer().run(move |tx| tx.settings().set_setting("theme", value)).expect("it is set")
    };

    assert!(set("dark"));
    assert!(!set("dark"), "the same value is no change");
    assert!(set("light"));

    let reader = disposable.vault.reader().expect("a reader");
    assert_eq!(reader.find_setting("theme").expect("an answer").as_deref(), Some("light"));
    assert_eq!(reader.find_setting("nothing").expect("an answer"), None);
}

fn raw(start: u64, bytes: &str) -> Entry {
    let span = Span { start, end: start + bytes.len() as u64 };
    Entry::Raw { span, data: zstd::encode_all(bytes.as_bytes(), 3).expect("it compresses") }
}

/// Numbers the generations of which the archive holds pieces, and the bytes it holds altogether.
fn archive(disposable: &Disposable) -> (i64, i64) {
    let outside = rusqlite::Connection::open(disposable.path()).expect("the file opens");
    outside
        .query_row("SELECT COUNT(DISTINCT generation), SUM(end_offset - start_offset) FROM raw_chunks", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .expect("a count")
}

#[test]
fn reading_the_same_bytes_again_does_not_double_the_archive() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![raw(0, "one\n"), session("one")]);
    disposable.append("/a.jsonl", vec![raw(4, "two\n"), session("one")]);

    disposable.reload("/a.jsonl", vec![raw(0, "one\ntwo\nthree\n"), session("one")]);
    assert_eq!(archive(&disposable), (1, 14), "how the bytes were cut does not matter");

    disposable.reload("/a.jsonl", vec![raw(0, "one\nTWO\n"), session("one")]);
    assert_eq!(archive(&disposable), (2, 22), "what a rewritten file held is kept");
}

#[test]
fn a_piece_of_the_archive_that_cannot_be_read_blocks_nothing() {
    let disposable = Disposable::new();
    let broken = || Entry::Raw { span: Span { start: 0, end: 4 }, data: vec![1, 2, 3] };
    disposable.append("/a.jsonl", vec![broken(), session("one"), prompt(0, "a", "hello")]);

    let report = disposable.reload("/a.jsonl", vec![broken(), session("one"), prompt(0, "a", "hello")]);

    assert_eq!(report.messages_changed, 0);
    assert_eq!(archive(&disposable).0, 2, "what cannot be compared is kept");
}
