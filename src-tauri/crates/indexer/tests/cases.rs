//! Failure cases of synchronising, step by step, through discovery, readers and vault.

use daybook_model::{Agent, Kind, Origin, Role, State};
use daybook_testkit::fixtures::{case, expected};
use daybook_vault::TranscriptMessage;
use serde_json::Value;

use crate::support::Bench;

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is a number"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is a text"))
}

/// "2026-03-09T09:05:00Z" as milliseconds.
fn at(value: &Value) -> Option<i64> {
    daybook_model::Moment::parse(text(value)).map(|moment| moment.at.0)
}

#[test]
fn a_record_without_its_end_waits_and_comes_once() {
    let name = "reader-claude-truncated-tail";
    let expect = &expected(name)["expect"];
    let bench = Bench::new();

    bench.step(name, 1);

    let after = &expect["after_step_1"];
    let session = bench.only_session();
    assert_eq!(session.messages, number(&after["messages"]));
    let source = &bench.sources(Agent::ClaudeCode)[0];
    assert_eq!(source.checkpoint.has_pending_tail, after["pending_tail"].as_bool().expect("a claim"));
    assert_eq!(source.checkpoint.offset, after["resume_offset"].as_u64().expect("an offset"));
    assert!(session.sources[0].faults.is_empty(), "a torn end is no error: {:?}", session.sources[0].faults);

    bench.step(name, 2);

    let after = &expect["after_step_2"];
    let session = bench.only_session();
    assert_eq!(session.messages, number(&after["messages"]), "nothing may be doubled");
    assert_eq!(bench.texts(session.row.id).last().map(String::as_str), after["last_text"].as_str());
    assert!(!bench.sources(Agent::ClaudeCode)[0].checkpoint.has_pending_tail);
    assert!(session.sources[0].faults.is_empty());
    assert_eq!(bench.sources(Agent::ClaudeCode)[0].generation, 0, "growth at the end is read on, not read again");
}

#[test]
fn a_copy_of_the_history_counts_where_it_was_written_first() {
    let name = "reader-claude-resume-copy";
    let expect = &expected(name)["expect"];
    let bench = Bench::of_case(name);

    let parent = bench.session(text(&expect["parent_session_id"]));
    let child = bench.session(text(&expect["child_session_id"]));

    assert_eq!(i64::try_from(bench.sessions().len()).expect("few"), number(&expect["sessions"]));
    assert_eq!(parent.row.prompts, number(&expect["own_prompts"]["parent"]));
    assert_eq!(child.row.prompts, number(&expect["own_prompts"]["child"]));
    assert_eq!(parent.usage.input + child.usage.input, number(&expect["usage"]["input"]));
    assert_eq!(parent.usage.output + child.usage.output, number(&expect["usage"]["output"]));
    assert_eq!(child.parent.as_ref().and_then(|link| link.id), Some(parent.row.id), "the child was forked from it");
    let copied = bench.transcript(child.row.id).iter().filter(|message| message.state == State::Copied).count();
    assert_eq!(i64::try_from(copied).expect("few"), number(&expect["inherited_records_in_child"]));
    let interval = &expect["own_interval_child"];
    assert_eq!((child.row.started_at, child.row.ended_at), (at(&interval[0]), at(&interval[1])));
    for search in expect["search"].as_array().expect("searches") {
        assert_eq!(bench.hits(text(&search["q"])), number(&search["message_hits"]), "{search}");
    }
}

#[test]
fn a_copy_that_is_read_first_gives_its_history_back_to_the_original() {
    let name = "reader-claude-resume-copy";
    let expect = &expected(name)["expect"];
    let bench = Bench::new();
    let (parent, child) = (text(&expect["parent_session_id"]), text(&expect["child_session_id"]));
    bench.put(&case(name).join("input/home"));
    let folder = bench.home.path().join(".claude/projects/-home-dev-work-acme-web");
    let aside = bench.home.path().join("aside.jsonl");
    std::fs::rename(folder.join(format!("{parent}.jsonl")), &aside).expect("it is there");

    bench.sync();
    std::fs::rename(&aside, folder.join(format!("{parent}.jsonl"))).expect("it is there");
    bench.sync();

    assert_eq!(bench.session(parent).row.prompts, number(&expect["own_prompts"]["parent"]));
    assert_eq!(bench.session(child).row.prompts, number(&expect["own_prompts"]["child"]));
}

