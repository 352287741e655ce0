//! What the person decided about inputs: which agents are read, and which folders were added.
//!
//! Kept in the vault it belongs to as one setting, so the sample vault has its own.

use std::path::PathBuf;

use daybook_indexer::InputState;
use daybook_model::Agent;
use daybook_vault::{Vault, VaultError};
use serde::{Deserialize, Serialize};

/// Name of the setting.
const SETTING: &str = "inputs";

/// The decisions, an entry an agent about which one was made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Inputs(Vec<Input>);

/// The decisions about one agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Input {
    agent: Agent,
    is_enabled: bool,
    #[serde(default)]
    added_roots: Vec<PathBuf>,
}

impl Inputs {
    /// Reads the decisions; what is not understood counts as not decided.
    pub(crate) fn load(vault: &Vault) -> Result<Self, VaultError> {
        let json = vault.reader()?.find_setting(SETTING)?;
        Ok(json.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default())
    }

    /// Keeps the decisions.
    pub(crate) fn save(&self, vault: &Vault) -> Result<(), VaultError> {
        let json = serde_json::to_string(self).unwrap_or_default();
        vault.writer().run(move |tx| tx.settings().set_setting(SETTING, &json).map(|_| ()))
    }

    /// Decides whether an agent is read.
    pub(crate) fn set_enabled(&mut self, agent: Agent, is_enabled: bool) {
        self.of(agent).is_enabled = is_enabled;
    }

    /// Adds a folder to look in.
    pub(crate) fn add_root(&mut self, agent: Agent, root: PathBuf) {
        let input = self.of(agent);
        if !input.added_roots.contains(&root) {
            input.added_roots.push(root);
        }
    }

    /// Takes an added folder away; tells whether it was one.
    pub(crate) fn remove_root(&mut self, agent: Agent, root: &std::path::Path) -> bool {
        let roots = &mut self.of(agent).added_roots;
        let before = roots.len();
        roots.retain(|known| known != root);
        roots.len() != before
    }

    /// Says it in the indexer's words.
    pub(crate) fn states(&self) -> Vec<InputState> {
        self.0
            .iter()
            .map(|input| InputState {
                agent: input.agent,
                is_enabled: input.is_enabled,
                added_roots: input.added_roots.clone(),
            })
            .collect()
    }

    fn of(&mut self, agent: Agent) -> &mut Input {
        let at = self.0.iter().position(|input| input.agent == agent).unwrap_or_else(|| {
            self.0.push(Input { agent, is_enabled: true, added_roots: Vec::new() });
            self.0.len() - 1
        });
        &mut self.0[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_added_once_and_taken_away_once() {
        let mut inputs = Inputs::default();
        inputs.add_root(Agent::Codex, PathBuf::from("/more"));
        inputs.add_root(Agent::Codex, PathBuf::from("/more"));

        assert_eq!(inputs.states()[0].added_roots, [PathBuf::from("/more")]);
        assert!(inputs.states()[0].is_enabled, "adding a folder says nothing against the agent");
        assert!(inputs.remove_root(Agent::Codex, "/more".as_ref()));
        assert!(!inputs.remove_root(Agent::Codex, "/more".as_ref()), "a usual folder cannot be taken away");
    }
}
