//! A game that goes on after an interruption: what was played and what happened beside it is put before the arbiter
//! again, so that counts of illegal moves, penalties, obligations and open offers stand as they stood.
//!
//! Decides: what of a game has to be kept for that, and in which order it is told and taken back. Refuses to know: where
//! it is kept, what the Laws make of it.

use super::play::name;
use super::{Out, Phase, Table};
use crate::event::game::{Happening, Incident, Played, Source, Unfinished};
use crate::event::mating::Side;
use crate::event::player::Thought;
use crate::game::{Attempt, Claim, ClaimGround, Effect, Input, MateOracle, Refusal};
use crate::units::{Span, Stamp};
use shakmaty::{CastlingMode, Color, uci::UciMove};

/// How much of a game has been told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    plies: u32,
    incidents: u32,
}

/// The next that there is to tell of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened<'a> {
    /// A half-move, and its place in the game, from 0.
    Moved(u32, &'a Played),
    /// An incident, and its place among those of the game, from 0.
    Incident(u32, &'a Incident),
}

impl<O: MateOracle> Table<O> {
    /// Whether a half-move has been made that was not told.
    #[must_use]
    pub fn has_moved_since(&self, told: &Told) -> bool {
        self.plies.len() > place(told.plies)
    }

    /// What comes next after what was told, in the order in which it happened; it counts as told then.
    pub fn next_after(&self, told: &mut Told) -> Option<Happened<'_>> {
        let incident = self.incidents.get(place(told.incidents));
        if let Some(incident) = incident.filter(|incident| incident.ply <= told.plies) {
            told.incidents += 1;
            return Some(Happened::Incident(told.incidents - 1, incident));
        }
        let played = self.plies.get(place(told.plies))?;
        told.plies += 1;
        Some(Happened::Moved(told.plies - 1, played))
    }

    /// Keeps what has just happened before the side to move, whose clock was started for this move.
    pub(super) fn keep(&mut self, at: Stamp, what: Happening) {
        let spent_ns = u64::try_from(at.since(self.since).0).unwrap_or(0);
        self.keep_with(spent_ns, what);
    }

    /// The same for what is not on the clock, or has been so long.
    pub(super) fn keep_with(&mut self, spent_ns: u64, what: Happening) {
        let ply = u32::try_from(self.plies.len()).unwrap_or(u32::MAX);
        self.incidents.push(Incident { ply, spent_ns, what });
    }

    /// Plays what had been played before the game was broken off.
    ///
    /// SILENT: the time of the move that was being thought about is given back, as nobody has seen that clock stop; the
    /// alternative is to keep the clock's time every few seconds and take it off. An unanswered claim or offer that an
    /// engine had announced for its next move is forgotten with the engine's process.
    pub(super) fn replay(&mut self, at: Stamp, out: &mut Out) {
        let Unfinished { plies, incidents } = std::mem::take(&mut self.terms.resumed);
        if plies.is_empty() && incidents.is_empty() {
            return;
        }
        // The opening's moves are on the board already.
        let given = self.plies.len();
        let mut incidents = incidents.into_iter().peekable();
        let mut plies = plies.into_iter().enumerate().skip(given);
        let (mut now, mut board) = (at, given);
        loop {
            while let Some(incident) = incidents.next_if(|incident| place(incident.ply) <= board) {
                if self.phase != Phase::Playing {
                    return;
                }
                now = self.happen(now, &incident, out);
                self.incidents.push(incident);
            }
            let Some((index, played)) = plies.next() else { break };
            if self.phase != Phase::Playing || !self.make_again(&mut now, index, played, out) {
                return;
            }
            board = index + 1;
        }
        self.hold(now, out);
        self.notes.push(format!("resumed after ply {}", self.plies.len()));
        for by in Color::ALL {
            if self.phase == Phase::Playing && *self.arbiter.open_offers().get(by) {
                self.seats.get_mut(by.other()).player.offered(out.to.get_mut(by.other()));
            }
        }
    }

    /// Makes a half-move again, at the moment when its clock is started; false if it cannot be made.
    fn make_again(&mut self, now: &mut Stamp, index: usize, played: Played, out: &mut Out) -> bool {
        let Ok(uci) = played.uci.parse::<UciMove>() else { return false };
        let (by, mover) = (played.by, self.arbiter.record().turn());
        let thought =
            Thought { score: played.score, depth: played.depth, seldepth: played.seldepth, nodes: played.nodes };
        let is_made = index < self.plies.len();
        let mover = if is_made { mover.other() } else { mover };
        self.states.get_mut(mover).thought = thought;
        // A pawn that was made a queen for want of a name was made one when its fault was told.
        if !is_made {
            self.start_again(*now);
            *now = now.after(span(played.spent_ns));
            let effects = self.arbiter.step(*now, Input::Move(Attempt::Uci(uci)));
            self.hold(*now, out);
            self.follow(*now, effects, out);
        }
        if let Some(last) = self.plies.get_mut(index) {
            *last = played;
        }
        if self.phase == Phase::Playing && by == Source::Player {
            self.adjudicate(*now, mover, out);
        }
        if self.phase == Phase::Playing && by == Source::Player {
            self.claim_after(*now, out);
        }
        true
    }

    /// Lets an incident happen again; the moment from which the next move's clock counts is given back.
    fn happen(&mut self, now: Stamp, incident: &Incident, out: &mut Out) -> Stamp {
        let then = now.after(span(incident.spent_ns));
        let by = self.arbiter.record().turn();
        let attempt = match &incident.what {
            Happening::FaultyMove { uci } => match uci.parse::<UciMove>() {
                Ok(uci) => Attempt::Uci(uci),
                Err(_) => Attempt::Unreadable(uci.clone()),
            },
            Happening::UnreadableMove { text } => Attempt::Unreadable(text.clone()),
            Happening::NoMove => Attempt::Missing,
            Happening::WrongClaim { announced } => {
                self.start_again(now);
                let claim = Claim { by, ground: ClaimGround::Any, intended: announced.parse().ok() };
                let effects = self.arbiter.step(then, Input::Claim(claim));
                self.follow_again(then, effects, out);
                // The clock runs on for the move that was announced.
                return now;
            }
            Happening::Offer { by } => {
                let effects = self.arbiter.step(now, Input::Offer(color(*by)));
                self.follow_again(now, effects, out);
                return now;
            }
            Happening::Restart { side } => {
                if incident.spent_ns > 0 {
                    self.start_again(now);
                    self.hold(then, out);
                }
                self.states.get_mut(color(*side)).restarted = true;
                self.notes.push(format!("{}: started anew at ply {}", name(color(*side)), self.plies.len()));
                return then;
            }
        };
        self.start_again(now);
        self.illegal = Some(match &attempt {
            Attempt::Uci(uci) => uci.to_string(),
            Attempt::Unreadable(text) => text.clone(),
            Attempt::Move(_) | Attempt::Missing => String::new(),
        });
        let effects = self.arbiter.step(then, Input::Move(attempt));
        self.hold(then, out);
        self.follow_again(then, effects, out);
        then
    }

    /// Starts the clock of the side to move, unless a claim has left it running.
    fn start_again(&mut self, now: Stamp) {
        if self.arbiter.clocks().running().is_none() {
            let effects = self.arbiter.step(now, Input::StartClock);
            debug_assert!(effects.is_empty(), "the clock was held");
        }
    }

    /// What the arbiter says, without telling an engine of offers that may have lapsed since.
    fn follow_again(&mut self, at: Stamp, effects: Vec<Effect>, out: &mut Out) {
        for effect in effects {
            match effect {
                Effect::Offered { by, citations } => self.note_offer(by, &citations),
                other => self.follow(at, vec![other], out),
            }
        }
    }
}

/// What a faulty attempt is kept as; none if the arbiter found no fault in it.
pub(super) fn fault_of(attempt: &Attempt, mode: CastlingMode, effects: &[Effect]) -> Option<Happening> {
    if !effects.iter().any(|effect| matches!(effect, Effect::Faulty { .. })) {
        return None;
    }
    Some(match attempt {
        Attempt::Uci(uci) => Happening::FaultyMove { uci: uci.to_string() },
        Attempt::Move(m) => Happening::FaultyMove { uci: UciMove::from_move(*m, mode).to_string() },
        Attempt::Unreadable(text) => Happening::UnreadableMove { text: text.clone() },
        Attempt::Missing => Happening::NoMove,
    })
}

/// Whether a claim was refused for what it said.
pub(super) fn is_wrong_claim(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Refused { why: Refusal::IncorrectClaim, .. }))
}

/// Whether an offer is open now that was made by itself.
pub(super) fn is_offer(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Offered { .. }))
}

fn place(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

fn span(nanos: u64) -> Span {
    Span(i64::try_from(nanos).unwrap_or(i64::MAX))
}

fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}
