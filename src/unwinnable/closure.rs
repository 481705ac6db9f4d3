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

use std::collections::HashMap;

use shakmaty::Color;

use super::board::{Board, Key, Step};
use super::budget::Meter;
use super::checks::Checks;
use super::claims::Claims;
use super::key::{digest, hash};
use super::material;
use super::plan::{Need, Plan};

/// A line of more plies than this is worth some work to shorten it.
const LONG: usize = 60;

/// Moves made to find the shortest line among visited positions.
const SHORTENING: usize = 1_000_000;

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
    /// The same, up to so many plies.
    Levels(usize),
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
    /// In breadth order: no position at most this far from the root has been found to be mate.
    level: usize,
    /// The positions after the moves at hand.
    after: Vec<(Board, Key, u64)>,
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
            Closed::Mate(line) => Closed::Mate(self.shorter(root, plan.winner, line, meter)),
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
            Closed::Mate(line) => {
                let line = straight(root, line, meter);
                let long = line.len() > LONG;
                Closed::Mate(if long { self.shorter(root, plan.winner, line, meter) } else { line })
            }
            closed => closed,
        }
    }

    /// The shortest line if it has at most `plies` plies, and the number of plies that no line mates in.
    ///
    /// Nearest first, so that all positions at one distance come before the next. In the last ply only mates are looked
    /// for and nothing is kept.
    pub(crate) fn close_within(
        &mut self,
        root: &Board,
        plan: &Plan,
        plies: usize,
        caps: Caps,
        meter: &mut Meter,
    ) -> (Closed, usize) {
        // The winner makes the last move.
        let last = plies - usize::from((root.turn == plan.winner) == plies.is_multiple_of(2)).min(plies);
        if last == 0 {
            return (Closed::Open, plies);
        }
        let closed = self.run(root, plan, caps, Order::Levels(last), None, meter);
        (closed, if self.level == last { plies } else { self.level })
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
        self.level = 0;
        let mut level_end = 1;
        self.keys.clear();
        self.parents.clear();
        self.stack.clear();
        self.slots.clear();
        self.slots.resize(256, 0);
        self.insert(root.key(), hash(root.key()), 0);
        self.stack.push(0);
        let mut edges = 0;
        let mut next = 0;
        loop {
            let at = match order {
                Order::Depth => self.stack.pop(),
                Order::Breadth | Order::Levels(_) => self.stack.get(next).copied(),
            };
            if next == level_end && order != Order::Depth {
                self.level += 1;
                level_end = self.stack.len();
                if order == Order::Levels(self.level) {
                    return Closed::Open;
                }
            }
            let last = matches!(order, Order::Levels(plies) if self.level + 1 == plies);
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
            self.after.clear();
            self.after.extend(moves.iter().map(|&(_, step)| {
                let child = board.after(step);
                let key = child.key();
                (child, key, hash(key))
            }));
            self.touch();
            for (nth, &(_, step)) in moves.iter().enumerate() {
                if !meter.spend() {
                    out = Some(Closed::Open);
                    break;
                }
                let (child, key, hash) = self.after[nth];
                if last && !(checks.as_ref().is_some_and(|checks| checks.may_give(step)) && child.is_checkmate()) {
                    continue;
                }
                let Some(index) = self.insert(key, hash, at) else { continue };
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

    /// Reads the slots and the keys that the positions at hand will be compared with, all at once: one after the other,
    /// the memory would be waited for each time.
    fn touch(&self) {
        let mask = self.slots.len() - 1;
        let first = |hash: u64| self.slots[(hash >> 32) as usize & mask];
        let tags = self.after.iter().fold(0, |all, &(_, _, hash)| all ^ first(hash));
        std::hint::black_box(tags);
    }

    /// The index of a key that was not yet in the set.
    fn insert(&mut self, key: Key, hash: u64, parent: u32) -> Option<u32> {
        if (self.keys.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
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

    /// The shortest line to a mate through visited positions only, if it is found within [`SHORTENING`] moves.
    fn shorter(&mut self, root: &Board, winner: Color, line: Vec<Step>, meter: &Meter) -> Vec<Step> {
        const UNSEEN: u32 = u32::MAX;
        self.parents.fill(UNSEEN);
        self.parents[0] = 0;
        self.stack.clear();
        self.stack.push(0);
        let mut next = 0;
        let mut made = 0;
        debug_assert_eq!(Board::from_key(self.keys[0]), *root);
        while let Some(&at) = self.stack.get(next) {
            next += 1;
            let board = Board::from_key(self.keys[at as usize]);
            let checks = (board.turn == winner).then(|| Checks::new(&board));
            let mut mate = None;
            if made > SHORTENING || next % 256 == 0 && meter.cancelled() {
                return line;
            }
            board.each_step(&mut |step| {
                made += 1;
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

/// The line without its detours: from each position on to the last one of the line that one move leads to.
fn straight(root: &Board, line: Vec<Step>, meter: &Meter) -> Vec<Step> {
    let mut boards = vec![*root];
    for &step in &line {
        boards.push(boards[boards.len() - 1].after(step));
    }
    let places: HashMap<Key, usize> = boards.iter().enumerate().map(|(at, board)| (board.key(), at)).collect();
    let mut short = Vec::new();
    let mut at = 0;
    while at < line.len() {
        if meter.cancelled() {
            return line;
        }
        let (mut best, mut by) = (at + 1, line[at]);
        boards[at].each_step(&mut |step| {
            let place = places.get(&boards[at].after(step).key()).copied();
            if let Some(place) = place.filter(|&place| place > best) {
                (best, by) = (place, step);
            }
            false
        });
        short.push(by);
        at = best;
    }
    short
}

/// The last pushed is visited first, so good moves sort last.
fn score(plan: &Plan, board: &Board, need: Need, step: Step) -> i32 {
    plan.merit(board, need, step).score
}
