//! The conversation with an xboard engine (CECP version 2; version 1 by its defaults).
//!
//! Before a game: `new`, force mode, the time control, `ping`. Positions and moves that the engine lacks go to it in
//! force mode, and `ping` after them; `time`, `otim` and `go`, or the opponent's move, follow when `pong` has come, so
//! that nothing but the move is on its clock. An engine that ponders is not pinged before the opponent's move, which
//! would end its pondering. What an engine says while nobody waits for its move is no move.

mod board;
mod features;
mod hear;
mod time;

use super::{GameSetup, Limits, Patience, Said, Silence, Situation, Thought};
use crate::event::settings::{Pondering, Variant};
use crate::laws::GameResult;
use crate::profile::OptionValue;
use crate::units::{Span, Stamp};
use crate::xboard::{Command, Outcome};
use board::{Board, set_up};
use features::{Features, Flag, Hurry};
use shakmaty::Color;
use std::collections::BTreeMap;

/// How long after its last line an engine that has not asked for time is taken for one of version 1 (the protocol's
/// two seconds).
const FEATURES_END: Span = Span::from_secs(2);
/// The same for one that has said nothing at all: it may still be loading.
const NOTHING_HEARD: Span = Span::from_secs(8);

/// What is known of the engine and where the conversation stands.
#[derive(Debug)]
pub struct XboardPlayer {
    options: BTreeMap<String, OptionValue>,
    first_lines: Vec<String>,
    ponders: Pondering,
    patience: Patience,
    features: Features,
    state: State,
    due: Option<Stamp>,
    /// When the handshake has to be over.
    handshake_ends: Stamp,
    /// The number of the last `ping`.
    ping: u32,
    /// A game that waits for the engine's start.
    waiting: Option<GameSetup>,
    /// The game that is played.
    game: Option<GameSetup>,
    known: Known,
    mode: Mode,
    /// The side that it plays, once it has been asked for a move.
    side: Option<Color>,
    /// The period of the time control that the engine was told of.
    period: Option<usize>,
    thought: Thought,
    /// Its line of play.
    line: Vec<u8>,
    /// A `pong` that a question will bring.
    asked_alive: bool,
}

/// Where the conversation stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// No process.
    Off,
    /// `protover 2` is sent.
    Handshake,
    /// Options are set, `ping` is sent.
    Configuring,
    /// `new` and `ping` are sent.
    NewGame,
    /// `new` is sent to an engine that cannot be pinged: it is taken for ready.
    NewGameUnasked,
    /// Nothing goes on; or it ponders.
    Idle,
    /// The position is sent, and `ping`; these lines follow.
    Syncing(Vec<u8>),
    /// It thinks about its move.
    Thinking,
    /// It is to end its search: `pong` says that it has.
    Stopping,
    /// The same for an engine that cannot be pinged: its move says so, and these lines follow.
    StoppingByMove(Vec<u8>),
}

/// What the engine's board shows.
#[derive(Debug)]
enum Known {
    /// The array: `new` is the last that it heard.
    Fresh,
    /// This.
    Board(Box<Board>),
    /// Something else than the game: it made a move that did not stand.
    Lost,
}

/// Whether the engine plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// It only takes moves.
    Force,
    /// It answers moves.
    Playing,
}

impl XboardPlayer {
    /// A player whose engine is not started.
    #[must_use]
    pub fn new(
        options: BTreeMap<String, OptionValue>,
        first_lines: Vec<String>,
        ponders: Pondering,
        patience: Patience,
    ) -> Self {
        Self {
            options,
            first_lines,
            ponders,
            patience,
            features: Features::new(),
            state: State::Off,
            due: None,
            handshake_ends: Stamp(0),
            ping: 0,
            waiting: None,
            game: None,
            known: Known::Lost,
            mode: Mode::Force,
            side: None,
            period: None,
            thought: Thought::default(),
            line: Vec::new(),
            asked_alive: false,
        }
    }

