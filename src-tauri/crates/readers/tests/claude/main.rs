//! The reader of Claude Code against real files, failure cases, and files that grow or are damaged.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

mod cases;
mod corpus;
mod growth;
mod recording;
mod shapes;
