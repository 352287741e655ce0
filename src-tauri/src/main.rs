//! Picks a door: the window, or the command line.
mod app;
mod commands;
mod error;
mod events;
mod packed;
mod preferences;
mod tags;
fn main() {}
