//! The sample vault: a vault of its own, filled from bundled sessions, to try everything without own data.

use tauri::State;

use crate::app::{App, on_blocking_pool};
use crate::error::CommandError;
use crate::opening::Which;

/// Opens the sample vault in place of the person's own; fills it first if it is new.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_sample_vault(app: State<'_, App>) -> Result<(), CommandError> {
    exchange(&app, Which::Sample).await
}

/// Goes back to the person's own vault.
#[tauri::command]
#[specta::specta]
pub(crate) async fn leave_sample_vault(app: State<'_, App>) -> Result<(), CommandError> {
    exchange(&app, Which::Own).await
}

/// Closes what is open and opens this vault; a problem with it is for `open_state` to tell.
async fn exchange(app: &App, which: Which) -> Result<(), CommandError> {
    let app = app.clone();
    on_blocking_pool(move || {
        app.open(which);
        Ok(())
    })
    .await
}
