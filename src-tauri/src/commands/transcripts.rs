//! The transcript of a session: its skeleton, slices of its messages, and words found in it.

use daybook_model::Kind;
use daybook_vault::{TextPiece, TranscriptLine, TranscriptMessage};
use serde::{Deserialize, Serialize};
use specta::Type;
use tauri::State;

use crate::app::App;
use crate::error::CommandError;

/// A message of a transcript with its text as safe HTML.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TranscriptMessageView {
    /// The message.
    #[serde(flatten)]
    pub(crate) message: TranscriptMessage,
    /// Its text as sanitised HTML where it is Markdown (prose, code, summary, reasoning); else empty: show `text`.
    pub(crate) html: String,
}

impl From<TranscriptMessage> for TranscriptMessageView {
    fn from(message: TranscriptMessage) -> Self {
        let html = match message.kind {
            Kind::Prose | Kind::Code | Kind::Reasoning | Kind::Summary => {
                daybook_text::html::from_markdown(&message.text)
            }
            Kind::ToolCall | Kind::ToolResult | Kind::System => String::new(),
        };
        Self { message, html }
    }
}

/// Lists the skeleton of a session: one short line a message, in order.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_transcript(app: State<'_, App>, session_id: i64) -> Result<Vec<TranscriptLine>, CommandError> {
    app.ask(move |vault| vault.list_transcript(session_id)).await
}

/// Lists these messages of a session, in order.
#[tauri::command]
#[specta::specta]
pub(crate) async fn list_messages(
    app: State<'_, App>,
    session_id: i64,
    ids: Vec<i64>,
) -> Result<Vec<TranscriptMessageView>, CommandError> {
    app.ask(move |vault| {
        let messages = vault.list_messages(session_id, &ids)?;
        Ok(messages.into_iter().map(TranscriptMessageView::from).collect())
    })
    .await
}

/// Finds the messages of a session that contain these words; answers ids in order.
#[tauri::command]
#[specta::specta]
pub(crate) async fn find_in_session(
    app: State<'_, App>,
    session_id: i64,
    words: String,
) -> Result<Vec<i64>, CommandError> {
    app.ask(move |vault| vault.find_in_session(session_id, &words)).await
}

/// Longest piece of a text that crosses to the page, in bytes.
const LONGEST_PIECE: usize = 1_500_000;

/// Gets a piece of the whole text of a message from the raw archive, from a byte of it on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn get_whole_text(app: State<'_, App>, message_id: i64, from: i64) -> Result<TextPiece, CommandError> {
    app.ask(move |vault| vault.get_text_piece(message_id, from, LONGEST_PIECE)).await
}
