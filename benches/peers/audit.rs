//! `uci-arbiter audit` beside pgn-extract: the same games, read and replayed.

use crate::figures::{Table, count, ratios, rounds, short, spread};
use crate::peer::{Name, OURS};
use crate::process::{self, Run};
use crate::{Bench, print};
use std::path::{Path, PathBuf};
use std::process::Command;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

struct Contender {
    name: &'static str,
    program: PathBuf,
    arguments: &'static [&'static str],
}

/// Games without comments: with repetitions, fifty moves, mates and stalemates.
const GAMES: [&str; 4] =
    ["audit/test-repetition.pgn", "audit/test-fifty.pgn", "audit/test-checkmate.pgn", "audit/test-stalemate.pgn"];

const COUNTS: &str = "threefold-passed,threefold-unclaimed,fifty-passed,fifty-unclaimed";

fn contenders(bench: &Bench) -> Vec<Contender> {
    let ours = |name, arguments| Contender { name, program: PathBuf::from(OURS), arguments };
    let mut all = vec![
        ours("ours, all findings, one thread", &["audit", "--threads", "1"]),
        ours("ours, all findings, all threads", &["audit"]),
        ours("ours, repetition and fifty moves, one thread", &["audit", "--threads", "1", "--only", COUNTS]),
    ];
    if let Some(peer) = bench.peer(Name::PgnExtract) {
        let theirs = |name, arguments| Contender { name, program: peer.path.clone(), arguments };
        all.extend([
            theirs("pgn-extract -r", &["-s", "-r"]),
            theirs("pgn-extract --fixresulttags", &["-s", "--fixresulttags", "-o/dev/null"]),
            theirs("pgn-extract --repetition", &["-s", "--repetition", "-o/dev/null"]),
            theirs("pgn-extract --fifty", &["-s", "--fifty", "-o/dev/null"]),
        ]);
    }
    all
}

/// Writes the texts, so many times over that it comes to about this many bytes.
fn write(to: &Path, texts: &[&str], bytes: usize) {
    let once = texts
        .iter()
        .map(|name| {
            let path = Path::new(DATA).join(name);
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())) + "\n"
        })
        .collect::<String>();
    std::fs::write(to, once.repeat(bytes.div_ceil(once.len()))).unwrap();
}

fn compare(bench: &Bench, contenders: &[Contender], what: &str, pgn: &Path) {
    let text = std::fs::read(pgn).unwrap_or_else(|error| panic!("{}: {error}", pgn.display()));
    let games = text.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"[Result ")).count();
    let size = text.len() as f64 / 1e6;
    drop(text);
    let names = contenders.iter().map(|contender| contender.name).collect::<Vec<_>>();
    let run = |at: usize| {
        let contender = &contenders[at];
        process::run(Command::new(&contender.program).args(contender.arguments).arg(pgn))
    };
    let runs = rounds(&format!("audit, {what}"), &names, bench.rounds, run);
    print(&format!("\n{what}: {} MB, {} games.\n\n", short(size), count(games)));
    let mut table =
        Table::new(&["program", "MB/s", "games/s", "time, to ours of all findings, one thread", "processor s"]);
    let wall = |runs: &[Run]| runs.iter().map(|run| run.wall.as_secs_f64()).collect::<Vec<_>>();
    for (contender, theirs) in contenders.iter().zip(&runs) {
        table.row([
            contender.name.to_owned(),
            spread(wall(theirs).iter().map(|wall| size / wall), short),
            spread(wall(theirs).iter().map(|wall| games as f64 / wall), short),
            spread(ratios(&wall(theirs), &wall(&runs[0])), short),
            spread(theirs.iter().map(|run| run.processor.as_secs_f64()), short),
        ]);
    }
    print(&table.to_string());
    agree(bench, pgn);
}

/// How many games have a repetition or fifty moves, by either program.
fn agree(bench: &Bench, pgn: &Path) {
    for (what, only, option) in [
        ("a position for the third time", "threefold-passed,threefold-unclaimed", "--repetition"),
        ("fifty moves by each side without capture or pawn move", "fifty-passed,fifty-unclaimed", "--fifty"),
    ] {
        let ours = process::run(Command::new(OURS).args(["audit", "--json", "--only", only]).arg(pgn));
        let [ours, _] = ours.said;
        let ours = ours.lines().filter(|line| !line.contains("\"findings\":[]")).count();
        let theirs = bench.peer(Name::PgnExtract).and_then(|peer| {
            let [_, theirs] = process::run(Command::new(&peer.path).args([option, "-o/dev/null"]).arg(pgn)).said;
            // Its progress ends in carriage returns.
            let line = theirs.split(['\n', '\r']).rfind(|line| line.contains("matched out of"))?;
            line.split(' ').next()?.parse::<usize>().ok()
        });
        let theirs = theirs.map_or_else(|| "not asked".to_owned(), count);
        print(&format!("\nGames with {what}: ours {}, pgn-extract {theirs}.\n", count(ours)));
    }
}

pub(crate) fn section(bench: &Bench) {
    print(
        "\n## Audit: finished games\n\n\
         Ours replays each game under the Laws and compares its result, termination and comments with what they allow: \
         mate, stalemate, dead positions and flag falls against a side that cannot mate (the solver), repetition, \
         fifty and seventy-five moves, claims, tags that contradict each other; `--only` with four findings leaves the \
         solver out. pgn-extract replays each game and reports moves it cannot make (`-r`); `--fixresulttags` corrects \
         tags that contradict the ending or a mate or stalemate on the board; `--repetition` and `--fifty` pick out \
         the games that contain one, and write them (to /dev/null). It judges no result otherwise, so that only the \
         last two are like ours with `--only`. It has one thread. Starting is counted in. A ratio above 1 is a slower \
         program.\n",
    );
    let contenders = contenders(bench);
    let folder = std::env::temp_dir().join(format!("uci-arbiter-peers-audit-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let bytes = if bench.quick { 100_000 } else { 30_000_000 };
    let (dense, commented) = (folder.join("dense.pgn"), folder.join("commented.pgn"));
    write(&dense, &GAMES, bytes);
    write(&commented, &["event/cutechess-adjudicated.pgn", "event/fastchess-adjudicated.pgn"], bytes);
    compare(bench, &contenders, "Moves alone (four files of `tests/data/audit` over and over)", &dense);
    compare(
        bench,
        &contenders,
        "A comment after each move (`tests/data/event/*-adjudicated.pgn` over and over)",
        &commented,
    );
    if let Some(pgn) = &bench.pgn {
        compare(bench, &contenders, &format!("`{}`", pgn.display()), pgn);
    }
    std::fs::remove_dir_all(&folder).unwrap_or(());
}
