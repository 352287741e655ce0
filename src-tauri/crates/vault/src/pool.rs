//! The connections for reading: few, reused, and never able to write.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError, RwLock};
use std::time::Duration;

use crate::connection;
use crate::error::VaultError;
use crate::questions::Questions;

/// Most connections for reading that are open at the same time.
const MOST_READERS: usize = 4;

/// How long a caller waits for a connection before it is told that the vault is busy.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Closed while the last jobs in bulk are committed, so that a reader that comes then sees them.
pub(crate) type Gate = Arc<RwLock<()>>;

/// Keeps the connections for reading.
#[derive(Debug)]
pub(crate) struct Pool {
    path: PathBuf,
    gate: Gate,
    shelf: Mutex<Shelf>,
    returned: Condvar,
}

#[derive(Debug, Default)]
struct Shelf {
    idle: Vec<Questions>,
    open: usize,
}

impl Pool {
    pub(crate) fn new(path: &Path, gate: Gate) -> Self {
        Self { path: path.to_owned(), gate, shelf: Mutex::default(), returned: Condvar::new() }
    }

    /// Takes a connection from the shelf, opens one, or waits for one.
    pub(crate) fn take(self: &Arc<Self>) -> Result<PooledReader, VaultError> {
        drop(self.gate.read().unwrap_or_else(PoisonError::into_inner));
        let shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut shelf, _) = self
            .returned
            .wait_timeout_while(shelf, LONGEST_WAIT, |shelf| shelf.idle.is_empty() && shelf.open >= MOST_READERS)
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(questions) = shelf.idle.pop() {
            return Ok(PooledReader { questions: Some(questions), pool: Arc::clone(self) });
        }
        if shelf.open >= MOST_READERS {
            return Err(VaultError::ReadersBusy);
        }
        let questions = Questions::new(connection::open_for_reading(&self.path)?);
        shelf.open += 1;
        Ok(PooledReader { questions: Some(questions), pool: Arc::clone(self) })
    }

    fn give_back(&self, questions: Questions) {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner).idle.push(questions);
        self.returned.notify_one();
    }
}

/// A connection for reading that goes back to the pool when it is dropped.
#[derive(Debug)]
pub struct PooledReader {
    /// `None` only while it is being dropped.
    questions: Option<Questions>,
    pool: Arc<Pool>,
}

impl Deref for PooledReader {
    type Target = Questions;

    #[expect(clippy::expect_used, reason = "the value is taken in `drop` alone, after which nobody can ask")]
    fn deref(&self) -> &Questions {
        self.questions.as_ref().expect("a reader holds its connection until it is dropped")
    }
}

impl Drop for PooledReader {
    fn drop(&mut self) {
        if let Some(questions) = self.questions.take() {
            self.pool.give_back(questions);
        }
    }
}
