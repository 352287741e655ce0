//! Telling others how things are, often enough to be lively and seldom enough to cost nothing.

use std::time::{Duration, Instant as Stopwatch};

use crate::progress::PathWarning;

/// Lets something happen at once and then at most once in a while.
#[derive(Debug)]
pub(crate) struct Throttle {
    every: Duration,
    is_due: bool,
    not_before: Option<Stopwatch>,
}

impl Throttle {
    /// Allows one turn every `every`.
    pub(crate) fn new(every: Duration) -> Self {
        Self { every, is_due: false, not_before: None }
    }

    /// Asks for a turn.
    pub(crate) fn ask(&mut self) {
        self.is_due = true;
    }

    /// Says when the turn that was asked for comes; `None` if none was.
    pub(crate) fn due_at(&self, now: Stopwatch) -> Option<Stopwatch> {
        self.is_due.then(|| self.not_before.map_or(now, |not_before| not_before.max(now)))
    }

    /// Takes the turn if one was asked for and its time has come.
    pub(crate) fn take(&mut self, now: Stopwatch) -> bool {
        let is_now = self.is_due && self.not_before.is_none_or(|not_before| not_before <= now);
        if is_now {
            self.is_due = false;
            self.not_before = Some(now + self.every);
        }
        is_now
    }
}

/// What a person should know at the moment, from the most to the least urgent.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    /// The vault cannot be written.
    pub(crate) vault: Option<String>,
    /// Somebody else indexes.
    pub(crate) lease: Option<String>,
    /// Not everything is watched.
    pub(crate) watching: Option<String>,
    /// Folders that are away.
    pub(crate) away: Vec<String>,
}

impl Notices {
    /// Joins them, one a line.
    pub(crate) fn text(&self) -> Option<String> {
        let parts: Vec<&str> = [&self.vault, &self.lease, &self.watching]
            .into_iter()
            .flatten()
            .chain(&self.away)
            .map(String::as_str)
            .collect();
        (!parts.is_empty()).then(|| parts.join("\n"))
    }
}

/// Says that a root is not there although sources were read from it.
pub(crate) fn away_notice(root: &str, sources: usize) -> String {
    format!("`{root}` is not there. What was read from it before ({sources} files) is kept as it is.")
}

/// Keeps the warnings of one agent.
pub(crate) fn warnings_of(
    agent: daybook_model::Agent,
    warnings: &[(daybook_model::Agent, PathWarning)],
) -> Vec<PathWarning> {
    warnings.iter().filter(|(of, _)| *of == agent).map(|(_, warning)| warning.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_turn_is_at_once_and_the_next_one_later_but_never_lost() {
        let start = Stopwatch::now();
        let mut throttle = Throttle::new(Duration::from_millis(100));

        throttle.ask();
        assert!(throttle.take(start), "a lone change must be told at once");
        throttle.ask();
        throttle.ask();
        assert!(!throttle.take(start + Duration::from_millis(99)));
        assert_eq!(throttle.due_at(start), Some(start + Duration::from_millis(100)));
        assert!(throttle.take(start + Duration::from_millis(100)), "what was held back is told when its time comes");
        assert_eq!(throttle.due_at(start), None);
    }
}
