//! Excerpts of stored text around what was searched, and the terms of what a person typed.
//!
//! The search index says which message matches, not where. This module finds the places again by the index's own rules
//! (`matches`): case and diacritics folded, endings stripped as Porter does, scripts without spaces by substring. The
//! excerpt is the stored text between two cuts, white space drawn together, and never shows half a character.

mod matches;

use std::ops::Range;

use crate::boundary;
use matches::Match;

/// How far a cut may move to fall between words, in characters.
const WORD_SLACK: usize = 16;

/// Most terms that are taken from a query.
const TERM_LIMIT: usize = 32;

/// A run of an excerpt that is either a match or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The text of the run.
    pub text: String,
    /// Whether it is what was searched.
    pub is_match: bool,
}

/// Gives at most about `limit` characters around the first place where the terms stand densest, in pieces in order.
///
/// An ellipsis stands where text was left out before or behind. Without any match, the beginning of the text is given.
pub fn around_matches(text: &str, terms: &[String], limit: usize) -> Vec<Piece> {
    let matches = matches::find(text, terms);
    let window = if let Some(span) = densest(text, &matches, limit) {
        widen(text, span, limit)
    } else {
        let start = text.len() - text.trim_start().len();
        start..cut_behind(text, start, start, limit)
    };
    pieces(text, &matches, window)
}

/// Splits what a person typed into terms: words, and phrases where quotes stand around them.
///
/// Nothing in it is ever syntax: operators, stars and stray quotes are words or nothing. What has no letter and no digit
/// cannot be searched and is left out.
pub fn terms(query: &str) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    let mut add = |words: &str| {
        let term = words.split_whitespace().collect::<Vec<_>>().join(" ");
        if terms.len() < TERM_LIMIT && term.chars().any(char::is_alphanumeric) && !terms.contains(&term) {
            terms.push(term);
        }
    };
    let is_quote = |character: char| matches!(character, '"' | '“' | '”' | '„' | '«' | '»');
    let parts: Vec<&str> = query.split(is_quote).collect();
    for (index, part) in parts.iter().enumerate() {
        // Odd parts stand between two quotes; a last quote without its partner quotes nothing.
        if index % 2 == 1 && index + 1 < parts.len() {
            add(part);
        } else {
            part.split_whitespace().for_each(&mut add);
        }
    }
    terms
}

/// Finds the first run of matches that holds most different terms, then most matches, within three quarters of the limit.
fn densest(text: &str, matches: &[Match], limit: usize) -> Option<Range<usize>> {
    let room = limit / 4 * 3;
    let mut best: Option<(usize, usize, Range<usize>)> = None;
    for (index, first) in matches.iter().enumerate() {
        let mut seen: Vec<usize> = Vec::new();
        let mut end = first.end;
        let mut count = 0;
        for next in matches[index..].iter().take(64) {
            // Bytes bound characters from above; counting them is only needed near the edge.
            let is_inside = next.end - first.start <= room || text[first.start..next.end].chars().count() <= room;
            if count > 0 && !is_inside {
                break;
            }
            count += 1;
            end = end.max(next.end);
            if !seen.contains(&next.term) {
                seen.push(next.term);
            }
        }
        if best.as_ref().is_none_or(|(terms, most, _)| (seen.len(), count) > (*terms, *most)) {
            best = Some((seen.len(), count, first.start..end));
        }
    }
    best.map(|(.., span)| span)
}

/// Widens a span to the limit, the same on both sides unless the text ends sooner on one.
fn widen(text: &str, span: Range<usize>, limit: usize) -> Range<usize> {
    let inside = text[span.clone()].chars().take(limit).count();
    let room = limit - inside;
    let left_of = text[..span.start].chars().rev().take(room).count();
    let right_of = text[span.end..].chars().take(room).count();
    let before = left_of.min((room / 2).max(room - right_of.min(room)));
    let start = cut_before(text, span.start, before);
    let end = cut_behind(text, start, span.end.min(start_of_tail(text, span.start, limit)), limit);
    start..end
}

/// Where a span longer than the limit has to end.
fn start_of_tail(text: &str, start: usize, limit: usize) -> usize {
    text[start..].char_indices().nth(limit).map_or(text.len(), |(offset, _)| start + offset)
}

