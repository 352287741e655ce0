//! Makes a decoded text fit to be kept: secrets masked, then cut, with its whole length remembered.
//!
//! Records are redacted before they are parsed; escapes can hide a secret from that, so every decoded text is redacted
//! again here. Readers pass each text of a message through [`text`] and nothing else.

use std::borrow::Cow;

use daybook_model::Message;
use daybook_text::{cut, redact};

use crate::lines::huge::MARK;

/// Room for the line that says how much is missing.
const ROOM_FOR_LINE: usize = 64;

/// A text as a message keeps it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// Redacted and cut to [`Message::TEXT_LIMIT`].
    pub text: String,
    /// Length in bytes of the whole text, where it was cut.
    pub whole_bytes: Option<u64>,
}

/// Masks secrets and cuts. `is_shortened` says that the text comes from a record that lost the middle of long strings.
pub fn text(text: Cow<'_, str>, is_shortened: bool) -> Kept {
    if is_shortened && text.contains(MARK) {
        return shortened(&text);
    }
    let masked = match redact::text(&text) {
        Cow::Borrowed(_) => None,
        Cow::Owned(masked) => Some(masked),
    };
    let text = masked.map_or(text, Cow::Owned);
    match cut::head_and_tail(&text, Message::TEXT_LIMIT) {
        Cow::Borrowed(short) if short.len() == text.len() => Kept { text: text.into_owned(), whole_bytes: None },
        short => Kept { whole_bytes: Some(text.len() as u64), text: short.into_owned() },
    }
}

/// Masks secrets in a short text (a title, a subject) and gives it back uncut.
pub fn short_text(text: &str) -> String {
    redact::text(text).into_owned()
}

/// Keeps the head before the first missing piece and the tail after the last one.
fn shortened(text: &str) -> Kept {
    let parts: Vec<&str> = text.split(MARK).collect();
    let (Some(head), Some(tail)) = (parts.first(), parts.last()) else { return Kept::default() };
    let (head, tail) = (redact::text(head), redact::text(tail));
    // Parts alternate between text and the number of bytes that are missing.
    let whole: u64 = parts
        .iter()
        .enumerate()
        .map(|(place, part)| match part.parse::<u64>() {
            Ok(missing) if place % 2 == 1 => missing,
            _ => part.len() as u64,
        })
        .sum();
    let room = Message::TEXT_LIMIT - ROOM_FOR_LINE;
    let head = &head[..head.floor_char_boundary(room / 4 * 3)];
    let tail = &tail[tail.ceil_char_boundary(tail.len().saturating_sub(room / 4))..];
    let missing = whole.saturating_sub((head.len() + tail.len()) as u64);
    Kept { text: format!("{head}\n[… {missing} bytes cut …]\n{tail}"), whole_bytes: Some(whole) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_keeps_its_length() {
        let kept = text(Cow::Owned("a".repeat(200_000)), false);

        assert!(kept.text.len() <= Message::TEXT_LIMIT);
        assert_eq!(kept.whole_bytes, Some(200_000));
    }

    #[test]
    fn a_shortened_text_counts_what_was_already_missing() {
        let kept = text(Cow::Owned(format!("{}{MARK}5000{MARK}{}", "a".repeat(90_000), "b".repeat(90_000))), true);

        assert_eq!(kept.whole_bytes, Some(185_000));
        assert!(kept.text.len() <= Message::TEXT_LIMIT);
        assert!(kept.text.starts_with('a') && kept.text.ends_with('b'));
    }

    #[test]
    fn a_short_text_is_whole() {
        assert_eq!(text(Cow::Borrowed("é"), false), Kept { text: "é".into(), whole_bytes: None });
    }
}
