//! Placeholder.
pub mod rows;
