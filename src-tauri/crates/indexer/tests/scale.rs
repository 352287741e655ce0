//! Many files: nothing is done for those that did not change, and all are read, the latest first.

use std::fs::File;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use daybook_indexer::{IndexerOptions, ProgressState};

use crate::support::{Bench, Scripted, write};

fn set_time(path: &std::path::Path, seconds: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    File::options().write(true).open(path).and_then(|file| file.set_modified(time)).expect("it can be set");
}

#[test]
fn nothing_is_opened_or_written_for_files_that_did_not_change() {
    const FILES: u32 = 1_000;
    let bench = Bench::new();
    let root = bench.home.path().join("scripts");
    let reader = Scripted::below(root.clone());
    for number in 0..FILES {
        write(&root.join(format!("{}/{number}.script", number % 50)), &format!("text {number}\n"));
    }
    let options = || IndexerOptions { readers: vec![reader], ..bench.options() };
    let first = bench.sync_with(options());
    assert_eq!((first.found, first.read), (FILES, FILES));
    let reads = reader.reads.load(Ordering::Relaxed);
    let begin = std::time::Instant::now();

    let second = bench.sync_with(options());

    assert_eq!((second.unchanged, second.read), (FILES, 0));
    assert_eq!(reader.reads.load(Ordering::Relaxed), reads);
    assert!(begin.elapsed() < Duration::from_secs(1), "looking at {FILES} files took {:?}", begin.elapsed());
}

#[test]
fn what_was_changed_last_is_read_first() {
    let bench = Bench::new();
    let root = bench.home.path().join("scripts");
    let reader = Scripted::below(root.clone());
    for (name, seconds) in [("old", 1_000_000_000), ("new", 1_700_000_000), ("middle", 1_500_000_000)] {
        let path = root.join(format!("{name}.script"));
        write(&path, &format!("text of {name}\n"));
        set_time(&path, seconds);
    }

    bench.sync_with(IndexerOptions { readers: vec![reader], threads: 1, ..bench.options() });

    let sources = bench.sources(daybook_model::Agent::Codex);
    let names: Vec<String> =
        sources.iter().map(|source| source.path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    assert_eq!(names, ["new", "middle", "old"], "the first screen shows the latest work");
}

#[test]
fn the_numbers_only_grow_and_end_where_everything_is_done() {
    let bench = Bench::new();
    let root = bench.home.path().join("scripts");
    let reader = Scripted::below(root.clone());
    for number in 0..300 {
        write(&root.join(format!("{number}.script")), &format!("text {number}\n"));
    }
    let done = Mutex::new(Vec::new());
    let live = bench.start(IndexerOptions { readers: vec![reader], ..bench.options() });

    let last = live.until("everything is read", 60, |_, progress| {
        done.lock().expect("not poisoned").push(progress.files_done);
        progress.state == ProgressState::UpToDate && progress.files_total == 300
    });

    assert!(done.lock().expect("not poisoned").is_sorted(), "a bar must not run backwards");
    assert_eq!((last.files_done, last.bytes_done), (last.files_total, last.bytes_total));
    assert_eq!(last.errors, 0);
}
