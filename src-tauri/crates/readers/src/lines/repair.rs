//! Saves what can be saved of a damaged line: halves of surrogate pairs, bytes that are no UTF-8, records glued together.
//!
//! Pure work on one line. Every function gives its input back untouched where there is nothing to repair.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memmem;
use serde::de::IgnoredAny;

/// Most places in one line at which a whole record is looked for.
const MOST_ATTEMPTS: usize = 4096;

/// Most bytes parsed while looking, as a multiple of the length of the line.
const MOST_WORK: usize = 16;

/// Gives the line as text; bytes that are no UTF-8 become U+FFFD.
pub(super) fn text(line: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(line),
    }
}

/// Tells whether the line may hold an escaped surrogate, whole or half.
pub(super) fn has_surrogate_escape(line: &[u8]) -> bool {
    memmem::find(line, br"\ud").is_some() || memmem::find(line, br"\uD").is_some()
}

/// Replaces each half of a surrogate pair that stands alone by an escaped U+FFFD. Whole pairs stay, and so does what
/// only looks like an escape behind an escaped backslash.
pub(super) fn lone_surrogates(json: &str) -> Cow<'_, str> {
    let bytes = json.as_bytes();
    let mut repaired: Option<String> = None;
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &bytes[at..]) {
        let escape = at + found;
        at = escape + 2;
        if bytes.get(escape + 1) != Some(&b'u') {
            if at >= bytes.len() {
                break;
            }
            continue;
        }
        let Some(unit) = code_unit(bytes, escape) else { continue };
        at = escape + 6;
        let is_lone = match unit {
            0xD800..=0xDBFF => {
                let is_pair = code_unit(bytes, at).is_some_and(|low| (0xDC00..=0xDFFF).contains(&low));
                if is_pair {
                    at += 6;
                }
                !is_pair
            }
            0xDC00..=0xDFFF => true,
            _ => false,
        };
        if is_lone {
            let repaired = repaired.get_or_insert_with(|| String::with_capacity(json.len()));
            repaired.push_str(&json[copied..escape]);
            repaired.push_str(r"\ufffd");
            copied = at;
        }
    }
    match repaired {
        None => Cow::Borrowed(json),
        Some(mut repaired) => {
            repaired.push_str(&json[copied..]);
            Cow::Owned(repaired)
        }
    }
}

/// Reads the code unit of an escape that begins at `at`, if one does.
fn code_unit(bytes: &[u8], at: usize) -> Option<u16> {
    let escape = bytes.get(at..at + 6)?;
    if &escape[..2] != br"\u" || !escape[2..].iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let digits = std::str::from_utf8(&escape[2..]).ok()?;
    u16::from_str_radix(digits, 16).ok()
}

/// Tells whether the text is one JSON value of any kind.
pub(super) fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Finds the whole objects in a line that does not parse: those at its start, one directly behind the other, and those
/// that follow a torn record up to the end of the line.
pub(super) fn whole_objects(line: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut work = line.len().saturating_mul(MOST_WORK) + 64 * 1024;
    let mut at = chain(line, 0, &mut found, &mut work);
    if is_blank(&line[at..]) {
        return found;
    }
    let mut attempts = MOST_ATTEMPTS;
    let mut scanner = Scanner { at, is_in_string: false, last: b' ', nesting: Vec::new() };
    while let Some(candidate) = scanner.next_object(line.as_bytes()) {
        if attempts == 0 || work == 0 {
            break;
        }
        attempts -= 1;
        let before = found.len();
        at = chain(line, candidate, &mut found, &mut work);
        if found.len() > before && is_blank(&line[at..]) {
            break;
        }
        found.truncate(before);
    }
    found
}

/// Collects whole objects that follow each other from `at` on and says where the last one ends.
fn chain(line: &str, mut at: usize, found: &mut Vec<Range<usize>>, work: &mut usize) -> usize {
    loop {
        let rest = &line[at..];
        let start = at + (rest.len() - rest.trim_start_matches(is_padding).len());
        if !line[start..].starts_with('{') {
            return at;
        }
        let mut values = serde_json::Deserializer::from_str(&line[start..]).into_iter::<IgnoredAny>();
        let is_whole = matches!(values.next(), Some(Ok(_)));
        *work = work.saturating_sub(values.byte_offset().max(64));
        if !is_whole {
            return at;
        }
        at = start + values.byte_offset();
        found.push(start..at);
    }
}

fn is_padding(letter: char) -> bool {
    letter == '\0' || letter.is_ascii_whitespace()
}

fn is_blank(text: &str) -> bool {
    text.chars().all(is_padding)
}

