//! `uci-arbiter wrap` beside a direct pipe, polyglot, uci2wb and a relay in Python: what each adds between the question and
//! the move, how many lines a second go through, and the memory after them.

use crate::engine::game;
use crate::figures::{Table, count, median, percentile, ratios, rounds, short, spread};
use crate::peer::{Name, OURS, own, quietly};
use crate::pipe::Piped;
use crate::scripted::mating;
use crate::xboard::{Infos, Protocol};
use crate::{Bench, print};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const RELAY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers/relay.py");

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Direct,
    Ours,
    Polyglot,
    Uci2wb,
    Python,
}

struct Contender {
    name: &'static str,
    kind: Kind,
    program: PathBuf,
    protocol: Protocol,
    /// Lines of a flood, so that all take seconds and not minutes.
    lines: usize,
}

fn contenders(bench: &Bench) -> Vec<Contender> {
    let (many, few) = if bench.quick { (30_000, 3_000) } else { (1_500_000, 30_000) };
    let at = |name, kind, program: &Path, protocol, lines| Contender {
        name,
        kind,
        program: program.to_owned(),
        protocol,
        lines,
    };
    let mut all = vec![
        at("direct pipe", Kind::Direct, Path::new(""), Protocol::Uci, many),
        at("ours", Kind::Ours, Path::new(OURS), Protocol::Uci, many),
        at("ours", Kind::Ours, Path::new(OURS), Protocol::Xboard, many),
    ];
    for (peer, kind, protocols, lines) in [
        (Name::Polyglot, Kind::Polyglot, &[Protocol::Uci, Protocol::Xboard][..], many / 5),
        (Name::Uci2wb, Kind::Uci2wb, &[Protocol::Xboard], many / 5),
        (Name::PythonChess, Kind::Python, &[Protocol::Uci], few),
    ] {
        if let Some(found) = bench.peer(peer) {
            all.extend(protocols.iter().map(|&protocol| at(peer.words().0, kind, &found.path, protocol, lines)));
        }
    }
    all
}

/// Starts it with the engine of these words behind it, and greets it.
fn start(contender: &Contender, engine: &[&str]) -> Piped {
    let own = own();
    let together = [&[own.as_str(), "engine"], engine].concat().join(" ");
    let mut command = Command::new(&contender.program);
    match contender.kind {
        Kind::Direct => {
            command = Command::new(&own);
            command.arg("engine").args(engine);
        }
        Kind::Ours => {
            command.args(["wrap", "--", &own, "engine"]).args(engine);
        }
        Kind::Polyglot => {
            command.args(["-noini", "-ec", &together]);
            if contender.protocol == Protocol::Uci {
                command.args(["-pg", "UCI=true"]);
            }
        }
        Kind::Uci2wb => {
            command.arg(&together);
        }
        Kind::Python => {
            command.args([RELAY, &own, "engine"]).args(engine);
        }
    }
    let mut program = quietly(&mut command);
    contender.protocol.greet(&mut program);
    program
}

/// From the question to the move, in sorted microseconds.
fn moves(contender: &Contender, games: &[Vec<String>], seeds: &Path) -> Vec<f64> {
    let mut program = start(contender, &["game", seeds.to_str().unwrap()]);
    let (protocol, mut times, mut line) = (contender.protocol, Vec::new(), String::new());
    for moves in games {
        protocol.new_game(&mut program, Infos::Hidden);
        for made in (0..moves.len()).step_by(2) {
            let question = protocol.ask(&moves[..made]);
            let begun = Instant::now();
            program.say(&question);
            protocol.wait(&mut program, &mut line);
            let time = begun.elapsed();
            let got = line.split_whitespace().nth(1);
            assert_eq!(got, Some(moves[made].as_str()), "{}, move {made} of {moves:?}", contender.name);
            // The first comes with the settings of a new game.
            if made > 0 {
                times.push(time.as_secs_f64() * 1e6);
            }
        }
    }
    program.quit();
    times.sort_unstable_by(f64::total_cmp);
    times
}

struct Flood {
    lines_per_second: f64,
    /// Lines that came out for each that went in.
    passed: f64,
    memory: f64,
}

/// Lines of one search: as many as the engine has that are unlike each other.
const SEARCH: usize = 3_000;

