//! The game as the GUI's `position` commands tell it, with the arbiter following.
//!
//! Decides: how a new command continues the game that is known (longer list, list re-based on a later position, bare
//! FEN, moves taken back, another game) and whether the history before it is known. Refuses to know: text, protocols,
//! what is done about a ruling. Called by both faces.
//!
//! A command is matched against the game known so far, so a list that grows costs only its new moves. A bare FEN is
//! matched as: the same position; the position after one more legal move (no two moves lead to one position, so the
//! match is unique); an earlier position (taken back); else another game or a jump.

mod game;
mod judge;
mod oracle;

pub use judge::{Done, Question, Task};
pub use oracle::Oracle;

use crate::game::{ClaimTest, Conditions, OpenClaims, Record, Ruling, Sameness, Start, StartError};
use crate::uci::Root;
use game::{Game, Place};
use judge::Generation;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Move, Position, uci::UciMove};

/// What is known of the moves before the root of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// Nothing that counts came before it.
    Complete,
    /// Counts are lower bounds.
    Unknown(&'static str),
}

/// How a command continued the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The same position again.
    Same,
    /// More moves.
    Moves(u32),
    /// One more move, found by trying which leads to the position given.
    Rebuilt(String),
    /// Fewer moves, or other ones from some point on.
    TakenBack(u32),
    /// Another game.
    NewGame,
}

/// Why a position could not be followed. The state is unknown until the next good one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrackError {
    /// The root is no position.
    #[error(transparent)]
    Root(#[from] StartError),
    /// A move of the list is not legal.
    #[error("bad move {number} '{text}'")]
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// The move.
        text: String,
    },
}

/// The game being followed, if one is known.
#[derive(Debug)]
pub struct Tracker {
    conditions: Conditions,
    chess960: bool,
    game: Option<Game>,
    /// A game was followed since the last `ucinewgame`.
    begun: bool,
    /// Games opened so far.
    opened: u64,
}

/// What a task has found.
#[derive(Debug)]
pub struct Found {
    /// A ruling that is new.
    pub news: Option<Ruling>,
    /// The answer to a question about the position on the board.
    pub answer: Option<(Question, Ruling)>,
}

impl Tracker {
    /// No game yet.
    #[must_use]
    pub fn new(conditions: Conditions) -> Self {
        Self { conditions, chess960: false, game: None, begun: false, opened: 0 }
    }

    /// The conditions that rulings are made under.
    #[must_use]
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// The GUI announced a new game.
    pub fn new_game(&mut self) {
        self.game = None;
        self.begun = false;
    }

    /// The GUI set the castling rules.
    pub fn set_chess960(&mut self, on: bool) {
        self.chess960 = on;
    }

    /// Nothing is known any more, until the next good position.
    pub fn lose(&mut self) {
        self.game = None;
    }

    /// Follows a `position` command.
    ///
    /// # Errors
    /// The root or a move is bad; then nothing is known.
    pub fn position(&mut self, root: Root<'_>, moves: &[UciMove]) -> Result<Change, TrackError> {
        let outcome = self.follow(root, moves);
        if outcome.is_err() {
            self.lose();
        }
        outcome
    }

    fn follow(&mut self, root: Root<'_>, moves: &[UciMove]) -> Result<Change, TrackError> {
        let text = match root {
            Root::Standard => "startpos",
            Root::Fen(fen) => fen,
        };
        if let Some(game) = self.game.as_mut().filter(|game| game.root_text == text) {
            if game.restarted_by(moves) {
                let start = game.record().start().clone();
                return self.open(text, start, moves);
            }
            let base = game.root;
            return game.continue_from(base, moves);
        }
        let start = Start::parse(text, self.mode_for(text))?;
        let key = Sameness::of(&start.position);
        if let Some(game) = self.game.as_mut().filter(|game| game.mode() == start.mode) {
            match game.place(&key, moves) {
                Place::At(base) => {
                    game.rename(text, base);
                    return game.continue_from(base, moves);
                }
                Place::After(m) => {
                    let uci = m.to_uci(game.mode());
                    game.push(m, uci);
                    let base = game.ucis.len();
                    game.confirmed = base;
                    game.rename(text, base);
                    game.continue_from(base, moves)?;
                    return Ok(Change::Rebuilt(uci.to_string()));
                }
                Place::Nowhere => {}
            }
        }
        self.open(text, start, moves)
    }

