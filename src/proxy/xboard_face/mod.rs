//! The xboard face: a UCI engine behind CECP version 2.
//!
//! Here the wrapper knows the whole game by itself: the GUI tells moves and clocks one by one. A result can be
//! claimed, which UCI cannot. `results = offers` says only `offer draw` before a move, which is safe everywhere;
//! `results = trust` claims, for a runner that takes claims on trust.

mod answer;
mod game;
mod gui;
mod rule;

use crate::game::{OpenClaims, Ruling};
use crate::proxy::desk::Desk;
use crate::proxy::output::Output;
use crate::units::Stamp;
use crate::xboard::{Control, EngineOption, Outcome, Reply};
use shakmaty::{Color, Move};

/// The state of the face.
#[derive(Debug)]
pub(super) struct XboardFace {
    /// Lines of the GUI that wait for the engine's handshake.
    waiting: Vec<Vec<u8>>,
    greeted: bool,
    /// The engine's options and ours.
    options: Vec<EngineOption>,
    /// The side the engine plays; none in force mode.
    side: Option<Color>,
    analyzing: bool,
    control: Control,
    post: bool,
    ponder: bool,
    debug: bool,
    /// The move that is pondered on.
    expected: Option<Move>,
    /// What the engine would like to ponder on.
    hint: Option<Move>,
    /// A search is wanted as soon as the last one has ended.
    next: Next,
    /// `setoption` lines that wait for the engine to be idle.
    later: Vec<Vec<u8>>,
    /// Pings that are answered after the move.
    pings: Vec<Vec<u8>>,
    /// Pings that are answered with the engine's `readyok`.
    asked: Vec<Vec<u8>>,
    /// The engine offered a draw during this search.
    offers: bool,
    claims: OpenClaims,
    /// These are not the claims of the position on the board.
    uncounted: bool,
    /// The arbiter has not been asked about the position on the board.
    unruled: bool,
    /// The engine resigned, and the arbiter is asked what that comes to.
    resigning: Option<Resigning>,
    /// A claim of the engine, as it came: it is examined with the move.
    claimed: Option<(Outcome, Vec<u8>)>,
    /// A result was claimed, and this move is played if nobody takes it.
    held: Option<(Stamp, Move)>,
    /// When our flag falls, and the ruling then, if it is a draw.
    flag: Option<(Stamp, Ruling)>,
}

/// A resignation that waits for the arbiter.
#[derive(Clone, Copy, Debug, Default)]
struct Resigning {
    /// The move that came meanwhile.
    found: Option<Move>,
}

/// What to do when the engine is idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Nothing,
    Think,
    Analyze,
}

impl Default for XboardFace {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            greeted: false,
            options: Vec::new(),
            side: None,
            analyzing: false,
            control: Control::default(),
            post: false,
            ponder: false,
            debug: false,
            expected: None,
            hint: None,
            next: Next::Nothing,
            later: Vec::new(),
            pings: Vec::new(),
            asked: Vec::new(),
            offers: false,
            claims: OpenClaims::default(),
            uncounted: false,
            unruled: false,
            resigning: None,
            claimed: None,
            held: None,
            flag: None,
        }
    }
}

impl XboardFace {
    pub(super) fn has_work(&self) -> bool {
        self.uncounted
    }

    pub(super) fn deadline(&self, _desk: &Desk) -> Option<Stamp> {
        [self.flag.as_ref().map(|(due, _)| *due), self.held.map(|(due, _)| due)].into_iter().flatten().min()
    }

    fn reply(out: &mut Output, reply: &Reply<'_>) {
        reply.write(&mut out.up);
    }

    /// A note, where the GUI takes comments.
    fn note(&self, desk: &Desk, out: &mut Output, text: &str) {
        if desk.settings.notes && self.debug {
            Self::reply(out, &Reply::Comment(format!("arbiter: {text}").as_bytes()));
        }
    }
}
