//! Generated Claude Code histories of any size, shaped like measured ones.
//!
//! A session of 500 lines has about 19 prompts and 155 tool calls and weighs about 0.94 MB, a third of it text that a
//! person would search; the rest is what clients write around it. 200 sessions are the corpus "S", 2,000 the corpus
//! "L" of the speed figures.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::prose::{self, Dice};

/// How large a corpus is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorpusSize {
    /// Number of sessions, one file each.
    pub sessions: usize,
    /// Lines of each session.
    pub lines: usize,
}

impl CorpusSize {
    /// 200 sessions of 500 lines, about 180 MB.
    pub const SMALL: Self = Self { sessions: 200, lines: 500 };
    /// 2,000 sessions of 500 lines, about 1.8 GB.
    pub const LARGE: Self = Self { sessions: 2000, lines: 500 };
}

/// What was written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CorpusFacts {
    /// Files, one session each.
    pub sessions: usize,
    /// Lines of all files.
    pub lines: usize,
    /// Bytes of all files.
    pub bytes: u64,
    /// Prompts typed by a person.
    pub prompts: usize,
    /// Tool calls.
    pub tool_calls: usize,
}

/// Sessions of one corpus start this far apart (37 minutes), so that days hold many.
const STEP_MS: i64 = 37 * 60 * 1000;
/// The first session starts on 2026-01-05 at 08:00 UTC.
const FIRST_START_MS: i64 = 1_767_600_000_000;
const PROJECTS: [&str; 5] = ["shop-api", "shop-web", "payments", "infra", "docs"];

/// Writes a corpus below a home folder, in the places where Claude Code keeps its sessions.
///
/// # Errors
/// Whatever the file system says.
pub fn write_corpus(home: &Path, size: CorpusSize) -> io::Result<CorpusFacts> {
    let mut facts = CorpusFacts::default();
    for number in 0..size.sessions {
        let project = PROJECTS[number % PROJECTS.len()];
        let folder = home.join(format!(".claude/projects/-home-dev-work-{project}"));
        fs::create_dir_all(&folder)?;
        let mut session = Session::new(number, project);
        let mut file = BufWriter::with_capacity(1 << 20, File::create(folder.join(format!("{}.jsonl", session.id)))?);
        while session.facts.lines < size.lines {
            session.write_turn(&mut file, size.lines)?;
        }
        file.flush()?;
        facts.add(session.facts);
    }
    Ok(facts)
}

impl CorpusFacts {
    fn add(&mut self, other: Self) {
        self.sessions += other.sessions;
        self.lines += other.lines;
        self.bytes += other.bytes;
        self.prompts += other.prompts;
        self.tool_calls += other.tool_calls;
    }
}

/// A session while it is written.
struct Session {
    dice: Dice,
    id: String,
    cwd: String,
    at_ms: i64,
    parent: Option<String>,
    facts: CorpusFacts,
}

impl Session {
    fn new(number: usize, project: &str) -> Self {
        let mut dice = Dice::new(0x00da_7b00 + number as u64);
        let id = dice.uuid();
        let start = FIRST_START_MS + STEP_MS * i64::try_from(number).unwrap_or(0);
        let facts = CorpusFacts { sessions: 1, ..CorpusFacts::default() };
        Self { dice, id, cwd: format!("/home/dev/work/{project}"), at_ms: start, parent: None, facts }
    }

    /// Writes a prompt, about eight tool calls with their results, a reply and what the client notes beside them.
    fn write_turn(&mut self, file: &mut impl Write, limit: usize) -> io::Result<()> {
        let prompt_bytes = self.dice.between(40, 700);
        let prompt = prose::sentences(&mut self.dice, prompt_bytes);
        self.facts.prompts += 1;
        self.note(file, "queue-operation", &json!({"operation": "enqueue", "content": prompt}))?;
        let content = json!({"role": "user", "content": prompt});
        self.record(file, "user", &content, &json!({"promptSource": "typed", "origin": {"kind": "human"}}))?;
        for _ in 0..8 {
            if self.facts.lines + 4 >= limit {
                break;
            }
            self.write_call(file)?;
        }
        let reply_bytes = self.dice.between(200, 2400);
        let text = prose::sentences(&mut self.dice, reply_bytes);
        let reply = self.assistant(&json!([{"type": "text", "text": text}]));
        self.record(file, "assistant", &reply, &json!({}))?;
        self.note(file, "last-prompt", &json!({"lastPrompt": prompt}))?;
        for note in ["mode", "permission-mode", "cost-state", "tools-used", "atis-latch"] {
            self.note(file, note, &json!({"value": "normal"}))?;
        }
        let snapshot_bytes = self.dice.between(1500, 6000);
        let snapshot = prose::code(&mut self.dice, snapshot_bytes);
        self.note(file, "file-history-snapshot", &json!({"snapshot": {"trackedFileBackups": snapshot}}))
    }

