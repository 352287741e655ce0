//! What the vault promises, tested through its public face.

#![expect(clippy::expect_used, reason = "a test that cannot be set up has failed")]

mod copying;
mod marking;
mod opening;
mod ordering;
mod reading;
mod searching;
mod support;
mod writing;
