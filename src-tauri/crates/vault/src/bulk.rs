//! Setting the engine for a first read of everything, and back.
//!
//! While hundreds of sources are written one after another, merging the full-text index after each of them is most of
//! the work. In bulk mode segments are left as they come and merged once, in small steps, at the end.

use rusqlite::{Connection, params};

use crate::error::VaultError;

const SET_INDEX_OPTION: &str = "INSERT INTO prose_index (prose_index, rank) VALUES (?1, ?2)";

const BULK_PRAGMAS: &str = "
PRAGMA cache_size = -48000;
PRAGMA wal_autocheckpoint = 16000;
";

const USUAL_PRAGMAS: &str = "
PRAGMA cache_size = -16000;
PRAGMA wal_autocheckpoint = 1000;
";

/// Pages of the index that one step of the last merge writes before others get a turn.
const MERGE_STEP: i64 = 2000;

/// Sets the engine for bulk.
pub(crate) fn begin(connection: &mut Connection) -> Result<(), VaultError> {
    connection.execute_batch(BULK_PRAGMAS)?;
    set_index_option(connection, "automerge", 0)?;
    Ok(())
}

/// Merges the index and sets the engine for small writes.
pub(crate) fn end(connection: &mut Connection) -> Result<(), VaultError> {
    set_index_option(connection, "automerge", 4)?;
    // A negative count begins a merge of everything into one segment; positive counts continue it until nothing is
    // left to do, which shows in the number of changes.
    let mut step = -MERGE_STEP;
    loop {
        let before = connection.total_changes();
        set_index_option(connection, "merge", step)?;
        if connection.total_changes() - before < 2 {
            break;
        }
        step = MERGE_STEP;
    }
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);")?;
    connection.execute_batch(USUAL_PRAGMAS)?;
    Ok(())
}

fn set_index_option(connection: &Connection, option: &str, value: i64) -> Result<(), VaultError> {
    connection.prepare_cached(SET_INDEX_OPTION)?.execute(params![option, value])?;
    Ok(())
}
