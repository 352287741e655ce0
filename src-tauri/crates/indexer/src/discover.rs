//! Finds the sources below the folders of the agents, whatever else lies there.
//!
//! The search never opens a file. Links are followed after everything that lies there in its own right, and only to
//! what was not found yet, so a loop ends and an alias doubles nothing. Pipes, sockets and devices are left alone. A
//! folder that cannot be read is one warning and costs only itself.

use std::collections::VecDeque;
use std::fs::{self, FileType, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use daybook_model::Agent;
use daybook_readers::Reader;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::change::{Seen, companions_of};
use crate::paths::text_of_path;
use crate::progress::PathWarning;

/// A folder in which the sources of one agent are looked for.
#[derive(Clone)]
pub(crate) struct Root {
    /// Decodes what is found.
    pub(crate) reader: &'static dyn Reader,
    /// The folder.
    pub(crate) path: PathBuf,
}

/// A file that a reader claims.
#[derive(Clone)]
pub(crate) struct Candidate {
    /// Decodes it.
    pub(crate) reader: &'static dyn Reader,
    /// The folder below which it was found, as text.
    pub(crate) root: String,
    /// Its path.
    pub(crate) path: PathBuf,
    /// Its path as the vault writes it.
    pub(crate) text: String,
    /// What the file system says of it.
    pub(crate) seen: Seen,
}

/// A warning and the agent whose folders it is about.
pub(crate) type AgentWarning = (Agent, PathWarning);

/// What a search found.
#[derive(Default)]
pub(crate) struct Discovery {
    /// The sources, each once.
    pub(crate) candidates: Vec<Candidate>,
    /// What could not be looked at.
    pub(crate) warnings: Vec<AgentWarning>,
    /// Folders whose entries are not known; whatever lies below them may still be there.
    pub(crate) unreadable: Vec<PathBuf>,
    /// Folders that were searched, with the root they belong to.
    pub(crate) folders: Vec<PathBuf>,
    /// Roots that are there and can be read.
    pub(crate) present_roots: FxHashSet<PathBuf>,
}

/// What makes two names the same file or folder.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = PathBuf;

struct Folder {
    root: usize,
    path: PathBuf,
}

struct Search<'roots> {
    roots: &'roots [Root],
    texts: Vec<String>,
    found: Discovery,
    files: FxHashSet<Identity>,
    folders: FxHashMap<Agent, FxHashSet<Identity>>,
    waiting: Vec<Folder>,
    links: VecDeque<Folder>,
}

/// Searches all roots.
pub(crate) fn discover(roots: &[Root]) -> Discovery {
    let mut search = Search {
        roots,
        texts: roots.iter().map(|root| text_of_path(&root.path)).collect(),
        found: Discovery::default(),
        files: FxHashSet::default(),
        folders: FxHashMap::default(),
        waiting: Vec::new(),
        links: VecDeque::new(),
    };
    for index in 0..roots.len() {
        search.enter_root(index);
        search.drain_folders();
    }
    while let Some(link) = search.links.pop_front() {
        search.follow(link);
        search.drain_folders();
    }
    search.found
}

/// Searches one folder below a root, as far as it is no detour to something that lies elsewhere.
pub(crate) fn discover_below(root: &Root, folder: &Path) -> Discovery {
    let roots = std::slice::from_ref(root);
    let mut search = Search {
        roots,
        texts: vec![text_of_path(&root.path)],
        found: Discovery::default(),
        files: FxHashSet::default(),
        folders: FxHashMap::default(),
        waiting: vec![Folder { root: 0, path: folder.to_owned() }],
        links: VecDeque::new(),
    };
    search.drain_folders();
    search.found
}

/// Looks at one path; answers a candidate if it is a regular file that the root's reader claims.
pub(crate) fn look_at(root: &Root, path: &Path) -> Option<Candidate> {
    let relative = path.strip_prefix(&root.path).ok()?;
    if !root.reader.claims(relative) {
        return None;
    }
    let metadata = fs::symlink_metadata(path).ok().filter(Metadata::is_file)?;
    Some(candidate(root, text_of_path(&root.path), path.to_owned(), &metadata))
}

