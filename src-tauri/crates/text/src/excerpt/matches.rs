//! Finds where terms stand in a text, by the rules of the search index.
//!
//! Words are runs of letters and digits, as the index takes them. Most text is ASCII and most words begin with another
//! letter than the terms do, so only the few that remain are folded and stemmed.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use crate::boundary;

/// Most matches that are looked for; the densest place is among the first of them.
const MATCH_LIMIT: usize = 1000;

/// How much of a text is searched for parts of words, where no word matches.
const SUBSTRING_WINDOW: usize = 1024 * 1024;

/// A place where a term stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Match {
    /// First byte.
    pub(super) start: usize,
    /// One past the last byte.
    pub(super) end: usize,
    /// Which term.
    pub(super) term: usize,
}

/// Finds the places of all terms, in order, without overlaps.
pub(super) fn find(text: &str, terms: &[String]) -> Vec<Match> {
    let terms: Vec<Term> = terms.iter().map(|term| Term::new(term)).filter(|term| !term.words.is_empty()).collect();
    if terms.is_empty() {
        return Vec::new();
    }
    let hits = hits(text, &terms);
    let mut matches = Vec::new();
    for (index, term) in terms.iter().enumerate() {
        let before = matches.len();
        phrases(&hits, index, term.words.len(), &mut matches);
        if matches.len() == before {
            substrings(text, index, &term.folded, &mut matches);
        }
        if matches.len() == before {
            matches.extend(hits.iter().filter(|hit| hit.term == index).map(|hit| Match {
                start: hit.start,
                end: hit.end,
                term: index,
            }));
        }
    }
    matches.sort_by_key(|found| (found.start, usize::MAX - found.end));
    let mut end = 0;
    matches.retain(|found| {
        let is_apart = found.start >= end;
        if is_apart {
            end = found.end;
        }
        is_apart
    });
    matches
}

/// What is searched.
struct Term {
    /// The whole, folded.
    folded: String,
    /// Its words.
    words: Vec<Word>,
}

/// A word of a term.
struct Word {
    folded: String,
    stem: String,
    /// Whether it is written in a script without spaces, and so found inside of runs.
    is_unspaced: bool,
}

impl Term {
    fn new(term: &str) -> Self {
        let folded = fold(term);
        let stemmer = Stemmer::create(Algorithm::English);
        let words = folded
            .split(|character: char| !character.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(|word| Word {
                folded: word.to_owned(),
                stem: stemmer.stem(word).into_owned(),
                is_unspaced: word.chars().any(is_unspaced),
            })
            .collect();
        Self { folded, words }
    }
}

/// A word of the text that is a word of a term.
#[derive(Debug, Clone, Copy)]
struct Hit {
    start: usize,
    end: usize,
    /// Which word of the text.
    number: usize,
    term: usize,
    /// Which word of the term.
    position: usize,
}

/// Finds the words of the text that are words of terms.
fn hits(text: &str, terms: &[Term]) -> Vec<Hit> {
    let mut is_first = [false; 128];
    for word in terms.iter().flat_map(|term| &term.words) {
        if let Some(first) = word.folded.bytes().next().filter(u8::is_ascii) {
            is_first[usize::from(first)] = true;
        }
    }
    let stemmer = Stemmer::create(Algorithm::English);
    let mut hits = Vec::new();
    for (number, (start, end)) in words(text).enumerate() {
        let word = &text[start..end];
        let first = word.as_bytes()[0];
        let is_ascii = word.is_ascii();
        if is_ascii && !is_first[usize::from(first.to_ascii_lowercase())] {
            continue;
        }
        let folded = if is_ascii { word.to_ascii_lowercase() } else { fold(word) };
        let is_glued = !is_ascii && word.chars().any(is_unspaced);
        let stem = if is_glued { Cow::Borrowed(folded.as_str()) } else { stemmer.stem(&folded) };
        for (term, wanted) in terms.iter().enumerate() {
            for (position, wanted) in wanted.words.iter().enumerate() {
                if wanted.folded == folded || wanted.stem == *stem {
                    hits.push(Hit { start, end, number, term, position });
                } else if (is_glued || wanted.is_unspaced) && folded.contains(&wanted.folded) {
                    for (from, to) in Folded::new(word).find(&wanted.folded) {
                        hits.push(Hit { start: start + from, end: start + to, number, term, position });
                    }
                }
            }
        }
        if hits.len() >= MATCH_LIMIT {
            break;
        }
    }
    hits
}

/// Finds where the words of one term follow each other.
fn phrases(hits: &[Hit], term: usize, length: usize, matches: &mut Vec<Match>) {
    for (index, first) in hits.iter().enumerate().filter(|(_, hit)| hit.term == term && hit.position == 0) {
        let mut last = *first;
        for hit in hits[index..].iter().take_while(|hit| hit.number < first.number + length) {
            if hit.term == term && hit.position == last.position + 1 && hit.number == last.number + 1 {
                last = *hit;
            }
        }
        if last.position + 1 == length {
            matches.push(Match { start: first.start, end: last.end, term });
        }
    }
}

/// Finds a term as a part of words.
fn substrings(text: &str, term: usize, folded: &str, matches: &mut Vec<Match>) {
    let window = &text[..text.floor_char_boundary(SUBSTRING_WINDOW.min(text.len()))];
    let found = if window.is_ascii() && folded.is_ascii() {
        let lower = window.to_ascii_lowercase();
        memchr::memmem::find_iter(lower.as_bytes(), folded.as_bytes())
            .take(MATCH_LIMIT)
            .map(|start| (start, start + folded.len()))
            .collect()
    } else {
        Folded::new(window).find(folded)
    };
    matches.extend(found.into_iter().map(|(start, end)| Match {
        start: boundary::at_or_before(text, start),
        end: boundary::at_or_after(text, end),
        term,
    }));
}

/// A folded text that knows where each byte came from.
struct Folded {
    text: String,
    /// For every byte of the folded text the byte of the source that its character begins at; then the source's length.
    origins: Vec<usize>,
}

impl Folded {
    fn new(source: &str) -> Self {
        let mut text = String::with_capacity(source.len());
        let mut origins = Vec::with_capacity(source.len() + 1);
        let mut characters = source.char_indices().peekable();
        while let Some((start, character)) = characters.next() {
            let before = text.len();
            fold_into(std::iter::once(character), &mut text);
            origins.extend(std::iter::repeat_n(start, text.len() - before));
            // A mark belongs to the character before it and folds to nothing.
            while characters.next_if(|(_, next)| is_combining_mark(*next)).is_some() {}
        }
        origins.push(source.len());
        Self { text, origins }
    }

