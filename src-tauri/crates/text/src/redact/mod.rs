//! Masks secrets before anything is kept: keys, tokens, passwords become `[REDACTED:kind]`.
//!
//! One pass over the bytes finds *anchors*: the few bytes that every secret of a kind shares, or that a name of a secret
//! ends with (`anchors`). Only there do small checks look at the neighbourhood: `tokens` knows the shapes that vendors
//! give, `blocks` private keys, bearer tokens and addresses, `assignments` names with a value, `values` what a value must
//! look like to be no ordinary word. Each looks at a bounded stretch, so hostile input costs no more than a constant a
//! byte. A secret may stand inside JSON inside JSON, where a line break is `\\n` and a quote `\\\"`: `escapes` reads both
//! at any depth. In a line of JSON no mask ever reaches over a quote that ends a string, nor splits an escape.

use std::borrow::Cow;

mod anchors;
mod assignments;
mod blocks;
mod escapes;
mod tokens;
mod values;

use anchors::{Anchor, Anchors, Found};

/// The beginning of every mark.
const MARK: &str = "[REDACTED:";

/// How often a text is looked over again after something was masked in it; see [`mask`].
const ROUNDS: usize = 8;

/// What kind of text is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Plain text: a quote is a character like others.
    Text,
    /// A line of JSON: a quote that is not escaped begins or ends a string.
    JsonLine,
}

/// A secret and where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Secret {
    /// Its first byte.
    start: usize,
    /// One past its last byte.
    end: usize,
    /// What it is, for the mark.
    kind: &'static str,
}

/// Masks secrets in plain text; borrowed if nothing was found. The mark is `[REDACTED:kind]`.
pub fn text(input: &str) -> Cow<'_, str> {
    match mask(input.as_bytes(), Form::Text) {
        Some(masked) => Cow::Owned(
            String::from_utf8(masked).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
        ),
        None => Cow::Borrowed(input),
    }
}

/// Masks secrets in one line of JSON as it lies in a file (still escaped), keeping it valid JSON of the same structure.
///
/// The line may be invalid UTF-8 or invalid JSON; it is then masked as well as it goes.
pub fn json_line(input: &[u8]) -> Cow<'_, [u8]> {
    mask(input, Form::JsonLine).map_or(Cow::Borrowed(input), Cow::Owned)
}

/// Counts the marks that stand in a text.
pub fn count_marks(text: &str) -> usize {
    memchr::memmem::find_iter(text.as_bytes(), MARK.as_bytes()).count()
}

/// Masks what it finds; `None` if that is nothing.
///
/// A mask changes the neighbourhood of what stands beside it, so a text in which something was found is looked over
/// again until nothing more is found. That makes masking twice the same as masking once.
fn mask(input: &[u8], form: Form) -> Option<Vec<u8>> {
    let mut masked = mask_once(input, form)?;
    for _ in 1..ROUNDS {
        match mask_once(&masked, form) {
            Some(again) => masked = again,
            None => break,
        }
    }
    Some(masked)
}

/// Masks from left to right in one pass.
fn mask_once(input: &[u8], form: Form) -> Option<Vec<u8>> {
    let mut masked = Vec::new();
    let mut copied = 0;
    let mut at = 0;
    let mut anchors = Anchors::of(input);
    while let Some(found) = anchors.next(at) {
        at = found.start + 1;
        let Some(secret) = look_at(input, form, found) else { continue };
        if secret.start < copied || secret.end <= secret.start {
            continue;
        }
        if masked.capacity() == 0 {
            masked.reserve(input.len());
        }
        masked.extend_from_slice(&input[copied..secret.start]);
        masked.extend_from_slice(MARK.as_bytes());
        masked.extend_from_slice(secret.kind.as_bytes());
        masked.push(b']');
        copied = secret.end;
        at = at.max(copied);
    }
    if copied == 0 {
        return None;
    }
    masked.extend_from_slice(&input[copied..]);
    Some(masked)
}

/// Decides whether there is a secret at an anchor.
fn look_at(input: &[u8], form: Form, found: Found) -> Option<Secret> {
    let Found { start, end, anchor } = found;
    match anchor {
        Anchor::PrivateKey => blocks::private_key(input, form, start, end),
        Anchor::Address => blocks::password_in_address(input, end),
        Anchor::Bearer => blocks::bearer(input, start, end),
        Anchor::Authorization => blocks::authorization(input, form, end),
        Anchor::Vendor(vendor) => tokens::at(input, start, vendor),
        Anchor::Name(name) => assignments::value_of(input, form, start, end, name),
    }
}
