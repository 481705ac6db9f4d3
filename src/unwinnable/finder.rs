//! Finds lines: a depth-first search in which moves that serve a plan are free, restarted over the four corners.
//!
//! Decides: a line to a mate, or nothing. Refuses to know: impossibility. It skips, prunes and forgets, so its silence
//! means nothing and no proof rests on it. Called by the solver; every line is replayed before it leaves the module.

use super::board::{Board, Step};
use super::budget::Meter;
use super::checks::Checks;
use super::key::hash;
use super::material;
use super::plan::{Need, Plan};

/// Longest line the finder looks at, in plies.
const LONGEST: usize = 400;

/// Positions seen in this restart with the depth that was left. Wrong answers here only lose lines.
#[derive(Debug, Default)]
struct Seen {
    slots: Vec<(u64, u32, i32)>,
    round: u32,
    mask: usize,
}

impl Seen {
    fn restart(&mut self, nodes: u64) {
        let wanted = (nodes.clamp(128, 1 << 22) * 2).next_power_of_two() as usize;
        if self.slots.len() < wanted {
            self.slots = vec![(0, 0, 0); wanted];
            self.round = 0;
        }
        self.mask = wanted - 1;
        self.round += 1;
    }

    /// True if the position was seen with at least this depth left; remembers it otherwise.
    fn visit(&mut self, hash: u64, depth: i32) -> bool {
        let mask = self.mask;
        let mut at = hash as usize & mask;
        for _ in 0..8 {
            let slot = &mut self.slots[at];
            if slot.1 != self.round {
                *slot = (hash, self.round, depth);
                return false;
            }
            if slot.0 == hash {
                let known = slot.2 >= depth;
                slot.2 = slot.2.max(depth);
                return known;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, self.round, depth);
        false
    }
}

/// The finder's tables, kept from question to question to save their allocation.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    seen: Seen,
    /// Stack of move lists: score, price and whether the move serves the plan, move.
    moves: Vec<(i32, (i32, bool), Step)>,
    line: Vec<Step>,
    nodes: u64,
    limit: u64,
    stopped: bool,
}

impl Finder {
    /// One restart. A line from `root` to a mate by `plan.winner`, if one turned up.
    pub(crate) fn find(&mut self, root: &Board, plan: &Plan, nodes: u64, meter: &mut Meter) -> Option<Vec<Step>> {
        self.nodes = 0;
        self.limit = nodes;
        self.stopped = false;
        self.seen.restart(nodes);
        for depth in 2.. {
            self.line.clear();
            self.moves.clear();
            let before = self.nodes;
            self.seen.restart(nodes);
            if self.search(root, plan, depth, false, meter) {
                return Some(self.line.clone());
            }
            if self.stopped || self.nodes == before || depth > 200 {
                return None;
            }
        }
        None
    }

    fn search(&mut self, board: &Board, plan: &Plan, depth: i32, free: bool, meter: &mut Meter) -> bool {
        self.nodes += 1;
        if self.nodes > self.limit || !meter.spend() {
            self.stopped = true;
            return false;
        }
        if self.seen.visit(hash(board.key()), depth * 2 + i32::from(free)) || self.line.len() >= LONGEST {
            return false;
        }
        let need = plan.need(board);
        if need == Need::LoserMan && material::lost(board, plan.winner) {
            return false;
        }
        let start = self.moves.len();
        let checks = (board.turn == plan.winner).then(|| Checks::new(board));
        board.each_step(&mut |step| {
            let merit = plan.merit(board, need, step);
            let price = if merit.price == 1 && free { 0 } else { merit.price };
            let check = checks.as_ref().is_some_and(|checks| checks.may_give(step));
            if check || price <= depth {
                self.moves.push((merit.score + if check { 1000 } else { 0 }, (price, merit.price == 0), step));
            }
            false
        });
        let end = self.moves.len();
        if checks.is_some() {
            for at in start..end {
                let (score, _, step) = self.moves[at];
                if score >= 500 {
                    self.moves[at].0 -= 1000;
                    if board.after(step).is_checkmate() {
                        self.line.push(step);
                        return true;
                    }
                }
            }
        }
        for at in start..end {
            let rest = &mut self.moves[at..end];
            let best = (1..rest.len()).fold(0, |best, at| if rest[at].0 > rest[best].0 { at } else { best });
            rest.swap(0, best);
            let (_, (price, serves), step) = rest[0];
            if price > depth {
                continue;
            }
            self.line.push(step);
            if self.search(&board.after(step), plan, depth - price, serves, meter) {
                return true;
            }
            self.line.pop();
            if self.stopped {
                break;
            }
        }
        self.moves.truncate(start);
        false
    }
}
