//! Reading: transcripts, messages, details, and readers that never wait for the writer.

use std::sync::mpsc;

use daybook_model::{Agent, Entry, Instant, Kind, Message, Relation, SessionFacts};
use daybook_vault::{IndexHealth, VaultError, WriteMode};

use crate::support::{
    Disposable, MORNING, call, child_of, entry, facts, message, prompt, reply, result, session, session_with, stamp,
};

#[test]
fn a_transcript_has_turns_failures_compactions_and_an_outline() {
    let disposable = Disposable::new();
    disposable.append(
        "/a.jsonl",
        vec![
            session("one"),
            prompt(0, "a", "\n  look at this  \nand more"),
            call(1, "b", "call-1"),
            result(2, "c", "call-1", true),
            Entry::Compaction { before_ordinal: 3, moment: None },
            entry(Message { kind: Kind::Summary, ..message(3, "d", "what was said") }),
            prompt(4, "e", "go on"),
        ],
    );

    let lines = disposable.vault.reader().expect("a reader").list_transcript(1).expect("a transcript");

    let outlines: Vec<&str> = lines.iter().map(|line| line.outline.as_str()).collect();
    assert_eq!(outlines, ["look at this", "", "", "", "go on"]);
    let turns: Vec<Option<i64>> = lines.iter().map(|line| line.turn).collect();
    assert_eq!(turns, [Some(1), None, None, None, Some(2)]);
    let failures: Vec<bool> = lines.iter().map(|line| line.is_failure).collect();
    assert_eq!(failures, [false, true, true, false, false], "call and result failed");
    let compacted: Vec<bool> = lines.iter().map(|line| line.is_after_compaction).collect();
    assert_eq!(compacted, [false, false, false, true, false]);
    assert_eq!(lines[4].bytes, 5);
}

#[test]
fn messages_come_in_the_asked_order_and_from_the_asked_session_alone() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "a", "first"), reply(1, "b", "second")]);
    disposable.append("/b.jsonl", vec![session("two"), prompt(0, "c", "foreign")]);

    let messages = disposable.vault.reader().expect("a reader").list_messages(1, &[2, 3, 1]).expect("messages");

    let texts: Vec<&str> = messages.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(texts, ["second", "first"]);
    assert_eq!(messages[0].usage.map(|usage| usage.input), Some(10));
    assert!(messages[1].usage.is_none());
}

#[test]
fn a_long_message_is_cut_between_characters_and_says_how_long_it_is() {
    let disposable = Disposable::new();
    let long = "語".repeat(20_000);
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "a", &long)]);
    let reader = disposable.vault.reader().expect("a reader");

    let message = reader.list_messages(1, &[1]).expect("messages").remove(0);

    assert_eq!(message.text.chars().count(), 16_000);
    assert_eq!(message.whole_bytes, Some(60_000));
    assert_eq!(reader.get_whole_text(1).expect("a text"), long);
}

#[test]
fn a_call_shows_the_session_it_started() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![session("parent"), prompt(0, "a", "go"), call(1, "b", "call-1")]);
    disposable.append("/b.jsonl", vec![child_of("child", "parent", Relation::Subagent), reply(2, "c", "done")]);

    let call = disposable.vault.reader().expect("a reader").list_messages(1, &[2]).expect("messages").remove(0);

    assert_eq!(call.child.expect("the child is linked").native_id, "child");
}

#[test]
fn words_are_found_in_one_session_in_order_and_in_any_case() {
    let disposable = Disposable::new();
    disposable.append(
        "/a.jsonl",
        vec![session("one"), prompt(0, "a", "The GRÖSSE_x"), call(1, "b", "call-1"), reply(2, "c", "größe_X it is")],
    );
    disposable.append("/b.jsonl", vec![session("two"), prompt(0, "d", "größe_x")]);
    let reader = disposable.vault.reader().expect("a reader");
    let find = |words: &str| reader.find_in_session(1, words).expect("an answer");

    assert_eq!(find("make"), [2], "tool text counts as well");
    assert_eq!(find("_x"), [1, 3]);
    assert_eq!(find("GRÖ"), [1, 3]);
    assert!(find("  ").is_empty());
    assert!(find("100%").is_empty());
}

#[test]
fn a_session_is_found_with_its_aliases_and_masked_secrets() {
    let disposable = Disposable::new();
    let named = SessionFacts { aliases: vec!["uno".to_owned()], ..facts("one") };
    disposable.append(
        "/a.jsonl",
        vec![session_with(named), prompt(0, "a", "key [REDACTED:aws] and [REDACTED:jwt]"), reply(1, "b", "none")],
    );
    let reader = disposable.vault.reader().expect("a reader");

    let detail = reader.get_session(1).expect("the session");

    assert_eq!(detail.aliases, ["uno"]);
    for id in ["one", "uno"] {
        assert_eq!(reader.find_session(Agent::ClaudeCode, id).expect("an answer"), Some(1), "either id leads to it");
    }
    assert_eq!(reader.find_session(Agent::Codex, "one").expect("an answer"), None, "ids belong to one agent");
    assert_eq!(detail.masked, 2);
    assert!(matches!(reader.get_session(77), Err(VaultError::NotFound { what: "session", id: 77 })));
}

