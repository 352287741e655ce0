//! What the vault knows of the sources, held in memory so that nothing is asked for a source that did not change.

use daybook_model::{Agent, Instant};
use daybook_vault::{SourceRecord, SourceState, Vault, VaultError};
use rustc_hash::FxHashMap;

use crate::change::{Seen, Verdict};

/// A source that the vault knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// Its id.
    pub(crate) id: i64,
    /// Its agent.
    pub(crate) agent: Agent,
    /// The folder below which it was found.
    pub(crate) root: String,
    /// What became of it.
    pub(crate) state: SourceState,
    /// Whether the last attempt to read it failed.
    pub(crate) has_failure: bool,
    /// What the file system said when it was last read or checked.
    pub(crate) seen: Seen,
    /// When that was.
    pub(crate) checked_at: Instant,
    /// Version of the reader that read it.
    pub(crate) reader_version: u32,
}

/// What to do about a source that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Nothing: the vault has it as it stands.
    Nothing,
    /// Nothing: it cannot be read and did not change since that was found out.
    NothingFaulty,
    /// It must be looked into.
    Look,
}

/// The sources that the vault knows, by the text of their path.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    by_path: FxHashMap<String, Known>,
}

impl Sources {
    /// Asks the vault.
    ///
    /// # Errors
    /// [`VaultError`] if it does not answer.
    pub(crate) fn load(vault: &Vault) -> Result<Self, VaultError> {
        let reader = vault.reader()?;
        let mut by_path = FxHashMap::default();
        for agent in Agent::ALL {
            for record in reader.sources().list_sources(agent)? {
                by_path.insert(record.path.to_string_lossy().into_owned(), Known::of(&record));
            }
        }
        Ok(Self { by_path })
    }

    /// Finds a source.
    pub(crate) fn get(&self, path: &str) -> Option<&Known> {
        self.by_path.get(path)
    }

    /// Finds a source to change what is known of it.
    pub(crate) fn get_mut(&mut self, path: &str) -> Option<&mut Known> {
        self.by_path.get_mut(path)
    }

    /// Takes down what became of a source.
    pub(crate) fn put(&mut self, path: &str, known: Known) {
        self.by_path.insert(path.to_owned(), known);
    }

    /// Goes through all sources.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Known)> {
        self.by_path.iter().map(|(path, known)| (path.as_str(), known))
    }

    /// Decides what to do about a source that was found; `retry` looks again into what could not be read.
    pub(crate) fn need(&self, path: &str, seen: Seen, reader_version: u32, retry: bool) -> Need {
        let Some(known) = self.get(path) else { return Need::Look };
        if known.has_failure {
            return if retry || seen != known.seen { Need::Look } else { Need::NothingFaulty };
        }
        if known.reader_version < reader_version {
            return Need::Look;
        }
        match seen.judge(known.seen, known.checked_at) {
            Verdict::Unchanged => Need::Nothing,
            Verdict::Doubtful | Verdict::Changed => Need::Look,
        }
    }
}

impl Known {
    fn of(record: &SourceRecord) -> Self {
        Self {
            id: record.id,
            agent: record.agent,
            root: record.root.to_string_lossy().into_owned(),
            state: record.state,
            has_failure: record.failure.is_some(),
            seen: Seen { size: record.size, modified_ns: record.modified_ns, companions: record.companions },
            checked_at: record.last_read_at,
            reader_version: record.reader_version,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: Seen = Seen { size: 10, modified_ns: 0, companions: 0 };

    fn sources(has_failure: bool, reader_version: u32) -> Sources {
        let known = Known {
            id: 1,
            agent: Agent::Codex,
            root: "/root".to_owned(),
            state: if has_failure { SourceState::Quarantined } else { SourceState::Read },
            has_failure,
            seen: SEEN,
            checked_at: Instant(1_000_000),
            reader_version,
        };
        let mut sources = Sources::default();
        sources.put("/a", known);
        sources
    }

    #[test]
    fn what_did_not_change_needs_nothing_and_what_is_new_is_read() {
        let sources = sources(false, 1);

        assert_eq!(sources.need("/a", SEEN, 1, false), Need::Nothing);
        assert_eq!(sources.need("/b", SEEN, 1, false), Need::Look);
        assert_eq!(sources.need("/a", Seen { size: 11, ..SEEN }, 1, false), Need::Look);
    }

    #[test]
    fn a_better_reader_reads_again() {
        assert_eq!(sources(false, 1).need("/a", SEEN, 2, false), Need::Look);
    }

    #[test]
    fn what_could_not_be_read_is_tried_again_only_when_it_changed_or_when_asked() {
        let sources = sources(true, 1);

        assert_eq!(sources.need("/a", SEEN, 2, false), Need::NothingFaulty, "a scan must not hammer a broken file");
        assert_eq!(sources.need("/a", SEEN, 2, true), Need::Look);
        assert_eq!(sources.need("/a", Seen { size: 11, ..SEEN }, 2, false), Need::Look);
    }
}
