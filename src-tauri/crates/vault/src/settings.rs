//! The table `settings`: what the person set in Daybook.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::error::VaultError;
use crate::questions::Questions;

const FIND: &str = "SELECT value FROM settings WHERE name = ?1";

const SET: &str = "
INSERT INTO settings (name, value)
VALUES (?1, ?2)
ON CONFLICT (name) DO UPDATE SET value = excluded.value
WHERE value <> excluded.value";

const REMOVE: &str = "DELETE FROM settings WHERE name = ?1";

/// Changes settings inside a transaction.
#[derive(Debug)]
pub struct SettingsMut<'transaction> {
    transaction: &'transaction Connection,
}

impl<'transaction> SettingsMut<'transaction> {
    pub(crate) fn new(transaction: &'transaction Connection) -> Self {
        Self { transaction }
    }

    /// Finds the value of a setting.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn find_setting(&self, name: &str) -> Result<Option<String>, VaultError> {
        find(self.transaction, name)
    }

    /// Sets a setting; tells whether that changed it.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn set_setting(&mut self, name: &str, value: &str) -> Result<bool, VaultError> {
        Ok(self.transaction.prepare_cached(SET)?.execute(params![name, value])? > 0)
    }

    /// Removes a setting; tells whether it was there.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn remove_setting(&mut self, name: &str) -> Result<bool, VaultError> {
        Ok(self.transaction.prepare_cached(REMOVE)?.execute(params![name])? > 0)
    }
}

impl Questions {
    /// Finds the value of a setting.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn find_setting(&self, name: &str) -> Result<Option<String>, VaultError> {
        find(self.connection(), name)
    }
}

fn find(connection: &Connection, name: &str) -> Result<Option<String>, VaultError> {
    Ok(connection.prepare_cached(FIND)?.query_row(params![name], |row| row.get(0)).optional()?)
}
