//! The indexer over real folders, real readers and a real vault, all of them disposable.
//!
//! Cases are those of `tests/fixtures/cases`; what they must give is read from their `expected.json`. Tests that wait
//! wait for an event with a deadline, never for a time to pass.

#![expect(clippy::expect_used, clippy::panic, reason = "a test stops where it cannot go on")]

mod cases;
mod failing;
mod hazards;
mod live;
mod scale;
mod support;
