//! What is read, from where, how far it has come, and what went wrong.

use std::path::PathBuf;

use daybook_indexer::{Indexer, Progress};
use daybook_model::Agent;
use daybook_vault::{Questions, SourceRow, VaultError};
use tauri::{State, WebviewWindow};
use tauri_plugin_dialog::DialogExt as _;

use crate::app::{App, on_blocking_pool};
use crate::error::CommandError;
use crate::inputs::Inputs;

/// Says how far reading has come.
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_progress(app: State<'_, App>) -> Result<Progress, CommandError> {
    app.with_opened(|opened| opened.with_indexer(Indexer::progress)).await
}

/// Lists the sources of an agent that are faulty, unreadable or gone.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_faulty_sources(app: State<'_, App>, agent: Agent) -> Result<Vec<SourceRow>, CommandError> {
    app.ask(move |vault| vault.list_faulty_sources(agent)).await
}

/// Pauses reading.
#[tauri::command]
#[specta::specta]
pub(crate) async fn pause_indexing(app: State<'_, App>) -> Result<(), CommandError> {
    app.steer(Indexer::pause).await
}

/// Goes on reading.
#[tauri::command]
#[specta::specta]
pub(crate) async fn resume_indexing(app: State<'_, App>) -> Result<(), CommandError> {
    app.steer(Indexer::resume).await
}

/// Looks for changes at once.
#[tauri::command]
#[specta::specta]
pub(crate) async fn scan_now(app: State<'_, App>) -> Result<(), CommandError> {
    app.steer(Indexer::scan_now).await
}

/// Reads a source again from its start.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_source_again(app: State<'_, App>, source_id: i64) -> Result<(), CommandError> {
    app.steer(move |indexer| indexer.read_again(vec![source_id])).await
}

/// Turns an agent's input on or off.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_input_enabled(app: State<'_, App>, agent: Agent, is_enabled: bool) -> Result<(), CommandError> {
    change_inputs(&app, move |inputs| inputs.set_enabled(agent, is_enabled)).await
}

/// Asks for a folder and adds it to an agent's input; answers its path, or nothing if the person chose none.
#[tauri::command]
#[specta::specta]
pub(crate) async fn add_input_root(
    window: WebviewWindow,
    app: State<'_, App>,
    agent: Agent,
) -> Result<Option<String>, CommandError> {
    let Some(folder) = ask_for_folder(&window).await else { return Ok(None) };
    let path = folder.clone();
    change_inputs(&app, move |inputs| inputs.add_root(agent, folder)).await?;
    Ok(Some(path.to_string_lossy().into_owned()))
}

/// Takes a folder that was added from an agent's input; what was read from it stays in the vault.
#[tauri::command]
#[specta::specta]
pub(crate) async fn remove_input_root(app: State<'_, App>, agent: Agent, path: String) -> Result<(), CommandError> {
    change_inputs(&app, move |inputs| inputs.remove_root(agent, path.as_ref())).await.map(|_| ())
}

/// Shows a source in the file manager.
#[tauri::command]
#[specta::specta]
pub(crate) async fn reveal_source(app: State<'_, App>, source_id: i64) -> Result<(), CommandError> {
    let path = app.ask(move |vault| find_path(vault, source_id)).await?;
    on_blocking_pool(move || {
        tauri_plugin_opener::reveal_item_in_dir(&path).map_err(|error| {
            tracing::debug!(%error, "a source could not be shown");
            CommandError::file_gone(&path.to_string_lossy())
        })
    })
    .await
}

/// Changes the decisions about inputs, keeps them, and tells the indexer.
async fn change_inputs<T: Send + 'static>(
    app: &App,
    change: impl FnOnce(&mut Inputs) -> T + Send + 'static,
) -> Result<T, CommandError> {
    app.with_opened(move |opened| {
        let mut inputs = Inputs::load(&opened.vault)?;
        let answer = change(&mut inputs);
        inputs.save(&opened.vault)?;
        opened.with_indexer(|indexer| indexer.set_inputs(inputs.states()))?;
        Ok(answer)
    })
    .await
}

/// Asks for a folder in the desktop's own dialog; `None` if the person chose none.
async fn ask_for_folder(window: &WebviewWindow) -> Option<PathBuf> {
    let (answer, chosen) = tokio::sync::oneshot::channel();
    window.dialog().file().set_parent(window).pick_folder(move |folder| {
        // Nobody waits any more if the window was closed meanwhile.
        let _ = answer.send(folder);
    });
    chosen.await.ok().flatten()?.into_path().ok()
}

/// Finds the path of a source.
fn find_path(vault: &Questions, id: i64) -> Result<PathBuf, VaultError> {
    for agent in Agent::ALL {
        if let Some(source) = vault.sources().list_sources(agent)?.into_iter().find(|source| source.id == id) {
            return Ok(source.path);
        }
    }
    Err(VaultError::NotFound { what: "source", id })
}
