//! What an event names on the coordinator's disk and a worker has not: networks, books, the edition of the Laws; and
//! engines that are not what they are said to be.

use super::{Broker, NODES, Process, Stream, event, event_of_length, games, program, wait_for, worker};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// An engine with an option EvalFile that writes down what it is told.
fn engine(folder: &Path, name: &str) -> PathBuf {
    let (path, told) = (folder.join(name), folder.join("told.txt"));
    let option = "option name EvalFile type string default <empty>";
    let text = format!(
        "#!/bin/sh\ntee -a {told} | {program} engine search | sed -u 's/^uciok/{option}\\nuciok/'\n",
        told = told.display(),
        program = crate::PROGRAM,
    );
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A worker in a folder of its own, which takes the engine for what it is here.
fn elsewhere(folder: &Path, url: &str, command: &Path, name: &str) -> (Process, PathBuf) {
    let away = folder.join(name);
    std::fs::create_dir_all(&away).unwrap();
    std::fs::write(away.join("allow.toml"), format!("[engines.own]\ncommand = {command:?}\n")).unwrap();
    let cache = away.join("cache");
    let options = ["--name", name, "--allow", "allow.toml", "--cache", cache.to_str().unwrap()];
    (worker(&away, url, &options), cache)
}

#[test]
fn networks_and_books_travel_by_content_and_what_was_changed_is_fetched_anew() {
    let folder = crate::folder("fleet-files");
    let Some(broker) = Broker::start(&folder) else { return };
    let url = broker.url();
    let own = engine(&folder, "own");
    std::fs::write(folder.join("net.bin"), "a network").unwrap();
    // A Polyglot book of one entry: the starting position, a2a4, weight 1.
    let book = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x02, 0x18, 0, 1, 0, 0, 0, 0];
    std::fs::write(folder.join("book.bin"), book).unwrap();
    let engines = NODES.replacen(
        "house = \"search\"",
        "command = \"./own\"\noptions = { EvalFile = \"net.bin\" }\nbook = { file = \"book.bin\" }",
        1,
    );
    event(&folder, &engines, 1, "");
    let text = std::fs::read_to_string(folder.join("event.toml")).unwrap();
    let text = text.replace("chess960 = \"all\"\norder = \"random\"\n", "");
    std::fs::write(folder.join("event.toml"), text).unwrap();
    let (worker, cache) = elsewhere(&folder, &url, &own, "away");
    let run = |journal: &str| {
        let arguments = ["event", "run", "event.toml", "--journal", journal, "--fleet", &url];
        let output = program(&folder, &arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        games(&folder.join(journal))
    };
    let played = run("first.journal");
    assert!(played[&1].0.starts_with("a2a4 "), "by the book: {played:?}");
    assert_eq!(played.len(), 2);
    let told = std::fs::read_to_string(folder.join("told.txt")).unwrap();
    let net = told.lines().find_map(|line| line.strip_prefix("setoption name EvalFile value ")).unwrap();
    assert_eq!(Path::new(net).parent().unwrap(), cache);
    assert_eq!(std::fs::read_to_string(net).unwrap(), "a network");
    assert!(!told.contains("net.bin"), "{told}");
    assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 2, "a network and a book");
    // Somebody has changed the file in the cache.
    std::fs::write(net, "another").unwrap();
    assert_eq!(run("second.journal"), played);
    assert_eq!(std::fs::read_to_string(net).unwrap(), "a network");
    drop(worker);
    // An engine that is not the coordinator's file is not started, whatever its name.
    std::fs::create_dir_all(folder.join("other")).unwrap();
    let other = engine(&folder.join("other"), "own");
    let (_other, _) = elsewhere(&folder, &url, &other, "liar");
    let arguments = ["event", "run", "event.toml", "--journal", "third.journal", "--fleet", &url];
    let (_coordinator, lines) = Process::start(program(&folder, &arguments), Stream::Err);
    let said = wait_for(&lines, "worker liar does not serve the event: A: ");
    assert!(said.last().unwrap().contains("other/own: expected SHA-256 "), "{said:?}");
    assert!(games(&folder.join("third.journal")).is_empty());
}

#[test]
fn an_engine_that_was_changed_while_the_coordinator_was_away_plays_what_is_left() {
    let folder = crate::folder("fleet-changed");
    let Some(broker) = Broker::start(&folder) else { return };
    let url = broker.url();
    let own = engine(&folder, "own");
    let engines = NODES.replacen("house = \"search\"", "command = \"./own\"", 1);
    event_of_length(&folder, &engines, 8, 3, "");
    std::fs::write(folder.join("allow.toml"), "[fetched]\nany = true\n").unwrap();
    let options = ["--allow", "allow.toml", "--cache", "cache"];
    let mut first = worker(&folder, &url, &options);
    let fleet = ["--fleet", &url, "--lease", "2"];
    let run = [&["event", "run", "event.toml"][..], &fleet].concat();
    let (mut coordinator, lines) = Process::start(program(&folder, &run), Stream::Out);
    wait_for(&lines, "Finished game");
    // What was given out stays with the broker.
    coordinator.kill();
    first.kill();
    let text = std::fs::read_to_string(&own).unwrap() + "# A new version.\n";
    std::fs::write(&own, text).unwrap();
    let resume = [&["event", "resume", "event.journal"][..], &fleet].concat();
    let (mut coordinator, lines) = Process::start(program(&folder, &resume), Stream::Err);
    wait_for(&lines, "fleet: an engine, a book or a network is another than before");
    let _second = worker(&folder, &url, &options);
    lines.iter().for_each(drop);
    assert!(coordinator.0.wait().unwrap().success());
    assert_eq!(games(&folder.join("event.journal")).len(), 16);
    assert_eq!(std::fs::read_dir(folder.join("cache")).unwrap().count(), 2, "both versions");
}

