//! What a person typed into a search field, made into something the index understands.
//!
//! Typed text is never query syntax: every term becomes a quoted phrase, so that `AND`, `NEAR(` or a lone quote are
//! words like any other. Scripts without blanks between words (Chinese, Japanese, Thai) are one token to the index;
//! terms with such letters are looked for inside the stored text instead, until the search engine indexes them.

use daybook_text::excerpt;

/// What all must occur in a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Terms as typed, to mark in excerpts.
    pub(crate) words: Vec<String>,
    /// The expression for the index; `None` if no term is for the index.
    pub(crate) expression: Option<String>,
    /// `LIKE` patterns of terms that the index cannot answer.
    pub(crate) patterns: Vec<String>,
}

impl Terms {
    /// Reads what was typed; `None` if there is nothing in it to look for.
    pub(crate) fn parse(typed: &str) -> Option<Self> {
        let words: Vec<String> =
            excerpt::terms(typed).into_iter().filter(|term| term.chars().any(char::is_alphanumeric)).collect();
        if words.is_empty() {
            return None;
        }
        let (inside, indexed): (Vec<&String>, Vec<&String>) =
            words.iter().partition(|term| term.chars().any(is_unspaced));
        let expression = indexed.iter().map(|term| phrase(term)).collect::<Vec<_>>().join(" AND ");
        let patterns = inside.into_iter().map(|term| pattern(term)).collect();
        Some(Self { expression: Some(expression).filter(|made| !made.is_empty()), patterns, words })
    }
}

/// Quotes a term, so that the index takes it for words in a row and nothing else.
fn phrase(term: &str) -> String {
    // A NUL would end the expression inside the engine.
    format!("\"{}\"", term.replace('\0', " ").replace('"', "\"\""))
}

/// Makes a `LIKE` pattern (with `\` as its escape) that finds a term anywhere.
pub(crate) fn pattern(term: &str) -> String {
    let mut pattern = String::with_capacity(term.len() + 2);
    pattern.push('%');
    for letter in term.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// Tells whether a letter belongs to a script in which words are not set apart, or are glued to others.
fn is_unspaced(letter: char) -> bool {
    matches!(u32::from(letter),
        0x0E00..=0x0EFF            // Thai, Lao
        | 0x1000..=0x109F          // Myanmar
        | 0x1100..=0x11FF          // Hangul Jamo
        | 0x1780..=0x17FF          // Khmer
        | 0x3040..=0x30FF          // Hiragana, Katakana
        | 0x3130..=0x318F          // Hangul compatibility Jamo
        | 0x31F0..=0x31FF          // Katakana extensions
        | 0x3400..=0x4DBF          // Han, extension A
        | 0x4E00..=0x9FFF          // Han
        | 0xAC00..=0xD7AF          // Hangul
        | 0xF900..=0xFAFF          // Han, compatibility
        | 0xFF66..=0xFF9F          // Katakana, half width
        | 0x2_0000..=0x3_FFFF      // Han, further extensions
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_words() {
        let terms = Terms::parse("AND OR NEAR( foo-bar").expect("there are words in it");

        assert_eq!(
            terms.expression.as_deref(),
            Some(r#""AND" AND "OR" AND "NEAR(" AND "foo-bar""#),
            "whatever is typed is quoted"
        );
    }

    #[test]
    fn marks_alone_are_nothing_to_look_for() {
        for typed in ["", "   ", "\"", "'", "*", "-", "()", "\"\"", "^", ":", "\\", "%", "🦀", "👩‍💻"] {
            assert_eq!(Terms::parse(typed), None, "`{typed}` holds no word");
        }
    }

    #[test]
    fn han_terms_are_looked_for_inside_the_text() {
        let terms = Terms::parse("悬空 100%任").expect("there are words in it");

        assert_eq!(terms.expression, None);
        assert_eq!(terms.patterns, ["%悬空%", r"%100\%任%"], "signs that mean something to LIKE are escaped");
    }
}
