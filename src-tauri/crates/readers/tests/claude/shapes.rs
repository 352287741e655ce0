//! Shapes of rows that the fixtures do not hold, each as small as it can be.

use std::fs;

use daybook_model::lineage::{self, Node};
use daybook_model::{FaultKind, Kind, Origin, Role, State, TitleSource};
use serde_json::{Value, json};

use crate::recording::{Recording, Session, is_prompt, read};

/// Writes rows as the session `s` and reads them.
fn session(rows: &[Value]) -> Recording {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("-a/s.jsonl");
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
    fs::write(&path, lines.join("\n") + "\n").expect("written");
    read(&path).0
}

/// A row of the conversation; `more` overrides and adds fields.
fn row(kind: &str, uuid: &str, parent: Option<&str>, content: &Value, more: Value) -> Value {
    let mut row = json!({
        "type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "cwd": "/a", "userType": "external",
        "timestamp": "2026-03-02T10:00:00.000Z", "message": {"role": kind, "id": uuid, "content": content},
    });
    let fields = row.as_object_mut().expect("an object");
    if let Value::Object(more) = more {
        fields.extend(more);
    }
    row
}

fn user(uuid: &str, parent: Option<&str>, text: &str) -> Value {
    row("user", uuid, parent, &json!(text), json!({}))
}

fn call(uuid: &str, parent: &str, id: &str) -> Value {
    let content = json!([{"type": "tool_use", "id": id, "name": "Bash", "input": {"command": "ls"}}]);
    row("assistant", uuid, Some(parent), &content, json!({}))
}

fn result(uuid: &str, parent: &str, id: &str, text: &str, is_error: bool, more: Value) -> Value {
    let content = json!([{"type": "tool_result", "tool_use_id": id, "content": text, "is_error": is_error}]);
    row("user", uuid, Some(parent), &content, more)
}

fn queue(operation: &str, more: Value) -> Value {
    let mut row = json!({"type": "queue-operation", "operation": operation, "sessionId": "s"});
    if let (Value::Object(row), Value::Object(more)) = (&mut row, more) {
        row.extend(more);
    }
    row
}

fn read_in_passing(uuid: &str, parent: &str, attachment: Value) -> Value {
    let mut whole = json!({"type": "queued_command", "commandMode": "prompt"});
    if let (Value::Object(whole), Value::Object(more)) = (&mut whole, attachment) {
        whole.extend(more);
    }
    json!({"type": "attachment", "uuid": uuid, "parentUuid": parent, "sessionId": "s", "attachment": whole})
}

fn prompts(session: &Session) -> Vec<&str> {
    session.prompts().into_iter().map(|prompt| prompt.text.as_str()).collect()
}

#[test]
fn a_prompt_read_in_passing_is_a_prompt_once() {
    let recording = session(&[
        user("a", None, "begin"),
        call("b", "a", "t1"),
        queue("enqueue", json!({"content": "use red"})),
        queue("enqueue", json!({"content": "and blue"})),
        read_in_passing("c", "b", json!({"prompt": "use red"})),
        queue("remove", json!({"content": "use red", "reason": "absorbed_mid_turn"})),
        queue("remove", json!({"content": "and blue", "reason": "absorbed_mid_turn"})),
        read_in_passing("d", "c", json!({"prompt": [{"type": "text", "text": "look"}, {"type": "image"}]})),
        read_in_passing("e", "d", json!({"prompt": "done", "commandMode": "task-notification"})),
        read_in_passing("f", "e", json!({"prompt": "peer", "origin": {"kind": "peer"}})),
    ]);

    let session = recording.only();

    assert_eq!(prompts(session), ["begin", "and blue", "use red", "look\n[image]"], "in the order of the file");
    assert!(session.messages.values().all(|message| message.state == State::Current), "none of them waits");
    let others = session.messages.values().filter(|message| message.origin == Origin::Automation).count();
    assert_eq!(others, 2, "what programs queued is theirs");
}

#[test]
fn a_queue_taken_back_leaves_no_prompt() {
    let recording = session(&[
        user("a", None, "begin"),
        queue("enqueue", json!({"content": "one"})),
        queue("enqueue", json!({"content": "two"})),
        queue("popAll", json!({"content": "one\ntwo"})),
        queue("enqueue", json!({"content": "/compact now"})),
        queue("enqueue", json!({"content": "<task-notification>x</task-notification>"})),
        queue("enqueue", json!({})),
    ]);

    assert_eq!(prompts(recording.only()), ["begin"]);
}

#[test]
fn the_same_words_queued_twice_are_two_prompts() {
    let recording = session(&[
        user("a", None, "begin"),
        queue("enqueue", json!({"content": "again"})),
        queue("enqueue", json!({"content": "again"})),
        queue("dequeue", json!({})),
        user("b", Some("a"), "again"),
    ]);

    let states: Vec<State> = recording.only().prompts().into_iter().map(|prompt| prompt.state).collect();

    assert_eq!(prompts(recording.only()), ["begin", "again", "again"]);
    assert_eq!(states.iter().filter(|state| **state == State::Queued).count(), 1, "one of them still waits");
}

#[test]
fn prompts_queued_behind_one_step_are_no_rewind() {
    let typed = |uuid: &str, text: &str| row("user", uuid, Some("b"), &json!(text), json!({"promptSource": "queued"}));
    let recording = session(&[user("a", None, "begin"), call("b", "a", "t"), typed("c", "one"), typed("d", "two")]);
    let messages = recording.only().in_order();
    let nodes: Vec<Node> = messages
        .iter()
        .map(|message| Node { key: message.key, parent: message.parent_key, is_prompt: is_prompt(message) })
        .collect();

    assert_eq!(lineage::abandoned(&nodes), [false; 4]);
}

