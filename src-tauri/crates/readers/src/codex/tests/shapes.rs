//! Rows that the genuine files do not hold: shapes of 2025, other tools, people who take things back.

use daybook_model::{FaultKind, Kind, Message, Origin, Relation, Role, Usage, lineage, message::State};
use serde_json::{Value, json};

use super::record::{Record, Session, read_lines_of};

const THREAD: &str = "019cbd70-9d00-74f3-91c5-99062567ee74";

fn meta() -> Value {
    row("session_meta", &json!({"id": THREAD, "timestamp": "2026-03-05T10:00:00Z", "cwd": "/home/dev/work/shop-api"}))
}

fn row(kind: &str, payload: &Value) -> Value {
    json!({"timestamp": "2026-03-05T10:00:01Z", "type": kind, "payload": payload})
}

fn item(payload: &Value) -> Value {
    row("response_item", payload)
}

fn event(payload: &Value) -> Value {
    row("event_msg", payload)
}

fn said(role: &str, text: &str) -> Value {
    let kind = if role == "user" { "input_text" } else { "output_text" };
    item(&json!({"type": "message", "role": role, "content": [{"type": kind, "text": text}]}))
}

fn typed(text: &str) -> Value {
    event(&json!({"type": "user_message", "message": text}))
}

fn read(rows: &[Value]) -> Record {
    read_lines_of(&[&[meta()], rows].concat())
}

fn calls(session: &Session) -> Vec<(&str, &str, &str)> {
    let described = |message: &'_ Message| message.call.is_some();
    let calls = session.messages.iter().filter(|message| described(message));
    calls
        .filter_map(|message| message.call.as_ref())
        .map(|call| (call.name.as_str(), call.command_head.as_str(), call.subject.as_str()))
        .collect()
}

#[test]
fn a_file_without_envelopes_is_read() {
    let record = read_lines_of(&[
        json!({"id": "5973b6c0-94b8-487b-a530-2aeb6098ae0e", "timestamp": "2025-07-01T10:00:00.000Z", "instructions": null}),
        json!({"record_type": "state"}),
        json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text":
            "<environment_context>\n<cwd>/home/dev/work/shop-api</cwd>\n</environment_context>"}]}),
        json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": "List the files"}]}),
        json!({"type": "function_call", "name": "shell", "call_id": "call_1",
            "arguments": "{\"command\":[\"bash\",\"-lc\",\"ls src\"]}"}),
        json!({"type": "function_call_output", "call_id": "call_1",
            "output": "{\"output\":\"cart.js\\n\",\"metadata\":{\"exit_code\":0,\"duration_seconds\":0.1}}"}),
        json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "One file."}]}),
    ]);

    let session = record.only();

    assert_eq!(session.facts.native_id, "5973b6c0-94b8-487b-a530-2aeb6098ae0e");
    assert_eq!(session.facts.cwd.as_deref(), Some("/home/dev/work/shop-api"), "only the environment names it");
    assert_eq!(session.prompt_texts(), ["List the files"]);
    assert_eq!(calls(session), [("shell", "ls", "ls src")]);
    assert_eq!(session.outcomes["call_1"].exit_code, Some(0));
    assert!(record.faults.is_empty(), "{:?}", record.faults);
}

#[test]
fn a_file_whose_first_row_is_lost_is_named_after_itself() {
    let record = read_lines_of(&[said("user", "Hello"), said("assistant", "Hi.")]);

    assert_eq!(record.only().facts.native_id, THREAD);
    assert_eq!(record.only().prompts().len(), 1);
}

#[test]
fn an_event_ends_trust_in_rows_without_one() {
    let record = read(&[said("user", "Rules nobody typed"), said("user", "Hello"), typed("Hello")]);

    let session = record.only();

    assert_eq!(session.prompt_texts(), ["Hello"]);
    assert_eq!(session.messages[0].origin, Origin::Unknown, "the file proves its prompts, and not this one");
    assert_eq!(session.facts.title.as_ref().map(|title| title.text.as_str()), Some("Hello"));
}

