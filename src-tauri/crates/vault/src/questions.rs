//! The handle on which every question is asked: one connection that can only read.

use rusqlite::Connection;

/// Asks the vault. The questions themselves are in one file each.
#[derive(Debug)]
pub struct Questions {
    connection: Connection,
}

impl Questions {
    pub(crate) fn new(connection: Connection) -> Self {
        Self { connection }
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }
}
