//! Picks a door: the window or the command line.
//!
//! Without a command the window opens, or, where there is no screen, the same work is done and summed up in words.

mod app;
mod cli;
mod commands;
mod error;
mod events;
mod inputs;
mod links;
mod logging;
mod opening;
mod packed;
mod preferences;
#[cfg(test)]
mod recorded;
mod samples;
mod surroundings;
mod tags;
mod window;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
