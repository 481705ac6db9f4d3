//! What the arbiter costs: a whole game of 300 half-moves, and one move more at different lengths.
//!
//! `cargo bench --bench arbiter`

use divan::{Bencher, black_box};
use shakmaty::{Chess, Color, Move, Position};
use std::sync::Arc;
use uci_arbiter::game::clock::{Bonus, Clocks, Control};
use uci_arbiter::game::{Arbiter, Attempt, Conditions, Input, MaterialOracle, Record, Start};
use uci_arbiter::laws::Edition;
use uci_arbiter::units::{Span, Stamp};

fn main() {
    divan::main();
}

/// A game of random moves that does not end by itself: the same every time.
fn game(plies: usize) -> Vec<Move> {
    let mut seed = 1_u64;
    loop {
        let mut record = Record::new(Start::standard());
        while record.moves().len() < plies {
            let legal = record.position().legal_moves();
            if legal.is_empty() || record.quiet_proven().0 > 140 || record.occurrences() > 4 {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            record.push(legal[(seed >> 33) as usize % legal.len()]);
        }
        if record.moves().len() == plies && plays_through(record.moves()) {
            return record.moves().to_vec();
        }
    }
}

fn arbiter(laws: &Arc<Edition>) -> Arbiter<MaterialOracle> {
    let control = Control::sudden_death(Span::from_secs(600), Bonus::Increment(Span::from_secs(1)));
    let clocks = Clocks::new(shakmaty::ByColor { white: control.clone(), black: control });
    let mut arbiter = Arbiter::new(Conditions::standard(Arc::clone(laws)), Start::standard(), clocks, MaterialOracle);
    arbiter.step(Stamp(0), Input::Begin);
    arbiter
}

fn play(arbiter: &mut Arbiter<MaterialOracle>, moves: &[Move]) {
    for (n, m) in moves.iter().enumerate() {
        arbiter.step(Stamp(n as u64 * 1_000_000), Input::Move(Attempt::Move(*m)));
    }
}

fn plays_through(moves: &[Move]) -> bool {
    let mut arbiter = arbiter(&Arc::new(Edition::current()));
    play(&mut arbiter, moves);
    arbiter.ruling().is_none()
}

/// Replay and ruling of a game; the design allows 0.2 ms for 300 half-moves.
#[divan::bench(args = [100, 300])]
fn whole_game(bencher: Bencher, plies: usize) {
    let (laws, moves) = (Arc::new(Edition::current()), game(plies));
    bencher.bench(|| {
        let mut arbiter = arbiter(&laws);
        play(&mut arbiter, black_box(&moves));
        arbiter.record().ply()
    });
}

/// Bare replay with shakmaty, to compare.
#[divan::bench(args = [300])]
fn replay_alone(bencher: Bencher, plies: usize) {
    let moves = game(plies);
    bencher.bench(|| {
        let mut position = Chess::default();
        for m in black_box(&moves) {
            position.play_unchecked(*m);
        }
        position.turn() == Color::White
    });
}

/// One knight move more after so many half-moves: constant.
#[divan::bench(args = [8, 1_000, 100_000])]
fn one_move_more(bencher: Bencher, plies: usize) {
    let laws = Arc::new(Edition::named("2009").expect("built in"));
    let cycle = ["g1f3", "g8f6", "f3g1", "f6g8"].map(|text| text.parse().expect("UCI"));
    let mut arbiter = arbiter(&laws);
    for n in 0..plies {
        arbiter.step(Stamp(n as u64), Input::Move(Attempt::Uci(cycle[n % 4])));
    }
    let mut n = plies;
    bencher.bench_local(|| {
        n += 1;
        arbiter.step(Stamp(n as u64), Input::Move(Attempt::Uci(cycle[(n - 1) % 4]))).len()
    });
}
