//! One game as it is followed: the arbiter, the moves in the GUI's spelling, and where roots of commands stand in it.

use super::oracle::Awake;
use super::{Change, History, Oracle, TrackError};
use crate::game::clock::Clocks;
use crate::game::{Arbiter, Attempt, Conditions, Effect, Input, MateOracle, Record, Ruling, Sameness, Start};
use crate::laws::Ground;
use crate::units::Stamp;
use crate::unwinnable::Standing;
use shakmaty::{CastlingMode, Color, Move, Position, uci::UciMove};

/// One game.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) root_text: String,
    /// At which half-move the root that the GUI names stands.
    pub(super) root: usize,
    pub(super) history: History,
    record: Record,
    conditions: Conditions,
    /// Follows the record when it is asked to; not past its ruling.
    arbiter: Arbiter<Oracle>,
    awake: Awake,
    /// How many half-moves of the record the arbiter has seen.
    ruled: usize,
    begun: bool,
    /// A position past another ruling is proven dead.
    dead_tail: bool,
    pub(super) ucis: Vec<UciMove>,
    pub(super) keys: Vec<Sameness>,
    /// Half-moves that the GUI has confirmed; our own last move is not, yet.
    pub(super) confirmed: usize,
    pub(super) told: Option<(Ground, u32)>,
}

/// Where the root of a command stands in the game that is known.
pub(super) enum Place {
    At(usize),
    After(Move),
    Nowhere,
}

impl Game {
    pub(super) fn new(text: &str, start: Start, history: History, conditions: &Conditions) -> Self {
        let key = Sameness::of(&start.position);
        let awake = Awake::default();
        Self {
            root_text: text.to_owned(),
            root: 0,
            history,
            record: Record::new(start.clone()),
            conditions: conditions.clone(),
            arbiter: Self::arbiter(start, conditions, &awake),
            awake,
            ruled: 0,
            begun: false,
            dead_tail: false,
            ucis: Vec::new(),
            keys: vec![key],
            confirmed: 0,
            told: None,
        }
    }

