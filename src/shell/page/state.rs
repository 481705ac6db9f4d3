//! What the page knows, and who is told of changes.

use super::feed::Dated;
use crate::event::watch::Model;
use crate::shell::Clock;
use axum::body::Bytes;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::broadcast::{self, Receiver, Sender};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, timeout_at};

/// Changes are told at most so often.
const TICK: Duration = Duration::from_millis(100);
/// So many changes a reader may lag behind before it is dropped.
const LAG: usize = 64;
/// News taken in one go.
const BATCH: usize = 1_024;
/// Answers that are the whole event, at a time.
const BULK: usize = 4;

#[derive(Debug)]
pub(super) struct State {
    model: Mutex<Model>,
    changes: Mutex<Option<Sender<Bytes>>>,
    /// The last snapshot, until something changes.
    snapshot: Mutex<Option<Bytes>>,
    readers: AtomicUsize,
    watched: Arc<AtomicBool>,
    pub(super) bulk: Arc<Semaphore>,
    /// Where it is served.
    pub(super) ip: IpAddr,
}

/// Somebody who is told of changes.
#[derive(Debug)]
pub(super) struct Reader {
    state: Arc<State>,
    pub(super) changes: Receiver<Bytes>,
}

impl Drop for Reader {
    fn drop(&mut self) {
        if self.state.readers.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.state.watched.store(false, Ordering::Relaxed);
        }
    }
}

impl State {
    pub(super) fn new(model: Model, watched: Arc<AtomicBool>, ip: IpAddr) -> Self {
        Self {
            model: Mutex::new(model),
            changes: Mutex::new(Some(broadcast::channel(LAG).0)),
            snapshot: Mutex::new(None),
            readers: AtomicUsize::new(0),
            watched,
            bulk: Arc::new(Semaphore::new(BULK)),
            ip,
        }
    }

    /// Everything runs on one thread: the lock is never waited for, and not held over an await.
    pub(super) fn model(&self) -> MutexGuard<'_, Model> {
        self.model.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The time and a snapshot as events, and the changes that follow them; none: the event is over.
    pub(super) fn join(self: &Arc<Self>) -> Option<([Bytes; 2], Reader)> {
        // What has changed so far is told to the others first, and is in the snapshot.
        self.tell();
        let sender = lock(&self.changes).clone()?;
        self.readers.fetch_add(1, Ordering::Relaxed);
        self.watched.store(true, Ordering::Relaxed);
        let reader = Reader { state: Arc::clone(self), changes: sender.subscribe() };
        let time = event("time", Clock::wall_ms().to_string().as_bytes());
        Some(([time, event("snapshot", &self.snapshot())], reader))
    }

    /// The whole state as JSON.
    pub(super) fn snapshot(&self) -> Bytes {
        let mut kept = lock(&self.snapshot);
        if let Some(snapshot) = &*kept {
            return snapshot.clone();
        }
        let snapshot = self.model().snapshot(Clock::wall_ms());
        let json = Bytes::from(serde_json::to_vec(&snapshot).unwrap_or_default());
        *kept = Some(json.clone());
        json
    }

    /// Tells what has changed.
    fn tell(&self) {
        let mut model = self.model();
        let sender = lock(&self.changes).clone();
        let Some(sender) = sender.filter(|_| self.readers.load(Ordering::Relaxed) > 0) else {
            return model.forget_changes();
        };
        if let Some(delta) = model.delta(Clock::wall_ms()) {
            drop(model);
            let json = serde_json::to_vec(&delta).unwrap_or_default();
            // Without a receiver there is nobody to tell.
            drop(sender.send(event("delta", &json)));
        }
    }

    /// Takes news until no more come.
    pub(super) async fn follow(&self, mut news: mpsc::Receiver<Dated>) {
        let mut batch = Vec::new();
        let mut next = Instant::now();
        let mut untold = false;
        loop {
            let got = match untold {
                true => timeout_at(next, news.recv_many(&mut batch, BATCH)).await,
                false => Ok(news.recv_many(&mut batch, BATCH).await),
            };
            match got {
                Ok(0) => break,
                Ok(_) => {
                    let mut model = self.model();
                    for (news, at) in batch.drain(..) {
                        model.take(news, at);
                    }
                    *lock(&self.snapshot) = None;
                    untold = true;
                }
                Err(_) => {}
            }
            let now = Instant::now();
            if untold && now >= next {
                self.tell();
                untold = self.model().has_changes();
                next = now + TICK;
            }
        }
        self.tell();
        *lock(&self.changes) = None;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A server-sent event. JSON has no line ends.
fn event(name: &str, json: &[u8]) -> Bytes {
    Bytes::from([b"event: ", name.as_bytes(), b"\ndata: ", json, b"\n\n"].concat())
}
