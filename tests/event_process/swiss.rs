//! Swiss events with a pairing program that is a script: rounds are asked for once, refusals are shown as they are,
//! and a kill changes no pairing.

use super::support::{Folder, Ran};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

/// Four engines, three rounds.
fn event(games: u32, engine: &str, rest: &str) -> String {
    let engines = ["A", "B", "C", "D-1"].map(|name| format!("[[engines]]\nname = \"{name}\"\n{engine}\n"));
    format!(
        "[event]\nname = \"Swiss\"\nseed = 3\n{}[format]\nkind = \"swiss\"\nrounds = 3\ngames = {games}\n{rest}\n\
         [rules]\nmax-moves = 4\n[output]\npgn = \"games.pgn\"\njsonl = \"games.jsonl\"\n",
        engines.concat()
    )
}

const RANDOM: &str = "engine = \"random\"\ndepth = 1";
const DUTCH: &str = "pairing = \"dutch\"\npairing-engine = [\"./pair.sh\", \"--dutch\"]";

/// A pairing program that counts in `asked` how often it was asked, keeps each report, and answers by that count.
fn program(folder: &Folder, answers: &[&str]) {
    let cases = (1..).zip(answers).map(|(number, answer)| format!("{number}) {answer};;\n")).collect::<String>();
    let script = format!(
        "#!/bin/sh\n[ \"$1 $3\" = \"--dutch -p\" ] || exit 9\necho x >> asked\nn=$(($(wc -l < asked)))\n\
         cp \"$2\" report-$n.trf\ncase $n in\n{cases}*) exit 9;;\nesac\n"
    );
    folder.write("pair.sh", &script);
    std::fs::set_permissions(folder.path().join("pair.sh"), std::fs::Permissions::from_mode(0o755)).unwrap();
}

const FIRST: &str = "printf '2\\n1 3\\n4 2\\n' > \"$4\"";
const SECOND: &str = "printf '2\\n2 1\\n3 4\\n' > \"$4\"";
const THIRD: &str = "printf '2\\n1 4\\n2 3\\n' > \"$4\"";

fn asked(folder: &Folder) -> usize {
    folder.read("asked").lines().count()
}

#[test]
fn a_program_pairs_round_after_round_and_is_given_the_rounds_before() {
    let folder = Folder::new("swiss");
    program(&folder, &[FIRST, SECOND, THIRD]);
    folder.write("event.toml", &event(1, RANDOM, DUTCH));
    let ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(asked(&folder), 3);
    assert!(ran.out.contains("Round 2, paired by ./pair.sh --dutch\n    1  B - A\n    2  C - D-1\n"), "{ran:?}");
    let games = folder.pgn();
    let rounds = games.iter().map(|game| game.lines().find(|line| line.starts_with("[Round ")).unwrap());
    let rounds = rounds.map(|line| line.trim_start_matches("[Round \"").chars().next().unwrap());
    assert_eq!(rounds.collect::<String>(), "112233");
    let lines = |name| {
        let report = folder.read(name);
        let lines = report
            .lines()
            .filter(|line| line.starts_with("001"))
            .map(|line| line.get(91..).unwrap_or_default().to_owned());
        lines.collect::<Vec<_>>()
    };
    assert_eq!(lines("report-1.trf"), [""; 4]);
    // Games that end after four moves are drawn.
    assert_eq!(lines("report-3.trf")[0], "   3 w =     2 b =");
    assert_eq!(folder.entries("event.journal", "paired").len(), 3);
    let status = folder.run(&["event", "status", "event.journal"]);
    assert!(status.out.contains("round 3 of 3\nRound 3, paired by ./pair.sh --dutch\n    1  A - D-1\n"), "{status:?}");
    assert!(status.out.contains("6 of 6 games count"), "{status:?}");
}

#[test]
fn a_refusal_is_shown_as_it_is_and_the_round_is_asked_for_again_on_resumption() {
    let folder = Folder::new("swiss-refused");
    program(
        &folder,
        &[FIRST, "echo 'The players cannot be paired.' >&2; exit 1", "echo nonsense > \"$4\"", SECOND, THIRD],
    );
    folder.write("event.toml", &event(1, RANDOM, DUTCH));
    let ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(5), "{ran:?}");
    let text = "round 2: not paired: ./pair.sh --dutch: exit status: 1; it said: The players cannot be paired.";
    assert!(ran.err.contains(text), "{ran:?}");
    let status = folder.run(&["event", "status", "event.journal"]);
    assert!(status.out.starts_with("stopped, can be resumed; 2 games over"), "{status:?}");
    let ran = folder.run(&["event", "resume", "event.journal"]);
    assert_eq!(ran.code, Some(5), "{ran:?}");
    let text = "./pair.sh --dutch: its answer: line 1: expected the number of pairs, got \"nonsense\"";
    assert!(ran.err.contains(text), "{ran:?}");
    let ran = folder.run(&["event", "resume", "event.journal"]);
    assert_eq!((ran.code, asked(&folder)), (Some(0), 5), "{ran:?}");
    assert_eq!(folder.pgn().len(), 6);
}