#[test]
fn a_prompt_that_looks_like_a_wrapper_is_believed_if_an_event_says_so() {
    let text = "<environment_context>why is this here?</environment_context>";

    let record = read(&[said("user", text), typed(text)]);

    assert_eq!(record.only().prompt_texts(), [text]);
}

#[test]
fn an_event_alone_is_a_prompt() {
    let record = read(&[typed("Hello"), said("assistant", "Hi.")]);

    assert_eq!(record.only().prompt_texts(), ["Hello"]);
}

#[test]
fn an_event_before_its_row_is_the_same_prompt() {
    let record = read(&[typed("Hello"), said("user", "Hello"), said("assistant", "Hi.")]);

    assert_eq!(record.only().prompt_texts(), ["Hello"]);
    assert_eq!(record.only().messages.len(), 2);
}

#[test]
fn an_event_of_injected_text_proves_nothing() {
    let record = read(&[event(&json!({"type": "user_message", "message": "x", "kind": "environment_context"}))]);

    assert!(record.sessions[THREAD].messages.is_empty());
}

#[test]
fn one_row_may_hold_both_injected_and_typed_text() {
    let text = "<recommended_plugins>\nlist\n</recommended_plugins>\n\nRename it";

    let record = read(&[said("user", text)]);

    assert_eq!(record.only().prompt_texts(), ["Rename it"]);
    assert_eq!(record.only().of_kind(Kind::System).len(), 1);
}

#[test]
fn an_image_alone_is_a_prompt() {
    let row = json!({"type": "message", "role": "user", "content": [
        {"type": "input_text", "text": "<image name=[Image #1]>"},
        {"type": "input_image", "image_url": "data:image/png;base64,AAAA"},
        {"type": "input_text", "text": "</image>"}]});

    let record = read(&[item(&row), event(&json!({"type": "user_message", "message": "", "images": ["data:x"]}))]);

    assert_eq!(record.only().prompt_texts(), ["[image]"]);
}

#[test]
fn nobody_typed_the_prompts_of_a_subagent() {
    let meta = json!({"id": "019cbd70-9d00-74f3-91c5-99062567ee75", "source": {"subagent": {"thread_spawn":
        {"parent_thread_id": THREAD, "depth": 1, "agent_path": "/root/search"}}}});

    let record = read_lines_of(&[row("session_meta", &meta), said("user", "Find it"), typed("Find it")]);

    let session = record.only();
    assert!(session.prompts().is_empty());
    assert_eq!(session.messages[0].origin, Origin::Assistant);
    assert_eq!(session.facts.parent.as_ref().map(|parent| parent.relation), Some(Relation::Subagent));
    assert_eq!(session.facts.title.as_ref().map(|title| title.text.as_str()), Some("search"));
}

#[test]
fn a_subagent_of_the_first_generation_is_linked_by_its_answer() {
    let record = read(&[
        item(&json!({"type": "function_call", "name": "spawn_agent", "call_id": "call_1", "arguments": "{}"})),
        item(&json!({"type": "function_call_output", "call_id": "call_1", "output": "{\"agent_id\":\"child\"}"})),
    ]);

    let parent = record.sessions["child"].facts.parent.clone().expect("linked");

    assert_eq!((parent.native_id.as_str(), parent.call_id.as_deref()), (THREAD, Some("call_1")));
    assert_eq!(record.only().messages.len(), 2, "the messages stay with the parent");
}

