//! The list of sessions, their projects, and the facts of one session.

use daybook_vault::rows::{Facets, Filter, ProjectRow, SessionDetail, SessionRow, Sort};
use tauri::State;

use crate::app::App;
use crate::error::CommandError;
use crate::packed::PackedOrder;

/// Lists the ids and days of all top-level sessions that match, in order; see [`PackedOrder`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_session_order(app: State<'_, App>, filter: Filter, sort: Sort) -> Result<PackedOrder, CommandError> {
    app.todo()
}

/// Lists the rows of these sessions, in the order of the ids.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_sessions(app: State<'_, App>, ids: Vec<i64>) -> Result<Vec<SessionRow>, CommandError> {
    app.todo()
}

/// Counts the sessions that match by agent and model.
#[tauri::command]
#[specta::specta]
pub(crate) async fn count_session_facets(app: State<'_, App>, filter: Filter) -> Result<Facets, CommandError> {
    app.todo()
}

/// Lists the sessions that hang under this one.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_child_sessions(app: State<'_, App>, session_id: i64) -> Result<Vec<SessionRow>, CommandError> {
    app.todo()
}

/// Lists the sessions in which something happened during the last minutes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_running_sessions(app: State<'_, App>) -> Result<Vec<SessionRow>, CommandError> {
    app.todo()
}

/// Lists all projects.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_projects(app: State<'_, App>) -> Result<Vec<ProjectRow>, CommandError> {
    app.todo()
}

/// Gets everything about a session but its transcript.
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_session(app: State<'_, App>, session_id: i64) -> Result<SessionDetail, CommandError> {
    app.todo()
}
