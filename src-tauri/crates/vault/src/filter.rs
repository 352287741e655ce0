//! The filter compiler: turns a [`Filter`] into conditions from a closed vocabulary, with bound values only.
//!
//! This is the one place where SQL is put together from pieces. No piece holds anything a person typed.

use std::rc::Rc;

use rusqlite::ToSql;
use rusqlite::types::Value;

use crate::rows::Filter;
use crate::terms::Terms;
use crate::words::Word as _;

/// Conditions joined by `AND`, with the values of their `?` in order.
#[derive(Default)]
pub(crate) struct Conditions {
    sql: String,
    values: Vec<Box<dyn ToSql>>,
}

/// Which of a filter's kinds are left out, because a count over just that kind is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Without {
    /// All kinds apply.
    Nothing,
    /// Agents do not apply.
    Agents,
    /// Models do not apply.
    Models,
}

const IN_SESSIONS_OF_PROJECTS: &str =
    "session_id IN (SELECT id FROM sessions WHERE project_id IN (SELECT value FROM rarray(?)))";
const IN_SESSIONS_OF_AGENTS: &str =
    "session_id IN (SELECT id FROM sessions WHERE agent IN (SELECT value FROM rarray(?)))";
const ANSWERED_BY: &str = "messages.answered_by IN (SELECT value FROM rarray(?))";
/// The plus keeps the engine from reading every message that matches: the prompts are walked, and looked up among the
/// matches.
const MATCHES_WORDS: &str = "+messages.id IN (SELECT rowid FROM prose_index WHERE prose_index MATCH ?)";
const HOLDS_PATTERN: &str = r"messages.text LIKE ? ESCAPE '\'";
const PROMPT_FROM: &str = "messages.at >= ?";
const PROMPT_UNTIL: &str = "messages.at < ?";

const SESSION_OF_PROJECTS: &str = "sessions.project_id IN (SELECT value FROM rarray(?))";
const SESSION_OF_AGENTS: &str = "sessions.agent IN (SELECT value FROM rarray(?))";
const SESSION_OF_MODELS: &str = "session_figures.model IN (SELECT value FROM rarray(?))";
const SESSION_ENDS_FROM: &str = "session_figures.ended_at >= ?";
const SESSION_BEGINS_UNTIL: &str = "session_figures.started_at < ?";
const SESSION_WITH_WORDS: &str = "sessions.id IN (
    SELECT message_spans.session_id
    FROM prose_index
    CROSS JOIN message_spans
        ON message_spans.first_id = (SELECT MAX(first_id) FROM message_spans WHERE first_id <= prose_index.rowid)
    WHERE prose_index MATCH ?
)";
const SESSION_WITH_PATTERN: &str = r"sessions.id IN (
    SELECT messages.session_id
    FROM messages
    WHERE messages.text LIKE ? ESCAPE '\'
        AND messages.kind IN ('prose', 'code', 'reasoning', 'summary')
        AND messages.state <> 'copied'
)";
const TITLE_HOLDS_PATTERN: &str = r"COALESCE(session_figures.title, '') LIKE ? ESCAPE '\'";

impl Conditions {
    /// Compiles a filter over prompts (`messages`).
    pub(crate) fn for_prompts(filter: &Filter, without: Without) -> Self {
        let mut conditions = Self::default();
        conditions.add_list(IN_SESSIONS_OF_PROJECTS, project_values(filter));
        if without != Without::Agents {
            conditions.add_list(IN_SESSIONS_OF_AGENTS, agent_values(filter));
        }
        if without != Without::Models {
            conditions.add_list(ANSWERED_BY, model_values(filter));
        }
        conditions.add_instant(PROMPT_FROM, filter.from_at);
        conditions.add_instant(PROMPT_UNTIL, filter.until_at);
        if let Some(terms) = Terms::parse(&filter.words) {
            conditions.add_words(&terms);
        }
        conditions
    }

