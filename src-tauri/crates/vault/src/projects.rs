//! The table `projects`: what sessions worked on.

use daybook_model::ResolvedProject;
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::VaultError;

/// A name that was only a guess gives way to a known one, never the other way round.
const ADD: &str = "
INSERT INTO projects (key, name, path, is_guess)
VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (key) DO UPDATE SET
    name = excluded.name,
    path = COALESCE(excluded.path, path),
    is_guess = excluded.is_guess
WHERE is_guess >= excluded.is_guess
    AND (name <> excluded.name OR is_guess <> excluded.is_guess OR path IS NOT COALESCE(excluded.path, path))";

const FIND: &str = "SELECT id FROM projects WHERE key = ?1";

/// The key of the project of sessions of which nothing is known.
const UNKNOWN_KEY: &str = "";

/// Adds a project, or brings its name up to date, and answers its id.
pub(crate) fn add(connection: &Connection, project: &ResolvedProject) -> Result<i64, VaultError> {
    add_named(connection, &project.key.0, &project.name, project.path.as_deref(), project.is_guess)
}

/// Answers the id of the project of sessions of which nothing is known.
pub(crate) fn unknown(connection: &Connection) -> Result<i64, VaultError> {
    match find(connection, UNKNOWN_KEY)? {
        Some(id) => Ok(id),
        None => add_named(connection, UNKNOWN_KEY, "", None, true),
    }
}

fn add_named(
    connection: &Connection,
    key: &str,
    name: &str,
    path: Option<&str>,
    is_guess: bool,
) -> Result<i64, VaultError> {
    connection.prepare_cached(ADD)?.execute(params![key, name, path, is_guess])?;
    find(connection, key)?.ok_or(VaultError::NotFound { what: "project", id: 0 })
}

fn find(connection: &Connection, key: &str) -> Result<Option<i64>, VaultError> {
    Ok(connection.prepare_cached(FIND)?.query_row(params![key], |row| row.get(0)).optional()?)
}
