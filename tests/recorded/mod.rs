//! A home that was recorded once: what the tests ask of it, in a word each.

use std::path::Path;
use std::sync::Arc;

use daybook_indexer::{Indexer, IndexerOptions, RunSummary};
use daybook_model::{FaultKind, Instant};
use daybook_readers::Places;
use daybook_testkit::clock::FixedClock;
use daybook_testkit::fixtures;
use daybook_testkit::home::DisposableHome;
use daybook_vault::{
    FaultRow, Filter, PooledReader, PromptRow, SessionDetail, Sort, SortColumn, TranscriptMessage, Vault,
};
use serde_json::Value;

/// A disposable home and the vault that its history was read into.
pub(crate) struct Recorded {
    pub(crate) home: DisposableHome,
    pub(crate) vault: Arc<Vault>,
    clock: FixedClock,
}

/// Later than every record of the fixtures.
const NOW: Instant = Instant(1_798_761_600_000);

impl Recorded {
    /// Records a failure case.
    pub(crate) fn case(name: &str) -> Self {
        Self::tree(&fixtures::case(name).join("input/home"))
    }

    /// Records a home-shaped folder.
    pub(crate) fn tree(tree: &Path) -> Self {
        Self::of(|home| copy(tree, home))
    }

    /// Records what a function writes into an empty home.
    pub(crate) fn of(write: impl FnOnce(&Path)) -> Self {
        let home = DisposableHome::new().expect("a home");
        write(&home.path());
        let vault = Arc::new(Vault::open(&home.vault_path(), NOW).expect("a vault"));
        let recorded = Self { home, vault, clock: FixedClock::at(NOW) };
        recorded.sync();
        recorded
    }

    /// Reads whatever changed.
    pub(crate) fn sync(&self) -> RunSummary {
        self.clock.advance_ms(60_000);
        let options = IndexerOptions::new(Places::in_home(&self.home.path()), self.clock.as_function());
        Indexer::run_once(&self.vault, options, Arc::new(|_| {})).expect("a run")
    }

    pub(crate) fn reader(&self) -> PooledReader {
        self.vault.reader().expect("a reader")
    }

    /// All top-level sessions, latest first.
    pub(crate) fn sessions(&self) -> Vec<SessionDetail> {
        let reader = self.reader();
        let sort = Sort { column: SortColumn::Time, is_descending: true };
        let order = reader.list_session_order(&Filter::default(), sort, &jiff::tz::TimeZone::UTC).expect("an order");
        order.into_iter().map(|entry| reader.get_session(entry.id).expect("a session")).collect()
    }

    pub(crate) fn only_session(&self) -> SessionDetail {
        let mut sessions = self.sessions();
        assert_eq!(sessions.len(), 1, "the case is one session");
        sessions.remove(0)
    }

    /// The messages of the only session, in order.
    pub(crate) fn only_transcript(&self) -> Vec<TranscriptMessage> {
        let session = self.only_session().row.id;
        let reader = self.reader();
        let ids: Vec<i64> =
            reader.list_transcript(session).expect("a skeleton").into_iter().map(|line| line.id).collect();
        reader.list_messages(session, &ids).expect("messages")
    }

    /// All prompts, first to last.
    pub(crate) fn prompts_in_order(&self) -> Vec<PromptRow> {
        self.prompt_pages(usize::MAX)
            .concat()
            .chunks(500)
            .flat_map(|ids| self.reader().list_prompts(ids).expect("prompts"))
            .collect()
    }

    /// The ids of all prompts, first to last, page by page.
    pub(crate) fn prompt_pages(&self, size: usize) -> Vec<Vec<i64>> {
        let sort = Sort { column: SortColumn::Time, is_descending: false };
        let order =
            self.reader().list_prompt_order(&Filter::default(), sort, &jiff::tz::TimeZone::UTC).expect("an order");
        order.chunks(size.min(order.len().max(1))).map(|page| page.iter().map(|entry| entry.id).collect()).collect()
    }

    /// The faults of one kind in all sources of the only session.
    pub(crate) fn faults(&self, kind: FaultKind) -> Vec<FaultRow> {
        let sources = self.only_session().sources;
        sources.into_iter().flat_map(|source| source.faults).filter(|fault| fault.kind == kind).collect()
    }

    /// How many messages hold these words.
    pub(crate) fn search(&self, words: &str) -> usize {
        let filter = Filter { words: words.to_owned(), ..Filter::default() };
        usize::try_from(self.reader().search(&filter, 50, 0).expect("an answer").total).expect("a count")
    }
}

fn copy(tree: &Path, home: &Path) {
    for entry in std::fs::read_dir(tree).expect("the fixture") {
        let entry = entry.expect("an entry");
        let target = home.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            std::fs::create_dir_all(&target).expect("a folder");
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// Reads a count of `expected.json`.
pub(crate) fn as_count(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a count")).expect("a count")
}

/// Reads a number of `expected.json`.
pub(crate) fn as_number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

/// Reads a list of texts of `expected.json`.
pub(crate) fn as_texts(value: &Value) -> Vec<String> {
    value.as_array().expect("texts").iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}
