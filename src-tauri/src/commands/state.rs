//! What the window asks first: which vault is open, or what is wrong with it; and how the window ends.

use daybook_vault::VaultSummary;
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::{AppHandle, State};

use crate::app::{App, on_blocking_pool};
use crate::error::CommandError;
use crate::links;
use crate::opening::{OpenProblem, OpenProblemKind, Which};
use crate::preferences::{Preferences, Theme};

/// Name of the setting that says that Welcome was finished.
const WELCOMED: &str = "welcome_finished";

/// What the window must know before it can show anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenState {
    /// The vault's file.
    pub(crate) vault_path: String,
    /// Whether it is the sample vault.
    pub(crate) is_sample: bool,
    /// Whether Welcome was never finished with this vault.
    pub(crate) is_first_run: bool,
    /// Why no vault is open, if none is.
    pub(crate) problem: Option<OpenProblem>,
    /// The computer's time zone, by its IANA name.
    pub(crate) time_zone: String,
    /// Version of Daybook.
    pub(crate) version: String,
    /// The theme the person chose.
    pub(crate) theme: Theme,
}

/// Says which vault is open, or why none is; one that could not be opened is tried again first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_state(app: State<'_, App>) -> Result<OpenState, CommandError> {
    let mut opened = app.opened().await?;
    if opened.as_ref().is_err_and(|(_, problem)| problem.kind != OpenProblemKind::Newer) {
        let again = app.inner().clone();
        on_blocking_pool(move || {
            again.open_again();
            Ok(())
        })
        .await?;
        opened = app.opened().await?;
    }
    let surroundings = app.surroundings();
    let mut state = OpenState {
        vault_path: surroundings.vault_path().to_string_lossy().into_owned(),
        is_sample: false,
        is_first_run: false,
        problem: None,
        time_zone: surroundings.zone_name(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        theme: Preferences::load(&surroundings.config).theme,
    };
    match opened {
        Ok(opened) => {
            state.vault_path = opened.vault.path().to_string_lossy().into_owned();
            state.is_sample = opened.which == Which::Sample;
            state.is_first_run = !state.is_sample && app.ask(|vault| vault.find_setting(WELCOMED)).await?.is_none();
        }
        Err((which, problem)) => {
            state.is_sample = which == Which::Sample;
            state.problem = Some(problem);
        }
    }
    Ok(state)
}

/// Sums up what the vault holds.
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_summary(app: State<'_, App>) -> Result<VaultSummary, CommandError> {
    app.ask(|vault| vault.summarise()).await
}

/// Remembers that Welcome was finished with this vault.
#[tauri::command]
#[specta::specta]
pub(crate) async fn finish_welcome(app: State<'_, App>) -> Result<(), CommandError> {
    app.write(|vault| vault.writer().run(|tx| tx.settings().set_setting(WELCOMED, "true").map(|_| ()))).await
}

/// Opens a link of a transcript in the person's browser; only `http`, `https` and `mailto`, only after a click.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_link(url: String) -> Result<(), CommandError> {
    on_blocking_pool(move || links::open(&url)).await
}

/// Closes Daybook.
#[tauri::command]
#[specta::specta]
pub(crate) async fn quit(handle: AppHandle) -> Result<(), CommandError> {
    handle.exit(0);
    Ok(())
}
