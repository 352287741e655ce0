//! What others are told: numbers, notices, changed sessions.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Instant as Stopwatch;

use super::Coordinator;
use crate::folders::Folders;
use crate::progress::{IndexEvent, ProgressState};
use crate::watch::notice_of;

impl Coordinator {
    pub(super) fn say_what_is_watched(&mut self) {
        let problem = self.folders.as_ref().and_then(Folders::problem);
        self.notices.watching = problem.map(|problem| notice_of(problem, self.options.scan_every));
        self.progress_turn.ask();
    }

    pub(super) fn report_what_is_due(&mut self, now: Stopwatch) {
        if self.progress_turn.take(now) {
            self.show();
        }
        if self.changes_turn.take(now) {
            let mut sessions: Vec<i64> = self.changed_sessions.drain().collect();
            sessions.sort_unstable();
            (self.report)(IndexEvent::VaultChanged { sessions });
        }
        // Bytes grow while a large file is read; nothing else would ask for a new picture then.
        if !self.in_flight.is_empty() {
            self.progress_turn.ask();
        }
    }

    pub(super) fn report_everything(&mut self) {
        if !self.changed_sessions.is_empty() {
            let mut sessions: Vec<i64> = self.changed_sessions.drain().collect();
            sessions.sort_unstable();
            (self.report)(IndexEvent::VaultChanged { sessions });
        }
        self.show();
    }

    /// Draws the picture, puts it on the board and reports it.
    pub(super) fn show(&mut self) {
        let mut picture = self.tally.picture(self.state(), self.crew.bytes_under_way());
        picture.current_agent = self.in_flight.values().next().copied();
        picture.watching = self.folders.as_ref().map_or(0, Folders::watched_roots);
        picture.notice = self.notices.text();
        self.board.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&picture);
        (self.report)(IndexEvent::Progressed(picture));
    }

    fn state(&self) -> ProgressState {
        if self.failure.is_some() {
            ProgressState::Failed
        } else if self.signals.is_paused.load(Ordering::Relaxed) {
            ProgressState::Paused
        } else if self.is_discovering {
            ProgressState::Discovering
        } else if self.is_idle() {
            ProgressState::UpToDate
        } else {
            ProgressState::Reading
        }
    }
}
