//! What the wrapper costs: time added to a round trip, lines of a flood a second, memory at the end of it.
//!
//! `cargo bench --bench wrap`. The engine is this program itself (`echo`, `flood N`), so that nothing but pipes and the
//! wrapper is measured. A round trip crosses the wrapper twice.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads clocks")]
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "it prints its results, and any failure ends it")]

use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 20_000;
const LINES: usize = 2_000_000;
const INFO: &[u8] =
    b"info depth 24 seldepth 33 multipv 1 score cp 31 nodes 1234567 nps 1876543 time 657 pv e2e4 e7e5 g1f3\n";

fn main() {
    let arguments = std::env::args().collect::<Vec<_>>();
    match arguments.get(1).map(String::as_str) {
        Some("echo") => echo(),
        Some("flood") => flood(arguments.get(2).and_then(|count| count.parse().ok()).unwrap_or(LINES)),
        Some(_) | None => measure(),
    }
}

fn echo() {
    for line in std::io::stdin().lines() {
        match line.unwrap().as_str() {
            "isready" => std::io::stdout().write_all(b"readyok\n").unwrap(),
            "quit" => return,
            _ => {}
        }
    }
}

fn flood(count: usize) {
    std::io::stdin().read_line(&mut String::new()).unwrap();
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    for _ in 0..count {
        out.write_all(INFO).unwrap();
    }
    out.flush().unwrap();
    drop(out);
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

fn start(wrapped: bool, mode: &[&str]) -> Child {
    let own = std::env::current_exe().unwrap();
    let mut command = match wrapped {
        true => {
            let mut command = Command::new(env!("CARGO_BIN_EXE_uci-arbiter"));
            command.args(["wrap", "--"]).arg(own);
            command
        }
        false => Command::new(own),
    };
    command.args(mode).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

fn round_trips(wrapped: bool) -> Vec<Duration> {
    let mut child = start(wrapped, &["echo"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    let mut times = (0..ROUNDS)
        .map(|_| {
            let begun = Instant::now();
            input.write_all(b"isready\n").unwrap();
            line.clear();
            output.read_line(&mut line).unwrap();
            begun.elapsed()
        })
        .skip(ROUNDS / 10)
        .collect::<Vec<_>>();
    input.write_all(b"quit\n").unwrap();
    child.wait().unwrap();
    times.sort_unstable();
    times
}

/// Lines a second, and the wrapper's peak memory in KiB.
fn flood_through(wrapped: bool) -> (f64, u64) {
    let mut child = start(wrapped, &["flood", &LINES.to_string()]);
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    input.write_all(b"go infinite\n").unwrap();
    let mut buffer = vec![0; 1 << 16];
    let mut left = LINES * INFO.len();
    let mut begun = None;
    while left > 0 {
        let got = output.read(&mut buffer).unwrap();
        assert!(got > 0, "the flood ended early");
        begun.get_or_insert_with(Instant::now);
        left = left.saturating_sub(got);
    }
    let seconds = begun.unwrap().elapsed().as_secs_f64();
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
    input.write_all(b"quit\n").unwrap();
    child.wait().unwrap();
    (LINES as f64 / seconds, peak.unwrap_or(0))
}

fn measure() {
    let (direct, wrapped) = (round_trips(false), round_trips(true));
    let at = |times: &[Duration], part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e6;
    println!("isready to readyok, us       direct   wrapped     added");
    for (name, part) in [("median", 0.5), ("99th percentile", 0.99), ("99.9th percentile", 0.999)] {
        let (direct, wrapped) = (at(&direct, part), at(&wrapped, part));
        println!("{name:24} {direct:10.1}{wrapped:10.1}{:10.1}", wrapped - direct);
    }
    for (name, is_wrapped) in [("direct", false), ("wrapped", true)] {
        let (rate, peak) = flood_through(is_wrapped);
        println!("flood {name:10} {rate:12.0} lines/s   peak memory {peak} KiB");
    }
}
