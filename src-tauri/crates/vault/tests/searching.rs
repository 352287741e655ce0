//! Search: what is found, in which order, and that nothing typed is ever an error.

use daybook_model::{Agent, Kind, Message, Origin, State};
use daybook_vault::{Filter, WriteMode};
use proptest::prelude::*;

use crate::support::{Disposable, entry, message, prompt, reply, session, session_in};

fn words(words: &str) -> Filter {
    Filter { words: words.to_owned(), ..Filter::default() }
}

fn with_texts(texts: &[&str]) -> Disposable {
    let disposable = Disposable::new();
    let mut entries = vec![session("one")];
    for (at, text) in (0..).zip(texts) {
        entries.push(prompt(at, &format!("m{at}"), text));
    }
    disposable.append("/a.jsonl", entries);
    disposable
}

#[test]
fn typed_text_is_never_syntax() {
    let disposable = with_texts(&[
        "See Downloads/transcripts of the multi-agent run",
        "Ubuntu 20.04 and TS 38.101, state-of-the-art",
        "don't use agents",
        "ask @nasa about #tag a=b foo&bar",
        r"std::fs::read(x) in C:\temp\file.txt at 50% (urgent!)",
        "the exact phrase here",
        "-minus body:thing *star ^caret C++",
    ]);
    let found = |typed: &str| disposable.search(typed).len();
    for typed in [
        "Downloads/transcripts",
        "multi-agent",
        "20.04",
        "38.101",
        "state-of-the-art",
        "don't",
        "don't use agents",
        "@nasa",
        "#tag",
        "a=b",
        "foo&bar",
        "std::fs::read(x)",
        r"C:\temp\file.txt",
        "50%",
        "(urgent!)",
        "\"exact phrase here\"",
        "-minus",
        "body:thing",
        "*star",
        "^caret",
    ] {
        assert_eq!(found(typed), 1, "`{typed}` stands in exactly one message");
    }
    for typed in ["", "   ", "\"", "'", "*", "-", "()", "\"\"", "^", ":", "\\", "%", "🦀", "👩‍💻"] {
        assert_eq!(found(typed), 0, "`{typed}` is nothing to look for");
    }
    for typed in ["AND OR NOT", "NEAR(", "a\" OR \"b", "{x y}: z", "nul\0byte", &"x".repeat(5_000)] {
        found(typed);
    }
}

#[test]
fn all_words_must_occur_and_endings_do_not_matter() {
    let disposable = with_texts(&["migrating the ledger", "a ledger of migrations", "the ledger alone", "CAFÉ"]);

    assert_eq!(disposable.search("ledger migration").len(), 2);
    assert_eq!(disposable.search("cafe").len(), 1, "accents and case fold");
    assert!(disposable.search("ledger zebra").is_empty());
}

#[test]
fn ranking_comes_before_the_limit() {
    let disposable = Disposable::new();
    let mut entries = vec![session("one"), prompt(0, "old", "zephyrine ledger")];
    for at in 1..3_000 {
        entries.push(prompt(at, &format!("m{at}"), "ledger and then some more words about it"));
    }
    disposable.append("/a.jsonl", entries);
    let reader = disposable.vault.reader().expect("a reader");

    let both = reader.search(&words("zephyrine ledger"), 1, 0).expect("an answer");
    let common = reader.search(&words("ledger"), 1, 0).expect("an answer");

    assert_eq!(both.hits[0].message_id, 1);
    assert_eq!(common.hits[0].message_id, 1, "the shortest text with the word is the best");
    assert_eq!((common.hits.len(), common.total, common.sessions), (1, 3_000, 1), "all are counted");
}

#[test]
fn pages_of_hits_follow_each_other() {
    let texts: Vec<String> = (0..30).map(|at| format!("common {at}")).collect();
    let disposable = with_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let reader = disposable.vault.reader().expect("a reader");
    let ids = |limit, offset| -> Vec<i64> {
        let answer = reader.search(&words("common"), limit, offset).expect("an answer");
        answer.hits.iter().map(|hit| hit.message_id).collect()
    };

    let whole = ids(30, 0);
    let pieces: Vec<i64> = [ids(10, 0), ids(10, 10), ids(10, 20)].concat();

    assert_eq!(pieces, whole);
    assert!(ids(10, 30).is_empty());
}