#[test]
fn readers_answer_while_the_writer_works() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "a", "before")]);
    let (started, wait_for_start) = mpsc::channel();
    let (answered, wait_for_answer) = mpsc::channel::<()>();
    let source = stamp(Agent::ClaudeCode, "/b.jsonl");

    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            disposable.vault.writer().run(move |tx| {
                let mut write = tx.write_source(&source, WriteMode::Append, Instant(MORNING))?;
                write.apply(session("two"))?;
                write.apply(prompt(0, "b", "during"))?;
                started.send(()).expect("the test waits");
                wait_for_answer.recv().expect("the test answers");
                write.finish(&daybook_model::Checkpoint::default(), 0).map(|_| ())
            })
        });
        wait_for_start.recv().expect("the writer starts");
        assert_eq!(disposable.prompts(), ["before"], "a reader sees the last commit");
        answered.send(()).expect("the writer waits");
        writing.join().expect("the writer does not panic").expect("the source is written");
    });

    assert_eq!(disposable.prompts().len(), 2, "afterwards it sees both");
}

#[test]
fn many_threads_share_few_readers() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "a", "hello")]);

    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(disposable.search("hello").len(), 1);
                }
            });
        }
    });
}

#[test]
fn an_index_that_lost_step_is_noticed_and_repaired() {
    let disposable = Disposable::new();
    let mut entries = vec![session("one")];
    for number in 0..50 {
        entries.push(prompt(number, &format!("m{number}"), &format!("godwitword{number}")));
    }
    disposable.append("/a.jsonl", entries);
    assert_eq!(disposable.vault.writer().check_index().expect("a check"), IndexHealth::Sound);
    let outside = rusqlite::Connection::open(disposable.path()).expect("the file opens");
    outside
        .execute_batch(
            "DROP TRIGGER prose_index_update;
            DROP TRIGGER prose_index_delete;
            UPDATE messages SET text = 'turnstoneword' WHERE id = 8;
            DELETE FROM messages WHERE id BETWEEN 20 AND 29;",
        )
        .expect("the messages change behind the back of the index");
    let whole: String = outside.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("a check");
    assert_eq!(whole, "ok", "the engine's own check does not see it");
    assert_eq!(disposable.vault.writer().check_index().expect("a check"), IndexHealth::Damaged);

    disposable.vault.writer().repair_index().expect("a repair");

    assert_eq!(disposable.vault.writer().check_index().expect("a check"), IndexHealth::Sound);
    let found = |words: &str| disposable.search(words).len();
    assert_eq!((found("godwitword7"), found("turnstoneword"), found("godwitword25")), (0, 1, 0));
}

#[test]
fn bulk_leaves_the_same_vault() {
    let disposable = Disposable::new();
    let writer = disposable.vault.writer();
    writer.begin_bulk().expect("bulk begins");
    for number in 0..60 {
        let name = format!("m{number}");
        disposable.append(
            &format!("/{number}.jsonl"),
            vec![session(&format!("s{number}")), prompt(number, &name, &format!("common word{number}"))],
        );
    }
    writer.make_visible().expect("a commit");
    assert_eq!(disposable.search("word7").len(), 1, "what is read is found before the end");

    writer.end_bulk().expect("bulk ends");

    assert_eq!(disposable.search("common").len(), 50);
    assert_eq!(disposable.search("word59").len(), 1);
    assert_eq!(writer.check_index().expect("a check"), IndexHealth::Sound);
    writer.end_bulk().expect("ending twice is harmless");
}

#[test]
fn a_source_that_fails_in_bulk_takes_no_other_with_it() {
    let disposable = Disposable::new();
    let writer = disposable.vault.writer();
    writer.begin_bulk().expect("bulk begins");
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "a", "before")]);
    let source = stamp(Agent::ClaudeCode, "/b.jsonl");

    let failed = writer.run(move |tx| {
        let mut write = tx.write_source(&source, WriteMode::Append, Instant(MORNING))?;
        write.apply(session("two"))?;
        write.apply(prompt(0, "b", "undone"))?;
        Err::<(), _>(VaultError::WriteAborted)
    });
    let source = stamp(Agent::ClaudeCode, "/c.jsonl");
    let panicked = writer.run(move |tx| {
        let mut write = tx.write_source(&source, WriteMode::Append, Instant(MORNING))?;
        write.apply(session("three"))?;
        write.apply(prompt(0, "c", "undone"))?;
        drop(write);
        assert!(tx.sources().find_source("/c.jsonl".as_ref())?.is_none(), "a fault of the program");
        Ok(())
    });
    disposable.append("/d.jsonl", vec![session("four"), prompt(1, "d", "after")]);
    writer.end_bulk().expect("bulk ends");

    assert!(failed.is_err() && panicked.is_err());
    assert_eq!(disposable.prompts(), ["before", "after"]);
    assert!(disposable.search("undone").is_empty());
    assert_eq!(writer.check_index().expect("a check"), IndexHealth::Sound);
}
