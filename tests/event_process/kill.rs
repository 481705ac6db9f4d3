//! Kills at random moments: whatever is finished is kept, nothing is counted twice, no engine stays behind.

use super::support::{Folder, Ran};
use serde_json::Value;
use std::process::Stdio;
use std::time::Duration;

/// Thirty games of deterministic engines.
fn event(interrupted: &str) -> String {
    // A search that goes on in the middle of a game lacks what it remembered, and may play another move.
    let first = if interrupted == "resume" { "random\"\noptions = { Seed = 9 }" } else { "search\"" };
    format!(
        "[event]\nname = \"Killed\"\nseed = 11\n[time]\ndepth = 2\n\
         [[engines]]\nname = \"A\"\nengine = \"{first}\n[[engines]]\nengine = \"random\"\nname = \"B\"\n\
         [[engines]]\nengine = \"random\"\nname = \"C\"\noptions = {{ Seed = 5 }}\n\
         [format]\nkind = \"round-robin\"\nrounds = 5\ngames = 2\n[openings]\nepd = \"start.epd\"\n\
         [rules]\nmax-moves = 12\n[play]\nconcurrency = 2\ninterrupted = \"{interrupted}\"\n\
         [output]\npgn = \"games.pgn\"\nepd = \"games.epd\"\njsonl = \"games.jsonl\"\n"
    )
}

/// What must be the same however often the program was killed.
#[derive(Debug, PartialEq)]
struct Substance {
    /// Number, players, opening, moves, result and ground of each game, by number.
    games: Vec<(u64, Value, Value, Vec<Value>, Value, Value)>,
    /// The PGN without tags that tell times.
    pgn: Vec<String>,
    epd: String,
    standings: String,
}

fn substance(folder: &Folder, last: &Ran) -> Substance {
    let mut games = Vec::new();
    for game in folder.finished() {
        let moves = game["plies"].as_array().unwrap().iter().map(|ply| ply["m"].clone()).collect();
        games.push((
            game["fixture"]["number"].as_u64().unwrap(),
            game["fixture"].clone(),
            game["opening"].clone(),
            moves,
            game["ending"]["result"].clone(),
            game["ending"]["ground"].clone(),
        ));
    }
    games.sort_by_key(|game| game.0);
    let timeless = |game: &String| {
        let tag = |line: &&str| !line.starts_with("[Game") && !line.starts_with("[Date");
        // Comments hold the times of the moves.
        let text = game.lines().filter(tag).collect::<Vec<_>>().join("\n");
        let mut text =
            text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect::<String>();
        text.retain(|c| !c.is_whitespace());
        text
    };
    let standings = last.out.split("Finished match\n").nth(1).unwrap_or_default().to_owned();
    Substance { games, pgn: folder.pgn().iter().map(timeless).collect(), epd: folder.read("games.epd"), standings }
}

/// A number that looks random and is the same in every run.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// The processes whose environment names this folder.
fn left(mark: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let ours = processes.filter(|process| {
        let file = |name: &str| std::fs::read(process.path().join(name)).unwrap_or_default();
        String::from_utf8_lossy(&file("environ")).contains(mark)
            && !String::from_utf8_lossy(&file("stat")).contains(") Z ")
    });
    ours.map(|process| process.file_name().to_string_lossy().into_owned()).collect()
}

fn killed(name: &str, interrupted: &str) {
    let calm = Folder::new(&format!("{name}-calm"));
    let wild = Folder::new(name);
    for folder in [&calm, &wild] {
        folder.write(
            "start.epd",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n4k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 3 9\n",
        );
        folder.write("event.toml", &event(interrupted));
    }
    let undisturbed = calm.run(&["event", "run", "event.toml"]);
    assert_eq!(undisturbed.code, Some(0), "{undisturbed:?}");
    let wanted = substance(&calm, &undisturbed);
    assert_eq!(wanted.games.len(), 30);

    let mark = format!("UCI_ARBITER_TEST={}", wild.path().display());
    let (variable, value) = mark.split_once('=').unwrap();
    let mut state = u64::from(std::process::id());
    let mut order = ["event", "run", "event.toml"];
    let mut kills = 0;
    for _ in 0..6 {
        let before = wild.read("event.journal").len();
        let mut command = wild.command(&order);
        let mut child = command.env(variable, value).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Killed when the journal has grown by a random piece: the moments follow the work and not the machine.
        let piece = usize::try_from(200 + next(&mut state) % 6_000).unwrap();
        let ended = loop {
            if child.try_wait().unwrap().is_some() {
                break true;
            }
            if wild.read("event.journal").len() >= before + piece {
                break false;
            }
            std::thread::park_timeout(Duration::from_millis(1));
        };
        child.kill().unwrap();
        child.wait().unwrap();
        kills += u32::from(!ended);
        order = ["event", "resume", "event.journal"];
    }
    assert!(kills > 0);
    let last = wild.run(&["event", "resume", "event.journal"]);
    assert_eq!(last.code, Some(0), "{last:?}");
    let got = substance(&wild, &last);
    assert_eq!(got, wanted, "state {}", std::process::id());
    let counted = wild.entries("event.journal", "finished").into_iter().filter(|entry| entry["again"] == "no").count();
    assert_eq!(counted, 30);
    let mut orphans = left(&mark);
    for _ in 0..300 {
        if orphans.is_empty() {
            break;
        }
        std::thread::park_timeout(Duration::from_millis(10));
        orphans = left(&mark);
    }
    assert!(orphans.is_empty(), "{orphans:?} were left behind");
}

#[test]
fn killed_at_random_moments_an_event_is_what_it_would_have_been() {
    killed("kill-replay", "replay");
}

#[test]
fn killed_at_random_moments_games_go_on_from_their_last_move() {
    killed("kill-resume", "resume");
}
