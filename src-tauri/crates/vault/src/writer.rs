//! The one thread that writes: it owns the connection, takes jobs in order, and outlives any job that panics.
//!
//! A job is a closure over a [`WriteTransaction`]. It is committed when the closure answers `Ok` and rolled back when
//! it answers `Err` or panics. Do not call [`Writer::run`] from inside a job: the thread would wait for itself.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Sender, bounded, unbounded};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::bulk;
use crate::error::VaultError;
use crate::index_health::{self, IndexHealth};
use crate::settings::SettingsMut;
use crate::source_write::{SourceWrite, WriteMode};
use crate::sources::{SourceStamp, SourcesMut};

type Job = Box<dyn FnOnce(&mut Connection) + Send>;

/// Sends jobs to the thread that writes.
#[derive(Debug)]
pub struct Writer {
    /// `None` only while the writer is being dropped.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Hands the connection to its thread.
    pub(crate) fn start(mut connection: Connection) -> Result<Self, VaultError> {
        let (jobs, queue) = unbounded::<Job>();
        let thread = thread::Builder::new()
            .name("vault-writer".to_owned())
            .spawn(move || {
                for job in queue {
                    job(&mut connection);
                }
                close(connection);
            })
            .map_err(|_| VaultError::WriterStopped)?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Runs a job in one transaction on the thread that writes and waits for its answer.
    ///
    /// # Errors
    /// What the job answers; [`VaultError::WriteAborted`] if it panicked. In both cases nothing was written.
    pub fn run<T, F>(&self, job: F) -> Result<T, VaultError>
    where
        T: Send + 'static,
        F: FnOnce(&mut WriteTransaction<'_>) -> Result<T, VaultError> + Send + 'static,
    {
        self.send(move |connection| in_transaction(connection, job))
    }

    /// Sets the engine for a first read of everything: a larger cache, and an index that is put in order at the end.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn begin_bulk(&self) -> Result<(), VaultError> {
        self.send(bulk::begin)
    }

    /// Ends [`Writer::begin_bulk`]: puts the index in order and sets the engine for small writes again.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn end_bulk(&self) -> Result<(), VaultError> {
        self.send(bulk::end)
    }

    /// Checks the full-text index against the messages.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the check itself fails.
    pub fn check_index(&self) -> Result<IndexHealth, VaultError> {
        self.send(index_health::check)
    }

    /// Makes the full-text index again from the messages, which stay as they are.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn repair_index(&self) -> Result<(), VaultError> {
        self.send(index_health::repair)
    }

    /// Sends a job and waits; a panic inside it becomes an error for the caller alone.
    fn send<T, F>(&self, job: F) -> Result<T, VaultError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection) -> Result<T, VaultError> + Send + 'static,
    {
        let (answer, wait) = bounded(1);
        let job: Job = Box::new(move |connection| {
            let outcome = catch_unwind(AssertUnwindSafe(|| job(connection)));
            let outcome = outcome.unwrap_or_else(|_| {
                tracing::error!("a write to the vault panicked and was rolled back");
                Err(VaultError::WriteAborted)
            });
            // The caller waits for this answer; if it is gone, nobody is left to tell.
            let _ = answer.send(outcome);
        });
        self.jobs.as_ref().ok_or(VaultError::WriterStopped)?.send(job).map_err(|_| VaultError::WriterStopped)?;
        wait.recv().map_err(|_| VaultError::WriterStopped)?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread that writes to the vault ended by a panic");
        }
    }
}

/// Leaves the file as small and as ready as possible.
fn close(connection: Connection) {
    if let Err(error) = connection.execute_batch("PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE);") {
        tracing::warn!(%error, "the vault could not be tidied on closing");
    }
    if let Err((_, error)) = connection.close() {
        tracing::warn!(%error, "the vault could not be closed properly");
    }
}

fn in_transaction<T>(
    connection: &mut Connection,
    job: impl FnOnce(&mut WriteTransaction<'_>) -> Result<T, VaultError>,
) -> Result<T, VaultError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut write = WriteTransaction { transaction };
    let answer = job(&mut write)?;
    write.transaction.commit()?;
    Ok(answer)
}

/// One transaction of the writer.
#[derive(Debug)]
pub struct WriteTransaction<'connection> {
    transaction: Transaction<'connection>,
}

impl WriteTransaction<'_> {
    /// Reads and changes what is known of sources.
    pub fn sources(&mut self) -> SourcesMut<'_> {
        SourcesMut::new(&self.transaction)
    }

    /// Reads and changes settings.
    pub fn settings(&mut self) -> SettingsMut<'_> {
        SettingsMut::new(&self.transaction)
    }

    /// Begins to write what was read from one source.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn write_source(
        &mut self,
        stamp: &SourceStamp,
        mode: WriteMode,
        now: daybook_model::Instant,
    ) -> Result<SourceWrite<'_>, VaultError> {
        SourceWrite::begin(&self.transaction, stamp, mode, now)
    }
}
