//! The table `sources`: which files were read, how far, and which of them are gone.

use std::path::{Path, PathBuf};

use daybook_model::{Agent, Checkpoint, Instant};
use rusqlite::{Connection, OptionalExtension as _, Row, named_params, params};

use crate::error::VaultError;
use crate::questions::Questions;
use crate::words::{Word, word_at};

/// What became of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceState {
    /// It was read.
    Read,
    /// It could not be read; the failure is kept.
    Quarantined,
    /// It is gone; what it held is kept.
    Missing,
}

/// A source as the vault knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceRecord {
    /// Id.
    pub id: i64,
    /// The agent that wrote it.
    pub agent: Agent,
    /// Path.
    pub path: PathBuf,
    /// The folder under which it was found.
    pub root: PathBuf,
    /// What became of it.
    pub state: SourceState,
    /// Why it could not be read, where it could not.
    pub failure: Option<String>,
    /// Size in bytes when last seen.
    pub size: u64,
    /// Time of the last change when last seen, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// A number that changes with the companion files.
    pub companions: u64,
    /// Fingerprint of its beginning and of the bytes before the checkpoint.
    pub fingerprint: u64,
    /// How often it was rewritten.
    pub generation: u32,
    /// Where reading goes on.
    pub checkpoint: Checkpoint,
    /// Version of the reader that read it.
    pub reader_version: u32,
    /// When it was last read.
    pub last_read_at: Instant,
    /// Since when it is gone, if it is.
    pub missing_since_at: Option<Instant>,
}

/// A source as it was seen on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceStamp {
    /// The agent that wrote it.
    pub agent: Agent,
    /// Path.
    pub path: PathBuf,
    /// The folder under which it was found.
    pub root: PathBuf,
    /// Size in bytes.
    pub size: u64,
    /// Time of the last change, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// A number that changes with the companion files.
    pub companions: u64,
    /// Fingerprint of its beginning and of the bytes before the checkpoint.
    pub fingerprint: u64,
    /// Version of the reader.
    pub reader_version: u32,
}

impl Word for SourceState {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Read, "read"), (Self::Quarantined, "quarantined"), (Self::Missing, "missing")];
}

const FIND: &str = "SELECT * FROM sources WHERE path = ?1";

const LIST: &str = "SELECT * FROM sources WHERE agent = ?1 ORDER BY id";

const MARK_MISSING: &str = "
UPDATE sources
SET state = 'missing', missing_since_at = ?2
WHERE id = ?1 AND state <> 'missing'";

const MARK_PRESENT: &str = "
UPDATE sources
SET state = CASE WHEN failure IS NULL THEN 'read' ELSE 'quarantined' END, missing_since_at = NULL
WHERE id = ?1 AND state = 'missing'";

/// A new row reads nothing yet; a known one keeps its checkpoint until the write that follows is finished.
const SEE: &str = "
INSERT INTO sources (agent, path, root, state, size, modified_ns, companions, fingerprint, reader_version,
    first_read_at, last_read_at)
VALUES (:agent, :path, :root, 'read', :size, :modified_ns, :companions, :fingerprint, :reader_version, :now, :now)
ON CONFLICT (path) DO UPDATE SET
    agent = excluded.agent,
    root = excluded.root,
    state = 'read',
    failure = NULL,
    size = excluded.size,
    modified_ns = excluded.modified_ns,
    companions = excluded.companions,
    reader_version = excluded.reader_version,
    last_read_at = excluded.last_read_at,
    missing_since_at = NULL
RETURNING id, generation";

const QUARANTINE: &str = "
INSERT INTO sources (agent, path, root, state, failure, size, modified_ns, companions, fingerprint, reader_version,
    first_read_at, last_read_at)
VALUES (:agent, :path, :root, 'quarantined', :failure, :size, :modified_ns, :companions, :fingerprint,
    :reader_version, :now, :now)
