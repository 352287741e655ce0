//! Failure cases that people met elsewhere, read from the fixtures of the workspace.

#![expect(clippy::expect_used, reason = "a fixture that cannot be read fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

use daybook_text::{cut, excerpt, html, redact};
use serde_json::Value;

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/cases").join(name)
}

/// The lines of all transcripts of a case.
fn lines(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the fixture is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "jsonl") {
                found.extend(fs::read_to_string(&path).expect("the fixture is text").lines().map(str::to_owned));
            }
        }
    }
    assert!(!found.is_empty(), "{} has no transcripts", folder.display());
    found
}

/// Every string inside a value.
fn strings(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| strings(item, found)),
        Value::Object(map) => map.values().for_each(|item| strings(item, found)),
        _ => {}
    }
}

#[test]
fn no_cut_leaves_a_piece_of_a_secret() {
    let case = case("tools-redact-boundary");
    let secret = fs::read_to_string(case.join("secret.txt")).expect("the secret is there");
    let secret = secret.trim();
    let pieces: Vec<&str> = (0..=secret.len() - 8).map(|start| &secret[start..start + 8]).collect();
    let mut marks = 0;
    for line in lines(&case) {
        let masked = redact::json_line(line.as_bytes());
        let value: Value = serde_json::from_slice(&masked).expect("a masked line is JSON");
        let mut texts = Vec::new();
        strings(&value, &mut texts);
        for text in texts {
            let text = redact::text(&text);
            marks += redact::count_marks(&text);
            let shown = [200, 400, 2000, 4000].map(|limit| cut::head_and_tail(&text, limit).into_owned());
            let pieces_of_excerpt = excerpt::around_matches(&text, &["tailtext".to_owned()], 200);
            let excerpt: String = pieces_of_excerpt.into_iter().map(|piece| piece.text).collect();
            for shown in shown.iter().chain([&excerpt]) {
                let leak = pieces.iter().find(|piece| shown.contains(*piece));
                assert!(leak.is_none(), "{leak:?} of the secret is left in {shown}");
            }
            assert!(!text.contains("MIIsynthetic") && !text.contains("abCD12/+"), "{text}");
        }
    }
    assert!(marks >= 17, "each of the 17 messages has a mark: {marks}");
}

#[test]
fn every_payload_is_shown_as_text() {
    let case = case("ui-html-injection");
    let expected: Value = serde_json::from_str(&fs::read_to_string(case.join("expected.json")).unwrap()).unwrap();
    let mut shown = String::new();
    for line in lines(&case) {
        let value: Value = serde_json::from_str(&line).unwrap();
        let mut texts = Vec::new();
        strings(&value, &mut texts);
        for text in texts {
            let laid_out = html::from_markdown(&text);
            for tag in ["<script", "<img", "<iframe", "<meta", "<svg", "<style", "<form", "<button", "<head", "<b>"] {
                assert!(!laid_out.contains(tag), "{tag} came through: {laid_out}");
            }
            assert!(!laid_out.contains("<a href=\"javascript"), "{laid_out}");
            shown.push_str(
                &laid_out.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"),
            );
        }
    }
    for literal in expected["expect"]["visible_literals"].as_array().unwrap() {
        let literal = literal.as_str().unwrap();
        assert!(shown.contains(literal), "{literal} cannot be read");
    }
}