#[test]
fn what_became_of_a_call_is_read_from_the_row() {
    let recording = session(&[
        user("a", None, "begin"),
        call("b", "a", "t1"),
        result("c", "b", "t1", "Exit code 3\nno such file", true, json!({"timestamp": "2026-03-02T10:00:02.500Z"})),
        call("d", "c", "t2"),
        result("e", "d", "t2", "no", true, json!({"toolUseResult": "User rejected tool use"})),
        call("f", "e", "t3"),
        result(
            "g",
            "f",
            "t3",
            "",
            false,
            json!({"toolUseResult": {"stdout": "out\n", "stderr": "err", "interrupted": true, "durationMs": 7}}),
        ),
        result("h", "g", "unknown", "late", false, json!({})),
    ]);

    let results = recording.only().of_kind(Kind::ToolResult);
    let outcome = |place: usize| results[place].outcome.clone().expect("a result has an outcome");

    assert_eq!((outcome(0).exit_code, outcome(0).is_error, outcome(0).duration_ms), (Some(3), Some(true), Some(2500)));
    assert!(outcome(1).is_denied && !outcome(0).is_denied);
    assert!(outcome(2).is_interrupted && outcome(2).duration_ms == Some(7), "the measured length counts");
    assert_eq!(results[2].text, "out\n\nerr", "a result without a text of its own shows what the command wrote");
    assert_eq!(outcome(3).call_id, "unknown", "a result without its call is kept");
}

#[test]
fn a_person_may_type_what_a_machine_would_write() {
    let typed =
        |uuid: &str, parent, text: &str| row("user", uuid, parent, &json!(text), json!({"promptSource": "typed"}));
    let echo = "<bash-input>ls</bash-input>";
    let recording = session(&[typed("a", None, echo), user("b", Some("a"), echo)]);

    assert_eq!(prompts(recording.only()), [echo], "where the row says who typed it, its words do not matter");
}

#[test]
fn rows_of_unknown_cause_are_nobodys_prompt() {
    let from = |uuid: &str, more: Value| row("user", uuid, None, &json!("do it"), more);
    let recording = session(&[
        from("a", json!({"promptSource": "carrier-pigeon"})),
        from("b", json!({"userType": "internal"})),
        from("c", json!({"origin": {"kind": "channel"}})),
        from("d", json!({"isMeta": true})),
        row(
            "user",
            "e",
            None,
            &json!([{"type": "tool_result", "tool_use_id": "t"}, {"type": "text", "text": "do it"}]),
            json!({}),
        ),
    ]);

    assert!(recording.only().prompts().is_empty());
    assert_eq!(recording.only().of_kind(Kind::System).len(), 5, "they are kept all the same");
}

#[test]
fn a_summary_from_before_summaries_were_marked_is_one() {
    let recording = session(&[
        user("a", None, "begin"),
        user("b", Some("a"), "This session is being continued from a previous conversation that ran out of context."),
        user("c", Some("b"), "go on"),
    ]);

    assert_eq!(prompts(recording.only()), ["begin", "go on"]);
    assert_eq!(recording.only().compactions.iter().copied().collect::<Vec<_>>(), [1]);
}

#[test]
fn what_the_program_answers_is_no_reply() {
    let recording = session(&[
        user("a", None, "begin"),
        row(
            "assistant",
            "b",
            Some("a"),
            &json!([{"type": "text", "text": "No response requested."}]),
            json!({"message": {
            "id": "x", "model": "<synthetic>", "content": [{"type": "text", "text": "No response requested."}]}}),
        ),
    ]);

    assert_eq!(recording.only().replies(), 0);
    assert_eq!(recording.only().of_kind(Kind::System)[0].role, Role::System);
}

#[test]
fn the_title_beside_a_file_counts_unless_it_was_carried_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("-a/s.jsonl");
    fs::create_dir_all(folder.path().join("-a/s")).expect("a folder");
    fs::write(&path, format!("{}\n", user("a", None, "begin"))).expect("written");
    for (by, source) in [("user", TitleSource::PersonInAgent), ("carried", TitleSource::Agent)] {
        let title = json!({"customTitle": "Rounding", "by": by, "at": "2026-03-02T10:00:00.000Z"});
        fs::write(folder.path().join("-a/s/custom-title.json"), title.to_string()).expect("written");

        let title = read(&path).0.only().facts.title.clone().expect("a title");

        assert_eq!((title.text.as_str(), title.source), ("Rounding", source));
    }
}

#[test]
fn a_row_written_twice_counts_once() {
    let recording = session(&[user("a", None, "begin"), user("b", Some("a"), "go on"), user("b", Some("a"), "go on")]);

    assert_eq!(recording.only().messages.len(), 2);
}

#[test]
fn secrets_are_masked_wherever_they_stand() {
    let secret = format!("ghp_{}", "a1B2c3D4".repeat(5)).chars().take(40).collect::<String>();
    let command =
        json!([{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": format!("curl {secret}")}}]);
    let recording = session(&[
        user("a", None, &format!("use {secret}")),
        row("assistant", "b", Some("a"), &command, json!({})),
        result("c", "b", "t", &format!("got {secret}"), false, json!({})),
        json!({"type": "custom-title", "customTitle": format!("about {secret}")}),
        queue("enqueue", json!({"content": format!("later {secret}")})),
    ]);

    let everything = format!("{recording:?}");

    assert!(!everything.contains(&secret), "neither text, subject, title nor archive may hold it");
    assert_eq!(recording.faults_of(FaultKind::Damaged), 0);
    assert!(memchr::memmem::find(&recording.raw, secret.as_bytes()).is_none());
}