    fn write_call(&mut self, file: &mut impl Write) -> io::Result<()> {
        self.facts.tool_calls += 1;
        let call_id = format!("toolu_{:016x}", self.dice.next());
        let is_command = self.dice.below(3) == 0;
        let path = prose::path(&mut self.dice);
        let (name, input) = if is_command {
            ("Bash", json!({"command": format!("npm test -- {path}"), "description": "Run the tests"}))
        } else {
            ("Read", json!({"file_path": format!("{}/{path}", self.cwd)}))
        };
        let call = self.assistant(&json!([{"type": "tool_use", "id": call_id, "name": name, "input": input}]));
        self.record(file, "assistant", &call, &json!({}))?;
        let bytes = match self.dice.below(10) {
            0 => self.dice.between(6_000, 14_000),
            1..4 => self.dice.between(1_200, 4_000),
            _ => self.dice.between(100, 900),
        };
        let output =
            if is_command { prose::test_run(&mut self.dice, bytes) } else { prose::code(&mut self.dice, bytes) };
        let is_error = is_command && self.dice.below(8) == 0;
        let output = if is_error { format!("Exit code 1\n{output}") } else { output };
        let result = json!({"role": "user", "content": [{"tool_use_id": call_id, "type": "tool_result",
            "content": output, "is_error": is_error}]});
        let parsed = json!({"toolUseResult": {"stdout": output, "stderr": "", "interrupted": false}});
        self.record(file, "user", &result, &parsed)
    }

    fn assistant(&mut self, content: &Value) -> Value {
        json!({"id": format!("msg_{:016x}", self.dice.next()), "type": "message", "role": "assistant",
            "model": "claude-opus-4-5", "content": content, "stop_reason": "tool_use", "usage": {
                "input_tokens": self.dice.between(2, 900), "output_tokens": self.dice.between(20, 900),
                "cache_read_input_tokens": self.dice.between(1_000, 90_000),
                "cache_creation_input_tokens": self.dice.between(0, 4_000)}})
    }

    /// Writes a record of the conversation tree.
    fn record(&mut self, file: &mut impl Write, kind: &str, message: &Value, more: &Value) -> io::Result<()> {
        self.at_ms += i64::try_from(self.dice.between(400, 19_000)).unwrap_or(0);
        let uuid = self.dice.uuid();
        let mut record = json!({"parentUuid": self.parent, "isSidechain": false, "userType": "external",
            "cwd": self.cwd, "sessionId": self.id, "version": "2.1.332", "gitBranch": "main", "type": kind,
            "message": message, "uuid": uuid, "timestamp": timestamp(self.at_ms)});
        if let (Value::Object(record), Value::Object(more)) = (&mut record, more) {
            record.extend(more.clone());
        }
        self.parent = Some(uuid);
        self.line(file, &record)
    }

    /// Writes a record beside the conversation.
    fn note(&mut self, file: &mut impl Write, kind: &str, fields: &Value) -> io::Result<()> {
        let mut record = json!({"type": kind, "sessionId": self.id, "timestamp": timestamp(self.at_ms)});
        if let (Value::Object(record), Value::Object(fields)) = (&mut record, fields) {
            record.extend(fields.clone());
        }
        self.line(file, &record)
    }

    fn line(&mut self, file: &mut impl Write, record: &Value) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(record)?;
        bytes.push(b'\n');
        self.facts.lines += 1;
        self.facts.bytes += bytes.len() as u64;
        file.write_all(&bytes)
    }
}

/// Spells an instant as the client does.
pub(crate) fn timestamp(at_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(at_ms).map_or_else(|_| String::new(), |at| format!("{at:.3}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_weighs_what_measured_ones_weigh() {
        let home = tempfile::tempdir().expect("a temporary folder");

        let facts = write_corpus(home.path(), CorpusSize { sessions: 4, lines: 500 }).expect("the corpus is written");

        let per_session = facts.bytes / 4;
        assert!((800_000..1_100_000).contains(&per_session), "500 lines weigh about 0.94 MB, not {per_session}");
        assert!((16..=28).contains(&(facts.prompts / 4)), "about 19 prompts, not {}", facts.prompts / 4);
        assert!((130..=190).contains(&(facts.tool_calls / 4)), "about 155 calls, not {}", facts.tool_calls / 4);
    }

    #[test]
    fn the_same_corpus_has_the_same_bytes() {
        let (one, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let size = CorpusSize { sessions: 2, lines: 60 };

        let facts = write_corpus(one.path(), size).expect("the corpus is written");

        assert_eq!(facts, write_corpus(other.path(), size).expect("the corpus is written again"));
    }
}
