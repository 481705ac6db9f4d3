//! The table: one game between two players, under the arbiter.
//!
//! Decides: who is asked when, what an engine's answer does to the game, when a game is over and both players are at
//! rest again. A state machine without input or output of its own: lines, moments and ends of processes go in; bytes
//! for the engines and orders for their processes come out. Refuses to know: processes, files, schedules.

mod close;
mod insight;
mod play;
mod resume;
mod trouble;

pub use resume::{Happened, Told};
pub use trouble::{Again, Lost};

use crate::event::adjudication::{Adjudicator, Tablebase};
use crate::event::game::{Fixture, Game, Incident, Opening, Played, Source, Unfinished};
use crate::event::openings::PlayerBook;
use crate::event::player::{GameSetup, Patience, Player, Request, Said, Thought};
use crate::event::settings::{
    self, AfterTrouble, Behalf, GameNumber, IllegalMovePolicy, PlayerId, Rules, ScoresFrom, TroubleException, Variant,
};
use crate::game::clock::{Bonus, Clocks, Control};
use crate::game::{
    Arbiter, Conditions, Disconnection, Effect, Evidence, IllegalMoveRule, Input, MateOracle, Ruling, Start, StartError,
};
use crate::laws::{Ground, TimeClass};
use crate::units::{Span, Stamp};
use shakmaty::{ByColor, CastlingMode, Color, uci::UciMove};
use std::sync::Arc;

/// What the table wants done with an engine's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// End it.
    Kill(Color),
    /// Start it anew; [`Table::started`] follows.
    Restart(Color),
}

/// What the table puts out.
#[derive(Debug, Default)]
pub struct Out {
    /// Bytes for the engines.
    pub to: ByColor<Vec<u8>>,
    /// Orders for their processes, in order.
    pub orders: Vec<Order>,
}

/// A player at the table.
#[derive(Debug)]
pub struct Seat {
    /// Who.
    pub id: PlayerId,
    /// Its name.
    pub name: String,
    /// The conversation.
    pub player: Player,
    /// The depth of each search.
    pub depth: Option<u32>,
    /// The nodes of each search.
    pub nodes: Option<u64>,
    /// Its clock.
    pub control: Control,
    /// How late it may be.
    pub margin: Span,
    /// From whose side it tells scores.
    pub scores: ScoresFrom,
    /// Its own book.
    pub book: Option<Arc<PlayerBook>>,
}

/// What a game is played under.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The place in the schedule.
    pub fixture: Fixture,
    /// Where it starts.
    pub opening: Opening,
    /// The rules.
    pub rules: Rules,
    /// What the draws from the players' books begin with.
    pub seed: u64,
    /// How often it has been begun before.
    pub earlier: u32,
    /// What was played before the game was broken off.
    pub resumed: Unfinished,
    /// When it started, in milliseconds since 1970.
    pub started: u64,
}

/// An opening that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Its position.
    #[error("opening: {0}")]
    Start(#[from] StartError),
    /// Its moves.
    #[error("opening: move {number}: expected a legal move, got {got:?}")]
    Move {
        /// From 1.
        number: usize,
        /// The text.
        got: String,
    },
}

/// One game.
#[derive(Debug)]
pub struct Table<O> {
    terms: Terms,
    seats: ByColor<Seat>,
    states: ByColor<State>,
    arbiter: Arbiter<O>,
    adjudicator: Adjudicator,
    phase: Phase,
    /// UCI's `position` command so far.
    command: String,
    plies: Vec<Played>,
    incidents: Vec<Incident>,
    notes: Vec<String>,
    /// Whose `go` is among the bytes that are not written yet.
    starting: Option<Color>,
    /// When the clock was started for the move that is thought about.
    since: Stamp,
    /// The line of play that came with the last move.
    line: Vec<u8>,
    /// The move that ended the game by being illegal.
    illegal: Option<String>,
    lost: ByColor<Option<Lost>>,
    again: Again,
}

/// What the table knows of a player in this game.
#[derive(Clone, Debug)]
struct State {
    /// Prepared for the game.
    ready: bool,
    /// What it asks with its next move.
    request: Option<Request>,
    thought: Thought,
    /// When it was heard last.
    heard: Stamp,
    /// Started anew in this game.
    restarted: bool,
}

/// Where the game stands.
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    /// The players are told of the game.
    Preparing,
    Playing,
    /// A player is silent; the other is asked whether the host is.
    Suspecting(Color),
    /// The game is over, the players come to rest.
    Closing(Option<Box<Ruling>>),
    /// All is done.
    Over(Option<Box<Ruling>>),
}

