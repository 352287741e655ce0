//! What the commands share.

use crate::error::CommandError;

/// The open vault and its indexer.
pub struct App {}

impl App {
    pub fn todo<T>(&self) -> Result<T, CommandError> {
        Err(CommandError { code: crate::error::ErrorCode::NoVault, message: "Not wired yet.".to_owned(), hint: None })
    }
}
