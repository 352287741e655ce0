//! The table `message_usage` as it is written: the tokens of a reply, on its first message.

use daybook_model::Usage;
use rusqlite::{Connection, OptionalExtension as _, params};
use rustc_hash::FxHashMap;

use crate::error::VaultError;

const SET: &str = "
INSERT INTO message_usage (message_id, input, output, cache_read, cache_write, reasoning)
VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (message_id) DO UPDATE SET
    input = excluded.input,
    output = excluded.output,
    cache_read = excluded.cache_read,
    cache_write = excluded.cache_write,
    reasoning = excluded.reasoning
WHERE (input, output, cache_read, cache_write, reasoning)
    <> (excluded.input, excluded.output, excluded.cache_read, excluded.cache_write, excluded.reasoning)";

const FIND: &str = "
SELECT input, output, cache_read, cache_write, reasoning
FROM message_usage
WHERE message_id = ?1";

const FIND_REPLY: &str = "
SELECT id
FROM messages
WHERE session_id = ?1 AND source_id = ?2 AND ordinal = ?3";

#[derive(Debug, Clone, Copy)]
struct Pending {
    usage: Usage,
    /// Whether the message itself said so, which overrules what is known, or only a later line, which raises it.
    is_said_by_message: bool,
}

/// Gathers the usage of the replies of one session, so that each is written once.
#[derive(Debug, Default)]
pub(crate) struct ReplyUsage {
    by_message: FxHashMap<i64, Pending>,
    message_of_reply: FxHashMap<u32, i64>,
}

impl ReplyUsage {
    /// Remembers the first message of a reply.
    pub(crate) fn reply(&mut self, ordinal: u32, message_id: i64) {
        self.message_of_reply.insert(ordinal, message_id);
    }

    /// Takes the usage that a message brought.
    pub(crate) fn set(&mut self, message_id: i64, usage: Usage) {
        self.by_message.insert(message_id, Pending { usage, is_said_by_message: true });
    }

    /// Raises the usage of a reply. A reply that the vault does not hold is passed over.
    pub(crate) fn raise(
        &mut self,
        connection: &Connection,
        session_id: i64,
        source_id: i64,
        reply: u32,
        usage: Usage,
    ) -> Result<(), VaultError> {
        let known = self.message_of_reply.get(&reply).copied();
        let found = match known {
            Some(id) => Some(id),
            None => connection
                .prepare_cached(FIND_REPLY)?
                .query_row(params![session_id, source_id, reply], |row| row.get(0))
                .optional()?,
        };
        let Some(message_id) = found else { return Ok(()) };
        self.by_message
            .entry(message_id)
            .and_modify(|pending| pending.usage = pending.usage.at_least(usage))
            .or_insert(Pending { usage, is_said_by_message: false });
        Ok(())
    }

    /// Writes what was gathered; tells whether any row changed.
    pub(crate) fn write(&mut self, connection: &Connection) -> Result<bool, VaultError> {
        let mut all: Vec<_> = self.by_message.drain().collect();
        all.sort_unstable_by_key(|(id, _)| *id);
        let mut written = 0;
        for (id, pending) in all {
            let usage = if pending.is_said_by_message {
                pending.usage
            } else {
                pending.usage.at_least(find(connection, id)?.unwrap_or_default())
            };
            written += connection.prepare_cached(SET)?.execute(params![
                id,
                usage.input,
                usage.output,
                usage.cache_read,
                usage.cache_write,
                usage.reasoning
            ])?;
        }
        Ok(written > 0)
    }
}

fn find(connection: &Connection, message_id: i64) -> Result<Option<Usage>, VaultError> {
    let usage = connection.prepare_cached(FIND)?.query_row(params![message_id], |row| {
        Ok(Usage {
            input: row.get(0)?,
            output: row.get(1)?,
            cache_read: row.get(2)?,
            cache_write: row.get(3)?,
            reasoning: row.get(4)?,
        })
    });
    Ok(usage.optional()?)
}
