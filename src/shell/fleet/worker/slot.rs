//! A slot: one place where games are played, opened anew when another event is served.

use super::super::package::Ready;
use crate::event::fleet::EventKey;
use crate::shell::runner::{Job, Place, Said, Shared};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use tokio::sync::mpsc::{Receiver, channel};

/// Reports that may wait to be read; a place that has more waits.
const REPORTS: usize = 1024;

/// A slot.
#[derive(Debug)]
pub(super) struct Slot {
    number: usize,
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    event: EventKey,
    ready: Arc<Ready>,
    tells_moves: bool,
    shared: Arc<Shared>,
    jobs: Sender<Job>,
    said: Receiver<Said>,
    thread: JoinHandle<()>,
}

impl Slot {
    pub(super) fn new(number: usize) -> Self {
        Self { number, open: None }
    }

    /// The event that it played for last.
    pub(super) fn event(&self) -> Option<&EventKey> {
        self.open.as_ref().map(|open| &open.event)
    }

    /// Makes it ready for an event.
    pub(super) fn open(&mut self, event: &EventKey, ready: &Arc<Ready>, tells_moves: bool) -> std::io::Result<()> {
        let fits = |open: &Open| {
            open.event == *event
                && Arc::ptr_eq(&open.ready, ready)
                && open.tells_moves == tells_moves
                && !open.shared.abort.load(Ordering::Relaxed)
                && !open.thread.is_finished()
        };
        if self.open.as_ref().is_some_and(fits) {
            return Ok(());
        }
        self.shut();
        let Ready::Play(prepared) = &**ready else {
            return Err(std::io::Error::other("an audit has no games to play"));
        };
        let shared = Arc::new(prepared.share(tells_moves)?);
        let (jobs, queue) = std::sync::mpsc::channel();
        let (tell, said) = channel(REPORTS);
        let (number, to_place) = (self.number, Arc::clone(&shared));
        let thread = std::thread::Builder::new().name(format!("slot {number}")).spawn(move || {
            let tell = move |report: crate::shell::runner::Report| drop(tell.blocking_send(report.said));
            Place::new(to_place, Box::new(tell), number).run(&queue);
        })?;
        let (event, ready) = (event.clone(), Arc::clone(ready));
        self.open = Some(Open { event, ready, tells_moves, shared, jobs, said, thread });
        Ok(())
    }

    /// Gives it a game.
    pub(super) fn play(&self, job: Job) {
        if let Some(open) = &self.open {
            // A place that has panicked says nothing any more, which is noticed there.
            drop(open.jobs.send(job));
        }
    }

    /// What it says next; none: it has failed.
    pub(super) async fn said(&mut self) -> Option<Said> {
        match &mut self.open {
            Some(open) => open.said.recv().await,
            None => None,
        }
    }

    /// Breaks off what is in play.
    pub(super) fn abort(&self) {
        if let Some(open) = &self.open {
            open.shared.abort.store(true, Ordering::Relaxed);
        }
    }

    /// Ends the place behind our back: its engines may take their time to quit.
    fn shut(&mut self) {
        if let Some(open) = self.open.take() {
            drop((open.jobs, open.said));
        }
    }

    /// Ends the place and waits for its engines.
    pub(super) fn close(mut self) {
        if let Some(open) = self.open.take() {
            drop((open.jobs, open.said));
            drop(open.thread.join());
        }
    }
}
