//! The question "which prompts, in which order?": ids and local days for the table of prompts.

use std::cmp::Ordering;

use jiff::tz::TimeZone;
use rusqlite::{Connection, params_from_iter};
use rustc_hash::FxHashMap;

use crate::error::VaultError;
use crate::filter::{Conditions, Without};
use crate::local_days::LocalDays;
use crate::questions::Questions;
use crate::rows::{Filter, OrderEntry, Sort, SortColumn};

/// Everything is in the index over prompts. It is named, because the engine would rather walk all messages of the wanted
/// sessions, and the texts with them.
pub(crate) const BY_TIME: &str = "
SELECT messages.id, messages.at, messages.session_id
FROM messages INDEXED BY prompts_by_time
WHERE messages.is_prompt = 1{conditions}
ORDER BY messages.at, messages.id";

pub(crate) const WITH_MODEL: &str = "
SELECT messages.id, messages.at, messages.session_id, messages.answered_by
FROM messages INDEXED BY prompts_by_time
WHERE messages.is_prompt = 1{conditions}
ORDER BY messages.at, messages.id";

/// Comes in the order of the index over the beginnings of prompts.
pub(crate) const BY_TEXT: &str = "
SELECT messages.id, messages.at, messages.session_id, lower(substr(ltrim(messages.text, char(9, 10, 13, 32)), 1, 80))
FROM messages INDEXED BY prompts_by_text
WHERE messages.is_prompt = 1{conditions}
ORDER BY lower(substr(ltrim(messages.text, char(9, 10, 13, 32)), 1, 80)), messages.at, messages.id";

pub(crate) const WITH_TURN: &str = "
SELECT messages.id, messages.at, messages.session_id, messages.turn
FROM messages INDEXED BY prompts_by_time
WHERE messages.is_prompt = 1{conditions}
ORDER BY messages.at, messages.id";

const PROJECT_NAMES: &str = "
SELECT sessions.id, projects.name
FROM sessions
JOIN projects ON projects.id = sessions.project_id";

const AGENT_NAMES: &str = "SELECT id, agent FROM sessions";

/// A prompt while it is being sorted.
#[derive(Debug, Clone, Copy)]
struct Entry {
    id: i64,
    at: Option<i64>,
    rank: i64,
}

impl Questions {
    /// Lists the prompts that pass a filter, in order, each with its day in the zone. Undated prompts come last.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_prompt_order(
        &self,
        filter: &Filter,
        sort: Sort,
        zone: &TimeZone,
    ) -> Result<Vec<OrderEntry>, VaultError> {
        let conditions = Conditions::for_prompts(filter, Without::Nothing);
        let connection = self.connection();
        let mut entries = match sort.column {
            SortColumn::Project => rank_by_session(connection, &conditions, PROJECT_NAMES)?,
            SortColumn::Agent => rank_by_session(connection, &conditions, AGENT_NAMES)?,
            SortColumn::Model => rank_by_model(connection, &conditions)?,
            SortColumn::Text => rank_by_text(connection, &conditions)?,
            SortColumn::Turn => list(connection, &conditions, WITH_TURN, |row, _| row.get(3))?,
            _ => list(connection, &conditions, BY_TIME, |_, _| Ok(None))?,
        };
        put_in_order(&mut entries, sort);
        let mut days = LocalDays::new(zone);
        Ok(entries
            .into_iter()
            .map(|entry| OrderEntry { id: entry.id, day: entry.at.and_then(|at| days.of(at)) })
            .collect())
    }
}

/// Sorts entries that come in ascending order of time. Within equal ranks the latest comes first, undated ones last.
fn put_in_order(entries: &mut [Entry], sort: Sort) {
    let undated = entries.iter().take_while(|entry| entry.at.is_none()).count();
    entries.rotate_left(undated);
    let dated = entries.len() - undated;
    if matches!(sort.column, SortColumn::Time) && !sort.is_descending {
        return;
    }
    entries[..dated].reverse();
    entries[dated..].reverse();
    if matches!(
        sort.column,
        SortColumn::Project | SortColumn::Agent | SortColumn::Model | SortColumn::Text | SortColumn::Turn
    ) {
        entries.sort_by(|one, other| {
            let order = one.rank.cmp(&other.rank);
            if sort.is_descending { order.reverse() } else { order }
        });
    }
}

fn list(
    connection: &Connection,
    conditions: &Conditions,
    statement: &'static str,
    mut rank: impl FnMut(&rusqlite::Row<'_>, i64) -> rusqlite::Result<Option<i64>>,
) -> Result<Vec<Entry>, VaultError> {
    let mut statement = connection.prepare_cached(&conditions.in_statement(statement))?;
    let mut rows = statement.query(params_from_iter(conditions.values()))?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        let session_id = row.get(2)?;
        entries.push(Entry { id: row.get(0)?, at: row.get(1)?, rank: rank(row, session_id)?.unwrap_or(i64::MAX) });
    }
    Ok(entries)
}

/// Ranks prompts by a name that belongs to their session.
fn rank_by_session(
    connection: &Connection,
    conditions: &Conditions,
    names: &'static str,
) -> Result<Vec<Entry>, VaultError> {
    let mut statement = connection.prepare_cached(names)?;
    let names: Vec<(i64, String)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    let mut sorted: Vec<&str> = names.iter().map(|(_, name)| name.as_str()).collect();
    sorted.sort_by(|one, other| compare_names(one, other));
    sorted.dedup();
    let rank_of: FxHashMap<&str, i64> = sorted.into_iter().zip(0..).collect();
    let ranks: FxHashMap<i64, i64> =
        names.iter().filter_map(|(id, name)| Some((*id, *rank_of.get(name.as_str())?))).collect();
    list(connection, conditions, BY_TIME, |_, session_id| Ok(ranks.get(&session_id).copied()))
}

/// Ranks prompts by the model that answered; those without one come after all others.
fn rank_by_model(connection: &Connection, conditions: &Conditions) -> Result<Vec<Entry>, VaultError> {
    let mut names: Vec<String> = Vec::new();
    let mut entries = list(connection, conditions, WITH_MODEL, |row, _| {
        let Some(name) = row.get_ref(3)?.as_str_or_null()? else { return Ok(None) };
        let known = names.iter().position(|known| known == name);
        let place = known.unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        });
        Ok(i64::try_from(place).ok())
    })?;
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort_unstable();
    let ranks: Vec<i64> = names
        .iter()
        .map(|name| sorted.binary_search(&name).ok().and_then(|at| i64::try_from(at).ok()).unwrap_or(0))
        .collect();
    for entry in &mut entries {
        if let Some(rank) = usize::try_from(entry.rank).ok().and_then(|place| ranks.get(place)) {
            entry.rank = *rank;
        }
    }
    Ok(entries)
}

/// Ranks prompts by how they begin; those that begin alike have one rank.
fn rank_by_text(connection: &Connection, conditions: &Conditions) -> Result<Vec<Entry>, VaultError> {
    let mut last = String::new();
    let mut rank = 0;
    let mut entries = list(connection, conditions, BY_TEXT, |row, _| {
        let beginning = row.get_ref(3)?.as_str()?;
        if beginning != last {
            rank += 1;
            last.clear();
            last.push_str(beginning);
        }
        Ok(Some(rank))
    })?;
    entries.sort_unstable_by_key(|entry| (entry.at, entry.id));
    Ok(entries)
}

/// Sorts names as people do, without regard to case, and those that differ in nothing else by their letters.
pub(crate) fn compare_names(one: &str, other: &str) -> Ordering {
    one.to_lowercase().cmp(&other.to_lowercase()).then_with(|| one.cmp(other))
}