#[test]
fn turns_that_are_taken_back_are_abandoned_once_something_else_is_typed() {
    let record = read(&[
        said("user", "one"),
        typed("one"),
        said("assistant", "1"),
        said("user", "two"),
        typed("two"),
        said("assistant", "2"),
        event(&json!({"type": "thread_rolled_back", "num_turns": 1})),
        said("user", "three"),
        typed("three"),
        said("assistant", "3"),
    ]);
    let session = record.only();
    let nodes: Vec<lineage::Node> = session
        .messages
        .iter()
        .map(|message| lineage::Node {
            key: message.key,
            parent: message.parent_key,
            is_prompt: message.origin == Origin::Human,
        })
        .collect();

    let abandoned = lineage::abandoned(&nodes);

    let left: Vec<&str> = session
        .messages
        .iter()
        .zip(abandoned)
        .filter(|(_, is_abandoned)| *is_abandoned)
        .map(|(message, _)| message.text.as_str())
        .collect();
    assert_eq!(left, ["two", "2"]);
}

#[test]
fn other_tools_are_calls_as_well() {
    let record = read(&[
        item(&json!({"type": "local_shell_call", "call_id": "call_1", "status": "completed",
            "action": {"type": "exec", "command": ["bash", "-lc", "git status"]}})),
        item(&json!({"type": "function_call_output", "call_id": "call_1", "output": "Exit code: 1\nOutput:\nno"})),
        item(&json!({"type": "web_search_call", "id": "ws_1", "status": "completed",
            "action": {"type": "search", "query": "rust borrow checker"}})),
        item(&json!({"type": "function_call", "name": "mcp__docs__find", "call_id": "call_2",
            "arguments": "{\"query\":\"tokio\"}"})),
        event(&json!({"type": "mcp_tool_call_end", "call_id": "call_2", "duration": {"secs": 2, "nanos": 5_000_000},
            "success": false})),
    ]);

    let session = record.only();

    assert_eq!(
        calls(session),
        [
            ("local_shell", "git", "git status"),
            ("web_search", "", "rust borrow checker"),
            ("mcp__docs__find", "", "tokio")
        ]
    );
    assert_eq!(session.outcomes["call_1"].exit_code, Some(1));
    assert_eq!(session.outcomes["call_2"].is_error, Some(true));
    assert_eq!(session.outcomes["call_2"].duration_ms, Some(2005));
}

fn program(input: &str) -> Value {
    item(&json!({"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_1", "name": "exec", "input": input}))
}

fn command(id: &str, script: &str, code: i32) -> Value {
    let status = if code == 0 { "completed" } else { "failed" };
    event(&json!({"type": "item_completed", "item": {"type": "CommandExecution", "id": id, "status": status,
        "command": ["/bin/bash", "-lc", script], "exit_code": code, "aggregated_output": script,
        "source": "unified_exec_startup"}}))
}

fn program_output(text: &str) -> Value {
    item(&json!({"type": "custom_tool_call_output", "call_id": "call_1", "output": text}))
}

#[test]
fn a_program_with_two_commands_is_two_calls_of_one_reply() {
    let record = read(&[
        program("await tools.exec_command({cmd: 'ls'}); await tools.exec_command({cmd: 'false'});"),
        command("exec-1", "ls", 0),
        command("exec-2", "false", 1),
        program_output("Script completed\nWall time 0.1 seconds\nOutput:\nls"),
    ]);

    let session = record.only();

    assert_eq!(calls(session), [("exec_command", "ls", "ls"), ("exec_command", "false", "false")]);
    assert_eq!(session.of_kind(Kind::ToolResult).len(), 2, "the program's output repeats theirs");
    assert_eq!(session.failures(), 1);
    assert_eq!(session.replies(), 1);
}

#[test]
fn a_program_without_commands_is_a_call_of_its_own() {
    let record = read(&[program("text(1 + 1)"), program_output("Script completed\nOutput:\n2")]);

    assert_eq!(calls(record.only()), [("exec", "", "text(1 + 1)")]);
    assert_eq!(record.only().of_kind(Kind::ToolResult)[0].text, "2");
}

