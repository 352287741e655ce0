//! What recording costs, against the floor: `cargo bench -p daybook-tests --bench record [-- small|large|huge-line]`.
//!
//! Every step runs in a process of its own, so that its peak memory is its own, and all steps of one run share one
//! machine state, so that their ratios mean something where absolute times do not. The corpus is generated once
//! below `target/` and reused.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]
#![expect(clippy::expect_used, reason = "a benchmark that cannot run stops")]

mod floor;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant as Stopwatch;

use daybook_indexer::{Indexer, IndexerOptions, RunSummary};
use daybook_model::Instant;
use daybook_readers::Places;
use daybook_testkit::corpus::{CorpusSize, write_corpus};
use daybook_testkit::oversized::write_huge_line;
use daybook_vault::Vault;

/// The result of one step, printed by the child on its last line.
struct Step {
    seconds: f64,
    peak_mb: f64,
    note: String,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["step", name, home, work] => run_step(name, Path::new(home), Path::new(work)),
        ["large"] => compare("large", CorpusSize::LARGE),
        ["growth"] => compare_growth(),
        ["huge-line"] => measure_huge_line(),
        _ => compare("small", CorpusSize::SMALL),
    }
}

/// Runs every step on one corpus and prints a table with ratios.
fn compare(name: &str, size: CorpusSize) {
    let home = corpus(name, size);
    let bytes = corpus_bytes(&home);
    let work = fresh_work(name);
    println!("corpus {name}: {} sessions, {:.0} MB", size.sessions, megabytes(bytes));
    let floor = step("floor", &home, &work);
    let cold = step("cold", &home, &work);
    let vault_bytes = fs::metadata(work.join("vault.db")).map_or(0, |file| file.len());
    let unchanged = step("unchanged", &home, &work);
    let appended = step("append", &home, &work);
    for (label, step) in
        [("floor", &floor), ("cold index", &cold), ("nothing changed", &unchanged), ("append to 25 MB", &appended)]
    {
        println!(
            "{label:<18} {:>8.3} s   {:>6.2} x floor   {:>6.0} MB peak   {}",
            step.seconds,
            step.seconds / floor.seconds,
            step.peak_mb,
            step.note
        );
    }
    println!("nothing changed / cold {:.1} %", 100.0 * unchanged.seconds / cold.seconds);
    println!("vault / source {:.2}", vault_bytes as f64 / bytes as f64);
}

/// Indexes the small corpus and one ten times as large and prints how time grows.
fn compare_growth() {
    let small = step("cold", &corpus("small", CorpusSize::SMALL), &fresh_work("growth-small"));
    let large = step("cold", &corpus("large", CorpusSize::LARGE), &fresh_work("growth-large"));
    println!(
        "200 sessions {:.2} s, 2,000 sessions {:.2} s: {:.1} times as long",
        small.seconds,
        large.seconds,
        large.seconds / small.seconds
    );
    println!("peak memory {:.0} MB and {:.0} MB", small.peak_mb, large.peak_mb);
}

/// Indexes a session with a tool result of 30 MiB on one line.
fn measure_huge_line() {
    let work = fresh_work("huge-line");
    let home = work.join("home");
    write_huge_line(&home, 30 << 20).expect("a session");
    let step = step("cold", &home, &work);
    println!("a line of 30 MiB: {:.2} s, {:.0} MB peak   {}", step.seconds, step.peak_mb, step.note);
}

/// Runs a step in a child process and reads its last line.
fn step(name: &str, home: &Path, work: &Path) -> Step {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program).args(["step", name]).arg(home).arg(work).output().expect("the step runs");
    assert!(output.status.success(), "step {name}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut fields = text.lines().last().unwrap_or_default().splitn(3, '\t');
    let mut number =
        || fields.next().and_then(|field| field.parse().ok()).expect("the step prints seconds and megabytes");
    let (seconds, peak_mb) = (number(), number());
    Step { seconds, peak_mb, note: fields.next().unwrap_or_default().to_owned() }
}

