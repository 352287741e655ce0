//! What is read, from where, how far it has come, and what went wrong.

use daybook_indexer::Progress;
use daybook_model::Agent;
use daybook_vault::rows::SourceRow;
use tauri::State;

use crate::app::App;
use crate::error::CommandError;

/// Says how far reading has come.
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_progress(app: State<'_, App>) -> Result<Progress, CommandError> {
    app.todo()
}

/// Lists the sources of an agent that are faulty, unreadable or gone.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_faulty_sources(app: State<'_, App>, agent: Agent) -> Result<Vec<SourceRow>, CommandError> {
    app.todo()
}

/// Pauses reading.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pause_indexing(app: State<'_, App>) -> Result<(), CommandError> {
    app.todo()
}

/// Goes on reading.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resume_indexing(app: State<'_, App>) -> Result<(), CommandError> {
    app.todo()
}

/// Looks for changes at once.
#[tauri::command]
#[specta::specta]
pub(crate) async fn scan_now(app: State<'_, App>) -> Result<(), CommandError> {
    app.todo()
}

/// Reads a source again from its start.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_source_again(app: State<'_, App>, source_id: i64) -> Result<(), CommandError> {
    app.todo()
}

/// Turns an agent's input on or off.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_input_enabled(app: State<'_, App>, agent: Agent, is_enabled: bool) -> Result<(), CommandError> {
    app.todo()
}

/// Asks for a folder and adds it to an agent's input; answers its path, or nothing if the person chose none.
#[tauri::command]
#[specta::specta]
pub(crate) async fn add_input_root(app: State<'_, App>, agent: Agent) -> Result<Option<String>, CommandError> {
    app.todo()
}

/// Takes a folder that was added from an agent's input; what was read from it stays in the vault.
#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_input_root(app: State<'_, App>, agent: Agent, path: String) -> Result<(), CommandError> {
    app.todo()
}

/// Shows a source in the file manager.
#[tauri::command]
#[specta::specta]
pub(crate) async fn reveal_source(app: State<'_, App>, source_id: i64) -> Result<(), CommandError> {
    app.todo()
}
