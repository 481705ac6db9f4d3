//! What the Laws make of a finished game: always the arbiter's word, asked about one position where history does not
//! matter and about the whole game where it does.
//!
//! That a position is dead, or a side unable to mate, never changes again. So only the final position is put to the
//! oracle: if mate is possible there, no earlier position was dead. If none is, the first dead position is found by
//! halving. That is what keeps the cost small whatever the game.

use crate::game::clock::{Bonus, Clocks, Control};
use crate::game::{
    Arbiter, Attempt, Claim, ClaimGround, Conditions, Disconnection, Input, MateOracle, OpenClaims, Start, on_the_board,
};
use crate::laws::{GameResult, Ground};
use crate::units::{HalfMoves, Span, Stamp};
use crate::unwinnable::{Spent, Standing, Verdict};
use shakmaty::{ByColor, Chess, Color, Move};

/// A ruling as the audit reports it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Ruling {
    /// The score.
    pub result: GameResult,
    /// Why.
    pub ground: Ground,
    /// The article that says so.
    pub article: Option<String>,
    /// After which half-move the game was over.
    pub ply: u32,
    /// In words, with articles and evidence.
    pub text: String,
}

/// Verdicts already known, for an arbiter that shall not ask again.
#[derive(Debug)]
struct Known(ByColor<Verdict>);

impl MateOracle for Known {
    fn standing(&mut self, _position: &Chess, side: Color) -> Standing {
        match self.0.get(side) {
            Verdict::Winnable(_) => Standing::Winnable,
            Verdict::Unwinnable(_) => Standing::Unwinnable,
            Verdict::Undetermined(_) => Standing::Undetermined,
        }
    }

    fn verdict(&mut self, _position: &Chess, side: Color) -> Verdict {
        self.0.get(side).clone()
    }
}

fn open() -> Verdict {
    Verdict::Undetermined(Spent::default())
}

/// What happened after the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// Nothing.
    Nothing,
    /// The flag of the side to move fell.
    Flag,
    /// The side to move made illegal moves up to the number that loses.
    Illegal,
    /// A side resigned.
    Resigned(Color),
    /// A side's process or connection went.
    Gone(Color),
    /// The side to move claimed a draw, perhaps with an announced move.
    Claimed(ClaimGround, Option<Move>),
    /// A draw was agreed.
    Agreed,
}

/// The arbiter's answers for one position.
#[derive(Debug)]
pub(super) struct Court {
    conditions: Conditions,
}

impl Court {
    /// `SILENT:` a disconnection loses at once, unless the opponent cannot mate: by analogy with 6.9.
    pub(super) fn new(mut conditions: Conditions) -> Self {
        conditions.disconnection = Disconnection::LosesAtOnce;
        Self { conditions }
    }

    pub(super) fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// The ruling for a position reached after `ply` half-moves, given what is known of mating and what happened then.
    pub(super) fn on_position(
        &self,
        position: &Start,
        ply: u32,
        known: ByColor<Verdict>,
        last: Last,
    ) -> Option<Ruling> {
        let start = Start { presumed: HalfMoves(0), ..position.clone() };
        let mut arbiter = Arbiter::new(self.conditions.clone(), start, short_clocks(), Known(known));
        arbiter.step(Stamp(0), Input::Begin);
        happen(&mut arbiter, last);
        ruling(&arbiter).map(|ruling| Ruling { ply, ..ruling })
    }

    /// The ruling for a whole game, and what could be claimed at its end. Mating is not asked about here.
    pub(super) fn on_game(&self, start: &Start, moves: &[Move], last: Last) -> (Option<Ruling>, OpenClaims) {
        let oracle = Known(ByColor { white: open(), black: open() });
        let mut arbiter = Arbiter::new(self.conditions.clone(), start.clone(), Clocks::unlimited(), oracle);
        arbiter.step(Stamp(0), Input::Begin);
        for m in moves {
            if arbiter.ruling().is_some() {
                break;
            }
            arbiter.step(Stamp(0), Input::Move(Attempt::Move(*m)));
        }
        let claims = if arbiter.ruling().is_some() { OpenClaims::default() } else { arbiter.open_claims() };
        happen(&mut arbiter, last);
        (ruling(&arbiter), claims)
    }
}

