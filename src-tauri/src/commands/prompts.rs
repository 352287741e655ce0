//! The table of prompts: its order, its rows, its counts.

use daybook_vault::{Facets, Filter, PromptRow, Sort};
use tauri::State;

use crate::app::App;
use crate::error::CommandError;
use crate::packed::PackedOrder;

/// Lists the ids and days of all prompts that match, in order; see [`PackedOrder`].
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_prompt_order(
    app: State<'_, App>,
    filter: Filter,
    sort: Sort,
) -> Result<PackedOrder, CommandError> {
    let zone = app.surroundings().zone.clone();
    app.ask(move |vault| Ok(PackedOrder::of(&vault.list_prompt_order(&filter, sort, &zone)?))).await
}

/// Lists the rows of these prompts, in the order of the ids.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_prompts(app: State<'_, App>, ids: Vec<i64>) -> Result<Vec<PromptRow>, CommandError> {
    app.ask(move |vault| vault.list_prompts(&ids)).await
}

/// Counts the prompts that match by agent and model.
#[tauri::command]
#[specta::specta]
pub(crate) async fn count_prompt_facets(app: State<'_, App>, filter: Filter) -> Result<Facets, CommandError> {
    app.ask(move |vault| vault.count_prompt_facets(&filter)).await
}
