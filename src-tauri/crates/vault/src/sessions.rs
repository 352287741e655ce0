//! The table `sessions` with its aliases and sources, as it is written: facts merge, parents are found now or later.

use daybook_model::{Agent, ResolvedProject, SessionFacts, TitleSource};
use rusqlite::{Connection, OptionalExtension as _, Row, named_params, params};

use crate::error::VaultError;
use crate::projects;
use crate::words::{Word, optional_word_at};

/// How many parents are walked before a chain is taken for a circle.
const LONGEST_CHAIN: usize = 64;

const FIND: &str = "SELECT * FROM sessions WHERE agent = ?1 AND native_id = ?2";

const INSERT: &str = "INSERT INTO sessions (agent, native_id, project_id) VALUES (?1, ?2, ?3) RETURNING id";

const SET_FACTS: &str = "
UPDATE sessions
SET project_id = :project_id,
    worktree = :worktree,
    cwd = :cwd,
    branch = :branch,
    title = :title,
    title_source = :title_source,
    client_version = :client_version,
    is_archived = :is_archived,
    parent_native_id = :parent_native_id,
    parent_session_id = :parent_session_id,
    relation = :relation,
    parent_call_id = :parent_call_id,
    shared_until = :shared_until
WHERE id = :id";

const ADD_ALIAS: &str = "INSERT OR IGNORE INTO session_aliases (session_id, native_id) VALUES (?1, ?2)";

const ADD_SOURCE: &str = "
INSERT INTO session_sources (session_id, source_id, segment_at)
VALUES (?1, ?2, ?3)
ON CONFLICT DO UPDATE SET segment_at = excluded.segment_at
WHERE segment_at <> excluded.segment_at AND excluded.segment_at <> 0";

const LIST_SEGMENTS: &str = "
SELECT source_id, segment_at
FROM session_sources
WHERE session_id = ?1
ORDER BY segment_at, source_id";

pub(crate) const FIND_ID: &str = "
SELECT id
FROM sessions
WHERE agent = ?1 AND native_id = ?2
UNION ALL
SELECT alias.session_id
FROM session_aliases AS alias
JOIN sessions ON sessions.id = alias.session_id
WHERE alias.native_id = ?2 AND sessions.agent = ?1
LIMIT 1";

const LIST_ORPHANS: &str = "
SELECT id
FROM sessions
WHERE agent = ?1 AND parent_native_id = ?2 AND parent_session_id IS NULL AND id <> ?3
ORDER BY id";

const FIND_PARENT: &str = "SELECT parent_session_id FROM sessions WHERE id = ?1";

const SET_PARENT: &str = "UPDATE sessions SET parent_session_id = ?2 WHERE id = ?1";

const GUESS_PARENT: &str = "
UPDATE sessions
SET parent_session_id = ?2, relation = ?3
WHERE id = ?1 AND parent_native_id IS NULL AND (parent_session_id IS NOT ?2 OR relation IS NOT ?3)";

const CLEAR_GUESS: &str = "
UPDATE sessions
SET parent_session_id = NULL, relation = NULL
WHERE id = ?1 AND parent_native_id IS NULL AND parent_session_id IS NOT NULL AND parent_session_id IS NOT ?2";

/// The row of a session while facts are merged into it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SessionRecord {
    pub(crate) id: i64,
    native_id: String,
    project_id: i64,
    worktree: Option<String>,
    cwd: Option<String>,
    branch: Option<String>,
    title: Option<String>,
    title_source: Option<TitleSource>,
    client_version: Option<String>,
    is_archived: bool,
    parent_native_id: Option<String>,
    parent_session_id: Option<i64>,
    relation: Option<String>,
    parent_call_id: Option<String>,
    shared_until: Option<i64>,
}

impl SessionRecord {
    /// Tells whether two states of a record name different parents.
    pub(crate) fn has_other_parent_than(&self, other: &Self) -> bool {
        (&self.parent_native_id, self.parent_session_id) != (&other.parent_native_id, other.parent_session_id)
    }
}

/// Where the source that speaks stands among the sources of the session.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    /// No other source of the session begins earlier: what it says of the beginning counts.
    pub(crate) is_first: bool,
    /// No other source begins later: what it says of the end counts.
    pub(crate) is_last: bool,
}

