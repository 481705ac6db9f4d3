//! What stops a search, shared between the thread that listens and the thread that thinks.

use crate::engine::clock::now;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// No deadline.
const NEVER: u64 = u64::MAX;

/// The strings on one search.
#[derive(Debug)]
pub(super) struct Control {
    start: Instant,
    stop: AtomicBool,
    /// Microseconds after the start.
    deadline: AtomicU64,
    /// Whether `bestmove` has to wait for `stop` or `ponderhit`.
    held: Mutex<bool>,
    released: Condvar,
}

impl Control {
    pub(super) fn new(held: bool, budget: Option<Duration>) -> Self {
        let control = Self {
            start: now(),
            stop: AtomicBool::new(false),
            deadline: AtomicU64::new(NEVER),
            held: Mutex::new(held),
            released: Condvar::new(),
        };
        if !held {
            control.set_budget(budget);
        }
        control
    }

    /// `stop`: ends the search and lets `bestmove` go.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.release();
    }

    /// `ponderhit`: the clock runs from now on.
    pub(super) fn ponder_hit(&self, budget: Option<Duration>) {
        self.set_budget(budget);
        self.release();
    }

    /// Whether the search has to end.
    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.elapsed_us() >= self.deadline.load(Ordering::Relaxed)
    }

    /// Whether another iteration is worth starting: half of the time is still there.
    pub(super) fn has_time_for_more(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline == NEVER || self.elapsed_us() < deadline / 2
    }

    pub(super) fn elapsed(&self) -> Duration {
        now().saturating_duration_since(self.start)
    }

    /// Waits until `bestmove` may be sent.
    pub(super) fn wait_for_release(&self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        while *held {
            held = self.released.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn release(&self) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.released.notify_all();
    }

    fn set_budget(&self, budget: Option<Duration>) {
        if let Some(budget) = budget {
            let budget = u64::try_from(budget.as_micros()).unwrap_or(NEVER);
            self.deadline.store(self.elapsed_us().saturating_add(budget), Ordering::Relaxed);
        }
    }

    fn elapsed_us(&self) -> u64 {
        u64::try_from(self.elapsed().as_micros()).unwrap_or(NEVER)
    }
}
