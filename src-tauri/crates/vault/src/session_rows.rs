//! The question "what do these sessions look like in the list?", asked by ids, by parent, or by what is running now.

use daybook_model::{Activity, Instant};
use rusqlite::{OptionalExtension as _, Row, params};

use crate::error::VaultError;
use crate::questions::Questions;
use crate::rows::SessionRow;
use crate::words::{optional_word_at, word_at};

pub(crate) const GET: &str = "
SELECT sessions.id, COALESCE(session_figures.title, '') AS title, projects.name AS project,
    sessions.worktree, sessions.agent, session_figures.model, sessions.branch, session_figures.started_at,
    session_figures.ended_at, COALESCE(session_figures.active_ms, 0) AS active_ms, session_figures.activity,
    COALESCE(session_figures.prompts, 0) AS prompts, COALESCE(session_figures.tool_calls, 0) AS tool_calls,
    COALESCE(session_figures.failures, 0) AS failures, sessions.relation,
    (
        SELECT COUNT(*)
        FROM sessions AS child
        WHERE child.parent_session_id = sessions.id AND child.relation = 'subagent'
    ) AS children,
    NOT EXISTS (
        SELECT 1
        FROM session_sources
        JOIN sources ON sources.id = session_sources.source_id
        WHERE session_sources.session_id = sessions.id AND sources.state <> 'missing'
    ) AS is_source_gone
FROM sessions
JOIN projects ON projects.id = sessions.project_id
LEFT JOIN session_figures ON session_figures.session_id = sessions.id
WHERE sessions.id = ?1";

pub(crate) const LIST_CHILDREN: &str = "
SELECT sessions.id
FROM sessions
LEFT JOIN session_figures ON session_figures.session_id = sessions.id
WHERE sessions.parent_session_id = ?1 AND sessions.relation = 'subagent'
ORDER BY session_figures.started_at, sessions.id";

/// A session runs as well while one of its subagents does, over any number of levels.
pub(crate) const LIST_RUNNING: &str = "
WITH RECURSIVE running (session_id, ended_at) AS (
    SELECT session_id, ended_at
    FROM session_figures
    WHERE ended_at >= ?1
    UNION
    SELECT sessions.parent_session_id, running.ended_at
    FROM running
    JOIN sessions ON sessions.id = running.session_id
    WHERE sessions.relation = 'subagent' AND sessions.parent_session_id IS NOT NULL
)
SELECT sessions.id
FROM running
JOIN sessions ON sessions.id = running.session_id
WHERE NOT (sessions.relation IS 'subagent' AND sessions.parent_session_id IS NOT NULL)
GROUP BY sessions.id
ORDER BY MAX(running.ended_at) DESC, sessions.id";

impl Questions {
    /// Lists sessions in the order of their ids as given; unknown ids are passed over.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_sessions(&self, ids: &[i64]) -> Result<Vec<SessionRow>, VaultError> {
        let mut statement = self.connection().prepare_cached(GET)?;
        let mut sessions = Vec::with_capacity(ids.len());
        for id in ids {
            sessions.extend(statement.query_row(params![id], session).optional()?);
        }
        Ok(sessions)
    }

    /// Lists the subagents of a session in the order in which they began.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_child_sessions(&self, session_id: i64) -> Result<Vec<SessionRow>, VaultError> {
        self.list_sessions(&self.list_ids(LIST_CHILDREN, session_id)?)
    }

    /// Lists top-level sessions in which something happened at or after an instant, the latest first.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_running_sessions(&self, since_at: Instant) -> Result<Vec<SessionRow>, VaultError> {
        self.list_sessions(&self.list_ids(LIST_RUNNING, since_at.0)?)
    }

    fn list_ids(&self, statement: &'static str, value: i64) -> Result<Vec<i64>, VaultError> {
        let mut statement = self.connection().prepare_cached(statement)?;
        let ids = statement.query_map(params![value], |row| row.get(0))?.collect::<Result<_, _>>()?;
        Ok(ids)
    }
}

/// Reads a row of [`GET`].
pub(crate) fn session(row: &Row<'_>) -> rusqlite::Result<SessionRow> {
    Ok(SessionRow {
        id: row.get("id")?,
        title: row.get("title")?,
        project: row.get("project")?,
        worktree: row.get("worktree")?,
        agent: word_at(row, "agent")?,
        model: row.get("model")?,
        branch: row.get("branch")?,
        started_at: row.get("started_at")?,
        ended_at: row.get("ended_at")?,
        active_ms: row.get("active_ms")?,
        activity: activity_at(row, "activity")?,
        prompts: row.get("prompts")?,
        tool_calls: row.get("tool_calls")?,
        failures: row.get("failures")?,
        children: row.get("children")?,
        relation: optional_word_at(row, "relation")?,
        is_source_gone: row.get("is_source_gone")?,
    })
}

/// Reads a column that holds a trace. One that cannot be read is empty: it will be made again.
pub(crate) fn activity_at(row: &Row<'_>, column: &str) -> rusqlite::Result<Activity> {
    let index = row.as_ref().column_index(column)?;
    let json = row.get_ref(index)?.as_str_or_null()?.unwrap_or_default();
    Ok(serde_json::from_str(json).unwrap_or_default())
}