/// Finds the cut about `count` characters before `from`.
fn cut_before(text: &str, from: usize, count: usize) -> usize {
    let Some((place, _)) = text[..from].char_indices().rev().take(count).last() else { return from };
    if place == 0 {
        return 0;
    }
    let after = &text[place..from];
    let word = after.char_indices().take(WORD_SLACK).find(|(_, character)| character.is_whitespace());
    match word {
        Some((offset, character)) => place + offset + character.len_utf8(),
        None => boundary::at_or_after(text, place).min(from),
    }
}

/// Finds the cut that leaves `limit` characters from `start`, but not before `least`.
fn cut_behind(text: &str, start: usize, least: usize, limit: usize) -> usize {
    let Some((offset, _)) = text[start..].char_indices().nth(limit) else { return text.len() };
    let place = (start + offset).max(least);
    if place >= text.len() {
        return text.len();
    }
    let before = &text[least..place];
    let word = before.char_indices().rev().take(WORD_SLACK).find(|(_, character)| character.is_whitespace());
    match word {
        Some((offset, _)) => least + offset,
        None => boundary::at_or_before(text, place).max(least.min(place)),
    }
}

/// Divides the window into pieces.
fn pieces(text: &str, matches: &[Match], window: Range<usize>) -> Vec<Piece> {
    let mut composed = Composed::default();
    if !text[..window.start].trim().is_empty() {
        composed.push("…", false);
    }
    let mut at = window.start;
    for found in matches.iter().filter(|found| found.end > window.start && found.start < window.end) {
        let start = found.start.max(at);
        let end = found.end.min(window.end);
        if start < end {
            composed.push_drawn_together(&text[at..start], false);
            composed.push_drawn_together(&text[start..end], true);
            at = end;
        }
    }
    composed.push_drawn_together(&text[at..window.end], false);
    let is_cut = !text[window.end..].trim().is_empty();
    composed.finish(is_cut)
}

/// Pieces so far.
#[derive(Default)]
struct Composed {
    pieces: Vec<Piece>,
    /// White space that waits for something behind it.
    has_gap: bool,
}

impl Composed {
    fn push(&mut self, text: &str, is_match: bool) {
        match self.pieces.last_mut() {
            Some(last) if last.is_match == is_match => last.text.push_str(text),
            _ => self.pieces.push(Piece { text: text.to_owned(), is_match }),
        }
    }

    /// Adds text with every run of white space as one blank, none at the beginning.
    fn push_drawn_together(&mut self, text: &str, is_match: bool) {
        for (index, word) in text.split(char::is_whitespace).enumerate() {
            self.has_gap |= index > 0;
            if word.is_empty() {
                continue;
            }
            if self.has_gap {
                self.has_gap = false;
                if self.pieces.last().is_some_and(|last| last.text != "…") {
                    // A blank before a match belongs to what is before it.
                    let is_inside = is_match && self.pieces.last().is_some_and(|last| last.is_match) && index > 0;
                    self.push(" ", is_inside);
                }
            }
            self.push(word, is_match);
        }
    }