fn candidate(root: &Root, root_text: String, path: PathBuf, metadata: &Metadata) -> Candidate {
    let seen = Seen::new(metadata, companions_of(root.reader, &path));
    Candidate { reader: root.reader, root: root_text, text: text_of_path(&path), path, seen }
}

impl Search<'_> {
    fn enter_root(&mut self, index: usize) {
        let path = self.roots[index].path.clone();
        match fs::read_dir(&path) {
            Ok(_) => {
                self.found.present_roots.insert(path.clone());
                self.waiting.push(Folder { root: index, path });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                self.found.unreadable.push(path.clone());
                self.warn(index, &path, &error);
            }
        }
    }

    fn drain_folders(&mut self) {
        while let Some(folder) = self.waiting.pop() {
            self.search_folder(&folder);
        }
    }

    fn search_folder(&mut self, folder: &Folder) {
        let agent = self.roots[folder.root].reader.agent();
        if let Ok(metadata) = fs::metadata(&folder.path)
            && !self.folders.entry(agent).or_default().insert(identity(&metadata, &folder.path))
        {
            return;
        }
        let entries = match fs::read_dir(&folder.path) {
            Ok(entries) => entries,
            Err(error) => {
                // A folder that vanished while it was on the list is no fault.
                if error.kind() != io::ErrorKind::NotFound {
                    self.found.unreadable.push(folder.path.clone());
                    self.warn(folder.root, &folder.path, &error);
                }
                return;
            }
        };
        self.found.folders.push(folder.path.clone());
        for entry in entries {
            match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))) {
                Ok((path, kind)) => self.look(folder.root, path, kind),
                Err(error) => self.warn(folder.root, &folder.path, &error),
            }
        }
    }

    fn look(&mut self, root: usize, path: PathBuf, kind: FileType) {
        if kind.is_dir() {
            self.waiting.push(Folder { root, path });
        } else if kind.is_symlink() {
            self.links.push_back(Folder { root, path });
        } else if self.claims(root, &path) {
            if kind.is_file() {
                match fs::symlink_metadata(&path) {
                    Ok(metadata) => self.take(root, path, &metadata),
                    Err(error) => self.warn(root, &path, &error),
                }
            } else {
                self.say(root, &path, "is a pipe, a socket or a device and was left alone".to_owned());
            }
        }
    }

    /// Looks at what a link leads to.
    fn follow(&mut self, link: Folder) {
        let is_claimed = self.claims(link.root, &link.path);
        match fs::metadata(&link.path) {
            Ok(metadata) if metadata.is_dir() => self.waiting.push(link),
            Ok(metadata) if metadata.is_file() && is_claimed => self.take(link.root, link.path, &metadata),
            Err(error) if is_claimed => {
                let reason = match error.kind() {
                    io::ErrorKind::NotFound => "is a link to something that does not exist".to_owned(),
                    _ => format!("is a link that leads nowhere: {error}"),
                };
                self.say(link.root, &link.path, reason);
            }
            Ok(_) | Err(_) => {}
        }
    }

    fn take(&mut self, root: usize, path: PathBuf, metadata: &Metadata) {
        if self.files.insert(identity(metadata, &path)) {
            self.found.candidates.push(candidate(&self.roots[root], self.texts[root].clone(), path, metadata));
        }
    }

    fn claims(&self, root: usize, path: &Path) -> bool {
        let root = &self.roots[root];
        path.strip_prefix(&root.path).is_ok_and(|relative| root.reader.claims(relative))
    }

    fn warn(&mut self, root: usize, path: &Path, error: &io::Error) {
        let reason = match error.kind() {
            io::ErrorKind::PermissionDenied => "may not be read by this user".to_owned(),
            _ => error.to_string(),
        };
        self.say(root, path, reason);
    }

    fn say(&mut self, root: usize, path: &Path, reason: String) {
        let warning = PathWarning { path: text_of_path(path), reason };
        tracing::warn!(path = %warning.path, reason = %warning.reason, "left out of the search");
        self.found.warnings.push((self.roots[root].reader.agent(), warning));
    }
}

#[cfg(unix)]
fn identity(metadata: &Metadata, _path: &Path) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn identity(_metadata: &Metadata, path: &Path) -> Identity {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
