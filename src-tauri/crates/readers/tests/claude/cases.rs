//! Failure cases from public bug reports: what a careful reader makes of each. Expected values are read from the cases.

use std::fs;

use crate::recording::{Recording, Session, claude, expect, fixture, is_prompt, read, read_case, read_home, sources};
use daybook_model::{FaultKind, Kind, Message, Origin, Role, State, TitleSource, Usage};
use serde_json::Value;

fn count(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a count")).expect("a small count")
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

fn texts_of<'m>(messages: &[&'m Message]) -> Vec<&'m str> {
    messages.iter().map(|message| message.text.as_str()).collect()
}

fn prompts(recording: &Recording) -> usize {
    recording.sessions.values().map(|session| session.prompts().len()).sum()
}

fn usage(recording: &Recording, which: impl Fn(&Session) -> bool) -> Usage {
    recording.sessions.values().filter(|session| which(session)).map(Session::usage).fold(
        Usage::default(),
        |sum, more| Usage {
            input: sum.input + more.input,
            output: sum.output + more.output,
            cache_read: sum.cache_read + more.cache_read,
            cache_write: sum.cache_write + more.cache_write,
            reasoning: sum.reasoning + more.reasoning,
        },
    )
}

#[test]
fn damage_in_the_middle_costs_only_the_damaged_lines() {
    let expect = expect("reader-claude-bad-lines-midfile");
    let recording = read_case("reader-claude-bad-lines-midfile");

    let session = recording.only();

    assert_eq!(session.counted(), count(&expect["messages"]));
    assert_eq!(recording.faults_of(FaultKind::Damaged), count(&expect["damaged_lines"]), "{:?}", recording.faults);
    assert_eq!(recording.faults.len(), count(&expect["damaged_lines"]), "the other lines are ignored quietly");
    assert_eq!(session.in_order().last().map(|last| last.text.as_str()), expect["last_text"].as_str());
}

#[test]
fn equal_times_keep_the_order_of_the_file() {
    let expect = expect("reader-claude-bulk-stamp");
    let recording = read_case("reader-claude-bulk-stamp");

    let session = recording.only();
    let messages = session.in_order();

    assert_eq!(session.counted(), count(&expect["messages"]));
    for (number, message) in messages.iter().enumerate() {
        assert!(message.text.contains(&format!("{number:02}")), "message {number} is `{}`", message.text);
    }
    assert!(messages.windows(2).all(|pair| pair[0].moment == pair[1].moment), "all share one time");
}

#[test]
fn the_folder_of_a_project_is_never_decoded() {
    let expect = expect("reader-claude-dash-project");
    let recording = read_case("reader-claude-dash-project");

    let mut projects: Vec<&str> =
        recording.sessions.values().filter_map(|session| session.facts.cwd.as_deref()).collect();
    projects.sort_unstable();
    let mut expected = texts(&expect["projects"]);
    expected.sort_unstable();
    let labels: Vec<&str> =
        recording.sessions.values().filter_map(|session| session.facts.folder_label.as_deref()).collect();

    assert_eq!(projects, expected);
    assert_eq!(labels, [expect["unknown_label"].as_str().expect("a label")], "only the file without a directory");
}

#[test]
fn the_record_behind_a_torn_one_is_recovered() {
    let expect = expect("reader-claude-glued-record");
    let recording = read_case("reader-claude-glued-record");

    assert_eq!(recording.only().counted(), count(&expect["should"]["messages"]));
    assert_eq!(recording.faults_of(FaultKind::Recovered), count(&expect["should"]["recovered"]));
    assert_eq!(recording.faults.len(), count(&expect["should"]["damaged_fragments"]), "the stub is counted once");
    let last = recording.only().in_order().last().map(|last| last.text.clone());
    assert_eq!(last.as_deref(), expect["must"]["last_text"].as_str());
}

#[test]
fn two_ids_in_one_file_are_one_session() {
    let expect = expect("reader-claude-lineage-one-file");
    let recording = read_case("reader-claude-lineage-one-file");

    let session = recording.only();

    assert_eq!(Some(session.facts.native_id.as_str()), expect["session_id"].as_str());
    assert_eq!(session.facts.aliases, texts(&expect["alias_ids"]));
    assert_eq!(session.prompts().len(), count(&expect["human_prompts"]));
    assert_eq!(session.replies(), count(&expect["assistant_messages"]));
}

#[test]
fn a_parent_that_does_not_exist_ends_nothing() {
    let expect = expect("reader-claude-phantom-parent");
    let recording = read_case("reader-claude-phantom-parent");

    assert_eq!(recording.only().counted(), count(&expect["messages"]));
    assert_eq!(recording.only().prompts().len(), count(&expect["human_prompts"]));
    assert_eq!(recording.faults_of(FaultKind::BrokenLink), count(&expect["broken_links"]));
}

