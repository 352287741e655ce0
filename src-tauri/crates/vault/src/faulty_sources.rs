//! The question "which sources could not be read as they should be?", for the page of inputs.

use daybook_model::Agent;
use rusqlite::{Connection, params};

use crate::error::VaultError;
use crate::questions::Questions;
use crate::rows::{FaultRow, SourceRow};
use crate::words::{Word as _, word_at};

/// Most faults of one source that are shown.
const MOST_FAULTS: i64 = 100;

/// Record types that a reader does not know are no fault of the file.
pub(crate) const LIST_FAULTS: &str = "
SELECT kind, line, reason
FROM faults
WHERE source_id = ?1 AND kind <> 'unknown-type'
ORDER BY line, byte_offset
LIMIT ?2";

pub(crate) const LIST: &str = "
SELECT id, path, state, failure, size, last_read_at
FROM sources
WHERE agent = ?1 AND (
    state = 'quarantined'
    OR EXISTS (SELECT 1 FROM faults WHERE faults.source_id = sources.id AND faults.kind <> 'unknown-type')
)
ORDER BY state <> 'quarantined', last_read_at DESC, id";

impl Questions {
    /// Lists sources of an agent that are quarantined or have faults, those that could not be read at all first.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_faulty_sources(&self, agent: Agent) -> Result<Vec<SourceRow>, VaultError> {
        let mut statement = self.connection().prepare_cached(LIST)?;
        let mut sources: Vec<SourceRow> = statement
            .query_map(params![agent.word()], |row| {
                Ok(SourceRow {
                    id: row.get("id")?,
                    path: row.get("path")?,
                    state: row.get("state")?,
                    failure: row.get("failure")?,
                    bytes: row.get("size")?,
                    last_read_at: row.get("last_read_at")?,
                    faults: Vec::new(),
                })
            })?
            .collect::<Result<_, _>>()?;
        for source in &mut sources {
            source.faults = list_faults(self.connection(), source.id)?;
        }
        Ok(sources)
    }
}

/// Lists the first faults of a source, without unknown record types.
pub(crate) fn list_faults(connection: &Connection, source_id: i64) -> Result<Vec<FaultRow>, VaultError> {
    let mut statement = connection.prepare_cached(LIST_FAULTS)?;
    let faults = statement
        .query_map(params![source_id, MOST_FAULTS], |row| {
            Ok(FaultRow { kind: word_at(row, "kind")?, line: row.get("line")?, reason: row.get("reason")? })
        })?
        .collect::<Result<_, _>>()?;
    Ok(faults)
}