#[test]
fn subagents_hang_under_their_session_and_their_tasks_are_no_prompts() {
    let name = "reader-claude-subagents";
    let expect = &expected(name)["expect"];
    let bench = Bench::of_case(name);

    let session = bench.only_session();

    assert_eq!(session.row.children, number(&expect["subagents"]));
    assert_eq!(session.row.prompts, number(&expect["human_prompts"]));
    assert_eq!(session.usage.input, number(&expect["usage_parent_only"]["input"]));
    let children = session.children.iter().filter_map(|child| child.id);
    let details: Vec<_> = children.map(|id| bench.ask().get_session(id).expect("a child")).collect();
    assert!(details.iter().all(|child| child.row.prompts == 0), "a task given by a model was not typed");
    let input = session.usage.input + details.iter().map(|child| child.usage.input).sum::<i64>();
    let output = session.usage.output + details.iter().map(|child| child.usage.output).sum::<i64>();
    assert_eq!(input, number(&expect["usage_total"]["input"]));
    assert_eq!(output, number(&expect["usage_total"]["output"]));
    assert_eq!(bench.hits("\"part 1 clean\""), number(&expect["search"][0]["hits"]));
}

#[test]
fn a_forked_rollout_counts_only_its_own_work() {
    let name = "reader-codex-fork";
    let expect = &expected(name)["expect"];
    let bench = Bench::of_case(name);

    let parent = bench.session(text(&expect["parent_id"]));
    let child = bench.session(text(&expect["child_id"]));

    assert_eq!(i64::try_from(bench.sessions().len()).expect("few"), number(&expect["sessions"]));
    assert_eq!(child.parent.as_ref().and_then(|link| link.id), Some(parent.row.id));
    assert_eq!(parent.row.prompts, number(&expect["own_prompts"]["parent"]));
    assert_eq!(child.row.prompts, number(&expect["own_prompts"]["child"]));
    assert_eq!(child.row.started_at, at(&expect["child_own_start"]));
    for (session, usage) in [(&parent, &expect["usage"]["parent"]), (&child, &expect["usage"]["child"])] {
        assert_eq!(session.usage.input + session.usage.cache_read, number(&usage["input"]), "input holds the cached");
        assert_eq!(session.usage.cache_read, number(&usage["cached"]));
        assert_eq!(session.usage.output, number(&usage["output"]));
    }
}

#[test]
fn growth_over_a_rewrite_is_read_from_the_start() {
    let name = "sync-rewind-regrow";
    for steps in [vec![1, 2, 3], vec![1, 3]] {
        let expect = &expected(name)["expect"]["after_step_3"];
        let bench = Bench::new();

        for step in &steps {
            bench.step(name, *step);
        }

        let session = bench.only_session();
        let current = bench.current(session.row.id).len();
        assert_eq!(i64::try_from(current).expect("few"), number(&expect["current_messages"]), "{steps:?}");
        assert_eq!(session.row.title, text(&expect["title"]), "{steps:?}");
        for search in expect["search"].as_array().expect("searches") {
            let states = bench.states_of_hits(text(&search["q"]));
            let current = states.iter().filter(|state| **state == State::Current).count();
            let wanted = search.get("hits").unwrap_or(&search["current_hits"]);
            assert_eq!(i64::try_from(current).expect("few"), number(wanted), "{steps:?} {search}: {states:?}");
        }
    }
}

#[test]
fn a_pruned_source_keeps_its_session() {
    let name = "sync-source-pruned";
    let expect = &expected(name)["expect"]["after_step_2"];
    let bench = Bench::new();

    bench.step(name, 1);
    let summary = bench.step(name, 2);

    let sessions = bench.sessions();
    let gone: Vec<_> = sessions.iter().filter(|session| session.row.is_source_gone).collect();
    assert_eq!(i64::try_from(sessions.len()).expect("few"), number(&expect["sessions"]));
    assert_eq!(i64::try_from(gone.len()).expect("few"), number(&expect["source_removed"]));
    assert_eq!(summary.missing, 1);
    assert_eq!(bench.hits(text(&expect["search"][0]["q"])), number(&expect["search"][0]["hits"]));
    let messages = bench.current(gone[0].row.id).len();
    assert_eq!(i64::try_from(messages).expect("few"), number(&expect["open_shows_messages"]), "it must not open empty");

    bench.step(name, 1);

    assert!(bench.sessions().iter().all(|session| !session.row.is_source_gone), "what comes back is there again");
}

#[test]
fn a_root_that_is_away_makes_nothing_missing() {
    let name = "sync-source-pruned";
    let bench = Bench::new();
    bench.step(name, 1);
    let projects = bench.home.path().join(".claude/projects");
    std::fs::rename(&projects, bench.home.path().join("unmounted")).expect("it is there");

    let summary = bench.sync();

    assert_eq!(summary.missing, 0, "an unmounted folder says nothing about its files");
    assert!(bench.sessions().iter().all(|session| !session.row.is_source_gone));
}

