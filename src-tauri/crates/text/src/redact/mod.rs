//! Masks secrets before anything is kept. Growing: the kinds follow.

use std::borrow::Cow;

/// Masks secrets in plain text; borrowed if nothing was found.
pub fn text(input: &str) -> Cow<'_, str> {
    Cow::Borrowed(input)
}

/// Masks secrets in one line of JSON, keeping it valid JSON of the same structure.
pub fn json_line(input: &[u8]) -> Cow<'_, [u8]> {
    Cow::Borrowed(input)
}

/// Counts the marks in a text.
pub fn count_marks(text: &str) -> usize {
    memchr::memmem::find_iter(text.as_bytes(), b"[REDACTED:").count()
}
