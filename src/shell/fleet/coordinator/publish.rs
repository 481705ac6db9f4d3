//! Giving units out: as many at a time as the broker takes, each until it is there.

use super::super::broker::{Broker, job, persist};
use crate::event::fleet::{EventKey, Unit, pack};
use crate::shell::Clock;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::sync::Semaphore;

/// Units on their way to the broker at a time.
const AT_A_TIME: usize = 64;

/// Gives units out.
pub(super) struct Publisher {
    broker: Broker,
    event: EventKey,
    at_a_time: Arc<Semaphore>,
    stopped: Arc<AtomicBool>,
    /// Tells tries apart, also those of a coordinator that was here two minutes ago: the broker remembers them.
    first: u64,
    tries: AtomicU64,
}

impl Publisher {
    pub(super) fn new(broker: Broker, event: EventKey) -> Self {
        Self {
            broker,
            event,
            at_a_time: Arc::new(Semaphore::new(AT_A_TIME)),
            stopped: Arc::default(),
            first: Clock::wall_ms(),
            tries: AtomicU64::new(0),
        }
    }

    /// Nothing more is given out.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Gives a unit out; what the broker has is not given twice.
    pub(super) fn offer(&self, unit: Unit) {
        self.send(unit, self.first);
    }

    /// Gives a unit out that the broker has lost.
    pub(super) fn offer_again(&self, unit: Unit) {
        // Its first message may still be remembered, though it is gone.
        let again = self.tries.fetch_add(1, Ordering::Relaxed) + 1;
        self.send(unit, self.first + again);
    }

    fn send(&self, unit: Unit, again: u64) {
        let (broker, at_a_time, stopped) =
            (self.broker.clone(), Arc::clone(&self.at_a_time), Arc::clone(&self.stopped));
        let subject = job(&self.event, &unit.name());
        tokio::spawn(async move {
            // The semaphore is never closed, and a unit can always be packed.
            let (Ok(_permit), Ok(packed)) = (at_a_time.acquire_owned().await, pack(&unit)) else { return };
            let given_up = || stopped.load(Ordering::Relaxed);
            if !given_up() {
                let offer = || broker.offer(subject.clone(), packed.clone(), again);
                drop(persist(offer, given_up).await);
            }
        });
    }
}
