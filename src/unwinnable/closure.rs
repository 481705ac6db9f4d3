//! Visits every reachable position once, with exact keys.
//!
//! Decides: a line to a mate, or that the closed set of [`super::Proof`] holds none, or that the set did not fit.
//! Refuses to know: what is likely; the plan only orders the visits.
//!
//! Sound: a position enters the set at most once, by its exact 256-bit key. When the stack runs empty every position of
//! the set was either a leaf or had all its legal moves made, each of whose positions is in the set, and each position
//! after a checking move of the winner was tested for mate when it entered (no other move can mate; the root is tested
//! by the caller). So no series of legal moves from the root ends in a mate by the winner before a leaf, and none does
//! after a leaf: without legal moves nothing follows, and lost material admits no mate.

use shakmaty::Color;

use super::board::{Board, Key, Step};
use super::budget::Meter;
use super::checks::Checks;
use super::key::{digest, hash};
use super::material;
use super::plan::{Need, Plan};

/// What became of a closure.
#[derive(Debug)]
pub(crate) enum Closed {
    /// A line from the root to a mate.
    Mate(Vec<Step>),
    /// The whole set: its size and digest.
    Complete { states: u64, digest: u128 },
    /// The set did not fit, or the budget ran out.
    Open,
}

/// Caps of one closure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caps {
    /// Positions kept.
    pub(crate) states: usize,
    /// Moves made.
    pub(crate) edges: u64,
}

/// The visited set and its tables, kept from question to question to save their allocation.
#[derive(Debug, Default)]
pub(crate) struct Closure {
    keys: Vec<Key>,
    /// Index of the position each one was first reached from.
    parents: Vec<u32>,
    /// Open addressing: hash tag in the low half, index + 1 in the high half; 0 is free.
    slots: Vec<u64>,
    stack: Vec<u32>,
    moves: Vec<(i32, Step)>,
}

impl Closure {
    /// Closes the set of `root`, which is not a leaf. `plan` orders the visits.
    pub(crate) fn close(&mut self, root: &Board, plan: &Plan, caps: Caps, meter: &mut Meter) -> Closed {
        self.keys.clear();
        self.parents.clear();
        self.stack.clear();
        let small = 256;
        if self.slots.len() > small * 64 || self.slots.is_empty() {
            self.slots = vec![0; small];
        } else {
            self.slots.fill(0);
        }
        self.insert(root.key(), 0);
        self.stack.push(0);
        let mut edges = 0;
        while let Some(at) = self.stack.pop() {
            let board = Board::from_key(self.keys[at as usize]);
            let mut moves = std::mem::take(&mut self.moves);
            moves.clear();
            let need = plan.need(&board);
            board.each_step(&mut |step| {
                moves.push((score(plan, &board, need, step), step));
                false
            });
            if moves.len() > 1 {
                moves.sort_unstable_by_key(|&(score, _)| score);
            }
            edges += moves.len() as u64;
            let checks = (board.turn == plan.winner).then(|| Checks::new(&board));
            let mut out = None;
            for &(_, step) in &moves {
                if !meter.spend() {
                    out = Some(Closed::Open);
                    break;
                }
                let child = board.after(step);
                let Some(index) = self.insert(child.key(), at) else { continue };
                if checks.as_ref().is_some_and(|checks| checks.may_give(step)) && child.is_checkmate() {
                    out = Some(Closed::Mate(self.line(index)));
                    break;
                }
                if !material::lost(&child, plan.winner) {
                    self.stack.push(index);
                }
            }
            self.moves = moves;
            if let Some(out) = out {
                return out;
            }
            if self.keys.len() > caps.states || edges > caps.edges {
                return Closed::Open;
            }
        }
        let digest = self.keys.iter().fold(0u128, |sum, &key| sum.wrapping_add(digest(key)));
        Closed::Complete { states: self.keys.len() as u64, digest }
    }

    /// The index of a key that was not yet in the set.
    fn insert(&mut self, key: Key, parent: u32) -> Option<u32> {
        if (self.keys.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let hash = hash(key);
        let tag = hash & 0xffff_ffff;
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            if slot & 0xffff_ffff == tag && self.keys[(slot >> 32) as usize - 1] == key {
                return None;
            }
            at = (at + 1) & mask;
        }
        let index = self.keys.len() as u32;
        self.keys.push(key);
        self.parents.push(parent);
        self.slots[at] = (u64::from(index) + 1) << 32 | tag;
        Some(index)
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        for (index, &key) in self.keys.iter().enumerate() {
            let hash = hash(key);
            let mut at = (hash >> 32) as usize & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = (index as u64 + 1) << 32 | hash & 0xffff_ffff;
        }
    }

    /// The moves by which a position was first reached.
    fn line(&self, mut at: u32) -> Vec<Step> {
        let mut line = Vec::new();
        while at != 0 {
            let parent = self.parents[at as usize];
            let board = Board::from_key(self.keys[parent as usize]);
            board.each_step(&mut |step| {
                let found = board.after(step).key() == self.keys[at as usize];
                if found {
                    line.push(step);
                }
                found
            });
            at = parent;
        }
        line.reverse();
        line
    }
}

/// The last pushed is visited first, so good moves sort last.
fn score(plan: &Plan, board: &Board, need: Need, step: Step) -> i32 {
    plan.merit(board, need, step).score
}

/// The winner gives mate here.
pub(crate) fn mated(board: &Board, winner: Color) -> bool {
    board.turn != winner && board.is_checkmate()
}
