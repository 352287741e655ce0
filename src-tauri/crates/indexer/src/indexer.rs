//! The indexer as its owner sees it: started, asked, told, stopped.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Sender, unbounded};
use daybook_vault::Vault;

use crate::coordinator::{Board, Command, Coordinator, Message};
use crate::error::IndexError;
use crate::options::{IndexerOptions, InputState};
use crate::progress::{IndexEvent, Progress, ProgressState, RunSummary, Tally};
use crate::worker::Signals;

/// Takes what the indexer reports; called from the indexer's own thread, so it must not wait for the indexer.
pub type Reporter = Arc<dyn Fn(IndexEvent) + Send + Sync>;

/// Keeps a vault level with the agents' files until it is stopped or dropped.
pub struct Indexer {
    outbox: Sender<Message>,
    board: Board,
    signals: Arc<Signals>,
    thread: Option<JoinHandle<()>>,
}

impl Indexer {
    /// Starts to search, read and watch.
    ///
    /// # Errors
    /// [`IndexError`] if the system gives no threads.
    pub fn start(vault: Arc<Vault>, options: IndexerOptions, on_event: Reporter) -> Result<Self, IndexError> {
        let (outbox, inbox) = unbounded();
        let signals = Arc::new(Signals::default());
        let board = board();
        let channel = (outbox.clone(), inbox);
        let coordinator =
            Coordinator::new(vault, options, on_event, Arc::clone(&board), Arc::clone(&signals), channel)?;
        let thread = thread::Builder::new()
            .name("indexer".to_owned())
            .spawn(move || coordinator.run())
            .map_err(IndexError::Thread)?;
        Ok(Self { outbox, board, signals, thread: Some(thread) })
    }

    /// Searches, reads everything there is to read, and returns; watches nothing.
    ///
    /// # Errors
    /// [`IndexError`] if the vault cannot be read or written, another process is indexing into it, or the system gives
    /// no threads.
    pub fn run_once(vault: &Arc<Vault>, options: IndexerOptions, on_event: Reporter) -> Result<RunSummary, IndexError> {
        let options = IndexerOptions { watch: false, ..options };
        let signals = Arc::new(Signals::default());
        Coordinator::new(Arc::clone(vault), options, on_event, board(), signals, unbounded())?.run_once()
    }

    /// Stops reading until [`Indexer::resume`]; a file under way is begun again then.
    pub fn pause(&self) {
        // Set here too, so that a file under way stops at its next record and not after the messages before this one.
        self.signals.is_paused.store(true, Ordering::Relaxed);
        self.send(Command::Pause);
    }

    /// Goes on after [`Indexer::pause`].
    pub fn resume(&self) {
        self.send(Command::Resume);
    }

    /// Searches everything now, and tries again what could not be read.
    pub fn scan_now(&self) {
        self.send(Command::ScanNow);
    }

    /// Reads these sources (vault ids) again from their beginning.
    pub fn read_again(&self, source_ids: Vec<i64>) {
        self.send(Command::ReadAgain(source_ids));
    }

    /// Changes what is read, and searches everything.
    pub fn set_inputs(&self, inputs: Vec<InputState>) {
        self.send(Command::SetInputs(inputs));
    }

    /// Tells how far things are.
    pub fn progress(&self) -> Progress {
        self.board.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stops; returns when every thread has ended. What was being read is undone.
    pub fn stop(self) {
        drop(self);
    }

    fn send(&self, command: Command) {
        if self.outbox.send(Message::Command(command)).is_err() {
            tracing::error!("the indexer has ended");
        }
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        self.signals.is_stopping.store(true, Ordering::Relaxed);
        self.send(Command::Stop);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the indexer ended by a panic");
        }
    }
}

fn board() -> Board {
    Arc::new(Mutex::new(Tally::default().picture(ProgressState::Discovering, 0)))
}
