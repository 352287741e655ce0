//! Opens a vault and starts the indexer on it; turns what can go wrong into words for the window.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use daybook_indexer::{IndexError, Indexer, IndexerOptions};
use daybook_readers::Places;
use daybook_vault::{Vault, VaultError};
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::app::Listener;
use crate::error::CommandError;
use crate::inputs::Inputs;
use crate::samples;
use crate::surroundings::{Surroundings, now};

/// Which vault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// The person's own.
    Own,
    /// The sample.
    Sample,
}

/// A vault that is open.
pub(crate) struct Opened {
    /// Which one.
    pub(crate) which: Which,
    /// The vault.
    pub(crate) vault: Arc<Vault>,
    /// Reads the agents' files, or waits for another Daybook to end that does; `None` once stopped.
    indexer: Mutex<Option<Indexer>>,
}

/// Why a vault did not open.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    /// The vault itself.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The indexer.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The sample files could not be laid out.
    #[error("the sample sessions could not be written to `{path}`")]
    Samples {
        /// Where.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// What keeps a vault from being opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OpenProblemKind {
    /// A newer Daybook wrote it; nothing was touched.
    Newer,
    /// Its folder or file cannot be written.
    Unwritable,
    /// It is no vault, or a damaged one.
    Damaged,
}

/// Why no vault is open, in words for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenProblem {
    /// What is wrong.
    pub(crate) kind: OpenProblemKind,
    /// What happened.
    pub(crate) message: String,
    /// What to do.
    pub(crate) hint: String,
}

/// Where the vault's file is and which agents' folders belong to it.
pub(crate) fn layout(surroundings: &Surroundings, which: Which) -> Result<(PathBuf, Places), OpenError> {
    match which {
        Which::Own => Ok((surroundings.vault_path(), surroundings.places.clone())),
        Which::Sample => {
            let folder = surroundings.sample_folder();
            let home = folder.join("home");
            samples::lay_out(&home).map_err(|source| OpenError::Samples { path: home.clone(), source })?;
            Ok((folder.join("vault.db"), Places::in_home(&home)))
        }
    }
}

/// Opens a vault and starts reading into it.
pub(crate) fn open(surroundings: &Surroundings, which: Which, listener: Listener) -> Result<Opened, OpenError> {
    let (path, places) = layout(surroundings, which)?;
    let vault = Arc::new(Vault::open(&path, now())?);
    let indexer = Indexer::start(Arc::clone(&vault), options(&vault, places)?, listener)?;
    Ok(Opened { which, vault, indexer: Mutex::new(Some(indexer)) })
}

/// Says how to index into this vault.
pub(crate) fn options(vault: &Vault, places: Places) -> Result<IndexerOptions, VaultError> {
    let mut options = IndexerOptions::new(places, Arc::new(now));
    options.inputs = Inputs::load(vault)?.states();
    Ok(options)
}

impl Opened {
    /// Does something with the indexer.
    pub(crate) fn with_indexer<T>(&self, deed: impl FnOnce(&Indexer) -> T) -> Result<T, CommandError> {
        let indexer = self.indexer.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(deed(indexer.as_ref().ok_or_else(CommandError::closing)?))
    }

    /// Stops reading and waits until the last file is put away.
    pub(crate) fn stop_indexing(&self) {
        let indexer = self.indexer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(indexer) = indexer {
            indexer.stop();
        }
    }
}

impl OpenProblem {
    /// Stands in for a vault that takes its time.
    pub(crate) fn still_opening() -> Self {
        Self {
            kind: OpenProblemKind::Unwritable,
            message: "The vault is still being opened.".to_owned(),
            hint: "Try again in a moment.".to_owned(),
        }
    }
}

impl From<&OpenError> for OpenProblem {
    fn from(error: &OpenError) -> Self {
        let message = with_causes(error);
        let (kind, hint) = match error {
            OpenError::Vault(VaultError::VaultIsNewer { .. }) => {
                (OpenProblemKind::Newer, "It was not opened, so nothing changed. Install the newer Daybook.")
            }
            OpenError::Vault(VaultError::NotAVault { .. } | VaultError::VaultIsDamaged { .. }) => {
                (OpenProblemKind::Damaged, "Nothing was changed. Move the file away to begin a new vault.")
            }
            _ => (
                OpenProblemKind::Unwritable,
                "Make the folder writable, or name another one in `DAYBOOK_DATA_DIR` and start again.",
            ),
        };
        Self { kind, message, hint: hint.to_owned() }
    }
}

/// Spells an error and what caused it as sentences.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_words = inner.to_string();
        if !words.contains(&inner_words) {
            words.push_str(": ");
            words.push_str(&inner_words);
        }
        cause = inner.source();
    }
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