#[test]
fn a_program_that_broke_shows_why() {
    let record = read(&[
        program("await tools.exec_command({cmd: 'ls'}); nonsense()"),
        command("exec-1", "ls", 0),
        program_output("Script failed\nOutput:\nReferenceError: nonsense is not defined"),
    ]);

    let session = record.only();

    assert_eq!(session.of_kind(Kind::ToolResult).len(), 2);
    assert_eq!(session.failures(), 0, "the command itself did not fail");
}

#[test]
fn a_command_of_the_person_is_no_call_of_the_model() {
    let mut own = command("1f6e", "git diff", 0);
    own["payload"]["item"]["source"] = "user_shell".into();

    let record = read(&[own]);

    let session = record.only();
    assert_eq!((session.messages[0].role, session.messages[0].origin), (Role::User, Origin::Human));
    assert_eq!(session.replies(), 0);
    assert!(session.prompts().is_empty(), "a command is no prompt");
}

#[test]
fn an_aborted_turn_interrupts_its_calls() {
    let record = read(&[
        item(
            &json!({"type": "function_call", "name": "exec_command", "call_id": "call_1", "arguments": "{\"cmd\":\"sleep 9\"}"}),
        ),
        event(&json!({"type": "turn_aborted", "reason": "interrupted"})),
    ]);

    assert!(record.only().outcomes["call_1"].is_interrupted);
}

#[test]
fn a_hook_of_the_person_is_heard_among_the_maker_s_instructions() {
    let record = read(&[item(&json!({"type": "message", "role": "developer", "content": [
        {"type": "input_text", "text": "be brief"}, {"type": "input_text", "text": "tests are red"}],
        "internal_chat_message_metadata_passthrough": {"content_item_kinds": ["generic", "hooks.context"],
            "content_item_metadata": [{"provenance": {"type": "harness", "hook": false}},
                {"provenance": {"type": "harness","hook":true}}]}}))]);

    let session = record.only();

    assert_eq!(session.messages.iter().map(|message| message.text.as_str()).collect::<Vec<_>>(), ["tests are red"]);
    assert_eq!(session.messages[0].origin, Origin::Automation);
}

#[test]
fn a_row_without_a_readable_time_is_kept_without_one() {
    let mut prompt = said("user", "Hello");
    prompt["timestamp"] = "yesterday".into();

    let record = read(&[prompt]);

    assert_eq!(record.only().messages[0].moment, None);
}

#[test]
fn an_absurd_row_number_leaves_room_for_the_messages_that_follow() {
    let numbered = |ordinal: u64, text: &str| {
        let mut row = said("user", text);
        row["ordinal"] = ordinal.into();
        row
    };

    let record = read(&[numbered(1, "One"), numbered(u64::MAX, "Two"), numbered(3, "Three")]);

    let ordinals: Vec<u32> = record.only().messages.iter().map(|message| message.ordinal).collect();
    assert_eq!(ordinals.len(), 3, "every message has a place of its own");
    assert!(ordinals.is_sorted_by(|one, next| one < next), "{ordinals:?} grow");
    assert!(ordinals[2] < 100, "one damaged number does not push the rest away: {ordinals:?}");
}

#[test]
fn totals_count_by_their_growth() {
    let total = |input: u32, output: u32| {
        event(&json!({"type": "token_count", "info": {
            "total_token_usage": {"input_tokens": input, "output_tokens": output},
            "last_token_usage": {"input_tokens": 5, "output_tokens": 1}}}))
    };

    let record = read(&[
        said("assistant", "one"),
        total(100, 10),
        total(100, 10),
        total(100, 10),
        said("assistant", "two"),
        total(250, 30),
        said("assistant", "three"),
        total(5, 1),
    ]);

    let usages: Vec<Option<Usage>> = record.only().messages.iter().map(|message| message.usage).collect();
    let of = |input, output| Some(Usage { input, output, ..Usage::default() });
    assert_eq!(usages, [of(100, 10), of(150, 20), of(5, 1)], "repeated totals count nothing, a new count starts over");
}

