//! The question "where was this said?": full-text search over prose, best matches first.
//!
//! Ranking comes before any limit. Only for words that occur in very many messages the newest of them alone are
//! ranked, so that an answer stays quick; the count is that of all.

use rusqlite::{Row, ToSql, params_from_iter};

use crate::error::VaultError;
use crate::filter::Conditions;
use crate::questions::Questions;
use crate::rows::{ExcerptPiece, Filter, SearchAnswer, SearchHit};
use crate::terms::Terms;
use crate::words::word_at;

/// Length of an excerpt, in characters.
const EXCERPT_LENGTH: usize = 200;

/// Most hits that are handed out at once.
const MOST_HITS: u32 = 200;

/// Most matches that are ranked.
const MOST_RANKED: i64 = 20_000;

pub(crate) const RANK: &str = "
SELECT messages.id, bm25(prose_index) AS score
FROM prose_index
CROSS JOIN messages ON messages.id = prose_index.rowid
CROSS JOIN sessions ON sessions.id = messages.session_id
WHERE prose_index MATCH ? AND prose_index.rowid > ?{conditions}
ORDER BY score, messages.id
LIMIT ? OFFSET ?";

pub(crate) const COUNT: &str = "
SELECT COUNT(*), COUNT(DISTINCT messages.session_id)
FROM prose_index
CROSS JOIN messages ON messages.id = prose_index.rowid
CROSS JOIN sessions ON sessions.id = messages.session_id
WHERE prose_index MATCH ?{conditions}";

/// Walks the postings from the newest message back; messages are not touched.
pub(crate) const FIND_BOUND: &str = "
SELECT rowid
FROM prose_index
WHERE prose_index MATCH ?
ORDER BY rowid DESC
LIMIT 1 OFFSET ?";

pub(crate) const GET: &str = "
SELECT messages.id, messages.session_id, COALESCE(sessions.title, session_figures.first_prompt, '') AS session_title,
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

/// Terms that the index cannot answer are looked for in the texts themselves, newest first.
pub(crate) const SCAN: &str = "
SELECT messages.id, messages.session_id
FROM messages
CROSS JOIN sessions ON sessions.id = messages.session_id
WHERE messages.kind IN ('prose', 'code', 'reasoning', 'summary') AND messages.state <> 'copied'{conditions}
ORDER BY messages.id DESC
LIMIT ?";

/// Messages that match, before their texts are read.
struct Found {
    /// Ids with their rank values, best first.
    page: Vec<(i64, f64)>,
    total: i64,
    sessions: i64,
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
        let limit = limit.min(MOST_HITS);
        let conditions = Conditions::for_matches(filter);
        let found = match &terms.expression {
            Some(expression) if terms.patterns.is_empty() => self.rank(expression, &conditions, limit, offset)?,
            _ => self.scan(&terms, conditions, limit, offset)?,
        };
        let mut hits = Vec::with_capacity(found.page.len());
        let mut statement = self.connection().prepare_cached(GET)?;
        for (id, score) in found.page {
            hits.push(statement.query_row([id], |row| hit(row, score, &terms.words))?);
        }
        Ok(SearchAnswer { hits, total: found.total, sessions: found.sessions })
    }

    /// Ranks by the index.
    fn rank(&self, expression: &str, conditions: &Conditions, limit: u32, offset: u32) -> Result<Found, VaultError> {
        let connection = self.connection();
        let bound = {
            let mut statement = connection.prepare_cached(FIND_BOUND)?;
            let mut rows = statement.query(rusqlite::params![expression, MOST_RANKED])?;
            rows.next()?.map(|row| row.get::<_, i64>(0)).transpose()?.unwrap_or(0)
        };
        let mut values: Vec<&dyn ToSql> = vec![&expression, &bound];
        values.extend(conditions.values());
        values.extend([&limit as &dyn ToSql, &offset]);
        let mut statement = connection.prepare_cached(&conditions.in_statement(RANK))?;
        let ranked = statement
            .query_map(params_from_iter(values), |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let mut values: Vec<&dyn ToSql> = vec![&expression];
        values.extend(conditions.values());
        let mut statement = connection.prepare_cached(&conditions.in_statement(COUNT))?;
        let (total, sessions) = statement.query_row(params_from_iter(values), |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(Found { page: ranked, total, sessions })
    }

    /// Looks into the texts; the newest come first.
    fn scan(&self, terms: &Terms, mut conditions: Conditions, limit: u32, offset: u32) -> Result<Found, VaultError> {
        conditions.add_words(terms);
        let mut values = conditions.values();
        values.push(&MOST_RANKED);
        let mut statement = self.connection().prepare_cached(&conditions.in_statement(SCAN))?;
        let found: Vec<(i64, i64)> = statement
            .query_map(params_from_iter(values), |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let mut sessions: Vec<i64> = found.iter().map(|(_, session_id)| *session_id).collect();
        sessions.sort_unstable();
        sessions.dedup();
        let count = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
        let (total, sessions) = (count(found.len()), count(sessions.len()));
        let from = usize::try_from(offset).unwrap_or(usize::MAX);
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        let page = found.into_iter().skip(from).take(most).map(|(id, _)| (id, 0.0)).collect();
        Ok(Found { page, total, sessions })
    }
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
