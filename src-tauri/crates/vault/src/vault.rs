//! The vault as a whole: open it, ask it, write to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use daybook_model::Instant;

use crate::connection;
use crate::error::VaultError;
use crate::lease::{self, IndexingLease};
use crate::pool::{Gate, Pool, PooledReader};
use crate::writer::Writer;

/// The permanent record of what agents did: one file, one writer, a few readers.
#[derive(Debug)]
pub struct Vault {
    path: PathBuf,
    pool: Arc<Pool>,
    writer: Writer,
}

impl Vault {
    /// Opens the vault at `path`, creating it (private to its owner) where it is missing, and brings it to the
    /// present format. `now` is for steps that record the time; none does yet.
    ///
    /// # Errors
    /// [`VaultError::VaultIsNewer`] and [`VaultError::NotAVault`] leave the file as it is.
    pub fn open(path: &Path, now: Instant) -> Result<Self, VaultError> {
        let _ = now;
        let connection = connection::open_for_writing(path)?;
        let gate = Gate::default();
        let pool = Arc::new(Pool::new(path, Arc::clone(&gate)));
        Ok(Self { path: path.to_owned(), pool, writer: Writer::start(connection, gate)? })
    }

    /// Lends a connection for reading. Reads never write and go on while a write is running.
    ///
    /// # Errors
    /// [`VaultError::ReadersBusy`] if all connections stay in use.
    pub fn reader(&self) -> Result<PooledReader, VaultError> {
        self.pool.take()
    }

    /// Names the one thread that writes.
    pub fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Names the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Tries to become the one process that indexes into this vault; `None` if another one is.
    ///
    /// # Errors
    /// [`VaultError::FileNotUsable`] if the lock file beside the vault cannot be used.
    pub fn try_own_indexing(&self) -> Result<Option<IndexingLease>, VaultError> {
        lease::try_take(&self.path)
    }
}
