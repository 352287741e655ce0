//! The only error that crosses to the window: a sentence for a person, a code for the program, and what to do.
//!
//! A code exists only where the window behaves differently for it.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What the window does about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ErrorCode {
    /// The person stopped it: nothing is shown.
    Cancelled,
    /// What was asked for is not in the vault (any more).
    NotFound,
    /// No vault is open: the window shows why.
    NoVault,
    /// A file or folder is not where it was.
    FileGone,
    /// Anything else: the message is shown, with *Try again*.
    Failed,
}

/// Why a command did not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
pub(crate) struct CommandError {
    /// For the program.
    pub(crate) code: ErrorCode,
    /// What happened, for a person.
    pub(crate) message: String,
    /// What to do, for a person.
    pub(crate) hint: Option<String>,
}
