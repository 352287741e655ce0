//! Which of several sessions with the same records wrote them, and which only carry copies.
//!
//! Agents that fork or resume a session may copy its history into a new file, every record with its old id. Of all
//! sessions that hold a key, one is the original: the one from which the others say they come; else the one whose own
//! part, the records that the other has not, begins earlier, or that has no own part at all (it was left where it was
//! copied); else the one that began first, by its own id where even that is equal. This depends on the records alone
//! and not on the order in which files were read.

use std::cmp::Ordering;

use daybook_model::{Agent, MessageKey, Relation, State};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension as _, params};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

use crate::error::VaultError;
use crate::marks::{self, Copies};
use crate::sessions::{self, Segment};
use crate::steps::{self, Step};
use crate::words::Word as _;

/// The session's keys are walked and looked up in the index over keys; never the other way round.
pub(crate) const FIND_HOLDERS: &str = "
SELECT DISTINCT messages.session_id
FROM rarray(?1) AS wanted
CROSS JOIN messages ON messages.key = wanted.value
CROSS JOIN sessions ON sessions.id = messages.session_id
WHERE messages.session_id <> ?2 AND sessions.agent = ?3";

pub(crate) const LIST_PAIRS: &str = "
SELECT mine.other_session_id, mine.first_own_at, theirs.first_own_at
FROM shared_histories AS mine
JOIN shared_histories AS theirs
    ON theirs.session_id = mine.other_session_id AND theirs.other_session_id = mine.session_id
WHERE mine.session_id = ?1";

const HAS_PAIR: &str = "SELECT 1 FROM shared_histories WHERE session_id = ?1";

const SET_PAIR: &str = "
INSERT INTO shared_histories (session_id, other_session_id, first_own_at)
VALUES (?1, ?2, ?3)
ON CONFLICT DO UPDATE SET first_own_at = excluded.first_own_at
WHERE first_own_at IS NOT excluded.first_own_at";

const FIND_NAMED_PARENT: &str = "
SELECT parent_session_id
FROM sessions
WHERE id = ?1 AND parent_native_id IS NOT NULL";

const GET_NATIVE_ID: &str = "SELECT native_id FROM sessions WHERE id = ?1";

const FIND_SESSION_OF: &str = "SELECT session_id FROM messages WHERE id = ?1";

/// How many named parents are followed.
const LONGEST_CHAIN: usize = 64;

/// Stands for "has own records, but none with a time".
const UNDATED: i64 = i64::MAX;

/// A session with everything that decides over its copies.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) session_id: i64,
    pub(crate) segments: Vec<Segment>,
    pub(crate) steps: Vec<Step>,
    pub(crate) copies: Copies,
}

/// What changed in a session since copies were last decided.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change<'write> {
    /// Keys of messages that are new.
    pub(crate) added_keys: &'write [i64],
    /// Instants of messages that are new, [`None`] for those without a time.
    pub(crate) added_instants: &'write [Option<i64>],
    /// Whether messages that were there before changed.
    pub(crate) is_rewritten: bool,
}

/// Decides over the copies in a session after a change. Answers the other sessions whose marks must be settled again;
/// the copies of the session itself are put into `member`.
pub(crate) fn decide(
    connection: &Connection,
    agent: Agent,
    member: &mut Member,
    change: Change<'_>,
) -> Result<Vec<Member>, VaultError> {
    member.copies = marks::known_copies(&member.steps);
    let pairs = list_pairs(connection, member.session_id)?;
    let mut others = find_holders(connection, agent, member.session_id, change.added_keys)?;
    if others.is_empty() && pairs.iter().all(|pair| pair.stands_after(change)) {
        return Ok(Vec::new());
    }
    others.extend(pairs.iter().map(|pair| pair.other_session_id));
    others.sort_unstable();
    others.dedup();
    let mut family = vec![Member {
        session_id: member.session_id,
        segments: Vec::new(),
        steps: std::mem::take(&mut member.steps),
        copies: std::mem::take(&mut member.copies),
    }];
    for session_id in others {
        family.push(load(connection, session_id)?);
    }
    decide_in_family(connection, &mut family)?;
    let mut others = family.split_off(1);
    if let Some(own) = family.pop() {
        member.steps = own.steps;
        member.copies = own.copies;
    }
    others.retain(|other| other.copies != marks::known_copies(&other.steps));
    Ok(others)
}

/// Tells whether a session shares records with any other.
pub(crate) fn has_shared_history(connection: &Connection, session_id: i64) -> Result<bool, VaultError> {
    Ok(connection.prepare_cached(HAS_PAIR)?.exists(params![session_id])?)
}

/// Links sessions to those that their history was copied from, where the agent named none; answers those that changed.
pub(crate) fn link_to_originals(connection: &Connection, members: &[Member]) -> Result<Vec<i64>, VaultError> {
    let mut changed = Vec::new();
    let mut to_link = Vec::new();
    for member in members {
        let original = session_of_last_copy(connection, member)?;
        // Old links go first: two sessions may just have changed their places.
        if sessions::clear_other_guess(connection, member.session_id, original)? {
            changed.push(member.session_id);
        }
        to_link.extend(original.map(|original| (member.session_id, original)));
    }
    for (session_id, original) in to_link {
        if sessions::guess_parent(connection, session_id, original, Relation::Fork)? {
            changed.push(session_id);
        }
    }
    Ok(changed)
}

