//! Where a text may be cut without showing half a character.
//!
//! A boundary here is one between user-perceived characters (grapheme clusters), found by looking at no more than a
//! bounded neighbourhood, so that a hostile text of one endless cluster costs no more than an ordinary one. Inside such
//! a cluster the answer falls back to a boundary between code points, which is still valid UTF-8.

use unicode_segmentation::UnicodeSegmentation as _;

/// How far around the wanted place we look, in bytes.
const NEIGHBOURHOOD: usize = 512;

/// Finds the last place at or before `index` where `text` may be cut.
pub(crate) fn at_or_before(text: &str, index: usize) -> usize {
    if index >= text.len() {
        return text.len();
    }
    let (start, wanted, neighbourhood) = around(text, index);
    let found = neighbourhood
        .grapheme_indices(true)
        .map(|(offset, _)| start + offset)
        .take_while(|place| *place <= wanted)
        .last()
        .unwrap_or(wanted);
    // A cluster as long as the neighbourhood is no character anybody reads: cut between code points.
    if found == start && start != 0 { wanted } else { found }
}

/// Finds the first place at or after `index` where `text` may be cut.
pub(crate) fn at_or_after(text: &str, index: usize) -> usize {
    if index >= text.len() {
        return text.len();
    }
    let (start, _, neighbourhood) = around(text, index);
    let found = neighbourhood.grapheme_indices(true).map(|(offset, _)| start + offset).find(|place| *place >= index);
    found.unwrap_or_else(|| text.ceil_char_boundary(index))
}

/// Gives the start of the neighbourhood, the code point boundary at or before `index`, and the neighbourhood itself.
fn around(text: &str, index: usize) -> (usize, usize, &str) {
    let wanted = text.floor_char_boundary(index);
    let start = text.floor_char_boundary(wanted.saturating_sub(NEIGHBOURHOOD));
    let end = text.ceil_char_boundary((wanted + NEIGHBOURHOOD).min(text.len()));
    (start, wanted, &text[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_not_torn_apart() {
        let text = "ab👩‍👩‍👧‍👦cd";
        let inside = 2 + "👩‍👩".len();

        assert_eq!(at_or_before(text, inside), 2);
        assert_eq!(at_or_after(text, inside), text.len() - 2);
    }

    #[test]
    fn an_endless_cluster_is_cut_between_code_points() {
        let text = format!("a{}", "\u{301}".repeat(4000));
        let place = at_or_before(&text, 4001);

        assert!(text.is_char_boundary(place), "the cut must be valid UTF-8");
        assert!(place >= 4000, "the cut must not run back to the start of the text: {place}");
    }

    #[test]
    fn the_ends_are_boundaries() {
        assert_eq!(at_or_before("abc", 9), 3);
        assert_eq!(at_or_after("abc", 9), 3);
        assert_eq!(at_or_before("", 0), 0);
        assert_eq!(at_or_before("é", 1), 0);
        assert_eq!(at_or_after("é", 1), 2);
    }
}