#[test]
fn three_appends_give_what_one_reading_gives() {
    let name = "sync-tail-filtered-ordinals";
    let expect = &expected(name)["expect"];
    let (bench, whole) = (Bench::new(), Bench::new());

    for step in 1..=3 {
        bench.step(name, step);
    }
    whole.step(name, 3);

    let told = |bench: &Bench| bench.transcript(bench.only_session().row.id);
    let as_rows = |messages: &[TranscriptMessage]| -> Vec<(i64, Option<String>, Kind, State, String)> {
        let row = |message: &TranscriptMessage| {
            (message.ordinal, message.native_id.clone(), message.kind, message.state, message.text.clone())
        };
        messages.iter().map(row).collect()
    };
    let messages = told(&bench);
    assert_eq!(as_rows(&messages), as_rows(&told(&whole)), "incremental equals full");
    assert!(messages.windows(2).all(|pair| pair[0].ordinal < pair[1].ordinal), "unique and increasing");
    let count = |is: &dyn Fn(&TranscriptMessage) -> bool| {
        i64::try_from(messages.iter().filter(|message| is(message)).count()).expect("few")
    };
    let wanted = &expect["messages"];
    assert_eq!(
        count(&|message| message.origin == Origin::Human && message.role == Role::User),
        number(&wanted["human_prompts"])
    );
    assert_eq!(bench.only_session().replies, number(&wanted["assistant"]));
    assert_eq!(count(&|message| message.kind == Kind::ToolResult), number(&wanted["tool_results"]));
    for (call_id, output) in expect["tool_pairs"].as_object().expect("pairs") {
        let result = messages.iter().find(|message| {
            message.kind == Kind::ToolResult && message.tool.as_ref().is_some_and(|tool| tool.call_id == *call_id)
        });
        let result = result.unwrap_or_else(|| panic!("{call_id} has a result"));
        assert_eq!(result.text, text(output));
        assert!(result.tool.as_ref().is_some_and(|tool| tool.call_message_id.is_some()), "{call_id} joins its call");
    }
}

#[test]
fn a_late_title_or_a_touch_moves_no_session_and_writes_no_message() {
    let name = "sync-touch-and-title-append";
    let expect = &expected(name)["expect"];
    let bench = Bench::new();
    bench.step(name, 1);
    bench.step(name, 2);
    let ids = |bench: &Bench| -> Vec<i64> {
        let sessions = bench.sessions();
        sessions.iter().flat_map(|session| bench.transcript(session.row.id)).map(|message| message.id).collect()
    };
    let before = ids(&bench);

    // Copying the same bytes again is a touch: every file gets a new time.
    let summary = bench.step(name, 2);

    let sessions = bench.sessions();
    let titles: Vec<&str> = sessions.iter().map(|session| session.row.title.as_str()).collect();
    let order: Vec<&str> = expect["order"].as_array().expect("titles").iter().map(text).collect();
    assert_eq!(titles, order);
    let ended: Vec<Option<i64>> = sessions.iter().map(|session| session.row.ended_at).collect();
    let last: Vec<Option<i64>> = expect["last_activity"].as_array().expect("instants").iter().map(at).collect();
    assert_eq!(ended, last, "the last activity is that of the last message");
    assert_eq!(i64::try_from(before.len()).expect("few"), number(&expect["messages"]));
    assert_eq!(ids(&bench), before, "the rows keep their ids");
    let changed = i64::try_from(summary.messages_added + summary.messages_changed).expect("few");
    assert_eq!(changed, number(&expect["rows_changed_by_touch"]));
    assert_eq!(summary.read, 0, "what was only touched is not read again: {summary:?}");
    assert!(bench.sources(Agent::ClaudeCode).iter().all(|source| source.generation == 0), "no copy was taken for new");
}

#[test]
fn a_rollout_that_is_put_away_stays_one_session_with_a_source() {
    let name = "reader-codex-fork";
    let bench = Bench::of_case(name);
    let before: Vec<_> = bench.sessions().iter().map(|session| (session.row.id, session.row.prompts)).collect();
    let codex = bench.home.path().join(".codex");
    std::fs::create_dir(codex.join("archived_sessions")).expect("it can be made");
    for source in bench.sources(Agent::Codex) {
        let target = codex.join("archived_sessions").join(source.path.file_name().expect("a name"));
        std::fs::rename(&source.path, target).expect("it is there");
    }

    bench.sync();

    let after: Vec<_> = bench.sessions().iter().map(|session| (session.row.id, session.row.prompts)).collect();
    assert_eq!(after, before, "moving a file makes no second session and loses no prompt");
    assert!(bench.sessions().iter().all(|session| !session.row.is_source_gone), "it lies elsewhere, not nowhere");
}