ON CONFLICT (path) DO UPDATE SET
    state = 'quarantined',
    failure = excluded.failure,
    size = excluded.size,
    modified_ns = excluded.modified_ns,
    companions = excluded.companions,
    reader_version = excluded.reader_version,
    last_read_at = excluded.last_read_at,
    missing_since_at = NULL
RETURNING id";

const SET_STAMP: &str = "
UPDATE sources
SET size = :size, modified_ns = :modified_ns, companions = :companions
WHERE path = :path";

const SET_CHECKPOINT: &str = "
UPDATE sources
SET fingerprint = :fingerprint,
    generation = :generation,
    read_offset = :read_offset,
    read_line = :read_line,
    has_pending_tail = :has_pending_tail,
    reader_state = :reader_state
WHERE id = :id";

/// Reads what is known of sources.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'connection> {
    connection: &'connection Connection,
}

impl Sources<'_> {
    /// Finds the source at a path.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn find_source(&self, path: &Path) -> Result<Option<SourceRecord>, VaultError> {
        Ok(self.connection.prepare_cached(FIND)?.query_row(params![path.to_string_lossy()], record).optional()?)
    }

    /// Lists the sources of an agent in the order in which they were first read, those that are gone included.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_sources(&self, agent: Agent) -> Result<Vec<SourceRecord>, VaultError> {
        let mut statement = self.connection.prepare_cached(LIST)?;
        let records = statement.query_map(params![agent.word()], record)?.collect::<Result<_, _>>()?;
        Ok(records)
    }
}

/// Reads and changes what is known of sources, inside a transaction.
#[derive(Debug)]
pub struct SourcesMut<'transaction> {
    connection: &'transaction Connection,
}

impl<'transaction> SourcesMut<'transaction> {
    pub(crate) fn new(connection: &'transaction Connection) -> Self {
        Self { connection }
    }

    /// See [`Sources::find_source`].
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn find_source(&self, path: &Path) -> Result<Option<SourceRecord>, VaultError> {
        Sources { connection: self.connection }.find_source(path)
    }

    /// See [`Sources::list_sources`].
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_sources(&self, agent: Agent) -> Result<Vec<SourceRecord>, VaultError> {
        Sources { connection: self.connection }.list_sources(agent)
    }

