//! What a tool's output says about how the tool fared, apart from the text itself.
//!
//! Codex writes outputs in three spellings: plain text behind a few header lines that end in `Output:` (`exec_command`,
//! `shell_command`, `exec`), a JSON object `{"output", "metadata"}` inside a string (older `shell`, `apply_patch`), and
//! a list of pieces. Here they become one thing.

use daybook_model::ToolOutcome;
use serde_json::value::RawValue;

use super::rows::{ContentItem, ObjectOutput, OutputMetadata, WrappedOutput, read};
use crate::lenient::{Number, Text};

/// An output taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Output {
    /// The text without header lines.
    pub(super) text: String,
    /// How the tool fared; the call's id is still to be filled in.
    pub(super) outcome: ToolOutcome,
    /// Whether the tool went on running when this was written.
    pub(super) is_running: bool,
    /// Whether the header says that a script of code mode broke.
    pub(super) is_broken_script: bool,
}

/// Reads the `output` of a result row.
pub(super) fn parse(raw: Option<&RawValue>) -> Output {
    let Some(raw) = raw else { return Output::default() };
    match raw.get().as_bytes().first() {
        Some(b'"') => of_text(read::<Text<'_>>(Some(raw)).str()),
        Some(b'[') => of_text(&join_pieces(&read::<Vec<ContentItem<'_>>>(Some(raw)))),
        Some(b'{') => {
            let payload: ObjectOutput<'_> = read(Some(raw));
            let mut output = of_text(payload.content.str());
            if let Some(success) = payload.success.0 {
                output.outcome.is_error.get_or_insert(!success);
            }
            output
        }
        _ => Output::default(),
    }
}

/// Joins pieces as the client shows them: one behind the other, images by name only.
fn join_pieces(pieces: &[ContentItem<'_>]) -> String {
    let mut text = String::new();
    for piece in pieces {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        if piece.kind.str().ends_with("image") {
            text.push_str("[image]");
        } else {
            text.push_str(piece.text.str());
        }
    }
    text
}

fn of_text(text: &str) -> Output {
    if text.starts_with('{')
        && let Ok(wrapped) = serde_json::from_str::<WrappedOutput<'_>>(text)
        && let Some(metadata) = wrapped.metadata
    {
        let metadata: OutputMetadata<'_> = read(Some(metadata));
        let mut output = judged(wrapped.output.str());
        output.outcome.exit_code = exit_code(metadata.exit_code);
        output.outcome.is_error = output.outcome.exit_code.map(|code| code != 0).or(output.outcome.is_error);
        output.outcome.duration_ms = metadata.duration_seconds.0.and_then(milliseconds).or(output.outcome.duration_ms);
        return output;
    }
    judged(text)
}

/// Reads the header lines, where there are any, and cuts them off.
fn judged(text: &str) -> Output {
    let mut output = Output::default();
    let mut rest = text;
    let mut is_header = false;
    while let Some((line, behind)) = rest.split_once('\n').or((!rest.is_empty()).then_some((rest, ""))) {
        let line = line.trim_end();
        if line == "Output:" || line == "Final output:" {
            rest = behind;
            is_header = true;
            break;
        }
        if !header_line(line, &mut output) {
            break;
        }
        rest = behind;
    }
    if !is_header {
        output = Output::default();
        rest = text;
    }
    judge_words(rest, &mut output);
    rest.clone_into(&mut output.text);
    output
}

/// Takes one header line; `false` if it is none.
fn header_line(line: &str, output: &mut Output) -> bool {
    let code = line.strip_prefix("Exit code: ").or_else(|| line.strip_prefix("Process exited with code "));
    if let Some(code) = code {
        output.outcome.exit_code = code.trim().parse().ok();
        output.outcome.is_error = output.outcome.exit_code.map(|code| code != 0);
        return output.outcome.exit_code.is_some();
    }
    if let Some(wall) = line.strip_prefix("Wall time") {
        let number: String = wall.chars().filter(|letter| letter.is_ascii_digit() || *letter == '.').collect();
        output.outcome.duration_ms = number.parse().ok().and_then(milliseconds);
        return true;
    }
    match line {
        "Script completed" => true,
        "Script failed" | "Script terminated" => {
            output.outcome.is_error = Some(true);
            output.is_broken_script = true;
            true
        }
        _ if line.starts_with("Script running") || line.starts_with("Process running") => {
            output.is_running = true;
            true
        }
        _ => ["Chunk ID: ", "Original token count: ", "Total output lines: ", "Command: "]
            .iter()
            .any(|known| line.starts_with(known)),
    }
}

/// Knows the client's own short notices about calls that never ran or were stopped.
fn judge_words(text: &str, output: &mut Output) {
    let text = text.trim();
    if text.len() > 200 {
        return;
    }
    if text.contains("rejected by user") {
        output.outcome.is_denied = true;
        output.outcome.is_error = Some(true);
    } else if text.starts_with("aborted by user") || text == "aborted" {
        output.outcome.is_interrupted = true;
    } else if text.starts_with("apply_patch verification failed") || text.starts_with("exec_command failed") {
        output.outcome.is_error = Some(true);
    }
}

/// An exit code, where the number can be one.
pub(super) fn exit_code(number: Number) -> Option<i32> {
    #[expect(clippy::cast_possible_truncation, reason = "whole and within the range")]
    let code = number.0.filter(|code| code.fract() == 0.0 && code.abs() <= f64::from(i32::MAX)).map(|code| code as i32);
    code
}

#[expect(clippy::cast_possible_truncation, reason = "checked to lie between zero and a thousand days")]
fn milliseconds(seconds: f64) -> Option<i64> {
    (0.0..86_400_000.0).contains(&seconds).then(|| (seconds * 1000.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(json: &serde_json::Value) -> Output {
        let raw = serde_json::value::to_raw_value(json).expect("a value is valid JSON");
        parse(Some(&raw))
    }

    #[test]
    fn every_spelling_tells_the_exit_code() {
        let wrapped = r#"{"output":"boom\n","metadata":{"exit_code":3,"duration_seconds":0.25}}"#;
        for (spelling, duration) in [
            ("Exit code: 3\nWall time: 0.25 seconds\nOutput:\nboom\n", 250),
            ("Chunk ID: 1f\nWall time: 0.2500 seconds\nProcess exited with code 3\nOutput:\nboom\n", 250),
            (wrapped, 250),
        ] {
            let output = parsed(&spelling.into());

            assert_eq!(output.outcome.exit_code, Some(3), "{spelling}");
            assert_eq!(output.outcome.is_error, Some(true), "a code other than 0 is a failure");
            assert_eq!(output.outcome.duration_ms, Some(duration));
            assert_eq!(output.text, "boom\n", "the header is no part of the output");
        }
    }

    #[test]
    fn text_that_only_looks_like_a_header_is_kept() {
        let output = parsed(&"Exit code: 3\nand then I said\nOutput:\n".into());

        assert_eq!(output.text, "Exit code: 3\nand then I said\nOutput:\n");
        assert_eq!(output.outcome, ToolOutcome::default(), "an unknown line between makes it ordinary text");
    }

    #[test]
    fn a_json_answer_without_metadata_is_plain_text() {
        let output = parsed(&r#"{"output":"x"}"#.into());

        assert_eq!(output.text, r#"{"output":"x"}"#);
        assert_eq!(output.outcome.is_error, None, "nothing says how it went");
    }

    #[test]
    fn pieces_are_joined_behind_their_header() {
        let output = parsed(&serde_json::json!([
            {"type": "input_text", "text": "Script running with cell ID 2\nWall time 3.4 seconds\nOutput:\n"},
            {"type": "input_text", "text": "so far"},
            {"type": "input_image", "image_url": "data:…"},
        ]));

        assert!(output.is_running);
        assert_eq!(output.text, "so far\n[image]");
    }

    #[test]
    fn a_refusal_is_told_from_a_failure() {
        let output = parsed(&"exec command rejected by user".into());

        assert!(output.outcome.is_denied);
        assert_eq!(parsed(&serde_json::json!({"content": "no", "success": false})).outcome.is_error, Some(true));
    }
}
