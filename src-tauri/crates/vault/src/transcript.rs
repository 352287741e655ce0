//! The questions about one session's transcript: its skeleton, its messages, and where words occur in it.

use daybook_model::{Kind, Origin, Usage};
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::VaultError;
use crate::questions::Questions;
use crate::rows::{SessionLink, ToolRow, TranscriptLine, TranscriptMessage};
use crate::session_detail::link;
use crate::steps::is_typed;
use crate::words::{optional_word_at, word_at};

/// Longest text of a message that is handed out at once, in characters.
const TEXT_LENGTH: usize = 16_000;

/// Longest line of the outline, in characters.
const OUTLINE_LENGTH: usize = 120;

/// Lengths are in the row's header: only the beginnings of prompts are read.
pub(crate) const LIST: &str = "
SELECT messages.id, messages.source_id, messages.ordinal, messages.kind, messages.origin, messages.state, messages.at,
    octet_length(messages.text) AS bytes, messages.turn,
    CASE messages.origin WHEN 'human' THEN substr(messages.text, 1, 600) END AS beginning
FROM messages
JOIN session_sources
    ON session_sources.session_id = messages.session_id AND session_sources.source_id = messages.source_id
WHERE messages.session_id = ?1
ORDER BY session_sources.segment_at, messages.source_id, messages.ordinal, messages.id";

pub(crate) const LIST_FAILURES: &str = "
SELECT call_message_id, result_message_id
FROM tool_events
WHERE session_id = ?1 AND (is_error = 1 OR (exit_code IS NOT NULL AND exit_code <> 0))";

pub(crate) const LIST_COMPACTIONS: &str = "
SELECT source_id, before_ordinal
FROM compactions
WHERE session_id = ?1
ORDER BY source_id, before_ordinal";

pub(crate) const GET_MESSAGE: &str = "
SELECT messages.id, messages.ordinal, messages.native_id, messages.role, messages.origin, messages.kind,
    messages.state, messages.at, messages.model, messages.text, messages.whole_bytes, messages.duration_ms,
    message_usage.message_id IS NOT NULL AS has_usage, message_usage.input, message_usage.output,
    message_usage.cache_read, message_usage.cache_write, message_usage.reasoning
FROM messages
LEFT JOIN message_usage ON message_usage.message_id = messages.id
WHERE messages.id = ?1 AND messages.session_id = ?2";

pub(crate) const FIND_TOOL_OF_CALL: &str = "SELECT * FROM tool_events WHERE call_message_id = ?1";

pub(crate) const FIND_TOOL_OF_RESULT: &str = "SELECT * FROM tool_events WHERE result_message_id = ?1";

pub(crate) const FIND_CHILD: &str = "
SELECT sessions.id, sessions.native_id, COALESCE(session_figures.title, '') AS title,
    session_figures.started_at, COALESCE(session_figures.active_ms, 0) AS active_ms, sessions.relation
FROM sessions
LEFT JOIN session_figures ON session_figures.session_id = sessions.id
WHERE sessions.parent_session_id = ?1 AND sessions.parent_call_id = ?2
ORDER BY sessions.id
LIMIT 1";

pub(crate) const LIST_TEXTS: &str = "
SELECT messages.id, messages.text
FROM messages
JOIN session_sources
    ON session_sources.session_id = messages.session_id AND session_sources.source_id = messages.source_id
WHERE messages.session_id = ?1
ORDER BY session_sources.segment_at, messages.source_id, messages.ordinal, messages.id";

impl Questions {
    /// Lists the skeleton of a session's transcript, in order.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_transcript(&self, session_id: i64) -> Result<Vec<TranscriptLine>, VaultError> {
        let connection = self.connection();
        let failures = list_failures(connection, session_id)?;
        let mut compactions = list_compactions(connection, session_id)?;
        let mut statement = connection.prepare_cached(LIST)?;
        let mut rows = statement.query(params![session_id])?;
        let mut lines = Vec::new();
        while let Some(row) = rows.next()? {
            let mut line = line(row, &failures)?;
            let (source_id, ordinal): (i64, i64) = (row.get("source_id")?, row.get("ordinal")?);
            if let Some(open) = compactions.get_mut(&source_id) {
                while open.last().is_some_and(|before| *before <= ordinal) {
                    open.pop();
                    line.is_after_compaction = true;
                }
            }
            lines.push(line);
        }
        Ok(lines)
    }

    /// Lists messages of a session in the order of their ids as given; ids of other sessions are passed over.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_messages(&self, session_id: i64, ids: &[i64]) -> Result<Vec<TranscriptMessage>, VaultError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached(GET_MESSAGE)?;
        let mut messages = Vec::with_capacity(ids.len());
        for id in ids {
            let Some(mut message) = statement.query_row(params![id, session_id], message).optional()? else {
                continue;
            };
            message.tool = find_tool(connection, &message)?;
            if let Some(tool) = message.tool.as_ref().filter(|_| message.kind == Kind::ToolCall) {
                message.child = find_child(connection, session_id, &tool.call_id)?;
            }
            messages.push(message);
        }
        Ok(messages)
    }

    /// Lists, in order, the messages of a session in which the words occur as typed, in any case.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn find_in_session(&self, session_id: i64, words: &str) -> Result<Vec<i64>, VaultError> {
        let needle = words.trim().to_lowercase();
        if needle.is_empty() {
            return Ok(Vec::new());
        }
        let mut statement = self.connection().prepare_cached(LIST_TEXTS)?;
        let mut rows = statement.query(params![session_id])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            if contains(row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?, &needle) {
                found.push(row.get(0)?);
            }
        }
        Ok(found)
    }
}

