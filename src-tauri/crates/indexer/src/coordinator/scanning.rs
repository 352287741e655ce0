//! The scan: what lies in the folders now, held against what the vault knows.

use std::path::Path;
use std::time::Instant as Stopwatch;

use daybook_vault::SourceState;
use rustc_hash::FxHashSet;

use super::Coordinator;
use crate::discover::{Candidate, Discovery, Root, discover};
use crate::paths::{path_of_text, text_of_path};
use crate::progress::{Found, RootState};
use crate::report::{away_notice, warnings_of};
use crate::sources::{Need, Sources};
use crate::worker::Job;
use crate::writing::{Order, was_left_in_bulk};

impl Coordinator {
    /// Searches everything. `is_asked` looks again into what could not be read, and shows that it searches.
    pub(super) fn scan(&mut self, is_asked: bool) {
        self.next_scan = self.options.watch.then(|| Stopwatch::now() + self.options.scan_every);
        if !self.hold_lease() {
            return;
        }
        self.failure = None;
        self.notices.vault = None;
        if is_asked {
            self.is_discovering = true;
            self.show();
        }
        self.projects.forget();
        let roots = self.roots();
        let discovery = discover(&roots);
        self.count_inputs(&roots, &discovery);
        let mut present = Vec::new();
        for candidate in &discovery.candidates {
            self.consider(candidate.clone(), is_asked, &mut present);
        }
        self.refused.clear();
        self.tally.end_round();
        self.find_missing(&roots, &discovery);
        self.mark_present(present);
        if let Some(folders) = &mut self.folders
            && folders.update(&roots, &discovery)
        {
            // What came between the search and the watch was neither found nor heard.
            self.next_scan = Some(Stopwatch::now());
        }
        self.say_what_is_watched();
        self.is_discovering = false;
        if self.queue.bytes() >= self.options.bulk_from_bytes {
            self.begin_bulk();
        }
        self.progress_turn.ask();
    }

    fn begin_bulk(&mut self) {
        if !std::mem::replace(&mut self.is_bulk, true) {
            self.crew.order(Order::BeginBulk);
        }
    }

    /// Makes sure that this process is the one that indexes.
    fn hold_lease(&mut self) -> bool {
        if self.lease.is_none() {
            match self.vault.try_own_indexing() {
                Ok(lease) => self.lease = lease,
                Err(error) => self.fail(error),
            }
            let is_held = self.lease.is_some();
            self.notices.lease = (!is_held && self.failure.is_none()).then(|| {
                "Another Daybook is reading the files of this vault; this one shows what it finds.".to_owned()
            });
            if is_held {
                // Whoever indexed before may have read more than was known here.
                match Sources::load(&self.vault) {
                    Ok(sources) => self.sources = sources,
                    Err(error) => self.fail(error),
                }
                match was_left_in_bulk(&self.vault) {
                    Ok(true) => self.begin_bulk(),
                    Ok(false) => {}
                    Err(error) => self.fail(error),
                }
            }
            self.is_discovering = false;
            self.progress_turn.ask();
        }
        self.lease.is_some()
    }

    fn count_inputs(&mut self, roots: &[Root], discovery: &Discovery) {
        self.tally.begin_round();
        for reader in self.options.readers.clone() {
            let agent = reader.agent();
            let is_enabled = self.options.is_enabled(agent);
            let states = self.options.roots(reader).into_iter().map(|path| RootState {
                exists: if is_enabled { discovery.present_roots.contains(&path) } else { path.is_dir() },
                path: text_of_path(&path),
            });
            self.tally.input(agent, is_enabled, states.collect(), warnings_of(agent, &discovery.warnings));
        }
        self.notices.away = self.away_roots(roots, discovery);
    }

    fn away_roots(&self, roots: &[Root], discovery: &Discovery) -> Vec<String> {
        let mut notices = Vec::new();
        for root in roots.iter().filter(|root| !discovery.present_roots.contains(&root.path)) {
            let text = text_of_path(&root.path);
            let kept = self.sources.iter().filter(|(_, known)| known.root == text).count();
            if kept > 0 {
                notices.push(away_notice(&text, kept));
            }
        }
        notices
    }

    /// Queues a source that was found if it must be looked into.
    pub(super) fn consider(&mut self, candidate: Candidate, retry: bool, present: &mut Vec<String>) {
        let Candidate { reader, text, seen, .. } = &candidate;
        let found = Found { agent: reader.agent(), bytes: seen.size, modified_at: seen.modified_at() };
        self.tally.found(text, found);
        if self.sources.get(text).is_some_and(|known| known.state == SourceState::Missing) {
            present.push(text.clone());
        }
        if self.in_flight.contains_key(text) {
            self.again.insert(text.clone());
            self.tally.waits(text);
            return;
        }
        let retry = retry || self.refused.contains(text);
        match self.sources.need(text, *seen, reader.version(), retry) {
            Need::Nothing => {
                self.summary.unchanged += 1;
                self.tally.done(text);
            }
            Need::NothingFaulty => self.tally.faulty(text),
            Need::Look => {
                self.tally.waits(text);
                self.queue.push(Job { candidate, from_start: false, attempts: 0 });
            }
        }
    }

    /// Marks sources as gone that a root which can be read does not hold any more.
    fn find_missing(&mut self, roots: &[Root], discovery: &Discovery) {
        let present: FxHashSet<String> = discovery.present_roots.iter().map(|root| text_of_path(root)).collect();
        let asked: FxHashSet<String> = roots.iter().map(|root| text_of_path(&root.path)).collect();
        let gone: Vec<String> = self
            .sources
            .iter()
            .filter(|(path, known)| {
                known.state != SourceState::Missing
                    && asked.contains(&known.root)
                    && present.contains(&known.root)
                    && !self.tally.holds(path)
            })
            .map(|(path, _)| path.to_owned())
            .filter(|path| {
                let path = path_of_text(path);
                !discovery.unreadable.iter().any(|folder| path.starts_with(folder)) && is_absent(&path)
            })
            .collect();
        self.mark_missing(&gone);
    }

    pub(super) fn mark_missing(&mut self, paths: &[String]) {
        let ids: Vec<i64> = paths.iter().filter_map(|path| self.sources.get(path)).map(|known| known.id).collect();
        if ids.is_empty() {
            return;
        }
        let now = (self.options.clock)();
        match self.vault.writer().run(move |transaction| transaction.sources().mark_missing(&ids, now)) {
            Ok(_) => {
                for path in paths {
                    if let Some(known) = self.sources.get_mut(path) {
                        known.state = SourceState::Missing;
                        self.summary.missing += 1;
                    }
                    self.tally.gone(path);
                }
                self.changes_turn.ask();
                self.progress_turn.ask();
            }
            Err(error) => self.fail(error),
        }
    }

    pub(super) fn mark_present(&mut self, paths: Vec<String>) {
        let ids: Vec<i64> = paths.iter().filter_map(|path| self.sources.get(path)).map(|known| known.id).collect();
        if ids.is_empty() {
            return;
        }
        match self.vault.writer().run(move |transaction| transaction.sources().mark_present(&ids)) {
            Ok(_) => {
                for path in paths {
                    if let Some(known) = self.sources.get_mut(&path) {
                        known.state = if known.has_failure { SourceState::Quarantined } else { SourceState::Read };
                    }
                }
                self.changes_turn.ask();
            }
            Err(error) => self.fail(error),
        }
    }
}

/// Tells whether a path certainly names nothing.
pub(super) fn is_absent(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
}
