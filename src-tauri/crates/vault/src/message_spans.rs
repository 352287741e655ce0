//! The table `message_spans`: which session a message belongs to, told from its id alone.
//!
//! A search meets very many ids. Looking each of them up would read a page of the vault for every match; the spans of
//! all sessions are a few thousand rows.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::VaultError;

const FIND_BEFORE: &str = "
SELECT first_id, last_id, session_id
FROM message_spans
WHERE first_id < ?1
ORDER BY first_id DESC
LIMIT 1";

const EXTEND: &str = "UPDATE message_spans SET last_id = ?2 WHERE first_id = ?1";

const INSERT: &str = "INSERT INTO message_spans (first_id, last_id, session_id) VALUES (?1, ?2, ?3)";

pub(crate) const LIST: &str = "SELECT first_id, last_id, session_id FROM message_spans ORDER BY first_id";

/// A run of ids without a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) first_id: i64,
    pub(crate) last_id: i64,
}

/// Gathers the ids of new messages of one session, which come in ascending order.
#[derive(Debug, Default)]
pub(crate) struct NewSpans(Vec<Span>);

impl NewSpans {
    /// Takes the id of the next new message.
    pub(crate) fn add(&mut self, id: i64) {
        match self.0.last_mut() {
            Some(span) if span.last_id + 1 == id => span.last_id = id,
            _ => self.0.push(Span { first_id: id, last_id: id }),
        }
    }

    /// Writes what was gathered; a run that goes on where the session's last one ended becomes part of it.
    pub(crate) fn write(&mut self, connection: &Connection, session_id: i64) -> Result<(), VaultError> {
        for span in self.0.drain(..) {
            let before: Option<(i64, i64, i64)> = connection
                .prepare_cached(FIND_BEFORE)?
                .query_row(params![span.first_id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()?;
            match before {
                Some((first_id, last_id, owner)) if last_id + 1 == span.first_id && owner == session_id => {
                    connection.prepare_cached(EXTEND)?.execute(params![first_id, span.last_id])?;
                }
                _ => {
                    connection.prepare_cached(INSERT)?.execute(params![span.first_id, span.last_id, session_id])?;
                }
            }
        }
        Ok(())
    }
}

/// Finds the sessions of messages that are asked for in ascending order.
#[derive(Debug)]
pub(crate) struct SessionsOfMessages {
    spans: Vec<(Span, i64)>,
    at: usize,
}

impl SessionsOfMessages {
    /// Loads all spans.
    pub(crate) fn load(connection: &Connection) -> Result<Self, VaultError> {
        let mut statement = connection.prepare_cached(LIST)?;
        let spans = statement
            .query_map([], |row| Ok((Span { first_id: row.get(0)?, last_id: row.get(1)? }, row.get(2)?)))?
            .collect::<Result<_, _>>()?;
        Ok(Self { spans, at: 0 })
    }

    /// Finds the session of a message.
    pub(crate) fn of(&mut self, id: i64) -> Option<i64> {
        while self.spans.get(self.at).is_some_and(|(span, _)| span.last_id < id) {
            self.at += 1;
        }
        self.spans.get(self.at).filter(|(span, _)| span.first_id <= id).map(|(_, session_id)| *session_id)
    }
}
