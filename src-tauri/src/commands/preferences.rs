//! What the person chose about the look of the window.

use tauri::{State, WebviewWindow};

use crate::app::{App, on_blocking_pool};
use crate::error::CommandError;
use crate::opening::with_causes;
use crate::preferences::Preferences;

/// Gets what was chosen, or the defaults.
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_preferences(app: State<'_, App>) -> Result<Preferences, CommandError> {
    let folder = app.surroundings().config.clone();
    on_blocking_pool(move || Ok(Preferences::load(&folder))).await
}

/// Keeps what was chosen and applies the theme to the window's frame.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_preferences(
    window: WebviewWindow,
    app: State<'_, App>,
    preferences: Preferences,
) -> Result<(), CommandError> {
    window.set_theme(preferences.theme.of_window()).map_err(|error| CommandError::failed(&with_causes(&error)))?;
    let folder = app.surroundings().config.clone();
    on_blocking_pool(move || preferences.save(&folder).map_err(|error| CommandError::failed(&with_causes(&error))))
        .await
}
