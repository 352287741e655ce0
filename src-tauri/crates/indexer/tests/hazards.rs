//! Everything that a folder can hold beside good files, as a person who may not read all of it meets it.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant as Stopwatch};

use daybook_indexer::IndexerOptions;
use daybook_model::Agent;
use daybook_testkit::fixtures::{case, expected};

use crate::support::{Bench, Scripted, append, prompt_line, write};

const CASE: &str = "sync-walk-hazards";

/// The user that owns nothing, as whom the test runs itself where it is started by one who may read everything.
const NOBODY: u32 = 65_534;

/// The copy of the case in the working directory of the second run.
const COPY: &str = "case-for-nobody";

#[test]
fn a_folder_full_of_hazards_gives_its_good_sessions_once_and_a_warning_for_each_bad_entry() {
    if may_read_everything() {
        run_as_nobody(
            "hazards::a_folder_full_of_hazards_gives_its_good_sessions_once_and_a_warning_for_each_bad_entry",
        );
        return;
    }
    let expect = &expected_here()["expect"];
    let bench = Bench::new();
    bench.put(&case_here().join("input/home"));
    let set_up = Command::new("sh").arg(case_here().join("setup.sh")).arg(bench.home.path()).status();
    assert!(set_up.is_ok_and(|status| status.success()), "the hazards can be made");
    let begin = Stopwatch::now();

    let summary = bench.sync();

    let limit = Duration::from_secs(expect["finishes_within_s"].as_u64().expect("seconds"));
    assert!(begin.elapsed() < limit, "the walk ends and no pipe is opened");
    let sessions = bench.sessions();
    assert_eq!(sessions.len() as u64, expect["sessions"].as_u64().expect("a number"));
    let messages: i64 = sessions.iter().map(|session| session.messages).sum();
    assert_eq!(Some(messages), expect["messages"].as_i64());
    let faulty = bench.ask().list_faulty_sources(Agent::ClaudeCode).expect("the vault answers");
    let mut told: Vec<String> = summary.warnings.iter().map(|warning| warning.path.clone()).collect();
    told.extend(faulty.iter().filter(|source| source.failure.is_some()).map(|source| source.path.clone()));
    for name in expect["warnings_name"].as_array().expect("names") {
        let name = name.as_str().expect("a name");
        assert_eq!(told.iter().filter(|path| path.contains(name)).count(), 1, "{name} is told once: {told:?}");
    }
    assert_eq!(bench.sync().read, 0, "what could not be read, or holds nothing, is not read over and over");

    let locked = bench.home.path().join(".claude/projects/-locked-dir");
    fs::set_permissions(locked, fs::Permissions::from_mode(0o700)).expect("it can be removed now");
}

#[test]
fn what_lies_in_a_folder_that_cannot_be_read_any_more_is_not_missing() {
    if may_read_everything() {
        run_as_nobody("hazards::what_lies_in_a_folder_that_cannot_be_read_any_more_is_not_missing");
        return;
    }
    let bench = Bench::new();
    let folder = bench.home.path().join(".claude/projects/-home-dev-work-shut");
    write(&folder.join("11111111-1111-4111-8111-111111111111.jsonl"), &prompt_line("shut", "u1", 0, "before"));
    bench.sync();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o000)).expect("it can be shut");

    let summary = bench.sync();

    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).expect("it can be opened");
    assert_eq!(summary.missing, 0, "nobody knows what lies behind a shut door");
    assert_eq!(summary.warnings.len(), 1);
}

#[test]
fn beside_a_folder_that_cannot_be_read_changes_are_still_heard() {
    if may_read_everything() {
        run_as_nobody("hazards::beside_a_folder_that_cannot_be_read_changes_are_still_heard");
        return;
    }
    let bench = Bench::new();
    let projects = bench.home.path().join(".claude/projects");
    let locked = projects.join("-locked");
    fs::create_dir_all(&locked).expect("it can be made");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).expect("it can be shut");
    // Several, because a walk that ends at the locked folder has passed some of the others by then.
    let file_of = |number| projects.join(format!("-open-{number}/{number}.jsonl"));
    for number in 0..12 {
        write(&file_of(number), &prompt_line(&format!("open-{number}"), &format!("u{number}"), 0, "before"));
    }
    let live = bench.start(IndexerOptions { scan_every: Duration::from_hours(1), ..bench.options() });
    live.until_up_to_date();

    for number in 0..12 {
        let line = prompt_line(&format!("open-{number}"), &format!("v{number}"), 1, &format!("capybara{number}"));
        append(&file_of(number), &line);
    }

    for number in 0..12 {
        live.until_found(&format!("capybara{number}"), 20);
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o700)).expect("it can be opened");
}

