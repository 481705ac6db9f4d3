//! Soundness by hand: `cargo run --release --example soundness -- QUERIES [SEED]`.
//!
//! Random blocked positions and mutated vectors are put to the static prover; each "cannot mate" is put to the verifier
//! and to exhaustion. One mate found is one proof too many: the position is printed and the exit code is 1.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::process::ExitCode;

use shakmaty::Color;
use uci_arbiter::unwinnable::{Proof, Verdict, prover, verify};

#[path = "../tests/oracle/mod.rs"]
mod oracle;

use oracle::{Dice, Truth};

/// Positions visited at most to refute one proof.
const LIMIT: usize = 30_000;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().ok());
    let queries = arguments.next().flatten().unwrap_or(100_000);
    let mut dice = Dice(arguments.next().flatten().unwrap_or(1));
    let vectors = oracle::vectors();
    let (mut asked, mut proved, mut confirmed, mut wrong, mut refused) = (0, 0, 0, 0, 0);
    while asked < queries {
        let found = match dice.roll(3) {
            0 => oracle::blocked(&mut dice),
            _ => oracle::mutated(&vectors[dice.roll(vectors.len())].0, &mut dice),
        };
        let Some(position) = found else { continue };
        for winner in Color::ALL {
            asked += 1;
            let Some(invariant) = prover::prove(&position, winner) else {
                continue;
            };
            proved += 1;
            if let Err(error) = verify(&position, winner, &Verdict::Unwinnable(Proof::Static(invariant))) {
                refused += 1;
                println!("refused: {} {winner}: {error}", oracle::fen(&position));
            }
            match oracle::exhaust(&position, winner, LIMIT) {
                Truth::Mates => {
                    wrong += 1;
                    println!("wrong: {} {winner}", oracle::fen(&position));
                }
                Truth::Never => confirmed += 1,
                Truth::Open => {}
            }
        }
    }
    println!("asked {asked}, proved {proved}, of these exhausted {confirmed}, wrong {wrong}, refused {refused}");
    if wrong + refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
