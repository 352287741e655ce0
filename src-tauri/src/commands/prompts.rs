//! The table of prompts: its order, its rows, its counts.

use daybook_vault::rows::{Facets, Filter, PromptRow, Sort};
use tauri::State;

use crate::app::App;
use crate::error::CommandError;
use crate::packed::PackedOrder;

/// Lists the ids and days of all prompts that match, in order; see [`PackedOrder`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_prompt_order(app: State<'_, App>, filter: Filter, sort: Sort) -> Result<PackedOrder, CommandError> {
    app.todo()
}

/// Lists the rows of these prompts, in the order of the ids.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_prompts(app: State<'_, App>, ids: Vec<i64>) -> Result<Vec<PromptRow>, CommandError> {
    app.todo()
}

/// Counts the prompts that match by agent and model.
#[tauri::command]
#[specta::specta]
pub(crate) async fn count_prompt_facets(app: State<'_, App>, filter: Filter) -> Result<Facets, CommandError> {
    app.todo()
}
