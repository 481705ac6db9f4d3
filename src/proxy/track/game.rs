//! One game as it is followed: the arbiter, the moves in the GUI's spelling, and where roots of commands stand in it.

use super::judge::{Done, Generation, Judge, Question, Task};
use super::{Change, History, TrackError};
use crate::game::{Conditions, Record, Ruling, Sameness, Start};
use crate::laws::Ground;
use shakmaty::{CastlingMode, Move, Position, uci::UciMove};

/// One game.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) root_text: String,
    /// At which half-move the root that the GUI names stands.
    pub(super) root: usize,
    pub(super) history: History,
    record: Record,
    conditions: Conditions,
    /// Not here while it is at a task.
    judge: Option<Judge>,
    /// Grows whenever the judge begins anew: a task from before is of no use.
    generation: Generation,
    /// Up to which half-move a task has been given out.
    asked: Option<usize>,
    /// As far as the judge has told.
    ruling: Option<Ruling>,
    dead: bool,
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
        generation: Generation,
    ) -> Self {
        let key = Sameness::of(&start.position);
        Self {
            root_text: text.to_owned(),
            root: 0,
            history,
            record: Record::new(start.clone()),
            conditions: conditions.clone(),
            judge: Some(Judge::new(start, conditions)),
            generation,
            asked: None,
            ruling: None,
            dead: false,
            ucis: Vec::new(),
            keys: vec![key],
            confirmed: 0,
            told: None,
        }
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn ruling(&self) -> Option<&Ruling> {
        self.ruling.as_ref()
    }

    /// What the judge has to do; `None` if there is nothing, or while he is at it.
    pub(super) fn task(&mut self, question: Question) -> Option<Task> {
        let ply = self.record.moves().len();
        if self.asked == Some(ply) && question == Question::Over {
            return None;
        }
        let judge = self.judge.take()?;
        self.asked = Some(ply);
        let here = Start {
            position: self.record.position().clone(),
            mode: self.record.mode(),
            presumed: self.record.quiet_presumed(),
        };
        Some(Task {
            generation: self.generation,
            moves: self.record.moves().get(judge.ruled..).unwrap_or_default().to_vec(),
            judge,
            here,
            ply,
            conditions: self.conditions.clone(),
            question,
        })
    }

    pub(super) fn is_at_work(&self) -> bool {
        self.judge.is_none()
    }

    /// Takes the judge back. What he found is given on if it is new, his answer if it is about the position on the
    /// board.
    pub(super) fn done(&mut self, done: Done) -> Option<super::Found> {
        if done.generation != self.generation {
            return None;
        }
        self.ruling = done.judge.ruling().cloned();
        self.dead = done.dead;
        self.judge = Some(done.judge);
        let told = done.news.as_ref().map(|ruling| (ruling.ground, ruling.ply.0));
        let news = done.news.filter(|_| told != self.told);
        if news.is_some() {
            self.told = told;
        }
        let current = done.ply == self.record.moves().len();
        let answer = done.answer.filter(|_| current).map(|ruling| (done.question, ruling));
        Some(super::Found { news, answer })
    }

    pub(super) fn is_dead(&self) -> bool {
        self.dead
    }

    pub(super) fn mode(&self) -> CastlingMode {
        self.record().mode()
    }

    pub(super) fn is_finished(&self) -> bool {
        self.ruling.is_some()
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
        let untouched = self.judge.as_ref().is_some_and(|judge| judge.ruled <= kept && judge.ruling().is_none());
        if !untouched {
            self.judge = Some(Judge::new(start.clone(), &self.conditions));
            self.generation.restarts += 1;
            (self.ruling, self.dead) = (None, false);
        }
        self.asked = None;
        self.record = Record::new(start);
        for (m, uci) in moves.into_iter().zip(ucis).take(kept) {
            self.push(m, uci);
        }
        self.confirmed = self.ucis.len();
    }
}
