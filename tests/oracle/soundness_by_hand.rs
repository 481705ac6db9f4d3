//! Soundness by hand: `cargo run --release --example soundness -- QUERIES [SEED]`.
//!
//! Random blocked positions and mutated vectors are put to the static prover, to the roaming bishops and to the whole
//! solver; each answer is put to the verifier, each "cannot mate" to exhaustion. One mate found is one proof too many: the
//! position is printed and the exit code is 1.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::process::ExitCode;

use shakmaty::{Chess, Color};
use uci_arbiter::unwinnable::{Budget, Proof, Solver, Verdict, prover, roaming, verify};

#[path = "mod.rs"]
mod oracle;

use oracle::{Dice, Truth};

/// Positions visited at most to refute one proof.
const LIMIT: usize = 10_000;

/// What came of one way to answer.
#[derive(Default)]
struct Count {
    said_never: u64,
    exhausted: u64,
    wrong: u64,
    refused: u64,
}

impl Count {
    /// Puts a verdict to the verifier, and "cannot mate" to exhaustion.
    fn judge(&mut self, position: &Chess, winner: Color, verdict: &Verdict) {
        if matches!(verdict, Verdict::Undetermined(_)) {
            return;
        }
        if let Err(error) = verify(position, winner, verdict) {
            self.refused += 1;
            println!("refused: {} {winner}: {error}", oracle::fen(position));
        }
        if matches!(verdict, Verdict::Winnable(_)) {
            return;
        }
        self.said_never += 1;
        match oracle::exhaust(position, winner, LIMIT) {
            Truth::Mates => {
                self.wrong += 1;
                println!("wrong: {} {winner}: {verdict:?}", oracle::fen(position));
            }
            Truth::Never => self.exhausted += 1,
            Truth::Open => {}
        }
    }

    fn print(&self, name: &str) {
        let Self { said_never, exhausted, wrong, refused } = self;
        println!("{name}: cannot mate {said_never}, of these exhausted {exhausted}, wrong {wrong}, refused {refused}");
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().ok());
    let queries = arguments.next().flatten().unwrap_or(100_000);
    let mut dice = Dice(arguments.next().flatten().unwrap_or(1));
    let vectors = oracle::vectors();
    let mut solver = Solver::default();
    let [mut statics, mut roaming, mut whole] = [Count::default(), Count::default(), Count::default()];
    let mut asked = 0;
    while asked < queries {
        let found = match dice.roll(3) {
            0 => oracle::blocked(&mut dice),
            _ => oracle::mutated(&vectors[dice.roll(vectors.len())].0, &mut dice),
        };
        let Some(position) = found else { continue };
        for winner in Color::ALL {
            asked += 1;
            if let Some(invariant) = prover::prove(&position, winner) {
                statics.judge(&position, winner, &Verdict::Unwinnable(Proof::Static(invariant)));
            }
            if let Some(proof) = roaming::prove(&position, winner, 2_000) {
                roaming.judge(&position, winner, &Verdict::Unwinnable(proof));
            }
            whole.judge(&position, winner, &solver.can_mate(&position, winner, Budget::IN_PLAY).verdict);
        }
    }
    println!("asked {asked}");
    statics.print("static prover");
    roaming.print("roaming bishops");
    whole.print("whole solver");
    let bad = [statics, roaming, whole].iter().map(|count| count.wrong + count.refused).sum::<u64>();
    if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