/// Finds a session or adds it; tells whether it is new.
pub(crate) fn see(
    connection: &Connection,
    agent: Agent,
    native_id: &str,
    project: Option<&ResolvedProject>,
) -> Result<(SessionRecord, bool), VaultError> {
    let found = connection.prepare_cached(FIND)?.query_row(params![agent.word(), native_id], record).optional()?;
    if let Some(record) = found {
        return Ok((record, false));
    }
    let project_id = match project {
        Some(project) => projects::add(connection, project)?,
        None => projects::unknown(connection)?,
    };
    connection.prepare_cached(INSERT)?.query_row(params![agent.word(), native_id, project_id], |_| Ok(()))?;
    let record = connection.prepare_cached(FIND)?.query_row(params![agent.word(), native_id], record)?;
    Ok((record, true))
}

/// Links a session to a source and answers where the source stands among all of them.
pub(crate) fn add_source(
    connection: &Connection,
    session_id: i64,
    source_id: i64,
    segment_at: i64,
) -> Result<Standing, VaultError> {
    connection.prepare_cached(ADD_SOURCE)?.execute(params![session_id, source_id, segment_at])?;
    let segments = list_segments(connection, session_id)?;
    Ok(Standing {
        is_first: segments.first().is_some_and(|segment| segment.source_id == source_id),
        is_last: segments.last().is_some_and(|segment| segment.source_id == source_id),
    })
}

/// A source of a session and the beginning of its part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) source_id: i64,
    pub(crate) segment_at: i64,
}

/// Lists the sources of a session in the order of their parts.
pub(crate) fn list_segments(connection: &Connection, session_id: i64) -> Result<Vec<Segment>, VaultError> {
    let mut statement = connection.prepare_cached(LIST_SEGMENTS)?;
    let segments = statement
        .query_map(params![session_id], |row| Ok(Segment { source_id: row.get(0)?, segment_at: row.get(1)? }))?
        .collect::<Result<_, _>>()?;
    Ok(segments)
}

/// Merges facts into a record without writing it; tells which aliases are new to add.
pub(crate) fn merge(
    connection: &Connection,
    agent: Agent,
    record: &mut SessionRecord,
    facts: &SessionFacts,
    project: Option<&ResolvedProject>,
    standing: Standing,
) -> Result<(), VaultError> {
    if let Some(project) = project {
        merge_project(connection, record, project, standing)?;
    }
    let first = standing.is_first;
    fill(&mut record.cwd, facts.cwd.as_ref(), first);
    fill(&mut record.branch, facts.branch.as_ref(), first);
    fill(&mut record.client_version, facts.client_version.as_ref(), standing.is_last);
    if let Some(is_archived) = facts.is_archived {
        record.is_archived = is_archived;
    }
    if let Some(title) = facts.title.as_ref().filter(|title| !title.text.trim().is_empty()) {
        let beats =
            record.title_source.is_none_or(|known| title.source > known || (title.source == known && standing.is_last));
        if beats {
            record.title = Some(title.text.clone());
            record.title_source = Some(title.source);
        }
    }
    if let Some(parent) = &facts.parent
        && (first || record.parent_native_id.is_none())
        && parent.native_id != record.native_id
    {
        record.relation = Some(parent.relation.word().to_owned());
        record.shared_until = parent.shared_until.map(i64::from);
        fill(&mut record.parent_call_id, parent.call_id.as_ref(), true);
        if record.parent_native_id.as_ref() != Some(&parent.native_id) {
            record.parent_native_id = Some(parent.native_id.clone());
            record.parent_session_id = find_parent(connection, agent, record.id, &parent.native_id)?;
        }
    }
    Ok(())
}

/// A known project is kept, unless the first source of the session says otherwise or the known one is a guess.
fn merge_project(
    connection: &Connection,
    record: &mut SessionRecord,
    project: &ResolvedProject,
    standing: Standing,
) -> Result<(), VaultError> {
    let known_is_guess: bool = connection
        .prepare_cached("SELECT is_guess FROM projects WHERE id = ?1")?
        .query_row(params![record.project_id], |row| row.get(0))?;
    if (standing.is_first && (known_is_guess || !project.is_guess)) || (known_is_guess && !project.is_guess) {
        record.project_id = projects::add(connection, project)?;
        record.worktree.clone_from(&project.worktree);
    }
    Ok(())
}

/// Overwrites a fact if the speaker may, else fills it if nothing is known.
fn fill(known: &mut Option<String>, said: Option<&String>, may_overwrite: bool) {
    if let Some(said) = said
        && (may_overwrite || known.is_none())
    {
        *known = Some(said.clone());
    }
}

