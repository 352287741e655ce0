//! What can go wrong with the vault, in words for a person.

use std::io;
use std::path::PathBuf;

/// Why the vault could not be opened, asked or written.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The file or its folder could not be created, read or made private.
    #[error("`{path}` could not be used for the vault")]
    FileNotUsable {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A later version of Daybook wrote the vault; it was not touched.
    #[error("the vault has format {found}, and this Daybook knows formats up to {known}; update Daybook to open it")]
    VaultIsNewer {
        /// Format of the file.
        found: u32,
        /// Newest format this program knows.
        known: u32,
    },
    /// The file is a database of another program; it was not touched.
    #[error("`{path}` is a database, but not a vault of Daybook")]
    NotAVault {
        /// The file.
        path: PathBuf,
    },
    /// The file is damaged.
    #[error("the vault is damaged; nothing more was written to it")]
    VaultIsDamaged {
        /// What was found.
        source: Option<rusqlite::Error>,
    },
    /// The database engine was built without full-text search.
    #[error("this build of the database engine has no full-text search")]
    SearchNotBuiltIn,
    /// The vault could not be brought to the present format; it is as it was.
    #[error("the vault could not be brought to the present format; it was left as it was")]
    MigrationFailed {
        /// What the database engine said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A question or a write failed.
    #[error("the vault could not answer")]
    Storage {
        /// What the database engine said.
        source: rusqlite::Error,
    },
    /// All connections for reading stayed in use.
    #[error("the vault is busy with other questions; try again")]
    ReadersBusy,
    /// The thread that writes has ended.
    #[error("the vault is closed for writing")]
    WriterStopped,
    /// A write met a fault of the program and was rolled back.
    #[error("writing to the vault met a fault of the program and was undone")]
    WriteAborted,
    /// No row has this id.
    #[error("the vault holds no {what} with id {id}")]
    NotFound {
        /// What was asked for.
        what: &'static str,
        /// The id.
        id: i64,
    },
    /// A message came before any session was named.
    #[error("a source sent a message before it named a session")]
    SessionNotNamed,
    /// A piece of the raw archive could not be decompressed.
    #[error("a piece of the raw archive cannot be read")]
    RawArchiveUnreadable {
        /// What the decompressor said.
        source: io::Error,
    },
}

impl From<rusqlite::Error> for VaultError {
    fn from(source: rusqlite::Error) -> Self {
        match source.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
                Self::VaultIsDamaged { source: Some(source) }
            }
            _ => Self::Storage { source },
        }
    }
}
