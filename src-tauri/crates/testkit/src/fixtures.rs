//! Where the fixtures lie that are kept in the repository.

use std::path::{Path, PathBuf};

/// The folder of a failure case: `input/home` or `steps/<n>/home`, and `expected.json`.
pub fn case(name: &str) -> PathBuf {
    fixtures().join("cases").join(name)
}

/// The home-shaped folder of one client in the corpus of genuine sessions.
pub fn corpus(client: &str) -> PathBuf {
    fixtures().join("corpus").join(client)
}

/// What a case expects, as its `expected.json` says.
///
/// # Panics
/// If the case has no readable `expected.json`; a test cannot go on without it.
#[expect(clippy::expect_used, reason = "a test without its fixture has nothing to test")]
pub fn expected(name: &str) -> serde_json::Value {
    let bytes = std::fs::read(case(name).join("expected.json")).expect("the case is in tests/fixtures/cases");
    serde_json::from_slice(&bytes).expect("expected.json is JSON")
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures")
}