    /// Compiles a filter over sessions (`sessions` with `session_figures`).
    pub(crate) fn for_sessions(filter: &Filter, without: Without) -> Self {
        let mut conditions = Self::default();
        conditions.add_list(SESSION_OF_PROJECTS, project_values(filter));
        if without != Without::Agents {
            conditions.add_list(SESSION_OF_AGENTS, agent_values(filter));
        }
        if without != Without::Models {
            conditions.add_list(SESSION_OF_MODELS, model_values(filter));
        }
        conditions.add_instant(SESSION_ENDS_FROM, filter.from_at);
        conditions.add_instant(SESSION_BEGINS_UNTIL, filter.until_at);
        if let Some(terms) = Terms::parse(&filter.words) {
            conditions.add_words_of_session(&terms);
        }
        conditions
    }

    /// Compiles the part of a filter over the sessions of matches that holds for all of a session's messages.
    pub(crate) fn for_sessions_of_matches(filter: &Filter) -> Self {
        let mut conditions = Self::default();
        conditions.add_list(SESSION_OF_PROJECTS, project_values(filter));
        conditions.add_list(SESSION_OF_AGENTS, agent_values(filter));
        conditions
    }

    /// Compiles words alone, over messages.
    pub(crate) fn for_words(terms: &Terms) -> Self {
        let mut conditions = Self::default();
        conditions.add_words(terms);
        conditions
    }

    /// A message has all the words.
    fn add_words(&mut self, terms: &Terms) {
        if let Some(expression) = &terms.expression {
            self.add(MATCHES_WORDS, expression.clone());
        }
        for pattern in &terms.patterns {
            self.add(HOLDS_PATTERN, pattern.clone());
        }
    }

    /// A session has the words in one of its messages, or all of them in its title.
    fn add_words_of_session(&mut self, terms: &Terms) {
        let mut in_messages = Self::default();
        if let Some(expression) = &terms.expression {
            in_messages.add(SESSION_WITH_WORDS, expression.clone());
        }
        for pattern in &terms.patterns {
            in_messages.add(SESSION_WITH_PATTERN, pattern.clone());
        }
        let mut in_title = Self::default();
        for word in &terms.words {
            in_title.add(TITLE_HOLDS_PATTERN, crate::terms::pattern(word));
        }
        self.sql.push_str(" AND ((1");
        self.append(in_messages);
        self.sql.push_str(") OR (1");
        self.append(in_title);
        self.sql.push_str("))");
    }

    fn append(&mut self, other: Self) {
        self.sql.push_str(&other.sql);
        self.values.extend(other.values);
    }

    fn add(&mut self, condition: &'static str, value: impl ToSql + 'static) {
        self.sql.push_str(" AND ");
        self.sql.push_str(condition);
        self.values.push(Box::new(value));
    }

    fn add_list(&mut self, condition: &'static str, values: Vec<Value>) {
        if !values.is_empty() {
            self.add(condition, Rc::new(values));
        }
    }

    fn add_instant(&mut self, condition: &'static str, at: Option<i64>) {
        if let Some(at) = at {
            self.add(condition, at);
        }
    }

    /// Tells whether everything is wanted.
    pub(crate) fn is_empty(&self) -> bool {
        self.sql.is_empty()
    }

    /// Puts the conditions where a statement says `{conditions}`; they begin with `AND` or are empty.
    pub(crate) fn in_statement(&self, statement: &'static str) -> String {
        statement.replace("{conditions}", &self.sql)
    }

    /// Lists the values, to be bound in this order.
    pub(crate) fn values(&self) -> Vec<&dyn ToSql> {
        self.values.iter().map(AsRef::as_ref).collect()
    }
}

fn project_values(filter: &Filter) -> Vec<Value> {
    filter.projects.iter().map(|id| Value::Integer(*id)).collect()
}

fn agent_values(filter: &Filter) -> Vec<Value> {
    filter.agents.iter().map(|agent| Value::Text(agent.word().to_owned())).collect()
}

fn model_values(filter: &Filter) -> Vec<Value> {
    filter.models.iter().map(|model| Value::Text(model.clone())).collect()
}