#[test]
fn a_root_that_is_a_link_is_searched_and_a_linked_folder_outside_is_found_once() {
    let bench = Bench::new();
    let elsewhere = bench.home.path().join("dotfiles/projects");
    write(&elsewhere.join("-a/22222222-2222-4222-8222-222222222222.jsonl"), &prompt_line("a", "u1", 0, "in the root"));
    let outside = bench.home.path().join("outside/-b");
    write(&outside.join("33333333-3333-4333-8333-333333333333.jsonl"), &prompt_line("b", "u2", 0, "outside"));
    fs::create_dir_all(bench.home.path().join(".claude")).expect("it can be made");
    symlink(&elsewhere, bench.home.path().join(".claude/projects")).expect("it can be linked");
    symlink(&outside, elsewhere.join("-b")).expect("it can be linked");
    symlink(&outside, elsewhere.join("-c")).expect("it can be linked");

    bench.sync();

    assert_eq!(bench.sessions().len(), 2);
    assert_eq!(bench.sources(Agent::ClaudeCode).len(), 2, "two links to one folder are one folder");
}

#[test]
fn a_source_whose_name_is_no_unicode_is_read_once_and_can_be_opened_again() {
    use std::os::unix::ffi::OsStrExt as _;
    let bench = Bench::new();
    let root = bench.home.path().join("scripts");
    let path = root.join(std::ffi::OsStr::from_bytes(b"bad\xFFname.script"));
    write(&path, "one\n");
    let reader = Scripted::below(root);
    let options = || IndexerOptions { readers: vec![reader], ..bench.options() };

    bench.sync_with(options());
    let again = bench.sync_with(options());

    assert_eq!((again.unchanged, again.read, again.missing), (1, 0, 0), "it is known under its name");
    let known = &bench.sources(Agent::Codex)[0].path;
    assert_eq!(daybook_indexer::path_of_text(&known.to_string_lossy()), path, "the file manager can show it");
}

fn case_here() -> PathBuf {
    if Path::new(COPY).is_dir() { PathBuf::from(COPY).canonicalize().expect("it is there") } else { case(CASE) }
}

fn expected_here() -> serde_json::Value {
    if !Path::new(COPY).is_dir() {
        return expected(CASE);
    }
    let bytes = fs::read(case_here().join("expected.json")).expect("it was copied");
    serde_json::from_slice(&bytes).expect("it is JSON")
}

/// Tells whether file modes do not hold for this user (root, in a container).
fn may_read_everything() -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("shut");
    fs::write(&file, "").expect("it can be written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).expect("it can be shut");
    fs::File::open(&file).is_ok()
}

/// Runs one test of this program as a user for whom file modes hold.
fn run_as_nobody(test: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("tests");
    fs::copy(std::env::current_exe().expect("this program"), &program).expect("it can be copied");
    copy_for_nobody(&case(CASE), &folder.path().join(COPY));
    for path in [folder.path(), &program] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it can be opened for all");
        chown(path, Some(NOBODY), Some(NOBODY)).expect("it can be given away");
    }

    let output = Command::new(&program)
        .args([test, "--exact", "--nocapture"])
        .current_dir(folder.path())
        .uid(NOBODY)
        .gid(NOBODY)
        .output()
        .expect("it can be run");

    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("1 passed"), "the test must have run there: {told}");
}

fn copy_for_nobody(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it can be made");
    chown(to, Some(NOBODY), Some(NOBODY)).expect("it can be given away");
    for entry in fs::read_dir(from).expect("the case") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_for_nobody(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("it can be copied");
            chown(&target, Some(NOBODY), Some(NOBODY)).expect("it can be given away");
        }
    }
}
