//! The table `tool_events` as it is written: a call, its result and its outcome meet in one row, in any order.

use daybook_model::{ToolCall, ToolOutcome};
use rusqlite::{Connection, named_params};
use rustc_hash::FxHashMap;

use crate::error::VaultError;

/// Most events are new. A statement that may also update opens a savepoint for every row, which this one does not.
const INSERT: &str = "
INSERT INTO tool_events (session_id, call_id, call_message_id, result_message_id, name, command_head, subject,
    is_error, exit_code, duration_ms, is_denied, is_interrupted)
VALUES (:session_id, :call_id, :call_message_id, :result_message_id, :name, :command_head, :subject,
    :is_error, :exit_code, :duration_ms, :is_denied, :is_interrupted)
ON CONFLICT (session_id, call_id) DO NOTHING";

/// Later pieces add to a row and overwrite what they name; nothing is written where nothing is new.
const MERGE: &str = "
INSERT INTO tool_events (session_id, call_id, call_message_id, result_message_id, name, command_head, subject,
    is_error, exit_code, duration_ms, is_denied, is_interrupted)
VALUES (:session_id, :call_id, :call_message_id, :result_message_id, :name, :command_head, :subject,
    :is_error, :exit_code, :duration_ms, :is_denied, :is_interrupted)
ON CONFLICT (session_id, call_id) DO UPDATE SET
    call_message_id = COALESCE(excluded.call_message_id, call_message_id),
    result_message_id = COALESCE(excluded.result_message_id, result_message_id),
    name = CASE excluded.name WHEN '' THEN name ELSE excluded.name END,
    command_head = CASE excluded.command_head WHEN '' THEN command_head ELSE excluded.command_head END,
    subject = CASE excluded.subject WHEN '' THEN subject ELSE excluded.subject END,
    is_error = COALESCE(excluded.is_error, is_error),
    exit_code = COALESCE(excluded.exit_code, exit_code),
    duration_ms = COALESCE(excluded.duration_ms, duration_ms),
    is_denied = MAX(excluded.is_denied, is_denied),
    is_interrupted = MAX(excluded.is_interrupted, is_interrupted)
WHERE call_message_id IS NOT COALESCE(excluded.call_message_id, call_message_id)
    OR result_message_id IS NOT COALESCE(excluded.result_message_id, result_message_id)
    OR (excluded.name <> '' AND name <> excluded.name)
    OR (excluded.command_head <> '' AND command_head <> excluded.command_head)
    OR (excluded.subject <> '' AND subject <> excluded.subject)
    OR is_error IS NOT COALESCE(excluded.is_error, is_error)
    OR exit_code IS NOT COALESCE(excluded.exit_code, exit_code)
    OR duration_ms IS NOT COALESCE(excluded.duration_ms, duration_ms)
    OR is_denied < excluded.is_denied
    OR is_interrupted < excluded.is_interrupted";

/// What is known of a call so far.
#[derive(Debug, Default)]
struct Pending {
    call_message_id: Option<i64>,
    result_message_id: Option<i64>,
    call: ToolCall,
    outcome: ToolOutcome,
}

/// Gathers the tool events of one session, so that each is written once.
#[derive(Debug, Default)]
pub(crate) struct ToolEvents {
    by_call: FxHashMap<String, Pending>,
}

impl ToolEvents {
    /// How many events are gathered before they are written, so that memory stays bounded.
    const MOST_PENDING: usize = 2_000;

    /// Takes a call.
    pub(crate) fn call(&mut self, message_id: i64, call: ToolCall) {
        let pending = self.by_call.entry(call.call_id.clone()).or_default();
        pending.call_message_id = Some(message_id);
        pending.call = call;
    }

    /// Takes an outcome, with the message that holds the result where there is one.
    pub(crate) fn outcome(&mut self, message_id: Option<i64>, outcome: &ToolOutcome) {
        let pending = self.by_call.entry(outcome.call_id.clone()).or_default();
        pending.result_message_id = message_id.or(pending.result_message_id);
        let known = &mut pending.outcome;
        known.is_error = outcome.is_error.or(known.is_error);
        known.exit_code = outcome.exit_code.or(known.exit_code);
        known.duration_ms = outcome.duration_ms.or(known.duration_ms);
        known.is_denied |= outcome.is_denied;
        known.is_interrupted |= outcome.is_interrupted;
    }

    /// Tells whether it is time to write.
    pub(crate) fn is_full(&self) -> bool {
        self.by_call.len() >= Self::MOST_PENDING
    }

    /// Writes what was gathered; tells whether any row changed.
    pub(crate) fn write(&mut self, connection: &Connection, session_id: i64) -> Result<bool, VaultError> {
        if self.by_call.is_empty() {
            return Ok(false);
        }
        let mut events: Vec<_> = self.by_call.drain().collect();
        events.sort_unstable_by(|(one, a), (other, b)| {
            (a.call_message_id, a.result_message_id, one).cmp(&(b.call_message_id, b.result_message_id, other))
        });
        let mut insert = connection.prepare_cached(INSERT)?;
        let mut merge = connection.prepare_cached(MERGE)?;
        let mut written = 0;
        for (call_id, event) in events {
            let values = named_params! {
                ":session_id": session_id,
                ":call_id": call_id,
                ":call_message_id": event.call_message_id,
                ":result_message_id": event.result_message_id,
                ":name": event.call.name,
                ":command_head": event.call.command_head,
                ":subject": event.call.subject,
                ":is_error": event.outcome.is_error,
                ":exit_code": event.outcome.exit_code,
                ":duration_ms": event.outcome.duration_ms,
                ":is_denied": event.outcome.is_denied,
                ":is_interrupted": event.outcome.is_interrupted,
            };
            let is_new = insert.execute(values)? > 0;
            written += if is_new { 1 } else { merge.execute(values)? };
        }
        Ok(written > 0)
    }
}
