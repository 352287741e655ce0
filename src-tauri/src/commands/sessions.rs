//! The list of sessions, their projects, and the facts of one session.

use daybook_model::Instant;
use daybook_vault::{Facets, Filter, ProjectRow, SessionDetail, SessionRow, Sort};
use tauri::State;

use crate::app::App;
use crate::error::CommandError;
use crate::packed::PackedOrder;
use crate::surroundings::now;

/// A session in which something happened this recently counts as running (10 minutes).
const RUNNING_MS: i64 = 10 * 60 * 1000;

/// Lists the ids and days of all top-level sessions that match, in order; see [`PackedOrder`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_session_order(
    app: State<'_, App>,
    filter: Filter,
    sort: Sort,
) -> Result<PackedOrder, CommandError> {
    let zone = app.surroundings().zone.clone();
    app.ask(move |vault| Ok(PackedOrder::of(&vault.list_session_order(&filter, sort, &zone)?))).await
}

/// Lists the rows of these sessions, in the order of the ids.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_sessions(app: State<'_, App>, ids: Vec<i64>) -> Result<Vec<SessionRow>, CommandError> {
    app.ask(move |vault| vault.list_sessions(&ids)).await
}

/// Counts the sessions that match by agent and model.
#[tauri::command]
#[specta::specta]
pub(crate) async fn count_session_facets(app: State<'_, App>, filter: Filter) -> Result<Facets, CommandError> {
    app.ask(move |vault| vault.count_session_facets(&filter)).await
}

/// Lists the sessions that hang under this one.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_child_sessions(app: State<'_, App>, session_id: i64) -> Result<Vec<SessionRow>, CommandError> {
    app.ask(move |vault| vault.list_child_sessions(session_id)).await
}

/// Lists the sessions in which something happened during the last minutes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_running_sessions(app: State<'_, App>) -> Result<Vec<SessionRow>, CommandError> {
    let since = Instant(now().0 - RUNNING_MS);
    app.ask(move |vault| vault.list_running_sessions(since)).await
}

/// Lists all projects.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_projects(app: State<'_, App>) -> Result<Vec<ProjectRow>, CommandError> {
    app.ask(|vault| vault.list_projects()).await
}

/// Gets everything about a session but its transcript.
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_session(app: State<'_, App>, session_id: i64) -> Result<SessionDetail, CommandError> {
    app.ask(move |vault| vault.get_session(session_id)).await
}
