//! One place where games are played, one after another: a thread with the processes of the engines it needs.
//!
//! The way of a line is: wake, stamp, read, step, write, and only then whatever can wait.

use super::wakeup::{Spent, Waiting};
use super::wires::{Got, Wires, wait};
use super::{Job, Report, Said};
use crate::event::player::{Player, UciPlayer, XboardPlayer};
use crate::event::settings::{self, PlayerId, Restart, Settings};
use crate::event::table::{self, Finished, Happened, Order, Out, Seat, Table, Terms, Told};
use crate::event::watch::Insight;
use crate::game::SolverOracle;
use crate::laws::TimeClass;
use crate::profile::Protocol;
use crate::shell::Clock;
use crate::shell::process::{Launch, Stderr};
use crate::units::{Span, Stamp};
use shakmaty::{ByColor, Color};
use std::collections::HashMap;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::thread::JoinHandle;
use std::time::Duration;

/// How often a place that waits looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(200);
/// How long engines may take to quit.
const QUIT: Duration = Duration::from_secs(3);
/// How often what an engine thinks is reported, at most.
const THOUGHTS: Span = Span::from_millis(300);
/// A clock this low makes the host's part in each move worth noting down, should the flag fall.
const WATCHED: Span = Span::from_secs(20);

/// What every place shares.
#[derive(Debug)]
pub(in crate::shell) struct Shared {
    pub(in crate::shell) settings: Settings,
    pub(in crate::shell) class: TimeClass,
    pub(in crate::shell) clock: Clock,
    /// Games in play are to be broken off.
    pub(in crate::shell) abort: AtomicBool,
    /// Every move is reported.
    pub(in crate::shell) tells_moves: bool,
    /// Somebody looks on: what engines think is reported, a few times a second.
    pub(in crate::shell) watched: Arc<AtomicBool>,
    /// This binary, of which house engines are part.
    pub(in crate::shell) this: PathBuf,
    /// Endgame tables.
    pub(in crate::shell) tables: Option<Arc<dyn crate::event::adjudication::Tablebase>>,
    /// The players' books.
    pub(in crate::shell) books: HashMap<PlayerId, Arc<crate::event::openings::PlayerBook>>,
}

/// An engine at this place.
#[derive(Debug)]
struct Engine {
    seat: Seat,
    wires: Option<Wires>,
}

pub(in crate::shell) struct Place {
    shared: Arc<Shared>,
    /// Takes what is told; without a listener the event is ending.
    reports: Box<dyn Fn(Report) + Send>,
    number: usize,
    engines: HashMap<PlayerId, Engine>,
    waiting: Waiting,
    /// What the engine on the move had spent when its clock was started.
    before: Option<Spent>,
    /// How long the host made us wait for the last line of an engine under a clock.
    late: Span,
    /// Engines that were told to quit.
    leaving: Vec<JoinHandle<()>>,
    has_played: bool,
    log: Option<super::wire_log::WireLog>,
    /// When what an engine thinks was looked at last, and what it was.
    thought: (Stamp, Option<Insight>),
}

impl Place {
    pub(in crate::shell) fn new(shared: Arc<Shared>, reports: Box<dyn Fn(Report) + Send>, number: usize) -> Self {
        let waiting = Waiting::own();
        Self {
            shared,
            reports,
            number,
            engines: HashMap::new(),
            waiting,
            before: None,
            late: Span::ZERO,
            leaving: Vec::new(),
            has_played: false,
            log: None,
            thought: (Stamp(0), None),
        }
    }

    /// Plays what comes until nothing more does.
    pub(in crate::shell) fn run(mut self, jobs: &Receiver<Job>) {
        super::affinity::bind(&self.shared.settings.play.affinity, self.number);
        while let Ok(job) = jobs.recv() {
            self.play(job);
        }
        for engine in std::mem::take(&mut self.engines).into_values() {
            self.quit(engine);
        }
        // The kernel ends engines with the thread that started them.
        for leaving in std::mem::take(&mut self.leaving) {
            drop(leaving.join());
        }
    }

