//! What tests and benchmarks share: disposable homes, generated corpora, a fixed clock. Never shipped.
//!
//! Everything is deterministic: the same arguments give the same bytes on every machine, so figures can be compared.

pub mod clock;
pub mod corpus;
pub mod fixtures;
pub mod home;
pub mod oversized;
mod prose;
