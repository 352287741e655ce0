//! Failure cases and genuine histories through the real discovery, readers, redaction and vault.
//!
//! Each case of `tests/fixtures/cases` is a home folder with what a careful program makes of it; the values asserted
//! here are read from its `expected.json`. What one crate can prove alone is tested there; this file proves that the
//! parts agree.

#![expect(clippy::expect_used, reason = "a test that cannot look says so and stops")]

mod recorded;

use std::collections::BTreeSet;

use daybook_model::{FaultKind, Kind, State};
use daybook_testkit::fixtures::expected;
use daybook_testkit::oversized::{write_huge_line, write_long_session};
use daybook_vault::{Filter, Sort, SortColumn};
use recorded::{Recorded, as_count, as_number, as_texts};

#[test]
fn damaged_lines_are_set_aside_and_everything_after_them_is_kept() {
    let case = Recorded::case("reader-claude-bad-lines-midfile");
    let expect = &expected("reader-claude-bad-lines-midfile")["expect"];

    let lines = case.only_transcript();

    assert_eq!(lines.len(), as_count(&expect["messages"]), "no good record is lost");
    assert_eq!(
        case.faults(FaultKind::Damaged).len(),
        as_count(&expect["damaged_lines"]),
        "each damaged line is named once"
    );
    assert_eq!(lines.last().map(|line| line.text.as_str()), expect["last_text"].as_str());
}

#[test]
fn messages_of_one_instant_keep_the_order_of_the_file() {
    let case = Recorded::case("reader-claude-bulk-stamp");

    let texts: Vec<String> = case.only_transcript().into_iter().map(|line| line.text).collect();

    let in_order: Vec<String> = (0..40).map(|number| format!("bulk item {number:02}")).collect();
    assert!(texts.iter().zip(&in_order).all(|(text, item)| text.contains(item)), "file order stands: {texts:?}");
    assert_eq!(texts.len(), 40);
    assert_eq!(case.only_session().row.active_ms, 0, "one instant has no length");
    let pages = case.prompt_pages(7);
    let mut seen = pages.concat();
    assert_eq!(seen.len(), 20, "every prompt is on a page");
    seen.dedup();
    assert_eq!(seen.len(), 20, "and on no second one");
}

#[test]
fn a_project_comes_from_the_records_and_never_from_the_dashes_of_a_folder() {
    let case = Recorded::case("reader-claude-dash-project");
    let expect = &expected("reader-claude-dash-project")["expect"];

    let projects = case.reader().list_projects().expect("projects");

    let mut paths: Vec<String> = projects.iter().filter_map(|project| project.path.clone()).collect();
    let mut wanted = as_texts(&expect["projects"]);
    paths.sort();
    wanted.sort();
    assert_eq!(paths, wanted);
    let guesses: Vec<&str> =
        projects.iter().filter(|project| project.is_guess).map(|project| project.name.as_str()).collect();
    assert_eq!(guesses, [expect["unknown_label"].as_str().expect("a label")], "a session without a folder is a guess");
}

#[test]
fn the_record_behind_a_torn_one_is_saved() {
    let case = Recorded::case("reader-claude-glued-record");
    let expect = &expected("reader-claude-glued-record")["expect"];

    let lines = case.only_transcript();

    assert_eq!(lines.len(), as_count(&expect["should"]["messages"]));
    assert_eq!(case.faults(FaultKind::Recovered).len(), as_count(&expect["should"]["recovered"]));
    assert_eq!(lines.last().map(|line| line.text.as_str()), expect["must"]["last_text"].as_str());
}

#[test]
fn a_file_with_two_session_ids_is_one_session_with_an_alias() {
    let case = Recorded::case("reader-claude-lineage-one-file");
    let expect = &expected("reader-claude-lineage-one-file")["expect"];

    let session = case.only_session();

    assert_eq!(Some(session.native_id.as_str()), expect["session_id"].as_str());
    assert_eq!(session.aliases, as_texts(&expect["alias_ids"]));
    assert_eq!(session.row.prompts, as_number(&expect["human_prompts"]));
    assert_eq!(session.replies, as_number(&expect["assistant_messages"]));
}

#[test]
fn a_parent_that_does_not_exist_ends_nothing() {
    let case = Recorded::case("reader-claude-phantom-parent");
    let expect = &expected("reader-claude-phantom-parent")["expect"];

    let lines = case.only_transcript();

    assert_eq!(lines.len(), as_count(&expect["messages"]));
    assert!(lines.iter().all(|line| line.state == State::Current), "a broken link is no rewind");
    assert_eq!(case.only_session().row.prompts, as_number(&expect["human_prompts"]));
    assert_eq!(case.faults(FaultKind::BrokenLink).len(), as_count(&expect["broken_links"]));
}