    fn finish(mut self, is_cut: bool) -> Vec<Piece> {
        if is_cut {
            self.push("…", false);
        }
        self.pieces
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation as _;

    use super::*;

    fn marked(text: &str, words: &[&str], limit: usize) -> String {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let pieces = around_matches(text, &words, limit);
        pieces
            .iter()
            .map(|piece| if piece.is_match { format!("[{}]", piece.text) } else { piece.text.clone() })
            .collect()
    }

    #[test]
    fn case_diacritics_and_endings_do_not_matter() {
        assert_eq!(marked("The Migration failed", &["migrating"], 200), "The [Migration] failed");
        assert_eq!(marked("un café noir", &["CAFE"], 200), "un [café] noir");
        assert_eq!(marked("un cafe noir", &["café"], 200), "un [cafe] noir");
        assert_eq!(marked("ＦＵＬＬ width", &["full"], 200), "[ＦＵＬＬ] width");
        assert_eq!(marked("the token of tokens", &["token"], 200), "the [token] of [tokens]");
        assert_eq!(marked("station", &["state"], 200), "station", "a shared beginning is no shared stem");
    }

    #[test]
    fn scripts_without_spaces_match_inside() {
        assert_eq!(marked("数据库迁移失败了", &["迁移"], 200), "数据库[迁移]失败了");
        assert_eq!(marked("密码password错误", &["password"], 200), "密码[password]错误");
        assert_eq!(marked("การย้ายข้อมูล", &["ย้าย"], 200), "การ[ย้าย]ข้อมูล");
    }

    #[test]
    fn a_phrase_is_one_match() {
        assert_eq!(marked("a rate limit, no limit", &["rate limit"], 200), "a [rate limit], no limit");
        assert_eq!(marked("open src/main.rs now", &["main.rs"], 200), "open src/[main.rs] now");
        assert_eq!(marked("limit of the rate", &["rate limit"], 200), "[limit] of the [rate]");
    }

    #[test]
    fn a_part_of_a_word_matches_where_no_word_does() {
        assert_eq!(marked("run getUserProfile()", &["userprof"], 200), "run get[UserProf]ile()");
    }

    #[test]
    fn the_densest_place_is_shown() {
        let filler = "lorem ipsum dolor sit amet ".repeat(40);
        let text = format!("alpha {filler} beta and alpha {filler} alpha");
        let shown = marked(&text, &["alpha", "beta"], 100);

        assert!(shown.contains("[beta] and [alpha]"), "{shown}");
        assert!(shown.starts_with('…') && shown.ends_with('…'), "{shown}");
        assert!(shown.chars().count() <= 110, "{shown}");
    }

    #[test]
    fn without_a_match_the_beginning_is_shown() {
        assert_eq!(marked("\n\n  one two\n\tthree", &["nothing"], 200), "one two three");
        assert_eq!(marked("one two three four five", &[], 9), "one two…");
        assert_eq!(marked("", &["x"], 10), "");
    }

    #[test]
    fn white_space_is_drawn_together() {
        assert_eq!(marked("fn main() {\n    let alpha = 1;\n}\n", &["alpha"], 200), "fn main() { let [alpha] = 1; }");
    }

    #[test]
    fn terms_are_words_and_phrases_and_never_syntax() {
        assert_eq!(terms(r#"rate "two  words" OR NEAR(x)"#), ["rate", "two words", "OR", "NEAR(x)"]);
        assert_eq!(terms(r#"a "b c"#), ["a", "b", "c"]);
        assert_eq!(terms("* -> \"\" '"), Vec::<String>::new());
        assert_eq!(terms("x x X"), ["x", "X"]);
        assert_eq!(terms("“smart quotes” 数据库"), ["smart quotes", "数据库"]);
    }

    #[test]
    fn cuts_of_many_byte_text_show_whole_characters() {
        for unit in ["🦀", "漢", "—", "e\u{301}", "👩‍👩‍👧‍👦"] {
            for front in 0..4 {
                let text = format!("{}{} endmarker {}", "a".repeat(front), unit.repeat(750), unit.repeat(750));
                let shown = marked(&text, &["endmarker"], 200);
                assert!(shown.contains("[endmarker]"), "{shown}");
                let inner = shown.trim_matches('…');
                for character in inner.graphemes(true) {
                    let is_whole = character == unit || character.is_ascii();
                    assert!(is_whole, "{character:?} is half of {unit:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn an_excerpt_is_part_of_the_text(
            text in "(\\PC|alpha|Beta |e\u{301}|🇩🇪|数据|\n){0,300}", words in prop::collection::vec("alpha|beta|数|\\PC{1,3}", 0..4), limit in 0_usize..120,
        ) {
            let pieces = around_matches(&text, &words, limit);
            let shown: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
            let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let inner = shown.strip_prefix('…').unwrap_or(&shown);
            let inner = inner.strip_suffix('…').unwrap_or(inner);
            prop_assert!(flat(&text).contains(&flat(inner)) || text.contains('…'), "{:?} is not in {:?}", inner, text);
            prop_assert!(shown.chars().count() <= limit + 40, "{} of {}", shown.chars().count(), limit);
        }

        #[test]
        fn any_query_gives_terms(query in "\\PC{0,200}") {
            for term in terms(&query) {
                prop_assert!(term.chars().any(char::is_alphanumeric));
            }
        }
    }
}
