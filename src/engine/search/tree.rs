//! The search tree of one move.

use crate::engine::control::Control;
use crate::engine::player::Task;
use crate::engine::search::eval::{evaluate, worth};
use crate::engine::search::table::{Bound, Known, Table};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};

/// The score of a mate on the board; each ply before it takes one off.
pub(super) const MATE: i32 = 32_000;
/// No search goes deeper.
pub(super) const MAX_DEPTH: i32 = 64;
/// Where even forced lines end.
const MAX_PLY: usize = 120;
/// How often the clock is read.
const NODES_BETWEEN_LOOKS: u64 = 512;

#[derive(Debug)]
pub(super) struct Tree<'a> {
    task: &'a Task,
    control: &'a Control,
    table: Table,
    /// Keys of the positions of the game since the last irreversible move, then of the line being searched.
    path: Vec<u64>,
    killers: Vec<[Option<Move>; 2]>,
    line: Vec<Move>,
    nodes: u64,
    deepest: usize,
    over: bool,
    /// Whether the first iteration is done: before that, nothing but an exhausted node count ends the search.
    has_move: bool,
}

impl<'a> Tree<'a> {
    pub(super) fn new(task: &'a Task, control: &'a Control, table: Table) -> Self {
        Self {
            task,
            control,
            table,
            path: game_path(task),
            killers: vec![[None; 2]; MAX_PLY + 1],
            line: Vec::new(),
            nodes: 0,
            deepest: 0,
            over: false,
            has_move: false,
        }
    }

    /// The best line found.
    pub(super) fn line(&self) -> &[Move] {
        &self.line
    }

    /// The nodes visited.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The deepest ply reached.
    pub(super) const fn deepest(&self) -> usize {
        self.deepest
    }

    /// Searches the candidates to a depth. The score, if any of them was finished, and whether the search was not cut
    /// short. A line found before it was cut counts: the best move so far comes first.
    pub(super) fn root(&mut self, depth: i32) -> (Option<i32>, bool) {
        let position = self.task.record.position().clone();
        let mut moves = self.task.candidates.clone();
        let first = self.line.first().copied();
        moves.sort_by_key(|m| -rank(*m, first, [None; 2]));
        let (mut alpha, beta, mut best) = (-MATE, MATE, -MATE);
        for (index, m) in moves.into_iter().enumerate() {
            let mut line = Vec::new();
            let score = self.after(&position, m, depth - 1, alpha, beta, 0, index > 0, &mut line);
            if self.over {
                return ((index > 0).then_some(best), false);
            }
            if score > best || index == 0 {
                best = score;
                line.insert(0, m);
                self.line = line;
                self.has_move = true;
            }
            alpha = alpha.max(score);
        }
        (Some(best), true)
    }

    /// The score of a move, from the mover's side: a null window first unless it is the first move.
    #[expect(clippy::too_many_arguments, reason = "the arguments of alpha-beta")]
    fn after(
        &mut self,
        before: &Chess,
        m: Move,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
        scout: bool,
        line: &mut Vec<Move>,
    ) -> i32 {
        let mut position = before.clone();
        position.play_unchecked(m);
        let Zobrist64(key) = position.zobrist_hash(EnPassantMode::Legal);
        self.path.push(key);
        let score = if scout {
            let score = -self.node(&position, key, depth, -alpha - 1, -alpha, ply + 1, line);
            match score > alpha && score < beta && !self.over {
                true => -self.node(&position, key, depth, -beta, -alpha, ply + 1, line),
                false => score,
            }
        } else {
            -self.node(&position, key, depth, -beta, -alpha, ply + 1, line)
        };
        self.path.pop();
        score
    }

