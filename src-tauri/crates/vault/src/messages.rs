//! The table `messages` as it is written: new rows go in without a question, known ones are compared and kept.

use daybook_model::{Kind, Message, MessageKey, State};
use rusqlite::{CachedStatement, Connection, Row, params};

use crate::error::VaultError;
use crate::steps::is_prompt;
use crate::words::{Word, word_at};

/// A row whose key the session already holds is left alone; the caller sees that nothing was inserted.
pub(crate) const INSERT: &str = "
INSERT INTO messages (session_id, source_id, ordinal, reply, key, parent_key, native_id, role, origin, kind, state,
    source_state, is_prompt, at, offset_minutes, model, duration_ms, source_offset, whole_bytes, text)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
ON CONFLICT (key, session_id) DO NOTHING";

/// A statement of its own, because a trigger would make FTS5 write to disk for every row; see the migration.
pub(crate) const INSERT_INTO_INDEX: &str = "INSERT INTO prose_index (rowid, text) VALUES (?1, ?2)";

pub(crate) const FIND: &str = "
SELECT messages.*, sources.state AS state_of_source
FROM messages
JOIN sources ON sources.id = messages.source_id
WHERE messages.key = ?1 AND messages.session_id = ?2";

/// Only what differs is written; an update that names `text` would make the index compare it.
const UPDATE: &str = "
UPDATE messages
SET source_id = ?2, ordinal = ?3, reply = ?4, parent_key = ?5, native_id = ?6, role = ?7, origin = ?8, kind = ?9,
    state = ?10, source_state = ?11, is_prompt = ?12, at = ?13, offset_minutes = ?14, model = ?15, duration_ms = ?16,
    source_offset = ?17, whole_bytes = ?18, text = ?19
WHERE id = ?1";

pub(crate) const LIST_IDS_OF_SOURCE: &str = "
SELECT messages.id
FROM session_sources
JOIN messages ON messages.session_id = session_sources.session_id AND messages.source_id = session_sources.source_id
WHERE session_sources.source_id = ?1 AND messages.source_state <> 'superseded'";

const FIND_SESSION: &str = "SELECT session_id FROM messages WHERE id = ?1";

const SUPERSEDE: &str = "
UPDATE messages
SET state = 'superseded', source_state = 'superseded', is_prompt = 0, turn = NULL, answered_by = NULL,
    original_id = NULL
WHERE id = ?1";

/// The statements that every new message runs through.
pub(crate) struct Inserts<'connection> {
    connection: &'connection Connection,
    message: CachedStatement<'connection>,
    index: CachedStatement<'connection>,
}

impl<'connection> Inserts<'connection> {
    pub(crate) fn prepare(connection: &'connection Connection) -> Result<Self, VaultError> {
        Ok(Self {
            connection,
            message: connection.prepare_cached(INSERT)?,
            index: connection.prepare_cached(INSERT_INTO_INDEX)?,
        })
    }

    /// Inserts a message; answers its id, or nothing if the session already holds its key.
    pub(crate) fn insert(
        &mut self,
        session_id: i64,
        source_id: i64,
        message: &Message,
    ) -> Result<Option<i64>, VaultError> {
        let inserted = self.message.execute(params![
            session_id,
            source_id,
            message.ordinal,
            message.reply,
            message.key.0,
            message.parent_key.map(|key| key.0),
            message.native_id,
            message.role.word(),
            message.origin.word(),
            message.kind.word(),
            message.state.word(),
            is_prompt(message.origin, message.kind, message.state),
            message.moment.map(|moment| moment.at.0),
            message.moment.and_then(|moment| moment.offset_minutes),
            message.model,
            message.duration_ms,
            message.source_offset.cast_signed(),
            message.whole_bytes.map(u64::cast_signed),
            message.text,
        ])?;
        if inserted == 0 {
            return Ok(None);
        }
        let id = self.connection.last_insert_rowid();
        if is_searchable(message.kind, message.state) {
            self.index.execute(params![id, message.text])?;
        }
        Ok(Some(id))
    }
}

/// Tells what the view `searchable_prose` tells.
fn is_searchable(kind: Kind, state: State) -> bool {
    matches!(kind, Kind::Prose | Kind::Code | Kind::Reasoning | Kind::Summary) && state != State::Copied
}

