//! `uci-arbiter match` beside cutechess-cli and fastchess: the same game over and over, between two instances of an engine
//! that answers at once or after about two milliseconds.

use crate::figures::{Table, ratios, rounds, short, spread};
use crate::peer::{Name, OURS, own};
use crate::process;
use crate::scripted::{accounts, mating};
use crate::{Bench, print};
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ours,
    Cutechess,
    Fastchess,
}

struct Contender {
    name: &'static str,
    kind: Kind,
    program: PathBuf,
}

/// A match to be played.
#[derive(Clone, Copy)]
struct Match {
    seed: u64,
    games: usize,
    concurrency: usize,
    /// Seconds, as all three programs read them.
    control: &'static str,
    /// Microseconds.
    think: u64,
}

struct Run {
    games_per_second: f64,
    /// Processor time of the runner for a game, in milliseconds.
    processor: f64,
    /// Charged beyond what the player used, a move, in microseconds.
    overcharge: f64,
    time_losses: f64,
}

fn play(contender: &Contender, plan: Match, folder: &Path) -> Run {
    std::fs::remove_dir_all(folder).unwrap_or(());
    std::fs::create_dir_all(folder).unwrap();
    let mut command = Command::new(&contender.program);
    command.current_dir(folder);
    if contender.kind == Kind::Ours {
        command.arg("match");
    }
    let own = own();
    let (think, place) = (plan.think.to_string(), folder.to_str().unwrap());
    let seed = plan.seed.to_string();
    for name in ["A", "B"] {
        command.args(["-engine", &format!("name={name}"), &format!("cmd={own}"), "proto=uci"]);
        let words = ["engine", "player", &seed, &think, place];
        match contender.kind {
            Kind::Ours | Kind::Cutechess => command.args(words.map(|word| format!("arg={word}"))),
            Kind::Fastchess => command.arg(format!("args={}", words.join(" "))),
        };
    }
    let rounds = (plan.games / 2).to_string();
    command.args(["-each", &format!("tc={}", plan.control)]);
    command.args(["-games", "2", "-rounds", &rounds, "-concurrency", &plan.concurrency.to_string()]);
    match contender.kind {
        Kind::Ours | Kind::Cutechess => command.args(["-ratinginterval", "0", "-pgnout", "games.pgn"]),
        Kind::Fastchess => command.args(["-ratinginterval", "0", "-pgnout", "file=games.pgn"]),
    };
    let run = process::run(&mut command);
    let pgn = std::fs::read_to_string(folder.join("games.pgn")).unwrap_or_default();
    let count = |text: &str| pgn.lines().filter(|line| line.starts_with(text)).count();
    let (played, lost) = (count("[Result "), count("[Termination \"time forfeit\"]"));
    assert_eq!(played, plan.games, "{}: {}\n{}", contender.name, run.said[0], run.said[1]);
    let [moves, charged, used] = accounts(folder);
    Run {
        games_per_second: played as f64 / run.wall.as_secs_f64(),
        processor: run.processor.as_secs_f64() * 1e3 / played as f64,
        overcharge: (charged * 1e3 - used) / moves,
        time_losses: lost as f64,
    }
}

fn compare(bench: &Bench, contenders: &[Contender], what: &str, plan: Match) -> Vec<Vec<Run>> {
    let names = contenders.iter().map(|contender| contender.name).collect::<Vec<_>>();
    let folder = std::env::temp_dir().join(format!("uci-arbiter-peers-{}", std::process::id()));
    let section = format!("runner, {what}, concurrency {}", plan.concurrency);
    let runs = rounds(&section, &names, bench.rounds, |at| play(&contenders[at], plan, &folder));
    std::fs::remove_dir_all(&folder).unwrap_or(());
    runs
}

fn figures(runs: &[Run], of: impl Fn(&Run) -> f64) -> Vec<f64> {
    runs.iter().map(of).collect()
}

