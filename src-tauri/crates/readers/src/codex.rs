//! Reads the rollouts of Codex CLI: one JSONL file a thread, or several where a person went back.
//!
//! *Seen*: 0.171.0 (paginated rollouts, code mode) and 0.80.0 (legacy rollouts) on Linux, November 2026; the shapes of
//! 2025 and of forks by replay come from the public source (`codex-rs/protocol`, `codex-rs/rollout` of openai/codex at
//! 01baf68d, 0136a731, 48919345) and from public bug reports. *Places*: `$CODEX_HOME`, else `~/.codex` on every
//! system (`%USERPROFILE%\.codex` on Windows): `sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`,
//! `archived_sessions/` flat, each also as `.jsonl.zst`; names in `session_index.jsonl`. The `SQLite` files hold
//! projections of the rollouts (and `history.jsonl` repeats what was typed), so they are not read.
//!
//! *Identity*: session = thread id. Ordinals are row ordinals (line numbers in legacy files) times 4. A later segment
//! `rollout-<time>-<thread>_<segment>.jsonl` has the same thread id and takes its rows up at the cut, so messages of
//! earlier segments with an ordinal at or above the first of a later segment are abandoned; a notice marks the cut. A
//! paginated fork shares its parent's messages below [`Parent::shared_until`](daybook_model::Parent).
//!
//! *Gaps*: an output that a waiting `wait` call returns repeats its command's; sealed messages between agents are left
//! out; `migrate-rollouts` was not seen at work; a replay in which turns have no ids ends at the first pause of a second.

mod calls;
mod output;
mod prompts;
mod replies;
mod rollout;
mod rows;
mod script;
mod state;
mod threads;
mod titles;
mod tokens;
mod work;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use daybook_model::{Agent, Checkpoint, SessionFacts, Sink};

use self::rollout::{FileFacts, Rollout};
use self::state::State;
use crate::lines::read_records;
use crate::{Places, ReadError, Reader};

/// Raised whenever the same bytes give other messages.
const VERSION: u32 = 1;

/// The reader of Codex.
pub(crate) struct Codex;

impl Reader for Codex {
    fn agent(&self) -> Agent {
        Agent::Codex
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn roots(&self, places: &Places) -> Vec<PathBuf> {
        let home = places.codex_home.clone().unwrap_or_else(|| places.home.join(".codex"));
        vec![home.join("sessions"), home.join("archived_sessions")]
    }

    fn claims(&self, relative: &Path) -> bool {
        relative.file_name().and_then(|name| name.to_str()).is_some_and(|name| stem_of(name).is_some())
    }

    fn companions(&self, path: &Path) -> Vec<PathBuf> {
        titles::index_beside(path).into_iter().collect()
    }

    fn read(&self, path: &Path, from: Option<&Checkpoint>, sink: &mut dyn Sink) -> Result<Checkpoint, ReadError> {
        let mut rollout = Rollout { state: State::resume(path, from)?, file: facts_of(path) };
        if rollout.state.is_announced {
            sink.session(SessionFacts { is_archived: Some(rollout.file.is_archived), ..rollout.facts() });
        }
        let start = from.cloned().unwrap_or_default();
        let mut end = read_records(path, &start, sink, &mut |line, sink| rollout.take(line, sink))?;
        if rollout.state.is_announced {
            rollout.tell_name(path, sink);
        }
        end.state = rollout.state.pack();
        Ok(end)
    }
}

/// Takes the endings off the name of a rollout; `None` for any other file, temporary ones too.
fn stem_of(name: &str) -> Option<&str> {
    let plain = name.strip_suffix(".zst").unwrap_or(name);
    plain.strip_suffix(".jsonl").filter(|stem| stem.starts_with("rollout-"))
}

/// Reads what the path says: `rollout-2026-03-05T10-00-00-<thread>[_<segment>].jsonl[.zst]`.
fn facts_of(path: &Path) -> FileFacts {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = stem_of(&name).unwrap_or(&name);
    let ids = stem.get("rollout-2026-03-05T10-00-00-".len()..).filter(|ids| !ids.is_empty()).unwrap_or(stem);
    let (thread, segment) = ids.split_once('_').map_or((ids, None), |(thread, segment)| (thread, Some(segment)));
    FileFacts {
        native_id: thread.to_owned(),
        is_segment: segment.is_some(),
        is_archived: path.components().any(|part| part.as_os_str() == "archived_sessions"),
    }
}

#[cfg(test)]
mod claims {
    use super::*;

    #[test]
    fn only_rollouts_are_sources() {
        for (name, is_source) in [
            ("2026/03/05/rollout-2026-03-05T10-00-00-a.jsonl", true),
            ("rollout-2026-03-05T10-00-00-a_b.jsonl.zst", true),
            ("rollout-2026-03-05T10-00-00-a.jsonl.tmp", false),
            ("rollout-2026-03-05T10-00-00-a.jsonl.zst.tmp", false),
            (".rollout-2026-03-05T10-00-00-a.jsonl", false),
            ("session_index.jsonl", false),
            ("state_5.sqlite", false),
        ] {
            assert_eq!(Codex.claims(Path::new(name)), is_source, "{name}");
        }
    }

    #[test]
    fn the_name_of_a_file_names_its_thread() {
        let thread = "019cbd70-9d00-74f3-91c5-99062567ee74";
        for (name, is_segment) in [("", false), ("_01a22df8-8c59-7ee1-9e2b-8eb21dee8c8d", true)] {
            let path = format!("/h/sessions/rollout-2026-03-05T10-00-00-{thread}{name}.jsonl.zst");

            let facts = facts_of(Path::new(&path));

            assert_eq!((facts.native_id.as_str(), facts.is_segment), (thread, is_segment));
        }
    }

    #[test]
    fn a_moved_home_is_looked_in() {
        let places = Places { codex_home: Some("/data/codex".into()), ..Places::in_home(Path::new("/home/dev")) };

        assert_eq!(
            Codex.roots(&places),
            [Path::new("/data/codex/sessions"), Path::new("/data/codex/archived_sessions")]
        );
    }
}
