//! Reads text that may be escaped as JSON any number of times: where a word begins, what a quote means, where a line ends.
//!
//! A quote in a string in a string is `\\\"`: at depth `d` it has `2^d - 1` backslashes before it. So the number of ones
//! at the end of the count of backslashes tells which depth a quote belongs to, and what is left of the count are
//! backslashes that stand for themselves.

/// A run of backslashes and the byte behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Escape {
    /// Backslashes.
    pub(super) backslashes: usize,
    /// The byte behind them, zero at the end of the text.
    pub(super) byte: u8,
    /// One past what belongs together: behind that byte, for `\u` behind the four digits.
    pub(super) end: usize,
}

impl Escape {
    /// Whether it stands for a line break or a tab.
    pub(super) fn is_blank(self) -> bool {
        matches!(self.byte, b'n' | b'r' | b't')
    }
}

/// Reads the run of backslashes that begins at `at`, where there is one.
pub(super) fn escape_at(input: &[u8], at: usize) -> Option<Escape> {
    let backslashes = input.get(at..)?.iter().take_while(|byte| **byte == b'\\').count();
    if backslashes == 0 {
        return None;
    }
    let behind = at + backslashes;
    let byte = input.get(behind).copied().unwrap_or(0);
    let end = if byte == b'u' && input.get(behind + 1..behind + 5).is_some_and(is_hexadecimal) {
        behind + 5
    } else {
        (behind + 1).min(input.len())
    };
    Some(Escape { backslashes, byte, end })
}

fn is_hexadecimal(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_hexdigit)
}

/// A quote and the depth it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quote {
    /// `"`, `'` or a backtick.
    pub(super) byte: u8,
    /// 0 for a quote without backslashes, 1 for `\"`, 2 for `\\\"`; only `"` has depths.
    pub(super) depth: u32,
    /// Its first byte, which may be a backslash that belongs to it.
    pub(super) start: usize,
    /// One past its last byte.
    pub(super) end: usize,
}

/// Reads the quote at `at`, with the backslashes before it.
pub(super) fn quote_at(input: &[u8], at: usize) -> Option<Quote> {
    let first = *input.get(at)?;
    if matches!(first, b'"' | b'\'' | b'`') {
        return Some(Quote { byte: first, depth: 0, start: at, end: at + 1 });
    }
    if first != b'\\' {
        return None;
    }
    let escape = escape_at(input, at)?;
    let depth = escape.backslashes.trailing_ones();
    match escape.byte {
        b'"' if depth < 16 => {
            let own = (1_usize << depth) - 1;
            Some(Quote { byte: b'"', depth, start: at + escape.backslashes - own, end: escape.end })
        }
        _ => None,
    }
}

/// Skips blanks, also escaped tabs, but no line breaks; looks at no more than 32 of them.
pub(super) fn skip_blanks(input: &[u8], mut at: usize) -> usize {
    for _ in 0..32 {
        match input.get(at) {
            Some(b' ' | b'\t') => at += 1,
            Some(b'\\') => match escape_at(input, at) {
                Some(escape) if escape.byte == b't' => at = escape.end,
                _ => break,
            },
            _ => break,
        }
    }
    at
}

/// Whether a word may begin at `at`: the byte before is no letter, digit or `_`, or it ends an escape such as `\n`.
pub(super) fn is_word_start(input: &[u8], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|place| input.get(place)) else { return true };
    if !(before.is_ascii_alphanumeric() || *before == b'_') {
        return true;
    }
    ends_escape(input, at)
}

/// Whether the bytes before `at` are an escape: a backslash with a letter, or `\u` with its digits.
pub(super) fn ends_escape(input: &[u8], at: usize) -> bool {
    let byte_before = |distance: usize| at.checked_sub(distance).and_then(|place| input.get(place)).copied();
    match (byte_before(2), byte_before(1)) {
        (Some(b'\\'), Some(b'n' | b'r' | b't' | b'b' | b'f')) => true,
        _ => {
            byte_before(6) == Some(b'\\')
                && byte_before(5) == Some(b'u')
                && input.get(at - 4..at).is_some_and(is_hexadecimal)
        }
    }
}

/// Whether `at` lies inside an escape: masking from there would leave a lone backslash behind.
pub(super) fn splits_escape(input: &[u8], at: usize) -> bool {
    let is_behind_backslash = at.checked_sub(1).and_then(|place| input.get(place)) == Some(&b'\\');
    is_behind_backslash
        && input
            .get(at)
            .is_some_and(|byte| matches!(byte, b'n' | b'r' | b't' | b'b' | b'f' | b'u' | b'"' | b'/' | b'\\'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_of_a_quote_is_told_by_its_backslashes() {
        for (text, depth, start) in [
            (r#"""#, 0, 0),
            (r#"\""#, 1, 0),
            (r#"\\\""#, 2, 0),
            (r#"\\\\\\\""#, 3, 0),
            // A backslash that stands for itself, then a quote that ends the string.
            (r#"\\""#, 0, 2),
            (r#"\\\\\""#, 1, 4),
        ] {
            let quote = quote_at(text.as_bytes(), 0).expect("it is a quote");
            assert_eq!((quote.depth, quote.start, quote.end), (depth, start, text.len()), "{text}");
        }
    }

    #[test]
    fn a_word_may_begin_behind_an_escaped_line_break() {
        assert!(is_word_start(br"a\nsk", 3));
        assert!(is_word_start(br"a\\nsk", 4));
        assert!(is_word_start(br"\u662fAKIA", 6));
        assert!(is_word_start("是sk".as_bytes(), 3));
        assert!(!is_word_start(b"task", 2));
        assert!(is_word_start(b"sk", 0));
    }
}