    fn arbiter(start: Start, conditions: &Conditions, awake: &Awake) -> Arbiter<Oracle> {
        let oracle = Oracle::new(&start, awake.clone());
        Arbiter::new(conditions.clone(), start, Clocks::unlimited(), oracle)
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn ruling(&self) -> Option<&Ruling> {
        self.arbiter.ruling()
    }

    /// Lets the arbiter follow. Where many moves are new only the last position is asked about.
    pub(super) fn rule(&mut self) -> Option<Ruling> {
        const FEW: usize = 4;
        let mut news = None;
        let moves = self.record.moves();
        let all = moves.len();
        if !std::mem::replace(&mut self.begun, true) {
            self.awake.set(all < FEW);
            let effects = self.arbiter.step(Stamp(0), Input::Begin);
            hear(effects, &mut news);
        }
        while let Some(m) = moves.get(self.ruled).filter(|_| self.arbiter.ruling().is_none()) {
            self.awake.set(all - self.ruled <= FEW.min(2) || all < FEW);
            let effects = self.arbiter.step(Stamp(0), Input::Move(Attempt::Move(*m)));
            hear(effects, &mut news);
            self.ruled += 1;
        }
        if self.ruled < all && !self.is_dead() {
            // Past another ruling the arbiter no longer looks.
            let mut oracle = Oracle::once(self.record.start());
            let position = self.record.position();
            self.dead_tail = Color::ALL.into_iter().all(|side| oracle.standing(position, side) == Standing::Unwinnable);
        }
        let told = news.as_ref().map(|ruling| (ruling.ground, ruling.ply.0));
        if told.is_none() || told == self.told {
            return None;
        }
        self.told = told;
        news
    }

    pub(super) fn is_dead(&self) -> bool {
        self.dead_tail || self.ruling().is_some_and(|ruling| ruling.ground == Ground::DeadPosition)
    }

    pub(super) fn mode(&self) -> CastlingMode {
        self.record().mode()
    }

    pub(super) fn is_finished(&self) -> bool {
        self.arbiter.ruling().is_some()
    }

    pub(super) fn rename(&mut self, text: &str, root: usize) {
        self.root_text.clear();
        self.root_text.push_str(text);
        self.root = root;
    }

    /// The same root with at most one move where many had been made is another game, not a long take-back.
    pub(super) fn restarted_by(&self, moves: &[UciMove]) -> bool {
        self.root == 0 && moves.len() <= 1 && self.ucis.len() >= 6
    }

    /// Where a root fits best: at the head, one legal move after it, or at an earlier place from which the moves of
    /// the list go the furthest along the game.
    pub(super) fn place(&self, key: &Sameness, moves: &[UciMove]) -> Place {
        let len = self.ucis.len();
        let mut best = None;
        for (base, _) in self.keys.iter().enumerate().filter(|(_, known)| *known == key) {
            let common = self.common(base, moves);
            let complete = base + common == len;
            if best.is_none_or(|(so_far, _)| (complete, common, base) >= so_far) {
                best = Some(((complete, common, base), base));
            }
        }
        match best {
            Some(((true, ..), base)) => Place::At(base),
            other => match self.successor(key) {
                Some(m) => Place::After(m),
                None => other.map_or(Place::Nowhere, |(_, base)| Place::At(base)),
            },
        }
    }

    fn successor(&self, key: &Sameness) -> Option<Move> {
        let position = self.record().position();
        position.legal_moves().into_iter().find(|m| {
            let mut after = position.clone();
            after.play_unchecked(*m);
            Sameness::of(&after) == *key
        })
    }

    /// How many moves of the list are the game's own from `base` on.
    fn common(&self, base: usize, moves: &[UciMove]) -> usize {
        let known = self.ucis.get(base..).unwrap_or_default();
        known.iter().zip(moves).take_while(|(known, given)| known == given).count()
    }

    pub(super) fn continue_from(&mut self, base: usize, moves: &[UciMove]) -> Result<Change, TrackError> {
        let common = self.common(base, moves);
        let kept = base + common;
        let taken_back = kept < self.confirmed;
        if kept < self.ucis.len() {
            self.truncate(kept);
        }
        let before = self.confirmed;
        self.extend(moves.get(common..).unwrap_or_default(), common)?;
        let ply = u32::try_from(self.ucis.len()).unwrap_or(u32::MAX);
        Ok(match (taken_back, self.ucis.len() - before.min(self.ucis.len())) {
            (true, _) => Change::TakenBack(ply),
            (false, 0) => Change::Same,
            (false, more) => Change::Moves(u32::try_from(more).unwrap_or(u32::MAX)),
        })
    }

    pub(super) fn extend(&mut self, moves: &[UciMove], offset: usize) -> Result<(), TrackError> {
        for (index, uci) in moves.iter().enumerate() {
            let m = uci
                .to_move(self.record().position())
                .map_err(|_| TrackError::Move { number: offset + index + 1, text: uci.to_string() })?;
            self.push(m, *uci);
        }
        self.confirmed = self.ucis.len();
        Ok(())
    }

    pub(super) fn push(&mut self, m: Move, uci: UciMove) {
        self.record.push(m);
        self.ucis.push(uci);
        self.keys.push(Sameness::of(self.record.position()));
    }

    /// Goes back to `kept` half-moves by replaying them: counts shrink, they are not reset.
    pub(super) fn truncate(&mut self, kept: usize) {
        let start = self.record.start().clone();
        let moves = self.record.moves().to_vec();
        let ucis = std::mem::take(&mut self.ucis);
        self.keys.truncate(1);
        if kept < self.ruled || self.ruling().is_some() {
            self.arbiter = Self::arbiter(start.clone(), &self.conditions, &self.awake);
            (self.ruled, self.begun, self.dead_tail) = (0, false, false);
        }
        self.record = Record::new(start);
        for (m, uci) in moves.into_iter().zip(ucis).take(kept) {
            self.push(m, uci);
        }
        self.confirmed = self.ucis.len();
    }
}

/// Without clocks, claims and offers nothing but a ruling can follow a legal move.
fn hear(effects: Vec<Effect>, news: &mut Option<Ruling>) {
    for effect in effects {
        match effect {
            Effect::Ruled(ruling) => *news = Some(ruling),
            Effect::Moved { .. }
            | Effect::Faulty { .. }
            | Effect::Adjusted { .. }
            | Effect::ClaimExamined { .. }
            | Effect::Offered { .. }
            | Effect::OfferLapsed { .. }
            | Effect::Refused { .. }
            | Effect::AskSolver(_)
            | Effect::AskDirector { .. }
            | Effect::PlayGoesOn { .. }
            | Effect::Gone { .. } => {}
        }
    }
}