fn session_of_last_copy(connection: &Connection, member: &Member) -> Result<Option<i64>, VaultError> {
    let Some(message_id) = member.steps.iter().rev().find_map(|step| member.copies.get(&step.id).copied().flatten())
    else {
        return Ok(None);
    };
    Ok(connection.prepare_cached(FIND_SESSION_OF)?.query_row(params![message_id], |row| row.get(0)).optional()?)
}

fn load(connection: &Connection, session_id: i64) -> Result<Member, VaultError> {
    let segments = sessions::list_segments(connection, session_id)?;
    let steps = steps::list(connection, session_id, &segments)?;
    let copies = marks::known_copies(&steps);
    Ok(Member { session_id, segments, steps, copies })
}

/// A session that shares history with the one in question.
#[derive(Debug)]
struct Pair {
    other_session_id: i64,
    first_own_at: Option<i64>,
    their_first_own_at: Option<i64>,
}

impl Pair {
    /// Tells whether who of the two was first is the same as before the change, so that nothing must be loaded.
    fn stands_after(&self, change: Change<'_>) -> bool {
        let Some(first) = self.first_own_at.filter(|first| *first != UNDATED) else {
            return change.added_keys.is_empty() && !change.is_rewritten;
        };
        !change.is_rewritten
            && change.added_instants.iter().flatten().all(|at| *at > first && Some(*at) != self.their_first_own_at)
    }
}

fn list_pairs(connection: &Connection, session_id: i64) -> Result<Vec<Pair>, VaultError> {
    let mut statement = connection.prepare_cached(LIST_PAIRS)?;
    let pairs = statement
        .query_map(params![session_id], |row| {
            Ok(Pair { other_session_id: row.get(0)?, first_own_at: row.get(1)?, their_first_own_at: row.get(2)? })
        })?
        .collect::<Result<_, _>>()?;
    Ok(pairs)
}

fn find_holders(connection: &Connection, agent: Agent, session_id: i64, keys: &[i64]) -> Result<Vec<i64>, VaultError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Rc<Vec<Value>> = Rc::new(keys.iter().map(|key| Value::Integer(*key)).collect());
    let mut statement = connection.prepare_cached(FIND_HOLDERS)?;
    let holders =
        statement.query_map(params![keys, session_id, agent.word()], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(holders)
}

/// Decides over every key of the first member of a family, and keeps what was found out about each pair.
fn decide_in_family(connection: &Connection, family: &mut [Member]) -> Result<(), VaultError> {
    let keys: Vec<FxHashMap<MessageKey, usize>> = family
        .iter()
        .map(|member| member.steps.iter().enumerate().map(|(at, step)| (step.key, at)).collect())
        .collect();
    for other in 1..family.len() {
        let (own, theirs) = own_parts(&family[0], &keys[0], &family[other], &keys[other]);
        let mut statement = connection.prepare_cached(SET_PAIR)?;
        statement.execute(params![family[0].session_id, family[other].session_id, own.first_at()])?;
        statement.execute(params![family[other].session_id, family[0].session_id, theirs.first_at()])?;
    }
    let mut precedence = Precedence { known: FxHashMap::default() };
    for at in 0..family[0].steps.len() {
        let key = family[0].steps[at].key;
        let holders: Vec<(usize, usize)> =
            keys.iter().enumerate().filter_map(|(member, keys)| Some((member, *keys.get(&key)?))).collect();
        let (live, dead): (Vec<_>, Vec<_>) = holders.into_iter().partition(|(member, step)| {
            !matches!(family[*member].steps[*step].source_state, State::Superseded | State::Copied)
        });
        let winner = precedence.winner(connection, family, &keys, &live)?;
        let original = winner.map(|(member, step)| family[member].steps[step].id);
        for (member, step) in live.into_iter().chain(dead) {
            let step = &family[member].steps[step];
            let (id, source_state) = (step.id, step.source_state);
            if Some(id) == original || source_state == State::Superseded {
                family[member].copies.remove(&id);
            } else {
                family[member].copies.insert(id, original);
            }
        }
    }
    Ok(())
}

/// The records of one session that another one has not.
#[derive(Debug)]
struct OwnPart {
    instants: Vec<i64>,
}

impl OwnPart {
    fn first_at(&self) -> Option<i64> {
        self.instants.first().copied()
    }
}