fn line(row: &Row<'_>, failures: &FxHashSet<i64>) -> rusqlite::Result<TranscriptLine> {
    let id = row.get("id")?;
    let (kind, origin): (Kind, Origin) = (word_at(row, "kind")?, word_at(row, "origin")?);
    let beginning: Option<String> = row.get("beginning")?;
    let outline = match beginning {
        Some(text) if is_typed(origin, kind) => daybook_text::cut::first_line(&text, OUTLINE_LENGTH).to_owned(),
        _ => String::new(),
    };
    Ok(TranscriptLine {
        id,
        kind,
        origin,
        state: word_at(row, "state")?,
        at: row.get("at")?,
        bytes: row.get("bytes")?,
        turn: row.get("turn")?,
        is_failure: failures.contains(&id),
        outline,
        is_after_compaction: false,
    })
}

fn list_failures(connection: &Connection, session_id: i64) -> Result<FxHashSet<i64>, VaultError> {
    let mut statement = connection.prepare_cached(LIST_FAILURES)?;
    let mut rows = statement.query(params![session_id])?;
    let mut failures = FxHashSet::default();
    while let Some(row) = rows.next()? {
        failures.extend(row.get::<_, Option<i64>>(0)?);
        failures.extend(row.get::<_, Option<i64>>(1)?);
    }
    Ok(failures)
}

/// Lists by source where compactions lie, the first one last, so that it can be popped.
fn list_compactions(connection: &Connection, session_id: i64) -> Result<FxHashMap<i64, Vec<i64>>, VaultError> {
    let mut statement = connection.prepare_cached(LIST_COMPACTIONS)?;
    let mut rows = statement.query(params![session_id])?;
    let mut by_source: FxHashMap<i64, Vec<i64>> = FxHashMap::default();
    while let Some(row) = rows.next()? {
        by_source.entry(row.get(0)?).or_default().insert(0, row.get(1)?);
    }
    Ok(by_source)
}

fn message(row: &Row<'_>) -> rusqlite::Result<TranscriptMessage> {
    let mut text: String = row.get("text")?;
    let mut whole_bytes: Option<i64> = row.get("whole_bytes")?;
    if let Some((end, _)) = text.char_indices().nth(TEXT_LENGTH) {
        whole_bytes = whole_bytes.or_else(|| i64::try_from(text.len()).ok());
        text.truncate(end);
    }
    let usage = if row.get("has_usage")? { Some(usage(row)?) } else { None };
    Ok(TranscriptMessage {
        id: row.get("id")?,
        ordinal: row.get("ordinal")?,
        native_id: row.get("native_id")?,
        role: word_at(row, "role")?,
        origin: word_at(row, "origin")?,
        kind: word_at(row, "kind")?,
        state: word_at(row, "state")?,
        at: row.get("at")?,
        model: row.get("model")?,
        text,
        whole_bytes,
        duration_ms: row.get("duration_ms")?,
        tool: None,
        usage,
        child: None,
    })
}

fn usage(row: &Row<'_>) -> rusqlite::Result<Usage> {
    Ok(Usage {
        input: row.get("input")?,
        output: row.get("output")?,
        cache_read: row.get("cache_read")?,
        cache_write: row.get("cache_write")?,
        reasoning: row.get("reasoning")?,
    })
}

/// Finds the tool event of a call or of a result.
fn find_tool(connection: &Connection, message: &TranscriptMessage) -> Result<Option<ToolRow>, VaultError> {
    let statement = match message.kind {
        Kind::ToolCall => FIND_TOOL_OF_CALL,
        Kind::ToolResult => FIND_TOOL_OF_RESULT,
        _ => return Ok(None),
    };
    Ok(connection.prepare_cached(statement)?.query_row(params![message.id], tool).optional()?)
}

fn tool(row: &Row<'_>) -> rusqlite::Result<ToolRow> {
    Ok(ToolRow {
        call_id: row.get("call_id")?,
        name: row.get("name")?,
        command_head: row.get("command_head")?,
        subject: row.get("subject")?,
        is_error: row.get("is_error")?,
        exit_code: row.get("exit_code")?,
        duration_ms: row.get("duration_ms")?,
        is_denied: row.get("is_denied")?,
        is_interrupted: row.get("is_interrupted")?,
        call_message_id: row.get("call_message_id")?,
        result_message_id: row.get("result_message_id")?,
    })
}

/// Finds the session that a call started.
fn find_child(connection: &Connection, session_id: i64, call_id: &str) -> Result<Option<SessionLink>, VaultError> {
    let mut statement = connection.prepare_cached(FIND_CHILD)?;
    let child = statement.query_row(params![session_id, call_id], |row| {
        link(row, optional_word_at(row, "relation")?.unwrap_or(daybook_model::Relation::Subagent), None)
    });
    Ok(child.optional()?)
}

/// Tells whether a text contains a lower-case needle in any case.
fn contains(text: &str, needle: &str) -> bool {
    if needle.is_ascii() {
        let needle = needle.as_bytes();
        return text.as_bytes().windows(needle.len()).any(|window| window.eq_ignore_ascii_case(needle));
    }
    text.to_lowercase().contains(needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_case() {
        assert!(contains("The Größe of it", "größe"));
        assert!(contains("READ me", "read"));
        assert!(!contains("re ad", "read"));
    }
}
