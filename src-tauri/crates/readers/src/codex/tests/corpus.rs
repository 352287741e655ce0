//! Genuine files of two versions: one table of what they hold, and a closer look at some.
//!
//! The table was checked against the files with `jq`: `UserMessage` items and `user_message` events for prompts, one
//! call for each `CommandExecution`, `FileChange` and other function call, exit codes for failures, the sums of
//! `token_usage_record` (or the last `token_count`) for tokens, records without compactions for replies.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use daybook_model::{Kind, Origin, Relation, State, TitleSource};

use super::record::{Record, Session, read_file, read_files, rollouts};

const TUI: &str = "01a22df7-9261-7c20-ad34-db650b340a86";
const REWOUND: &str = "01a22df8-38e2-7313-8f57-0465f2b81dac";
const SPAWNING: &str = "01a22df7-0686-7e03-b822-14108b32bec2";
const SPAWNED: &str = "01a22df7-0786-7051-a378-799b3d92ea4a";
const FORKED: &str = "01a22df7-4c84-7631-a166-923151b07580";
const COMPACTED: &str = "01a22df7-4376-76f2-b499-94c3878e4f29";

fn corpus() -> Record {
    read_files(&rollouts("corpus/codex"))
}

fn of_file(folder: &str, part: &str) -> Session {
    let path = rollouts(folder).into_iter().find(|path| path.to_string_lossy().contains(part));
    read_file(&path.expect("the file is in the corpus")).only().clone()
}

fn sum_of(count: impl Fn(&Session) -> usize, record: &Record) -> usize {
    record.sessions.values().map(count).sum()
}

#[test]
fn the_table_of_the_corpus_is_true() {
    let mut table =
        String::from("folder        sessions children prompts replies calls results failures in+out tokens\n");
    for folder in ["codex", "codex-0.80.0"] {
        let record = read_files(&rollouts(&format!("corpus/{folder}")));
        assert!(record.faults.is_empty(), "{folder} is without faults: {:?}", record.faults);
        let is_child = |session: &Session| {
            session.facts.parent.as_ref().is_some_and(|parent| parent.relation == Relation::Subagent)
        };
        let tokens = |session: &Session| {
            let usage = session.usage();
            (usage.input + usage.cache_read + usage.output) as usize
        };
        writeln!(
            table,
            "{folder:<13} {:>8} {:>8} {:>7} {:>7} {:>5} {:>7} {:>8} {:>13}",
            record.sessions.len(),
            sum_of(|session| usize::from(is_child(session)), &record),
            sum_of(|session| session.prompts().len(), &record),
            sum_of(Session::replies, &record),
            sum_of(|session| session.of_kind(Kind::ToolCall).len(), &record),
            sum_of(|session| session.of_kind(Kind::ToolResult).len(), &record),
            sum_of(Session::failures, &record),
            sum_of(tokens, &record),
        )
        .expect("a string takes any text");
    }

    insta::assert_snapshot!(table);
}

#[test]
fn a_command_of_a_program_is_one_call_with_its_outcome() {
    let session = of_file("corpus/codex", "01a22df6-ec54-7603");

    let calls = session.of_kind(Kind::ToolCall);

    let [call] = calls.as_slice() else { panic!("one command was run: {calls:?}") };
    let described = call.call.as_ref().expect("a call is described");
    assert_eq!(described.name, "exec_command", "the program around it is not the work");
    assert_eq!(described.command_head, "node");
    assert_eq!(call.text, "node scripts/import-stock.js data/missing.csv");
    let outcome = &session.outcomes[&described.call_id];
    assert_eq!((outcome.exit_code, outcome.is_error), (Some(3), Some(true)));
    assert_eq!(outcome.duration_ms, Some(0), "7 microseconds");
    let results = session.of_kind(Kind::ToolResult);
    let [result] = results.as_slice() else { panic!("its output is shown once: {results:?}") };
    assert_eq!(result.text, "import-stock: cannot read data/missing.csv: ENOENT\n");
}

