//! The rules of the architecture, as tests: who may name whom, what lies where, how long a file may be, which
//! licences come in. A rule that only a page states is broken within a month.

#![expect(clippy::expect_used, reason = "a test that cannot look says so and stops")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What each of our crates may name among the others; the shell and the tests may name everything.
const MAY_NAME: [(&str, &[&str]); 6] = [
    ("daybook-model", &[]),
    ("daybook-text", &["daybook-model"]),
    ("daybook-readers", &["daybook-model", "daybook-text"]),
    ("daybook-vault", &["daybook-model", "daybook-text"]),
    ("daybook-indexer", &["daybook-model", "daybook-text", "daybook-readers", "daybook-vault"]),
    ("daybook-testkit", &["daybook-model", "daybook-text", "daybook-readers", "daybook-vault", "daybook-indexer"]),
];

/// Names that say nothing about what a file holds.
const BANNED_NAMES: [&str; 12] = [
    "util", "utils", "helper", "helpers", "common", "core", "manager", "service", "services", "misc", "shared",
    "lib.ts",
];

/// Licences that may come in, and the one exception with its reason.
const LICENCES: [&str; 12] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MPL-2.0",
    "Zlib",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "0BSD",
    "MIT-0",
];
/// `notify` is dedicated to the public domain (CC0-1.0); it watches the file system and was asked for by name.
const LICENCE_EXCEPTIONS: [(&str, &str); 1] = [("notify", "CC0-1.0")];

const LONGEST_FILE: usize = 600;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests lie below the root").to_owned()
}

fn metadata(more: &[&str]) -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline"])
        .args(more)
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("metadata is JSON")
}

/// Lists the files that git keeps or would keep, so that build output and dependencies stay out.
fn our_files() -> Vec<PathBuf> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git runs");
    let names = String::from_utf8(output.stdout).expect("our file names are UTF-8");
    names.lines().map(|name| root().join(name)).filter(|path| path.is_file()).collect()
}

fn is_generated(path: &Path) -> bool {
    let text = path.to_string_lossy();
    text.contains("/fixtures/")
        || text.contains("/snapshots/")
        || text.contains("__fixtures__")
        || text.ends_with("bindings.ts")
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| extensions.contains(&extension))
}

fn sources(extensions: &[&str]) -> Vec<(PathBuf, String)> {
    our_files()
        .into_iter()
        .filter(|path| has_extension(path, extensions) && !is_generated(path))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("our sources are UTF-8");
            (path, text)
        })
        .collect()
}

fn is_below(path: &Path, folder: &str) -> bool {
    path.starts_with(root().join(folder))
}