    fn play(&mut self, job: Job) {
        let fixture = job.fixture.clone();
        self.log = super::wire_log::WireLog::open(self.shared.settings.output.wires.as_deref(), fixture.number);
        let wait = self.shared.settings.play.wait;
        if wait > Span::ZERO && self.has_played {
            Clock::pause(Duration::from_nanos(u64::try_from(wait.0).unwrap_or(0)));
        }
        self.has_played = true;
        self.tell(Said::Started(fixture.clone(), None));
        let (white, black) = (fixture.white, fixture.black);
        let others = self.engines.keys().copied().filter(|id| *id != white && *id != black).collect::<Vec<_>>();
        for id in others {
            if let Some(engine) = self.engines.remove(&id) {
                self.quit(engine);
            }
        }
        let ByColor { white: white_engine, black: black_engine } =
            ByColor { white, black }.map(|id| self.engines.remove(&id).unwrap_or_else(|| self.seat(id)));
        let mut wires = ByColor { white: white_engine.wires, black: black_engine.wires };
        let seats = ByColor { white: white_engine.seat, black: black_engine.seat };
        let terms = Terms {
            fixture,
            opening: job.opening,
            rules: self.shared.settings.rules.clone(),
            seed: self.shared.settings.seed,
            earlier: job.earlier,
            resumed: job.resumed,
            started: Clock::wall_ms(),
        };
        let number = terms.fixture.number;
        let table = Table::new(terms, seats, self.shared.class, self.shared.tables.clone(), |start| {
            SolverOracle::new(&start.position)
        });
        let said = match table {
            Ok(mut table) => {
                self.conduct(&mut table, &mut wires);
                let finished = table.finish(Clock::wall_ms());
                self.put_back(finished, wires)
            }
            Err(error) => {
                for wires in [wires.white, wires.black].into_iter().flatten() {
                    wires.kill();
                }
                Said::Unplayable(number, error.to_string())
            }
        };
        self.log = None;
        self.tell(said);
    }

    /// Plays one game to its end.
    fn conduct(&mut self, table: &mut Table<SolverOracle>, wires: &mut ByColor<Option<Wires>>) {
        let mut out = Out::default();
        let mut told = Told::default();
        let (mut aborted, mut explained) = (false, false);
        table.begin(self.now(), &mut out);
        for side in Color::ALL {
            if wires.get(side).is_none() {
                self.start(table, wires, side, &mut out);
            }
        }
        loop {
            self.put_out(table, wires, &mut out);
            if self.shared.tells_moves {
                self.tell_moves(table, &mut told);
            }
            self.tell_thought(table);
            if let (false, Some(side)) = (explained, table.flagged()) {
                explained = true;
                self.explain_flag(table, wires.get(side).as_ref());
            }
            if table.is_over() {
                return;
            }
            if !aborted && self.shared.abort.load(Ordering::Relaxed) {
                aborted = true;
                table.abort(self.now(), "broken off", &mut out);
                continue;
            }
            let due = table.deadline();
            let timeout = due.map_or(LOOK, |due| self.shared.clock.until(due).min(LOOK));
            let ready = wait([wires.white.as_ref(), wires.black.as_ref()], Some(timeout));
            let at = self.woken(table);
            if ready == [false, false] {
                self.find_ended(table, wires, at, &mut out);
                if due.is_some_and(|due| due <= at) {
                    table.tick(at, &mut out);
                }
                continue;
            }
            for (side, ready) in Color::ALL.into_iter().zip(ready) {
                if ready {
                    self.read(table, wires, side, at, &mut out);
                }
            }
        }
    }

    /// An engine that has ended while a child of its own holds its output open would not be missed otherwise.
    fn find_ended(
        &mut self,
        table: &mut Table<SolverOracle>,
        wires: &mut ByColor<Option<Wires>>,
        at: Stamp,
        out: &mut Out,
    ) {
        for side in Color::ALL {
            if wires.get_mut(side).as_mut().is_some_and(Wires::has_ended)
                && let Some(engine) = wires.get_mut(side).take()
            {
                let how = engine.farewell();
                table.gone(at, side, &how, out);
            }
        }
    }

    /// This moment, less what the host made us wait since we were to be woken: an engine's move is not later for it.
    fn woken(&mut self, table: &Table<SolverOracle>) -> Stamp {
        let now = self.now();
        match table.thinking() {
            Some(side) if table.arbiter().clocks().left(side).is_some() => {
                self.late = self.waiting.since_last();
                Stamp(now.0.saturating_sub(u64::try_from(self.late.0).unwrap_or(0)))
            }
            Some(_) | None => now,
        }
    }

