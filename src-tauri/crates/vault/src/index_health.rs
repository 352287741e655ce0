//! Whether the full-text index still says what the messages say, and making it again where it does not.
//!
//! The engine's own `integrity_check` looks at pages, not at meaning: an index that misses rows passes it. FTS5's
//! check compares every posting with the content.

use rusqlite::{Connection, ErrorCode};

use crate::error::VaultError;

/// What a check of the full-text index found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexHealth {
    /// Index and messages agree.
    Sound,
    /// They do not; repair it.
    Damaged,
}

/// `rank = 1` makes FTS5 compare with the external content as well.
const CHECK: &str = "INSERT INTO prose_index (prose_index, rank) VALUES ('integrity-check', 1)";

const REBUILD: &str = "INSERT INTO prose_index (prose_index) VALUES ('rebuild')";

const COUNTS: &str = "SELECT (SELECT COUNT(*) FROM prose_index_docsize) = (SELECT COUNT(*) FROM searchable_prose)";

/// Compares the index with the messages.
pub(crate) fn check(connection: &mut Connection) -> Result<IndexHealth, VaultError> {
    if !connection.query_row(COUNTS, [], |row| row.get::<_, bool>(0))? {
        return Ok(IndexHealth::Damaged);
    }
    match connection.execute(CHECK, []) {
        Ok(_) => Ok(IndexHealth::Sound),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => Ok(IndexHealth::Damaged),
        Err(error) => Err(error.into()),
    }
}

/// Makes the index again from the messages.
pub(crate) fn repair(connection: &mut Connection) -> Result<(), VaultError> {
    let transaction = connection.transaction()?;
    transaction.execute(REBUILD, [])?;
    transaction.commit()?;
    Ok(())
}
