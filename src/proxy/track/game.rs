//! One game as it is followed: the arbiter, the moves in the GUI's spelling, and where roots of commands stand in it.

use super::{Change, History, Oracle, TrackError, oracle};
use crate::game::clock::Clocks;
use crate::game::{Arbiter, Attempt, Conditions, Effect, Input, Record, Ruling, Sameness, Start};
use crate::laws::Ground;
use crate::units::Stamp;
use shakmaty::{CastlingMode, Move, Position, uci::UciMove};

/// One game.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) root_text: String,
    /// At which half-move the root that the GUI names stands.
    pub(super) root: usize,
    pub(super) history: History,
    pub(super) arbiter: Arbiter<Oracle>,
    /// The record past the ruling, where the GUI plays on.
    pub(super) tail: Option<Record>,
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
    pub(super) fn new(
        text: &str,
        start: Start,
        history: History,
        conditions: &Conditions,
        news: &mut Option<Ruling>,
    ) -> Self {
        let key = Sameness::of(&start.position);
        let mut game = Self {
            root_text: text.to_owned(),
            root: 0,
            history,
            arbiter: Self::arbiter(start, conditions),
            tail: None,
            ucis: Vec::new(),
            keys: vec![key],
            confirmed: 0,
            told: None,
        };
        let effects = game.arbiter.step(Stamp(0), Input::Begin);
        game.hear(effects, news);
        game
    }

    fn arbiter(start: Start, conditions: &Conditions) -> Arbiter<Oracle> {
        let oracle = oracle(&start);
        Arbiter::new(conditions.clone(), start, Clocks::unlimited(), oracle)
    }

    pub(super) fn record(&self) -> &Record {
        self.tail.as_ref().unwrap_or_else(|| self.arbiter.record())
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
        known
            .iter()
            .zip(moves)
            .take_while(|(known, given)| known == given)
            .count()
    }

    pub(super) fn continue_from(
        &mut self,
        base: usize,
        moves: &[UciMove],
        news: &mut Option<Ruling>,
        conditions: &Conditions,
    ) -> Result<Change, TrackError> {
        let common = self.common(base, moves);
        let kept = base + common;
        let taken_back = kept < self.confirmed;
        if kept < self.ucis.len() {
            self.truncate(kept, news, conditions);
        }
        let before = self.confirmed;
        self.extend(moves.get(common..).unwrap_or_default(), common, news)?;
        let ply = u32::try_from(self.ucis.len()).unwrap_or(u32::MAX);
        Ok(match (taken_back, self.ucis.len() - before.min(self.ucis.len())) {
            (true, _) => Change::TakenBack(ply),
            (false, 0) => Change::Same,
            (false, more) => Change::Moves(u32::try_from(more).unwrap_or(u32::MAX)),
        })
    }

    pub(super) fn extend(
        &mut self,
        moves: &[UciMove],
        offset: usize,
        news: &mut Option<Ruling>,
    ) -> Result<(), TrackError> {
        for (index, uci) in moves.iter().enumerate() {
            let m = uci.to_move(self.record().position()).map_err(|_| TrackError::Move {
                number: offset + index + 1,
                text: uci.to_string(),
            })?;
            self.push(m, *uci, news);
        }
        self.confirmed = self.ucis.len();
        Ok(())
    }

    pub(super) fn push(&mut self, m: Move, uci: UciMove, news: &mut Option<Ruling>) {
        let finished = self.is_finished();
        match &mut self.tail {
            Some(record) => record.push(m),
            None if finished => {
                let mut record = self.arbiter.record().clone();
                record.push(m);
                self.tail = Some(record);
            }
            None => {
                let effects = self.arbiter.step(Stamp(0), Input::Move(Attempt::Move(m)));
                self.hear(effects, news);
            }
        }
        self.ucis.push(uci);
        self.keys.push(Sameness::of(self.record().position()));
    }

    /// Goes back to `kept` half-moves by replaying them: counts shrink, they are not reset.
    pub(super) fn truncate(&mut self, kept: usize, news: &mut Option<Ruling>, conditions: &Conditions) {
        let start = self.record().start().clone();
        let moves = self.record().moves().to_vec();
        let ucis = std::mem::take(&mut self.ucis);
        self.keys.truncate(1);
        self.tail = None;
        self.arbiter = Self::arbiter(start, conditions);
        let effects = self.arbiter.step(Stamp(0), Input::Begin);
        self.hear(effects, news);
        for (m, uci) in moves.into_iter().zip(ucis).take(kept) {
            self.push(m, uci, news);
        }
        self.confirmed = self.ucis.len();
    }

    fn hear(&mut self, effects: Vec<Effect>, news: &mut Option<Ruling>) {
        for effect in effects {
            match effect {
                Effect::Ruled(ruling) => {
                    let told = (ruling.ground, ruling.ply.0);
                    if self.told != Some(told) {
                        self.told = Some(told);
                        *news = Some(ruling);
                    }
                }
                // Without clocks, claims and offers nothing else can follow a legal move.
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
}