    /// The name that the engine gives itself.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.features.name.as_deref()
    }

    /// Options that are to be set and that the engine does not have; `nodes` for a limit that it cannot be told.
    #[must_use]
    pub fn unknown_options(&self) -> Vec<&str> {
        let unknown = self.options.iter().filter(|(name, value)| !self.features.knows(name, value));
        let limited = self.game.as_ref().is_some_and(|game| game.nodes.is_some());
        let nodes = (limited && !self.features.has(Flag::NodesPerSecond)).then_some("nodes");
        unknown.map(|(name, _)| name.as_str()).chain(nodes).collect()
    }

    /// Whether the engine says that it plays Chess960.
    #[must_use]
    pub fn plays_chess960(&self) -> bool {
        self.features.plays(b"fischerandom")
    }

    /// Whether one process plays more than one game (`reuse`).
    #[must_use]
    pub fn is_reusable(&self) -> bool {
        self.features.has(Flag::Reuse)
    }

    /// Its process has been started: the handshake begins. If a game waits, it is prepared after that.
    pub fn start(&mut self, at: Stamp, out: &mut Vec<u8>) {
        for line in &self.first_lines {
            say(out, line);
        }
        tell(out, &Command::Xboard);
        tell(out, &Command::Protover(2));
        self.features = Features::new();
        (self.known, self.mode, self.asked_alive) = (Known::Lost, Mode::Force, false);
        self.handshake_ends = at.after(self.patience.handshake);
        self.enter(State::Handshake, Some(at.after(NOTHING_HEARD).min(self.handshake_ends)));
    }

    /// Its process is gone.
    pub fn gone(&mut self) {
        self.enter(State::Off, None);
    }

    /// Whether there is nothing to wait for.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        matches!(self.state, State::Idle | State::Off)
    }

    /// Prepares a game; [`Said::Ready`] follows.
    pub fn new_game(&mut self, at: Stamp, setup: GameSetup, out: &mut Vec<u8>) {
        match self.state {
            State::Off | State::Handshake | State::Configuring => self.waiting = Some(setup),
            State::NewGame
            | State::NewGameUnasked
            | State::Idle
            | State::Syncing(_)
            | State::Thinking
            | State::Stopping
            | State::StoppingByMove(_) => self.begin(at, setup, out),
        }
    }

    fn begin(&mut self, at: Stamp, setup: GameSetup, out: &mut Vec<u8>) {
        self.game = Some(setup);
        self.side = None;
        self.renew(0, out);
        match self.ask(out) {
            Asked::Yes => self.enter(State::NewGame, Some(at.after(self.patience.ready))),
            Asked::Cannot => self.enter(State::NewGameUnasked, Some(at)),
        }
    }

    /// Everything from `new` on, up to the position; `own_moves` the player has made.
    fn renew(&mut self, own_moves: u32, out: &mut Vec<u8>) {
        tell(out, &Command::New);
        (self.known, self.mode) = (Known::Fresh, Mode::Force);
        let Some(game) = &self.game else { return };
        if game.variant == Variant::Chess960 {
            tell(out, &Command::Variant(b"fischerandom"));
        }
        tell(out, &Command::Force);
        let nodes = game.nodes.filter(|_| self.features.has(Flag::NodesPerSecond));
        for command in time::game(&game.control, own_moves, game.depth, nodes) {
            tell(out, &command);
        }
        self.period = time::period(&game.control, own_moves);
        tell(out, &Command::Post);
        tell(out, if self.ponders == Pondering::On { &Command::Hard } else { &Command::Easy });
        if self.features.has(Flag::Name) {
            tell(out, &Command::Name(harmless(&game.opponent).as_bytes()));
        }
        tell(out, &Command::Computer);
    }

    /// What it has said of its search, and the line of play.
    #[must_use]
    pub fn thought(&self) -> (Thought, &[u8]) {
        (self.thought, &self.line)
    }

    /// Asks for a move.
    pub fn think(&mut self, at: Stamp, situation: Situation<'_>, limits: &Limits, out: &mut Vec<u8>) -> Said {
        self.thought = Thought::default();
        self.line.clear();
        let side = situation.record.turn();
        self.side = Some(side);
        let last = self.bring_up(situation, out);
        let ponders = self.ponders == Pondering::On && last.is_some();
        let mut lines = Vec::new();
        if last.is_none() && self.features.has(Flag::Colors) {
            tell(&mut lines, if side == Color::White { &Command::White } else { &Command::Black });
        }
        let by_nodes = limits.nodes.is_some() && self.features.has(Flag::NodesPerSecond);
        if self.features.has(Flag::Time) && !by_nodes {
            time::clocks(limits, side).iter().for_each(|command| tell(&mut lines, command));
        }
        match last {
            Some(text) => say(&mut lines, &text),
            None => tell(&mut lines, &Command::Go),
        }
        self.mode = Mode::Playing;
        if limits.is_timed() && !ponders && self.ask(out) == Asked::Yes {
            self.enter(State::Syncing(lines), Some(at.after(self.patience.ready)));
            return Said::Nothing;
        }
        out.append(&mut lines);
        self.enter(State::Thinking, None);
        Said::Thinking
    }

    /// Sends what the engine lacks but the opponent's last move, if that alone makes it think; it is given back.
    fn bring_up(&mut self, situation: Situation<'_>, out: &mut Vec<u8>) -> Option<String> {
        let moves = situation.record.moves();
        let own_moves = situation.record.ply().0 / 2;
        if let (Known::Board(board), Mode::Playing) = (&mut self.known, self.mode)
            && let Some([last]) = board.lacks(moves)
        {
            let text = board.tell(*last, &self.features);
            self.next_period(own_moves, out);
            return Some(text);
        }
        if self.mode == Mode::Playing {
            tell(out, &Command::Force);
            self.mode = Mode::Force;
        }
        let mut board = match std::mem::replace(&mut self.known, Known::Lost) {
            Known::Board(board) if board.lacks(moves).is_some() => board,
            known => {
                if !matches!(known, Known::Fresh) {
                    self.renew(own_moves, out);
                }
                set_up(&situation, &self.features).iter().for_each(|line| say(out, line));
                Box::new(Board::new(&situation))
            }
        };
        for m in board.lacks(moves).unwrap_or_default() {
            say(out, &board.tell(*m, &self.features));
        }
        self.known = Known::Board(board);
        self.next_period(own_moves, out);
        None
    }

    /// Tells of a new period of the time control, if one has begun; the moves of the opening count.
    fn next_period(&mut self, own_moves: u32, out: &mut Vec<u8>) {
        let Some(game) = &self.game else { return };
        let period = time::period(&game.control, own_moves);
        if period != self.period && game.nodes.is_none() {
            for command in time::game(&game.control, own_moves, None, None) {
                tell(out, &command);
            }
        }
        self.period = period;
    }

    /// The opponent offers a draw.
    pub fn offered(&self, out: &mut Vec<u8>) {
        if self.features.has(Flag::Draw) {
            tell(out, &Command::Draw);
        }
    }

    /// The game is over: whatever goes on is ended; [`Said::Idle`] follows unless nothing does.
    pub fn game_over(&mut self, at: Stamp, result: Option<&(GameResult, String)>, out: &mut Vec<u8>) {
        let mut end = Vec::new();
        let (result, comment) = match result {
            Some((result, text)) => (spelled(*result), harmless(text)),
            None => (Outcome::Unfinished, String::new()),
        };
        tell(&mut end, &Command::Result { result: result.as_str().as_bytes(), comment: comment.as_bytes() });
        tell(&mut end, &Command::Force);
        self.mode = Mode::Force;
        self.known = Known::Lost;
        match &self.state {
            State::Thinking => {
                tell(out, &Command::MoveNow);
                let due = Some(at.after(self.patience.stop));
                if self.features.has(Flag::Ping) {
                    out.append(&mut end);
                    self.ask(out);
                    self.enter(State::Stopping, due);
                } else {
                    self.enter(State::StoppingByMove(end), due);
                }
            }
            State::Syncing(_) => {
                out.append(&mut end);
                self.enter(State::Stopping, Some(at.after(self.patience.ready)));
            }
            State::Idle => out.append(&mut end),
            State::NewGameUnasked => {
                out.append(&mut end);
                self.enter(State::Idle, None);
            }
            State::Handshake | State::Configuring => self.waiting = None,
            // `pong` or a move is on its way, or there is no engine.
            State::NewGame | State::Off | State::Stopping | State::StoppingByMove(_) => {}
        }
    }

    /// Asks whether it is there at all; false if it cannot be asked: it need not answer while it thinks.
    pub fn ask_alive(&mut self, at: Stamp, out: &mut Vec<u8>) -> bool {
        if self.state != State::Idle || !self.features.has(Flag::Ping) {
            return false;
        }
        if !self.asked_alive {
            self.ask(out);
            self.asked_alive = true;
            self.due = Some(at.after(self.patience.ready));
        }
        true
    }

    /// Says good-bye.
    pub fn quit(&mut self, out: &mut Vec<u8>) {
        if self.state == State::Thinking {
            tell(out, &Command::MoveNow);
        }
        tell(out, &Command::Quit);
        self.enter(State::Off, None);
    }

    /// When [`XboardPlayer::tick`] is wanted.
    #[must_use]
    pub fn deadline(&self) -> Option<Stamp> {
        self.due
    }

    /// Time has passed.
    pub fn tick(&mut self, at: Stamp, out: &mut Vec<u8>) -> Said {
        if self.due.is_none_or(|due| due > at) {
            return Said::Nothing;
        }
        self.due = None;
        match self.state {
            State::Handshake if self.features.hurry == Hurry::Short => self.configure(at, out),
            State::Handshake => Said::Silent(Silence::Handshake),
            State::NewGameUnasked => {
                self.enter(State::Idle, None);
                Said::Ready
            }
            State::Configuring | State::NewGame | State::Syncing(_) => Said::Silent(Silence::Ready),
            State::Stopping | State::StoppingByMove(_) => Said::Silent(Silence::Stop),
            State::Idle if self.asked_alive => Said::Silent(Silence::Ready),
            State::Off | State::Idle | State::Thinking => Said::Nothing,
        }
    }

    /// Sends a `ping`, if the engine knows it.
    fn ask(&mut self, out: &mut Vec<u8>) -> Asked {
        if !self.features.has(Flag::Ping) {
            return Asked::Cannot;
        }
        self.ping = self.ping.wrapping_add(1);
        tell(out, &Command::Ping(self.ping.to_string().as_bytes()));
        Asked::Yes
    }

    fn enter(&mut self, state: State, due: Option<Stamp>) {
        self.asked_alive = false;
        self.state = state;
        self.due = due;
    }
}

/// Whether a `ping` was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Yes,
    /// The engine does not know it.
    Cannot,
}

fn tell(out: &mut Vec<u8>, command: &Command<'_>) {
    command.write(out);
}

fn say(out: &mut Vec<u8>, line: &str) {
    out.extend_from_slice(line.as_bytes());
    out.push(b'\n');
}

/// The results that xboard has no word for are none to an engine.
fn spelled(result: GameResult) -> Outcome {
    match result {
        GameResult::WhiteWins => Outcome::WhiteWins,
        GameResult::BlackWins => Outcome::BlackWins,
        GameResult::Draw => Outcome::Draw,
        GameResult::BothLose | GameResult::HalfZero | GameResult::ZeroHalf => Outcome::Unfinished,
    }
}

/// Text that can stand between braces on one line.
fn harmless(text: &str) -> String {
    let replaced = text.chars().map(|c| match c {
        '{' => '(',
        '}' => ')',
        c if c.is_control() => ' ',
        c => c,
    });
    replaced.collect()
}