pub(crate) fn section(bench: &Bench) {
    let mut contenders = vec![Contender { name: "ours", kind: Kind::Ours, program: PathBuf::from(OURS) }];
    for (name, kind) in [(Name::Cutechess, Kind::Cutechess), (Name::Fastchess, Kind::Fastchess)] {
        if let Some(peer) = bench.peer(name) {
            contenders.push(Contender { name: name.words().0, kind, program: peer.path.clone() });
        }
    }
    let seed = mating(100..120, 1)[0];
    let plies = crate::engine::game(seed).len();
    let games = if bench.quick { 4 } else { 200 };
    print(&format!(
        "\n## Runner: matches\n\n\
         Two instances of one engine play one game over and over, {plies} half-moves to a checkmate, that no rule ends \
         sooner; both colours in turn, a PGN written, no adjudication, {games} games a run. All three keep the engines \
         running between games. Games a second include the start of the engines. Processor time is the runner's own, \
         without the engines. What ours does beyond the others: each game is judged as it is played, by the Laws, with \
         the solver beside it for dead positions and flag falls (no journal is written here). fastchess pings the \
         engine around every move, cutechess-cli sends the position after every half-move. Overcharged: what the clock \
         in `go` lost between the first and the last of a game, less what the engine used from reading `go` to writing \
         `bestmove`, for each move; it is below zero where a runner drops the rest of a millisecond. A ratio above 1 \
         is a program slower or dearer than ours.\n"
    ));
    instant(bench, &contenders, Match { seed, games, concurrency: 1, control: "60", think: 0 });
    charged(
        bench,
        &contenders,
        Match { seed, games: games / 4 / 2 * 2 + 2, concurrency: 1, control: "60", think: 2_000 },
    );
}

/// How fast.
fn instant(bench: &Bench, contenders: &[Contender], plan: Match) {
    print("\nThe engine answers at once, 60 s for the game:\n\n");
    let mut table = Table::new(&[
        "program",
        "concurrency",
        "games/s",
        "speed, ours to its",
        "runner's processor ms a game",
        "ratio to ours",
        "overcharged us a move",
    ]);
    for concurrency in [1, 2] {
        let runs = compare(bench, contenders, "at once", Match { concurrency, ..plan });
        let ours = &runs[0];
        for (contender, theirs) in contenders.iter().zip(&runs) {
            let speed = |runs| figures(runs, |run| run.games_per_second);
            let processor = |runs| figures(runs, |run| run.processor);
            table.row([
                contender.name.to_owned(),
                concurrency.to_string(),
                spread(speed(theirs), short),
                spread(ratios(&speed(ours), &speed(theirs)), short),
                spread(processor(theirs), short),
                spread(ratios(&processor(theirs), &processor(ours)), short),
                spread(figures(theirs, |run| run.overcharge), short),
            ]);
        }
    }
    print(&table.to_string());
}

/// How just the clocks are.
fn charged(bench: &Bench, contenders: &[Contender], plan: Match) {
    print(&format!(
        "\nThe engine thinks for 1 to 3 ms. Time losses: of {} games a run with 20 ms for the game and 4 ms a move, an \
         engine that means to use at most 3, no margin:\n\n",
        plan.games
    ));
    let mut table = Table::new(&["program", "concurrency", "overcharged us a move", "time losses a run"]);
    for concurrency in [1, 2] {
        let slow = compare(bench, contenders, "2 ms", Match { concurrency, ..plan });
        let fast = compare(bench, contenders, "fast control", Match { concurrency, control: "0.02+0.004", ..plan });
        for ((contender, slow), fast) in contenders.iter().zip(&slow).zip(&fast) {
            table.row([
                contender.name.to_owned(),
                concurrency.to_string(),
                spread(figures(slow, |run| run.overcharge), short),
                spread(figures(fast, |run| run.time_losses), short),
            ]);
        }
    }
    print(&table.to_string());
}
