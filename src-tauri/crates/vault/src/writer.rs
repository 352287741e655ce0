//! The one thread that writes: it owns the connection, takes jobs in order, and outlives any job that panics.
//!
//! A job is a closure over a [`WriteTransaction`]. It is kept when the closure answers `Ok` and undone when it answers
//! `Err` or panics. Between [`Writer::begin_bulk`] and [`Writer::end_bulk`] many jobs share one commit, each with a
//! savepoint of its own: readers see them a moment later, and a crash loses the last of them whole, never in part. Do
//! not call [`Writer::run`] from inside a job: the thread would wait for itself.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};
use rusqlite::{Connection, TransactionBehavior};

use crate::bulk;
use crate::error::VaultError;
use crate::index_health::{self, IndexHealth};
use crate::pool::Gate;
use crate::settings::SettingsMut;
use crate::source_write::{SourceWrite, WriteMode};
use crate::sources::{SourceStamp, SourcesMut};

/// Rows that jobs in bulk may write before they are committed. Message keys are scattered over their whole index, so
/// that every commit writes most of its pages again.
const ROWS_OF_A_COMMIT: u64 = 40_000;

/// How long jobs in bulk wait for another one to share their commit with. It is shorter than the way from a job's end
/// over an event to the question of a window, so that who hears of the last job also finds what it wrote.
const IDLE: Duration = Duration::from_millis(5);

type Job = Box<dyn FnOnce(&mut Desk) + Send>;

/// Sends jobs to the thread that writes.
#[derive(Debug)]
pub struct Writer {
    /// `None` only while the writer is being dropped.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Hands the connection to its thread.
    pub(crate) fn start(connection: Connection, gate: Gate) -> Result<Self, VaultError> {
        let (jobs, queue) = unbounded::<Job>();
        let thread = thread::Builder::new()
            .name("vault-writer".to_owned())
            .spawn(move || Desk { connection, gate, is_bulk: false, rows_before: None }.work(&queue))
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
        self.send(move |desk| desk.run(job))
    }

    /// Sets the engine for a first read of everything: a larger cache, and an index that is put in order at the end.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn begin_bulk(&self) -> Result<(), VaultError> {
        self.send(Desk::begin_bulk)
    }

    /// Ends [`Writer::begin_bulk`]: puts the index in order and sets the engine for small writes again.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn end_bulk(&self) -> Result<(), VaultError> {
        self.send(Desk::end_bulk)
    }

    /// Commits what jobs in bulk have written so far, so that readers see it. Outside of bulk there is nothing to do.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses; what was not committed is read again.
    pub fn make_visible(&self) -> Result<(), VaultError> {
        self.send(Desk::commit_at_the_gate)
    }

    /// Checks the full-text index against the messages.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the check itself fails.
    pub fn check_index(&self) -> Result<IndexHealth, VaultError> {
        self.send(|desk| desk.alone(index_health::check))
    }

    /// Makes the full-text index again from the messages, which stay as they are.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn repair_index(&self) -> Result<(), VaultError> {
        self.send(|desk| desk.alone(index_health::repair))
    }

    /// Sends a job and waits; a panic inside it becomes an error for the caller alone.
    fn send<T, F>(&self, job: F) -> Result<T, VaultError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Desk) -> Result<T, VaultError> + Send + 'static,
    {
        let (answer, wait) = bounded(1);
        let job: Job = Box::new(move |desk| {
            let outcome = catch_unwind(AssertUnwindSafe(|| job(desk)));
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

/// The thread's side: the connection and what is open on it.
struct Desk {
    connection: Connection,
    gate: Gate,
    is_bulk: bool,
    /// Rows written when the commit that jobs in bulk share began; `None` while none is open.
    rows_before: Option<u64>,
}

impl Desk {
    /// Takes jobs until nobody can send any more, then leaves the file as small and as ready as possible.
    fn work(mut self, queue: &Receiver<Job>) {
        loop {
            let job = match self.rows_before {
                Some(_) => queue.recv_timeout(IDLE),
                None => queue.recv().map_err(RecvTimeoutError::from),
            };
            match job {
                Ok(job) => job(&mut self),
                Err(RecvTimeoutError::Timeout) => self.commit_or_complain(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.commit_or_complain();
        if let Err(error) = self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);") {
            tracing::warn!(%error, "the vault could not be tidied on closing");
        }
        if let Err((_, error)) = self.connection.close() {
            tracing::warn!(%error, "the vault could not be closed properly");
        }
    }

    /// Runs a job in a transaction, or in bulk in a savepoint of the transaction that is open.
    fn run<T>(
        &mut self,
        job: impl FnOnce(&mut WriteTransaction<'_>) -> Result<T, VaultError>,
    ) -> Result<T, VaultError> {
        if !self.is_bulk {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let answer = job(&mut WriteTransaction { connection: &transaction })?;
            transaction.commit()?;
            return Ok(answer);
        }
        // A full disk may have ended the transaction without us.
        let open = self.rows_before.filter(|_| !self.connection.is_autocommit());
        let before = if let Some(before) = open {
            before
        } else {
            self.connection.execute_batch("BEGIN IMMEDIATE")?;
            *self.rows_before.insert(self.connection.total_changes())
        };
        let savepoint = self.connection.savepoint()?;
        let answer = job(&mut WriteTransaction { connection: &savepoint })?;
        savepoint.commit()?;
        if self.connection.total_changes() - before >= ROWS_OF_A_COMMIT {
            self.commit()?;
        }
        Ok(answer)
    }

    /// Does something that is no part of a transaction.
    fn alone<T>(&mut self, work: impl FnOnce(&mut Connection) -> Result<T, VaultError>) -> Result<T, VaultError> {
        self.commit_at_the_gate()?;
        work(&mut self.connection)
    }

    fn begin_bulk(&mut self) -> Result<(), VaultError> {
        self.alone(bulk::begin)?;
        self.is_bulk = true;
        Ok(())
    }

    fn end_bulk(&mut self) -> Result<(), VaultError> {
        self.is_bulk = false;
        self.alone(bulk::end)
    }

    /// Commits what jobs in bulk have written.
    fn commit(&mut self) -> Result<(), VaultError> {
        if self.rows_before.take().is_none() {
            return Ok(());
        }
        let committed = self.connection.execute_batch("COMMIT");
        if committed.is_err() && !self.connection.is_autocommit() {
            // What the jobs wrote is lost together with their checkpoints, so that it is read again.
            self.connection.execute_batch("ROLLBACK")?;
        }
        Ok(committed?)
    }

    /// Commits while readers wait at the gate: nobody writes any more, so that what they miss now they would miss for
    /// long.
    fn commit_at_the_gate(&mut self) -> Result<(), VaultError> {
        let gate = Arc::clone(&self.gate);
        let _closed = gate.write().unwrap_or_else(PoisonError::into_inner);
        self.commit()
    }

    fn commit_or_complain(&mut self) {
        if let Err(error) = self.commit_at_the_gate() {
            tracing::error!(%error, "what was read last could not be kept and will be read again");
        }
    }
}

/// One transaction of the writer.
#[derive(Debug)]
pub struct WriteTransaction<'connection> {
    connection: &'connection Connection,
}

impl WriteTransaction<'_> {
    /// Reads and changes what is known of sources.
    pub fn sources(&mut self) -> SourcesMut<'_> {
        SourcesMut::new(self.connection)
    }

    /// Reads and changes settings.
    pub fn settings(&mut self) -> SettingsMut<'_> {
        SettingsMut::new(self.connection)
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
        SourceWrite::begin(self.connection, stamp, mode, now)
    }
}
