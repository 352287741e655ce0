//! Shortens text that is too long to keep or to show.
//!
//! Cuts lie between characters as a person sees them, never inside one. Masking secrets comes first and cutting second:
//! a secret that straddles a cut is too short to be recognised afterwards. See [`crate::redact`].

use std::borrow::Cow;

use crate::boundary;

/// Cuts to at most `limit` bytes: the beginning and the end stay, with a line between that says how much is missing.
///
/// Three quarters of the room go to the beginning. Where the limit is too small for the line itself, only the beginning
/// stays.
pub fn head_and_tail(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit {
        return Cow::Borrowed(text);
    }
    // The number in the line is smaller than the whole length, so this line is the longest there can be.
    let longest = missing(text.len()).len();
    let Some(room) = limit.checked_sub(longest).filter(|room| *room >= 8) else {
        return Cow::Borrowed(&text[..boundary::at_or_before(text, limit)]);
    };
    let head_end = boundary::at_or_before(text, room / 4 * 3);
    let tail_start = boundary::at_or_after(text, text.len() - (room - room / 4 * 3));
    let line = missing(tail_start.saturating_sub(head_end));
    let mut shortened = String::with_capacity(limit);
    shortened.push_str(&text[..head_end]);
    shortened.push_str(&line);
    shortened.push_str(&text[tail_start..]);
    Cow::Owned(shortened)
}

/// Gives the first line that is not blank, without surrounding blanks and cut to at most `limit_chars` code points.
pub fn first_line(text: &str, limit_chars: usize) -> &str {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    match line.char_indices().nth(limit_chars) {
        Some((end, _)) => line[..boundary::at_or_before(line, end)].trim_end(),
        None => line,
    }
}

/// Says how many bytes were left out, on a line of its own.
fn missing(bytes: usize) -> String {
    format!("\n[… {bytes} bytes cut …]\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation as _;

    use super::*;

    #[test]
    fn a_short_text_is_left_alone() {
        assert!(matches!(head_and_tail("abc", 3), Cow::Borrowed("abc")));
    }

    #[test]
    fn a_long_text_keeps_both_ends_and_says_what_is_missing() {
        let text = format!("{}{}{}", "a".repeat(300), "b".repeat(4000), "c".repeat(100));
        let cut = head_and_tail(&text, 400);

        assert!(cut.len() <= 400);
        assert!(cut.starts_with(&"a".repeat(270)), "three quarters of the room go to the beginning");
        assert!(cut.ends_with(&"c".repeat(90)), "the rest goes to the end");
        let kept = cut.split('\n').filter(|line| !line.starts_with('[')).map(str::len).sum::<usize>();
        assert!(cut.contains(&format!("[… {} bytes cut …]", text.len() - kept)), "{cut}");
    }

    #[test]
    fn a_tiny_limit_keeps_the_beginning_only() {
        assert_eq!(head_and_tail("日本語のテキスト", 7), "日本");
        assert_eq!(head_and_tail("abc", 0), "");
    }

    #[test]
    fn the_first_line_skips_blank_ones() {
        assert_eq!(first_line("\n  \n\t  fix the login  \nthen", 100), "fix the login");
        assert_eq!(first_line("", 10), "");
        assert_eq!(first_line(" \n\t\n", 10), "");
    }

    #[test]
    fn the_first_line_is_cut_between_whole_characters() {
        assert_eq!(first_line("ab👩‍👩‍👧‍👦cd", 4), "ab");
        assert_eq!(first_line("abc def", 4), "abc");
        assert_eq!(first_line("🦀🦀🦀", 2), "🦀🦀");
    }

    proptest! {
        #[test]
        fn a_cut_never_exceeds_the_limit_nor_tears_a_character(text in "(\\PC|🇩🇪|e\u{301}|\n){0,400}", limit in 0_usize..600) {
            let cut = head_and_tail(&text, limit);
            prop_assert!(cut.len() <= limit);
            let whole: std::collections::HashSet<&str> = text.graphemes(true).collect();
            for kept in cut.split("\n[… ").next().unwrap_or("").graphemes(true) {
                prop_assert!(whole.contains(kept), "{kept:?} is not a character of the text");
            }
        }
    }
}