    fn read(
        &mut self,
        table: &mut Table<SolverOracle>,
        wires: &mut ByColor<Option<Wires>>,
        side: Color,
        at: Stamp,
        out: &mut Out,
    ) {
        let Some(engine) = wires.get_mut(side).as_mut() else { return };
        let log = &mut self.log;
        let got = engine.read(|line| {
            if let Some(log) = log {
                log.engine_says(at, side, line);
            }
            table.heard(at, side, line, out);
        });
        if got == Got::End
            && let Some(engine) = wires.get_mut(side).take()
        {
            let how = engine.farewell();
            if let Some(log) = &mut self.log {
                log.note(self.shared.clock.now(), side, &how);
            }
            table.gone(at, side, &how, out);
        }
    }

    /// Writes what the table says and does what it orders, until it says nothing more.
    fn put_out(&mut self, table: &mut Table<SolverOracle>, wires: &mut ByColor<Option<Wires>>, out: &mut Out) {
        loop {
            let watched = self.watched(table, wires);
            for side in Color::ALL {
                let bytes = out.to.get_mut(side);
                if bytes.is_empty() {
                    continue;
                }
                if let Some(log) = &mut self.log {
                    log.engine_hears(self.shared.clock.now(), side, bytes);
                }
                match wires.get_mut(side) {
                    Some(engine) => engine.send(bytes),
                    None => bytes.clear(),
                }
            }
            let starts = table.about_to_think().is_some();
            table.written(self.now());
            if starts {
                // What we waited for before is not this move's.
                self.waiting.since_last();
            }
            if watched.is_some() {
                self.before = watched;
            }
            for order in std::mem::take(&mut out.orders) {
                match order {
                    Order::Kill(side) => {
                        if let Some(engine) = wires.get_mut(side).take() {
                            engine.kill();
                        }
                    }
                    Order::Restart(side) => {
                        if let Some(engine) = wires.get_mut(side).take() {
                            engine.kill();
                        }
                        self.start(table, wires, side, out);
                    }
                }
            }
            if out.orders.is_empty() && out.to.white.is_empty() && out.to.black.is_empty() {
                return;
            }
        }
    }

    /// What the engine that is about to think has spent so far, if its clock is low.
    fn watched(&self, table: &Table<SolverOracle>, wires: &ByColor<Option<Wires>>) -> Option<Spent> {
        let side = table.about_to_think()?;
        let left = table.arbiter().clocks().left(side)?;
        (left < WATCHED).then(|| wires.get(side).as_ref().map(|engine| Spent::of(engine.pid())))?
    }

    /// Engine or machine? Says it where a flag fell.
    fn explain_flag(&mut self, table: &mut Table<SolverOracle>, engine: Option<&Wires>) {
        let (Some(before), Some(engine)) = (self.before.take(), engine) else { return };
        let spent = Spent::of(engine.pid()).since(before);
        table.note(format!(
            "the flag: on this move the engine ran for {:.3} ms and waited {:.3} ms for a processor; the arbiter was \
             woken {:.3} ms late, which was taken off",
            millis(spent.ran),
            millis(spent.waited),
            millis(u64::try_from(self.late.0).unwrap_or(0)),
        ));
    }

    fn start(
        &mut self,
        table: &mut Table<SolverOracle>,
        wires: &mut ByColor<Option<Wires>>,
        side: Color,
        out: &mut Out,
    ) {
        let id = table.player(side);
        match self.launch(id).and_then(|launch| Wires::start(&launch)) {
            Ok(engine) => {
                *wires.get_mut(side) = Some(engine);
                table.started(self.now(), side, out);
            }
            Err(error) => table.gone(self.now(), side, &format!("cannot be started: {error}"), out),
        }
    }

    fn put_back(&mut self, finished: Finished, wires: ByColor<Option<Wires>>) -> Said {
        let Finished { game, again, lost, seats } = finished;
        let ByColor { white: white_wires, black: black_wires } = wires;
        for (seat, wires) in [(seats.white, white_wires), (seats.black, black_wires)] {
            let id = seat.id;
            let engine = Engine { seat, wires };
            match self.restart(id, &engine) {
                true => self.quit(engine),
                false => drop(self.engines.insert(id, engine)),
            }
        }
        Said::Finished { game, again, lost }
    }