#[test]
fn parallel_programs_keep_their_commands() {
    let session = of_file("corpus/codex", "01a22df7-0f1d-7b21");

    let calls: BTreeMap<&str, &str> = session
        .of_kind(Kind::ToolCall)
        .into_iter()
        .map(|message| (message.call.as_ref().expect("a call").call_id.as_str(), message.text.as_str()))
        .collect();

    assert_eq!(calls.len(), 2);
    for result in session.of_kind(Kind::ToolResult) {
        let answered = calls[result.outcome.as_ref().expect("an outcome").call_id.as_str()];
        let word = if answered.contains("vat.js") { "VAT_RATES" } else { "listProducts" };
        assert!(result.text.contains(word), "`{answered}` did not print {}", result.text);
    }
}

#[test]
fn a_command_that_ends_turns_later_still_finds_its_program() {
    let record = corpus();
    let session = &record.sessions[TUI];

    let calls = session.of_kind(Kind::ToolCall);
    let late = calls.iter().find(|call| call.text.contains("time.sleep(25)")).expect("the long command");

    let call_id = &late.call.as_ref().expect("a call").call_id;
    assert_eq!(session.outcomes[call_id].duration_ms, Some(24_913));
    assert!(!calls.iter().any(|call| call.text.contains("tools.exec_command")), "the program became its command");
}

#[test]
fn a_patch_is_one_call_in_both_modes() {
    for part in ["01a22df6-f03d-7cd0", "01a22df7-2b18-7140"] {
        let session = of_file("corpus/codex", part);

        let names: Vec<_> = session
            .of_kind(Kind::ToolCall)
            .into_iter()
            .map(|message| message.call.as_ref().expect("a call").name.clone())
            .collect();

        assert_eq!(names, ["exec_command", "apply_patch", "apply_patch", "exec_command"], "{part}");
        assert_eq!(session.of_kind(Kind::ToolResult).len(), 4, "{part}: every call has one result");
        assert_eq!(session.failures(), 0);
    }
}

#[test]
fn the_summary_of_a_compaction_stands_once_and_keeps_its_tokens() {
    let record = corpus();
    for id in [TUI, COMPACTED] {
        let session = &record.sessions[id];

        let with_summary: Vec<_> =
            session.messages.iter().filter(|message| message.text.contains("1. Primary Request and Intent")).collect();

        let [summary] = with_summary.as_slice() else { panic!("{id}: {with_summary:?}") };
        assert_eq!(summary.kind, Kind::Summary);
        assert_ne!(summary.origin, Origin::Human);
        assert!(summary.usage.is_some(), "{id}: writing the summary cost tokens");
        assert_eq!(session.compactions.first().map(|(before, _)| *before), Some(summary.ordinal));
    }
}

#[test]
fn an_old_compaction_has_no_reply_to_become_the_summary() {
    let session = of_file("corpus/codex-0.80.0", "01a22e0a-869e");

    assert_eq!(session.of_kind(Kind::Summary).len(), 1);
    assert_eq!(session.replies(), 2);
    let usage = session.usage();
    assert_eq!(usage.input + usage.cache_read + usage.output, 165_814, "the summary's tokens are counted as well");
}

#[test]
fn a_subagent_hangs_under_the_call_that_started_it() {
    let record = corpus();

    let parent = record.sessions[SPAWNED].facts.parent.clone().expect("a subagent has a parent");

    assert_eq!((parent.native_id.as_str(), parent.relation), (SPAWNING, Relation::Subagent));
    let call_id = parent.call_id.expect("the parent's file names the call");
    let spawning = record.sessions[SPAWNING].of_kind(Kind::ToolCall);
    let call = spawning.iter().filter_map(|message| message.call.as_ref()).find(|call| call.call_id == call_id);
    assert_eq!(call.expect("the call is in the parent").name, "spawn_agent");
    assert!(record.sessions[SPAWNED].prompts().is_empty(), "nobody typed the task of a subagent");
}

#[test]
fn sealed_text_between_agents_is_left_out() {
    let session = of_file("corpus/codex", SPAWNED);

    let task = session.messages.iter().find(|message| message.text.starts_with("Message Type: NEW_TASK"));

    let task = task.expect("the open part of the task is kept");
    assert!(!task.text.contains("List every place"), "what lies in encrypted_content is opaque elsewhere");
    assert_eq!(task.origin, Origin::Assistant);
}

