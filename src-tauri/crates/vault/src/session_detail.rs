//! The question "what is known of this session?": everything the drawer shows but the transcript.

use daybook_model::{Agent, Relation};
use rusqlite::{OptionalExtension as _, Row, params};

use crate::error::VaultError;
use crate::faulty_sources::list_faults;
use crate::questions::Questions;
use crate::rows::{SessionDetail, SessionLink, SessionSource, UsageSum};
use crate::session_rows;
use crate::sessions::FIND_ID;
use crate::words::{Word as _, optional_word_at};

pub(crate) const GET_FACTS: &str = "
SELECT sessions.native_id, sessions.title_source, sessions.cwd, sessions.client_version, sessions.is_archived,
    sessions.parent_native_id, sessions.parent_session_id, sessions.relation, sessions.parent_call_id,
    COALESCE(session_figures.messages, 0) AS messages, COALESCE(session_figures.replies, 0) AS replies,
    COALESCE(session_figures.input, 0) AS input, COALESCE(session_figures.output, 0) AS output,
    COALESCE(session_figures.cache_read, 0) AS cache_read, COALESCE(session_figures.cache_write, 0) AS cache_write,
    COALESCE(session_figures.reasoning, 0) AS reasoning
FROM sessions
LEFT JOIN session_figures ON session_figures.session_id = sessions.id
WHERE sessions.id = ?1";

pub(crate) const LIST_ALIASES: &str = "
SELECT native_id
FROM session_aliases
WHERE session_id = ?1
ORDER BY native_id";

/// The call that started a session stands in its parent.
pub(crate) const GET_LINK: &str = "
SELECT sessions.id, sessions.native_id, COALESCE(session_figures.title, '') AS title,
    session_figures.started_at, COALESCE(session_figures.active_ms, 0) AS active_ms
FROM sessions
LEFT JOIN session_figures ON session_figures.session_id = sessions.id
WHERE sessions.id = ?1";

pub(crate) const LIST_CHILDREN: &str = "
SELECT sessions.id, sessions.native_id, COALESCE(session_figures.title, '') AS title,
    session_figures.started_at, COALESCE(session_figures.active_ms, 0) AS active_ms, sessions.relation,
    tool_events.call_message_id
FROM sessions
LEFT JOIN session_figures ON session_figures.session_id = sessions.id
LEFT JOIN tool_events ON tool_events.session_id = ?1 AND tool_events.call_id = sessions.parent_call_id
WHERE sessions.parent_session_id = ?1
ORDER BY session_figures.started_at, sessions.id";

pub(crate) const FIND_CALL: &str = "
SELECT call_message_id
FROM tool_events
WHERE session_id = ?1 AND call_id = ?2";

pub(crate) const LIST_SOURCES: &str = "
SELECT sources.id, sources.path, sources.missing_since_at
FROM session_sources
JOIN sources ON sources.id = session_sources.source_id
WHERE session_sources.session_id = ?1
ORDER BY session_sources.segment_at, sources.id";

pub(crate) const LIST_MASKED_TEXTS: &str = "
SELECT text
FROM messages
WHERE session_id = ?1 AND state <> 'copied' AND instr(text, '[REDACTED:') > 0";

/// What hangs a session on another one.
struct ParentFacts {
    native_id: Option<String>,
    session_id: Option<i64>,
    relation: Option<Relation>,
    call_id: Option<String>,
}

