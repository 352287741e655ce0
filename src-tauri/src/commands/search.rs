//! Search over everything that was said.

use daybook_vault::rows::{Filter, SearchAnswer};
use tauri::State;

use crate::app::App;
use crate::error::CommandError;

/// Searches messages; best matches first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn search(
    app: State<'_, App>,
    filter: Filter,
    limit: u32,
    offset: u32,
) -> Result<SearchAnswer, CommandError> {
    app.todo()
}