/// Writes a record that changed.
pub(crate) fn update(connection: &Connection, record: &SessionRecord) -> Result<(), VaultError> {
    connection.prepare_cached(SET_FACTS)?.execute(named_params! {
        ":id": record.id,
        ":project_id": record.project_id,
        ":worktree": record.worktree,
        ":cwd": record.cwd,
        ":branch": record.branch,
        ":title": record.title,
        ":title_source": record.title_source.map(Word::word),
        ":client_version": record.client_version,
        ":is_archived": record.is_archived,
        ":parent_native_id": record.parent_native_id,
        ":parent_session_id": record.parent_session_id,
        ":relation": record.relation,
        ":parent_call_id": record.parent_call_id,
        ":shared_until": record.shared_until,
    })?;
    Ok(())
}

/// Adds other ids of a session; tells whether any was new.
pub(crate) fn add_aliases(connection: &Connection, session_id: i64, aliases: &[String]) -> Result<bool, VaultError> {
    let mut is_changed = false;
    for alias in aliases {
        is_changed |= connection.prepare_cached(ADD_ALIAS)?.execute(params![session_id, alias])? > 0;
    }
    Ok(is_changed)
}

/// Gives children that came before their parent their parent; answers their ids.
pub(crate) fn adopt_orphans(
    connection: &Connection,
    agent: Agent,
    session_id: i64,
    native_id: &str,
) -> Result<Vec<i64>, VaultError> {
    let mut statement = connection.prepare_cached(LIST_ORPHANS)?;
    let orphans: Vec<i64> = statement
        .query_map(params![agent.word(), native_id, session_id], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut adopted = Vec::new();
    for orphan in orphans {
        if !is_above(connection, orphan, session_id)? {
            connection.prepare_cached(SET_PARENT)?.execute(params![orphan, session_id])?;
            adopted.push(orphan);
        }
    }
    Ok(adopted)
}

/// Finds the parent by its own id, unless that would close a circle.
fn find_parent(
    connection: &Connection,
    agent: Agent,
    session_id: i64,
    parent_native_id: &str,
) -> Result<Option<i64>, VaultError> {
    let found: Option<i64> = connection
        .prepare_cached(FIND_ID)?
        .query_row(params![agent.word(), parent_native_id], |row| row.get(0))
        .optional()?;
    match found {
        Some(parent) if !is_above(connection, session_id, parent)? => Ok(Some(parent)),
        _ => Ok(None),
    }
}

/// Sets the parent of a session whose agent named none; tells whether that changed it.
pub(crate) fn guess_parent(
    connection: &Connection,
    session_id: i64,
    parent: i64,
    relation: daybook_model::Relation,
) -> Result<bool, VaultError> {
    if is_above(connection, session_id, parent)? {
        return Ok(false);
    }
    Ok(connection.prepare_cached(GUESS_PARENT)?.execute(params![session_id, parent, relation.word()])? > 0)
}

/// Clears a guessed parent that is not (any more) the one to be guessed; tells whether that changed anything.
pub(crate) fn clear_other_guess(
    connection: &Connection,
    session_id: i64,
    parent: Option<i64>,
) -> Result<bool, VaultError> {
    Ok(connection.prepare_cached(CLEAR_GUESS)?.execute(params![session_id, parent])? > 0)
}

/// Tells whether `upper` is `lower` or one of the sessions that `lower` hangs on.
fn is_above(connection: &Connection, upper: i64, lower: i64) -> Result<bool, VaultError> {
    let mut statement = connection.prepare_cached(FIND_PARENT)?;
    let mut at = Some(lower);
    for _ in 0..LONGEST_CHAIN {
        match at {
            None => return Ok(false),
            Some(id) if id == upper => return Ok(true),
            Some(id) => at = statement.query_row(params![id], |row| row.get(0)).optional()?.flatten(),
        }
    }
    Ok(true)
}

fn record(row: &Row<'_>) -> rusqlite::Result<SessionRecord> {
    Ok(SessionRecord {
        id: row.get("id")?,
        native_id: row.get("native_id")?,
        project_id: row.get("project_id")?,
        worktree: row.get("worktree")?,
        cwd: row.get("cwd")?,
        branch: row.get("branch")?,
        title: row.get("title")?,
        title_source: optional_word_at(row, "title_source")?,
        client_version: row.get("client_version")?,
        is_archived: row.get("is_archived")?,
        parent_native_id: row.get("parent_native_id")?,
        parent_session_id: row.get("parent_session_id")?,
        relation: row.get("relation")?,
        parent_call_id: row.get("parent_call_id")?,
        shared_until: row.get("shared_until")?,
    })
}