    #[expect(clippy::too_many_arguments, reason = "the arguments of alpha-beta")]
    fn node(
        &mut self,
        position: &Chess,
        key: u64,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        line: &mut Vec<Move>,
    ) -> i32 {
        line.clear();
        if self.look() {
            return 0;
        }
        if self.is_repeated(position) {
            return 0;
        }
        let in_check = position.is_check();
        let depth = depth + i32::from(in_check);
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(position, alpha, beta, ply);
        }
        let known = self.table.get(key);
        if let Some(score) = known.and_then(|known| cut(known, depth, alpha, beta, ply)) {
            return score;
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return if in_check { ply_mate(ply) } else { 0 };
        }
        if position.halfmoves() >= 100 {
            return 0;
        }
        let killers = self.killers.get(ply).copied().unwrap_or([None; 2]);
        let hinted = known.and_then(|known| known.best);
        moves.sort_by_key(|m| -rank(*m, hinted, killers));
        let (old_alpha, mut best, mut best_move) = (alpha, -MATE, None);
        let mut below = Vec::new();
        for (index, m) in moves.into_iter().enumerate() {
            let late = i32::from(index > 5 && depth > 2 && !in_check && !m.is_capture() && !m.is_promotion());
            let mut score = self.after(position, m, depth - 1 - late, alpha, beta, ply, index > 0, &mut below);
            if late > 0 && score > alpha && !self.over {
                score = self.after(position, m, depth - 1, alpha, beta, ply, true, &mut below);
            }
            if self.over {
                return 0;
            }
            if score > best {
                (best, best_move) = (score, Some(m));
            }
            if score > alpha {
                alpha = score;
                line.clear();
                line.push(m);
                line.append(&mut below);
            }
            if alpha >= beta {
                self.remember_killer(m, ply);
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.put(Known { key, depth, score: to_table(best, ply), bound, best: best_move });
        best
    }

    /// Captures and promotions until the position is quiet; every move where there is a check.
    fn quiesce(&mut self, position: &Chess, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.deepest = self.deepest.max(ply);
        if ply >= MAX_PLY {
            return evaluate(position);
        }
        let in_check = position.is_check();
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return if in_check { ply_mate(ply) } else { 0 };
        }
        let mut best = ply_mate(ply);
        if !in_check {
            best = evaluate(position);
            alpha = alpha.max(best);
            moves.retain(|m| m.is_capture() || m.is_promotion());
        }
        if alpha >= beta {
            return best;
        }
        moves.sort_by_key(|m| -rank(*m, None, [None; 2]));
        for m in moves {
            if self.look() {
                return 0;
            }
            let mut after = position.clone();
            after.play_unchecked(m);
            let score = -self.quiesce(&after, -beta, -alpha, ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Counts a node; whether the search is over. Node counts are exact, the clock is looked at now and then.
    fn look(&mut self) -> bool {
        self.over |= self.task.go.nodes.is_some_and(|limit| self.nodes >= limit.max(1));
        self.over |= self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.has_move && self.control.is_over();
        self.nodes += u64::from(!self.over);
        self.over
    }

    /// Whether the position at the end of the path was there before, in the game or in the line.
    fn is_repeated(&self, position: &Chess) -> bool {
        let mut before = self.path.iter().rev();
        let Some(key) = before.next() else {
            return false;
        };
        let quiet = usize::try_from(position.halfmoves()).unwrap_or(usize::MAX);
        before.take(quiet).skip(1).step_by(2).any(|earlier| earlier == key)
    }

    fn remember_killer(&mut self, m: Move, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply).filter(|[first, _]| *first != Some(m) && !m.is_capture()) {
            *killers = [Some(m), killers[0]];
        }
    }
}

/// The keys of the game's positions; only those since the last irreversible move can come again.
fn game_path(task: &Task) -> Vec<u64> {
    let mut position = task.record.start().position.clone();
    let mut path = vec![position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0];
    for m in task.record.moves() {
        if m.is_zeroing() {
            path.clear();
        }
        position.play_unchecked(*m);
        path.push(position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0);
    }
    path
}

/// The best first: the hinted move, captures of much by little, promotions, killers.
fn rank(m: Move, hinted: Option<Move>, killers: [Option<Move>; 2]) -> i32 {
    if hinted == Some(m) {
        return 1_000_000;
    }
    let taken = m.capture().map_or(0, |role| 10_000 + 10 * worth(role) - worth(m.role()));
    let promoted = m.promotion().map_or(0, |role| 10 * worth(role));
    let quiet = if killers.contains(&Some(m)) { 5_000 } else { 0 };
    taken + promoted + if m.is_capture() { 0 } else { quiet }
}

fn ply_mate(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(0) - MATE
}

/// Mates are stored as seen from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match score {
        mate if mate > MATE - 256 => mate + ply,
        mated if mated < 256 - MATE => mated - ply,
        other => other,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    let ply = i32::try_from(ply).unwrap_or(0);
    match score {
        mate if mate > MATE - 256 => mate - ply,
        mated if mated < 256 - MATE => mated + ply,
        other => other,
    }
}

/// The score that the table settles, if it does. Inside an open window nothing is cut, so that lines stay whole.
fn cut(known: Known, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let score = from_table(known.score, ply);
    let settles = match known.bound {
        Bound::Exact => beta - alpha == 1,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    (known.depth >= depth && settles).then_some(score)
}
