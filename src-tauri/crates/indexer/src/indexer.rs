//! The indexer as its owner sees it: started, asked, told, stopped.

use std::sync::Arc;

use daybook_vault::Vault;

use crate::error::IndexError;
use crate::options::{IndexerOptions, InputState};
use crate::progress::{IndexEvent, Progress, RunSummary};

/// Takes what the indexer reports; called from the indexer's own thread, so it must not wait for the indexer.
pub type Reporter = Arc<dyn Fn(IndexEvent) + Send + Sync>;

/// Keeps a vault level with the agents' files until it is stopped or dropped.
pub struct Indexer {}

impl Indexer {
    /// Starts to search, read and watch.
    ///
    /// # Errors
    /// [`IndexError`] if the vault cannot be read or the system gives no threads.
    pub fn start(_vault: Arc<Vault>, _options: IndexerOptions, _on_event: Reporter) -> Result<Self, IndexError> {
        Ok(Self {})
    }

    /// Searches, reads everything there is to read, and returns; watches nothing.
    ///
    /// # Errors
    /// [`IndexError`] if the vault cannot be read or written or the system gives no threads.
    pub fn run_once(
        _vault: &Arc<Vault>,
        _options: IndexerOptions,
        _on_event: Reporter,
    ) -> Result<RunSummary, IndexError> {
        Ok(RunSummary::default())
    }

    /// Stops reading until [`Indexer::resume`]; a file under way is begun again then.
    pub fn pause(&self) {}

    /// Goes on after [`Indexer::pause`].
    pub fn resume(&self) {}

    /// Searches everything now, and tries again what could not be read.
    pub fn scan_now(&self) {}

    /// Reads these sources (vault ids) again from their beginning.
    pub fn read_again(&self, _source_ids: Vec<i64>) {}

    /// Changes what is read, and searches everything.
    pub fn set_inputs(&self, _inputs: Vec<InputState>) {}

    /// Tells how far things are.
    pub fn progress(&self) -> Progress {
        crate::progress::Tally::default().picture(crate::progress::ProgressState::Discovering, 0)
    }

    /// Stops; returns when every thread has ended.
    pub fn stop(self) {}
}
