//! The names of threads, from `session_index.jsonl` beside the session folders.
//!
//! Codex appends a line whenever a thread is named, so the last one wins. The public source writes it for `/rename`
//! and for the app server's request to name a thread; the TUI of 0.171 also makes that request for every new thread,
//! with the first prompt as its name. So a name that is (the beginning of) the first prompt was given by the program,
//! and any other by the person.

use std::path::{Path, PathBuf};

use daybook_model::{SessionFacts, Sink, Title, TitleSource};
use daybook_text::cut;
use memchr::memmem;

use super::rollout::Rollout;
use super::rows::IndexEntry;
use crate::kept;

/// Finds the index that belongs to a rollout.
pub(super) fn index_beside(path: &Path) -> Option<PathBuf> {
    let folder = path
        .ancestors()
        .find(|folder| folder.file_name().is_some_and(|name| name == "sessions" || name == "archived_sessions"))?;
    Some(folder.parent()?.join("session_index.jsonl"))
}

impl Rollout {
    /// Tells the thread's name, if it has one.
    pub(super) fn tell_name(&self, path: &Path, sink: &mut dyn Sink) {
        let Some(index) = index_beside(path).and_then(|index| std::fs::read(index).ok()) else { return };
        let names = names_of(&index, &self.state.native_id);
        let (Some(first), Some(last)) = (names.first(), names.last()) else { return };
        let line = cut::first_line(last, 200);
        let is_prompt = match &self.state.first_prompt {
            Some(prompt) if !self.file.is_segment => prompt.starts_with(line.trim_end_matches(['…', '.'])),
            _ => first == last,
        };
        let source = if is_prompt { TitleSource::Agent } else { TitleSource::PersonInAgent };
        let title = Some(Title { text: kept::short_text(line), source });
        sink.session(SessionFacts { title, ..self.facts() });
    }
}

/// Lists the names of a thread, oldest first.
fn names_of(index: &[u8], native_id: &str) -> Vec<String> {
    if native_id.is_empty() || memmem::find(index, native_id.as_bytes()).is_none() {
        return Vec::new();
    }
    let lines = index.split(|byte| *byte == b'\n');
    let entries = lines.filter_map(|line| serde_json::from_slice::<IndexEntry<'_>>(line).ok());
    let own = entries.filter(|entry| entry.id.str() == native_id);
    own.map(|entry| entry.thread_name.str().trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_stands_beside_the_session_folders() {
        let index = Some(PathBuf::from("/h/.codex/session_index.jsonl"));

        assert_eq!(index_beside(Path::new("/h/.codex/sessions/2026/11/30/rollout-x.jsonl")), index);
        assert_eq!(index_beside(Path::new("/h/.codex/archived_sessions/rollout-x.jsonl")), index);
        assert_eq!(index_beside(Path::new("/elsewhere/rollout-x.jsonl")), None);
    }

    #[test]
    fn broken_lines_hide_no_name() {
        let index =
            b"{\"id\":\"a\",\"thread_name\":\"one\"}\nnot json\n{\"id\":\"a\",\"thread_name\":\"two\"}\n{\"id\":\"a\"";

        assert_eq!(names_of(index, "a"), ["one", "two"]);
        assert!(names_of(index, "b").is_empty());
    }
}
