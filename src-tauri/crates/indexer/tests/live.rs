//! The indexer at work in the background: what it hears, what it finds when it hears nothing, what it says.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use daybook_indexer::{
    Depth, IndexerOptions, InputState, Listener, ProgressState, StartWatching, WatchProblem, Watching,
};
use daybook_model::Agent;
use daybook_testkit::fixtures::{case, expected};

use crate::support::{Bench, append, prompt_line, write};

const FOLDER: &str = ".claude/projects/-home-dev-work-acme-web";

/// Scans so seldom that whatever is found must have been heard.
fn deaf_without_watching(bench: &Bench) -> IndexerOptions {
    IndexerOptions { scan_every: Duration::from_hours(1), ..bench.options() }
}

#[test]
fn a_file_that_is_replaced_by_renaming_is_followed() {
    let name = "sync-atomic-replace";
    let expect = &expected(name)["expect"];
    let seconds = expect["seconds_max"].as_u64().expect("seconds");
    let bench = Bench::new();
    bench.put(&case(name).join("input/home"));
    let live = bench.start(deaf_without_watching(&bench));
    live.until_up_to_date();
    let file = bench.home.path().join(FOLDER).join("2a03e0db-7245-5faf-ac59-6a57e9dbaad6.jsonl");

    for round in 1..=3 {
        let temporary = file.with_extension(format!("jsonl.tmp.{round}"));
        let line = prompt_line(
            "2a03e0db-7245-5faf-ac59-6a57e9dbaad6",
            &format!("c189f154-b333-54a8-93e6-b1e3f38c6ba{round}"),
            10 + round,
            &format!("atomic replaced {round}"),
        );
        std::fs::copy(&file, &temporary).expect("it can be copied");
        append(&temporary, &line);
        std::fs::rename(&temporary, &file).expect("it can be replaced");
        live.until_found(&format!("\"atomic replaced {round}\""), seconds);
    }

    live.until_up_to_date();
    assert_eq!(bench.sessions().len() as u64, expect["sessions"].as_u64().expect("a number"));
    assert_eq!(Some(bench.only_session().row.prompts), expect["human_prompts"].as_i64());
    assert_eq!(bench.sources(Agent::ClaudeCode).len(), 1, "temporary files are no sessions");
}

#[test]
fn a_fresh_file_in_an_empty_home_is_found_without_another_write() {
    let name = "sync-recently-modified";
    let expect = &expected(name)["expect"];
    let bench = Bench::new();
    let live = bench.start(deaf_without_watching(&bench));
    live.until_up_to_date();

    bench.put(&case(name).join("input/home"));

    let seconds = expect["seconds_max"].as_u64().expect("seconds");
    live.until_found(expect["search"][0]["q"].as_str().expect("a word"), seconds);
    let progress = live.until_up_to_date();
    assert_eq!(bench.sessions().len() as u64, expect["sessions"].as_u64().expect("a number"));
    assert_eq!((progress.files_done, progress.files_total), (1, 1));
    assert!(progress.watching >= 1, "the folder that came is watched now");
}

#[test]
fn what_is_appended_and_what_is_removed_is_heard() {
    let bench = Bench::new();
    let file = bench.home.path().join(FOLDER).join("44444444-4444-4444-8444-444444444444.jsonl");
    write(&file, &prompt_line("s", "u1", 0, "first"));
    let live = bench.start(deaf_without_watching(&bench));
    live.until_up_to_date();

    append(&file, &prompt_line("s", "u2", 1, "zebraword"));
    live.until_found("zebraword", 10);
    std::fs::remove_file(&file).expect("it is there");

    live.until("its source is known to be gone", 10, |bench, _| bench.only_session().row.is_source_gone);
    assert_eq!(bench.hits("zebraword"), 1, "the vault keeps it");
}

/// A system that watches nothing because its limit is reached.
struct Exhausted(WatchProblem);

impl StartWatching for Exhausted {
    fn start(&self, _settle: Duration, _listener: Listener) -> Result<Box<dyn Watching>, WatchProblem> {
        match &self.0 {
            WatchProblem::ProgramLimit => Err(WatchProblem::ProgramLimit),
            problem => Ok(Box::new(Refusing(problem.clone()))),
        }
    }
}

struct Refusing(WatchProblem);

impl Watching for Refusing {
    fn watch(&mut self, _folder: &Path, _depth: Depth) -> Result<(), WatchProblem> {
        Err(self.0.clone())
    }

    fn forget(&mut self, _folder: &Path) {}
}

#[test]
fn where_nothing_can_be_watched_scanning_finds_what_is_new_and_the_limit_is_named() {
    let name = "sync-watch-limit";
    let expect = &expected(name)["expect"];
    for problem in [WatchProblem::FolderLimit, WatchProblem::ProgramLimit] {
        let bench = Bench::new();
        for number in 0..40 {
            let folder = bench.home.path().join(format!(".claude/projects/-home-dev-many-{number}/sub"));
            std::fs::create_dir_all(folder).expect("it can be made");
        }
        let options = IndexerOptions {
            scan_every: Duration::from_millis(100),
            watching: Arc::new(Exhausted(problem.clone())),
            ..bench.options()
        };
        let live = bench.start(options);
        let progress = live.until("it says so", 30, |_, progress| progress.notice.is_some());
        let notice = progress.notice.expect("just seen");
        assert!(notice.contains("inotify"), "{notice}");
        if problem == WatchProblem::FolderLimit {
            for word in expect["message_mentions"].as_array().expect("words") {
                assert!(notice.contains(word.as_str().expect("a word")), "{notice}");
            }
        }
        assert!(!notice.contains(expect["message_must_not_say"].as_str().expect("a word")), "{notice}");

        bench.home.overlay(&case(name).join("input/home")).expect("the case can be copied");

        let seconds = expect["seconds_max"].as_u64().expect("seconds");
        live.until_found(expect["search"][0]["q"].as_str().expect("a word"), seconds);
    }
}

#[test]
fn an_input_that_is_switched_off_is_not_read_and_one_that_is_added_is() {
    let bench = Bench::new();
    let claude = |is_enabled, added_roots| InputState { agent: Agent::ClaudeCode, is_enabled, added_roots };
    write(&bench.home.path().join(FOLDER).join("a.jsonl"), &prompt_line("a", "u1", 0, "usual"));
    let added = bench.home.path().join("backup");
    write(&added.join("-p/55555555-5555-4555-8555-555555555555.jsonl"), &prompt_line("b", "u2", 0, "added"));
    let options = IndexerOptions { inputs: vec![claude(false, Vec::new())], ..deaf_without_watching(&bench) };
    let live = bench.start(options);
    let progress = live.until_up_to_date();
    assert_eq!((progress.files_total, bench.sessions().len()), (0, 0));
    assert!(progress.per_agent.iter().any(|input| input.agent == Agent::ClaudeCode && !input.is_enabled));

    live.indexer.set_inputs(vec![claude(true, vec![added])]);

    live.until_found("usual", 10);
    live.until_found("added", 10);
    live.indexer.set_inputs(vec![claude(false, Vec::new())]);
    live.until("its files are no longer counted", 10, |_, progress| {
        progress.files_total == 0 && progress.state == ProgressState::UpToDate
    });
    assert_eq!(bench.sessions().len(), 2, "what was read stays");
}