/// Finds what each of two sessions has for itself. Records of the same instant on both sides are copies that got new
/// ids, and count for neither.
fn own_parts(
    one: &Member,
    keys_of_one: &FxHashMap<MessageKey, usize>,
    other: &Member,
    keys_of_other: &FxHashMap<MessageKey, usize>,
) -> (OwnPart, OwnPart) {
    let mut ours = instants_missing_in(&one.steps, keys_of_other);
    let mut theirs = instants_missing_in(&other.steps, keys_of_one);
    let (mut at, mut their_at) = (0, 0);
    let (mut keep, mut their_keep) = (Vec::new(), Vec::new());
    ours.sort_unstable();
    theirs.sort_unstable();
    while at < ours.len() || their_at < theirs.len() {
        match (ours.get(at), theirs.get(their_at)) {
            (Some(mine), Some(their)) if mine == their && *mine != UNDATED => (at, their_at) = (at + 1, their_at + 1),
            (Some(mine), their) if their.is_none_or(|their| mine <= their) => {
                keep.push(*mine);
                at += 1;
            }
            (_, Some(their)) => {
                their_keep.push(*their);
                their_at += 1;
            }
            (_, None) => break,
        }
    }
    (OwnPart { instants: keep }, OwnPart { instants: their_keep })
}

fn instants_missing_in(steps: &[Step], keys: &FxHashMap<MessageKey, usize>) -> Vec<i64> {
    steps.iter().filter(|step| !keys.contains_key(&step.key)).map(|step| step.at.unwrap_or(UNDATED)).collect()
}

/// Who of two sessions was first; found once a pair.
struct Precedence {
    known: FxHashMap<(usize, usize), Ordering>,
}

impl Precedence {
    /// Finds among holders of one record the one that was first: before most others. Pairs are decided one by one and
    /// may go round in a circle of three; then whoever began first is it.
    fn winner(
        &mut self,
        connection: &Connection,
        family: &[Member],
        keys: &[FxHashMap<MessageKey, usize>],
        holders: &[(usize, usize)],
    ) -> Result<Option<(usize, usize)>, VaultError> {
        let mut best: Option<((usize, usize), usize)> = None;
        for holder in holders {
            let mut wins = 0;
            for other in holders.iter().filter(|other| other.0 != holder.0) {
                wins += usize::from(self.of(connection, family, keys, holder.0, other.0)? == Ordering::Less);
            }
            let is_better = match best {
                None => true,
                Some((_, most)) if wins != most => wins > most,
                Some((known, _)) => begun_first(connection, &family[holder.0], &family[known.0])? == Ordering::Less,
            };
            if is_better {
                best = Some((*holder, wins));
            }
        }
        Ok(best.map(|(holder, _)| holder))
    }

    /// `Less` if the first of the two is the original.
    fn of(
        &mut self,
        connection: &Connection,
        family: &[Member],
        keys: &[FxHashMap<MessageKey, usize>],
        one: usize,
        other: usize,
    ) -> Result<Ordering, VaultError> {
        if let Some(known) = self.known.get(&(one, other)) {
            return Ok(*known);
        }
        let found = Self::find(connection, family, keys, one, other)?;
        self.known.insert((one, other), found);
        self.known.insert((other, one), found.reverse());
        Ok(found)
    }

    fn find(
        connection: &Connection,
        family: &[Member],
        keys: &[FxHashMap<MessageKey, usize>],
        one: usize,
        other: usize,
    ) -> Result<Ordering, VaultError> {
        let (first, second) = (&family[one], &family[other]);
        if names_as_ancestor(connection, second.session_id, first.session_id)? {
            return Ok(Ordering::Less);
        }
        if names_as_ancestor(connection, first.session_id, second.session_id)? {
            return Ok(Ordering::Greater);
        }
        let (own, theirs) = own_parts(first, &keys[one], second, &keys[other]);
        match own.first_at().cmp(&theirs.first_at()) {
            Ordering::Equal => begun_first(connection, first, second),
            decided => Ok(decided),
        }
    }
}

/// Decides by the first instant, and where that is equal by the agent's own id.
fn begun_first(connection: &Connection, one: &Member, other: &Member) -> Result<Ordering, VaultError> {
    let by_start = start_of(one).cmp(&start_of(other));
    if by_start != Ordering::Equal {
        return Ok(by_start);
    }
    let native_id = |session_id: i64| -> Result<String, VaultError> {
        Ok(connection.prepare_cached(GET_NATIVE_ID)?.query_row(params![session_id], |row| row.get(0))?)
    };
    Ok(native_id(one.session_id)?.cmp(&native_id(other.session_id)?))
}

fn start_of(member: &Member) -> i64 {
    member.steps.iter().filter_map(|step| step.at).min().unwrap_or(UNDATED)
}

/// Tells whether the agent itself says that `lower` comes, over any number of sessions, from `upper`.
fn names_as_ancestor(connection: &Connection, lower: i64, upper: i64) -> Result<bool, VaultError> {
    let mut statement = connection.prepare_cached(FIND_NAMED_PARENT)?;
    let mut seen: FxHashSet<i64> = FxHashSet::default();
    let mut at = lower;
    for _ in 0..LONGEST_CHAIN {
        let parent: Option<i64> = statement.query_row(params![at], |row| row.get(0)).optional()?.flatten();
        match parent {
            Some(parent) if parent == upper => return Ok(true),
            Some(parent) if seen.insert(parent) => at = parent,
            _ => return Ok(false),
        }
    }
    Ok(false)
}