/// One nanosecond a side: a tick later the flag of the side to move is down.
fn short_clocks() -> Clocks {
    let control = || Control::sudden_death(Span(1), Bonus::None);
    Clocks::new(ByColor { white: control(), black: control() })
}

fn happen(arbiter: &mut Arbiter<Known>, last: Last) {
    let turn = arbiter.record().turn();
    match last {
        Last::Nothing => {}
        Last::Flag => {
            // Nothing left, to the nanosecond, is a fallen flag.
            arbiter.step(Stamp(1), Input::Tick);
        }
        // How many illegal moves came before is not in the record; that this one lost is the event's word.
        Last::Illegal => {
            let scale = &arbiter.conditions().class_rules().illegal_moves;
            let times = scale.loses_at.map_or(1, std::num::NonZeroU8::get);
            for _ in 0..times {
                arbiter.step(Stamp(0), Input::Move(Attempt::Unreadable("not in the record".to_owned())));
            }
        }
        Last::Resigned(by) => {
            arbiter.step(Stamp(0), Input::Resign(by));
        }
        Last::Gone(side) => {
            arbiter.step(Stamp(0), Input::Disconnect(side));
        }
        Last::Claimed(ground, announced) => {
            let intended = announced.map(|m| m.to_uci(arbiter.record().mode()));
            arbiter.step(Stamp(0), Input::Claim(Claim { by: turn, ground, intended }));
        }
        Last::Agreed => {
            arbiter.step(Stamp(0), Input::Offer(turn.other()));
            arbiter.step(Stamp(0), Input::Offer(turn));
            arbiter.step(Stamp(0), Input::Accept(turn));
            arbiter.step(Stamp(0), Input::Accept(turn.other()));
        }
    }
}

fn ruling(arbiter: &Arbiter<Known>) -> Option<Ruling> {
    let ruling = arbiter.ruling()?;
    Some(Ruling {
        result: ruling.result,
        ground: ruling.ground,
        article: ruling.article().map(str::to_owned),
        ply: ruling.ply.0,
        text: ruling.text(),
    })
}

/// Who can mate in one position: asked at most once a side, of an oracle made when first needed.
pub(super) struct Mating<'f, O> {
    position: Chess,
    make: &'f dyn Fn(&Chess) -> O,
    oracle: Option<O>,
    standings: ByColor<Option<Standing>>,
    verdicts: ByColor<Option<Verdict>>,
}

impl<'f, O: MateOracle> Mating<'f, O> {
    pub(super) fn new(position: Chess, make: &'f dyn Fn(&Chess) -> O) -> Self {
        Self {
            position,
            make,
            oracle: None,
            standings: ByColor { white: None, black: None },
            verdicts: ByColor { white: None, black: None },
        }
    }

    /// The cheap answer.
    pub(super) fn standing(&mut self, side: Color) -> Standing {
        if let Some(standing) = self.standings.get(side) {
            return *standing;
        }
        let standing = match on_the_board(&self.position, side) {
            Some(Verdict::Winnable(_)) => Standing::Winnable,
            Some(Verdict::Unwinnable(_)) => Standing::Unwinnable,
            Some(Verdict::Undetermined(_)) => Standing::Undetermined,
            None => self.oracle.get_or_insert_with(|| (self.make)(&self.position)).standing(&self.position, side),
        };
        *self.standings.get_mut(side) = Some(standing);
        standing
    }

    /// The answer that a ruling rests on.
    pub(super) fn verdict(&mut self, side: Color) -> Verdict {
        if let Some(verdict) = self.verdicts.get(side) {
            return verdict.clone();
        }
        let verdict = match on_the_board(&self.position, side) {
            Some(verdict) => verdict,
            None => self.oracle.get_or_insert_with(|| (self.make)(&self.position)).verdict(&self.position, side),
        };
        *self.verdicts.get_mut(side) = Some(verdict.clone());
        verdict
    }

    /// Proven dead: neither side can mate.
    pub(super) fn is_dead(&mut self) -> bool {
        Color::ALL.into_iter().all(|side| self.standing(side) == Standing::Unwinnable)
            && Color::ALL.into_iter().all(|side| matches!(self.verdict(side), Verdict::Unwinnable(_)))
    }

    /// What is known so far; nothing more is asked.
    pub(super) fn known(&self) -> ByColor<Verdict> {
        self.verdicts.as_ref().map(|verdict| verdict.clone().unwrap_or_else(open))
    }
}
