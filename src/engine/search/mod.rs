//! The searching player: iterative deepening, alpha-beta with a transposition table, quiescence. Small and honest.
//!
//! A new table is made for each move: that costs strength, and buys that a move depends on nothing but the game so far
//! and the limits.

mod eval;
mod table;
mod tree;

use crate::engine::control::Control;
use crate::engine::output::Output;
use crate::engine::player::{Choice, Player, Task};
use shakmaty::uci::UciMove;
use table::Table;
use tree::{MATE, MAX_DEPTH, Tree};

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    megabytes: usize,
}

impl Default for Search {
    fn default() -> Self {
        Self { megabytes: 4 }
    }
}

impl Player for Search {
    const NAME: &'static str = "House Search";

    fn options(&self) -> Vec<String> {
        vec!["option name Hash type spin default 4 min 1 max 1024".to_owned()]
    }

    fn set(&mut self, name: &str, value: &str) {
        if name == "hash" {
            self.megabytes = value.parse().unwrap_or(self.megabytes).clamp(1, 1_024);
        }
    }

    fn choose(&self, task: &Task, control: &Control, out: &Output) -> Choice {
        let limit =
            task.go.depth.map_or(MAX_DEPTH, |depth| i32::try_from(depth).unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH));
        let mut tree = Tree::new(task, control, Table::new(self.megabytes));
        // Whatever happens, there is a move to make.
        let mut choice = Choice { best: task.candidates.first().copied(), ponder: None };
        for depth in 1..=limit {
            // Cut short before the first move was finished, a depth says nothing.
            let (Some(score), finished) = tree.root(depth) else { break };
            if let Some(best) = tree.line().first() {
                choice = Choice { best: Some(*best), ponder: tree.line().get(1).copied() };
                out.line(&info(task, &tree, depth, score, control));
            }
            let only_move = task.candidates.len() == 1 && task.go.depth.is_none() && task.go.nodes.is_none();
            let mate_found = score.abs() >= MATE - depth;
            // A fixed time for the move is used up; a share of the clock need not be.
            let enough = (!control.has_time_for_more() && task.go.move_time_ms.is_none())
                || (only_move && depth >= 4)
                || mate_found;
            if !finished || (enough && !task.go.infinite && !task.go.ponder) {
                break;
            }
        }
        choice
    }
}

fn info(task: &Task, tree: &Tree<'_>, depth: i32, score: i32, control: &Control) -> String {
    let mode = task.record.mode();
    let line = tree.line().iter().map(|m| UciMove::from_move(*m, mode).to_string()).collect::<Vec<_>>().join(" ");
    let millis = control.elapsed().as_millis();
    let per_second = u128::from(tree.nodes()) * 1_000 / millis.max(1);
    let (deepest, nodes) = (tree.deepest(), tree.nodes());
    let score = match MATE - score.abs() {
        plies if plies > 256 => format!("cp {score}"),
        plies if score > 0 => format!("mate {}", (plies + 1) / 2),
        plies => format!("mate -{}", plies / 2),
    };
    format!(
        "info depth {depth} seldepth {deepest} score {score} nodes {nodes} nps {per_second} time {millis} pv {line}"
    )
}
