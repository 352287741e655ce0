//! How far the indexer is, in numbers a person can follow: nothing is counted twice, and when everything is read the
//! files done are the files found.
//!
//! [`Tally`] knows every source that was found; a [`Progress`] is a picture of it. Sources that could not be read
//! count as done and as errors: nothing more will happen to them until they change.

use daybook_model::Agent;
use rustc_hash::FxHashMap;
use serde::Serialize;

/// What happens right now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum ProgressState {
    /// Folders are being searched for sources.
    Discovering,
    /// Sources are being read.
    Reading,
    /// Everything that was found is in the vault.
    UpToDate,
    /// A person has stopped reading for now.
    Paused,
    /// The vault cannot be written; see [`Progress::notice`]. It is tried again with every scan.
    Failed,
}

/// A folder in which sources are looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RootState {
    /// The folder.
    pub path: String,
    /// Whether it is there and can be read.
    pub exists: bool,
}

/// Something on the way that could not be looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PathWarning {
    /// Where.
    pub path: String,
    /// Why, in words for a person.
    pub reason: String,
}

/// How far the files of one agent are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct AgentProgress {
    /// The agent.
    pub agent: Agent,
    /// Whether its files are read.
    pub is_enabled: bool,
    /// The folders that are searched.
    pub roots: Vec<RootState>,
    /// Sources found.
    pub files_found: u32,
    /// Bytes in them.
    pub bytes_found: i64,
    /// Sources that are in the vault as they stand, or that cannot be read.
    pub files_done: u32,
    /// The oldest time of change among the sources found.
    pub oldest_at: Option<i64>,
    /// Sources that could not be read.
    pub errors: u32,
    /// Folders and links that could not be looked at.
    pub warnings: Vec<PathWarning>,
}

/// How far the indexer is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// What happens right now.
    pub state: ProgressState,
    /// Sources that are in the vault as they stand, or that cannot be read.
    pub files_done: u32,
    /// Sources found.
    pub files_total: u32,
    /// Bytes of the sources that are done, and those read of sources under way.
    pub bytes_done: i64,
    /// Bytes of the sources found.
    pub bytes_total: i64,
    /// The agent whose file is being read.
    pub current_agent: Option<Agent>,
    /// Sources that could not be read, and folders and links that could not be looked at.
    pub errors: u32,
    /// Folders being watched for changes.
    pub watching: u32,
    /// What a person should know: a limit that was met, a folder that is away.
    pub notice: Option<String>,
    /// The same by agent.
    pub per_agent: Vec<AgentProgress>,
}

/// What the indexer reports while it works.
#[derive(Debug, Clone, PartialEq)]
pub enum IndexEvent {
    /// The numbers changed; at most ten times a second.
    Progressed(Progress),
    /// Something in the vault changed; gathered for a quarter of a second at most.
    VaultChanged {
        /// The sessions (vault ids) whose content changed, each once; empty where only sources came or went.
        sessions: Vec<i64>,
    },
}

/// What one complete run did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Sources found.
    pub found: u32,
    /// Sources read, in whole or in part.
    pub read: u32,
    /// Sources left alone because nothing in them changed.
    pub unchanged: u32,
    /// Sources that could not be read.
    pub failed: u32,
    /// Sources known from before that are gone.
    pub missing: u32,
    /// Messages added.
    pub messages_added: u64,
    /// Messages changed.
    pub messages_changed: u64,
    /// Folders and links that could not be looked at.
    pub warnings: Vec<PathWarning>,
}

/// The most warnings of one agent that are kept; more would help nobody.
const WARNINGS_KEPT: usize = 100;

/// A source as the tally sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its agent.
    pub(crate) agent: Agent,
    /// Its size.
    pub(crate) bytes: u64,
    /// When it was changed, in milliseconds.
    pub(crate) modified_at: i64,
}

/// What became of a source that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Waiting,
    Done,
    Faulty,
}

/// Every source that was found, with what became of it.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    sources: FxHashMap<String, (Found, Standing, u64)>,
    inputs: Vec<Input>,
    round: u64,
}

/// An agent's folders and what is wrong with them.
#[derive(Debug)]
struct Input {
    agent: Agent,
    is_enabled: bool,
    roots: Vec<RootState>,
    warnings: Vec<PathWarning>,
}

impl Tally {
    /// Begins a complete search: sources that it does not find are dropped by [`Tally::end_round`].
    pub(crate) fn begin_round(&mut self) {
        self.round += 1;
        self.inputs.clear();
    }

    /// Names an agent's folders and what could not be looked at below them.
    pub(crate) fn input(
        &mut self,
        agent: Agent,
        is_enabled: bool,
        roots: Vec<RootState>,
        mut warnings: Vec<PathWarning>,
    ) {
        warnings.truncate(WARNINGS_KEPT);
        self.inputs.push(Input { agent, is_enabled, roots, warnings });
    }

    /// Counts a source that was found. One that is known keeps its standing.
    pub(crate) fn found(&mut self, path: &str, found: Found) {
        let round = self.round;
        match self.sources.get_mut(path) {
            Some(known) => (known.0, known.2) = (found, round),
            None => {
                self.sources.insert(path.to_owned(), (found, Standing::Waiting, round));
            }
        }
    }

    /// Forgets what the round that ends here did not find.
    pub(crate) fn end_round(&mut self) {
        let round = self.round;
        self.sources.retain(|_, (_, _, seen)| *seen == round);
    }