#[test]
fn a_fork_that_copies_nothing_says_where_it_left() {
    let record = corpus();
    let fork = &record.sessions[FORKED];

    let parent = fork.facts.parent.clone().expect("a fork has a parent");

    assert_eq!((parent.native_id.as_str(), parent.relation), (COMPACTED, Relation::Fork));
    let shared_until = parent.shared_until.expect("it names the first ordinal that it does not share");
    assert!(record.sessions[COMPACTED].messages.iter().all(|message| message.ordinal < shared_until));
    assert!(fork.messages.iter().all(|message| message.ordinal >= shared_until), "ordinals go on at the cut");
    assert!(fork.messages.iter().all(|message| message.state == State::Current));
}

#[test]
fn a_rewound_segment_begins_at_the_cut() {
    let first = of_file("corpus/codex", "19-39-31-01a22df8");
    let later = of_file("corpus/codex", "19-39-53-01a22df8");
    assert_eq!((&first.facts.native_id[..], &later.facts.native_id[..]), (REWOUND, REWOUND), "one thread");

    let cut = later.messages.first().expect("a notice marks the cut").ordinal;

    let left: Vec<&str> =
        first.prompts().into_iter().filter(|prompt| prompt.ordinal >= cut).map(|prompt| prompt.text.as_str()).collect();
    assert_eq!(left, ["Compare the two price files."], "only what came after the cut was left");
    assert!(first.facts.segment_at.map(|moment| moment.at) < later.facts.segment_at.map(|moment| moment.at));
    assert_eq!(later.facts.parent, None, "a segment is no fork of its own thread");
}

#[test]
fn a_name_given_by_the_person_beats_one_made_from_the_prompt() {
    let record = corpus();
    let title = |id: &str| record.sessions[id].facts.title.clone().expect("a title");

    assert_eq!((title(TUI).text.as_str(), title(TUI).source), ("cart work", TitleSource::PersonInAgent));
    assert_eq!(title(REWOUND).source, TitleSource::Agent, "the client named it after the first prompt");
}

#[test]
fn a_steering_prompt_in_the_middle_of_a_turn_is_a_prompt() {
    let prompts = corpus().sessions[TUI].prompts().len();

    assert_eq!(prompts, 7, "six turns were begun and one was steered");
}

#[test]
fn an_archived_session_is_marked() {
    let record = corpus();

    let archived: Vec<_> = record.sessions.values().filter(|session| session.facts.is_archived == Some(true)).collect();

    assert_eq!(archived.len(), 1);
    assert_eq!(archived[0].facts.native_id, "01a22df7-0089-7912-b37c-5a1b6b1a4c00");
}

#[test]
fn an_interruption_is_said_once() {
    for (folder, part) in [("corpus/codex", "01a22df7-527b"), ("corpus/codex-0.80.0", "01a22e0a-930b")] {
        let session = of_file(folder, part);

        let said = session.of_kind(Kind::System).into_iter().filter(|notice| notice.text.contains("aborted")).count();

        assert_eq!(said, 1, "{folder}");
    }
}

#[test]
fn a_turn_that_failed_says_why() {
    let session = of_file("corpus/codex", "01a22df7-23ea");

    let notices = session.of_kind(Kind::System);

    assert!(notices.iter().any(|notice| notice.text.contains("experiencing high demand")), "{notices:?}");
}

#[test]
fn an_image_is_no_text_of_the_prompt() {
    for (folder, part) in [("corpus/codex", "01a22df7-40ea"), ("corpus/codex-0.80.0", "01a22e0a-8464")] {
        assert_eq!(of_file(folder, part).prompt_texts(), ["What does this icon show?"], "{folder}");
    }
}

#[test]
fn no_maker_s_prompt_is_kept() {
    for session in corpus().sessions.values() {
        let is_vendor = session.messages.iter().any(|message| message.text.contains("[vendor text removed"));
        assert!(
            !is_vendor,
            "{}: instructions of the client's maker are no part of the record",
            session.facts.native_id
        );
    }
}
