//! Moves, legal and not. Source: FIDE Laws 2023, 4.3, 7.5 and the same in other editions (own words).

use super::{Arbiter, Cause, Must};
use crate::game::conditions::IllegalMoveRule;
use crate::game::fault::Fault;
use crate::game::mating::MateOracle;
use crate::game::message::{Attempt, Effect, Refusal};
use crate::laws::{IllegalMoves, LostBy, NoMove, NoPromotionPiece, Topic};
use crate::units::{Span, Stamp};
use shakmaty::{CastlingMode, Color, Move, Position, Role, Square, uci::UciMove};

/// What an attempt comes to.
enum Resolved {
    Legal(Move),
    Faulty {
        fault: Fault,
        touched: Option<Square>,
    },
    /// The move that a missing promotion piece is read as.
    Queening {
        fault: Fault,
        queening: Move,
    },
}

impl<O: MateOracle> Arbiter<O> {
    /// The side to move has moved in time.
    pub(super) fn attempt(&mut self, at: Stamp, attempt: Attempt) -> Vec<Effect> {
        match self.resolve(attempt) {
            Resolved::Legal(m) if self.must.is_some_and(|must| !must.allows(m)) => {
                let text = m.to_uci(self.record.mode()).to_string();
                self.fault(at, Fault::NotTheTouchedPiece(text), m.from())
            }
            Resolved::Legal(m) => self.make(at, m),
            Resolved::Faulty { fault, touched } => self.fault(at, fault, touched),
            Resolved::Queening { fault, queening } => {
                // SILENT: with an obligation to play another move the forced queen cannot stand; the fault alone counts.
                let free = self.must.is_none_or(|must| must.allows(queening));
                let stands = free && self.queens() == NoPromotionPiece::QueenAndIllegalMove;
                let touched = if stands { None } else { queening.from() };
                let mut effects = self.fault(at, fault, touched);
                if stands && self.is_playing() {
                    effects.extend(self.make(at, queening));
                }
                effects
            }
        }
    }

    fn queens(&self) -> NoPromotionPiece {
        self.conditions.laws.rules().no_promotion_piece
    }

    fn resolve(&self, attempt: Attempt) -> Resolved {
        let position = self.record.position();
        match attempt {
            Attempt::Move(m) if position.is_legal(m) => Resolved::Legal(m),
            Attempt::Move(m) => {
                let text = m.to_uci(self.record.mode()).to_string();
                Resolved::Faulty { fault: Fault::Illegal(text), touched: m.from() }
            }
            Attempt::Uci(UciMove::Null) | Attempt::Missing => Resolved::Faulty { fault: Fault::NoMove, touched: None },
            Attempt::Unreadable(text) => Resolved::Faulty { fault: Fault::Unreadable(text), touched: None },
            Attempt::Uci(uci) => match uci.to_move(position) {
                Ok(m) => Resolved::Legal(m),
                Err(_) => self.not_legal(uci),
            },
        }
    }

    fn not_legal(&self, uci: UciMove) -> Resolved {
        let position = self.record.position();
        let text = uci.to_string();
        match uci {
            UciMove::Normal { from, to, promotion: None } if position.board().role_at(from) == Some(Role::Pawn) => {
                match (UciMove::Normal { from, to, promotion: Some(Role::Queen) }).to_move(position) {
                    Ok(queening) => Resolved::Queening { fault: Fault::NoPromotionPiece(text), queening },
                    Err(_) => Resolved::Faulty { fault: Fault::Illegal(text), touched: Some(from) },
                }
            }
            UciMove::Normal { from, .. } => Resolved::Faulty { fault: Fault::Illegal(text), touched: Some(from) },
            UciMove::Put { .. } | UciMove::Null => Resolved::Faulty { fault: Fault::Illegal(text), touched: None },
        }
    }

    /// A move of the opening, before the game begins.
    pub(super) fn given(&mut self, m: Move) -> Vec<Effect> {
        let mover = self.record.turn();
        if !self.record.position().is_legal(m) {
            return self.refuse(mover, Refusal::NotAvailable);
        }
        let before = self.record.position().clone();
        self.record.push(m);
        self.oracle.played(&before, m, self.record.position());
        self.clocks.given(mover);
        vec![Effect::Moved { ply: self.record.ply(), m }]
    }

    /// A legal move is made and completed.
    fn make(&mut self, at: Stamp, m: Move) -> Vec<Effect> {
        let before = self.record.position().clone();
        let mover = self.record.turn();
        self.record.push(m);
        self.oracle.played(&before, m, self.record.position());
        self.clocks.press(at);
        self.must = None;
        self.touched = false;
        let mut effects = vec![Effect::Moved { ply: self.record.ply(), m }];
        if self.offers.lapse(mover.other()) {
            effects.push(Effect::OfferLapsed { by: mover.other() });
        }
        effects.extend(self.rule_on_the_position(at));
        effects
    }

