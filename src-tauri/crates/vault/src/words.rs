//! The words under which the model's enums stand in text columns: the kebab-case names that serde uses as well.

use daybook_model::{Agent, FaultKind, Kind, Origin, Relation, Role, State, TitleSource};
use rusqlite::types::{FromSqlError, FromSqlResult, Type, ValueRef};

/// A value that is stored as a word.
pub(crate) trait Word: Copy + PartialEq + 'static {
    /// Every value with its word.
    const WORDS: &'static [(Self, &'static str)];

    /// Finds the word of a value.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(value, _)| *value == self).map_or("", |(_, word)| *word)
    }

    /// Finds the value of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(_, known)| *known == word).map(|(value, _)| *value)
    }
}

/// A word in the vault that this program does not know.
#[derive(Debug, thiserror::Error)]
#[error("the vault holds the unknown word `{0}`")]
struct UnknownWord(String);

/// Reads a column that holds a word.
pub(crate) fn word_at<T: Word>(row: &rusqlite::Row<'_>, column: &str) -> rusqlite::Result<T> {
    let index = row.as_ref().column_index(column)?;
    word_of(row.get_ref(index)?).map_err(|error| failure(index, error))
}

/// Reads a column that holds a word or nothing.
pub(crate) fn optional_word_at<T: Word>(row: &rusqlite::Row<'_>, column: &str) -> rusqlite::Result<Option<T>> {
    let index = row.as_ref().column_index(column)?;
    match row.get_ref(index)? {
        ValueRef::Null => Ok(None),
        value => word_of(value).map(Some).map_err(|error| failure(index, error)),
    }
}

fn word_of<T: Word>(value: ValueRef<'_>) -> FromSqlResult<T> {
    let word = value.as_str()?;
    T::from_word(word).ok_or_else(|| FromSqlError::Other(Box::new(UnknownWord(word.to_owned()))))
}

fn failure(index: usize, error: FromSqlError) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(index, Type::Text, Box::new(error))
}

impl Word for Agent {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::ClaudeCode, Self::ClaudeCode.id()), (Self::Codex, Self::Codex.id())];
}

impl Word for Role {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::User, "user"), (Self::Assistant, "assistant"), (Self::Tool, "tool"), (Self::System, "system")];
}

impl Word for Origin {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Human, "human"),
        (Self::Assistant, "assistant"),
        (Self::System, "system"),
        (Self::Automation, "automation"),
        (Self::Unknown, "unknown"),
    ];
}

impl Word for Kind {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Prose, "prose"),
        (Self::Code, "code"),
        (Self::ToolCall, "tool-call"),
        (Self::ToolResult, "tool-result"),
        (Self::Reasoning, "reasoning"),
        (Self::Summary, "summary"),
        (Self::System, "system"),
    ];
}

impl Word for State {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Current, "current"),
        (Self::Queued, "queued"),
        (Self::Abandoned, "abandoned"),
        (Self::Superseded, "superseded"),
        (Self::Copied, "copied"),
    ];
}

impl Word for Relation {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Subagent, "subagent"), (Self::Fork, "fork"), (Self::Resume, "resume")];
}

impl Word for TitleSource {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::FirstPrompt, "first-prompt"),
        (Self::Agent, "agent"),
        (Self::PersonInAgent, "person-in-agent"),
        (Self::PersonInDaybook, "person-in-daybook"),
    ];
}

impl Word for FaultKind {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Damaged, "damaged"),
        (Self::Recovered, "recovered"),
        (Self::BrokenLink, "broken-link"),
        (Self::UnknownType, "unknown-type"),
        (Self::Truncated, "truncated"),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees_with_serde<T: Word + serde::Serialize + std::fmt::Debug>() {
        for (value, word) in T::WORDS {
            let json = serde_json::to_string(value).expect("an enum without data serialises");

            assert_eq!(json, format!("\"{word}\""), "the vault and the window must use the same word");
            assert_eq!(T::from_word(word), Some(*value), "a word must lead back to its value");
        }
    }

    #[test]
    fn every_word_is_the_one_serde_writes() {
        agrees_with_serde::<Agent>();
        agrees_with_serde::<Role>();
        agrees_with_serde::<Origin>();
        agrees_with_serde::<Kind>();
        agrees_with_serde::<State>();
        agrees_with_serde::<Relation>();
        agrees_with_serde::<TitleSource>();
        agrees_with_serde::<FaultKind>();
    }

    #[test]
    fn every_agent_has_a_word() {
        assert_eq!(Agent::WORDS.len(), Agent::ALL.len(), "an agent without a word could not be stored");
    }
}
