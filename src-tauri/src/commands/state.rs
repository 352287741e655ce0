//! What the window asks first: which vault is open, whether something is wrong with it, how far reading has come.

use daybook_vault::rows::VaultSummary;
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::State;

use crate::app::App;
use crate::error::CommandError;
use crate::preferences::Theme;

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

/// What keeps a vault from being opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OpenProblemKind {
    /// A newer Daybook wrote it; nothing was touched.
    Newer,
    /// Its folder or file cannot be written.
    Unwritable,
    /// It is no vault, or a damaged one.
    Damaged,
}

/// Why no vault is open, in words for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenProblem {
    /// What is wrong.
    pub(crate) kind: OpenProblemKind,
    /// What happened.
    pub(crate) message: String,
    /// What to do.
    pub(crate) hint: String,
}

/// Says which vault is open, or why none is.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_state(app: State<'_, App>) -> Result<OpenState, CommandError> {
    app.todo()
}

/// Sums up what the vault holds.
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_summary(app: State<'_, App>) -> Result<VaultSummary, CommandError> {
    app.todo()
}

/// Remembers that Welcome was finished with this vault.
#[tauri::command]
#[specta::specta]
pub(crate) async fn finish_welcome(app: State<'_, App>) -> Result<(), CommandError> {
    app.todo()
}

/// Opens a link of a transcript in the person's browser; only `http`, `https` and `mailto`, only after a click.
#[tauri::command]
#[specta::specta]
pub(crate) async fn open_link(app: State<'_, App>, url: String) -> Result<(), CommandError> {
    app.todo()
}

/// Closes Daybook.
#[tauri::command]
#[specta::specta]
pub(crate) async fn quit(app: State<'_, App>) -> Result<(), CommandError> {
    app.todo()
}
