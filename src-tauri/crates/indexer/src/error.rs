//! What can keep the indexer as a whole from working. What is wrong with a single file is not an error here: that
//! file is quarantined with its reason and everything else goes on.

use std::io;

use daybook_vault::VaultError;

/// Why the indexer could not start or had to give up.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The vault refused to be read or written.
    #[error("the vault could not be brought up to date")]
    Vault(#[from] VaultError),
    /// Another process is reading files into the same vault.
    #[error("another Daybook is reading files into this vault")]
    AnotherIsIndexing,
    /// The system gave no thread.
    #[error("no thread could be started for reading")]
    Thread(#[source] io::Error),
}
