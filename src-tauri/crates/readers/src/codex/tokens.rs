//! Token counts as Codex writes them, and what Daybook makes of them.
//!
//! Codex counts what was read from and written to a cache into its input, Daybook beside it, so input here is what is
//! left; all fields of both together are equal sums.

use daybook_model::Usage;
use serde::{Deserialize, Serialize};

use super::rows::TokenCounts;

/// Counts of one response, or of all so far.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tokens {
    input: u64,
    cached: u64,
    written: u64,
    output: u64,
    reasoning: u64,
    total: u64,
}

impl Tokens {
    /// Takes the counts of a row.
    pub(super) fn of(counts: &TokenCounts<'_>) -> Self {
        Self {
            input: counts.input_tokens.count(),
            cached: counts.cached_input_tokens.count(),
            written: counts.cache_write_input_tokens.count(),
            output: counts.output_tokens.count(),
            reasoning: counts.reasoning_output_tokens.count(),
            total: counts.total_tokens.count(),
        }
    }

    /// Tells what was added since an earlier total; nothing if a count shrank, because the total began anew.
    pub(super) fn since(self, earlier: Self) -> Option<Self> {
        Some(Self {
            input: self.input.checked_sub(earlier.input)?,
            cached: self.cached.checked_sub(earlier.cached)?,
            written: self.written.checked_sub(earlier.written)?,
            output: self.output.checked_sub(earlier.output)?,
            reasoning: self.reasoning.checked_sub(earlier.reasoning)?,
            total: self.total.checked_sub(earlier.total)?,
        })
    }

    /// Counts as Daybook does.
    pub(super) fn usage(self) -> Usage {
        let fit = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        Usage {
            input: fit(self.input.saturating_sub(self.cached).saturating_sub(self.written)),
            output: fit(self.output),
            cache_read: fit(self.cached),
            cache_write: fit(self.written),
            reasoning: fit(self.reasoning),
        }
    }
}

/// Adds two usages.
pub(super) fn plus(one: Usage, other: Usage) -> Usage {
    Usage {
        input: one.input.saturating_add(other.input),
        output: one.output.saturating_add(other.output),
        cache_read: one.cache_read.saturating_add(other.cache_read),
        cache_write: one.cache_write.saturating_add(other.cache_write),
        reasoning: one.reasoning.saturating_add(other.reasoning),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_tokens_are_counted_once() {
        let tokens = Tokens { input: 600, cached: 500, output: 100, total: 700, ..Tokens::default() };

        let usage = tokens.usage();

        assert_eq!(usage.input + usage.cache_read + usage.output, 700, "the sum is what Codex calls the total");
    }

    #[test]
    fn a_total_that_began_anew_has_no_growth() {
        let small = Tokens { input: 1, ..Tokens::default() };
        let large = Tokens { input: 2, ..Tokens::default() };

        assert_eq!(large.since(small), Some(small));
        assert_eq!(small.since(large), None, "a smaller total is not a negative amount of work");
    }
}