#[test]
fn a_prompt_that_only_waited_in_the_queue_is_shown_once() {
    let case = Recorded::case("reader-claude-queued-prompts");
    let expect = &expected("reader-claude-queued-prompts")["expect"];

    let prompts = case.prompts_in_order();

    let texts: BTreeSet<String> = prompts.iter().map(|prompt| prompt.text.clone()).collect();
    assert_eq!(texts, as_texts(&expect["prompt_texts"]).into_iter().collect(), "each once, the removed one not at all");
    assert_eq!(prompts.len(), as_count(&expect["human_prompts"]));
    let queued: Vec<String> =
        prompts.iter().filter(|prompt| prompt.state == State::Queued).map(|prompt| prompt.text.clone()).collect();
    assert_eq!(queued, as_texts(&expect["queued_only"]));
    assert_eq!(case.search("legend"), 1);
    let of_people = texts.iter().filter(|text| text.contains("red theme")).count();
    assert_eq!(
        of_people,
        as_count(&expect["search"][1]["prompt_hits"]),
        "the queued copy of a prompt is the same prompt"
    );
}

#[test]
fn a_reply_on_many_lines_is_one_reply_and_its_tokens_count_once() {
    let case = Recorded::case("reader-claude-split-usage");
    let expect = &expected("reader-claude-split-usage")["expect"];

    let session = case.only_session();

    assert_eq!(session.row.prompts, as_number(&expect["human_prompts"]));
    assert_eq!(session.replies, as_number(&expect["assistant_messages"]));
    assert_eq!(session.row.tool_calls, as_number(&expect["tool_calls"]));
    let usage = [session.usage.input, session.usage.output, session.usage.cache_read, session.usage.cache_write];
    let wanted = ["input", "output", "cache_read", "cache_write"].map(|field| as_number(&expect["usage"][field]));
    assert_eq!(usage, wanted);
    assert_eq!(
        session.row.ended_at.zip(session.row.started_at).map(|(end, start)| (end - start) / 1000),
        expect["duration_seconds"].as_i64()
    );
}

#[test]
fn a_title_is_what_a_person_typed_and_machine_text_is_no_prompt() {
    let case = Recorded::case("reader-claude-title-noise");
    let expect = &expected("reader-claude-title-noise")["expect"];

    let texts: Vec<String> = case.prompts_in_order().into_iter().map(|prompt| prompt.text).collect();

    assert_eq!(texts, as_texts(&expect["prompt_texts"]));
    assert_eq!(Some(case.only_session().row.title.as_str()), expect["title"].as_str());
}

#[test]
fn record_types_from_the_future_are_counted_and_shown_to_nobody() {
    let case = Recorded::case("reader-claude-unknown-types");
    let expect = &expected("reader-claude-unknown-types")["expect"];

    let session = case.only_session();

    assert_eq!(session.row.prompts, as_number(&expect["human_prompts"]));
    assert_eq!(session.replies, as_number(&expect["assistant_messages"]));
    assert_eq!(Some(session.row.title.as_str()), expect["title"].as_str());
    assert_eq!(session.sources[0].faults.len(), as_count(&expect["errors_shown"]), "an unknown type is no error");
    assert_eq!(case.search("must not become a prompt"), 0);
}

#[test]
fn injected_instructions_of_codex_are_no_prompts() {
    let case = Recorded::case("reader-codex-agents-md");
    let expect = &expected("reader-codex-agents-md")["expect"];

    let session = case.only_session();

    assert_eq!(session.row.prompts, as_number(&expect["human_prompts"]));
    assert_eq!(Some(session.row.title.as_str()), expect["title"].as_str());
    let injected = case.only_transcript().into_iter().filter(|line| line.kind == Kind::System).count();
    assert_eq!(injected, as_count(&expect["injected_records"]), "what was injected is kept as context");
}

#[test]
fn a_compaction_repeats_no_prompt() {
    let case = Recorded::case("reader-codex-compacted");
    let expect = &expected("reader-codex-compacted")["expect"];

    let session = case.only_session();

    assert_eq!(session.row.prompts, as_number(&expect["human_prompts"]));
    assert_eq!(session.replies, as_number(&expect["assistant_messages"]));
    assert_eq!(case.search("\"compaction prompt 2\""), as_count(&expect["search"][0]["hits"]));
}

#[test]
fn codex_writes_a_turn_twice_and_it_counts_once() {
    let case = Recorded::case("reader-codex-dual-event");
    let expect = &expected("reader-codex-dual-event")["expect"];

    let texts: Vec<String> = case.prompts_in_order().into_iter().map(|prompt| prompt.text).collect();

    assert_eq!(texts, as_texts(&expect["prompt_texts"]), "a genuine repeat stays");
    assert_eq!(case.only_session().replies, as_number(&expect["assistant_messages"]));
}

#[test]
fn a_line_of_thirty_mebibytes_loses_nothing_around_it() {
    let case = Recorded::of(|home| drop(write_huge_line(home, 30 << 20).expect("a session")));
    let expect = &expected("reader-huge-line")["expect"];

    let lines = case.only_transcript();

    assert_eq!(lines.len(), as_count(&expect["messages"]));
    assert_eq!(case.only_session().row.prompts, as_number(&expect["human_prompts"]));
    let cut: Vec<_> = lines.iter().filter(|line| line.whole_bytes.is_some()).collect();
    assert_eq!(cut.len(), as_count(&expect["truncated_records"]), "the long result is marked as cut");
    assert!(cut[0].text.len() <= as_count(&expect["indexed_bytes_of_big_record_max"]));
    assert_eq!(case.search("lynxword"), 1);
    let whole = case.reader().get_whole_text(cut[0].id).expect("the raw archive has it");
    assert!(whole.len() > 30_000_000, "all {} bytes come back from the raw archive", whole.len());
}