#[test]
fn records_and_totals_are_not_added_up() {
    let tokens = json!({"input_tokens": 100, "output_tokens": 10, "total_tokens": 110});
    let total =
        event(&json!({"type": "token_count", "info": {"total_token_usage": tokens, "last_token_usage": tokens}}));
    let record_of = row("token_usage_record", &json!({"usage": tokens, "thread_token_usage": tokens}));
    for rows in [[record_of.clone(), total.clone()], [total, record_of]] {
        let record = read(&[&[said("assistant", "one")], &rows[..]].concat());

        assert_eq!(record.only().usage(), Usage { input: 100, output: 10, ..Usage::default() });
    }
}

#[test]
fn a_replay_without_turn_ids_ends_at_the_first_pause() {
    let mut rows = vec![
        row("session_meta", &json!({"id": THREAD, "forked_from_id": "5340e963-d21f-57c3-a7ac-e1ae3be7f456"})),
        said("user", "old"),
        said("assistant", "older"),
        said("user", "new"),
    ];
    rows[3]["timestamp"] = "2026-03-05T10:05:00Z".into();

    let record = read_lines_of(&rows);

    let states: Vec<State> = record.only().messages.iter().map(|message| message.state).collect();
    assert_eq!(states, [State::Copied, State::Copied, State::Current]);
    assert_eq!(record.only().prompt_texts(), ["new"]);
}

#[test]
fn a_row_of_megabytes_keeps_its_outcome_and_says_how_long_it_was() {
    let output = format!("Exit code: 2\nWall time: 1 seconds\nOutput:\n{}", "a line of output\n".repeat(1 << 20));

    let record = read(&[item(&json!({"type": "function_call_output", "call_id": "call_1", "output": output}))]);

    let session = record.only();
    let result = &session.messages[0];
    assert_eq!(session.outcomes["call_1"].exit_code, Some(2));
    assert!(result.text.len() <= Message::TEXT_LIMIT && result.text.starts_with("a line of output\n"));
    let whole = result.whole_bytes.expect("the text was cut");
    assert!(whole.abs_diff(17 << 20) < 100, "{whole} bytes were there");
}

#[test]
fn a_fork_without_counts_of_its_parent_counts_only_its_own() {
    let meta = json!({"id": THREAD, "forked_from_id": "019cbd70-0000-74f3-91c5-99062567ee74"});
    let count = event(&json!({"type": "token_count", "info": {
        "total_token_usage": {"input_tokens": 900, "output_tokens": 90},
        "last_token_usage": {"input_tokens": 5, "output_tokens": 1}}}));
    let turn = row("turn_context", &json!({"turn_id": "019cbd70-9d01-74f3-91c5-99062567ee74", "model": "m"}));

    let record =
        read_lines_of(&[row("session_meta", &meta), turn, said("user", "go on"), said("assistant", "ok"), count]);

    assert_eq!(record.only().usage(), Usage { input: 5, output: 1, ..Usage::default() });
}

#[test]
fn an_unknown_type_is_reported_once_and_loses_nothing() {
    let unknown = row("hologram", &json!({"a": 1}));

    let record = read(&[unknown.clone(), unknown, said("user", "Hello")]);

    assert_eq!(record.faults.len(), 1);
    assert_eq!(record.faults[0].kind, FaultKind::UnknownType);
    assert_eq!(record.only().prompts().len(), 1);
}

#[test]
fn a_secret_reaches_no_message() {
    let key = "AKIAIOSFODNN7EXAMPLE";

    let record = read(&[said("user", &format!("use {key}")), typed(&format!("use {key}"))]);

    let session = record.only();
    assert_eq!(session.prompts().len(), 1, "masked on both rows, they are still one prompt");
    assert!(!serde_json::to_string(&session.to_json()).expect("JSON").contains(key));
}
