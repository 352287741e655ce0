//! Orders: which rows, in which order, on which day, and how many.

use daybook_model::{Agent, Entry, Instant, Message, Moment, Relation};
use daybook_vault::{Filter, OrderEntry, Sort, SortColumn, WriteMode};
use jiff::tz::TimeZone;

use crate::support::{
    Disposable, MORNING, call, child_of, entry, message, prompt, reply, reply_message, result, session, session_in,
};

fn by(column: SortColumn, is_descending: bool) -> Sort {
    Sort { column, is_descending }
}

fn order(disposable: &Disposable, filter: &Filter, sort: Sort) -> Vec<OrderEntry> {
    disposable.vault.reader().expect("a reader").list_prompt_order(filter, sort, &TimeZone::UTC).expect("an order")
}

fn texts(disposable: &Disposable, filter: &Filter, sort: Sort) -> Vec<String> {
    let ids: Vec<i64> = order(disposable, filter, sort).iter().map(|entry| entry.id).collect();
    let rows = disposable.vault.reader().expect("a reader").list_prompts(&ids).expect("prompts");
    rows.into_iter().map(|row| row.text).collect()
}

fn titles(disposable: &Disposable, filter: &Filter, sort: Sort) -> Vec<String> {
    let reader = disposable.vault.reader().expect("a reader");
    let order = reader.list_session_order(filter, sort, &TimeZone::UTC).expect("an order");
    let ids: Vec<i64> = order.iter().map(|entry| entry.id).collect();
    reader.list_sessions(&ids).expect("sessions").into_iter().map(|row| row.title).collect()
}

/// Two projects, two agents, two models, and a prompt without a time.
fn filled() -> Disposable {
    let disposable = Disposable::new();
    disposable.append(
        "/a.jsonl",
        vec![
            session_in("one", "shop"),
            prompt(0, "a", "Banana migration"),
            reply(1, "b", "good"),
            prompt(2, "c", "apple"),
            entry(Message { model: Some("model-two".to_owned()), ..reply_message(3, "d", "fine") }),
            entry(Message { moment: None, ..message(4, "e", "undated") }),
        ],
    );
    let codex = vec![session_in("two", "Atlas"), prompt(1, "f", "cherry"), reply(5, "g", "fine"), call(6, "h", "x")];
    disposable.write(Agent::Codex, "/b.jsonl", WriteMode::Append, codex);
    disposable
}

#[test]
fn prompts_are_sorted_by_every_column() {
    let disposable = filled();
    let all = Filter::default();
    let sorted = |column, is_descending| texts(&disposable, &all, by(column, is_descending));

    assert_eq!(sorted(SortColumn::Time, false), ["Banana migration", "cherry", "apple", "undated"]);
    assert_eq!(sorted(SortColumn::Time, true), ["apple", "cherry", "Banana migration", "undated"]);
    assert_eq!(sorted(SortColumn::Text, false), ["apple", "Banana migration", "cherry", "undated"]);
    assert_eq!(sorted(SortColumn::Project, false), ["cherry", "apple", "Banana migration", "undated"]);
    assert_eq!(sorted(SortColumn::Agent, true), ["cherry", "apple", "Banana migration", "undated"]);
    assert_eq!(sorted(SortColumn::Model, true)[0], "undated", "no model stands at the far end");
    assert_eq!(sorted(SortColumn::Turn, false), ["cherry", "Banana migration", "apple", "undated"]);
}

#[test]
fn filters_narrow_prompts() {
    let disposable = filled();
    let kept = |filter: Filter| texts(&disposable, &filter, by(SortColumn::Time, false));
    let shop = disposable.vault.reader().expect("a reader").list_projects().expect("projects");
    let shop = shop.iter().find(|project| project.name == "shop").expect("the project").id;

    assert_eq!(kept(Filter { projects: vec![shop], ..Filter::default() }), ["Banana migration", "apple", "undated"]);
    assert_eq!(kept(Filter { agents: vec![Agent::Codex], ..Filter::default() }), ["cherry"]);
    assert_eq!(kept(Filter { models: vec!["model-two".to_owned()], ..Filter::default() }), ["apple"]);
    assert_eq!(kept(Filter { words: "migrating".to_owned(), ..Filter::default() }), ["Banana migration"]);
    assert_eq!(kept(Filter { words: " \" ".to_owned(), ..Filter::default() }).len(), 4, "nothing to look for");
    let minute = |at: i64| Some(MORNING + at * 60_000);
    assert_eq!(kept(Filter { from_at: minute(1), until_at: minute(2), ..Filter::default() }), ["cherry"]);
    assert!(kept(Filter { projects: vec![999], ..Filter::default() }).is_empty());
}

