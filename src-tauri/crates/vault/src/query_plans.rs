//! How the engine answers the hot questions: a lost index shows here before anybody feels it.

use rusqlite::{Connection, params_from_iter};

use daybook_model::Agent;

use crate::filter::{Conditions, Without};
use crate::rows::Filter;
use crate::{
    copies, faulty_sources, match_filter, message_spans, messages, migrations, prompt_order, prompts, search,
    session_detail, session_order, session_rows, steps, summary, transcript, whole_text,
};

fn vault() -> Connection {
    let mut connection = Connection::open_in_memory().expect("a database");
    rusqlite::vtab::array::load_module(&connection).expect("the module for lists");
    migrations::migrate(&mut connection).expect("the steps can be taken");
    connection
}

/// Describes the plan of a statement, one step a line, indented by depth.
fn plan(connection: &Connection, statement: &str, values: &[&dyn rusqlite::ToSql]) -> String {
    let mut explained = connection.prepare(&format!("EXPLAIN QUERY PLAN {statement}")).expect("a valid statement");
    let wanted = explained.parameter_count();
    let mut all: Vec<&dyn rusqlite::ToSql> = values.to_vec();
    all.resize(wanted, &1_i64);
    let rows: Vec<(i64, i64, String)> = explained
        .query_map(params_from_iter(all), |row| Ok((row.get(0)?, row.get(1)?, row.get(3)?)))
        .expect("a plan")
        .collect::<Result<_, _>>()
        .expect("a plan");
    let mut depths: Vec<(i64, usize)> = Vec::new();
    let mut lines = String::new();
    for (id, parent, detail) in rows {
        let depth = depths.iter().find(|(known, _)| *known == parent).map_or(0, |(_, depth)| depth + 1);
        depths.push((id, depth));
        lines.extend(["  ".repeat(depth + 1), detail, "\n".to_owned()]);
    }
    lines
}

fn everything() -> Filter {
    Filter {
        projects: vec![1],
        agents: vec![Agent::Codex],
        models: vec!["model".to_owned()],
        words: "word 悬空".to_owned(),
        from_at: Some(1),
        until_at: Some(2),
    }
}

#[test]
fn hot_questions_are_answered_by_indexes() {
    let connection = vault();
    let plans: Vec<String> = [
        ("messages::FIND", messages::FIND),
        ("messages::LIST_IDS_OF_SOURCE", messages::LIST_IDS_OF_SOURCE),
        ("steps::LIST", steps::LIST),
        ("copies::FIND_HOLDERS", copies::FIND_HOLDERS),
        ("copies::LIST_PAIRS", copies::LIST_PAIRS),
        ("message_spans::LIST", message_spans::LIST),
        ("prompts::GET", prompts::GET),
        ("session_rows::GET", session_rows::GET),
        ("session_rows::LIST_CHILDREN", session_rows::LIST_CHILDREN),
        ("session_rows::LIST_RUNNING", session_rows::LIST_RUNNING),
        ("session_detail::GET_FACTS", session_detail::GET_FACTS),
        ("session_detail::LIST_CHILDREN", session_detail::LIST_CHILDREN),
        ("session_detail::LIST_SOURCES", session_detail::LIST_SOURCES),
        ("session_detail::LIST_MASKED_TEXTS", session_detail::LIST_MASKED_TEXTS),
        ("session_detail::FIND_CALL", session_detail::FIND_CALL),
        ("transcript::LIST", transcript::LIST),
        ("transcript::LIST_FAILURES", transcript::LIST_FAILURES),
        ("transcript::LIST_COMPACTIONS", transcript::LIST_COMPACTIONS),
        ("transcript::GET_MESSAGE", transcript::GET_MESSAGE),
        ("transcript::FIND_TOOL_OF_CALL", transcript::FIND_TOOL_OF_CALL),
        ("transcript::FIND_TOOL_OF_RESULT", transcript::FIND_TOOL_OF_RESULT),
        ("transcript::FIND_CHILD", transcript::FIND_CHILD),
        ("transcript::LIST_TEXTS", transcript::LIST_TEXTS),
        ("whole_text::LIST_CHUNKS", whole_text::LIST_CHUNKS),
        ("search::LIST_MATCHES", search::LIST_MATCHES),
        ("search::RANK", search::RANK),
        ("search::GET", search::GET),
        ("summary::COUNT_SESSIONS", summary::COUNT_SESSIONS),
        ("summary::COUNT_SOURCES", summary::COUNT_SOURCES),
        ("summary::COUNT_FAULTS", summary::COUNT_FAULTS),
        ("summary::LIST_PROJECTS", summary::LIST_PROJECTS),
        ("faulty_sources::LIST", faulty_sources::LIST),
        ("faulty_sources::LIST_FAULTS", faulty_sources::LIST_FAULTS),
    ]
    .into_iter()
    .map(|(name, statement)| {
        // A list is bound where a statement asks for one.
        let list = std::rc::Rc::new(Vec::<rusqlite::types::Value>::new());
        let values: Vec<&dyn rusqlite::ToSql> = if statement.contains("rarray(?1)") { vec![&list] } else { Vec::new() };
        format!("{name}\n{}", plan(&connection, statement, &values))
    })
    .collect();

    insta::assert_snapshot!(plans.concat());
}

#[test]
fn filtered_questions_are_answered_by_indexes() {
    let connection = vault();
    let mut plans = String::new();
    for (title, filter) in [("without a filter", Filter::default()), ("with every filter", everything())] {
        let over_prompts = Conditions::for_prompts(&filter, Without::Nothing);
        let over_sessions = Conditions::for_sessions(&filter, Without::Nothing);
        let over_matches = Conditions::for_sessions_of_matches(&filter);
        for (name, statement, conditions) in [
            ("prompt_order::BY_TIME", prompt_order::BY_TIME, &over_prompts),
            ("prompt_order::WITH_MODEL", prompt_order::WITH_MODEL, &over_prompts),
            ("prompt_order::WITH_TURN", prompt_order::WITH_TURN, &over_prompts),
            ("prompt_order::BY_TEXT", prompt_order::BY_TEXT, &over_prompts),
            ("prompts::COUNT_AGENTS", prompts::COUNT_AGENTS, &over_prompts),
            ("prompts::COUNT_MODELS", prompts::COUNT_MODELS, &over_prompts),
            ("session_order::BY_TIME", session_order::BY_TIME, &over_sessions),
            ("session_order::COUNT_AGENTS", session_order::COUNT_AGENTS, &over_sessions),
            ("session_order::COUNT_MODELS", session_order::COUNT_MODELS, &over_sessions),
            ("match_filter::LIST_SESSIONS", match_filter::LIST_SESSIONS, &over_matches),
        ] {
            let planned = plan(&connection, &conditions.in_statement(statement), &conditions.values());
            plans.extend([name, " ", title, "\n", &planned]);
        }
    }

    insta::assert_snapshot!(plans);
}
