//! Which folders are watched: every root that is there with all that lies below it, and for a root that is not there
//! the nearest folder above, so that an agent that is installed later is found.
//!
//! What cannot be watched is found by scanning; the problem is remembered so that a person can be told.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::discover::{Discovery, Root};
use crate::watch::{Depth, Hint, StartWatching, WatchProblem, Watching};

/// Takes hints; shared by every watch that is started.
pub(crate) type Listening = Arc<dyn Fn(Hint) + Send + Sync>;

/// The folders that are watched.
pub(crate) struct Folders {
    starter: Arc<dyn StartWatching>,
    settle: Duration,
    listening: Listening,
    watching: Option<Box<dyn Watching>>,
    watched: FxHashMap<PathBuf, Watched>,
    /// Folders as the system spells them, with the root as it was given.
    spellings: Vec<(PathBuf, PathBuf)>,
    watched_roots: u32,
    is_anything_new: bool,
    is_piecemeal: bool,
    problem: Option<WatchProblem>,
}

/// A folder that is watched, and which folder of that name it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Watched {
    depth: Depth,
    identity: u64,
}

impl Folders {
    /// Starts with nothing watched.
    pub(crate) fn new(starter: Arc<dyn StartWatching>, settle: Duration, listening: Listening) -> Self {
        Self {
            starter,
            settle,
            listening,
            watching: None,
            watched: FxHashMap::default(),
            spellings: Vec::new(),
            watched_roots: 0,
            is_anything_new: false,
            is_piecemeal: false,
            problem: None,
        }
    }

    /// Counts the roots that are watched.
    pub(crate) fn watched_roots(&self) -> u32 {
        self.watched_roots
    }

    /// Tells whether some root is watched folder by folder, so that a new folder is watched only after a search.
    pub(crate) fn is_piecemeal(&self) -> bool {
        self.is_piecemeal
    }

    /// Says why not everything is watched.
    pub(crate) fn problem(&self) -> Option<&WatchProblem> {
        self.problem.as_ref()
    }

    /// Remembers a problem that was met while watching.
    pub(crate) fn met(&mut self, problem: WatchProblem) {
        tracing::warn!(%problem, "not every folder is watched");
        self.problem = Some(problem);
    }

    /// Forgets problems and what is watched, so that the next update tries everything again.
    pub(crate) fn start_over(&mut self) {
        if self.problem.take().is_some() {
            self.watching = None;
            self.watched.clear();
        }
    }

    /// Spells a path that the system named the way the roots were given.
    pub(crate) fn spell(&self, path: &Path) -> PathBuf {
        for (system, given) in &self.spellings {
            if let Ok(rest) = path.strip_prefix(system) {
                // Joining an empty rest would add a separator.
                return if rest.as_os_str().is_empty() { given.clone() } else { given.join(rest) };
            }
        }
        path.to_owned()
    }

    /// Watches what should be watched now, and nothing else. Tells whether anything is watched that was not before.
    pub(crate) fn update(&mut self, roots: &[Root], discovery: &Discovery) -> bool {
        if !self.is_started() {
            return false;
        }
        self.is_anything_new = false;
        self.is_piecemeal = false;
        self.spellings.clear();
        self.watched_roots = 0;
        let mut wanted = FxHashSet::default();
        for root in roots {
            if discovery.present_roots.contains(&root.path) {
                let Ok(system) = root.path.canonicalize() else { continue };
                if system != root.path {
                    self.spellings.push((system.clone(), root.path.clone()));
                }
                if self.watch_root(&system, root, discovery, &mut wanted) {
                    self.watched_roots += 1;
                }
            } else if let Some(above) = nearest_folder(&root.path) {
                self.watch(&above, Depth::Entries, &mut wanted);
            }
        }
        self.forget_unwanted(&wanted);
        self.is_anything_new
    }

    fn is_started(&mut self) -> bool {
        if self.watching.is_none() && self.problem.is_none() {
            let listening = Arc::clone(&self.listening);
            match self.starter.start(self.settle, Box::new(move |hint| listening(hint))) {
                Ok(watching) => self.watching = Some(watching),
                Err(problem) => self.met(problem),
            }
        }
        self.watching.is_some()
    }

    /// Watches a root with all below it; where a part of it refuses (a folder that may not be read), each of the
    /// folders that could be searched.
    fn watch_root(
        &mut self,
        system: &Path,
        root: &Root,
        discovery: &Discovery,
        wanted: &mut FxHashSet<PathBuf>,
    ) -> bool {
        if self.watch(system, Depth::Below, wanted) {
            return true;
        }
        if self.is_at_limit() {
            // What the system took before it refused is watched all the same.
            return false;
        }
        self.is_piecemeal = true;
        let mut is_watched = false;
        for folder in discovery.folders.iter().filter(|folder| folder.starts_with(&root.path)) {
            let folder = folder.strip_prefix(&root.path).map_or_else(|_| folder.clone(), |rest| system.join(rest));
            is_watched |= self.watch(&folder, Depth::Entries, wanted);
            if self.is_at_limit() {
                return is_watched;
            }
        }
        is_watched
    }

    /// Tells whether the folder is watched now.
    fn watch(&mut self, folder: &Path, depth: Depth, wanted: &mut FxHashSet<PathBuf>) -> bool {
        let Some(identity) = identity(folder) else { return false };
        let target = Watched { depth, identity };
        if self.watched.get(folder) == Some(&target) {
            wanted.insert(folder.to_owned());
            return true;
        }
        // A limit was met and is still there: asking again for every folder would only cost time.
        if self.is_at_limit() {
            return false;
        }
        let Some(watching) = &mut self.watching else { return false };
        if self.watched.remove(folder).is_some() {
            watching.forget(folder);
        }
        match watching.watch(folder, depth) {
            Ok(()) => {
                self.is_anything_new = true;
                self.watched.insert(folder.to_owned(), target);
                wanted.insert(folder.to_owned());
                true
            }
            Err(problem @ (WatchProblem::FolderLimit | WatchProblem::ProgramLimit)) => {
                self.met(problem);
                false
            }
            Err(problem) => {
                tracing::debug!(folder = %folder.display(), %problem, "a folder is not watched as a whole");
                false
            }
        }
    }

    fn is_at_limit(&self) -> bool {
        matches!(self.problem, Some(WatchProblem::FolderLimit | WatchProblem::ProgramLimit))
    }

    fn forget_unwanted(&mut self, wanted: &FxHashSet<PathBuf>) {
        let Some(watching) = &mut self.watching else { return };
        self.watched.retain(|folder, _| {
            let keep = wanted.contains(folder);
            if !keep {
                watching.forget(folder);
            }
            keep
        });
    }
}

/// Finds the nearest folder above a path that exists.
fn nearest_folder(path: &Path) -> Option<PathBuf> {
    path.ancestors().skip(1).find(|folder| folder.is_dir()).and_then(|folder| folder.canonicalize().ok())
}

/// Tells a folder from another one that came in its place.
#[cfg(unix)]
fn identity(folder: &Path) -> Option<u64> {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(folder).ok().map(|metadata| metadata.ino())
}

#[cfg(not(unix))]
fn identity(folder: &Path) -> Option<u64> {
    folder.is_dir().then_some(0)
}