#[test]
fn facets_ignore_the_filter_of_their_own_kind() {
    let disposable = filled();
    let filter = Filter { agents: vec![Agent::Codex], models: vec!["model-two".to_owned()], ..Filter::default() };

    let facets = disposable.vault.reader().expect("a reader").count_prompt_facets(&filter).expect("counts");

    assert_eq!(facets.total, 1, "all filters but the agent's");
    assert_eq!(facets.agents.len(), 1);
    assert_eq!((facets.agents[0].value, facets.agents[0].count), (Agent::ClaudeCode, 1));
    let models: Vec<(&str, i64)> = facets.models.iter().map(|one| (one.value.as_str(), one.count)).collect();
    assert_eq!(models, [("model-one", 1)], "all filters but the model's");
}

#[test]
fn sessions_are_sorted_filtered_and_counted() {
    let disposable = filled();
    disposable.append("/c.jsonl", vec![child_of("child", "one", Relation::Subagent), reply(9, "z", "sub cherry")]);
    let reader = disposable.vault.reader().expect("a reader");
    let sorted = |column, is_descending| titles(&disposable, &Filter::default(), by(column, is_descending));

    assert_eq!(sorted(SortColumn::Time, false), ["Banana migration", "cherry"], "subagents hang under their parent");
    assert_eq!(sorted(SortColumn::Tools, true), ["cherry", "Banana migration"]);
    assert_eq!(sorted(SortColumn::Prompts, true), ["Banana migration", "cherry"]);
    assert_eq!(sorted(SortColumn::Project, false), ["cherry", "Banana migration"]);
    let words = |words: &str| {
        let filter = Filter { words: words.to_owned(), ..Filter::default() };
        titles(&disposable, &filter, by(SortColumn::Time, false))
    };
    assert_eq!(words("apple"), ["Banana migration"], "the words of any message count");
    assert_eq!(words("nan"), ["Banana migration"], "a part of the title counts");
    let facets = reader.count_session_facets(&Filter::default()).expect("counts");
    assert_eq!(facets.total, 2);
    assert_eq!(facets.agents.iter().map(|one| one.count).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(reader.list_child_sessions(disposable.session("one")).expect("children").len(), 1);
}

#[test]
fn days_are_local() {
    let disposable = Disposable::new();
    let late = Moment { at: Instant(1_772_492_400_000), offset_minutes: None }; // 2026-03-02T23:00:00Z
    let undated = Message { moment: None, ..message(1, "b", "undated") };
    disposable.append(
        "/a.jsonl",
        vec![session("one"), entry(Message { moment: Some(late), ..message(0, "a", "late") }), entry(undated)],
    );
    let reader = disposable.vault.reader().expect("a reader");
    let days = |zone: &str| -> Vec<Option<i32>> {
        let zone = TimeZone::get(zone).expect("the zone is known");
        let order = reader.list_prompt_order(&Filter::default(), by(SortColumn::Time, true), &zone).expect("an order");
        order.iter().map(|entry| entry.day).collect()
    };

    assert_eq!(days("UTC"), [Some(20_514), None]);
    assert_eq!(days("Europe/Berlin"), [Some(20_515), None], "in Berlin the next day has begun");
}

#[test]
fn an_empty_session_is_not_listed() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![session("one")]);

    assert!(titles(&disposable, &Filter::default(), by(SortColumn::Time, true)).is_empty());
    assert_eq!(disposable.vault.reader().expect("a reader").summarise().expect("a summary").sessions, 0);
}

#[test]
fn a_session_runs_while_its_subagent_runs() {
    let disposable = filled();
    disposable
        .append("/c.jsonl", vec![child_of("child", "one", Relation::Subagent), result(500, "z", "call-9", false)]);

    let running = disposable
        .vault
        .reader()
        .expect("a reader")
        .list_running_sessions(Instant(MORNING + 400 * 60_000))
        .expect("a list");

    assert_eq!(running.iter().map(|row| row.title.as_str()).collect::<Vec<_>>(), ["Banana migration"]);
}

#[test]
fn a_long_prompt_is_cut_in_the_table_and_says_so() {
    let disposable = Disposable::new();
    let long = "ü".repeat(3_000);
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "a", &long), prompt(1, "b", "short")]);

    let rows = disposable.vault.reader().expect("a reader").list_prompts(&[1, 7, 2]).expect("prompts");

    assert_eq!(rows.len(), 2, "an id that is no prompt is passed over");
    assert_eq!((rows[0].text.chars().count(), rows[0].is_cut), (2_000, true));
    assert!(!rows[1].is_cut);
}

#[test]
fn prompts_of_one_instant_keep_their_order() {
    let disposable = Disposable::new();
    let moment = Some(Moment { at: Instant(MORNING), offset_minutes: None });
    let entries: Vec<Entry> = std::iter::once(session("one"))
        .chain((0..50).map(|at| entry(Message { moment, ..message(at, &format!("m{at}"), &format!("{at:02}")) })))
        .collect();
    disposable.append("/a.jsonl", entries);

    let ascending = texts(&disposable, &Filter::default(), by(SortColumn::Time, false));
    let mut descending = texts(&disposable, &Filter::default(), by(SortColumn::Time, true));

    descending.reverse();
    assert_eq!(ascending, descending, "one order is the mirror of the other");
    assert!(ascending.is_sorted(), "ties go by id");
}
