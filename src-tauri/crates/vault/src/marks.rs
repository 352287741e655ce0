//! The marks of a session's messages: which are abandoned, copied or superseded, which prompt is which turn, and
//! which model answered it.
//!
//! Marks follow from all that the vault holds and are set again after every change, whatever the order in which the
//! files were read. Only rows whose marks differ are written.

use std::rc::Rc;

use daybook_model::lineage::{self, Node};
use daybook_model::{Role, State};
use rusqlite::{Connection, params};
use rustc_hash::FxHashMap;

use crate::error::VaultError;
use crate::sessions::Segment;
use crate::steps::{Step, is_prompt};

const SET_STATE: &str = "
UPDATE messages
SET state = ?2, is_prompt = ?3, original_id = ?4
WHERE id = ?1";

const SET_TURN: &str = "
UPDATE messages
SET turn = ?2, answered_by = ?3
WHERE id = ?1";

/// Ids of copies and of the messages that they are copies of, where the vault holds those.
pub(crate) type Copies = FxHashMap<i64, Option<i64>>;

/// Collects the copies that a session's rows are marked as.
pub(crate) fn known_copies(steps: &[Step]) -> Copies {
    steps.iter().filter(|step| step.state == State::Copied).map(|step| (step.id, step.original_id)).collect()
}

/// Sets the marks of a session's steps, which lie in order; answers how many messages changed their state.
pub(crate) fn settle(
    connection: &Connection,
    steps: &mut [Step],
    segments: &[Segment],
    copies: &Copies,
) -> Result<u64, VaultError> {
    use crate::words::Word as _;
    let abandoned = abandoned(steps, segments);
    let mut changed = 0;
    for (step, is_abandoned) in steps.iter_mut().zip(abandoned) {
        let state = state_of(step, is_abandoned, copies);
        let original_id = if state == State::Copied { copies.get(&step.id).copied().flatten() } else { None };
        let counts = is_prompt(step.origin, step.kind, state);
        if (state, original_id, counts) != (step.state, step.original_id, step.is_prompt) {
            let mut statement = connection.prepare_cached(SET_STATE)?;
            statement.execute(params![step.id, state.word(), counts, original_id])?;
            (step.state, step.original_id, step.is_prompt) = (state, original_id, counts);
            changed += 1;
        }
    }
    number_turns(connection, steps)?;
    Ok(changed)
}

/// Decides the state of a message.
fn state_of(step: &Step, is_abandoned: bool, copies: &Copies) -> State {
    match step.source_state {
        State::Superseded => State::Superseded,
        _ if copies.contains_key(&step.id) => State::Copied,
        State::Current if is_abandoned => State::Abandoned,
        state => state,
    }
}

/// Tells for every step whether the person went back behind it, inside its file or by a later part of the session.
fn abandoned(steps: &[Step], segments: &[Segment]) -> Vec<bool> {
    let live: Vec<&Step> = steps.iter().filter(|step| step.source_state != State::Superseded).collect();
    let nodes: Vec<Node> = live
        .iter()
        .map(|step| Node {
            key: step.key,
            parent: step.parent_key,
            // A prompt that waited and was never taken up is no branch of its own.
            is_prompt: step.is_typed() && step.source_state != State::Queued,
        })
        .collect();
    let mut by_lineage = lineage::abandoned(&nodes).into_iter();
    let cuts = cuts(&live, segments);
    steps
        .iter()
        .map(|step| {
            let left = step.source_state != State::Superseded && by_lineage.next().unwrap_or(false);
            let cut = cuts.get(&step.source_id).is_some_and(|first| step.ordinal >= *first);
            left || cut
        })
        .collect()
}

/// Finds for every source the first ordinal at which a later part of the session went on instead.
fn cuts(steps: &[&Step], segments: &[Segment]) -> FxHashMap<i64, i64> {
    let mut cuts = FxHashMap::default();
    if segments.len() < 2 {
        return cuts;
    }
    let mut first_ordinals: FxHashMap<i64, i64> = FxHashMap::default();
    for step in steps {
        let first = first_ordinals.entry(step.source_id).or_insert(step.ordinal);
        *first = (*first).min(step.ordinal);
    }
    for segment in segments {
        let later = segments.iter().filter(|other| other.segment_at > segment.segment_at);
        let cut = later.filter_map(|other| first_ordinals.get(&other.source_id)).min();
        if let Some(cut) = cut {
            cuts.insert(segment.source_id, *cut);
        }
    }
    cuts
}

/// Numbers the prompts and notes which model answered each.
fn number_turns(connection: &Connection, steps: &mut [Step]) -> Result<(), VaultError> {
    let mut answering: Option<Rc<str>> = None;
    let mut turn = i64::try_from(steps.iter().filter(|step| step.is_prompt).count()).unwrap_or(i64::MAX);
    for step in steps.iter_mut().rev() {
        if step.is_prompt {
            set_turn(connection, step, Some(turn), answering.take())?;
            turn -= 1;
        } else {
            if step.role == Role::Assistant && step.counts() && step.model.is_some() {
                answering.clone_from(&step.model);
            }
            set_turn(connection, step, None, None)?;
        }
    }
    Ok(())
}

fn set_turn(
    connection: &Connection,
    step: &mut Step,
    turn: Option<i64>,
    answered_by: Option<Rc<str>>,
) -> Result<(), VaultError> {
    if step.turn != turn || step.answered_by != answered_by {
        connection.prepare_cached(SET_TURN)?.execute(params![step.id, turn, answered_by.as_deref()])?;
        step.turn = turn;
        step.answered_by = answered_by;
    }
    Ok(())
}
