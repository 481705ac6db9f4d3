//! Visits every reachable position once, with exact keys.
//!
//! Decides: a line to a mate, or that the closed set of [`super::Proof`] holds none, or that the set did not fit.
//! Refuses to know: what is likely; the plan only orders the visits.
//!
//! Sound: a position enters the set at most once, by its exact 256-bit key. When the stack runs empty every position of
//! the set was either a leaf or had all its legal moves made, each of whose positions is in the set, and each position
//! after a checking move of the winner was tested for mate when it entered (no other move can mate; the root is tested
//! by the caller). So no series of legal moves from the root ends in a mate by the winner before a leaf, and none does
//! after a leaf: without legal moves nothing follows, lost material admits no mate, and of claims see [`super::claims`].

use shakmaty::Color;

use super::board::{Board, Key, Step};
use super::budget::Meter;
use super::checks::Checks;
use super::claims::Claims;
use super::key::{digest, hash};
use super::material;
use super::plan::{Need, Plan};

/// What became of a closure.
#[derive(Debug)]
pub(crate) enum Closed {
    /// A line from the root to a mate.
    Mate(Vec<Step>),
    /// The whole set: its size and digest (which mean little if claims made leaves).
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

/// A side with more moves than this is not cramped.
const CRAMPED: u32 = 10;

/// How much a cramped set may hold.
const CRAMPED_CAPS: Caps = Caps { states: 64, edges: 48 };

/// In which order positions are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Nearest first: the line found is the shortest.
    Breadth,
    /// Best last-found first: finds lines in sets that will not fit.
    Depth,
}

/// The visited set and its tables, kept from question to question to save their allocation.
#[derive(Debug, Default)]
pub(crate) struct Closure {
    keys: Vec<Key>,
    /// Index of the position each one was first reached from.
    parents: Vec<u32>,
    /// Open addressing: hash tag in the low half, index + 1 in the high half; 0 is free.
    slots: Vec<u64>,
    /// Positions to visit; in breadth order the keys themselves are the queue.
    stack: Vec<u32>,
    moves: Vec<(i32, Step)>,
}

impl Closure {
    /// Closes the set of `root`, which is not a leaf, in breadth order.
    pub(crate) fn close(&mut self, root: &Board, plan: &Plan, caps: Caps, meter: &mut Meter) -> Closed {
        self.run(root, plan, caps, Order::Breadth, None, meter)
    }

    /// Closes the set of `root` if its side to move has few moves and so do the positions after them: a look at a board
    /// with room to move ends after one or two positions, because depth comes first.
    pub(crate) fn close_cramped(&mut self, root: &Board, plan: &Plan, meter: &mut Meter) -> Closed {
        let mut moves = 0;
        let roomy = root.each_step(&mut |_| {
            moves += 1;
            moves > CRAMPED
        });
        if roomy {
            return Closed::Open;
        }
        match self.run(root, plan, CRAMPED_CAPS, Order::Depth, None, meter) {
            Closed::Mate(line) => Closed::Mate(self.shorter(root, plan.winner, line)),
            closed => closed,
        }
    }

    /// Closes the set of `root` in depth order, with claims as leaves; a line is shortened within what was visited.
    pub(crate) fn close_deep(
        &mut self,
        root: &Board,
        plan: &Plan,
        caps: Caps,
        claims: &mut Claims,
        meter: &mut Meter,
    ) -> Closed {
        match self.run(root, plan, caps, Order::Depth, Some(claims), meter) {
            Closed::Mate(line) => Closed::Mate(self.shorter(root, plan.winner, line)),
            closed => closed,
        }
    }

    fn run(
        &mut self,
        root: &Board,
        plan: &Plan,
        caps: Caps,
        order: Order,
        mut claims: Option<&mut Claims>,
        meter: &mut Meter,
    ) -> Closed {
        self.keys.clear();
        self.parents.clear();
        self.stack.clear();
        self.slots.clear();
        self.slots.resize(256, 0);
        self.insert(root.key(), 0);
        self.stack.push(0);
        let mut edges = 0;
        let mut next = 0;
        loop {
            let at = match order {
                Order::Depth => self.stack.pop(),
                Order::Breadth => self.stack.get(next).copied(),
            };
            next += 1;
            let Some(at) = at else { break };
            let board = Board::from_key(self.keys[at as usize]);
            let mut moves = std::mem::take(&mut self.moves);
            moves.clear();
            let need = plan.need(&board);
            board.each_step(&mut |step| {
                moves.push((score(plan, &board, need, step), step));
                false
            });
            edges += moves.len() as u64;
            if self.keys.len() > caps.states || edges > caps.edges {
                self.moves = moves;
                return Closed::Open;
            }
            if order == Order::Depth {
                moves.sort_unstable_by_key(|&(score, _)| score);
            }
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
                if material::lost(&child, plan.winner) {
                    continue;
                }
                if let Some(claims) = claims.as_deref_mut()
                    && board.is_irreversible(step)
                    && claims.cover(&child, plan.winner)
                {
                    continue;
                }
                self.stack.push(index);
            }
            self.moves = moves;
            if let Some(out) = out {
                return out;
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

    fn find(&self, key: Key) -> Option<u32> {
        let hash = hash(key);
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if slot & 0xffff_ffff == hash & 0xffff_ffff && self.keys[(slot >> 32) as usize - 1] == key {
                return Some((slot >> 32) as u32 - 1);
            }
            at = (at + 1) & mask;
        }
    }

    /// The shortest line to a mate through visited positions only.
    fn shorter(&mut self, root: &Board, winner: Color, line: Vec<Step>) -> Vec<Step> {
        const UNSEEN: u32 = u32::MAX;
        self.parents.fill(UNSEEN);
        self.parents[0] = 0;
        self.stack.clear();
        self.stack.push(0);
        let mut next = 0;
        debug_assert_eq!(Board::from_key(self.keys[0]), *root);
        while let Some(&at) = self.stack.get(next) {
            next += 1;
            let board = Board::from_key(self.keys[at as usize]);
            let checks = (board.turn == winner).then(|| Checks::new(&board));
            let mut mate = None;
            board.each_step(&mut |step| {
                let child = board.after(step);
                let Some(index) = self.find(child.key()) else { return false };
                if self.parents[index as usize] != UNSEEN {
                    return false;
                }
                self.parents[index as usize] = at;
                self.stack.push(index);
                let mates = checks.as_ref().is_some_and(|checks| checks.may_give(step)) && child.is_checkmate();
                if mates {
                    mate = Some(index);
                }
                mates
            });
            if let Some(mate) = mate {
                return self.line(mate);
            }
        }
        line
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
