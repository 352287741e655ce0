//! What is kept when a reader fails, panics, is stopped, or is replaced by a better one.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use daybook_indexer::{IndexError, Indexer, IndexerOptions, ProgressState};
use daybook_model::{Agent, State};
use daybook_vault::SourceState;

use crate::support::{Bench, Scripted, Then, append, write};

/// Enough copies of a message that a read has begun to write long before it ends.
const MANY: u32 = 3_000;

struct Play {
    bench: Bench,
    reader: &'static Scripted,
}

impl Play {
    fn new() -> Self {
        let bench = Bench::new();
        let reader = Scripted::below(bench.home.path().join("scripts"));
        Self { bench, reader }
    }

    fn script(&self, name: &str) -> PathBuf {
        self.bench.home.path().join("scripts").join(name)
    }

    fn options(&self) -> IndexerOptions {
        IndexerOptions { readers: vec![self.reader], ..self.bench.options() }
    }

    fn sync(&self, then: Then) -> daybook_indexer::RunSummary {
        self.reader.then(then);
        self.bench.sync_with(self.options())
    }

    fn texts(&self, session: &str) -> Vec<String> {
        self.bench.texts(self.bench.session(session).row.id)
    }

    fn state_of(&self, name: &str) -> (SourceState, Option<String>) {
        let path = self.script(name);
        let sources = self.bench.sources(Agent::Codex);
        let source = sources.into_iter().find(|source| source.path == path).expect("the vault knows it");
        (source.state, source.failure)
    }
}

#[test]
fn a_failed_read_keeps_the_previous_messages() {
    let play = Play::new();
    write(&play.script("a.script"), "one\ntwo\n");
    play.sync(Then::Succeed);
    append(&play.script("a.script"), "three\n");
    play.reader.repeat.store(MANY, Ordering::Relaxed);

    let summary = play.sync(Then::Fail);

    assert_eq!(play.texts("a"), ["one", "two"], "half a read must leave nothing behind");
    assert_eq!((summary.failed, summary.messages_added), (1, 0));
    let (state, failure) = play.state_of("a.script");
    assert_eq!(state, SourceState::Quarantined);
    assert!(failure.is_some_and(|failure| failure.contains("gave up")), "the reason is kept for the person");

    play.reader.repeat.store(1, Ordering::Relaxed);
    play.sync(Then::Succeed);

    assert_eq!(play.texts("a"), ["one", "two", "three"], "reading goes on where it had stopped");
    assert_eq!(play.state_of("a.script"), (SourceState::Read, None));
}

#[test]
fn a_failed_reload_keeps_the_previous_messages() {
    let play = Play::new();
    write(&play.script("a.script"), "one\ntwo\n");
    play.sync(Then::Succeed);
    write(&play.script("a.script"), "other\n");
    play.reader.repeat.store(MANY, Ordering::Relaxed);

    play.sync(Then::Fail);

    assert_eq!(play.texts("a"), ["one", "two"]);
}

#[test]
fn a_reader_that_panics_costs_only_its_own_source() {
    let play = Play::new();
    write(&play.script("a.script"), "one\n");
    play.sync(Then::Succeed);
    append(&play.script("a.script"), "two\n");

    let summary = play.sync(Then::Panic);

    assert_eq!(summary.failed, 1);
    assert_eq!(play.texts("a"), ["one"]);
    write(&play.script("b.script"), "more\n");
    play.sync(Then::Succeed);
    assert_eq!(play.texts("b"), ["more"]);
    assert_eq!(play.texts("a"), ["one", "two"], "the next run tries again");
}

#[test]
fn a_source_that_is_replaced_while_it_is_read_is_read_again_as_what_it_is_now() {
    let play = Play::new();
    write(&play.script("a.script"), "one\ntwo\nthree\n");

    play.sync(Then::SeeItReplaced);

    assert_eq!(play.texts("a"), ["uno", "due"], "half of one file and half of another would be neither");
}

#[test]
fn a_source_that_grows_while_it_is_read_is_looked_at_once_more() {
    let play = Play::new();
    write(&play.script("a.script"), "one\n");

    play.sync(Then::SeeItGrow);

    assert_eq!(play.texts("a"), ["one", "late"]);
}

#[test]
fn a_checkpoint_that_is_not_understood_means_reading_from_the_start() {
    let play = Play::new();
    write(&play.script("a.script"), "one\n");
    play.sync(Then::Succeed);
    append(&play.script("a.script"), "two\n");

    play.sync(Then::RefuseCheckpoint);

    assert_eq!(play.texts("a"), ["one", "two"]);
    assert_eq!(play.state_of("a.script").0, SourceState::Read);
}

