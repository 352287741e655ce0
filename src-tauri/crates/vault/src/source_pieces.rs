//! The tables `raw_chunks`, `faults` and `compactions` as they are written: what a source brings besides messages.

use daybook_model::{Fault, Moment, Span};
use rusqlite::{Connection, params};

use crate::error::VaultError;
use crate::words::Word;

const ADD_CHUNK: &str = "
INSERT INTO raw_chunks (source_id, generation, start_offset, end_offset, data)
VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT DO UPDATE SET end_offset = excluded.end_offset, data = excluded.data
WHERE end_offset <> excluded.end_offset OR data <> excluded.data";

/// A source that was read again without having changed (by a better reader) would double the archive.
const DROP_TWINS: &str = "
DELETE FROM raw_chunks
WHERE source_id = ?1 AND generation < ?2 AND EXISTS (
    SELECT 1
    FROM raw_chunks AS newer
    WHERE newer.source_id = raw_chunks.source_id
        AND newer.generation = ?2
        AND newer.start_offset = raw_chunks.start_offset
        AND newer.end_offset = raw_chunks.end_offset
        AND newer.data = raw_chunks.data
)";

const ADD_FAULT: &str = "
INSERT OR IGNORE INTO faults (source_id, kind, line, byte_offset, reason)
VALUES (?1, ?2, ?3, ?4, ?5)";

const DROP_FAULTS: &str = "DELETE FROM faults WHERE source_id = ?1";

const ADD_COMPACTION: &str = "
INSERT INTO compactions (session_id, source_id, before_ordinal, at)
VALUES (?1, ?2, ?3, ?4)
ON CONFLICT DO UPDATE SET at = excluded.at
WHERE at IS NOT excluded.at";

const DROP_COMPACTIONS: &str = "
DELETE FROM compactions
WHERE source_id = ?1 AND session_id IN (SELECT session_id FROM session_sources WHERE source_id = ?1)";

/// Adds a piece of the raw archive.
pub(crate) fn add_chunk(
    connection: &Connection,
    source_id: i64,
    generation: u32,
    span: Span,
    data: &[u8],
) -> Result<(), VaultError> {
    connection.prepare_cached(ADD_CHUNK)?.execute(params![
        source_id,
        generation,
        span.start.cast_signed(),
        span.end.cast_signed(),
        data
    ])?;
    Ok(())
}

/// Drops pieces of earlier generations that the newest one holds unchanged.
pub(crate) fn drop_twin_chunks(connection: &Connection, source_id: i64, generation: u32) -> Result<(), VaultError> {
    connection.prepare_cached(DROP_TWINS)?.execute(params![source_id, generation])?;
    Ok(())
}

/// Adds a fault; tells whether it is new.
pub(crate) fn add_fault(connection: &Connection, source_id: i64, fault: &Fault) -> Result<bool, VaultError> {
    let added = connection.prepare_cached(ADD_FAULT)?.execute(params![
        source_id,
        fault.kind.word(),
        fault.line.cast_signed(),
        fault.offset.cast_signed(),
        fault.reason
    ])?;
    Ok(added > 0)
}

/// Adds a compaction; tells whether that changed anything.
pub(crate) fn add_compaction(
    connection: &Connection,
    session_id: i64,
    source_id: i64,
    before_ordinal: u32,
    moment: Option<Moment>,
) -> Result<bool, VaultError> {
    let added = connection.prepare_cached(ADD_COMPACTION)?.execute(params![
        session_id,
        source_id,
        before_ordinal,
        moment.map(|moment| moment.at.0)
    ])?;
    Ok(added > 0)
}

/// Forgets the faults and compactions of a source that is about to be read again from its start.
pub(crate) fn drop_for_reload(connection: &Connection, source_id: i64) -> Result<(), VaultError> {
    connection.prepare_cached(DROP_FAULTS)?.execute(params![source_id])?;
    connection.prepare_cached(DROP_COMPACTIONS)?.execute(params![source_id])?;
    Ok(())
}
