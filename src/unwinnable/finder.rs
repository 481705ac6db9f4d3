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
use super::steps::Steps;

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
    /// Stack of move lists.
    moves: Vec<Ranked>,
    line: Vec<Step>,
    nodes: u64,
    limit: u64,
    stopped: bool,
}

impl Finder {
    /// One restart. A line from `root` to a mate by `plan.winner`, if one turned up.
    ///
    /// Moves that serve the plan are free, the others cost depth; each round starts again with more of it, from `shallow`.
    pub(crate) fn find(
        &mut self,
        root: &Board,
        plan: &Plan,
        shallow: i32,
        nodes: u64,
        meter: &mut Meter,
    ) -> Option<Vec<Step>> {
        self.nodes = 0;
        self.limit = nodes;
        self.stopped = false;
        self.seen.restart(nodes);
        for depth in shallow.. {
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
        // A dive hardly ever turns back: one pass for a mate and the best move, the others only when they are needed.
        let best = match Self::look(board, plan, need, depth, free) {
            Look::Mate(step) => {
                self.line.push(step);
                return true;
            }
            Look::Best(best) => best,
            Look::Nothing => return false,
        };
        if self.descend(board, plan, depth, best, meter) {
            return true;
        }
        if self.stopped {
            return false;
        }
        let start = self.moves.len();
        board.each_step(&mut |step| {
            let merit = plan.merit(board, need, step);
            let price = if merit.price == 1 && free { 0 } else { merit.price };
            if price <= depth && step != best.2 {
                self.moves.push((merit.score, (price, merit.price == 0), step));
            }
            false
        });
        let end = self.moves.len();
        for at in start..end {
            let rest = &mut self.moves[at..end];
            let best = (1..rest.len()).fold(0, |best, at| if rest[at].0 > rest[best].0 { at } else { best });
            rest.swap(0, best);
            let next = rest[0];
            if self.descend(board, plan, depth, next, meter) {
                return true;
            }
            if self.stopped {
                break;
            }
        }
        self.moves.truncate(start);
        false
    }

    fn descend(&mut self, board: &Board, plan: &Plan, depth: i32, next: Ranked, meter: &mut Meter) -> bool {
        let (_, (price, serves), step) = next;
        self.line.push(step);
        let found = self.search(&board.after(step), plan, depth - price, serves, meter);
        if !found {
            self.line.pop();
        }
        found
    }

    /// A mate in one, which then ends the line, or the best move that the depth allows.
    fn look(board: &Board, plan: &Plan, need: Need, depth: i32, free: bool) -> Look {
        let checks = (board.turn == plan.winner).then(|| Checks::new(board));
        let top = plan.top(board, need);
        let mut best: Option<Ranked> = None;
        let mut mate = None;
        board.each_steps(&mut |steps| {
            if let Some(checks) = &checks {
                let to = steps.to & checks.squares(steps.from, steps.role, steps.kind);
                let mates = |step| {
                    let mates = !checks.leaves_flight(board, step) && board.after(step).is_checkmate();
                    if mates {
                        mate = Some(step);
                    }
                    mates
                };
                if to.any() && (Steps { to, ..steps }).each(&mut { mates }) {
                    return true;
                }
            }
            let telling = Steps { to: plan.telling(board, need, steps, best.map_or(i32::MIN, |best| best.0)), ..steps };
            telling.each(&mut |step| {
                let merit = plan.merit(board, need, step);
                let price = if merit.price == 1 && free { 0 } else { merit.price };
                if price <= depth && best.is_none_or(|best| merit.score > best.0) {
                    best = Some((merit.score, (price, merit.price == 0), step));
                }
                merit.score >= top
            })
        });
        match (mate, best) {
            (Some(step), _) => Look::Mate(step),
            (None, Some(best)) => Look::Best(best),
            (None, None) => Look::Nothing,
        }
    }
}

/// Score, price and whether it serves the plan, move.
type Ranked = (i32, (i32, bool), Step);

/// What a first pass over the moves shows.
enum Look {
    Mate(Step),
    Best(Ranked),
    Nothing,
}
