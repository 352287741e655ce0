//! Redacts a line that is too long to hold, piece by piece, without letting a secret slip through a cut.
//!
//! The line passes through a window. A piece leaves it only at a place where masking both sides apart gives the same as
//! masking them together, so no secret lies across the cut. Redacted pieces go to the raw archive and to the shortener.

use daybook_model::{Sink, Span};
use daybook_text::redact;

use super::huge::Shortener;

/// Bytes gathered before a piece leaves.
const PIECE: usize = 1024 * 1024;

/// Most bytes gathered where no good place to cut is found.
const MOST: usize = 8 * PIECE;

/// How far a cut looks to both sides, and how far apart the places are that it tries.
const CONTEXT: usize = 32 * 1024;

/// The part of a long line that has not left yet.
pub(super) struct Window {
    bytes: Vec<u8>,
    /// Where in the source `bytes` begins.
    start: u64,
    shortener: Shortener,
}

impl Window {
    pub(super) fn new(start: u64) -> Self {
        Self { bytes: Vec::with_capacity(2 * PIECE), start, shortener: Shortener::default() }
    }

    /// Takes the next bytes of the line.
    pub(super) fn feed(&mut self, mut bytes: &[u8], sink: &mut dyn Sink) {
        while !bytes.is_empty() {
            let length = bytes.len().min(PIECE);
            self.bytes.extend_from_slice(&bytes[..length]);
            bytes = &bytes[length..];
            while self.bytes.len() >= PIECE + 2 * CONTEXT {
                let Some(cut) = self.cut() else { break };
                self.let_go(cut, sink);
            }
        }
    }

    /// Takes the end of the line (its newline is added) and gives the shortened record, if it was one.
    pub(super) fn finish(mut self, sink: &mut dyn Sink) -> Option<Vec<u8>> {
        let masked = redact::json_line(&self.bytes);
        self.shortener.feed(&masked);
        let mut masked = masked.into_owned();
        masked.push(b'\n');
        sink.raw(Span { start: self.start, end: self.start + self.bytes.len() as u64 + 1 }, &masked);
        self.shortener.finish()
    }

    /// Finds a place that no secret spans; any place once the window is full.
    fn cut(&self) -> Option<usize> {
        let last = self.bytes.len() - CONTEXT;
        let mut cut = last;
        while cut >= 2 * CONTEXT {
            let near = &self.bytes[cut - CONTEXT..cut + CONTEXT];
            let (before, after) = near.split_at(CONTEXT);
            let together = redact::json_line(near);
            let (before, after) = (redact::json_line(before), redact::json_line(after));
            if together.len() == before.len() + after.len()
                && together.starts_with(&before)
                && together.ends_with(&after)
            {
                return Some(cut);
            }
            cut -= CONTEXT;
        }
        (self.bytes.len() >= MOST).then_some(last)
    }

    fn let_go(&mut self, cut: usize, sink: &mut dyn Sink) {
        let masked = redact::json_line(&self.bytes[..cut]);
        self.shortener.feed(&masked);
        sink.raw(Span { start: self.start, end: self.start + cut as u64 }, &masked);
        self.start += cut as u64;
        self.bytes.drain(..cut);
    }
}
