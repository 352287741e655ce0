//! Which program wrote a session.
//!
//! Adding an agent touches this list, one reader file and its fixtures, and nothing else.

use serde::{Deserialize, Serialize};

/// A coding agent whose files Daybook reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "kebab-case")]
pub enum Agent {
    /// Claude Code, by Anthropic.
    ClaudeCode,
    /// Codex CLI, by `OpenAI`.
    Codex,
}

/// The name of an agent that this version of Daybook does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no agent is called `{0}`")]
pub struct UnknownAgent(pub String);

impl Agent {
    /// Every agent, in the order in which lists show them.
    pub const ALL: [Self; 2] = [Self::ClaudeCode, Self::Codex];

    /// Names the agent in the vault and in addresses; never changes once shipped.
    pub const fn id(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
        }
    }

    /// Names the agent for a person.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::Codex => "Codex",
        }
    }

    /// Finds the agent whose [`Agent::id`] this is.
    ///
    /// # Errors
    /// [`UnknownAgent`] if no agent has this id.
    pub fn from_id(id: &str) -> Result<Self, UnknownAgent> {
        Self::ALL.into_iter().find(|agent| agent.id() == id).ok_or_else(|| UnknownAgent(id.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_leads_back_to_its_agent() {
        for agent in Agent::ALL {
            assert_eq!(Agent::from_id(agent.id()), Ok(agent), "the vault stores ids and must read them back");
        }
    }

    #[test]
    fn serde_and_the_vault_use_the_same_id() {
        for agent in Agent::ALL {
            let json = serde_json::to_string(&agent).expect("an enum without data serialises");

            assert_eq!(json, format!("\"{}\"", agent.id()), "the window and the vault must agree on names");
        }
    }
}
