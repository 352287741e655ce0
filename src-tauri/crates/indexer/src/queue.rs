//! What is to be read next: the source that was changed last, whichever agent it is of, so that the first screen
//! shows recent work while older files are still being read.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::worker::Job;

/// Latest change first; equal times by path, so that the order is the same in every run.
type Rank = (Reverse<i64>, String);

/// Jobs that wait, each source at most once.
#[derive(Default)]
pub(crate) struct Queue {
    jobs: BTreeMap<Rank, Job>,
    ranks: FxHashMap<String, i64>,
    bytes: u64,
}

impl Queue {
    /// Adds a job; one that waits for the same source is replaced, and if either reads from the start, so does this.
    pub(crate) fn push(&mut self, mut job: Job) {
        let path = job.candidate.text.clone();
        if let Some(waiting) = self.remove(&path) {
            job.from_start |= waiting.from_start;
        }
        let modified_ns = job.candidate.seen.modified_ns;
        self.bytes += job.candidate.seen.size;
        self.ranks.insert(path.clone(), modified_ns);
        self.jobs.insert((Reverse(modified_ns), path), job);
    }

    /// Takes the next job.
    pub(crate) fn pop(&mut self) -> Option<Job> {
        let ((_, path), job) = self.jobs.pop_first()?;
        self.ranks.remove(&path);
        self.bytes -= job.candidate.seen.size;
        Some(job)
    }

    /// Takes the job of a source out.
    pub(crate) fn remove(&mut self, path: &str) -> Option<Job> {
        let modified_ns = self.ranks.remove(path)?;
        let job = self.jobs.remove(&(Reverse(modified_ns), path.to_owned()))?;
        self.bytes -= job.candidate.seen.size;
        Some(job)
    }

    /// Drops the jobs that fail a test.
    pub(crate) fn retain(&mut self, keep: impl Fn(&Job) -> bool) {
        let dropped: Vec<String> =
            self.jobs.values().filter(|job| !keep(job)).map(|job| job.candidate.text.clone()).collect();
        for path in dropped {
            self.remove(&path);
        }
    }

    /// Tells whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Sums the bytes of what waits.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::change::Seen;
    use crate::discover::Candidate;

    fn job(path: &str, modified_ns: i64) -> Job {
        let candidate = Candidate {
            reader: daybook_readers::readers()[0],
            root: "/root".to_owned(),
            path: PathBuf::from(path),
            text: path.to_owned(),
            seen: Seen { size: 10, modified_ns, companions: 0 },
        };
        Job { candidate, from_start: false, attempts: 0 }
    }

    fn drain(mut queue: Queue) -> Vec<String> {
        std::iter::from_fn(|| queue.pop()).map(|job| job.candidate.text).collect()
    }

    #[test]
    fn the_latest_change_comes_first_and_equal_times_by_path() {
        let mut queue = Queue::default();
        for (path, modified_ns) in [("/b", 5), ("/old", 1), ("/a", 5), ("/new", 9)] {
            queue.push(job(path, modified_ns));
        }

        assert_eq!(drain(queue), ["/new", "/a", "/b", "/old"]);
    }

    #[test]
    fn a_source_waits_once_and_is_not_read_less_than_was_asked() {
        let mut queue = Queue::default();
        queue.push(Job { from_start: true, ..job("/a", 1) });
        queue.push(job("/a", 7));

        assert_eq!(queue.bytes(), 10, "one job waits, not two");
        assert!(queue.pop().is_some_and(|job| job.from_start), "the person asked for a complete reading");
        assert_eq!(queue.bytes(), 0);
    }
}