#[test]
fn half_a_surrogate_pair_costs_one_character_and_no_line() {
    let case = Recorded::case("reader-lone-surrogate");
    let expect = &expected("reader-lone-surrogate")["expect"];

    let texts: Vec<String> = case.prompts_in_order().into_iter().map(|prompt| prompt.text).collect();

    assert_eq!(texts, as_texts(&expect["texts"]));
    assert_eq!(case.only_session().replies, as_number(&expect["assistant_messages"]));
    for search in expect["search"].as_array().expect("searches") {
        assert_eq!(case.search(search["q"].as_str().expect("words")), as_count(&search["hits"]), "{search}");
    }
}

#[test]
fn a_session_whose_folder_is_gone_stays_under_its_own_folder() {
    let case = Recorded::case("reader-cwd-deleted");
    let expect = &expected("reader-cwd-deleted")["expect"];

    let projects = case.reader().list_projects().expect("projects");

    let mut paths: Vec<String> = projects.into_iter().filter_map(|project| project.path).collect();
    paths.sort();
    assert_eq!(paths, as_texts(&expect["projects"]), "a similar name is another project");
}

#[test]
fn spellings_of_a_windows_folder_are_one_project_and_posix_case_counts() {
    let case = Recorded::case("reader-win-path-case");
    let expect = &expected("reader-win-path-case")["expect"];

    let projects = case.reader().list_projects().expect("projects");

    let mut sizes: Vec<usize> =
        projects.iter().map(|project| usize::try_from(project.sessions).expect("a count")).collect();
    let mut wanted: Vec<usize> = expect["project_groups"]
        .as_array()
        .expect("groups")
        .iter()
        .map(|group| group.as_array().map_or(0, Vec::len))
        .collect();
    sizes.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(sizes, wanted);
    let largest = projects.iter().max_by_key(|project| project.sessions).expect("a project");
    assert_eq!(Some(largest.name.as_str()), expect["display_name"].as_str());
}

/// What a message may consist of on screen.
const HARMLESS_TAGS: [&str; 24] = [
    "p",
    "br",
    "em",
    "strong",
    "del",
    "code",
    "pre",
    "a",
    "ul",
    "ol",
    "li",
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
];

#[test]
fn text_that_looks_like_markup_stays_text() {
    let case = Recorded::case("ui-html-injection");
    let expect = &expected("ui-html-injection")["expect"];

    let lines = case.only_transcript();

    let everything: String = lines.iter().map(|line| line.text.as_str()).collect();
    for literal in as_texts(&expect["visible_literals"]) {
        assert!(everything.contains(&literal), "`{literal}` is stored as it was written");
    }
    assert!(case.search("literal") > 0);
    for line in &lines {
        let html = daybook_text::html::from_markdown(&line.text);
        for tag in html.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or(rest).to_lowercase()) {
            let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
            assert!(HARMLESS_TAGS.contains(&name), "`<{tag}>` came out of {}", line.text);
            assert!(!tag.contains(" on") && !tag.contains("javascript:"), "`<{tag}>` came out of {}", line.text);
        }
    }
}

#[test]
fn five_thousand_messages_are_listed_found_and_cheap_to_ask_for() {
    let case = Recorded::of(|home| drop(write_long_session(home, 5000).expect("a session")));
    let session = case.only_session();
    let reader = case.reader();

    let lines = reader.list_transcript(session.row.id).expect("the skeleton");

    assert_eq!(lines.len(), as_count(&expected("ui-long-session")["expect"]["messages"]));
    let payload = serde_json::to_vec(&lines).expect("the skeleton as JSON").len();
    assert!(
        payload < as_count(&expected("ui-long-session")["expect"]["ipc_payload_bytes_max"]),
        "{payload} bytes cross"
    );
    let found = reader.find_in_session(session.row.id, "long session item 2500").expect("a search");
    assert_eq!(found, [lines[2500].id], "a far message is found");
}

#[test]
fn the_order_of_a_table_is_total_and_repeatable() {
    let case = Recorded::case("reader-claude-bulk-stamp");
    let (filter, zone) = (Filter::default(), jiff::tz::TimeZone::UTC);

    for column in [
        SortColumn::Time,
        SortColumn::Project,
        SortColumn::Agent,
        SortColumn::Model,
        SortColumn::Text,
        SortColumn::Turn,
    ] {
        let sort = Sort { column, is_descending: true };
        let once = case.reader().list_prompt_order(&filter, sort, &zone).expect("an order");
        let again = case.reader().list_prompt_order(&filter, sort, &zone).expect("an order");
        assert_eq!(once, again, "{column:?}");
        assert_eq!(once.len(), 20, "{column:?} loses no row");
    }
}
