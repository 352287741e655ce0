//! The questions "what does the vault hold altogether?" and "which projects are there?".

use daybook_model::Agent;
use rusqlite::{OptionalExtension as _, params};

use crate::connection::beside;
use crate::error::VaultError;
use crate::questions::Questions;
use crate::rows::{AgentSummary, ProjectRow, VaultSummary};
use crate::words::Word as _;

pub(crate) const COUNT_SESSIONS: &str = "
SELECT COALESCE(SUM((sessions.relation IS NOT 'subagent' OR (sessions.parent_session_id IS NULL AND session_figures.prompts > 0))), 0)
        AS sessions,
    COALESCE(SUM(NOT (sessions.relation IS NOT 'subagent' OR (sessions.parent_session_id IS NULL AND session_figures.prompts > 0))), 0)
        AS children,
    COALESCE(SUM(session_figures.prompts), 0) AS prompts, COALESCE(SUM(session_figures.messages), 0) AS messages,
    MIN(session_figures.started_at) AS first_at, MAX(session_figures.ended_at) AS last_at
FROM session_figures
JOIN sessions ON sessions.id = session_figures.session_id
WHERE (?1 IS NULL OR sessions.agent = ?1)
    AND (session_figures.messages > 0 OR EXISTS (SELECT 1 FROM messages WHERE messages.session_id = sessions.id))";

pub(crate) const COUNT_SOURCES: &str = "
SELECT COUNT(*) AS sources, COALESCE(SUM(state = 'missing'), 0) AS missing,
    COALESCE(SUM(state = 'quarantined'), 0) AS quarantined, COALESCE(SUM(size), 0) AS bytes,
    MAX(last_read_at) AS last_read_at
FROM sources
WHERE agent = ?1";

pub(crate) const COUNT_FAULTS: &str = "
SELECT COUNT(*)
FROM faults
JOIN sources ON sources.id = faults.source_id
WHERE sources.agent = ?1 AND faults.kind IN ('damaged', 'broken-link', 'truncated')";

pub(crate) const LIST_PROJECTS: &str = "
SELECT projects.id, projects.name, projects.path, projects.is_guess,
    SUM((sessions.relation IS NOT 'subagent' OR (sessions.parent_session_id IS NULL AND session_figures.prompts > 0)))
        AS sessions,
    COALESCE(SUM(session_figures.prompts), 0) AS prompts, MAX(session_figures.ended_at) AS last_at
FROM projects
JOIN sessions ON sessions.project_id = projects.id
JOIN session_figures ON session_figures.session_id = sessions.id
WHERE session_figures.messages > 0 OR EXISTS (SELECT 1 FROM messages WHERE messages.session_id = sessions.id)
GROUP BY projects.id
ORDER BY last_at DESC, projects.name, projects.id";

impl Questions {
    /// Sums up what the vault holds.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn summarise(&self) -> Result<VaultSummary, VaultError> {
        let mut statement = self.connection().prepare_cached(COUNT_SESSIONS)?;
        let mut summary = statement.query_row(params![None::<&str>], |row| {
            Ok(VaultSummary {
                sessions: row.get("sessions")?,
                children: row.get("children")?,
                prompts: row.get("prompts")?,
                messages: row.get("messages")?,
                first_at: row.get("first_at")?,
                last_at: row.get("last_at")?,
                bytes: self.count_bytes(),
                agents: Vec::new(),
            })
        })?;
        for agent in Agent::ALL {
            summary.agents.push(self.summarise_agent(agent)?);
        }
        Ok(summary)
    }

    fn summarise_agent(&self, agent: Agent) -> Result<AgentSummary, VaultError> {
        let connection = self.connection();
        let faults = connection.prepare_cached(COUNT_FAULTS)?.query_row(params![agent.word()], |row| row.get(0))?;
        let mut summary = connection.prepare_cached(COUNT_SOURCES)?.query_row(params![agent.word()], |row| {
            Ok(AgentSummary {
                agent,
                sources: row.get("sources")?,
                missing: row.get("missing")?,
                quarantined: row.get("quarantined")?,
                bytes: row.get("bytes")?,
                sessions: 0,
                prompts: 0,
                first_at: None,
                last_read_at: row.get("last_read_at")?,
                faults,
            })
        })?;
        (summary.sessions, summary.prompts, summary.first_at) =
            connection.prepare_cached(COUNT_SESSIONS)?.query_row(params![agent.word()], |row| {
                Ok((row.get("sessions")?, row.get("prompts")?, row.get("first_at")?))
            })?;
        Ok(summary)
    }

    /// Adds up the sizes of the vault's files. A file that cannot be seen counts nothing.
    fn count_bytes(&self) -> i64 {
        let Some(path) = self.connection().path() else { return 0 };
        let sizes =
            ["", "-wal"].map(|suffix| std::fs::metadata(beside(path.as_ref(), suffix)).map_or(0, |file| file.len()));
        i64::try_from(sizes.iter().sum::<u64>()).unwrap_or(i64::MAX)
    }

    /// Lists the projects that any session belongs to, the one that was worked on last first.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_projects(&self) -> Result<Vec<ProjectRow>, VaultError> {
        let mut statement = self.connection().prepare_cached(LIST_PROJECTS)?;
        let projects = statement
            .query_map([], |row| {
                Ok(ProjectRow {
                    id: row.get("id")?,
                    name: row.get("name")?,
                    path: row.get("path")?,
                    is_guess: row.get("is_guess")?,
                    sessions: row.get("sessions")?,
                    prompts: row.get("prompts")?,
                    last_at: row.get("last_at")?,
                })
            })?
            .collect::<Result<_, _>>()?;
        Ok(projects)
    }

    /// Finds the path of a source.
    ///
    /// # Errors
    /// [`VaultError::NotFound`] if the vault holds no such source.
    pub fn get_source_path(&self, source_id: i64) -> Result<std::path::PathBuf, VaultError> {
        let mut statement = self.connection().prepare_cached("SELECT path FROM sources WHERE id = ?1")?;
        let path: Option<String> = statement.query_row(params![source_id], |row| row.get(0)).optional()?;
        path.map(Into::into).ok_or(VaultError::NotFound { what: "source", id: source_id })
    }
}
