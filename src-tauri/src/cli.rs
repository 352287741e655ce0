//! The command line: reads what was typed, opens the window or answers in words.

pub(crate) mod status;
pub(crate) mod words;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::logging;
use crate::opening::{OpenError, Which, with_causes};
use crate::surroundings::{NoHome, Surroundings};
use crate::window;

/// The permanent, private record of what coding agents did on this computer.
#[derive(Debug, Parser)]
#[command(name = "daybook", version, about, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open a separate vault filled with sample sessions.
    Demo,
    /// Read everything that is new, then sum up what the vault holds.
    Status {
        /// Answer as JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Why Daybook ended without having done what it was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DoorError {
    /// No place for the vault.
    #[error(transparent)]
    NoHome(#[from] NoHome),
    /// The vault did not open.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The window did not open.
    #[error("the window could not be opened")]
    Window(#[from] tauri::Error),
    /// The answer could not be written out.
    #[error("the answer could not be written")]
    Output(#[from] io::Error),
}

/// Does what was typed.
pub(crate) fn run() -> ExitCode {
    match answer(Arguments::parse().command.as_ref()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output may stop reading (`daybook status | head`).
        Err(DoorError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "daybook: {}", with_causes(&error));
            ExitCode::FAILURE
        }
    }
}

fn answer(command: Option<&Command>) -> Result<(), DoorError> {
    let surroundings = Surroundings::look()?;
    logging::start(&surroundings.data, surroundings.log.as_deref());
    let which = match command {
        Some(Command::Status { json }) => return status::run(&surroundings, Which::Own, *json),
        Some(Command::Demo) => Which::Sample,
        None => Which::Own,
    };
    if surroundings.has_display {
        return window::run(surroundings, which);
    }
    writeln!(io::stderr(), "There is no display to open a window on; reading without one.")?;
    status::run(&surroundings, which, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn without_a_command_the_window_opens() {
        assert!(Arguments::try_parse_from(["daybook"]).is_ok_and(|arguments| arguments.command.is_none()));
    }
}
