//! The question "where was this said?": full-text search over prose, best matches first.
//!
//! Two passes over the index: one finds which matches pass the filters and counts them, one ranks them. Ranking comes
//! before any limit; only of words that occur in very many messages the newest alone are ranked, so that an answer
//! stays quick. No message is read before it is known to be a hit.

use std::cmp::Ordering;

use rusqlite::{Connection, Row, params};
use rustc_hash::FxHashSet;

use crate::error::VaultError;
use crate::filter::Conditions;
use crate::match_filter::MatchFilter;
use crate::message_spans::SessionsOfMessages;
use crate::questions::Questions;
use crate::rows::{ExcerptPiece, Filter, SearchAnswer, SearchHit};
use crate::terms::Terms;
use crate::words::word_at;

/// Length of an excerpt, in characters.
const EXCERPT_LENGTH: usize = 200;

/// Most hits that are handed out at once.
const MOST_HITS: usize = 200;

/// Most matches that are ranked.
const MOST_RANKED: usize = 20_000;

/// Postings alone are walked, in the order of ids.
pub(crate) const LIST_MATCHES: &str = "
SELECT rowid
FROM prose_index
WHERE prose_index MATCH ?1
ORDER BY rowid";

pub(crate) const RANK: &str = "
SELECT rowid, bm25(prose_index)
FROM prose_index
WHERE prose_index MATCH ?1 AND rowid >= ?2
ORDER BY rowid";

pub(crate) const GET: &str = "
SELECT messages.id, messages.session_id, COALESCE(session_figures.title, '') AS session_title,
    projects.name AS project, sessions.agent, messages.origin, messages.kind, messages.state, messages.at,
    messages.text,
    NOT EXISTS (
        SELECT 1
        FROM session_sources
        JOIN sources ON sources.id = session_sources.source_id
        WHERE session_sources.session_id = sessions.id AND sources.state <> 'missing'
    ) AS is_source_gone
FROM messages
JOIN sessions ON sessions.id = messages.session_id
JOIN projects ON projects.id = sessions.project_id
LEFT JOIN session_figures ON session_figures.session_id = sessions.id
WHERE messages.id = ?1";

/// Terms that the index cannot answer are looked for in the texts themselves.
pub(crate) const SCAN: &str = "
SELECT messages.id
FROM messages
WHERE messages.kind IN ('prose', 'code', 'reasoning', 'summary') AND messages.state <> 'copied'{conditions}
ORDER BY messages.id";

/// A match with its rank value; lower is better.
#[derive(Debug, Clone, Copy)]
struct Ranked {
    id: i64,
    score: f64,
}

impl Questions {
    /// Finds messages in which all words occur. Nothing to look for gives an empty answer.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn search(&self, filter: &Filter, limit: u32, offset: u32) -> Result<SearchAnswer, VaultError> {
        let Some(terms) = Terms::parse(&filter.words) else {
            return Ok(SearchAnswer { hits: Vec::new(), total: 0, sessions: 0 });
        };
        let connection = self.connection();
        let found = find(connection, filter, &terms)?;
        let mut ranked = match &terms.expression {
            Some(expression) if terms.patterns.is_empty() => rank(connection, expression, &found.ids)?,
            // Without the index there is no rank: the newest come first.
            _ => found.ids.iter().rev().map(|id| Ranked { id: *id, score: 0.0 }).collect(),
        };
        let from = usize::try_from(offset).unwrap_or(usize::MAX).min(ranked.len());
        let most = usize::try_from(limit).unwrap_or(usize::MAX).min(MOST_HITS);
        ranked.drain(..from);
        ranked.truncate(most);
        let mut statement = connection.prepare_cached(GET)?;
        let mut hits = Vec::with_capacity(ranked.len());
        for Ranked { id, score } in ranked {
            hits.push(statement.query_row(params![id], |row| hit(row, score, &terms.words))?);
        }
        let count = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
        Ok(SearchAnswer { hits, total: count(found.ids.len()), sessions: count(found.sessions.len()) })
    }
}

/// All messages that match and pass the filter, in ascending order, and their sessions.
struct Found {
    ids: Vec<i64>,
    sessions: FxHashSet<i64>,
}

fn find(connection: &Connection, filter: &Filter, terms: &Terms) -> Result<Found, VaultError> {
    let mut sessions_of_messages = SessionsOfMessages::load(connection)?;
    let mut passes = MatchFilter::prepare(connection, filter)?;
    let mut found = Found { ids: Vec::new(), sessions: FxHashSet::default() };
    let mut take = |row: &Row<'_>| -> Result<(), VaultError> {
        let id = row.get(0)?;
        if let Some(session_id) = sessions_of_messages.of(id)
            && passes.holds(id, session_id)?
        {
            found.ids.push(id);
            found.sessions.insert(session_id);
        }
        Ok(())
    };
    match &terms.expression {
        Some(expression) if terms.patterns.is_empty() => {
            let mut statement = connection.prepare_cached(LIST_MATCHES)?;
            let mut rows = statement.query(params![expression])?;
            while let Some(row) = rows.next()? {
                take(row)?;
            }
        }
        _ => {
            let conditions = Conditions::for_words(terms);
            let mut statement = connection.prepare_cached(&conditions.in_statement(SCAN))?;
            let mut rows = statement.query(rusqlite::params_from_iter(conditions.values()))?;
            while let Some(row) = rows.next()? {
                take(row)?;
            }
        }
    }
    Ok(found)
}

/// Ranks matches, which come in ascending order.
fn rank(connection: &Connection, expression: &str, ids: &[i64]) -> Result<Vec<Ranked>, VaultError> {
    let ids = &ids[ids.len().saturating_sub(MOST_RANKED)..];
    let Some(first) = ids.first() else { return Ok(Vec::new()) };
    let mut statement = connection.prepare_cached(RANK)?;
    let mut rows = statement.query(params![expression, first])?;
    let mut wanted = ids.iter().copied().peekable();
    let mut ranked = Vec::with_capacity(ids.len());
    while let Some(row) = rows.next()? {
        let id = row.get(0)?;
        while wanted.next_if(|next| *next < id).is_some() {}
        if wanted.next_if_eq(&id).is_some() {
            ranked.push(Ranked { id, score: row.get(1)? });
        }
    }
    ranked.sort_unstable_by(|one, other| {
        one.score.partial_cmp(&other.score).unwrap_or(Ordering::Equal).then(one.id.cmp(&other.id))
    });
    Ok(ranked)
}

fn hit(row: &Row<'_>, score: f64, words: &[String]) -> rusqlite::Result<SearchHit> {
    let text = row.get_ref(row.as_ref().column_index("text")?)?.as_str()?;
    let excerpt = daybook_text::excerpt::around_matches(text, words, EXCERPT_LENGTH)
        .into_iter()
        .map(|piece| ExcerptPiece { text: piece.text, is_match: piece.is_match })
        .collect();
    Ok(SearchHit {
        message_id: row.get("id")?,
        session_id: row.get("session_id")?,
        session_title: row.get("session_title")?,
        project: row.get("project")?,
        agent: word_at(row, "agent")?,
        origin: word_at(row, "origin")?,
        kind: word_at(row, "kind")?,
        state: word_at(row, "state")?,
        at: row.get("at")?,
        excerpt,
        score,
        is_source_gone: row.get("is_source_gone")?,
    })
}