#[test]
fn a_queued_prompt_is_shown_once() {
    let expect = expect("reader-claude-queued-prompts");
    let recording = read_case("reader-claude-queued-prompts");

    let session = recording.only();
    let mut typed = texts_of(&session.prompts());
    typed.sort_unstable();
    let mut expected = texts(&expect["prompt_texts"]);
    expected.sort_unstable();
    let queued: Vec<&Message> =
        session.in_order().into_iter().filter(|message| message.state == State::Queued).collect();

    assert_eq!(typed, expected);
    assert_eq!(texts_of(&queued), texts(&expect["queued_only"]));
    assert!(session.messages.values().all(|message| message.text != expect["removed"][0]), "taken back is not typed");
}

#[test]
fn a_resumed_file_repeats_the_keys_of_its_parent() {
    let expect = expect("reader-claude-resume-copy");
    let recording = read_case("reader-claude-resume-copy");

    let parent = &recording.sessions[expect["parent_session_id"].as_str().expect("an id")];
    let child = &recording.sessions[expect["child_session_id"].as_str().expect("an id")];
    let copied = child.messages.keys().filter(|key| parent.messages.contains_key(key)).count();
    let own: Vec<&Message> =
        child.prompts().into_iter().filter(|prompt| !parent.messages.contains_key(&prompt.key)).collect();

    assert_eq!(recording.sessions.len(), count(&expect["sessions"]));
    assert_eq!(copied, count(&expect["inherited_records_in_child"]));
    assert_eq!(parent.messages.len() + child.messages.len() - copied, count(&expect["unique_messages"]));
    assert_eq!(parent.prompts().len(), count(&expect["own_prompts"]["parent"]));
    assert_eq!(own.len(), count(&expect["own_prompts"]["child"]));
}

#[test]
fn a_reply_on_several_lines_is_one_reply_with_its_tokens_once() {
    let expect = expect("reader-claude-split-usage");
    let recording = read_case("reader-claude-split-usage");

    let session = recording.only();
    let total = session.usage();
    let first: Vec<Kind> = session
        .in_order()
        .into_iter()
        .filter(|message| message.role == Role::Assistant && message.reply == 1)
        .map(|message| message.kind)
        .collect();

    assert_eq!(session.replies(), count(&expect["assistant_messages"]));
    assert_eq!(session.of_kind(Kind::ToolCall).len(), count(&expect["tool_calls"]));
    assert_eq!(session.of_kind(Kind::ToolResult).len(), count(&expect["tool_results"]));
    assert_eq!(total.input, u32::try_from(count(&expect["usage"]["input"])).expect("small"));
    assert_eq!(total.output, u32::try_from(count(&expect["usage"]["output"])).expect("small"));
    assert_eq!(total.cache_read, u32::try_from(count(&expect["usage"]["cache_read"])).expect("small"));
    assert_eq!(total.cache_write, u32::try_from(count(&expect["usage"]["cache_write"])).expect("small"));
    assert_eq!(first, [Kind::Reasoning, Kind::Prose, Kind::ToolCall], "blocks stay in the order of the file");
}

#[test]
fn subagents_hang_under_their_session() {
    let expect = expect("reader-claude-subagents");
    let recording = read_case("reader-claude-subagents");

    let total = usage(&recording, |_| true);
    let own = usage(&recording, |session| session.facts.parent.is_none());

    assert_eq!(recording.top().len(), count(&expect["sessions_listed"]));
    assert_eq!(recording.children().len(), count(&expect["subagents"]));
    assert_eq!(prompts(&recording), count(&expect["human_prompts"]), "tasks are no prompts");
    assert_eq!(total.input as usize, count(&expect["usage_total"]["input"]));
    assert_eq!(total.output as usize, count(&expect["usage_total"]["output"]));
    assert_eq!(own.input as usize, count(&expect["usage_parent_only"]["input"]));
    assert_eq!(recording.faults.len(), count(&expect["indexing_errors"]));
}

#[test]
fn machine_text_is_neither_title_nor_prompt() {
    let expect = expect("reader-claude-title-noise");
    let recording = read_case("reader-claude-title-noise");

    let session = recording.only();
    let machine = session.messages.values().filter(|message| message.kind == Kind::System).count();

    assert_eq!(session.facts.title.as_ref().map(|title| title.text.as_str()), expect["title"].as_str());
    assert_eq!(texts_of(&session.prompts()), texts(&expect["prompt_texts"]));
    assert_eq!(machine, count(&expect["machine_records"]));
}

