//! The question "what do these prompts look like in the table?", and how many there are by agent and model.

use daybook_model::Agent;
use rusqlite::{OptionalExtension as _, Row, params, params_from_iter};

use crate::error::VaultError;
use crate::filter::{Conditions, Without};
use crate::questions::Questions;
use crate::rows::{Count, Facets, Filter, PromptRow};
use crate::session_rows::activity_at;
use crate::words::{Word as _, word_at};

/// Longest text of a prompt in the table, in characters.
const TEXT_LENGTH: i64 = 2_000;

pub(crate) const GET: &str = "
SELECT messages.id, messages.session_id, COALESCE(session_figures.title, '') AS session_title,
    messages.at, substr(messages.text, 1, ?2) AS text,
    messages.whole_bytes IS NOT NULL OR length(messages.text) > ?2 AS is_cut,
    projects.name AS project, sessions.agent, messages.answered_by, sessions.branch, messages.turn, messages.state,
    session_figures.activity
FROM messages
JOIN sessions ON sessions.id = messages.session_id
JOIN projects ON projects.id = sessions.project_id
LEFT JOIN session_figures ON session_figures.session_id = sessions.id
WHERE messages.id = ?1";

pub(crate) const COUNT_AGENTS: &str = "
SELECT sessions.agent, COUNT(*)
FROM messages INDEXED BY prompts_by_time
JOIN sessions ON sessions.id = messages.session_id
WHERE messages.is_prompt = 1{conditions}
GROUP BY sessions.agent";

pub(crate) const COUNT_MODELS: &str = "
SELECT messages.answered_by, COUNT(*)
FROM messages INDEXED BY prompts_by_time
WHERE messages.is_prompt = 1 AND messages.answered_by IS NOT NULL{conditions}
GROUP BY messages.answered_by
ORDER BY COUNT(*) DESC, messages.answered_by";

impl Questions {
    /// Lists prompts in the order of their ids as given; ids that are no prompts are passed over.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn list_prompts(&self, ids: &[i64]) -> Result<Vec<PromptRow>, VaultError> {
        let mut statement = self.connection().prepare_cached(GET)?;
        let mut prompts = Vec::with_capacity(ids.len());
        for id in ids {
            prompts.extend(statement.query_row(params![id, TEXT_LENGTH], prompt).optional()?);
        }
        Ok(prompts)
    }

    /// Counts prompts by agent and by model.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn count_prompt_facets(&self, filter: &Filter) -> Result<Facets, VaultError> {
        self.count_facets(
            COUNT_AGENTS,
            &Conditions::for_prompts(filter, Without::Agents),
            COUNT_MODELS,
            &Conditions::for_prompts(filter, Without::Models),
        )
    }

    /// Counts by agent and by model, each without the filter of its own kind.
    pub(crate) fn count_facets(
        &self,
        by_agent: &'static str,
        without_agents: &Conditions,
        by_model: &'static str,
        without_models: &Conditions,
    ) -> Result<Facets, VaultError> {
        let mut statement = self.connection().prepare_cached(&without_agents.in_statement(by_agent))?;
        let counted: Vec<(String, i64)> = statement
            .query_map(params_from_iter(without_agents.values()), |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        let agents: Vec<Count<Agent>> = Agent::ALL
            .into_iter()
            .filter_map(|agent| {
                let (_, count) = counted.iter().find(|(word, _)| word == agent.word())?;
                Some(Count { value: agent, count: *count })
            })
            .collect();
        let mut statement = self.connection().prepare_cached(&without_models.in_statement(by_model))?;
        let models = statement
            .query_map(params_from_iter(without_models.values()), |row| {
                Ok(Count { value: row.get(0)?, count: row.get(1)? })
            })?
            .collect::<Result<_, _>>()?;
        Ok(Facets { total: counted.iter().map(|(_, count)| count).sum(), agents, models })
    }
}

fn prompt(row: &Row<'_>) -> rusqlite::Result<PromptRow> {
    Ok(PromptRow {
        id: row.get("id")?,
        session_id: row.get("session_id")?,
        session_title: row.get("session_title")?,
        at: row.get("at")?,
        text: row.get("text")?,
        is_cut: row.get("is_cut")?,
        project: row.get("project")?,
        agent: word_at(row, "agent")?,
        model: row.get("answered_by")?,
        branch: row.get("branch")?,
        turn: row.get::<_, Option<i64>>("turn")?.unwrap_or(0),
        state: word_at(row, "state")?,
        activity: activity_at(row, "activity")?,
    })
}
