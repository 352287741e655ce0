//! What became of a job: the numbers, what is known now, and whether the source comes back.

use daybook_vault::{SourceState, VaultError};

use super::{ATTEMPTS_IN_ONE_RUN, Coordinator};
use crate::discover::Candidate;
use crate::sources::Known;
use crate::worker::{Job, Looked, Outcome};

impl Coordinator {
    /// Takes down what became of a job.
    pub(super) fn finish(&mut self, job: Job, outcome: Outcome) {
        let path = job.candidate.text.clone();
        self.in_flight.remove(&path);
        let is_wanted_again = self.again.remove(&path);
        self.progress_turn.ask();
        let comes_back = match outcome {
            Outcome::Unchanged(looked) => {
                self.summary.unchanged += 1;
                if let Some(known) = self.sources.get_mut(&path) {
                    (known.seen, known.checked_at) = (looked.seen, looked.at);
                }
                self.tally.done(&path);
                is_wanted_again
            }
            Outcome::Read { looked, report, has_more } => {
                self.summary.read += 1;
                self.summary.messages_added += report.messages_added;
                self.summary.messages_changed += report.messages_changed;
                self.know(&job, report.source_id, looked, false);
                self.changed_sessions.extend(report.sessions);
                self.changes_turn.ask();
                self.tally.done(&path);
                (has_more && job.attempts < ATTEMPTS_IN_ONE_RUN) || is_wanted_again
            }
            Outcome::Quarantined { looked, id, was_refused } => {
                self.know(&job, id, looked, true);
                self.tally.faulty(&path);
                self.changes_turn.ask();
                if was_refused {
                    self.refused.insert(path.clone());
                }
                is_wanted_again
            }
            Outcome::Gone => {
                self.look_again(job);
                return;
            }
            Outcome::Replaced => true,
            Outcome::Cancelled => {
                self.queue.push(job);
                return;
            }
            Outcome::VaultFailed(VaultError::ReadersBusy) => {
                self.put_off(job);
                return;
            }
            Outcome::VaultFailed(error) => {
                self.fail(error);
                self.queue.push(job);
                return;
            }
        };
        if comes_back {
            self.tally.waits(&path);
            let attempts = job.attempts + 1;
            self.put_off(Job { attempts, from_start: false, ..job });
        }
    }

    fn know(&mut self, job: &Job, id: i64, looked: Looked, has_failure: bool) {
        let Candidate { reader, root, text, .. } = &job.candidate;
        let known = Known {
            id,
            agent: reader.agent(),
            root: root.clone(),
            state: if has_failure { SourceState::Quarantined } else { SourceState::Read },
            has_failure,
            seen: looked.seen,
            checked_at: looked.at,
            reader_version: reader.version(),
        };
        self.sources.put(text, known);
    }
}
