//! The sample vault: a vault of its own, filled from bundled sessions, to try everything without own data.

use tauri::State;

use crate::app::App;
use crate::error::CommandError;

/// Opens the sample vault in place of the person's own; fills it first if it is new.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_sample_vault(app: State<'_, App>) -> Result<(), CommandError> {
    app.todo()
}

/// Goes back to the person's own vault.
#[tauri::command]
#[specta::specta]
pub(crate) async fn leave_sample_vault(app: State<'_, App>) -> Result<(), CommandError> {
    app.todo()
}
