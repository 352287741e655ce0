//! What the person chose about the look of the window.

use tauri::State;

use crate::app::App;
use crate::error::CommandError;
use crate::preferences::Preferences;

/// Gets what was chosen, or the defaults.
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_preferences(app: State<'_, App>) -> Result<Preferences, CommandError> {
    app.todo()
}

/// Keeps what was chosen and applies the theme to the window's frame.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_preferences(app: State<'_, App>, preferences: Preferences) -> Result<(), CommandError> {
    app.todo()
}
