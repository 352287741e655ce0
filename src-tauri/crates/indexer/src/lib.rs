//! Keeps the vault level with what agents write: finds their files, reads what is new, watches for more.
//!
//! The parts, in the order in which a file meets them: `discover` finds it, `change` tells whether it must be read,
//! `worker` reads it into batches (`spool`) while `writing` puts them into the vault in one transaction a file,
//! `projects` names what it is about, `progress` says how far things are, and `coordinator` decides what comes next.
//! `watch` only gives hints; the periodic scan is the truth. The clock is an argument; nothing here reads the
//! environment, and no source file is ever written to.

mod change;
mod coordinator;
mod crew;
mod discover;
mod error;
mod folders;
mod indexer;
mod options;
mod paths;
mod progress;
mod projects;
mod queue;
mod report;
mod sources;
mod spool;
mod watch;
mod worker;
mod writing;

pub use error::IndexError;
pub use indexer::{Indexer, Reporter};
pub use options::{Clock, IndexerOptions, InputState};
pub use paths::{path_of_text, text_of_path};
pub use progress::{AgentProgress, IndexEvent, PathWarning, Progress, ProgressState, RootState, RunSummary};
pub use watch::{Depth, Hint, Listener, StartWatching, SystemWatching, WatchProblem, Watching};
