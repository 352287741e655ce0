//! The question "which sessions, in which order?": ids and local days for the list of sessions, and its counts.
//!
//! Subagents are left out: they hang under their parent. One whose parent was never recorded is shown only if a person
//! typed into it; clients start warm-up agents by the dozen beside empty session files, and those would bury the list,
//! so search alone finds them. Forks and resumes are shown with their relation.

use jiff::tz::TimeZone;
use rusqlite::params_from_iter;

use crate::error::VaultError;
use crate::filter::{Conditions, Without};
use crate::local_days::LocalDays;
use crate::questions::Questions;
use crate::rows::{Facets, Filter, OrderEntry, Sort, SortColumn};

/// The rows of the list: top-level sessions that hold anything.
macro_rules! listed {
    ($columns:literal, $rest:literal) => {
        concat!(
            "SELECT ",
            $columns,
            "
FROM sessions
JOIN session_figures ON session_figures.session_id = sessions.id
JOIN projects ON projects.id = sessions.project_id
WHERE (sessions.relation IS NOT 'subagent' OR (sessions.parent_session_id IS NULL AND session_figures.prompts > 0))
    AND (session_figures.messages > 0 OR EXISTS (SELECT 1 FROM messages WHERE messages.session_id = sessions.id))
    {conditions}
",
            $rest
        )
    };
}

pub(crate) const BY_TIME: &str =
    listed!("sessions.id, session_figures.started_at", "ORDER BY session_figures.started_at, sessions.id");
const BY_PROJECT: &str = listed!(
    "sessions.id, session_figures.started_at",
    "ORDER BY projects.name COLLATE NOCASE, projects.name, session_figures.started_at DESC, sessions.id DESC"
);
const BY_AGENT: &str = listed!(
    "sessions.id, session_figures.started_at",
    "ORDER BY sessions.agent, session_figures.started_at DESC, sessions.id DESC"
);
const BY_MODEL: &str = listed!(
    "sessions.id, session_figures.started_at",
    "ORDER BY session_figures.model IS NULL, session_figures.model, session_figures.started_at DESC, sessions.id DESC"
);
const BY_TITLE: &str = listed!(
    "sessions.id, session_figures.started_at",
    "ORDER BY COALESCE(session_figures.title, '') COLLATE NOCASE,
    session_figures.started_at DESC, sessions.id DESC"
);
const BY_ACTIVE: &str = listed!(
    "sessions.id, session_figures.started_at",
    "ORDER BY session_figures.active_ms, session_figures.started_at DESC, sessions.id DESC"
);
const BY_PROMPTS: &str = listed!(
    "sessions.id, session_figures.started_at",
    "ORDER BY session_figures.prompts, session_figures.started_at DESC, sessions.id DESC"
);
const BY_TOOLS: &str = listed!(
    "sessions.id, session_figures.started_at",
    "ORDER BY session_figures.tool_calls, session_figures.started_at DESC, sessions.id DESC"
);
const BY_FAILURES: &str = listed!(
    "sessions.id, session_figures.started_at",
    "ORDER BY session_figures.failures, session_figures.started_at DESC, sessions.id DESC"
);
pub(crate) const COUNT_AGENTS: &str = listed!("sessions.agent, COUNT(*)", "GROUP BY sessions.agent");
pub(crate) const COUNT_MODELS: &str = listed!(
    "session_figures.model, COUNT(*)",
    "AND session_figures.model IS NOT NULL
GROUP BY session_figures.model
ORDER BY COUNT(*) DESC, session_figures.model"
);

impl Questions {
    /// Lists the top-level sessions that pass a filter, in order, each with the day in the zone on which it began.
    /// Undated sessions come last.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_session_order(
        &self,
        filter: &Filter,
        sort: Sort,
        zone: &TimeZone,
    ) -> Result<Vec<OrderEntry>, VaultError> {
        let conditions = Conditions::for_sessions(filter, Without::Nothing);
        let mut statement = self.connection().prepare_cached(&conditions.in_statement(statement_of(sort.column)))?;
        let mut sessions: Vec<(i64, Option<i64>)> = statement
            .query_map(params_from_iter(conditions.values()), |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        if sort.is_descending {
            sessions.reverse();
        }
        // The sort is stable: among dated and undated sessions the order stays.
        sessions.sort_by_key(|(_, started_at)| started_at.is_none());
        let mut days = LocalDays::new(zone);
        Ok(sessions
            .into_iter()
            .map(|(id, started_at)| OrderEntry { id, day: started_at.and_then(|at| days.of(at)) })
            .collect())
    }

    /// Counts top-level sessions by agent and by model.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn count_session_facets(&self, filter: &Filter) -> Result<Facets, VaultError> {
        self.count_facets(
            COUNT_AGENTS,
            &Conditions::for_sessions(filter, Without::Agents),
            COUNT_MODELS,
            &Conditions::for_sessions(filter, Without::Models),
        )
    }
}

fn statement_of(column: SortColumn) -> &'static str {
    match column {
        SortColumn::Time | SortColumn::Turn => BY_TIME,
        SortColumn::Project => BY_PROJECT,
        SortColumn::Agent => BY_AGENT,
        SortColumn::Model => BY_MODEL,
        SortColumn::Text => BY_TITLE,
        SortColumn::Active => BY_ACTIVE,
        SortColumn::Prompts => BY_PROMPTS,
        SortColumn::Tools => BY_TOOLS,
        SortColumn::Failures => BY_FAILURES,
    }
}
