//! The failure cases that concern Codex: the values each expects, and a snapshot of all that was read.

use std::path::Path;

use daybook_model::{Instant, Kind, Origin, Relation, Role, Usage, message::State};
use serde_json::{Value, json};

use super::record::{Record, Session, read_files, rollouts};

const PARENT: &str = "019cbda7-8b80-7b2a-8d97-80c336ce3d14";
const CHILD: &str = "019cc3a9-a180-71e2-bea2-c80b09aebf19";

fn read_case(name: &str) -> Record {
    let record = read_files(&rollouts(&format!("cases/{name}/input/home")));
    let sessions: Vec<Value> = record.sessions.values().map(Session::to_json).collect();
    insta::assert_json_snapshot!(name, sessions);
    assert!(record.faults.is_empty(), "nothing is wrong with these files: {:?}", record.faults);
    record
}

fn expect_of(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/cases").join(name);
    let bytes = std::fs::read(path.join("expected.json")).expect("the case says what it expects");
    let expected: Value = serde_json::from_slice(&bytes).expect("expected.json is JSON");
    expected["expect"].clone()
}

#[test]
fn injected_instructions_are_kept_and_are_no_prompts() {
    let expect = expect_of("reader-codex-agents-md");

    let record = read_case("reader-codex-agents-md");

    let session = record.only();
    assert_eq!(json!(session.prompts().len()), expect["human_prompts"], "three of the four user rows are injected");
    assert_eq!(json!(session.facts.title.as_ref().expect("a title").text), expect["title"]);
    let injected = session.of_kind(Kind::System);
    assert_eq!(json!(injected.len()), expect["injected_records"]);
    assert!(injected.iter().all(|message| message.origin == Origin::System), "the program wrote them");
}

#[test]
fn a_compaction_repeats_no_prompt() {
    let expect = expect_of("reader-codex-compacted");

    let record = read_case("reader-codex-compacted");

    let session = record.only();
    assert_eq!(json!(session.prompts().len()), expect["human_prompts"], "replacement_history is not read");
    assert_eq!(json!(session.replies()), expect["assistant_messages"], "a summary is no reply");
    let hits = session.messages.iter().filter(|message| message.text.contains("compaction prompt 2")).count();
    assert_eq!(json!(hits), expect["search"][0]["hits"]);
    assert_eq!(session.of_kind(Kind::Summary).len(), 3, "one summary for each compaction");
    assert_eq!(session.compactions.len(), 3);
}

#[test]
fn an_event_and_its_row_are_one_message_and_a_repeated_prompt_is_two() {
    let expect = expect_of("reader-codex-dual-event");

    let record = read_case("reader-codex-dual-event");

    let session = record.only();
    assert_eq!(json!(session.prompt_texts()), expect["prompt_texts"], "`try again` was typed twice");
    assert_eq!(json!(session.prompts().len()), expect["human_prompts"]);
    assert_eq!(json!(session.replies()), expect["assistant_messages"]);
}

#[test]
fn a_replayed_history_belongs_to_the_parent() {
    let expect = expect_of("reader-codex-fork");

    let record = read_case("reader-codex-fork");

    assert_eq!(json!(record.sessions.len()), expect["sessions"]);
    let (parent, child) = (&record.sessions[PARENT], &record.sessions[CHILD]);
    assert_eq!(json!(child.facts.native_id), expect["child_id"], "the replayed session_meta does not rename the child");
    let origin = child.facts.parent.as_ref().expect("a fork has a parent");
    assert_eq!(json!(origin.native_id), expect["child_forked_from"]);
    assert_eq!(origin.relation, Relation::Fork);
    for (session, name) in [(parent, "parent"), (child, "child")] {
        assert_eq!(json!(session.prompts().len()), expect["own_prompts"][name]);
        let usage = &expect["usage"][name];
        let Usage { input, output, cache_read, .. } = session.usage();
        assert_eq!(json!(input + cache_read), usage["input"], "{name}: Codex counts cached tokens as input, too");
        assert_eq!(json!(cache_read), usage["cached"], "{name}");
        assert_eq!(json!(output), usage["output"], "{name}");
        assert_eq!(json!(input + cache_read + output), usage["total"], "{name}: the copied totals count nothing");
    }
    let first_own = child.own().next().expect("the child has work of its own");
    assert_eq!(first_own.moment.map(|moment| moment.at), Some(Instant(1_772_809_230_000)), "child_own_start");
}

#[test]
fn a_copied_message_has_the_key_of_its_original() {
    let record = read_files(&rollouts("cases/reader-codex-fork/input/home"));
    let (parent, child) = (&record.sessions[PARENT], &record.sessions[CHILD]);

    let copied: Vec<_> = child.messages.iter().filter(|message| message.state == State::Copied).collect();

    assert_eq!(copied.len(), parent.messages.len());
    for (copy, original) in copied.iter().zip(&parent.messages) {
        assert_eq!(copy.key, original.key, "the vault links copies by their keys");
        assert_eq!(copy.moment, None, "the instant of the fork is not when it was said");
    }
}

#[test]
fn a_fork_keeps_no_reply_open_from_its_parent() {
    let record = read_files(&rollouts("cases/reader-codex-fork/input/home"));

    let last = record.sessions[CHILD].messages.last().expect("the child answered");

    assert_eq!(last.role, Role::Assistant);
    assert_eq!(last.reply, last.ordinal, "its reply begins in the child");
    assert_eq!(last.usage.map(|usage| usage.output), Some(100));
}
