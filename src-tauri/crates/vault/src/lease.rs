//! Who may index: of all processes that have the vault open, one.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::connection::beside;
use crate::error::VaultError;

/// The right to index, held until it is dropped (or the process ends).
#[derive(Debug)]
pub struct IndexingLease {
    _lock: File,
}

/// Tries to take the right to index the vault at `path`.
pub(crate) fn try_take(path: &Path) -> Result<Option<IndexingLease>, VaultError> {
    let lock_path = beside(path, ".indexing");
    let unusable = |source| VaultError::FileNotUsable { path: lock_path.clone(), source };
    let file = OpenOptions::new().create(true).append(true).open(&lock_path).map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(IndexingLease { _lock: file })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(source)) => Err(unusable(source)),
    }
}
