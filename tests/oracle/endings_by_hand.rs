//! Endings by hand: `cargo run --release --example endings -- STRIDE MEN...`, as in `-- 1 KPk` or `-- 1009 KPkp KNkb`.
//!
//! Solves each set of men whole and puts every STRIDE-th position to the solver, both sides; each answer must be the
//! truth and pass the verifier, each static proof must be true. The exit code is 1 if one is not.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::process::ExitCode;

use shakmaty::Color;
use uci_arbiter::unwinnable::{Budget, Solver, Verdict, prover, verify};

#[path = "mod.rs"]
mod oracle;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let stride = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1009);
    let mut endings = oracle::endings::Endings::default();
    let mut solver = Solver::default();
    let mut all_wrong = 0;
    for men in arguments {
        endings.solve(&men);
        let (mut asked, mut open, mut wrong, mut proved) = (0_u64, 0_u64, 0_u64, 0_u64);
        endings.each(&men, stride, |position, truth| {
            for (winner, can) in [(Color::White, truth[0]), (Color::Black, truth[1])] {
                asked += 1;
                let verdict = solver.can_mate(position, winner, Budget::FLAG).verdict;
                let true_and_verified = match &verdict {
                    Verdict::Undetermined(_) => {
                        open += 1;
                        true
                    }
                    Verdict::Winnable(_) => can && verify(position, winner, &verdict).is_ok(),
                    Verdict::Unwinnable(_) => !can && verify(position, winner, &verdict).is_ok(),
                };
                let proof = prover::prove(position, winner).is_some();
                proved += u64::from(proof);
                if !true_and_verified || (proof && can) {
                    wrong += 1;
                    println!("wrong: {} {winner}: {verdict:?}", oracle::fen(position));
                }
            }
        });
        println!("{men}: asked {asked}, undetermined {open}, static proofs {proved}, wrong {wrong}");
        all_wrong += wrong;
    }
    if all_wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
