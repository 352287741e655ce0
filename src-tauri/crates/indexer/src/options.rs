//! What the indexer is told before it starts: where to look, what is switched on, which clock to use.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use daybook_model::{Agent, Instant};
use daybook_readers::{Places, Reader, readers};

use crate::watch::{StartWatching, SystemWatching};

/// Tells the time.
pub type Clock = Arc<dyn Fn() -> Instant + Send + Sync>;

/// What a person decided about the files of one agent. An agent without an entry is read from its usual folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputState {
    /// The agent.
    pub agent: Agent,
    /// Whether its files are read. What was read before stays.
    pub is_enabled: bool,
    /// Folders to look in besides the usual ones.
    pub added_roots: Vec<PathBuf>,
}

/// How the indexer works.
#[derive(Clone)]
pub struct IndexerOptions {
    /// Where agents keep their files.
    pub places: Places,
    /// What the person decided about them.
    pub inputs: Vec<InputState>,
    /// Tells the time.
    pub clock: Clock,
    /// Whether to watch folders between scans.
    pub watch: bool,
    /// How many files are read at the same time; writing takes one thread more.
    pub threads: usize,
    /// How long after the last scan the next one starts.
    pub scan_every: Duration,
    /// How long a file must be left alone before its events are handed on.
    pub settle: Duration,
    /// From this much to read on, the vault is set for bulk: below it, putting the index in order afterwards would cost
    /// more than it saves.
    pub bulk_from_bytes: u64,
    /// What decodes the files.
    pub readers: Vec<&'static dyn Reader>,
    /// What watches the folders.
    pub watching: Arc<dyn StartWatching>,
}

impl IndexerOptions {
    /// Reads every known agent from its usual folders, watches them, and scans twice a minute.
    pub fn new(places: Places, clock: Clock) -> Self {
        Self {
            places,
            inputs: Vec::new(),
            clock,
            watch: true,
            threads: 2,
            scan_every: Duration::from_secs(30),
            settle: Duration::from_millis(200),
            bulk_from_bytes: 48 * 1024 * 1024,
            readers: readers().to_vec(),
            watching: Arc::new(SystemWatching),
        }
    }

    /// Tells whether the files of an agent are read.
    pub(crate) fn is_enabled(&self, agent: Agent) -> bool {
        self.input(agent).is_none_or(|input| input.is_enabled)
    }

    /// Lists the folders of a reader's agent: the usual ones, then the added ones.
    pub(crate) fn roots(&self, reader: &dyn Reader) -> Vec<PathBuf> {
        let mut roots = reader.roots(&self.places);
        if let Some(input) = self.input(reader.agent()) {
            roots.extend(input.added_roots.iter().cloned());
        }
        let mut seen = rustc_hash::FxHashSet::default();
        roots.retain(|root| seen.insert(root.clone()));
        roots
    }

    fn input(&self, agent: Agent) -> Option<&InputState> {
        self.inputs.iter().find(|input| input.agent == agent)
    }
}
