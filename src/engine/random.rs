//! The legal-move player: any legal move is as good as another. The same seed, position and move number give the same.

use crate::engine::control::Control;
use crate::engine::output::Output;
use crate::engine::player::{Choice, Player, Task};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position};

/// The player.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    seed: u64,
}

impl Default for Random {
    fn default() -> Self {
        Self { seed: 1 }
    }
}

impl Player for Random {
    const NAME: &'static str = "House Random";

    fn options(&self) -> Vec<String> {
        vec![format!("option name Seed type spin default 1 min 0 max {}", u32::MAX)]
    }

    fn set(&mut self, name: &str, value: &str) {
        if name == "seed" {
            self.seed = value.parse().unwrap_or(self.seed);
        }
    }

    fn choose(&self, task: &Task, _: &Control, _: &Output) -> Choice {
        let Zobrist64(key) = task.record.position().zobrist_hash(EnPassantMode::Legal);
        let number = mix(self.seed ^ mix(key ^ mix(u64::from(task.record.ply().0))));
        let count = task.candidates.len().max(1) as u64;
        let index = usize::try_from(number % count).unwrap_or(0);
        Choice { best: task.candidates.get(index).copied(), ponder: None }
    }
}

/// A number that looks random, made from a number: the finalizer of SplitMix64.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
