//! Whose session a rollout holds: its identity, its parent, and which of its rows are a copy of that parent's history.
//!
//! A paginated fork names a place in the parent's file and copies nothing. A legacy fork (and a subagent forked with
//! context) begins with its own `session_meta` and then replays the parent's rows, stamped with the instant of the
//! fork. The replay ends with the first turn id minted after the fork (ids are `UUIDv7`, so they tell their time), or,
//! where turns have no ids, with the first pause: a replay is written in one go.

use daybook_model::{Moment, Parent, Relation, SessionFacts, Sink, Title, TitleSource};
use daybook_text::cut;

use super::rollout::{Draft, Here, Rollout, STEPS_PER_ROW};
use super::rows::{Git, HistoryBase, SessionMeta, Source, Subagent, ThreadSpawn, read};
use super::state::Replay;
use crate::kept;

/// A longer silence than this, in milliseconds, lies behind a replay and not inside it.
const REPLAY_PAUSE_MS: i64 = 1_000;

impl Rollout {
    /// Takes a `session_meta` row: the first is the file's own, later ones belong to a replayed history.
    pub(super) fn take_session_meta(&mut self, here: &Here, meta: &SessionMeta<'_>, sink: &mut dyn Sink) {
        if self.state.is_announced {
            self.meet_replayed_meta(here, meta);
            return;
        }
        let native_id = meta.id.owned().unwrap_or_else(|| self.file.native_id.clone());
        let base = meta.history_base.map(|raw| read::<HistoryBase<'_>>(Some(raw)));
        let spawn = self.find_spawn(meta);
        self.state.native_id.clone_from(&native_id);
        self.state.is_announced = true;
        self.state.has_cwd = meta.cwd.get().is_some();
        self.state.begins_midway = base.is_some() || meta.forked_from_id.get().is_some();
        let is_rewound = base.as_ref().is_some_and(|base| base.thread_id.get() == Some(&native_id));
        let shared = shared_until(base.as_ref());
        let spawned_by = spawn.parent.map(|parent| Parent { shared_until: shared, ..parent });
        let parent = spawned_by.or_else(|| fork_parent(meta, base.as_ref(), &native_id));
        if base.is_none()
            && let Some(forked_from) = meta.forked_from_id.owned().filter(|from| *from != native_id)
        {
            let written_at = Moment::parse(meta.timestamp.str()).and_then(|moment| u64::try_from(moment.at.0).ok());
            self.state.replay = Some(Replay {
                thread: forked_from,
                forked_at: minted_at(&native_id).or(written_at),
                ..Replay::default()
            });
        }
        let git: Git<'_> = read(meta.git);
        sink.session(SessionFacts {
            cwd: meta.cwd.owned(),
            branch: git.branch.owned(),
            client_version: meta.cli_version.owned(),
            title: spawn.title,
            parent,
            ..self.opening(here)
        });
        if is_rewound {
            // Its ordinal is the cut: messages of earlier segments from here on are no longer current.
            self.emit(here, Draft::notice("The conversation was taken back to this point."), sink);
        }
    }

    /// Names the session after its file where the row that names it is missing.
    pub(super) fn announce_by_name(&mut self, here: &Here, sink: &mut dyn Sink) {
        if !self.state.is_announced {
            self.state.native_id.clone_from(&self.file.native_id);
            self.state.is_announced = true;
            sink.session(self.opening(here));
        }
    }

    /// Links a subagent to the call that started it; the subagent's own file does not name the call.
    pub(super) fn link_child(&self, child: &str, call_id: &str, sink: &mut dyn Sink) {
        if child.is_empty() || child == self.state.native_id || self.state.replay.is_some() {
            return;
        }
        let parent = Parent {
            native_id: self.state.native_id.clone(),
            relation: Relation::Subagent,
            call_id: Some(call_id.to_owned()),
            shared_until: None,
        };
        sink.session(SessionFacts { native_id: child.to_owned(), parent: Some(parent), ..SessionFacts::default() });
        sink.session(self.facts());
    }

    /// Ends a replay when a row proves to be the fork's own.
    pub(super) fn watch_replay(&mut self, here: &Here, turn_id: Option<&str>) {
        let Some(replay) = &mut self.state.replay else { return };
        let row_at = here.moment.map(|moment| moment.at.0);
        let is_own_turn = match (turn_id.and_then(minted_at), replay.forked_at) {
            (Some(turn_at), Some(forked_at)) => turn_at >= forked_at,
            _ => false,
        };
        let is_after_pause = match (replay.last_row_at, row_at) {
            (Some(last), Some(now)) => now - last > REPLAY_PAUSE_MS,
            _ => false,
        };
        if is_own_turn || is_after_pause {
            self.state.replay = None;
            self.state.last_key = None;
            self.state.turns.clear();
            self.state.open_reply = None;
            self.state.last_reply = None;
            self.state.calls.clear();
            return;
        }
        replay.last_row_at = row_at.or(replay.last_row_at);
    }

    /// Takes the name that a person (or the client on their behalf) gave the thread while it ran.
    pub(super) fn take_name(&self, name: &str, sink: &mut dyn Sink) {
        let name = cut::first_line(name, 200);
        if name.is_empty() || self.state.replay.is_some() {
            return;
        }
        let is_prompt = self.state.first_prompt.as_deref().is_some_and(|prompt| prompt.starts_with(name));
        let source = if is_prompt { TitleSource::Agent } else { TitleSource::PersonInAgent };
        let title = Some(Title { text: kept::short_text(name), source });
        sink.session(SessionFacts { title, ..self.facts() });
    }

    fn opening(&self, here: &Here) -> SessionFacts {
        SessionFacts { segment_at: here.moment, is_archived: Some(self.file.is_archived), ..self.facts() }
    }

    fn meet_replayed_meta(&mut self, here: &Here, meta: &SessionMeta<'_>) {
        let Some(id) = meta.id.owned().filter(|id| *id != self.state.native_id) else { return };
        if let Some(replay) = &mut self.state.replay {
            replay.thread = id;
            replay.position = 0;
            replay.last_row_at = here.moment.map(|moment| moment.at.0);
        }
    }

    /// Finds out whether another session started this one.
    fn find_spawn(&mut self, meta: &SessionMeta<'_>) -> Spawn {
        let source: Source<'_> = read(meta.source);
        let Some(subagent) = source.subagent else { return Spawn::default() };
        self.state.is_subagent = true;
        let subagent: Subagent<'_> = read(Some(subagent));
        let spawn: ThreadSpawn<'_> = read(subagent.thread_spawn);
        let parent = spawn.parent_thread_id.owned().or_else(|| meta.parent_thread_id.owned());
        let name = spawn.agent_path.get().and_then(|path| path.rsplit('/').next());
        let name = name.or(spawn.agent_nickname.get()).filter(|name| !name.is_empty());
        Spawn {
            parent: parent.map(|native_id| Parent {
                native_id,
                relation: Relation::Subagent,
                call_id: None,
                shared_until: None,
            }),
            title: name.map(|name| Title { text: kept::short_text(name), source: TitleSource::Agent }),
        }
    }
}

#[derive(Default)]
struct Spawn {
    parent: Option<Parent>,
    title: Option<Title>,
}

/// The parent of a fork. A base in the thread itself is no fork but an earlier segment.
fn fork_parent(meta: &SessionMeta<'_>, base: Option<&HistoryBase<'_>>, native_id: &str) -> Option<Parent> {
    let from = meta.forked_from_id.owned().or_else(|| base.and_then(|base| base.thread_id.owned()))?;
    if from == native_id {
        return None;
    }
    Some(Parent { native_id: from, relation: Relation::Fork, call_id: None, shared_until: shared_until(base) })
}

/// The parent's first ordinal that is no longer shared.
fn shared_until(base: Option<&HistoryBase<'_>>) -> Option<u32> {
    let row = base?.end_ordinal_exclusive.0?;
    u32::try_from(row.saturating_mul(STEPS_PER_ROW)).ok()
}

/// Reads the time out of a `UUIDv7`, in epoch milliseconds.
fn minted_at(id: &str) -> Option<u64> {
    let high = id.get(..8)?;
    let low = id.get(9..13)?;
    if id.len() != 36 || id.as_bytes().get(14) != Some(&b'7') {
        return None;
    }
    u64::from_str_radix(&format!("{high}{low}"), 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_version_seven_tells_its_time() {
        assert_eq!(minted_at("019cbda7-8b80-7b2a-8d97-80c336ce3d14"), Some(1_772_708_400_000));
        assert_eq!(minted_at("5340e963-d21f-57c3-a7ac-e1ae3be7f456"), None, "version 5 holds no time");
        assert_eq!(minted_at("härte"), None, "anything may stand where an id should");
    }
}
