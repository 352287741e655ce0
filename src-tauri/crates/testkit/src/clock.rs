//! A clock that stands still until it is told to move.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use daybook_model::Instant;

/// A clock for tests; clones share one time.
#[derive(Debug, Clone)]
pub struct FixedClock(Arc<AtomicI64>);

impl FixedClock {
    /// Stands at an instant.
    pub fn at(instant: Instant) -> Self {
        Self(Arc::new(AtomicI64::new(instant.0)))
    }

    /// Tells the time.
    pub fn now(&self) -> Instant {
        Instant(self.0.load(Ordering::Relaxed))
    }

    /// Moves on by some milliseconds.
    pub fn advance_ms(&self, milliseconds: i64) {
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }

    /// Hands the clock out as the function that libraries take.
    pub fn as_function(&self) -> Arc<dyn Fn() -> Instant + Send + Sync> {
        let clock = self.clone();
        Arc::new(move || clock.now())
    }
}
