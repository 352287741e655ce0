//! What the vault promises, tested through its public face.

mod copying;
mod marking;
mod opening;
mod ordering;
mod reading;
mod searching;
mod support;
mod writing;
