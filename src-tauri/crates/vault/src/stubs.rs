//! Questions that are not answered yet.

use daybook_model::{Agent, Instant};
use jiff::tz::TimeZone;

use crate::error::VaultError;
use crate::questions::Questions;
use crate::rows::{
    Facets, Filter, OrderEntry, ProjectRow, PromptRow, SearchAnswer, SessionDetail, SessionRow, Sort, SourceRow,
    TranscriptLine, TranscriptMessage, VaultSummary,
};

#[expect(missing_docs, clippy::unused_self, clippy::unnecessary_wraps, reason = "replaced one by one")]
impl Questions {
    pub fn list_prompt_order(
        &self,
        _filter: &Filter,
        _sort: Sort,
        _zone: &TimeZone,
    ) -> Result<Vec<OrderEntry>, VaultError> {
        Ok(Vec::new())
    }
    pub fn list_prompts(&self, _ids: &[i64]) -> Result<Vec<PromptRow>, VaultError> {
        Ok(Vec::new())
    }
    pub fn count_prompt_facets(&self, _filter: &Filter) -> Result<Facets, VaultError> {
        Ok(Facets { total: 0, agents: vec![], models: vec![] })
    }
    pub fn list_session_order(
        &self,
        _filter: &Filter,
        _sort: Sort,
        _zone: &TimeZone,
    ) -> Result<Vec<OrderEntry>, VaultError> {
        Ok(Vec::new())
    }
    pub fn list_sessions(&self, _ids: &[i64]) -> Result<Vec<SessionRow>, VaultError> {
        Ok(Vec::new())
    }
    pub fn count_session_facets(&self, _filter: &Filter) -> Result<Facets, VaultError> {
        Ok(Facets { total: 0, agents: vec![], models: vec![] })
    }
    pub fn list_child_sessions(&self, _session_id: i64) -> Result<Vec<SessionRow>, VaultError> {
        Ok(Vec::new())
    }
    pub fn list_projects(&self) -> Result<Vec<ProjectRow>, VaultError> {
        Ok(Vec::new())
    }
    pub fn get_session(&self, id: i64) -> Result<SessionDetail, VaultError> {
        Err(VaultError::NotFound { what: "session", id })
    }
    pub fn list_transcript(&self, _session_id: i64) -> Result<Vec<TranscriptLine>, VaultError> {
        Ok(Vec::new())
    }
    pub fn list_messages(&self, _session_id: i64, _ids: &[i64]) -> Result<Vec<TranscriptMessage>, VaultError> {
        Ok(Vec::new())
    }
    pub fn find_in_session(&self, _session_id: i64, _words: &str) -> Result<Vec<i64>, VaultError> {
        Ok(Vec::new())
    }
    pub fn get_whole_text(&self, message_id: i64) -> Result<String, VaultError> {
        Err(VaultError::NotFound { what: "message", id: message_id })
    }
    pub fn search(&self, _filter: &Filter, _limit: u32, _offset: u32) -> Result<SearchAnswer, VaultError> {
        Ok(SearchAnswer { hits: vec![], total: 0, sessions: 0 })
    }
    pub fn summarise(&self) -> Result<VaultSummary, VaultError> {
        Ok(VaultSummary {
            sessions: 0,
            children: 0,
            prompts: 0,
            messages: 0,
            first_at: None,
            last_at: None,
            bytes: 0,
            agents: vec![],
        })
    }
    pub fn list_faulty_sources(&self, _agent: Agent) -> Result<Vec<SourceRow>, VaultError> {
        Ok(Vec::new())
    }
    /// Sessions with a message at or after `since_at`, latest first.
    pub fn list_running_sessions(&self, _since_at: Instant) -> Result<Vec<SessionRow>, VaultError> {
        Ok(Vec::new())
    }
}
