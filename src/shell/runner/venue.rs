//! Where an event's games are played: what the hall asks of a venue, and the venue that is this machine.
//!
//! A venue takes games and gives reports, each game one that ends it. It decides nothing about results.

use super::pairing::Paired;
use super::place::{Place, Shared};
use super::{Job, Report};
use crate::event::director::Director;
use crate::event::fleet::EventOrder;
use crate::event::game::Game;
use crate::event::watch::Worker;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

/// Where games are played.
pub(in crate::shell) trait Venue {
    /// Whether it takes another game now.
    fn has_room(&self) -> bool;

    /// Takes a game, and says at which place it is played, if that is known. Games that belong together follow one
    /// another.
    fn play(&mut self, game: Assigned) -> Option<usize>;

    /// No more games come for now: those it has may begin.
    fn begin(&mut self);

    /// A report has been taken that ends a game.
    fn over(&mut self, place: usize);

    /// Whether it has no game.
    fn is_idle(&self) -> bool;

    /// The journal has reached the disk: what was reported so far is safe.
    fn kept(&mut self);

    /// A venue's own notice has been taken.
    fn noticed(&mut self, notice: &Notice);

    /// Games that nobody has begun wait, or wait no more.
    fn hold(&mut self, held: bool);

    /// Games that nobody has begun are not to be played.
    fn stop(&mut self);

    /// Games in play are to be broken off.
    fn break_off(&mut self);

    /// Nothing that is in play is needed any more. True if it has no game from now on; else they are played to their
    /// end.
    fn cancel(&mut self) -> bool;

    /// Whether a test counts results by number, not as they come: where games end out of order by more than a few.
    fn counts_by_number(&self) -> bool;

    /// The event is over; `complete`: for good.
    fn close(&mut self, complete: bool);
}

/// A game for a venue.
#[derive(Debug)]
pub(in crate::shell) struct Assigned {
    pub(in crate::shell) job: Job,
    /// How often it was played to an end that does not count.
    pub(in crate::shell) attempt: u32,
}

impl Assigned {
    pub(super) fn of(job: Job, director: &Director) -> Self {
        Self { attempt: director.attempts(job.fixture.number), job }
    }
}

/// What a venue says beside reports.
#[derive(Debug)]
pub(in crate::shell) enum Notice {
    /// All reports of this receipt have been given.
    Receipt(u64),
    /// A game was played once more after its result had been counted.
    Late(Box<Game>),
    /// So many games are not played after all.
    Dropped(usize),
    /// A line for people.
    Warning(String),
    /// Who is there to play.
    Workers(Vec<Worker>),
    /// A person wants something of the event.
    Order(EventOrder),
}

/// What a venue tells.
#[derive(Debug)]
pub(in crate::shell) enum Message {
    Report(Report),
    Paired(Paired),
    Notice(Notice),
    Signal,
}

/// What a venue is opened with.
pub(in crate::shell) struct Setup {
    pub(in crate::shell) shared: Arc<Shared>,
    pub(in crate::shell) tell: Sender<Message>,
}

/// The places of this machine.
pub(in crate::shell) struct Places {
    shared: Arc<Shared>,
    places: Vec<Sender<Job>>,
    /// Places without a game.
    idle: Vec<usize>,
    threads: Vec<JoinHandle<()>>,
}

impl Places {
    /// Opens as many places as the event plays games at a time.
    pub(in crate::shell) fn open(setup: Setup) -> io::Result<Self> {
        let Setup { shared, tell } = setup;
        let count = shared.settings.play.concurrency.get();
        let (mut places, mut threads) = (Vec::new(), Vec::new());
        for number in 0..count {
            let (jobs, queue) = channel();
            let (shared, tell) = (Arc::clone(&shared), tell.clone());
            let thread = std::thread::Builder::new().name(format!("place {number}")).spawn(move || {
                let tell = move |report| drop(tell.send(Message::Report(report)));
                Place::new(shared, Box::new(tell), number).run(&queue);
            })?;
            places.push(jobs);
            threads.push(thread);
        }
        Ok(Self { shared, places, idle: (0..count).rev().collect(), threads })
    }
}

impl Venue for Places {
    fn has_room(&self) -> bool {
        !self.idle.is_empty()
    }

    fn play(&mut self, game: Assigned) -> Option<usize> {
        let place = self.idle.pop()?;
        if let Some(jobs) = self.places.get(place) {
            // A place without a thread has panicked; its game stays in play and is played on resumption.
            drop(jobs.send(game.job));
        }
        Some(place)
    }

    fn begin(&mut self) {}

    fn over(&mut self, place: usize) {
        self.idle.push(place);
    }

    fn is_idle(&self) -> bool {
        self.idle.len() == self.places.len()
    }

    fn kept(&mut self) {}

    fn noticed(&mut self, _: &Notice) {}

    fn hold(&mut self, _: bool) {}

    fn stop(&mut self) {}

    fn break_off(&mut self) {
        self.shared.abort.store(true, Ordering::Relaxed);
    }

    fn cancel(&mut self) -> bool {
        false
    }

    fn counts_by_number(&self) -> bool {
        false
    }

    fn close(&mut self, _: bool) {
        self.places.clear();
        for thread in std::mem::take(&mut self.threads) {
            drop(thread.join());
        }
    }
}