fn run_step(name: &str, home: &Path, work: &Path) {
    let vault = work.join("vault.db");
    let watch = Stopwatch::now();
    let note = match name {
        "floor" => format!("{} rows", floor::run(home, &work.join("floor.db"), 2)),
        "append" => return append(home, &vault),
        _ => describe(&index(home, &vault)),
    };
    report(watch, &note);
}

/// Grows one session to 25 MB, indexes it, and then times the reading of one more line.
fn append(home: &Path, vault: &Path) {
    let folder = home.join(".claude/projects/-home-dev-work-shop-api");
    let path = folder.join("00000000-aaaa-4aaa-8aaa-000000000025.jsonl");
    let first = fs::read_dir(&folder)
        .expect("a project")
        .map(|file| file.expect("a file").path())
        .filter(|other| *other != path)
        .min();
    let lines = fs::read_to_string(first.expect("a session")).expect("a session");
    let mut file = fs::File::create(&path).expect("a file");
    for copy in 0..27 {
        // Other ids, so that these are sessions of their own and no copies of another one.
        file.write_all(
            lines
                .replace("\"uuid\":\"", &format!("\"uuid\":\"{copy:02}"))
                .replace("\"parentUuid\":\"", &format!("\"parentUuid\":\"{copy:02}"))
                .as_bytes(),
        )
        .expect("a write");
    }
    index(home, vault);
    let line = lines.lines().find(|line| line.contains("\"promptSource\":\"typed\"")).expect("a prompt");
    file.write_all(line.replace("\"uuid\":\"", "\"uuid\":\"zz").as_bytes())
        .and_then(|()| file.write_all(b"\n"))
        .expect("a write");
    let watch = Stopwatch::now();
    let summary = index(home, vault);
    report(watch, &describe(&summary));
    fs::remove_file(path).expect("the file is ours");
}

fn index(home: &Path, vault: &Path) -> RunSummary {
    let clock: daybook_indexer::Clock = Arc::new(now);
    let vault = Arc::new(Vault::open(vault, now()).expect("a vault"));
    let options = IndexerOptions::new(Places::in_home(home), clock);
    Indexer::run_once(&vault, options, Arc::new(|_| {})).expect("the index is built")
}

#[expect(clippy::disallowed_methods, reason = "a benchmark runs in real time")]
fn now() -> Instant {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    Instant(i64::try_from(since.as_millis()).expect("before the year 292 million"))
}

fn describe(summary: &RunSummary) -> String {
    format!(
        "{} found, {} read, {} unchanged, {} failed",
        summary.found, summary.read, summary.unchanged, summary.failed
    )
}

fn report(watch: Stopwatch, note: &str) {
    println!("{}\t{}\t{note}", watch.elapsed().as_secs_f64(), peak_megabytes());
}

/// Reads the peak of the resident memory of this process.
fn peak_megabytes() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    let kilobytes: f64 = line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(f64::NAN);
    kilobytes / 1024.0
}

fn corpus(name: &str, size: CorpusSize) -> PathBuf {
    let home = bench_folder().join("corpus").join(name);
    if !home.join("complete").exists() {
        write_corpus(&home, size).expect("the corpus is written");
        fs::write(home.join("complete"), "").expect("a mark");
    }
    home
}

fn fresh_work(name: &str) -> PathBuf {
    let work = bench_folder().join("work").join(name);
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).expect("a folder");
    work
}

fn bench_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bench")
}

fn corpus_bytes(home: &Path) -> u64 {
    let projects =
        fs::read_dir(home.join(".claude/projects")).expect("projects").map(|folder| folder.expect("a folder").path());
    let files = projects.flat_map(|folder| fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file")));
    files.map(|file| file.metadata().map_or(0, |metadata| metadata.len())).sum()
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