    /// A completed illegal move: the position stays, the clock runs on without a credit, the scale of the edition and
    /// time class applies. However much is wrong with a move, it counts once.
    fn fault(&mut self, at: Stamp, fault: Fault, touched: Option<Square>) -> Vec<Effect> {
        let side = self.record.turn();
        self.clocks.keep_running(at);
        let counted = self.illegal_moves.get_mut(side);
        *counted = counted.saturating_add(1);
        let count = *counted;
        let scale = self.illegal_move_scale(side).clone();
        if self.loses_by_law(side) || self.conditions.illegal_moves == IllegalMoveRule::LosesAtOnce {
            return self.lose_unless_hopeless(at, Cause::IllegalMove { side, text: fault.to_string() });
        }
        let touched = touched.filter(|square| self.record.position().us().contains(*square));
        self.touched |= touched.is_some();
        if self.must.is_none() {
            self.must = touched.filter(|square| self.can_move_from(*square)).map(Must::MoveFrom);
        }
        let must_move = match self.must {
            Some(Must::MoveFrom(square)) => Some(square),
            Some(Must::Play(m)) => m.from(),
            None => None,
        };
        let penalty = self.conditions.penalty_scale.apply(scale.opponent_gains);
        let mut citations = self.fault_citations(&fault);
        if must_move.is_some() {
            citations.extend(self.cite(&[Topic::TouchMove]));
        }
        if self.is_castling_960(&fault) {
            citations.extend(self.cite(&[Topic::Chess960]));
        }
        citations.dedup();
        let mut effects = vec![Effect::Faulty { side, fault, count, citations, must_move }];
        if touched.is_some() && self.offer_dies_by_touching() && self.offers.lapse(side.other()) {
            effects.push(Effect::OfferLapsed { by: side.other() });
        }
        if penalty != Span::ZERO {
            self.clocks.adjust(side.other(), penalty);
            effects.push(Effect::Adjusted { side: side.other(), by: penalty, citations: scale.articles });
        }
        effects
    }

    /// Whether a player has made as many illegal moves as lose the game by the Laws.
    pub(super) fn loses_by_law(&self, side: Color) -> bool {
        let count = *self.illegal_moves.get(side);
        self.illegal_move_scale(side).loses_at.is_some_and(|loses_at| count >= loses_at.get())
    }

    /// The scale that holds for a player now: an edition may have one of its own for the quickplay finish.
    pub(super) fn illegal_move_scale(&self, side: Color) -> &IllegalMoves {
        let class = self.conditions.class_rules();
        if self.clocks.in_quickplay_finish(side) { class.in_quickplay_finish() } else { &class.illegal_moves }
    }

    fn offer_dies_by_touching(&self) -> bool {
        match self.conditions.laws.rules().offer_refused_by {
            LostBy::Making => false,
            LostBy::Touching => true,
        }
    }

    /// The scale's articles, the fault's own, and the one by which they apply to the time class.
    fn fault_citations(&self, fault: &Fault) -> Vec<crate::laws::Citation> {
        let class = self.conditions.class_rules();
        let mut citations = self.illegal_move_scale(self.record.turn()).articles.clone();
        match fault.topic() {
            Some(Topic::NoMove) if self.conditions.laws.rules().no_move == NoMove::Silent => {}
            Some(topic) => citations.extend(self.cite(&[topic])),
            None => {}
        }
        citations.extend(class.applied_by.clone());
        citations
    }

    fn can_move_from(&self, square: Square) -> bool {
        self.record.position().legal_moves().iter().any(|m| m.from() == Some(square))
    }

    /// Whether an illegal move was meant as castling under the Chess960 rules: king onto an own rook.
    fn is_castling_960(&self, fault: &Fault) -> bool {
        let Fault::Illegal(text) = fault else { return false };
        let Ok(UciMove::Normal { from, to, .. }) = text.parse() else {
            return false;
        };
        let board = self.record.position().board();
        let own = board.by_color(self.record.turn());
        self.record.mode() == CastlingMode::Chess960
            && (board.kings() & own).contains(from)
            && (board.rooks() & own).contains(to)
    }

    pub(super) fn is_playing(&self) -> bool {
        match self.phase {
            super::Phase::Playing => true,
            super::Phase::Waiting
            | super::Phase::AwaitingSolver(_)
            | super::Phase::AwaitingDirector { .. }
            | super::Phase::Over(_) => false,
        }
    }
}
