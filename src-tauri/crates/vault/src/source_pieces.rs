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

const LIST_CHUNKS: &str = "
SELECT data
FROM raw_chunks
WHERE source_id = ?1 AND generation = ?2
ORDER BY start_offset";

const LIST_EARLIER_GENERATIONS: &str = "
SELECT DISTINCT generation
FROM raw_chunks
WHERE source_id = ?1 AND generation < ?2";

const DROP_GENERATION: &str = "DELETE FROM raw_chunks WHERE source_id = ?1 AND generation = ?2";

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

/// Drops earlier generations that the newest one begins with: a source that was read again without having changed (by
/// a better reader) would double the archive. How the bytes were cut into pieces does not matter.
pub(crate) fn drop_repeated_generations(
    connection: &Connection,
    source_id: i64,
    newest: u32,
) -> Result<(), VaultError> {
    let mut statement = connection.prepare_cached(LIST_EARLIER_GENERATIONS)?;
    let earlier: Vec<u32> =
        statement.query_map(params![source_id, newest], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for generation in earlier {
        if begins_with(connection, source_id, newest, generation)? {
            connection.prepare_cached(DROP_GENERATION)?.execute(params![source_id, generation])?;
        }
    }
    Ok(())
}

/// Tells whether the bytes of one generation of a source begin with all the bytes of another one.
fn begins_with(connection: &Connection, source_id: i64, longer: u32, shorter: u32) -> Result<bool, VaultError> {
    let mut longer_statement = connection.prepare(LIST_CHUNKS)?;
    let mut shorter_statement = connection.prepare(LIST_CHUNKS)?;
    let mut longer_chunks = longer_statement.query(params![source_id, longer])?;
    let mut shorter_chunks = shorter_statement.query(params![source_id, shorter])?;
    let (mut ahead, mut wanted) = (Vec::new(), Vec::new());
    loop {
        if wanted.is_empty() {
            match next_piece(&mut shorter_chunks)? {
                Some(Ok(piece)) => wanted = piece,
                Some(Err(_)) => return Ok(false),
                None => return Ok(true),
            }
            continue;
        }
        if ahead.is_empty() {
            match next_piece(&mut longer_chunks)? {
                Some(Ok(piece)) => ahead = piece,
                Some(Err(_)) | None => return Ok(false),
            }
            continue;
        }
        let both = ahead.len().min(wanted.len());
        if ahead[..both] != wanted[..both] {
            return Ok(false);
        }
        ahead.drain(..both);
        wanted.drain(..both);
    }
}

/// Decompresses the next piece.
fn next_piece(chunks: &mut rusqlite::Rows<'_>) -> Result<Option<std::io::Result<Vec<u8>>>, VaultError> {
    let Some(row) = chunks.next()? else { return Ok(None) };
    let data = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
    Ok(Some(zstd::decode_all(data)))
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
