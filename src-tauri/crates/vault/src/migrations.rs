//! The numbered steps that bring a vault to the present format.
//!
//! A step is additive, explained in its own file and never edited once shipped. The number of the last step that
//! was taken stands in the file's `user_version`.

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use crate::error::VaultError;

/// File names and contents of the steps, in order.
pub(crate) const STEPS: &[(&str, &str)] =
    &[("0001_the_record.sql", include_str!("../../../../migrations/0001_the_record.sql"))];

/// The format this program writes.
pub(crate) fn newest_format() -> u32 {
    u32::try_from(STEPS.len()).unwrap_or(u32::MAX)
}

/// Lists the steps for the migration engine.
pub(crate) fn migrations() -> Migrations<'static> {
    Migrations::new(STEPS.iter().map(|(_, sql)| M::up(sql)).collect())
}

/// Takes the steps that a vault still lacks, each in its own transaction.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), VaultError> {
    migrations().to_latest(connection).map_err(|source| match source {
        rusqlite_migration::Error::RusqliteError { err, .. }
            if err.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseCorrupt) =>
        {
            VaultError::VaultIsDamaged { source: Some(err) }
        }
        source => VaultError::MigrationFailed { source: Box::new(source) },
    })
}
