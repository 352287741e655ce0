//! The only error that crosses to the window: a sentence for a person, a code for the program, and what to do.
//!
//! A code exists only where the window behaves differently for it. Every error of the crates below becomes one here,
//! in one exhaustive match.

use daybook_vault::VaultError;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::opening::with_causes;

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

impl CommandError {
    /// Says that something went wrong about which the window can only show the message.
    pub(crate) fn failed(message: &str) -> Self {
        Self { code: ErrorCode::Failed, message: message.to_owned(), hint: None }
    }

    /// Says that the vault is being closed or exchanged.
    pub(crate) fn closing() -> Self {
        Self { code: ErrorCode::Cancelled, message: "The vault is being closed.".to_owned(), hint: None }
    }

    /// Says that a file cannot be shown.
    pub(crate) fn file_gone(path: &str) -> Self {
        Self {
            code: ErrorCode::FileGone,
            message: format!("“{path}” is gone."),
            hint: Some("What was read from it stays in the vault.".to_owned()),
        }
    }

    /// Says that a link is of a kind that is never opened.
    pub(crate) fn link_refused(url: &str) -> Self {
        Self {
            code: ErrorCode::Failed,
            message: format!("“{url}” was not opened."),
            hint: Some("Only web and mail addresses are opened.".to_owned()),
        }
    }
}

impl From<VaultError> for CommandError {
    fn from(error: VaultError) -> Self {
        let (code, hint) = match &error {
            VaultError::NotFound { .. } => (ErrorCode::NotFound, None),
            VaultError::ReadersBusy => (ErrorCode::Failed, Some("Try again in a moment.")),
            VaultError::VaultIsNewer { .. } | VaultError::NotAVault { .. } => {
                (ErrorCode::NoVault, Some("It was not opened, so nothing changed."))
            }
            VaultError::VaultIsDamaged { .. } => {
                (ErrorCode::NoVault, Some("Close Daybook and keep a copy of the file before anything else."))
            }
            VaultError::FileNotUsable { .. }
            | VaultError::SearchNotBuiltIn
            | VaultError::MigrationFailed { .. }
            | VaultError::Storage { .. }
            | VaultError::WriterStopped
            | VaultError::WriteAborted
            | VaultError::SessionNotNamed
            | VaultError::RawArchiveUnreadable { .. } => (ErrorCode::Failed, None),
        };
        Self { code, message: with_causes(&error), hint: hint.map(str::to_owned) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_a_sentence_and_a_code() {
        let error = CommandError::from(VaultError::NotFound { what: "session", id: 7 });

        assert_eq!(error.code, ErrorCode::NotFound, "the window says that the session is not there");
        assert_eq!(error.message, "The vault holds no session with id 7.");
    }

    #[test]
    fn causes_are_told_once() {
        let source = std::io::Error::other("disk full");
        let error = CommandError::from(VaultError::FileNotUsable { path: "/data/vault.db".into(), source });

        assert_eq!(error.message, "`/data/vault.db` could not be used for the vault: disk full.");
    }
}
