//! Who may do what only one process at a time may do with a vault: index into it, or bring it to the present format.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use crate::connection::{beside, create_private};
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
    let file = create_private(&lock_path).map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(IndexingLease { _lock: file })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(source)) => Err(unusable(source)),
    }
}

/// Waits until no other process is opening the vault at `path`; the turn ends when the answer is dropped.
pub(crate) fn wait_for_turn(path: &Path) -> Result<File, VaultError> {
    let lock_path = beside(path, ".opening");
    let unusable = |source| VaultError::FileNotUsable { path: lock_path.clone(), source };
    let file = create_private(&lock_path).map_err(unusable)?;
    match file.lock() {
        // A file system without locks is one that nobody shares.
        Err(error) if error.kind() != ErrorKind::Unsupported => Err(unusable(error)),
        _ => Ok(file),
    }
}
