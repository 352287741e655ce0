//! Decodes what coding agents write into transcripts: one file a format.
//!
//! A reader knows where its agent keeps files, which of them are sessions, and how to turn one into calls of a
//! [`Sink`]. It knows nothing of the vault, the clock or the environment: folders come in as [`Places`]. Every text
//! is redacted before it reaches the sink, and no input, however broken, panics or loses the rest of a session.

mod claude;
mod codex;
mod command;
pub mod kept;
mod lenient;
pub mod lines;

use std::io;
use std::path::{Path, PathBuf};

use daybook_model::{Agent, Checkpoint, Sink};

/// The folders of this computer in which agents keep their files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The person's home folder.
    pub home: PathBuf,
    /// The folder for configuration (`~/.config`).
    pub config: PathBuf,
    /// The folder for program files (`~/.local/share`).
    pub data: PathBuf,
    /// What `CLAUDE_CONFIG_DIR` names, where it is set.
    pub claude_config: Option<PathBuf>,
    /// What `CODEX_HOME` names, where it is set.
    pub codex_home: Option<PathBuf>,
}

impl Places {
    /// Describes a home folder in which nothing was moved.
    pub fn in_home(home: &Path) -> Self {
        Self {
            home: home.to_owned(),
            config: home.join(".config"),
            data: home.join(".local/share"),
            claude_config: None,
            codex_home: None,
        }
    }
}

/// Why a source could not be read at all. Faults inside a source go to the sink instead.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file could not be opened or read.
    #[error("`{path}` could not be read")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The checkpoint is not one of this reader, or an older version wrote it; read from the start instead.
    #[error("the place where reading `{path}` stopped is not understood")]
    CheckpointNotUnderstood {
        /// The file.
        path: PathBuf,
    },
}

/// Decodes the files of one agent.
pub trait Reader: Send + Sync {
    /// Names the agent.
    fn agent(&self) -> Agent;

    /// Numbers what this reader makes of its input; a higher number means that sources are worth reading again.
    fn version(&self) -> u32;

    /// Lists the folders to look in, whether they exist or not.
    fn roots(&self, places: &Places) -> Vec<PathBuf>;

    /// Tells whether a file, named relative to its root, is a source of this reader.
    fn claims(&self, relative: &Path) -> bool;

    /// Lists other files whose change means that this source must be looked at again (titles, descriptions).
    fn companions(&self, path: &Path) -> Vec<PathBuf> {
        let _ = path;
        Vec::new()
    }

    /// Reads a source from a checkpoint (or from its start) to its end and says where it stopped.
    ///
    /// # Errors
    /// [`ReadError`] if the source cannot be read at all; what reached the sink before stands.
    fn read(&self, path: &Path, from: Option<&Checkpoint>, sink: &mut dyn Sink) -> Result<Checkpoint, ReadError>;
}

/// Lists every reader, in the order of [`Agent::ALL`].
pub fn readers() -> [&'static dyn Reader; Agent::ALL.len()] {
    [&claude::Claude, &codex::Codex]
}