#[test]
fn a_line_without_its_end_waits_for_it() {
    let expect = expect("reader-claude-truncated-tail");
    let case = fixture("cases/reader-claude-truncated-tail/steps");
    let [before, after] = ["1/home", "2/home"].map(|step| sources(&case.join(step)).remove(0));

    let (mut recording, checkpoint) = read(&before);

    assert_eq!(recording.only().counted(), count(&expect["after_step_1"]["messages"]));
    assert_eq!(checkpoint.has_pending_tail, expect["after_step_1"]["pending_tail"]);
    assert_eq!(checkpoint.offset, expect["after_step_1"]["resume_offset"]);
    assert_eq!(recording.faults.len(), count(&expect["after_step_1"]["errors"]));

    let checkpoint = claude().read(&after, Some(&checkpoint), &mut recording).expect("it goes on");

    assert_eq!(recording.only().counted(), count(&expect["after_step_2"]["messages"]));
    assert_eq!(checkpoint.has_pending_tail, expect["after_step_2"]["pending_tail"]);
    assert_eq!(recording.faults.len(), count(&expect["after_step_2"]["errors"]));
    let last = recording.only().in_order().last().map(|last| last.text.clone());
    assert_eq!(last.as_deref(), expect["after_step_2"]["last_text"].as_str());
}

#[test]
fn unknown_records_are_noted_and_never_shown() {
    let expect = expect("reader-claude-unknown-types");
    let recording = read_case("reader-claude-unknown-types");

    let session = recording.only();
    let unknown: Vec<&str> = recording.faults.iter().map(|fault| fault.reason.as_str()).collect();

    assert_eq!(session.prompts().len(), count(&expect["human_prompts"]));
    assert_eq!(session.replies(), count(&expect["assistant_messages"]));
    assert_eq!(unknown.len(), 1, "{unknown:?}");
    assert!(unknown[0].contains(texts(&expect["unknown_types"])[0]), "the type is named");
    assert_eq!(session.facts.title.as_ref().map(|title| title.text.as_str()), expect["title"].as_str());
    assert!(session.messages.values().all(|message| !message.text.contains("must not become")));
}

#[test]
fn half_surrogates_become_replacements_and_lose_no_line() {
    let expect = expect("reader-lone-surrogate");
    let recording = read_case("reader-lone-surrogate");

    let session = recording.only();

    assert_eq!(texts_of(&session.prompts()), texts(&expect["texts"]));
    assert_eq!(session.replies(), count(&expect["assistant_messages"]), "also with one in the name of a field");
    assert_eq!(recording.faults, []);
}

#[test]
fn a_directory_that_is_gone_is_still_the_project() {
    let expect = expect("reader-cwd-deleted");
    let recording = read_case("reader-cwd-deleted");

    let mut projects: Vec<&str> =
        recording.sessions.values().filter_map(|session| session.facts.cwd.as_deref()).collect();
    projects.sort_unstable();

    assert_eq!(recording.sessions.len(), count(&expect["sessions"]));
    assert_eq!(projects, texts(&expect["projects"]));
}

#[test]
fn windows_paths_are_kept_as_written() {
    let recording = read_case("reader-win-path-case");

    let paths: Vec<&str> = recording.sessions.values().filter_map(|session| session.facts.cwd.as_deref()).collect();

    assert_eq!(paths.len(), 8, "eight sessions, each with its own spelling");
    for path in [r"C:\Users\dev\Shop", r"\\?\C:\Users\dev\Shop", "/mnt/c/Users/dev/Shop"] {
        assert!(paths.contains(&path), "{path} stays as it is: {paths:?}");
    }
}

#[test]
fn reading_in_steps_gives_the_same_as_reading_at_once() {
    let expect = expect("sync-tail-filtered-ordinals");
    let case = fixture("cases/sync-tail-filtered-ordinals/steps");
    let steps = ["1/home", "2/home", "3/home"].map(|step| sources(&case.join(step)).remove(0));

    let mut grown = Recording::default();
    let mut checkpoint = None;
    for step in &steps {
        checkpoint = Some(claude().read(step, checkpoint.as_ref(), &mut grown).expect("it goes on"));
    }
    let (whole, at_once) = read(&steps[2]);
    let session = grown.only();

    assert_eq!(grown.settled(), whole.settled());
    assert_eq!(checkpoint, Some(at_once));
    assert_eq!(session.prompts().len(), count(&expect["messages"]["human_prompts"]));
    assert_eq!(session.replies(), count(&expect["messages"]["assistant"]));
    assert_eq!(session.of_kind(Kind::ToolResult).len(), count(&expect["messages"]["tool_results"]));
    for result in session.of_kind(Kind::ToolResult) {
        let call = &result.outcome.as_ref().expect("a result has an outcome").call_id;
        assert_eq!(expect["tool_pairs"][call], result.text, "a result joins its call");
    }
}