    /// Marks sources as gone; what they held stays. Answers how many were not marked before.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn mark_missing(&mut self, ids: &[i64], now: Instant) -> Result<usize, VaultError> {
        let mut statement = self.connection.prepare_cached(MARK_MISSING)?;
        let mut marked = 0;
        for id in ids {
            marked += statement.execute(params![id, now.0])?;
        }
        Ok(marked)
    }

    /// Takes back [`SourcesMut::mark_missing`]. Answers how many were marked.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn mark_present(&mut self, ids: &[i64]) -> Result<usize, VaultError> {
        let mut statement = self.connection.prepare_cached(MARK_PRESENT)?;
        let mut marked = 0;
        for id in ids {
            marked += statement.execute(params![id])?;
        }
        Ok(marked)
    }

    /// Records that a source could not be read, and why; what was read of it before stays. Answers its id.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn quarantine(&mut self, stamp: &SourceStamp, failure: &str, now: Instant) -> Result<i64, VaultError> {
        let mut statement = self.connection.prepare_cached(QUARANTINE)?;
        let id = statement.query_row(
            named_params! {
                ":agent": stamp.agent.word(),
                ":path": stamp.path.to_string_lossy(),
                ":root": stamp.root.to_string_lossy(),
                ":failure": failure,
                ":size": stamp.size.cast_signed(),
                ":modified_ns": stamp.modified_ns,
                ":companions": stamp.companions.cast_signed(),
                ":fingerprint": stamp.fingerprint.cast_signed(),
                ":reader_version": stamp.reader_version,
                ":now": now.0,
            },
            |row| row.get(0),
        )?;
        Ok(id)
    }

    /// Keeps size, time and companions of a source whose content did not change (it was touched).
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn set_stamp(&mut self, stamp: &SourceStamp) -> Result<(), VaultError> {
        self.connection.prepare_cached(SET_STAMP)?.execute(named_params! {
            ":size": stamp.size.cast_signed(),
            ":modified_ns": stamp.modified_ns,
            ":companions": stamp.companions.cast_signed(),
            ":path": stamp.path.to_string_lossy(),
        })?;
        Ok(())
    }

    /// Records that a source is being read; answers its id, its generation so far, and whether it is new.
    pub(crate) fn see(&mut self, stamp: &SourceStamp, now: Instant) -> Result<SeenSource, VaultError> {
        let path = stamp.path.to_string_lossy();
        let is_new = !self.connection.prepare_cached(FIND)?.exists(params![path])?;
        let mut statement = self.connection.prepare_cached(SEE)?;
        let seen = statement.query_row(
            named_params! {
                ":agent": stamp.agent.word(),
                ":path": path,
                ":root": stamp.root.to_string_lossy(),
                ":size": stamp.size.cast_signed(),
                ":modified_ns": stamp.modified_ns,
                ":companions": stamp.companions.cast_signed(),
                ":fingerprint": stamp.fingerprint.cast_signed(),
                ":reader_version": stamp.reader_version,
                ":now": now.0,
            },
            |row| Ok(SeenSource { id: row.get("id")?, generation: row.get("generation")?, is_new }),
        )?;
        Ok(seen)
    }

    /// Keeps where reading goes on.
    pub(crate) fn set_checkpoint(
        &mut self,
        source: SeenSource,
        checkpoint: &Checkpoint,
        fingerprint: u64,
    ) -> Result<(), VaultError> {
        self.connection.prepare_cached(SET_CHECKPOINT)?.execute(named_params! {
            ":id": source.id,
            ":fingerprint": fingerprint.cast_signed(),
            ":generation": source.generation,
            ":read_offset": checkpoint.offset.cast_signed(),
            ":read_line": checkpoint.line.cast_signed(),
            ":has_pending_tail": checkpoint.has_pending_tail,
            ":reader_state": checkpoint.state,
        })?;
        Ok(())
    }
}

/// A source that is being written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SeenSource {
    /// Id.
    pub(crate) id: i64,
    /// Generation that the write belongs to.
    pub(crate) generation: u32,
    /// Whether nothing was known of it before.
    pub(crate) is_new: bool,
}

impl Questions {
    /// Reads what is known of sources.
    pub fn sources(&self) -> Sources<'_> {
        Sources { connection: self.connection() }
    }
}

fn record(row: &Row<'_>) -> rusqlite::Result<SourceRecord> {
    Ok(SourceRecord {
        id: row.get("id")?,
        agent: word_at(row, "agent")?,
        path: row.get::<_, String>("path")?.into(),
        root: row.get::<_, String>("root")?.into(),
        state: word_at(row, "state")?,
        failure: row.get("failure")?,
        size: row.get::<_, i64>("size")?.cast_unsigned(),
        modified_ns: row.get("modified_ns")?,
        companions: row.get::<_, i64>("companions")?.cast_unsigned(),
        fingerprint: row.get::<_, i64>("fingerprint")?.cast_unsigned(),
        generation: row.get("generation")?,
        checkpoint: Checkpoint {
            offset: row.get::<_, i64>("read_offset")?.cast_unsigned(),
            line: row.get::<_, i64>("read_line")?.cast_unsigned(),
            has_pending_tail: row.get("has_pending_tail")?,
            state: row.get("reader_state")?,
        },
        reader_version: row.get("reader_version")?,
        last_read_at: Instant(row.get("last_read_at")?),
        missing_since_at: row.get::<_, Option<i64>>("missing_since_at")?.map(Instant),
    })
}
