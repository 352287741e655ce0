//! What the commands share: the open vault, its indexer, and the way to another vault.
//!
//! A vault opens on a thread of its own while the window draws; commands wait for it. Questions run on the blocking
//! pool. One vault is open at a time: the person's own, or the sample.

use std::sync::{Arc, Mutex, PoisonError};

use daybook_indexer::{IndexEvent, Indexer};
use daybook_vault::{PooledReader, Vault, VaultError};
use tokio::sync::watch;

use crate::error::{CommandError, ErrorCode};
use crate::opening::{self, OpenProblem, Opened, Which};
use crate::surroundings::Surroundings;

/// Hears what the indexer of the open vault reports.
pub(crate) type Listener = Arc<dyn Fn(IndexEvent) + Send + Sync>;

/// The state of the program behind the window.
#[derive(Clone)]
pub(crate) struct App {
    inner: Arc<Inner>,
}

struct Inner {
    surroundings: Surroundings,
    listener: Listener,
    current: watch::Sender<Current>,
    /// Held while one vault is exchanged for another, so that two exchanges do not cross.
    exchange: Mutex<()>,
}

/// What is open.
#[derive(Clone)]
enum Current {
    Opening(Which),
    Open(Arc<Opened>),
    Closed(Which, OpenProblem),
}

impl App {
    /// Makes the state; nothing is open yet.
    pub(crate) fn new(surroundings: Surroundings, which: Which, listener: Listener) -> Self {
        let (current, _) = watch::channel(Current::Opening(which));
        Self { inner: Arc::new(Inner { surroundings, listener, current, exchange: Mutex::new(()) }) }
    }

    /// Names the folders and the zone.
    pub(crate) fn surroundings(&self) -> &Surroundings {
        &self.inner.surroundings
    }

    /// Closes what is open and opens this vault; blocks until that is done, and never fails: a vault that cannot be
    /// opened becomes a problem that the window shows.
    pub(crate) fn open(&self, which: Which) {
        let _exchange = self.inner.exchange.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.inner.current.send_replace(Current::Opening(which));
        if let Current::Open(opened) = before {
            opened.stop_indexing();
        }
        let next = match opening::open(&self.inner.surroundings, which, Arc::clone(&self.inner.listener)) {
            Ok(opened) => Current::Open(Arc::new(opened)),
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "the vault could not be opened");
                Current::Closed(which, OpenProblem::from(&error))
            }
        };
        self.inner.current.send_replace(next);
    }

    /// Opens the vault that could not be opened before, if it still is not open.
    pub(crate) fn open_again(&self) {
        let closed = match &*self.inner.current.borrow() {
            Current::Closed(which, _) => Some(*which),
            Current::Opening(_) | Current::Open(_) => None,
        };
        if let Some(which) = closed {
            self.open(which);
        }
    }

    /// Stops reading, so that the program can end.
    pub(crate) fn close(&self) {
        if let Current::Open(opened) = &*self.inner.current.borrow() {
            opened.stop_indexing();
        }
    }

    /// Waits until a vault is open, or is known not to open.
    pub(crate) async fn opened(&self) -> Result<Result<Arc<Opened>, (Which, OpenProblem)>, CommandError> {
        let mut current = self.inner.current.subscribe();
        let settled = current
            .wait_for(|current| !matches!(current, Current::Opening(_)))
            .await
            .map_err(|_| CommandError::closing())?;
        Ok(match &*settled {
            Current::Open(opened) => Ok(Arc::clone(opened)),
            Current::Closed(which, problem) => Err((*which, problem.clone())),
            Current::Opening(which) => Err((*which, OpenProblem::still_opening())),
        })
    }

    /// Asks the open vault a question on the blocking pool.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&PooledReader) -> Result<T, VaultError> + Send + 'static,
    ) -> Result<T, CommandError> {
        self.with_opened(move |opened| Ok(question(&opened.vault.reader()?)?)).await
    }

    /// Writes to the open vault on the blocking pool.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        deed: impl FnOnce(&Vault) -> Result<T, VaultError> + Send + 'static,
    ) -> Result<T, CommandError> {
        self.with_opened(move |opened| Ok(deed(&opened.vault)?)).await
    }

    /// Steers the indexer of the open vault.
    pub(crate) async fn steer(&self, deed: impl FnOnce(&Indexer) + Send + 'static) -> Result<(), CommandError> {
        self.with_opened(move |opened| opened.with_indexer(deed)).await
    }

    /// Runs a piece of work on the open vault on the blocking pool.
    pub(crate) async fn with_opened<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Opened) -> Result<T, CommandError> + Send + 'static,
    ) -> Result<T, CommandError> {
        let opened = self.opened().await?.map_err(|(_, problem)| CommandError {
            code: ErrorCode::NoVault,
            message: problem.message,
            hint: Some(problem.hint),
        })?;
        on_blocking_pool(move || work(&opened)).await
    }
}

/// Runs work that may wait for the disk where waiting hurts nobody.
pub(crate) async fn on_blocking_pool<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, CommandError> + Send + 'static,
) -> Result<T, CommandError> {
    tauri::async_runtime::spawn_blocking(work)
        .await
        .map_err(|_| CommandError::failed("A fault of the program stopped this. Nothing was lost; try again."))?
}