#[test]
fn markup_is_text_like_any_other() {
    let expect = expect("ui-html-injection");
    let recording = read_case("ui-html-injection");

    let session = recording.only();

    assert_eq!(session.messages.len(), count(&expect["session_messages"]));
    for literal in texts(&expect["visible_literals"]) {
        assert!(
            session.messages.values().any(|message| message.text.contains(literal)),
            "`{literal}` reaches the window unchanged"
        );
    }
}

#[test]
fn a_record_of_thirty_mebibytes_is_kept_in_bounded_form() {
    let expect = expect("reader-huge-line");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("projects/-home-dev-work-acme-web/0621c23a-7680-51ec-b9fd-732ae00ea76d.jsonl");
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let size = 30 * 1024 * 1024;
    let output = "0123456789 é\\n".repeat(size / 14);
    let row = |kind: &str, uuid: &str, parent: &str, message: &str| {
        format!(
            r#"{{"parentUuid":{parent},"isSidechain":false,"userType":"external","cwd":"/home/dev/work/acme-web","sessionId":"s","version":"2.1.0","type":"{kind}","uuid":"{uuid}","timestamp":"2026-03-02T10:00:00.000Z","message":{message}}}"#
        )
    };
    let rows = [
        row("user", "u1", "null", r#"{"role":"user","content":"Dump the lynxword table"}"#),
        row(
            "assistant",
            "a1",
            "\"u1\"",
            r#"{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"cat big"}}]}"#,
        ),
        row(
            "user",
            "r1",
            "\"a1\"",
            &format!(
                r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"t1","content":"{output}"}}]}}"#
            ),
        ),
        row(
            "assistant",
            "a2",
            "\"r1\"",
            r#"{"id":"m2","role":"assistant","content":[{"type":"text","text":"Done."}]}"#,
        ),
        row("user", "u2", "\"a2\"", r#"{"role":"user","content":"Thanks"}"#),
    ];
    fs::write(&path, rows.join("\n") + "\n").expect("written");

    let (recording, _) = read(&path);
    let session = recording.only();
    let result = session.of_kind(Kind::ToolResult)[0];

    assert_eq!(session.counted(), count(&expect["messages"]));
    assert_eq!(session.prompts().len(), count(&expect["human_prompts"]));
    assert_eq!(recording.faults_of(FaultKind::Truncated), count(&expect["truncated_records"]));
    assert_eq!(result.whole_bytes, Some((size / 14 * 14) as u64), "the length is that of the whole text");
    assert!(result.text.len() <= Message::TEXT_LIMIT, "head and tail are kept");
    assert!(result.text.starts_with("0123456789 é\n") && result.text.ends_with("0123456789 é\n"));
    assert!(recording.raw == fs::read(&path).expect("readable"), "the raw archive has every byte");
    assert!(recording.longest_raw < 9 * 1024 * 1024, "in pieces");
}

#[test]
fn a_file_without_messages_makes_no_session() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("0621c23a.jsonl");
    for content in [
        "",
        "{\"type\":\"custom-title\",\"customTitle\":\"x\"}\n",
        "{\"type\":\"summary\",\"summary\":\"x\",\"leafUuid\":\"y\"}\n",
    ] {
        fs::write(&path, content).expect("written");

        assert!(read(&path).0.sessions.is_empty(), "{content}");
    }
}

#[test]
fn a_person_is_behind_prompts_and_nobody_else() {
    for case in ["reader-claude-title-noise", "reader-claude-subagents", "reader-claude-queued-prompts"] {
        for session in read_case(case).sessions.values() {
            for message in session.messages.values() {
                assert_eq!(
                    message.origin == Origin::Human,
                    is_prompt(message),
                    "{case}: only prompts come from a person"
                );
            }
        }
    }
}

#[test]
fn a_title_appended_later_is_taken() {
    let case = fixture("cases/sync-touch-and-title-append/steps");
    let titles: Vec<String> = read_home(&case.join("2/home"))
        .sessions
        .values()
        .filter_map(|session| session.facts.title.clone())
        .filter(|title| title.source > TitleSource::FirstPrompt)
        .map(|title| title.text)
        .collect();

    assert_eq!(titles.len(), 2, "{titles:?}");
}

#[test]
fn cases_look_as_recorded() {
    for case in [
        "reader-claude-bad-lines-midfile",
        "reader-claude-glued-record",
        "reader-claude-phantom-parent",
        "reader-claude-queued-prompts",
        "reader-claude-resume-copy",
        "reader-claude-split-usage",
        "reader-claude-subagents",
        "reader-claude-title-noise",
        "reader-claude-unknown-types",
        "reader-claude-dash-project",
        "reader-claude-lineage-one-file",
        "reader-cwd-deleted",
        "reader-lone-surrogate",
        "reader-win-path-case",
        "ui-html-injection",
    ] {
        insta::assert_json_snapshot!(case, read_case(case).view());
    }
}