#[test]
fn crates_name_only_those_below_them() {
    let metadata = metadata(&["--no-deps"]);
    let packages = metadata["packages"].as_array().expect("packages");
    let rules: BTreeMap<&str, &[&str]> = MAY_NAME.into_iter().collect();

    for package in packages {
        let name = package["name"].as_str().expect("a name");
        if matches!(name, "daybook" | "daybook-tests") {
            continue;
        }
        let allowed = rules.get(name).unwrap_or_else(|| panic!("`{name}` has no line in the dependency rule"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let other = dependency["name"].as_str().expect("a name");
            let is_for_tests = dependency["kind"] == "dev";
            let is_ours = other.starts_with("daybook");
            assert!(!is_ours || is_for_tests || allowed.contains(&other), "`{name}` must not name `{other}`");
            assert!(other != "daybook-testkit" || is_for_tests, "`{name}` may use the testkit in tests only");
            assert!(!other.starts_with("tauri"), "only the shell may name tauri, not `{name}`");
            let is_database = other.starts_with("rusqlite");
            assert!(!is_database || is_for_tests || name == "daybook-vault", "only the vault talks SQL, not `{name}`");
        }
    }
}

#[test]
fn no_file_is_longer_than_a_person_reads() {
    for (path, text) in sources(&["rs", "ts", "tsx", "css", "sql", "mjs"]) {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{} has {lines} lines; divide it at a seam", path.display());
    }
}

#[test]
fn no_file_or_folder_has_a_name_that_says_nothing() {
    for path in our_files() {
        let relative = path.strip_prefix(root()).expect("below the root").to_owned();
        for part in relative.iter().filter_map(|part| part.to_str()) {
            let stem = part.split('.').next().unwrap_or(part).to_lowercase();
            assert!(!BANNED_NAMES.contains(&stem.as_str()), "`{}`: name it after what it holds", relative.display());
        }
    }
}

#[test]
fn the_page_reaches_the_program_through_one_door() {
    for (path, text) in sources(&["ts", "tsx"]).into_iter().filter(|(path, _)| is_below(path, "ui/src")) {
        if is_below(&path, "ui/src/ipc") {
            continue;
        }
        for line in text.lines().filter(|line| line.contains("from \"") || line.contains("import(")) {
            assert!(!line.contains("@tauri-apps"), "{}: only ui/src/ipc may import @tauri-apps", path.display());
            let is_type_only = line.trim_start().starts_with("import type");
            assert!(
                is_type_only || !line.contains("ipc/bindings"),
                "{}: ask ipc/host, not the bindings",
                path.display()
            );
        }
    }
}

#[test]
fn features_of_the_page_do_not_import_each_other() {
    let features = root().join("ui/src/features");
    for (path, text) in sources(&["ts", "tsx"]) {
        let Ok(relative) = path.strip_prefix(&features) else { continue };
        let own = relative.iter().next().and_then(|part| part.to_str()).expect("a feature folder");
        for line in text.lines().filter(|line| line.contains("from \"") || line.contains("import(")) {
            let other = line.split("features/").nth(1).and_then(|rest| rest.split(['/', '"']).next());
            assert!(
                other.is_none_or(|other| other == own),
                "{}: `{own}` must not import another feature",
                path.display()
            );
            let is_for_tests = path.to_string_lossy().contains(".test.") && line.contains("/test-page");
            let climbs_out = line.contains("\"../../")
                && !is_for_tests
                && !["components", "ipc", "lib", "styles", "../../../"].iter().any(|to| line.contains(to));
            assert!(!climbs_out, "{}: a feature imports components, ipc, lib and styles only: {line}", path.display());
        }
    }
}

#[test]
fn only_the_shell_asks_for_the_time_the_environment_and_the_home_folder() {
    let asked =
        ["SystemTime::now", "Timestamp::now", "Zoned::now", "env::var(", "env::var_os(", "ProjectDirs::", "BaseDirs::"];
    for (path, text) in sources(&["rs"]).into_iter().filter(|(path, _)| is_below(path, "src-tauri/crates")) {
        let is_test_code = path.iter().any(|part| part == "tests" || part == "benches");
        let library = text.split("#[cfg(test)]").next().unwrap_or(&text);
        for word in asked.into_iter().filter(|_| !is_test_code) {
            assert!(!library.contains(word), "{} asks for `{word}`; take it as an argument", path.display());
        }
    }
}

#[test]
fn every_licence_is_one_we_may_ship() {
    let metadata = metadata(&["--filter-platform", "x86_64-unknown-linux-gnu"]);
    let exceptions: BTreeSet<(&str, &str)> = LICENCE_EXCEPTIONS.into_iter().collect();

    for package in metadata["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or("none stated");
        let is_allowed = allows(licence) || exceptions.contains(&(name, licence));
        assert!(is_allowed, "`{name}` comes under `{licence}`");
    }
}

/// Tells whether one of the alternatives of a licence expression consists of allowed licences only.
fn allows(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ").replace(['(', ')'], "");
    expression.split(" OR ").any(|choice| choice.split(" AND ").all(|licence| LICENCES.contains(&licence.trim())))
}

#[test]
fn a_licence_expression_needs_one_allowed_choice() {
    assert!(allows("Unlicense OR MIT"), "a choice is ours to make");
    assert!(allows("MIT/Apache-2.0"), "the old spelling means the same");
    assert!(!allows("MIT AND GPL-3.0-only"), "both would bind us");
    assert!(!allows("none stated"), "silence is no licence");
}