#[test]
fn a_better_reader_reads_every_source_again() {
    let play = Play::new();
    write(&play.script("a.script"), "one\n");
    play.sync(Then::Succeed);
    play.reader.set_version(2);

    let summary = play.sync(Then::Succeed);

    assert_eq!(summary.read, 1);
    assert_eq!(play.texts("a"), ["one"], "what comes again is not doubled");
    assert_eq!(play.sync(Then::Succeed).read, 0, "once is enough");
}

#[test]
fn what_a_rewrite_no_longer_holds_is_kept_and_marked() {
    let play = Play::new();
    write(&play.script("a.script"), "one\ntwo\n");
    play.sync(Then::Succeed);
    write(&play.script("a.script"), "uno\n");

    play.sync(Then::Succeed);

    let session = play.bench.session("a").row.id;
    let marked: Vec<(String, State)> =
        play.bench.transcript(session).into_iter().map(|message| (message.text, message.state)).collect();
    assert!(marked.contains(&("two".to_owned(), State::Superseded)), "{marked:?}");
}

#[test]
fn stopping_in_the_middle_of_a_source_leaves_the_earlier_state() {
    let play = Play::new();
    write(&play.script("a.script"), "one\n");
    play.sync(Then::Succeed);
    append(&play.script("a.script"), "two\n");
    play.reader.repeat.store(MANY, Ordering::Relaxed);
    play.reader.then(Then::WaitUntilStopped);
    let reads = play.reader.reads.load(Ordering::Relaxed);

    let live = play.bench.start(play.options());
    live.until("the reader is at work", 30, |_, _| play.reader.reads.load(Ordering::Relaxed) > reads);
    live.indexer.stop();

    assert_eq!(play.texts("a"), ["one"]);
    play.reader.repeat.store(1, Ordering::Relaxed);
    play.sync(Then::Succeed);
    assert_eq!(play.texts("a"), ["one", "two"], "nothing was skipped for good");
}

#[test]
fn a_pause_lets_go_of_the_source_and_resuming_reads_it_whole() {
    let play = Play::new();
    write(&play.script("a.script"), "one\n");
    play.reader.then(Then::WaitUntilStopped);

    let live = play.bench.start(play.options());
    live.until("the reader is at work", 30, |_, _| play.reader.reads.load(Ordering::Relaxed) == 1);
    live.indexer.pause();
    live.until("it is paused", 30, |_, progress| progress.state == ProgressState::Paused);
    assert!(play.bench.sessions().is_empty(), "nothing of a source that was let go is kept");
    play.reader.then(Then::Succeed);
    live.indexer.resume();

    let progress = live.until_up_to_date();

    assert_eq!(play.texts("a"), ["one"]);
    assert_eq!((progress.files_done, progress.files_total), (1, 1));
}

#[test]
fn a_source_can_be_read_again_from_its_start() {
    let play = Play::new();
    write(&play.script("a.script"), "one\n");
    let live = play.bench.start(play.options());
    live.until_up_to_date();
    let (id, reads) = (play.bench.sources(Agent::Codex)[0].id, play.reader.reads.load(Ordering::Relaxed));

    live.indexer.read_again(vec![id]);

    live.until("it was read again", 30, |bench, _| bench.sources(Agent::Codex)[0].generation == 1);
    assert!(play.reader.reads.load(Ordering::Relaxed) > reads);
    assert_eq!(play.texts("a"), ["one"], "what comes again is not doubled");
}

#[test]
fn two_processes_do_not_read_into_one_vault_at_the_same_time() {
    let play = Play::new();
    write(&play.script("a.script"), "one\n");
    let live = play.bench.start(play.options());
    live.until_up_to_date();

    let second = Indexer::run_once(&play.bench.vault, play.options(), std::sync::Arc::new(|_| {}));

    assert!(matches!(second, Err(IndexError::AnotherIsIndexing)), "{second:?}");
    live.indexer.stop();
    play.sync(Then::Succeed);
}

#[test]
fn a_vault_that_was_left_in_the_middle_of_a_first_read_is_put_in_order_by_the_next() {
    let play = Play::new();
    write(&play.script("a.script"), "one\n");
    play.reader.then(Then::WaitUntilStopped);
    let options = || IndexerOptions { bulk_from_bytes: 1, ..play.options() };
    let is_bulk = || play.bench.ask().find_setting("indexing.bulk").expect("the vault answers").is_some();
    let live = play.bench.start(options());
    live.until("the reader is at work", 30, |_, _| play.reader.reads.load(Ordering::Relaxed) == 1);

    live.indexer.stop();
    assert!(is_bulk(), "closing the window does not wait for the index");
    play.reader.then(Then::Succeed);
    play.bench.sync_with(options());

    assert!(!is_bulk());
    assert_eq!(play.texts("a"), ["one"]);
}
