//! Shortens a line that is too long to hold in memory, while it streams by, so that it stays valid JSON.
//!
//! Every string keeps a head and a tail with a mark between that says how many bytes are missing; see [`crate::kept`]
//! for the reading side. Where many small values make up the length, the rest of the list or object they stand in is
//! left out. Nothing here looks at the meaning of the record.

/// Bytes of a string, as written, that are kept at its start.
const HEAD: usize = 384 * 1024;

/// Bytes of a string, as written, that are kept at its end (up to twice as many).
const TAIL: usize = 128 * 1024;

/// Length of the output from which on members of inner lists and objects are left out; twice as much, any member.
const BUDGET: usize = 8 * 1024 * 1024;

/// Deepest nesting that is followed.
const DEEPEST: usize = 1024;

/// Longest number or word outside a string; more of it is no JSON.
const LONGEST_WORD: usize = 4096;

/// Stands around the number of missing bytes. A noncharacter: no text that people exchange contains it.
pub(crate) const MARK: char = '\u{FDD0}';

/// The end of a string, kept in two pieces so that the older one can be dropped whole.
#[derive(Default)]
struct Tail {
    older: Vec<u8>,
    newer: Vec<u8>,
    older_length: u64,
    newer_length: u64,
}

/// Takes a line in pieces and keeps a shortened copy.
#[derive(Default)]
pub(super) struct Shortener {
    out: Vec<u8>,
    is_in_string: bool,
    escape: Vec<u8>,
    head: usize,
    tail: Tail,
    missing: u64,
    depth: usize,
    /// The depth of the list or object whose rest is being left out.
    dropping: Option<usize>,
    word: usize,
    has_failed: bool,
}

impl Shortener {
    /// Takes the next piece of the line.
    pub(super) fn feed(&mut self, piece: &[u8]) {
        let mut rest = piece;
        while !rest.is_empty() && !self.has_failed {
            if !self.is_in_string {
                self.outside(rest[0]);
                rest = &rest[1..];
            } else if self.escape.is_empty() {
                let plain = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
                self.plain(&rest[..plain]);
                rest = &rest[plain..];
                if let Some((&letter, others)) = rest.split_first() {
                    rest = others;
                    if letter == b'"' {
                        self.end_string();
                    } else {
                        self.escape.push(letter);
                    }
                }
            } else {
                self.escape.push(rest[0]);
                rest = &rest[1..];
                self.end_escape();
            }
        }
    }

    /// Gives the shortened line; `None` if it was no JSON that can be shortened.
    pub(super) fn finish(self) -> Option<Vec<u8>> {
        (!self.has_failed && !self.is_in_string).then_some(self.out)
    }

    fn outside(&mut self, letter: u8) {
        match letter {
            b' ' | b'\t' | b'\r' => return,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                if self.dropping == Some(self.depth) {
                    self.dropping = None;
                }
                self.depth = self.depth.saturating_sub(1);
            }
            b',' => {
                let is_over = self.out.len() > if self.depth > 1 { BUDGET } else { 2 * BUDGET };
                if is_over && self.dropping.is_none() {
                    self.dropping = Some(self.depth);
                }
            }
            b'"' => self.is_in_string = true,
            _ => {}
        }
        self.word = if b"{}[],:\"".contains(&letter) { 0 } else { self.word + 1 };
        self.has_failed |= self.depth > DEEPEST || self.word > LONGEST_WORD;
        if self.dropping.is_none() {
            self.out.push(letter);
        }
    }

    fn plain(&mut self, mut run: &[u8]) {
        if self.dropping.is_some() {
            return;
        }
        if self.tail.is_empty() && self.head < HEAD {
            let mut length = run.len().min(HEAD - self.head);
            while length < run.len() && is_continuation(run[length]) {
                length += 1;
            }
            self.out.extend_from_slice(&run[..length]);
            self.head += length;
            run = &run[length..];
        }
        while !run.is_empty() {
            let mut length = run.len().min(TAIL);
            while length < run.len() && is_continuation(run[length]) {
                length += 1;
            }
            self.missing += self.tail.push(&run[..length], length as u64);
            run = &run[length..];
        }
    }

    fn end_escape(&mut self) {
        let is_whole = if self.escape[1] == b'u' { self.escape.len() == 6 } else { true };
        if !is_whole {
            return;
        }
        if self.dropping.is_none() {
            if self.tail.is_empty() && self.head < HEAD {
                self.out.extend_from_slice(&self.escape);
                self.head += self.escape.len();
            } else {
                self.missing += self.tail.push(&self.escape, decoded_length(&self.escape));
            }
        }
        self.escape.clear();
    }

    fn end_string(&mut self) {
        if self.dropping.is_none() {
            if self.missing > 0 {
                self.out.extend_from_slice(format!("{MARK}{}{MARK}", self.missing).as_bytes());
            }
            self.out.extend_from_slice(&self.tail.older);
            self.out.extend_from_slice(&self.tail.newer);
            self.out.push(b'"');
        }
        self.tail.clear();
        self.missing = 0;
        self.head = 0;
        self.is_in_string = false;
    }
}

