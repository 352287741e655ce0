//! The look at single paths: those that were heard of, those that were put off, those a person asked for.

use std::path::{Path, PathBuf};
use std::time::Instant as Stopwatch;

use daybook_model::Agent;
use daybook_vault::SourceState;

use super::Coordinator;
use super::scanning::is_absent;
use crate::discover::{Root, discover_below, look_at};
use crate::folders::Folders;
use crate::paths::path_of_text;
use crate::worker::Job;

impl Coordinator {
    /// Looks at one path that was heard of.
    pub(super) fn look(&mut self, path: &Path) {
        if self.lease.is_none() {
            return;
        }
        let path = self.folders.as_ref().map_or_else(|| path.to_owned(), |folders| folders.spell(path));
        let roots = self.roots();
        if roots.iter().any(|root| root.path.starts_with(&path)) {
            // A root, or a folder above one, came or went.
            self.next_scan = Some(Stopwatch::now());
            return;
        }
        let mut present = Vec::new();
        for root in roots.iter().filter(|root| path.starts_with(&root.path)) {
            if let Some(candidate) = look_at(root, &path) {
                self.consider(candidate, true, &mut present);
                break;
            }
            if path.is_symlink() {
                continue;
            }
            if path.is_dir() {
                if self.folders.as_ref().is_some_and(Folders::is_piecemeal) {
                    self.next_scan = Some(Stopwatch::now());
                }
                for candidate in discover_below(root, &path).candidates {
                    self.consider(candidate, false, &mut present);
                }
                continue;
            }
            if is_absent(&path) {
                self.vanished(root, &path);
            }
            self.look_beside(root, &path, &mut present);
        }
        self.mark_present(present);
        self.progress_turn.ask();
    }

    /// Marks what lay at or below a path that is gone, unless its root went with it.
    fn vanished(&mut self, root: &Root, path: &Path) {
        if !root.path.is_dir() {
            return;
        }
        let gone: Vec<String> = self
            .sources
            .iter()
            .filter(|(text, known)| known.state != SourceState::Missing && lies_in(text, path))
            .map(|(text, _)| text)
            .filter(|text| is_absent(&path_of_text(text)))
            .map(str::to_owned)
            .collect();
        self.mark_missing(&gone);
    }

    /// Looks at the sources that have a path as their companion. Only companions in or below the folder of their
    /// source are heard of; others are left to the scan.
    fn look_beside(&mut self, root: &Root, path: &Path, present: &mut Vec<String>) {
        let beside: Vec<PathBuf> = self
            .sources
            .iter()
            .filter(|(text, known)| {
                let folder = Path::new(text).parent();
                known.agent == root.reader.agent() && folder.is_some_and(|folder| path.starts_with(folder))
            })
            .map(|(text, _)| path_of_text(text))
            .filter(|source| root.reader.companions(source).iter().any(|companion| companion == path))
            .collect();
        for source in beside {
            if let Some(candidate) = look_at(root, &source) {
                self.consider(candidate, false, present);
            }
        }
    }

    pub(super) fn look_again(&mut self, job: Job) {
        let Job { candidate, from_start, attempts } = job;
        let root = Root { reader: candidate.reader, path: path_of_text(&candidate.root) };
        match look_at(&root, &candidate.path) {
            Some(candidate) if !self.in_flight.contains_key(&candidate.text) => {
                self.tally.waits(&candidate.text);
                self.queue.push(Job { candidate, from_start, attempts });
            }
            Some(candidate) => {
                self.again.insert(candidate.text);
            }
            None => {
                self.tally.gone(&candidate.text);
                self.vanished(&root, &candidate.path);
            }
        }
    }

    pub(super) fn read_again(&mut self, ids: &[i64]) {
        let wanted: Vec<(PathBuf, PathBuf, Agent)> = self
            .sources
            .iter()
            .filter(|(_, known)| ids.contains(&known.id))
            .map(|(path, known)| (path_of_text(path), path_of_text(&known.root), known.agent))
            .collect();
        for (path, root, agent) in wanted {
            let Some(reader) = self.options.readers.iter().copied().find(|reader| reader.agent() == agent) else {
                continue;
            };
            if let Some(candidate) = look_at(&Root { reader, path: root }, &path) {
                self.tally.waits(&candidate.text);
                self.queue.push(Job { candidate, from_start: true, attempts: 0 });
            }
        }
        self.progress_turn.ask();
    }
}

/// Tells whether the source with this text is a path or lies below it.
fn lies_in(text: &str, path: &Path) -> bool {
    path.to_str().map_or_else(|| path_of_text(text).starts_with(path), |_| Path::new(text).starts_with(path))
}