/// What became of a message whose key the session already held.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Resent {
    /// Id of the row.
    pub(crate) id: i64,
    /// Whether the row was changed.
    pub(crate) is_changed: bool,
}

/// Compares a message with the row that has its key and writes what differs.
///
/// A row that another source brought stays with that source as long as the source exists.
pub(crate) fn resend(
    connection: &Connection,
    session_id: i64,
    source_id: i64,
    message: &Message,
) -> Result<Resent, VaultError> {
    let mut statement = connection.prepare_cached(FIND)?;
    let known = statement.query_row(params![message.key.0, session_id], |row| {
        Ok(Known {
            id: row.get("id")?,
            source_id: row.get("source_id")?,
            source_is_missing: row.get::<_, String>("state_of_source")? == "missing",
            is_same: is_same(row, source_id, message)?,
            state: word_at(row, "state")?,
        })
    })?;
    if known.is_same || (known.source_id != source_id && !known.source_is_missing) {
        return Ok(Resent { id: known.id, is_changed: false });
    }
    // A copy stays a copy until copies are decided again, which the caller does after any change.
    let state = if known.state == State::Copied { State::Copied } else { message.state };
    connection.prepare_cached(UPDATE)?.execute(params![
        known.id,
        source_id,
        message.ordinal,
        message.reply,
        message.parent_key.map(|key| key.0),
        message.native_id,
        message.role.word(),
        message.origin.word(),
        message.kind.word(),
        state.word(),
        message.state.word(),
        is_prompt(message.origin, message.kind, state),
        message.moment.map(|moment| moment.at.0),
        message.moment.and_then(|moment| moment.offset_minutes),
        message.model,
        message.duration_ms,
        message.source_offset.cast_signed(),
        message.whole_bytes.map(u64::cast_signed),
        message.text,
    ])?;
    Ok(Resent { id: known.id, is_changed: true })
}

#[derive(Debug)]
struct Known {
    id: i64,
    source_id: i64,
    source_is_missing: bool,
    is_same: bool,
    state: State,
}

/// Tells whether a row already says what the message says.
fn is_same(row: &Row<'_>, source_id: i64, message: &Message) -> rusqlite::Result<bool> {
    Ok(row.get::<_, i64>("source_id")? == source_id
        && row.get::<_, u32>("ordinal")? == message.ordinal
        && row.get::<_, u32>("reply")? == message.reply
        && row.get::<_, Option<i64>>("parent_key")?.map(MessageKey) == message.parent_key
        && row.get_ref("native_id")?.as_str_or_null()? == message.native_id.as_deref()
        && row.get_ref("role")?.as_str()? == message.role.word()
        && row.get_ref("origin")?.as_str()? == message.origin.word()
        && row.get_ref("kind")?.as_str()? == message.kind.word()
        && row.get_ref("source_state")?.as_str()? == message.state.word()
        && row.get::<_, Option<i64>>("at")? == message.moment.map(|moment| moment.at.0)
        && row.get::<_, Option<i16>>("offset_minutes")? == message.moment.and_then(|moment| moment.offset_minutes)
        && row.get_ref("model")?.as_str_or_null()? == message.model.as_deref()
        && row.get::<_, Option<i64>>("duration_ms")? == message.duration_ms
        && row.get::<_, i64>("source_offset")? == message.source_offset.cast_signed()
        && row.get::<_, Option<i64>>("whole_bytes")? == message.whole_bytes.map(u64::cast_signed)
        && row.get_ref("text")?.as_str()? == message.text)
}

/// Lists the ids of the messages that a source brought and that were in it when it was last read.
pub(crate) fn list_ids_of_source(connection: &Connection, source_id: i64) -> Result<Vec<i64>, VaultError> {
    let mut statement = connection.prepare_cached(LIST_IDS_OF_SOURCE)?;
    let ids = statement.query_map(params![source_id], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(ids)
}

/// Marks a message as no longer in its source; answers the session it lies in.
pub(crate) fn supersede(connection: &Connection, id: i64) -> Result<i64, VaultError> {
    connection.prepare_cached(SUPERSEDE)?.execute(params![id])?;
    Ok(connection.prepare_cached(FIND_SESSION)?.query_row(params![id], |row| row.get(0))?)
}