/// Walks through a torn record and stops at each `{"` that cannot be a value inside it.
struct Scanner {
    at: usize,
    is_in_string: bool,
    /// The last letter outside strings that is not blank.
    last: u8,
    /// The brackets that are open, as far as the torn record goes.
    nesting: Vec<u8>,
}

impl Scanner {
    fn next_object(&mut self, line: &[u8]) -> Option<usize> {
        while let Some(&letter) = line.get(self.at) {
            let here = self.at;
            self.at += 1;
            let begins = letter == b'{' && here > 0 && line.get(here + 1) == Some(&b'"');
            if self.is_in_string {
                match letter {
                    b'\\' => self.at += 1,
                    b'"' => {
                        self.is_in_string = false;
                        self.last = b'"';
                    }
                    _ if begins => return Some(here),
                    _ => {}
                }
                continue;
            }
            let is_value =
                matches!(self.last, b':' | b'[') || (self.last == b',' && self.nesting.last() == Some(&b'['));
            match letter {
                b'"' => self.is_in_string = true,
                b'{' | b'[' => self.nesting.push(letter),
                b'}' | b']' => {
                    self.nesting.pop();
                }
                _ => {}
            }
            if !letter.is_ascii_whitespace() && letter != 0 {
                self.last = letter;
            }
            if begins && !is_value {
                return Some(here);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn objects(line: &str) -> Vec<&str> {
        whole_objects(line).into_iter().map(|range| &line[range]).collect()
    }

    #[test]
    fn half_a_surrogate_pair_becomes_a_replacement() {
        for (broken, repaired) in [
            (r#"{"a":"x \ud83d y"}"#, r#"{"a":"x \ufffd y"}"#),
            (r#"{"a":"\uDE00"}"#, r#"{"a":"\ufffd"}"#),
            (r#"{"\ud83d":1}"#, r#"{"\ufffd":1}"#),
            (r#"{"a":"\ud83d\u0041"}"#, r#"{"a":"\ufffd\u0041"}"#),
            (r#"{"a":"\ud83d\ud83d\ude00"}"#, r#"{"a":"\ufffd\ud83d\ude00"}"#),
        ] {
            assert_eq!(lone_surrogates(broken), repaired, "only the half without its other half is replaced");
        }
    }

    #[test]
    fn whole_pairs_and_escaped_backslashes_stay() {
        for whole in [r#"{"a":"\ud83d\ude00"}"#, r#"{"a":"\\ud83d"}"#, r#"{"a":"\u00e9 \\"}"#, r"\", r"\u", r"\ud8"] {
            assert_eq!(lone_surrogates(whole), whole);
        }
    }

    #[test]
    fn the_record_behind_a_torn_one_is_found() {
        assert_eq!(
            objects(r#"{"type":"pr-link","id":"bd6{"type":"user","n":{"a":1}}"#),
            [r#"{"type":"user","n":{"a":1}}"#]
        );
        assert_eq!(objects(r#"{"a":[1,2{"type":"user"}"#), [r#"{"type":"user"}"#]);
        assert_eq!(objects("\0\0\0{\"type\":\"user\"}"), [r#"{"type":"user"}"#]);
    }

    #[test]
    fn records_without_a_newline_between_are_both_found() {
        assert_eq!(objects(r#"{"a":1}{"b":2}"#), [r#"{"a":1}"#, r#"{"b":2}"#]);
        assert_eq!(objects(r#"{"a":1}{"b":"#), [r#"{"a":1}"#], "what comes before the torn record is whole");
    }

    #[test]
    fn a_piece_of_a_torn_record_is_no_record() {
        assert_eq!(objects(r#"{"message":{"role":"user"}"#), Vec::<&str>::new());
        assert_eq!(objects(r#"{"content":[{"type":"text"},{"type":"text"}"#), Vec::<&str>::new());
        assert_eq!(objects("\0\0\0"), Vec::<&str>::new());
    }

    proptest! {
        #[test]
        fn what_is_found_is_whole(line in "[{}\\[\\]\",:a\\\\u0-9 \0]{0,80}") {
            for range in whole_objects(&line) {
                prop_assert!(is_json(&line[range]), "{line}");
            }
        }

        #[test]
        fn escapes_are_repaired_for_good(pieces in prop::collection::vec(
            prop::sample::select(vec![r"\ud83d", r"\ude00", r"\u0041", r"\\", r"\n", "ud83d", "é", "x"]), 0..12,
        )) {
            let json = format!(r#"{{"{0}":"{0}"}}"#, pieces.concat());

            let repaired = lone_surrogates(&json);

            prop_assert!(serde_json::from_str::<serde_json::Value>(&repaired).is_ok(), "{repaired}");
            prop_assert_eq!(&lone_surrogates(&repaired), &repaired, "once is enough");
        }
    }
}
