//! Search over everything that was said.

use daybook_vault::{Filter, SearchAnswer};
use tauri::State;

use crate::app::App;
use crate::error::CommandError;

/// The most matches one answer holds.
const MOST_HITS: u32 = 200;

/// Searches messages; best matches first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn search(
    app: State<'_, App>,
    filter: Filter,
    limit: u32,
    offset: u32,
) -> Result<SearchAnswer, CommandError> {
    app.ask(move |vault| vault.search(&filter, limit.min(MOST_HITS), offset)).await
}
