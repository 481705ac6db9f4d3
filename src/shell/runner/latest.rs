//! A place for one thing between two threads: what is put there takes the place of what was not taken yet, so that
//! whoever puts never waits and whoever takes gets the latest.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

#[derive(Debug)]
pub(super) struct Latest<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<T> {
    thing: Option<T>,
    closed: bool,
}

/// What a wait ended with.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Taken<T> {
    /// A thing.
    Thing(T),
    /// Nothing more will come.
    Closed,
}

impl<T> Latest<T> {
    pub(super) const fn new() -> Self {
        Self { state: Mutex::new(State { thing: None, closed: false }), changed: Condvar::new() }
    }

    /// Never waits.
    pub(super) fn put(&self, thing: T) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).thing = Some(thing);
        self.changed.notify_all();
    }

    /// Never waits. What was not taken is put into what comes, by `over`.
    pub(super) fn merge(&self, mut thing: T, over: impl FnOnce(&mut T, T)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(earlier) = state.thing.take() {
            over(&mut thing, earlier);
        }
        state.thing = Some(thing);
        drop(state);
        self.changed.notify_all();
    }

    /// Nothing more will come; what is there can still be taken.
    pub(super) fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.changed.notify_all();
    }

    /// Waits for a thing.
    pub(super) fn take(&self) -> Taken<T> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(thing) = state.thing.take() {
                return Taken::Thing(thing);
            }
            if state.closed {
                return Taken::Closed;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits so long, or until nothing more will come; whether more may come.
    pub(super) fn pause(&self, long: Duration) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(state, long, |state| !state.closed);
        !waited.unwrap_or_else(PoisonError::into_inner).0.closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_is_taken_and_what_is_there_at_the_end_too() {
        let latest = Latest::new();
        latest.put(1);
        latest.put(2);
        assert_eq!(latest.take(), Taken::Thing(2));
        latest.put(3);
        latest.close();
        assert!(!latest.pause(Duration::from_secs(1_000)));
        assert_eq!(latest.take(), Taken::Thing(3));
        assert_eq!(latest.take(), Taken::Closed);
    }
}
