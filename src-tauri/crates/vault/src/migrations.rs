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
    take(&migrations(), connection)
}

fn take(steps: &Migrations<'_>, connection: &mut Connection) -> Result<(), VaultError> {
    steps.to_latest(connection).map_err(|failure| match failure {
        rusqlite_migration::Error::RusqliteError { err, .. } => match VaultError::from(err) {
            VaultError::Storage { source } => VaultError::MigrationFailed { source: Box::new(source) },
            error => error,
        },
        failure => VaultError::MigrationFailed { source: Box::new(failure) },
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::hash::Hasher as _;
    use std::path::Path;

    use super::*;

    /// Contents of steps that were shipped. A step that is in the hands of people is never edited: add another one.
    const FROZEN: &[(&str, u64)] = &[("0001_the_record.sql", 0x1d1e_50e8_143d_a368)];

    fn folder() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../migrations")
    }

    fn hash(content: &str) -> u64 {
        let mut hasher = twox_hash::XxHash3_64::with_seed(0);
        hasher.write(content.replace("\r\n", "\n").as_bytes());
        hasher.finish()
    }

    /// Makes a database of an earlier format.
    fn at_format(format: usize) -> Connection {
        let mut connection = Connection::open_in_memory().expect("a database");
        connection.execute_batch("PRAGMA foreign_keys = ON").expect("foreign keys");
        migrations().to_version(&mut connection, format).expect("the steps can be taken");
        connection
    }

    /// Counts the rows of every table that is not part of the index.
    fn counts(connection: &Connection) -> Vec<(String, i64)> {
        let mut statement = connection
            .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
            .expect("a statement");
        let names: Vec<String> =
            statement.query_map([], |row| row.get(0)).expect("a list").collect::<Result<_, _>>().expect("names");
        let count = |name: &str| {
            connection.query_row(&format!("SELECT COUNT(*) FROM {name}"), [], |row| row.get(0)).expect("a count")
        };
        names.iter().map(|name| (name.clone(), count(name))).collect()
    }

    #[test]
    fn the_list_equals_the_folder() {
        let mut files: Vec<String> = fs::read_dir(folder())
            .expect("the folder is there")
            .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        files.sort();
        let listed: Vec<&str> = STEPS.iter().map(|(name, _)| *name).collect();

        assert_eq!(files, listed, "a step that is not listed would never be taken");
        for (number, name) in (1..).zip(listed) {
            assert!(name.starts_with(&format!("{number:04}_")), "{name} must be step {number}");
        }
    }

    #[test]
    fn shipped_steps_are_frozen() {
        for (name, frozen) in FROZEN {
            let (_, content) = STEPS.iter().find(|(step, _)| step == name).expect("a shipped step stays in the list");

            assert_eq!(hash(content), *frozen, "{name} was shipped with another content ({:#x})", hash(content));
        }
    }

    #[test]
    fn the_steps_can_be_taken() {
        migrations().validate().expect("every step is valid");
    }

    #[test]
    fn the_schema_is_the_one_that_was_agreed_on() {
        let connection = at_format(STEPS.len());
        let mut statement = connection
            .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'prose_index_%' ORDER BY type, name")
            .expect("a statement");
        let schema: Vec<String> =
            statement.query_map([], |row| row.get(0)).expect("a list").collect::<Result<_, _>>().expect("the schema");

        insta::assert_snapshot!(schema.join(";\n\n"));
    }

    #[test]
    fn every_table_is_strict_and_says_what_it_is() {
        for (name, sql) in STEPS {
            for (at, _) in sql.match_indices("CREATE TABLE") {
                let (before, table) = sql.split_at(at);
                let comment = before.trim_end().rsplit("\n\n").next().unwrap_or_default();
                assert!(
                    comment.starts_with("-- ARCHIVE.") || comment.starts_with("-- DERIVED."),
                    "{name}: {} must say whether it is archive or derived",
                    table.lines().next().unwrap_or_default()
                );
                let end = table.split(';').next().unwrap_or_default();
                assert!(end.contains("STRICT"), "{name}: {} must be strict", table.lines().next().unwrap_or_default());
            }
        }
    }

    #[test]
    fn every_earlier_format_is_upgraded_with_its_rows_intact() {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
        for format in 1..=STEPS.len() {
            let rows = fs::read_to_string(fixtures.join(format!("format-{format}.sql")))
                .expect("every format has a file of rows, written when it was shipped");
            let mut connection = at_format(format);
            connection.execute_batch(&rows).expect("the rows fit their format");
            let before = counts(&connection);
            assert!(
                before.iter().all(|(name, count)| *count > 0 || name.starts_with("prose_index")),
                "the file must hold a row of every table: {before:?}"
            );

            migrate(&mut connection).expect("the upgrade succeeds");

            let after = counts(&connection);
            for (table, count) in before {
                if !table.starts_with("prose_index") {
                    assert!(after.contains(&(table.clone(), count)), "{table} lost or gained rows");
                }
            }
            let orphans: i64 = connection
                .query_row("SELECT COUNT(*) FROM pragma_foreign_key_check", [], |row| row.get(0))
                .expect("a check");
            assert_eq!(orphans, 0, "no row may point at nothing");
            let health = crate::index_health::check(&mut connection).expect("a check");
            assert_eq!(health, crate::IndexHealth::Sound, "format {format}");
        }
    }

    #[test]
    fn a_step_that_fails_leaves_nothing_behind() {
        let mut connection = at_format(1);
        let failing = Migrations::new(vec![
            M::up(STEPS[0].1),
            M::up("CREATE TABLE begun (id INTEGER PRIMARY KEY) STRICT; INSERT INTO nowhere VALUES (1);"),
        ]);
        let before = counts(&connection);

        let failed = take(&failing, &mut connection);

        assert!(matches!(failed, Err(VaultError::MigrationFailed { .. })), "{failed:?}");
        assert_eq!(counts(&connection), before, "half a step would be a format of its own");
        let format: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).expect("a number");
        assert_eq!(format, 1);
    }
}