fn flood(contender: &Contender) -> Flood {
    let mut program = start(contender, &["flood", &SEARCH.to_string()]);
    let (protocol, mut line) = (contender.protocol, String::new());
    let searches = contender.lines / SEARCH;
    let (begun, mut passed) = (Instant::now(), 0);
    for _ in 0..searches {
        protocol.new_game(&mut program, Infos::Shown);
        program.say(&protocol.ask(&[]));
        passed += protocol.wait(&mut program, &mut line);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let memory = program.memory("VmHWM:") as f64 / 1024.0;
    program.quit();
    let lines = (searches * SEARCH) as f64;
    Flood { lines_per_second: lines / seconds, passed: passed as f64 / lines, memory }
}

pub(crate) fn section(bench: &Bench) {
    let contenders = contenders(bench);
    let names = contenders.iter().map(|c| format!("{}, {}", c.name, c.protocol.word())).collect::<Vec<_>>();
    let names = names.iter().map(String::as_str).collect::<Vec<_>>();
    let seeds = mating(100..160, if bench.quick { 2 } else { 100 });
    let games = seeds.iter().map(|&seed| game(seed)).collect::<Vec<_>>();
    // In a file: uci2wb does not survive a long command line.
    let file = std::env::temp_dir().join(format!("uci-arbiter-peers-{}", std::process::id()));
    std::fs::write(&file, seeds.iter().map(|seed| format!("{seed}\n")).collect::<String>()).unwrap();
    print(
        "\n## Wrapper: between a GUI and an engine\n\n\
         The engine answers at once, which no engine does, with one `info` and its move. Measured from writing the \
         question to reading the move: in UCI `position` and `go` in one breath, in xboard's protocol `time`, `otim` \
         and `usermove`, so that the two are not quite the same work. Ours follows the game and examines it for claims \
         and dead positions (it writes no ledger here); polyglot knows the rules and translates (in UCI it passes on); \
         uci2wb translates and knows no rules; the relay in Python (`benches/peers/relay.py`, asynchronous) parses and \
         checks what it passes on. Added: the median of what it takes beyond the direct pipe in the same round.\n\n",
    );
    let runs = rounds("wrapper, moves", &names, bench.rounds, |at| moves(&contenders[at], &games, &file));
    std::fs::remove_file(&file).unwrap();
    let parts = [("median", 0.5), ("p99", 0.99), ("p99.9", 0.999)];
    let mut table = Table::new(&[
        "program, protocol",
        "median us",
        "p99 us",
        "p99.9 us",
        "added us",
        "added at p99",
        "added at p99.9",
    ]);
    let part = |at: usize, part: f64| runs[at].iter().map(|times| percentile(times, part)).collect::<Vec<_>>();
    for (at, name) in names.iter().enumerate() {
        let figures = parts.iter().map(|&(_, wanted)| spread(part(at, wanted), short));
        let added = parts.iter().map(|&(_, wanted)| {
            let (here, direct) = (part(at, wanted), part(0, wanted));
            short(median(here.iter().zip(&direct).map(|(here, direct)| here - direct)))
        });
        table.row([(*name).to_owned()].into_iter().chain(figures).chain(added));
    }
    print(&table.to_string());
    print(
        "\nA flood of `info` lines, 3,000 before each move, a new game each time: lines that the engine wrote a second \
         (the direct pipe is read by this bench, line by line), how many came out for each that went in, and the most \
         memory that the program had by then. A ratio above 1 is a program slower than ours in the same \
         protocol.\n\n",
    );
    let floods = rounds("wrapper, flood", &names, bench.rounds, |at| flood(&contenders[at]));
    let rate = |at: usize| floods[at].iter().map(|flood| flood.lines_per_second).collect::<Vec<_>>();
    let mut table =
        Table::new(&["program, protocol", "lines", "lines/s", "speed, ours to its", "out for each in", "memory MiB"]);
    for (at, contender) in contenders.iter().enumerate() {
        let ours = if contender.protocol == Protocol::Uci { 1 } else { 2 };
        table.row([
            names[at].to_owned(),
            count(contender.lines),
            spread(rate(at), short),
            spread(ratios(&rate(ours), &rate(at)), short),
            short(median(floods[at].iter().map(|flood| flood.passed))),
            spread(floods[at].iter().map(|flood| flood.memory), short),
        ]);
    }
    print(&table.to_string());
}