    fn restart(&self, id: PlayerId, engine: &Engine) -> bool {
        let wanted = self.shared.settings.players.get(usize::from(id.0)).map(|player| player.restart);
        match wanted.unwrap_or_default() {
            Restart::On => true,
            Restart::Auto => !engine.seat.player.is_reusable(),
            Restart::Off => false,
        }
    }

    fn tell(&self, said: Said) {
        (self.reports)(Report { place: self.number, said });
    }

    /// After everything that a clock waits for, and only if somebody looks on.
    fn tell_thought(&mut self, table: &Table<SolverOracle>) {
        if !self.is_watched() {
            return;
        }
        let now = self.now();
        if now.since(self.thought.0) < THOUGHTS {
            return;
        }
        let insight = table.insight();
        let is_new = insight != self.thought.1;
        self.thought = (now, insight.clone());
        if let Some(insight) = insight.filter(|_| is_new) {
            self.tell(Said::Thought(table.number(), insight));
        }
    }

    fn is_watched(&self) -> bool {
        self.shared.watched.load(Ordering::Relaxed)
    }

    fn tell_moves(&self, table: &Table<SolverOracle>, told: &mut Told) {
        if table.has_moved_since(told)
            && self.is_watched()
            && let Some(line) = table.last_line()
        {
            self.tell(Said::Thought(table.number(), line));
        }
        while let Some(news) = table.next_after(told) {
            self.tell(match news {
                Happened::Moved(ply, played) => Said::Moved(table.number(), ply, played.clone()),
                Happened::Incident(index, incident) => Said::Incident(table.number(), index, incident.clone()),
            });
        }
    }

    fn now(&self) -> Stamp {
        self.shared.clock.now()
    }

    /// Sends an engine home without waiting for it.
    fn quit(&mut self, mut engine: Engine) {
        let mut out = Vec::new();
        engine.seat.player.quit(&mut out);
        if let Some(mut wires) = engine.wires {
            wires.send(&mut out);
            self.leaving.retain(|leaving| !leaving.is_finished());
            self.leaving.push(std::thread::spawn(move || wires.part(QUIT)));
        }
    }

    fn seat(&self, id: PlayerId) -> Engine {
        let settings = &self.shared.settings;
        let Some(player) = settings.players.get(usize::from(id.0)) else { unreachable!("the schedule names players") };
        let seat = Seat {
            id,
            name: player.name.clone(),
            player: player_of(player, &settings.rules.trouble),
            depth: player.depth.map(NonZeroU32::get),
            nodes: player.nodes,
            control: player.control.clone(),
            margin: player.margin,
            scores: player.scores,
            book: self.shared.books.get(&id).cloned(),
        };
        Engine { seat, wires: None }
    }

    fn launch(&self, id: PlayerId) -> io::Result<Launch> {
        let player = self.shared.settings.players.get(usize::from(id.0));
        let player = player.ok_or_else(|| io::Error::other("no such player"))?;
        Ok(launch(player, &self.shared.this))
    }
}

/// How a player's engine is started.
pub(super) fn launch(player: &settings::Player, this: &Path) -> Launch {
    let (program, arguments) = player.engine.command_line(this);
    Launch {
        program,
        arguments,
        directory: player.engine.directory.clone(),
        environment: player.engine.environment.clone(),
        stderr: player.stderr.clone().map_or(Stderr::Nowhere, Stderr::Append),
    }
}

/// The conversation with a player's engine.
pub(super) fn player_of(player: &settings::Player, policy: &settings::TroublePolicy) -> Player {
    let patience = table::patience(policy);
    match player.engine.protocol {
        Protocol::Uci => Player::Uci(Box::new(UciPlayer::new(
            player.engine.options.clone(),
            player.first_lines.clone(),
            player.ponder,
            player.engine.quirks.ready_while_searching,
            patience,
        ))),
        Protocol::Xboard => Player::Xboard(Box::new(XboardPlayer::new(
            player.engine.options.clone(),
            player.first_lines.clone(),
            player.ponder,
            patience,
        ))),
    }
}

fn millis(nanos: u64) -> f64 {
    Duration::from_nanos(nanos).as_secs_f64() * 1_000.0
}