impl<O: MateOracle> Table<O> {
    /// A table before the game. `oracle` answers for the start position of `terms.opening`.
    ///
    /// # Errors
    /// The opening is not one.
    pub fn new(
        terms: Terms,
        seats: ByColor<Seat>,
        class: TimeClass,
        tables: Option<Arc<dyn Tablebase>>,
        oracle: impl FnOnce(&Start) -> O,
    ) -> Result<Self, TableError> {
        let mode = match terms.opening.variant {
            Variant::Standard => CastlingMode::Standard,
            Variant::Chess960 => CastlingMode::Chess960,
        };
        let start = match &terms.opening.fen {
            Some(fen) => Start::parse(fen, mode)?,
            None => Start { mode, ..Start::standard() },
        };
        let command = match &terms.opening.fen {
            Some(_) => format!("position fen {}", full_fen(&start, terms.opening.fen.as_deref())),
            None => "position startpos".to_owned(),
        };
        let clocks = Clocks::new(seats.as_ref().map(|seat| with_first_increment(&seat.control)))
            .with_margins(seats.as_ref().map(|seat| seat.margin));
        let oracle = oracle(&start);
        let mut arbiter = Arbiter::new(conditions(&terms.rules, class), start, clocks, oracle);
        let mut plies = Vec::new();
        let mut text = command;
        for (index, given) in terms.opening.moves.iter().enumerate() {
            let error = || TableError::Move { number: index + 1, got: given.clone() };
            let m = given.parse::<UciMove>().map_err(|_| error())?.to_move(arbiter.record().position());
            let m = m.map_err(|_| error())?;
            let effects = arbiter.step(Stamp(0), Input::Given(m));
            if !matches!(effects.first(), Some(Effect::Moved { .. })) {
                return Err(error());
            }
            let uci = UciMove::from_move(m, mode).to_string();
            add_move(&mut text, &uci);
            plies.push(Played { uci, by: Source::Book, ..Played::default() });
        }
        let adjudicator = Adjudicator::new(&terms.rules, tables);
        let state =
            State { ready: false, request: None, thought: Thought::default(), heard: Stamp(0), restarted: false };
        Ok(Self {
            terms,
            seats,
            states: ByColor { white: state.clone(), black: state },
            arbiter,
            adjudicator,
            phase: Phase::Preparing,
            command: text,
            plies,
            incidents: Vec::new(),
            notes: Vec::new(),
            starting: None,
            since: Stamp(0),
            line: Vec::new(),
            illegal: None,
            lost: ByColor::default(),
            again: Again::No,
        })
    }

    /// Tells the players of the game. Those whose process has just been started are started with [`Table::started`].
    pub fn begin(&mut self, at: Stamp, out: &mut Out) {
        for side in Color::ALL {
            let setup = self.setup(side);
            self.states.get_mut(side).heard = at;
            self.seats.get_mut(side).player.new_game(at, setup, out.to.get_mut(side));
        }
    }

    /// What a player is told of the game.
    fn setup(&self, side: Color) -> GameSetup {
        let seat = self.seats.get(side);
        GameSetup {
            variant: self.terms.opening.variant,
            opponent: self.seats.get(side.other()).name.clone(),
            control: seat.control.clone(),
            depth: seat.depth,
            nodes: seat.nodes,
        }
    }

    /// A player's process has been started.
    pub fn started(&mut self, at: Stamp, side: Color, out: &mut Out) {
        self.states.get_mut(side).heard = at;
        self.seats.get_mut(side).player.start(at, out.to.get_mut(side));
    }

    /// A line came from a player's engine.
    pub fn heard(&mut self, at: Stamp, side: Color, line: &[u8], out: &mut Out) {
        self.states.get_mut(side).heard = at;
        let said = self.seats.get_mut(side).player.line(at, line, out.to.get_mut(side));
        self.take(at, side, said, out);
    }

    pub(super) fn take(&mut self, at: Stamp, side: Color, said: Said, out: &mut Out) {
        match said {
            Said::Nothing => {}
            Said::Ready => self.ready(at, side, out),
            Said::Thinking => self.starting = Some(side),
            Said::Moved(answer) => self.moved(at, side, answer, out),
            Said::Idle => self.rest(),
            Said::Alive => self.is_alive(at, side, out),
            Said::Request(request) => self.requested(at, side, request, out),
            Said::Silent(silence) => self.silent(at, side, silence, out),
        }
    }

    /// The bytes are written: if they told a player to think, its clock starts now.
    pub fn written(&mut self, at: Stamp) {
        if let Some(side) = self.starting.take() {
            self.since = at;
            if self.phase == Phase::Playing && self.arbiter.record().turn() == side {
                let effects = self.arbiter.step(at, Input::StartClock);
                debug_assert!(effects.is_empty(), "the clock was held");
            }
        }
    }

    fn ready(&mut self, at: Stamp, side: Color, out: &mut Out) {
        self.states.get_mut(side).ready = true;
        match self.phase {
            Phase::Preparing if self.states.white.ready && self.states.black.ready => {
                self.phase = Phase::Playing;
                let effects = self.arbiter.step(at, Input::Begin);
                self.hold(at, out);
                self.follow(at, effects, out);
                self.replay(at, out);
                self.next_turn(at, out);
            }
            Phase::Preparing if self.lost.get(side.other()).is_some() => self.begin_without(at, out),
            Phase::Playing if self.arbiter.record().turn() == side => self.next_turn(at, out),
            Phase::Preparing | Phase::Playing | Phase::Suspecting(_) => {}
            Phase::Closing(_) | Phase::Over(_) => self.rest(),
        }
    }

