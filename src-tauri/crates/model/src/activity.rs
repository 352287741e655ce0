//! When a session was active, drawn as its trace: runs of activity, prompts, pauses.
//!
//! This is the picture of a session, not the account of it: billing computes its own intervals from the same instants.

use serde::{Deserialize, Serialize};

use crate::instant::Instant;

/// A silence longer than this is a pause, in milliseconds (15 minutes).
pub const PAUSE_MS: i64 = 15 * 60 * 1000;

/// A stretch without a pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct ActiveRun {
    /// First instant.
    pub from: Instant,
    /// Last instant; equal to `from` for a single message.
    pub to: Instant,
}

/// The activity of a session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Activity {
    /// Runs in order of time.
    pub runs: Vec<ActiveRun>,
    /// Instants of the prompts, in order of time.
    pub prompts: Vec<Instant>,
}

impl Activity {
    /// Computes runs from the instants of all messages and keeps the instants of the prompts; order does not matter.
    pub fn of(mut instants: Vec<Instant>, mut prompts: Vec<Instant>) -> Self {
        instants.sort_unstable();
        prompts.sort_unstable();
        let mut runs: Vec<ActiveRun> = Vec::new();
        for at in instants {
            match runs.last_mut() {
                Some(run) if at.0 - run.to.0 <= PAUSE_MS => run.to = at,
                _ => runs.push(ActiveRun { from: at, to: at }),
            }
        }
        Self { runs, prompts }
    }

    /// Sums the lengths of the runs, in milliseconds.
    pub fn active_ms(&self) -> i64 {
        self.runs.iter().map(|run| run.to.0 - run.from.0).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_silence_divides_two_runs() {
        let minute = 60_000;
        let instants = [0, 5, 40, 41].map(|at| Instant(at * minute)).to_vec();

        let activity = Activity::of(instants, vec![Instant(0)]);

        assert_eq!(activity.runs.len(), 2, "35 minutes of silence are a pause");
        assert_eq!(activity.active_ms(), 6 * minute, "only the runs count");
    }

    #[test]
    fn one_message_is_a_run_of_no_length() {
        assert_eq!(Activity::of(vec![Instant(7)], vec![]).active_ms(), 0);
    }
}
