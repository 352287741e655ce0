//! Sessions too large to keep as files: one with very many messages, one with a very long line.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

const SESSION: &str = "c10c03df-77e7-5b0e-b471-354e34901f51";
const START_MS: i64 = 1_772_355_600_000;

/// Writes a Claude Code session of `count` messages, prompts and replies in turn, each with a code block. Message n
/// says `long session item n`.
///
/// # Errors
/// Whatever the file system says.
pub fn write_long_session(home: &Path, count: u32) -> io::Result<PathBuf> {
    write_session(
        home,
        (0..count).map(|number| {
            let text = format!("long session item {number} with words and `code` around it\n```rust\nfn f() {{}}\n```");
            if number % 2 == 0 { prompt(&text) } else { reply(number, &text) }
        }),
    )
}

/// Writes a Claude Code session of five messages whose third, a tool result, is one line of about `bytes` bytes; the
/// reply after it holds the word `lynxword`.
///
/// # Errors
/// Whatever the file system says.
pub fn write_huge_line(home: &Path, bytes: usize) -> io::Result<PathBuf> {
    let line = "ok 17 src/orders/create.ts (3ms)\n";
    let call = json!({"id": "msg_1", "role": "assistant", "model": "claude-opus-4-5", "content": [
        {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "npm test"}}]});
    let result = json!({"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": line.repeat(bytes / line.len())}]});
    let messages = [
        prompt("run all the tests"),
        ("assistant", call),
        ("user", result),
        reply(2, "The log is huge; see lynxword."),
        prompt("and the docs?"),
    ];
    write_session(home, messages.into_iter())
}

fn prompt(text: &str) -> (&'static str, Value) {
    ("user", json!({"role": "user", "content": text}))
}

fn reply(number: u32, text: &str) -> (&'static str, Value) {
    (
        "assistant",
        json!({"id": format!("msg_{number}"), "role": "assistant", "model": "claude-opus-4-5",
        "content": [{"type": "text", "text": text}], "usage": {"input_tokens": 3, "output_tokens": 5}}),
    )
}

fn write_session(home: &Path, messages: impl Iterator<Item = (&'static str, Value)>) -> io::Result<PathBuf> {
    let folder = home.join(".claude/projects/-home-dev-work-acme-web");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{SESSION}.jsonl"));
    let mut file = BufWriter::new(File::create(&path)?);
    let uuid = |number: i64| format!("00000000-0000-4000-8000-{number:012}");
    for (number, (kind, message)) in (0_i64..).zip(messages) {
        let parent = (number > 0).then(|| uuid(number - 1));
        let record = json!({"parentUuid": parent, "isSidechain": false, "userType": "external", "type": kind,
            "cwd": "/home/dev/work/acme-web", "sessionId": SESSION, "version": "2.1.0", "gitBranch": "main",
            "uuid": uuid(number), "message": message,
            "timestamp": crate::corpus::timestamp(START_MS + 20_000 * number)});
        serde_json::to_writer(&mut file, &record)?;
        file.write_all(b"\n")?;
    }
    file.flush()?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_long_line_is_as_long_as_asked() {
        let home = tempfile::tempdir().expect("a folder");

        let path = write_huge_line(home.path(), 1 << 20).expect("a session");

        let longest = fs::read_to_string(path).expect("the session").lines().map(str::len).max();
        assert!(longest.is_some_and(|bytes| bytes > 1_000_000), "one line holds the whole result");
    }
}
