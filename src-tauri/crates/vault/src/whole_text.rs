//! The question "what is the whole text of this message?", answered from the raw archive where the text was cut.
//!
//! The archive holds the source's own lines. A cut message keeps the beginning of its text; the whole is the longest
//! string of its record that begins the same way. Where there is none (the text was put together from several
//! places), the record itself is shown.

use rusqlite::{OptionalExtension as _, params};
use serde_json::Value;

use crate::error::VaultError;
use crate::questions::Questions;
use crate::rows::TextPiece;

pub(crate) const GET: &str = "
SELECT source_id, source_offset, whole_bytes, text
FROM messages
WHERE id = ?1";

/// The newest generation comes first; a superseded message lies in an earlier one.
pub(crate) const LIST_CHUNKS: &str = "
SELECT generation, start_offset, end_offset, data
FROM raw_chunks
WHERE source_id = ?1 AND start_offset <= ?2 AND end_offset > ?2
ORDER BY generation DESC";

/// A line longer than a chunk goes on in the next one.
pub(crate) const GET_NEXT_CHUNK: &str = "
SELECT end_offset, data
FROM raw_chunks
WHERE source_id = ?1 AND generation = ?2 AND start_offset = ?3";

/// How much of the kept text must agree, in bytes.
const AGREEMENT: usize = 256;

/// The most that is unpacked for one text, in bytes; no line that was seen in the wild is half as long.
const LONGEST: usize = 256 << 20;

impl Questions {
    /// Gets the whole text of a message: as kept where all of it was kept, else from the raw archive. Where the
    /// archive does not hold it (any more), the kept text is the answer.
    ///
    /// # Errors
    /// [`VaultError::NotFound`] if the vault holds no such message.
    pub fn get_whole_text(&self, message_id: i64) -> Result<String, VaultError> {
        let connection = self.connection();
        let (source_id, offset, whole_bytes, text): (i64, i64, Option<i64>, String) = connection
            .prepare_cached(GET)?
            .query_row(params![message_id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
            .optional()?
            .ok_or(VaultError::NotFound { what: "message", id: message_id })?;
        if whole_bytes.is_none() {
            return Ok(text);
        }
        let head = head_of(&text);
        let mut fallback = None;
        let mut statement = connection.prepare_cached(LIST_CHUNKS)?;
        let mut rows = statement.query(params![source_id, offset])?;
        while let Some(row) = rows.next()? {
            let (generation, start, mut end): (i64, i64, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let mut lines = Vec::new();
            unpack(row.get_ref(3)?.as_blob().map_err(rusqlite::Error::from)?, &mut lines)?;
            while !lines.ends_with(b"\n") && lines.len() < LONGEST {
                let mut next = connection.prepare_cached(GET_NEXT_CHUNK)?;
                let mut next = next.query(params![source_id, generation, end])?;
                let Some(row) = next.next()? else { break };
                end = row.get(0)?;
                unpack(row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?, &mut lines)?;
            }
            for record in records_at(&lines, offset - start) {
                if let Some(whole) = longest_string_with(&record, head) {
                    return Ok(whole.to_owned());
                }
                fallback = fallback.or_else(|| serde_json::to_string_pretty(&record).ok());
            }
        }
        Ok(fallback.unwrap_or(text))
    }

    /// Gets the piece of the whole text of a message that begins at byte `from` and has about `limit` bytes.
    ///
    /// # Errors
    /// As [`Self::get_whole_text`].
    pub fn get_text_piece(&self, message_id: i64, from: i64, limit: usize) -> Result<TextPiece, VaultError> {
        Ok(piece_of(&self.get_whole_text(message_id)?, from, limit))
    }
}

/// Cuts the piece of a text that begins at `from` and has at most `limit` bytes; both ends lie between characters.
fn piece_of(whole: &str, from: i64, limit: usize) -> TextPiece {
    let start = whole.floor_char_boundary(usize::try_from(from).unwrap_or(0));
    // A limit shorter than a character must not stand still.
    let end = whole.ceil_char_boundary(start.saturating_add(limit.max(1)));
    let next = (end < whole.len()).then(|| i64::try_from(end).unwrap_or(i64::MAX));
    TextPiece { text: whole[start..end].to_owned(), next }
}

/// Adds what a chunk holds to the lines unpacked so far.
fn unpack(chunk: &[u8], lines: &mut Vec<u8>) -> Result<(), VaultError> {
    zstd::stream::copy_decode(chunk, lines).map_err(|source| VaultError::RawArchiveUnreadable { source })
}

/// Takes the beginning of a kept text that can be compared: it ends before the line that says how much was cut.
fn head_of(text: &str) -> &str {
    let end = text.find("\n[… ").unwrap_or(text.len());
    let end = text.floor_char_boundary(end.min(AGREEMENT));
    &text[..end]
}

/// Reads the records that may begin at an offset of the source. Redaction may have shifted the lines of a chunk, so
/// that the line at the offset comes first and all others follow it.
fn records_at(lines: &[u8], offset: i64) -> Vec<Value> {
    let offset = usize::try_from(offset).unwrap_or(0);
    let mut records = Vec::new();
    let mut start = 0_usize;
    for line in lines.split_inclusive(|byte| *byte == b'\n') {
        if let Ok(record) = serde_json::from_slice::<Value>(line.trim_ascii()) {
            records.push((start.abs_diff(offset), record));
        }
        start += line.len();
    }
    records.sort_by_key(|(distance, _)| *distance);
    records.into_iter().map(|(_, record)| record).collect()
}

/// Finds the longest string anywhere in a record that begins with `head`.
fn longest_string_with<'record>(record: &'record Value, head: &str) -> Option<&'record str> {
    let mut open = vec![record];
    let mut longest: Option<&str> = None;
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) if text.starts_with(head) && longest.is_none_or(|known| known.len() < text.len()) => {
                longest = Some(text);
            }
            Value::Array(values) => open.extend(values),
            Value::Object(fields) => open.extend(fields.values()),
            _ => {}
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_string_that_begins_alike_is_the_text() {
        let record =
            serde_json::json!({"title": "abc", "message": {"content": [{"text": "abc def"}, {"text": "xyz"}]}});

        assert_eq!(longest_string_with(&record, "abc"), Some("abc def"));
        assert_eq!(longest_string_with(&record, "nothing"), None);
    }

    #[test]
    fn pieces_make_the_whole_again() {
        let whole = "Grüße aus 東京, 😀 und zurück";
        for limit in 0..12 {
            let (mut said, mut from) = (String::new(), Some(0));
            while let Some(at) = from {
                let piece = piece_of(whole, at, limit);
                assert!(!piece.text.is_empty(), "every piece goes on");
                said.push_str(&piece.text);
                from = piece.next;
            }
            assert_eq!(said, whole, "pieces of {limit} bytes");
        }
        assert_eq!(piece_of(whole, 1_000_000, 5), TextPiece { text: String::new(), next: None });
    }

    #[test]
    fn the_head_ends_before_the_mark_of_the_cut() {
        assert_eq!(head_of("begin\n[… 12 bytes cut …]\nend"), "begin");
    }
}
