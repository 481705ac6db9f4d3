//! What the wrapper costs: time added inside the clock and to a ping, lines of a flood a second, memory after ten
//! million lines, processor time at a thousand lines a second.
//!
//! `cargo bench --bench wrap`. The engine is this program itself (`echo`, `game SEED`, `flood N`, `drip N`, `relay N`), so that
//! nothing but pipes and the wrapper is measured. It answers at once, which no engine does: between `position` and
//! `bestmove` the wrapper has as little time as there can be. Direct and wrapped runs alternate, and the best of each
//! counts: what else runs on the machine adds time, nothing takes some away.
#![expect(clippy::disallowed_methods, reason = "a benchmark reads clocks")]
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "it prints its results, and any failure ends it")]

#[path = "peers/engine.rs"]
mod engine;
#[path = "peers/pipe.rs"]
mod pipe;

use engine::{INFO, game};
use pipe::Piped;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 20_000;
const GAMES: u64 = 120;
const REPEATS: usize = 3;
const LINES: usize = 2_000_000;
const MANY: usize = 10_000_000;
const DRIP: usize = 5_000;

fn main() {
    let arguments = std::env::args().collect::<Vec<_>>();
    let argument = arguments.get(2).map(String::as_str);
    let number = || argument.and_then(|count| count.parse().ok()).unwrap_or(LINES);
    match arguments.get(1).map(String::as_str) {
        Some("drip") => drip(number()),
        Some("relay") => relay(number()),
        Some(name) if engine::run(name, argument) => {}
        Some(_) | None => measure(),
    }
}