    /// Says that a source must be read.
    pub(crate) fn waits(&mut self, path: &str) {
        self.stand(path, Standing::Waiting);
    }

    /// Says that a source is in the vault as it stands.
    pub(crate) fn done(&mut self, path: &str) {
        self.stand(path, Standing::Done);
    }

    /// Says that a source could not be read.
    pub(crate) fn faulty(&mut self, path: &str) {
        self.stand(path, Standing::Faulty);
    }

    /// Says that a source is gone.
    pub(crate) fn gone(&mut self, path: &str) {
        self.sources.remove(path);
    }

    /// Tells whether a source is counted.
    pub(crate) fn holds(&self, path: &str) -> bool {
        self.sources.contains_key(path)
    }

    /// Lists what could not be looked at.
    pub(crate) fn warnings(&self) -> Vec<PathWarning> {
        self.inputs.iter().flat_map(|input| input.warnings.iter().cloned()).collect()
    }

    /// Counts the sources found.
    pub(crate) fn total(&self) -> u32 {
        count(self.sources.len())
    }

    /// Counts the sources that could not be read.
    pub(crate) fn faulty_total(&self) -> u32 {
        count(self.sources.values().filter(|(_, standing, _)| *standing == Standing::Faulty).count())
    }

    /// Draws the picture; `bytes_under_way` were read of sources that are not done.
    pub(crate) fn picture(&self, state: ProgressState, bytes_under_way: u64) -> Progress {
        let per_agent: Vec<AgentProgress> = self.inputs.iter().map(|input| self.picture_of(input)).collect();
        let mut progress = Progress {
            state,
            files_done: 0,
            files_total: self.total(),
            bytes_done: 0,
            bytes_total: 0,
            current_agent: None,
            errors: per_agent.iter().map(|agent| agent.errors + count(agent.warnings.len())).sum(),
            watching: 0,
            notice: None,
            per_agent,
        };
        for (found, standing, _) in self.sources.values() {
            progress.bytes_total += signed(found.bytes);
            if *standing != Standing::Waiting {
                progress.files_done += 1;
                progress.bytes_done += signed(found.bytes);
            }
        }
        progress.bytes_done = (progress.bytes_done + signed(bytes_under_way)).min(progress.bytes_total);
        progress
    }

    fn picture_of(&self, input: &Input) -> AgentProgress {
        let mut picture = AgentProgress {
            agent: input.agent,
            is_enabled: input.is_enabled,
            roots: input.roots.clone(),
            files_found: 0,
            bytes_found: 0,
            files_done: 0,
            oldest_at: None,
            errors: 0,
            warnings: input.warnings.clone(),
        };
        for (found, standing, _) in self.sources.values().filter(|(found, ..)| found.agent == input.agent) {
            picture.files_found += 1;
            picture.bytes_found += signed(found.bytes);
            picture.files_done += u32::from(*standing != Standing::Waiting);
            picture.errors += u32::from(*standing == Standing::Faulty);
            let oldest = picture.oldest_at.unwrap_or(found.modified_at);
            picture.oldest_at = Some(oldest.min(found.modified_at));
        }
        picture
    }

    fn stand(&mut self, path: &str, standing: Standing) {
        if let Some(known) = self.sources.get_mut(path) {
            known.1 = standing;
        }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn signed(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(bytes: u64, modified_at: i64) -> Found {
        Found { agent: Agent::Codex, bytes, modified_at }
    }

    fn tally(paths: &[&str]) -> Tally {
        let mut tally = Tally::default();
        tally.begin_round();
        tally.input(Agent::Codex, true, Vec::new(), Vec::new());
        for path in paths {
            tally.found(path, found(10, 5));
        }
        tally.end_round();
        tally
    }

    #[test]
    fn when_everything_is_read_or_faulty_the_files_done_are_the_files_found() {
        let mut tally = tally(&["a", "b", "c"]);
        tally.done("a");
        tally.done("b");
        tally.faulty("c");

        let picture = tally.picture(ProgressState::UpToDate, 0);

        assert_eq!((picture.files_done, picture.files_total), (3, 3), "a faulty file is not waited for");
        assert_eq!((picture.bytes_done, picture.bytes_total), (30, 30));
        assert_eq!(picture.errors, 1);
        assert_eq!(picture.per_agent[0].files_done, 3);
    }

    #[test]
    fn a_file_found_again_is_counted_once_with_its_new_size() {
        let mut tally = tally(&["a"]);
        tally.done("a");
        tally.found("a", found(25, 9));

        let picture = tally.picture(ProgressState::UpToDate, 0);

        assert_eq!((picture.files_done, picture.files_total), (1, 1));
        assert_eq!(picture.bytes_total, 25);
        assert_eq!(picture.per_agent[0].oldest_at, Some(9));
    }

    #[test]
    fn a_round_forgets_what_it_did_not_find() {
        let mut tally = tally(&["a", "b"]);
        tally.begin_round();
        tally.found("b", found(10, 5));
        tally.end_round();

        assert_eq!(tally.total(), 1);
    }

    #[test]
    fn bytes_under_way_never_exceed_what_there_is() {
        let tally = tally(&["a"]);

        let picture = tally.picture(ProgressState::Reading, 1_000);

        assert_eq!(picture.bytes_done, 10, "decompressed bytes of one file may be more than its size");
    }
}
