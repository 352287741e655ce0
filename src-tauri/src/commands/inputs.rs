//! What is read, from where, how far it has come, and what went wrong.

use daybook_model::Agent;
use daybook_vault::rows::SourceRow;
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::State;

use crate::app::App;
use crate::error::CommandError;

/// What the indexer is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub enum ProgressState {
    /// Looking for files.
    Discovering,
    /// Reading files.
    Reading,
    /// Everything is read; watching.
    UpToDate,
    /// Paused by the person.
    Paused,
    /// Stopped by an error; see `notice`.
    Failed,
}

/// How far reading has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// What the indexer is doing.
    pub state: ProgressState,
    /// Files done of this round.
    pub files_done: u64,
    /// Files of this round.
    pub files_total: u64,
    /// Bytes done of this round.
    pub bytes_done: u64,
    /// Bytes of this round.
    pub bytes_total: u64,
    /// Whose files are being read.
    pub current_agent: Option<Agent>,
    /// Files that could not be read.
    pub errors: u64,
    /// Inputs that are watched.
    pub watching: u64,
    /// What the person should know, in words.
    pub notice: Option<String>,
    /// By agent.
    pub per_agent: Vec<AgentProgress>,
}

/// How far reading one agent's files has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AgentProgress {
    /// Agent.
    pub agent: Agent,
    /// Folders that are looked into.
    pub roots: Vec<RootState>,
    /// Files found.
    pub files_found: u64,
    /// Their size.
    pub bytes_found: u64,
    /// Files done.
    pub files_done: u64,
    /// Oldest file's time.
    pub oldest_at: Option<i64>,
    /// Whether it is read at all.
    pub is_enabled: bool,
}

/// A folder that is looked into.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RootState {
    /// Path.
    pub path: String,
    /// Whether it exists.
    pub exists: bool,
}

/// Says how far reading has come.
#[tauri::command]
#[specta::specta]
pub async fn get_progress(app: State<'_, App>) -> Result<Progress, CommandError> {
    app.todo()
}

/// Lists the sources of an agent that are faulty, unreadable or gone.
#[tauri::command]
#[specta::specta]
pub async fn list_faulty_sources(app: State<'_, App>, agent: Agent) -> Result<Vec<SourceRow>, CommandError> {
    app.todo()
}

/// Pauses reading.
#[tauri::command]
#[specta::specta]
pub async fn pause_indexing(app: State<'_, App>) -> Result<(), CommandError> {
    app.todo()
}

/// Goes on reading.
#[tauri::command]
#[specta::specta]
pub async fn resume_indexing(app: State<'_, App>) -> Result<(), CommandError> {
    app.todo()
}

/// Looks for changes at once.
#[tauri::command]
#[specta::specta]
pub async fn scan_now(app: State<'_, App>) -> Result<(), CommandError> {
    app.todo()
}

/// Reads a source again from its start.
#[tauri::command]
#[specta::specta]
pub async fn read_source_again(app: State<'_, App>, source_id: i64) -> Result<(), CommandError> {
    app.todo()
}

/// Turns an agent's input on or off.
#[tauri::command]
#[specta::specta]
pub async fn set_input_enabled(app: State<'_, App>, agent: Agent, is_enabled: bool) -> Result<(), CommandError> {
    app.todo()
}

/// Asks for a folder and adds it to an agent's input; answers its path, or nothing if the person chose none.
#[tauri::command]
#[specta::specta]
pub async fn add_input_root(app: State<'_, App>, agent: Agent) -> Result<Option<String>, CommandError> {
    app.todo()
}

/// Takes a folder that was added from an agent's input; what was read from it stays in the vault.
#[tauri::command]
#[specta::specta]
pub async fn remove_input_root(app: State<'_, App>, agent: Agent, path: String) -> Result<(), CommandError> {
    app.todo()
}

/// Shows a source in the file manager.
#[tauri::command]
#[specta::specta]
pub async fn reveal_source(app: State<'_, App>, source_id: i64) -> Result<(), CommandError> {
    app.todo()
}