#[test]
fn hits_know_where_they_come_from_and_filters_apply() {
    let disposable = Disposable::new();
    disposable
        .append("/a.jsonl", vec![session_in("one", "shop"), prompt(0, "a", "the quokka"), reply(1, "b", "quokka!")]);
    let codex = vec![session_in("two", "atlas"), prompt(5, "c", "a quokka")];
    disposable.write(Agent::Codex, "/b.jsonl", WriteMode::Append, codex);
    let reader = disposable.vault.reader().expect("a reader");
    let count = |filter: Filter| reader.search(&filter, 10, 0).expect("an answer").total;

    let answer = reader.search(&words("quokka"), 10, 0).expect("an answer");

    assert_eq!((answer.total, answer.sessions), (3, 2));
    let hit = answer.hits.iter().find(|hit| hit.message_id == 1).expect("the prompt is found");
    assert_eq!(
        (hit.project.as_str(), hit.agent, hit.session_title.as_str()),
        ("shop", Agent::ClaudeCode, "the quokka")
    );
    assert!(hit.excerpt.iter().any(|piece| piece.is_match && piece.text == "quokka"));
    assert_eq!(count(Filter { agents: vec![Agent::Codex], ..words("quokka") }), 1);
    let shop = reader.list_projects().expect("projects").iter().find(|one| one.name == "shop").expect("it").id;
    assert_eq!(count(Filter { projects: vec![shop], ..words("quokka") }), 2);
    assert_eq!(count(Filter { from_at: hit.at.map(|at| at + 1), ..words("quokka") }), 2);
    assert_eq!(count(Filter { models: vec!["model-one".to_owned()], ..words("quokka") }), 2);
}

#[test]
fn tool_text_and_notices_are_not_prose() {
    let disposable = Disposable::new();
    let noise = |at, kind| {
        entry(Message { kind, origin: Origin::Automation, ..message(at, &format!("n{at}"), "zorblax output") })
    };
    disposable.append(
        "/a.jsonl",
        vec![session("one"), noise(0, Kind::ToolResult), noise(1, Kind::System), noise(2, Kind::Reasoning)],
    );

    assert_eq!(disposable.search("zorblax").len(), 1, "what a model thought is prose, what a tool said is not");
}

#[test]
fn what_left_its_file_is_found_and_marked() {
    let disposable = with_texts(&["OLDWORD first"]);
    disposable.reload("/a.jsonl", vec![session("one"), prompt(0, "n", "NEWWORD first")]);

    let answer = disposable.vault.reader().expect("a reader").search(&words("OLDWORD"), 10, 0).expect("an answer");

    assert_eq!(answer.hits[0].state, State::Superseded);
}

#[test]
fn scripts_without_blanks_are_found_inside() {
    let disposable = with_texts(&[
        "修复了悬空引用的问题",
        "任務重複執行",
        "パスワードを再設定するテスト",
        "비밀번호를 재설정하고 로그인",
    ]);
    for (typed, hits) in
        [("悬空引用", 1), ("悬空", 1), ("任務", 1), ("再設定", 1), ("テスト", 1), ("로그인", 1), ("不存在詞", 0)]
    {
        assert_eq!(disposable.search(typed).len(), hits, "`{typed}`");
    }
    let filter = Filter { words: "悬空".to_owned(), ..Filter::default() };
    let facets = disposable.vault.reader().expect("a reader").count_prompt_facets(&filter).expect("counts");
    assert_eq!(facets.total, 1, "the table filters by them as well");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn nothing_typed_is_an_error(typed in "\\PC{0,40}|[\"'*()^:{}\\-+ANDORNEAT \u{0}]{0,20}") {
        let disposable = with_texts(&["a text"]);
        let reader = disposable.vault.reader().expect("a reader");
        let sort = daybook_vault::Sort { column: daybook_vault::SortColumn::Time, is_descending: true };

        prop_assert!(reader.search(&words(&typed), 5, 0).is_ok());
        prop_assert!(reader.list_prompt_order(&words(&typed), sort, &jiff::tz::TimeZone::UTC).is_ok());
        prop_assert!(reader.list_session_order(&words(&typed), sort, &jiff::tz::TimeZone::UTC).is_ok());
        prop_assert!(reader.find_in_session(1, &typed).is_ok());
    }

    #[test]
    fn every_message_is_found_by_its_own_words(text in "[a-zäöü]{3,12}( [a-z0-9_.:/-]{3,10}){0,4}") {
        let disposable = with_texts(&[&text, "something else"]);

        prop_assert!(!disposable.search(&text).is_empty());
    }
}