    /// When the table wants [`Table::tick`].
    #[must_use]
    pub fn deadline(&self) -> Option<Stamp> {
        let players = Color::ALL.into_iter().filter_map(|side| self.seats.get(side).player.deadline());
        let clock = match self.phase {
            Phase::Playing => {
                let waited = [self.arbiter.deadline(), self.quiet_until(), self.move_due()];
                waited.into_iter().flatten().min()
            }
            Phase::Preparing | Phase::Suspecting(_) | Phase::Closing(_) | Phase::Over(_) => None,
        };
        players.chain(clock).min()
    }

    /// Whether the game is over and both players are at rest.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// The half-moves so far.
    #[must_use]
    pub fn plies(&self) -> &[Played] {
        &self.plies
    }

    /// The ruling, if there is one.
    #[must_use]
    pub fn ruling(&self) -> Option<&Ruling> {
        match &self.phase {
            Phase::Closing(ruling) | Phase::Over(ruling) => ruling.as_deref(),
            Phase::Preparing | Phase::Playing | Phase::Suspecting(_) => None,
        }
    }

    /// Whose move it is, while one is thought about.
    #[must_use]
    pub fn thinking(&self) -> Option<Color> {
        (self.phase == Phase::Playing).then(|| self.arbiter.record().turn())
    }

    /// Whose clock starts when the bytes are written.
    #[must_use]
    pub fn about_to_think(&self) -> Option<Color> {
        self.starting
    }

    /// Whose flag ended the game, if one did.
    #[must_use]
    pub fn flagged(&self) -> Option<Color> {
        let ruling = self.ruling().filter(|ruling| ruling.ground == Ground::TimeForfeit)?;
        ruling.evidence.iter().find_map(|evidence| match evidence {
            Evidence::Flag { side, .. } => Some(*side),
            _ => None,
        })
    }

    /// Who sits on this side.
    #[must_use]
    pub fn player(&self, side: Color) -> PlayerId {
        self.seats.get(side).id
    }

    /// The number of the game.
    #[must_use]
    pub fn number(&self) -> GameNumber {
        self.terms.fixture.number
    }

    /// The arbiter.
    #[must_use]
    pub fn arbiter(&self) -> &Arbiter<O> {
        &self.arbiter
    }

    /// Something for the game's record.
    pub fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    /// The game as it is kept, and the players for the next one.
    #[must_use]
    pub fn finish(self, ended: u64) -> Finished {
        let game = self.to_game(ended);
        Finished { game: Box::new(game), again: self.again, lost: self.lost, seats: self.seats }
    }
}

/// A game that is over.
#[derive(Debug)]
pub struct Finished {
    /// The game.
    pub game: Box<Game>,
    /// Whether it is to be played again.
    pub again: Again,
    /// What was lost on the way.
    pub lost: ByColor<Option<Lost>>,
    /// The players.
    pub seats: ByColor<Seat>,
}

/// ` moves e2e4`, ` e7e5`.
fn add_move(command: &mut String, uci: &str) {
    if !command.contains(" moves ") {
        command.push_str(" moves");
    }
    command.push(' ');
    command.push_str(uci);
}

/// The FEN for engines: counters as they were given, castling and en passant as they are.
fn full_fen(start: &Start, given: Option<&str>) -> String {
    let fen = start.fen();
    let board = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let mut counters = given.into_iter().flat_map(str::split_ascii_whitespace).skip(4);
    format!("{board} {} {}", counters.next().unwrap_or("0"), counters.next().unwrap_or("1"))
}

/// The first increment is on the clock from the start.
fn with_first_increment(control: &Control) -> Control {
    let mut control = control.clone();
    if let Control::Periods(periods) = &mut control
        && let Some(first) = periods.front_mut()
        && let Bonus::Increment(increment) = first.bonus
    {
        first.time = first.time + increment;
    }
    control
}

fn conditions(rules: &Rules, class: TimeClass) -> Conditions {
    let mut conditions = Conditions::standard(std::sync::Arc::clone(&rules.laws));
    conditions.class = rules.class.unwrap_or(class);
    conditions.fen_clock = crate::game::FenClock::Trusted;
    conditions.disconnection = match rules.trouble.exception {
        TroubleException::Draw => Disconnection::LosesAtOnce,
        TroubleException::Win => Disconnection::LosesInAnyCase,
    };
    conditions.illegal_moves = match rules.illegal_moves {
        IllegalMovePolicy::Laws => IllegalMoveRule::Laws,
        IllegalMovePolicy::Loss => IllegalMoveRule::LosesAtOnce,
    };
    conditions
}

/// The patience that a trouble policy has.
#[must_use]
pub fn patience(policy: &settings::TroublePolicy) -> Patience {
    Patience { handshake: policy.handshake, ready: policy.ready, stop: policy.stop }
}

impl Terms {
    fn plays_again(&self) -> bool {
        self.rules.trouble.game == AfterTrouble::ReplayOnce && self.earlier == 0
    }

    fn claims(&self) -> Behalf {
        self.rules.claims
    }
}
