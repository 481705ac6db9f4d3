//! Games a second (repetition and fifty moves alone) and bytes a second (the full audit of commented engine games),
//! on one thread each. Two threads share nothing but the reader.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use shakmaty::Chess;
use std::sync::Arc;
use uci_arbiter::audit::{Auditor, Options, Pick};
use uci_arbiter::game::SolverOracle;
use uci_arbiter::laws::Edition;
use uci_arbiter::pgn::Splitter;

const GAMES: &str = include_str!("../tests/data/audit/test-repetition.pgn");

fn main() {
    divan::main();
}

/// The games, so many times over.
fn dense(times: usize) -> String {
    format!("{GAMES}\n").repeat(times)
}

/// The same with a comment after each move, as long as TCEC's.
fn commented(times: usize) -> String {
    let line =
        "pv=e4 e6 d4 d5 Nd2 c5 exd5 exd5 Ngf3 Nf6 Bb5+ Bd7 Bxd7+ Nbxd7 O-O Be7 dxc5 Nxc5 Nb3 Nce4 Nbd4 O-O Nf5 Bc5";
    let comment =
        format!("{{d=38, sd=53, mt=423001, tl=6781999, s=110456614, n=46719723825, {line}, tb=0, wv=0.52, R50=50,}}");
    let mut out = String::new();
    for word in GAMES.split_inclusive([' ', '\n']) {
        out.push_str(word);
        let is_move = word.starts_with(|c: char| c.is_ascii_alphabetic()) && !GAMES.contains(&format!("[{word}"));
        if is_move && word.trim_end().len() < 8 && word.contains(|c: char| c.is_ascii_digit()) {
            out.push_str(&comment);
            out.push(' ');
        }
    }
    format!("{out}\n").repeat(times)
}

fn audit(pgn: &str, options: &Options) -> usize {
    let laws = Arc::new(Edition::current());
    let mut auditor = Auditor::new(laws, options.clone(), |position: &Chess| SolverOracle::new(position));
    let mut splitter = Splitter::new(pgn.as_bytes());
    let mut findings = 0;
    while let Some(batch) = splitter.next_batch(1 << 19).expect("memory can be read") {
        findings += batch.games.iter().map(|place| auditor.audit(batch.text(place)).findings.len()).sum::<usize>();
    }
    findings
}

fn only_counts() -> Options {
    let only = ["threefold-passed", "threefold-unclaimed", "fifty-passed", "fifty-unclaimed"];
    let only = only.iter().map(|id| id.parse::<Pick>().expect("ids of findings")).collect();
    Options { only, ..Options::default() }
}

#[divan::bench]
fn repetition_and_fifty_dense(bencher: Bencher) {
    let (pgn, options) = (dense(200), only_counts());
    bencher.counter(ItemsCount::new(200 * 12_usize)).bench(|| audit(&pgn, &options));
}

#[divan::bench]
fn full_audit_dense(bencher: Bencher) {
    let pgn = dense(50);
    bencher.counter(ItemsCount::new(50 * 12_usize)).bench(|| audit(&pgn, &Options::default()));
}

#[divan::bench]
fn full_audit_commented(bencher: Bencher) {
    let pgn = commented(20);
    bencher.counter(BytesCount::of_str(&pgn)).bench(|| audit(&pgn, &Options::default()));
}