#[test]
fn on_a_machine_half_as_fast_the_clock_has_twice_the_time_and_the_game_says_so() {
    let folder = crate::folder("fleet-speed");
    let Some(broker) = Broker::start(&folder) else { return };
    let url = broker.url();
    let own = engine(&folder, "own");
    let engines = "[time]\ncontrol = \"1+0.01\"\n[[engines]]\nname = \"A\"\ncommand = \"./own\"\n\
                   [[engines]]\nname = \"B\"\nhouse = \"search\"\n";
    event_of_length(&folder, engines, 1, 2, "");
    // Its speed is a million nodes a second.
    let (_worker, _) = elsewhere(&folder, &url, &own, "slow");
    let arguments = ["event", "run", "event.toml", "--fleet", &url, "--reference-speed", "2000000"];
    let output = program(&folder, &arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let told = std::fs::read_to_string(folder.join("told.txt")).unwrap();
    let go = told.lines().filter(|line| line.starts_with("go ")).collect::<Vec<_>>();
    assert!(go.len() >= 3 && go.iter().all(|line| line.contains(" winc 20 binc 20")), "{go:?}");
    let time = |line: &str| line.split(' ').nth(2).unwrap().parse::<u32>().unwrap();
    assert!(go.iter().any(|line| time(line) > 1_500), "{go:?}");
    let journal = std::fs::read_to_string(folder.join("event.journal")).unwrap();
    assert_eq!(journal.matches("\"host\":{\"worker\":\"slow\",\"scale\":2000}").count(), 2, "{journal}");
    let pgn = std::fs::read_to_string(folder.join("games.pgn")).unwrap();
    for tag in ["[TimeControl \"1+0.01\"]", "[Worker \"slow\"]", "[ClockScale \"2.000\"]"] {
        assert_eq!(pgn.matches(tag).count(), 2, "{tag}: {pgn}");
    }
}

#[test]
fn an_edition_of_ones_own_travels_and_is_in_the_journal() {
    let folder = crate::folder("fleet-laws");
    let Some(broker) = Broker::start(&folder) else { return };
    let url = broker.url();
    let laws = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/laws/2023.toml");
    // Under a name that every worker has: the name is not what counts.
    let laws = std::fs::read_to_string(laws).unwrap();
    let mine = laws.replace("seventy-five = 150", "seventy-five = 6");
    assert_ne!(mine, laws);
    std::fs::write(folder.join("mine.toml"), mine).unwrap();
    event(&folder, NODES, 2, "");
    let text = std::fs::read_to_string(folder.join("event.toml")).unwrap();
    std::fs::write(folder.join("event.toml"), text.replace("max-moves", "laws = \"mine.toml\"\nmax-moves")).unwrap();
    let run = |arguments: &[&str]| {
        let output = program(&folder, arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    run(&["event", "run", "event.toml", "--journal", "alone.journal"]);
    let mut away = worker(&folder, &url, &[]);
    run(&["event", "run", "event.toml", "--journal", "fleet.journal", "--fleet", &url]);
    away.kill();
    let got = games(&folder.join("fleet.journal"));
    assert_eq!(got.len(), 4);
    assert_eq!(got, games(&folder.join("alone.journal")));
    // The file may go: the journal has it.
    std::fs::remove_file(folder.join("mine.toml")).unwrap();
    let text = std::fs::read_to_string(folder.join("fleet.journal")).unwrap();
    assert!(text.contains("\"seventy-five\""), "six half-moves without a capture or a pawn's move: {text}");
    let begun = text.lines().take_while(|line| !line.contains("\"finished\"")).collect::<Vec<_>>().join("\n") + "\n";
    std::fs::write(folder.join("begun.journal"), begun).unwrap();
    run(&["event", "resume", "begun.journal"]);
    assert_eq!(games(&folder.join("begun.journal")), got);
}

#[test]
fn games_that_go_on_from_where_they_were_are_not_for_a_fleet() {
    let folder = crate::folder("fleet-resume");
    let Some(broker) = Broker::start(&folder) else { return };
    event(&folder, NODES, 1, "[play]\ninterrupted = \"resume\"\n");
    let output = program(&folder, &["event", "run", "event.toml", "--fleet", &broker.url()]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("play.interrupted: expected \"replay\", got \"resume\": a game that is broken off"),
        "{said}"
    );
}