fn drip(count: usize) {
    std::io::stdin().read_line(&mut String::new()).unwrap();
    let begun = Instant::now();
    for number in 1..=count {
        std::thread::sleep(Duration::from_millis(number as u64).saturating_sub(begun.elapsed()));
        std::io::stdout().write_all(INFO).unwrap();
    }
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

/// The least that can stand between: bytes are copied and not looked at.
fn relay(count: usize) {
    let own = std::env::current_exe().unwrap();
    let mut command = Command::new(own);
    let mut child = command.args(["drip", &count.to_string()]).stdout(Stdio::piped()).spawn().unwrap();
    let (mut output, mut buffer) = (child.stdout.take().unwrap(), vec![0; 1 << 16]);
    loop {
        match output.read(&mut buffer).unwrap() {
            0 => break,
            got => std::io::stdout().write_all(&buffer[..got]).unwrap(),
        }
    }
    child.wait().unwrap();
}

fn start(wrapped: bool, mode: &[&str]) -> Piped {
    let own = std::env::current_exe().unwrap();
    let mut command = match wrapped {
        true => {
            let mut command = Command::new(env!("CARGO_BIN_EXE_uci-arbiter"));
            command.args(["wrap", "--"]).arg(own);
            command
        }
        false => Command::new(own),
    };
    Piped::start(command.args(mode))
}

/// Pings.
fn pings(wrapped: bool) -> Vec<Duration> {
    let mut engine = start(wrapped, &["echo"]);
    let times = (0..ROUNDS).map(|_| {
        let begun = Instant::now();
        engine.say("isready\n");
        engine.hear("readyok");
        begun.elapsed()
    });
    let mut times = times.skip(ROUNDS / 10).collect::<Vec<_>>();
    engine.quit();
    times.sort_unstable();
    times
}

/// From `go` to `bestmove`: after a ping as cutechess-cli and fastchess do it, or in one breath with `position`.
fn moves(wrapped: bool, pinged: bool) -> Vec<Duration> {
    let mut engine = start(wrapped, &["game"]);
    let mut times = Vec::new();
    for seed in 1..=GAMES {
        let moves = game(seed);
        engine.say("ucinewgame\n");
        let mut position = "position startpos moves".to_owned();
        for (made, m) in moves.iter().enumerate() {
            // The engine plays White.
            if made % 2 == 0 && made > 0 {
                let go = "go wtime 60000 btime 60000 winc 100 binc 100\n";
                let begun = match pinged {
                    true => {
                        engine.say(&format!("{position}\nisready\n"));
                        engine.hear("readyok");
                        let begun = Instant::now();
                        engine.say(go);
                        begun
                    }
                    false => {
                        let text = format!("{position}\n{go}");
                        let begun = Instant::now();
                        engine.say(&text);
                        begun
                    }
                };
                engine.hear("bestmove");
                times.push(begun.elapsed());
            }
            position.push(' ');
            position.push_str(m);
        }
    }
    engine.quit();
    times.sort_unstable();
    times
}

/// Lines a second, memory early and at the end in KiB.
fn flood_through(wrapped: bool, lines: usize) -> (f64, u64, u64) {
    let mut engine = start(wrapped, &["flood", &lines.to_string()]);
    engine.say("go infinite\n");
    let mut buffer = vec![0; 1 << 16];
    let all = lines * INFO.len();
    let (mut got, mut begun, mut early) = (0, None, 0);
    while got < all {
        let read = engine.output.get_mut().read(&mut buffer).unwrap();
        assert!(read > 0, "the flood ended early");
        begun.get_or_insert_with(Instant::now);
        got += read;
        if early == 0 && got > all / 10 {
            early = engine.memory("VmRSS:");
        }
    }
    let seconds = begun.unwrap().elapsed().as_secs_f64();
    let end = engine.memory("VmRSS:");
    engine.quit();
    (lines as f64 / seconds, early, end)
}

/// The share of a core that a thousand lines a second take, in percent.
fn drip_through(wrapped: bool) -> f64 {
    let mode = if wrapped { "drip" } else { "relay" };
    let mut engine = start(wrapped, &[mode, &DRIP.to_string()]);
    engine.say("go infinite\n");
    engine.hear("info depth");
    let (begun, before) = (Instant::now(), engine.processor_time());
    for _ in 0..DRIP - 2 {
        engine.hear("info depth");
    }
    let used = engine.processor_time() - before;
    let share = used as f64 / begun.elapsed().as_nanos() as f64 * 100.0;
    engine.quit();
    share
}

fn at(times: &[Duration], part: f64) -> f64 {
    times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1e6
}

/// Prints percentiles, direct and wrapped, each the best of several runs.
fn compare(name: &str, run: impl Fn(bool) -> Vec<Duration>) {
    println!("{name:44} direct   wrapped     added   us");
    let runs = (0..REPEATS).map(|_| (run(false), run(true))).collect::<Vec<_>>();
    for (name, part) in [("median", 0.5), ("99th percentile", 0.99), ("99.9th percentile", 0.999), ("worst", 1.0)] {
        let direct = runs.iter().map(|(direct, _)| at(direct, part)).fold(f64::INFINITY, f64::min);
        let wrapped = runs.iter().map(|(_, wrapped)| at(wrapped, part)).fold(f64::INFINITY, f64::min);
        println!("  {name:38} {direct:10.1}{wrapped:10.1}{:10.1}", wrapped - direct);
    }
}

fn measure() {
    compare("go to bestmove, position and ping before", |wrapped| moves(wrapped, true));
    println!("  wanted: median at most 20 us added, 99.9th percentile at most 1,000 us");
    compare("position and go to bestmove", |wrapped| moves(wrapped, false));
    compare("isready to readyok", pings);
    for (name, wrapped) in [("direct", false), ("wrapped", true)] {
        let rate = (0..REPEATS).map(|_| flood_through(wrapped, LINES).0).fold(0.0, f64::max);
        println!("flood, {name:8} {rate:12.0} lines/s   (wanted: 1,000,000)");
    }
    let (_, early, end) = flood_through(true, MANY);
    println!("memory after {} lines {early} KiB, after {MANY} lines {end} KiB", MANY / 10);
    let best = |wrapped| (0..REPEATS).map(|_| drip_through(wrapped)).fold(f64::INFINITY, f64::min);
    let (bare, wrapped) = (best(false), best(true));
    println!(
        "a thousand lines a second take {wrapped:.2} % of a core   (wanted: 1 %; copying them unread: {bare:.2} %)"
    );
}