#[test]
fn a_director_pairs_a_round_that_the_program_refuses() {
    let folder = Folder::new("swiss-by-hand");
    program(&folder, &[FIRST, "exit 1", THIRD]);
    folder.write("event.toml", &event(1, RANDOM, DUTCH));
    assert_eq!(folder.run(&["event", "run", "event.toml"]).code, Some(5));
    let pair = |round: &str, pairs: &[&str]| {
        let rest = ["--by", "Jo", "--reason", "the program refused"];
        folder.run(&[&["event", "pair", "event.journal", "--round", round][..], pairs, &rest].concat())
    };
    let wrong = pair("3", &["B-A", "C-D-1"]);
    assert!(wrong.code == Some(3) && wrong.err.contains("--round: expected 2, the next one, got 3"), "{wrong:?}");
    let wrong = pair("2", &["B-A"]);
    assert!(wrong.err.contains("expected every player once, got no game or bye for C"), "{wrong:?}");
    let wrong = pair("2", &["B-A", "C-E"]);
    assert!(wrong.err.contains("PAIRS: expected two of A, B, C, D-1 as \"WHITE-BLACK\", got \"C-E\""), "{wrong:?}");
    let done = pair("2", &["B-A", "C-D-1"]);
    assert_eq!((done.code, done.out.as_str()), (Some(0), "entered\n"), "{done:?}");
    let status = folder.run(&["event", "status", "event.journal"]);
    assert!(status.out.contains("Round 2, paired by Jo: the program refused\n    1  B - A\n"), "{status:?}");
    let ran = folder.run(&["event", "resume", "event.journal"]);
    assert_eq!((ran.code, asked(&folder)), (Some(0), 3), "{ran:?}");
}

#[test]
fn a_kill_between_pairing_and_games_keeps_the_pairing() {
    let folder = Folder::new("swiss-killed");
    // Asked again, it would answer otherwise.
    program(&folder, &[FIRST, SECOND, THIRD, "printf '2\\n1 2\\n3 4\\n' > \"$4\""]);
    let slow = "house = \"scripted\"\narguments = [\"think=400000\"]\ncontrol = \"10:00\"";
    folder.write("event.toml", &event(2, slow, DUTCH));
    let mut running =
        folder.command(&["event", "run", "event.toml"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = BufReader::new(running.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("Round 1, paired by") {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0);
    }
    running.kill().unwrap();
    running.wait().unwrap();
    let paired = folder.entries("event.journal", "paired");
    assert_eq!(paired.len(), 1);
    // The same event with engines that move.
    let journal = folder.read("event.journal");
    let (_, opened) = journal.lines().next().unwrap().split_once(' ').unwrap();
    assert!(opened.contains("think=400000"));
    let mut resumed = folder
        .command(&["event", "resume", "event.journal"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(resumed.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("Started game 1 of 12 (A vs C)") {
        assert!(!line.starts_with("Round"), "{line}");
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0);
    }
    resumed.kill().unwrap();
    resumed.wait().unwrap();
    assert_eq!(asked(&folder), 1);
    assert_eq!(folder.entries("event.journal", "paired"), paired);
}

#[test]
fn a_program_that_is_not_there_is_said_before_the_event_begins() {
    let folder = Folder::new("swiss-no-program");
    folder.write("event.toml", &event(1, RANDOM, "pairing = \"dutch\"\npairing-engine = \"./no-such-program\""));
    let ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("format.pairing-engine: expected a program, got \"./no-such-program\""), "{ran:?}");
    assert!(folder.entries("event.journal", "opened").is_empty());
}

#[test]
fn the_built_in_system_plays_two_games_a_round_and_byes_count() {
    let folder = Folder::new("swiss-tcec");
    let rest = "pairing = \"tcec\"\nbyes = [{ player = \"A\", rounds = [1] }]\nlate = [{ player = \"B\", from = 2 }]";
    folder.write("event.toml", &event(2, RANDOM, rest));
    let ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let first = "Round 1, paired by built in: tcec\n    1  D-1 - C\n       A: half-point bye\n       B: absent\n";
    assert!(ran.out.contains(first), "{ran:?}");
    // Two games in round 1, four in each of the others; all are drawn.
    assert_eq!(folder.pgn().len(), 10);
    let line = |name: &str| ran.out.lines().rfind(|line| line.contains(&format!(" {name} "))).unwrap().to_owned();
    let points = |line: String| line.split_whitespace().nth(2).unwrap().to_owned();
    assert_eq!(["A", "B", "C"].map(|name| points(line(name))), ["3", "2", "3"], "{ran:?}");
}

#[test]
fn who_is_withdrawn_while_a_round_is_played_is_in_no_later_one() {
    let folder = Folder::new("swiss-withdrawn");
    let withdraw =
        format!("{} event withdraw event.journal C --reason ill >/dev/null; {FIRST}", super::support::PROGRAM);
    // The program is asked while the event runs: the withdrawal reaches it through its mailbox.
    program(&folder, &[&withdraw, "printf '2\\n2 1\\n4 0\\n' > \"$4\"", "printf '2\\n1 4\\n2 0\\n' > \"$4\""]);
    folder.write("event.toml", &event(1, RANDOM, DUTCH));
    let ran: Ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.out.contains("Round 2, paired by ./pair.sh --dutch\n    1  B - A\n       C: absent\n       D-1: bye\n"),
        "{ran:?}"
    );
    assert!(ran.out.contains("C has left: its other games are forfeits"), "{ran:?}");
}