impl Questions {
    /// Finds a session by the agent's own id or by another id under which it appears.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn find_session(&self, agent: Agent, native_id: &str) -> Result<Option<i64>, VaultError> {
        let mut statement = self.connection().prepare_cached(FIND_ID)?;
        Ok(statement.query_row(params![agent.word(), native_id], |row| row.get(0)).optional()?)
    }

    /// Gets all that is known of a session.
    ///
    /// # Errors
    /// [`VaultError::NotFound`] if the vault holds no such session.
    pub fn get_session(&self, id: i64) -> Result<SessionDetail, VaultError> {
        let connection = self.connection();
        let row = connection
            .prepare_cached(session_rows::GET)?
            .query_row(params![id], session_rows::session)
            .optional()?
            .ok_or(VaultError::NotFound { what: "session", id })?;
        let (mut detail, parent) = connection.prepare_cached(GET_FACTS)?.query_row(params![id], |facts| {
            Ok((
                SessionDetail {
                    row,
                    native_id: facts.get("native_id")?,
                    aliases: Vec::new(),
                    title_source: optional_word_at(facts, "title_source")?,
                    cwd: facts.get("cwd")?,
                    client_version: facts.get("client_version")?,
                    is_archived: facts.get("is_archived")?,
                    messages: facts.get("messages")?,
                    replies: facts.get("replies")?,
                    usage: usage_sum(facts)?,
                    parent: None,
                    children: Vec::new(),
                    sources: Vec::new(),
                    masked: 0,
                },
                ParentFacts {
                    native_id: facts.get("parent_native_id")?,
                    session_id: facts.get("parent_session_id")?,
                    relation: optional_word_at(facts, "relation")?,
                    call_id: facts.get("parent_call_id")?,
                },
            ))
        })?;
        detail.aliases = connection
            .prepare_cached(LIST_ALIASES)?
            .query_map(params![id], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        detail.parent = self.find_parent_link(parent)?;
        detail.children = self.list_child_links(id)?;
        detail.sources = self.list_session_sources(id)?;
        detail.masked = self.count_masked(id)?;
        Ok(detail)
    }

    /// Describes the session that another one hangs on, held by the vault or not.
    fn find_parent_link(&self, facts: ParentFacts) -> Result<Option<SessionLink>, VaultError> {
        let Some(relation) = facts.relation else { return Ok(None) };
        let Some(session_id) = facts.session_id else {
            return Ok(facts.native_id.map(|native_id| SessionLink {
                id: None,
                native_id,
                title: String::new(),
                relation,
                call_message_id: None,
                started_at: None,
                active_ms: 0,
            }));
        };
        let call_message_id = match facts.call_id {
            Some(call_id) => self.find_call_message(session_id, &call_id)?,
            None => None,
        };
        let mut statement = self.connection().prepare_cached(GET_LINK)?;
        let link = statement.query_row(params![session_id], |row| link(row, relation, call_message_id)).optional()?;
        Ok(link)
    }

    fn find_call_message(&self, session_id: i64, call_id: &str) -> Result<Option<i64>, VaultError> {
        let mut statement = self.connection().prepare_cached(FIND_CALL)?;
        let found: Option<Option<i64>> =
            statement.query_row(params![session_id, call_id], |row| row.get(0)).optional()?;
        Ok(found.flatten())
    }

    /// Lists the sessions that hang under one, of every relation.
    fn list_child_links(&self, session_id: i64) -> Result<Vec<SessionLink>, VaultError> {
        let mut statement = self.connection().prepare_cached(LIST_CHILDREN)?;
        let children = statement
            .query_map(params![session_id], |row| {
                let relation = optional_word_at(row, "relation")?.unwrap_or(Relation::Subagent);
                link(row, relation, row.get("call_message_id")?)
            })?
            .collect::<Result<_, _>>()?;
        Ok(children)
    }

    fn list_session_sources(&self, session_id: i64) -> Result<Vec<SessionSource>, VaultError> {
        let mut statement = self.connection().prepare_cached(LIST_SOURCES)?;
        let mut sources: Vec<SessionSource> = statement
            .query_map(params![session_id], |row| {
                Ok(SessionSource {
                    id: row.get("id")?,
                    path: row.get("path")?,
                    missing_since_at: row.get("missing_since_at")?,
                    faults: Vec::new(),
                })
            })?
            .collect::<Result<_, _>>()?;
        for source in &mut sources {
            source.faults = list_faults(self.connection(), source.id)?;
        }
        Ok(sources)
    }

    /// Counts the marks that stand where secrets were.
    fn count_masked(&self, session_id: i64) -> Result<i64, VaultError> {
        let mut statement = self.connection().prepare_cached(LIST_MASKED_TEXTS)?;
        let mut rows = statement.query(params![session_id])?;
        let mut masked = 0;
        while let Some(row) = rows.next()? {
            let text = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
            masked += i64::try_from(daybook_text::redact::count_marks(text)).unwrap_or(0);
        }
        Ok(masked)
    }
}

/// Reads a row that describes a linked session.
pub(crate) fn link(row: &Row<'_>, relation: Relation, call_message_id: Option<i64>) -> rusqlite::Result<SessionLink> {
    Ok(SessionLink {
        id: row.get("id")?,
        native_id: row.get("native_id")?,
        title: row.get("title")?,
        relation,
        call_message_id,
        started_at: row.get("started_at")?,
        active_ms: row.get("active_ms")?,
    })
}

fn usage_sum(row: &Row<'_>) -> rusqlite::Result<UsageSum> {
    Ok(UsageSum {
        input: row.get("input")?,
        output: row.get("output")?,
        cache_read: row.get("cache_read")?,
        cache_write: row.get("cache_write")?,
        reasoning: row.get("reasoning")?,
    })
}