impl Tail {
    fn is_empty(&self) -> bool {
        self.newer.is_empty() && self.older.is_empty()
    }

    /// Appends a whole letter or escape, or a run of them, and says how many bytes of text fell off the other end.
    fn push(&mut self, unit: &[u8], length: u64) -> u64 {
        let mut dropped = 0;
        if self.newer.len() + unit.len() > TAIL && unit.first().is_some_and(|&byte| !is_continuation(byte)) {
            dropped = self.older_length;
            std::mem::swap(&mut self.older, &mut self.newer);
            self.newer.clear();
            self.older_length = self.newer_length;
            self.newer_length = 0;
        }
        self.newer.extend_from_slice(unit);
        self.newer_length += length;
        dropped
    }

    fn clear(&mut self) {
        self.older.clear();
        self.newer.clear();
        self.older_length = 0;
        self.newer_length = 0;
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Tells how many bytes of text an escape stands for; each half of a surrogate pair counts for half of it.
fn decoded_length(escape: &[u8]) -> u64 {
    if escape.get(1) != Some(&b'u') {
        return 1;
    }
    let digits = escape.get(2..).and_then(|digits| std::str::from_utf8(digits).ok());
    match digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
        Some(0..0x80) => 1,
        Some(0x80..0x800 | 0xD800..0xE000) => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortened(line: &str, piece: usize) -> Option<String> {
        let mut shortener = Shortener::default();
        for piece in line.as_bytes().chunks(piece) {
            shortener.feed(piece);
        }
        shortener.finish().map(|out| String::from_utf8(out).expect("cuts lie between letters"))
    }

    #[test]
    fn a_short_line_stays_as_it_is() {
        let line = r#"{"a":"x \" \\ \u00e9 é","b":[1,true,null,{"c":""}]}"#;

        for piece in [1, 2, 3, 1000] {
            assert_eq!(shortened(line, piece).as_deref(), Some(line), "however the line is divided");
        }
    }

    #[test]
    fn a_long_string_keeps_both_ends_and_its_length() {
        let text = format!("begin{}{}end", "é\\n".repeat(600_000), "x".repeat(700_000));
        let line = format!(r#"{{"a":"{text}","b":1}}"#);
        let decoded: String =
            serde_json::from_str::<serde_json::Value>(&line).expect("valid")["a"].as_str().expect("text").into();

        for piece in [777, 1 << 20] {
            let short = shortened(&line, piece).expect("it is JSON");
            let value: serde_json::Value = serde_json::from_str(&short).expect("still valid JSON");
            let parts: Vec<&str> = value["a"].as_str().expect("still text").split(MARK).collect();

            assert!(short.len() < HEAD + 3 * TAIL, "the output is bounded");
            assert!(decoded.starts_with(parts[0]) && decoded.ends_with(parts[2]), "head and tail are the text's own");
            let missing: usize = parts[1].parse().expect("a number");
            assert_eq!(parts[0].len() + missing + parts[2].len(), decoded.len(), "nothing is lost silently");
            assert_eq!(value["b"], 1, "what follows the string is kept");
        }
    }

    #[test]
    fn very_many_small_values_are_left_out_and_the_rest_stays() {
        let many = vec![r#"{"k":"some more words"}"#; 600_000].join(",");
        let line = format!(r#"{{"list":[{many}],"after":"kept"}}"#);

        let short = shortened(&line, 1 << 20).expect("it is JSON");
        let value: serde_json::Value = serde_json::from_str(&short).expect("still valid JSON");

        assert!(short.len() < BUDGET + (1 << 20), "the output is bounded");
        assert_eq!(value["after"], "kept");
    }

    #[test]
    fn what_is_no_json_is_refused() {
        assert_eq!(shortened(&"\0".repeat(10_000), 100), None);
        assert_eq!(shortened(&"[".repeat(10_000), 100), None);
    }
}