    /// A game from a root that continues nothing.
    fn open(&mut self, text: &str, start: Start, moves: &[UciMove]) -> Result<Change, TrackError> {
        let jumped = self.begun && self.game.as_ref().is_none_or(|game| !game.is_finished());
        let history = match start.presumed.0 {
            _ if text == "startpos" => History::Complete,
            0 if jumped && start.position.fullmoves().get() > 1 => {
                History::Unknown("the position continues nothing that was seen before")
            }
            0 => History::Complete,
            _ => History::Unknown("the FEN's counter tells of moves that were not seen"),
        };
        self.opened += 1;
        let generation = Generation { game: self.opened, restarts: 0 };
        let mut game = Game::new(text, start, history, &self.conditions, generation);
        self.begun = true;
        game.extend(moves, 0)?;
        self.game = Some(game);
        Ok(Change::NewGame)
    }

    fn mode_for(&self, text: &str) -> CastlingMode {
        let detected = || text.parse::<Fen>().map(|fen| CastlingMode::detect(fen.as_setup()));
        match (self.chess960, text) {
            (true, _) => CastlingMode::Chess960,
            (false, "startpos") => CastlingMode::Standard,
            (false, _) => detected().unwrap_or(CastlingMode::Standard),
        }
    }

    /// The engine moved, and the GUI will tell so or not.
    pub fn own_move(&mut self, m: Move) {
        if let Some(game) = self.game.as_mut() {
            let uci = m.to_uci(game.mode());
            game.push(m, uci);
        }
    }

    /// A half-move that is certain: made by the GUI or accepted by it.
    pub fn play(&mut self, m: Move) {
        self.own_move(m);
        if let Some(game) = self.game.as_mut() {
            game.confirmed = game.ucis.len();
        }
    }

    /// Takes back half-moves.
    pub fn undo(&mut self, count: usize) {
        if let Some(game) = self.game.as_mut() {
            let left = game.ucis.len().saturating_sub(count);
            game.truncate(left);
        }
    }

    /// What the arbiter has to do for the position on the board: give it to [`Tracker::done`] when it is run. `None` if
    /// there is nothing to do, and while a task is out.
    pub fn task(&mut self, question: Question) -> Option<Task> {
        self.game.as_mut().and_then(|game| game.task(question))
    }

    /// Whether a task is out.
    #[must_use]
    pub fn is_at_work(&self) -> bool {
        self.game.as_ref().is_some_and(Game::is_at_work)
    }

    /// Takes a task back; `None` if the game is another one by now.
    pub fn done(&mut self, done: Done) -> Option<Found> {
        self.game.as_mut().and_then(|game| game.done(done))
    }

    /// The record of the game.
    #[must_use]
    pub fn record(&self) -> Option<&Record> {
        self.game.as_ref().map(Game::record)
    }

    /// The moves of the game as UCI.
    #[must_use]
    pub fn ucis(&self) -> &[UciMove] {
        self.game.as_ref().map_or(&[], |game| &game.ucis)
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ruling(&self) -> Option<&Ruling> {
        self.game.as_ref().and_then(Game::ruling)
    }

    /// The root as the GUI named it: `startpos` or a FEN.
    #[must_use]
    pub fn root_text(&self) -> Option<&str> {
        self.game.as_ref().map(|game| game.root_text.as_str())
    }

    /// What is known of what came before.
    #[must_use]
    pub fn history(&self) -> Option<History> {
        self.game.as_ref().map(|game| game.history)
    }

    /// The castling rules of the game.
    #[must_use]
    pub fn mode(&self) -> CastlingMode {
        self.game
            .as_ref()
            .map_or(if self.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }, Game::mode)
    }

    /// What the side to move may claim.
    #[must_use]
    pub fn open_claims(&self) -> OpenClaims {
        self.game.as_ref().map_or_else(OpenClaims::default, |game| {
            ClaimTest {
                record: game.record(),
                counts: self.conditions.laws.counts(),
                fen_clock: self.conditions.fen_clock,
            }
            .open()
        })
    }

    /// Whether the position on the board is proven dead, so that no series of moves changes the result. Known only
    /// once a task about it is done.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.game.as_ref().is_some_and(Game::is_dead)
    }
}
