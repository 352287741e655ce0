//! Which matches of a search pass a filter: decided by the session wherever that is enough.

use rusqlite::{CachedStatement, Connection, params, params_from_iter};
use rustc_hash::FxHashMap;

use crate::error::VaultError;
use crate::filter::Conditions;
use crate::rows::Filter;

pub(crate) const LIST_SESSIONS: &str = "
SELECT sessions.id, session_figures.started_at, session_figures.ended_at
FROM sessions
LEFT JOIN session_figures ON session_figures.session_id = sessions.id
WHERE 1{conditions}";

pub(crate) const GET_MESSAGE: &str = "
SELECT at, COALESCE(answered_by, model)
FROM messages
WHERE id = ?1";

/// Decides over matches.
pub(crate) struct MatchFilter<'question> {
    filter: &'question Filter,
    /// Sessions that pass, with whether each of their messages must be looked at; `None` if everything passes.
    sessions: Option<FxHashMap<i64, bool>>,
    get_message: CachedStatement<'question>,
}

impl<'question> MatchFilter<'question> {
    /// Finds the sessions that pass.
    pub(crate) fn prepare(connection: &'question Connection, filter: &'question Filter) -> Result<Self, VaultError> {
        let conditions = Conditions::for_sessions_of_matches(filter);
        let is_dated = filter.from_at.is_some() || filter.until_at.is_some();
        let sessions = if conditions.is_empty() && !is_dated && filter.models.is_empty() {
            None
        } else {
            let mut statement = connection.prepare_cached(&conditions.in_statement(LIST_SESSIONS))?;
            let mut rows = statement.query(params_from_iter(conditions.values()))?;
            let mut sessions = FxHashMap::default();
            while let Some(row) = rows.next()? {
                let (started_at, ended_at) = (row.get(1)?, row.get(2)?);
                if let Some(is_certain) = lies_in(filter, started_at, ended_at) {
                    sessions.insert(row.get(0)?, !is_certain || !filter.models.is_empty());
                }
            }
            Some(sessions)
        };
        Ok(Self { filter, sessions, get_message: connection.prepare_cached(GET_MESSAGE)? })
    }

    /// Tells whether a message of a session passes.
    pub(crate) fn holds(&mut self, message_id: i64, session_id: i64) -> Result<bool, VaultError> {
        let Some(sessions) = &self.sessions else { return Ok(true) };
        match sessions.get(&session_id) {
            None => Ok(false),
            Some(false) => Ok(true),
            Some(true) => {
                let (at, model): (Option<i64>, Option<String>) =
                    self.get_message.query_row(params![message_id], |row| Ok((row.get(0)?, row.get(1)?)))?;
                let has_model =
                    self.filter.models.is_empty() || model.is_some_and(|model| self.filter.models.contains(&model));
                let is_from = self.filter.from_at.is_none_or(|from| at.is_some_and(|at| at >= from));
                let is_until = self.filter.until_at.is_none_or(|until| at.is_some_and(|at| at < until));
                Ok(has_model && is_from && is_until)
            }
        }
    }
}

/// Tells whether a session lies wholly in the wanted period (`Some(true)`), in part (`Some(false)`), or outside.
///
/// A message without a time belongs to the time of its session.
fn lies_in(filter: &Filter, started_at: Option<i64>, ended_at: Option<i64>) -> Option<bool> {
    if filter.from_at.is_none() && filter.until_at.is_none() {
        return Some(true);
    }
    let (from, until) = (filter.from_at.unwrap_or(i64::MIN), filter.until_at.unwrap_or(i64::MAX));
    let (started_at, ended_at) = started_at.zip(ended_at)?;
    if ended_at < from || started_at >= until {
        return None;
    }
    Some(from <= started_at && ended_at < until)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_lies_inside_across_or_outside_of_a_period() {
        let filter = Filter { from_at: Some(10), until_at: Some(20), ..Filter::default() };

        assert_eq!(lies_in(&filter, Some(10), Some(19)), Some(true));
        assert_eq!(lies_in(&filter, Some(5), Some(10)), Some(false));
        assert_eq!(lies_in(&filter, Some(15), Some(20)), Some(false));
        assert_eq!(lies_in(&filter, Some(1), Some(9)), None);
        assert_eq!(lies_in(&filter, Some(20), Some(30)), None);
        assert_eq!(lies_in(&filter, None, None), None, "without a time it is in no period");
        assert_eq!(lies_in(&Filter::default(), None, None), Some(true), "without a period everything is in it");
    }
}