    /// Finds the places of a folded text, in bytes of the source.
    fn find(&self, folded: &str) -> Vec<(usize, usize)> {
        memchr::memmem::find_iter(self.text.as_bytes(), folded.as_bytes())
            .take(MATCH_LIMIT)
            .map(|start| {
                let first = self.origins[start];
                let end = start + folded.len();
                // The end may lie inside what one character folds to: take that character whole.
                let next = self.origins[end.saturating_sub(1)..].iter().find(|origin| **origin > self.origins[end - 1]);
                (first, next.copied().unwrap_or(first))
            })
            .filter(|(start, end)| start < end)
            .collect()
    }
}

/// Folds case and diacritics, and what only looks different.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(text.chars(), &mut folded);
    folded
}

fn fold_into(characters: impl Iterator<Item = char>, folded: &mut String) {
    for character in characters {
        match character {
            '\0'..='\x7f' => folded.push(character.to_ascii_lowercase()),
            // Han has neither case nor marks, and is most of any text it occurs in.
            '\u{4e00}'..='\u{9fff}' => folded.push(character),
            _ => {
                let plain = std::iter::once(character).nfkd().filter(|part| !is_combining_mark(*part));
                folded.extend(plain.flat_map(char::to_lowercase));
            }
        }
    }
}

/// The words of a text: runs of letters and digits with their marks.
fn words(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = end_of_run(text, at, |character| !character.is_alphanumeric());
        at = end_of_run(text, start, |character| character.is_alphanumeric() || is_combining_mark(character));
        (start < at).then_some((start, at))
    })
}

/// Finds where a run of characters of a kind ends; bytes of ASCII need no decoding.
fn end_of_run(text: &str, mut at: usize, is_inside: impl Fn(char) -> bool) -> usize {
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        if byte.is_ascii() {
            if !is_inside(char::from(*byte)) {
                break;
            }
            at += 1;
        } else {
            match text[at..].chars().next() {
                Some(character) if is_inside(character) => at += character.len_utf8(),
                _ => break,
            }
        }
    }
    at
}

/// Whether a character belongs to a script that puts no spaces between words.
fn is_unspaced(character: char) -> bool {
    matches!(u32::from(character),
        0x0E00..=0x0EFF // Thai, Lao
        | 0x1000..=0x109F // Burmese
        | 0x1780..=0x17FF // Khmer
        | 0x3040..=0x30FF | 0x31F0..=0x31FF // Japanese syllables
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x323AF // Han
        | 0xAC00..=0xD7AF // Korean: endings are glued to words
    )
}
