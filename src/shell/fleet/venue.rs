//! The fleet as a venue: what the hall's games become units of, and how much is given out at a time.

use super::broker::FleetError;
use super::connect::BrokerOptions;
use super::coordinator::{self, Command, Plan, Window};
#[cfg(test)]
use crate::event::fleet::EventKey;
use crate::event::fleet::{EventState, Unit, UnitGame};
use crate::exit::Exit;
use crate::shell::runner::{Assigned, Event, Notice, Setup, Venue, play_at};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;

/// How an event is given to a fleet.
#[derive(Clone, Debug)]
pub struct FleetOptions {
    /// Where the broker is.
    pub broker: BrokerOptions,
    /// Before which other events it is served.
    pub priority: i32,
    /// What a worker must have.
    pub tags: BTreeSet<String>,
    /// How long a worker may be silent before its unit goes to another.
    pub lease: Duration,
    /// The speed, in nodes a second, that the time controls are meant for.
    pub reference_speed: Option<u64>,
}

/// Plays an event on a fleet to its end, or to a stop.
///
/// # Errors
/// The broker is not there, the event cannot be played by others, or an output cannot be opened.
pub fn play_on_fleet(
    event: Event,
    options: &FleetOptions,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<Exit> {
    let Some(key) = event.key.clone() else {
        return writeln!(err, "--fleet: expected an event with a journal, got one without").map(|()| Exit::BadInput);
    };
    let mut refused = None;
    let open = |setup: Setup| -> io::Result<Box<dyn Venue>> {
        let plan = Plan { key, options: options.clone(), setup };
        match Fleet::open(plan) {
            Ok(fleet) => Ok(Box::new(fleet)),
            Err(error) => {
                let text = error.to_string();
                refused = Some(error);
                Err(io::Error::other(text))
            }
        }
    };
    match play_at(event, open, out, err) {
        Err(_) if refused.is_some() => {
            let exit = match &refused {
                Some(FleetError::Event(_)) => Exit::BadInput,
                Some(_) | None => Exit::Io,
            };
            refused.map_or(Ok(()), |error| writeln!(err, "{error}")).map(|()| exit)
        }
        played => played,
    }
}

/// The fleet as a venue, without a hall.
#[cfg(test)]
pub(in crate::shell) fn venue(
    key: EventKey,
    options: &FleetOptions,
    setup: Setup,
) -> Result<Box<dyn Venue>, FleetError> {
    Ok(Box::new(Fleet::open(Plan { key, options: options.clone(), setup })?))
}

/// The fleet.
pub(super) struct Fleet {
    commands: UnboundedSender<Command>,
    thread: Option<JoinHandle<()>>,
    /// How many games may be given out at a time.
    window: Window,
    /// What every unit begins with.
    blank: Unit,
    /// Games given out whose end was not reported.
    open: usize,
    /// Units that are put together.
    pending: Vec<Unit>,
    /// Receipts of what was reported and is not safe yet.
    receipts: Vec<u64>,
    held: bool,
}

impl Fleet {
    fn open(plan: Plan) -> Result<Self, FleetError> {
        let (settings, event) = (plan.setup.shared.settings.rules.laws.name().to_owned(), plan.key.clone());
        let (ready, thread) = coordinator::open(plan)?;
        let blank = Unit {
            event,
            settings: ready.settings,
            laws: settings,
            program: super::PROGRAM.to_owned(),
            games: Vec::new(),
        };
        Ok(Self {
            commands: ready.commands,
            thread: Some(thread),
            window: ready.window,
            blank,
            open: 0,
            pending: Vec::new(),
            receipts: Vec::new(),
            held: false,
        })
    }

    fn tell(&self, command: Command) {
        // Its thread lives as long as we do.
        drop(self.commands.send(command));
    }
}

impl Venue for Fleet {
    fn has_room(&self) -> bool {
        let window = self.window.load(Ordering::Relaxed);
        // The other half of a pair may come beyond the window, one.
        self.open < window || (self.open == window && self.pending.last().is_some_and(Unit::is_half))
    }

    fn play(&mut self, game: Assigned) -> Option<usize> {
        let Assigned { job, attempt } = game;
        self.open += 1;
        let game = UnitGame { fixture: job.fixture, opening: job.opening, earlier: job.earlier, attempt };
        match self.pending.last_mut() {
            Some(unit) if unit.takes(&game.fixture) => unit.games.push(game),
            Some(_) | None => self.pending.push(Unit { games: vec![game], ..self.blank.clone() }),
        }
        // Whoever takes it says so.
        None
    }

    fn begin(&mut self) {
        if !self.pending.is_empty() {
            let units = std::mem::take(&mut self.pending);
            self.tell(Command::Offer(units));
        }
    }

    fn over(&mut self, _: usize) {
        self.open = self.open.saturating_sub(1);
    }

    fn is_idle(&self) -> bool {
        self.open == 0
    }

    fn kept(&mut self) {
        if !self.receipts.is_empty() {
            let receipts = std::mem::take(&mut self.receipts);
            self.tell(Command::Kept(receipts));
        }
    }

    fn noticed(&mut self, notice: &Notice) {
        match notice {
            Notice::Receipt(number) => self.receipts.push(*number),
            Notice::Dropped(games) => self.open = self.open.saturating_sub(*games),
            Notice::Order(crate::event::fleet::EventOrder::Priority(priority)) => {
                self.tell(Command::Priority(*priority));
            }
            Notice::Order(_) | Notice::Late(_) | Notice::Workers(_) | Notice::Warning(_) => {}
        }
    }

    fn hold(&mut self, held: bool) {
        if self.held != held {
            self.held = held;
            self.tell(Command::State(if held { EventState::Paused } else { EventState::Running }));
        }
    }

    fn stop(&mut self) {
        self.tell(Command::Stop);
    }

    fn break_off(&mut self) {
        self.open = 0;
        self.tell(Command::BreakOff);
    }

    fn cancel(&mut self) -> bool {
        self.break_off();
        true
    }

    fn counts_by_number(&self) -> bool {
        true
    }

    fn close(&mut self, complete: bool) {
        self.tell(Command::Close { complete });
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl std::fmt::Debug for Fleet {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Fleet").field("open", &self.open).finish_non_exhaustive()
    }
}
