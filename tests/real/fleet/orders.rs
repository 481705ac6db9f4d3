//! What people want of events and workers on a fleet: pause, priority, drain, stop.

use super::{Broker, LONG, Process, Stream, event_of_length, games, program, standings, wait_for, worker};
use serde_json::Value;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use uci_arbiter::shell::Clock;

/// Games of a few milliseconds.
const QUICK: &str = "[[engines]]\nname = \"A\"\nhouse = \"random\"\n[[engines]]\nname = \"B\"\nhouse = \"random\"\n\
                     [time]\ndepth = 1\n";

/// An event that lasts longer than a command to it takes, on any machine.
const PAIRS: u32 = 100;
const GAMES: usize = 2 * PAIRS as usize;

/// `fleet …`, which must be heard.
fn fleet(folder: &Path, url: &str, arguments: &[&str]) -> String {
    let output = program(folder, &[&["fleet"], arguments, &["--fleet", url]].concat()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What is asked for again and again, as soon as it is as wished.
fn until<T: std::fmt::Debug>(ask: impl Fn() -> T, is: impl Fn(&T) -> bool) -> T {
    let clock = Clock::start();
    loop {
        let got = ask();
        if is(&got) {
            return got;
        }
        assert!(u128::from(clock.now().0) < LONG.as_nanos(), "{got:?}");
    }
}

/// The cards, as soon as they are as wished.
fn status(folder: &Path, url: &str, is: impl Fn(&Value) -> bool) -> Value {
    until(|| serde_json::from_str(&fleet(folder, url, &["status", "--json"])).unwrap(), is)
}

fn figure(card: &Value, name: &str) -> u64 {
    card["figures"][name].as_u64().unwrap()
}

/// What the live page shows.
fn snapshot(page: &str) -> String {
    let mut stream = std::net::TcpStream::connect(page).unwrap();
    let request = format!("GET /event.json HTTP/1.1\r\nHost: {page}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// An event in a folder and with a name of its own.
struct Coordinator {
    folder: PathBuf,
    process: Process,
    lines: Receiver<String>,
}

impl Coordinator {
    fn start(folder: &Path, url: &str, name: &str, pairs: u32, more: &[&str]) -> Self {
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder).unwrap();
        event_of_length(&folder, QUICK, pairs, 3, "");
        let text = std::fs::read_to_string(folder.join("event.toml")).unwrap();
        std::fs::write(folder.join("event.toml"), text.replace("\"Fleet\"", &format!("\"{name}\""))).unwrap();
        let arguments = [&["event", "run", "event.toml", "--fleet", url, "--lease", "2"], more].concat();
        let (process, lines) = Process::start(program(&folder, &arguments), Stream::Out);
        Self { folder, process, lines }
    }

    fn heard(&self, line: &str, times: usize) {
        for _ in 0..times {
            wait_for(&self.lines, line);
        }
    }

    fn ends(&mut self) -> i32 {
        // Its last words are read first, so that the pipe is not what it waits for.
        self.lines.iter().for_each(drop);
        self.process.0.wait().unwrap().code().unwrap()
    }

    fn journal(&self) -> PathBuf {
        self.folder.join("event.journal")
    }

    fn finished(&self) -> usize {
        games(&self.journal()).len()
    }
}

/// The games of some events in the order in which they were begun: the event's name, the worker, and the game.
fn in_order(events: &[(&'static str, &Coordinator)]) -> Vec<(&'static str, String, u64)> {
    let mut begun = Vec::new();
    for (name, event) in events {
        for line in std::fs::read_to_string(event.journal()).unwrap().lines() {
            let entry: Value = serde_json::from_str(line.split_once(' ').unwrap().1).unwrap();
            if entry["kind"] == "finished" {
                let game = &entry["game"];
                let worker = game["host"]["worker"].as_str().unwrap().to_owned();
                let number = game["fixture"]["number"].as_u64().unwrap();
                begun.push((game["started"].as_u64().unwrap(), number, *name, worker));
            }
        }
    }
    begun.sort_unstable();
    begun.into_iter().map(|(_, number, name, worker)| (name, worker, number)).collect()
}

#[test]
fn a_paused_event_begins_no_game_though_its_worker_is_free_and_goes_on_when_told() {
    let folder = crate::folder("fleet-pause");
    let Some(broker) = Broker::start(&folder) else { return };
    let url = broker.url();
    let page = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let mut first = Coordinator::start(&folder, &url, "First", PAIRS, &["--live", &page]);
    let _worker = worker(&folder, &url, &["--name", "only"]);
    first.heard("Finished game", 2);
    let said = fleet(&folder, &url, &["pause", "First"]);
    assert_eq!(said, "First: its coordinator has heard it\n");
    // What was in play is played to its end.
    let is_still = |cards: &Value| {
        let card = &cards["events"][0];
        card["state"] == "paused" && figure(card, "given") == figure(card, "waiting")
    };
    status(&folder, &url, is_still);
    let before = first.finished();
    assert!((2..GAMES).contains(&before), "{before}");
    // Those who look on see who plays.
    let only = "\"workers\":{\"count\":1,\"slots\":1,\"shown\":[{\"name\":\"only\",";
    until(|| snapshot(&page), |shown| shown.contains(only));
    // The worker has nothing else to do than another event.
    let mut second = Coordinator::start(&folder, &url, "Second", 1, &[]);
    assert_eq!(second.ends(), 0);
    assert_eq!((second.finished(), first.finished()), (2, before));
    fleet(&folder, &url, &["continue", "First"]);
    assert_eq!(first.ends(), 0);
    assert_eq!(first.finished(), GAMES);
}

#[test]
fn events_of_one_priority_take_turns_and_a_higher_one_is_served_alone() {
    let folder = crate::folder("fleet-priority");
    let Some(broker) = Broker::start(&folder) else { return };
    let url = broker.url();
    let [mut a, mut b] = ["A", "B"].map(|name| Coordinator::start(&folder, &url, name, PAIRS, &[]));
    // Both have given out more than is looked at below, before anybody plays.
    status(&folder, &url, |cards| {
        let cards = cards["events"].as_array().unwrap();
        cards.len() == 2 && cards.iter().all(|card| figure(card, "waiting") >= 8)
    });
    let _worker = worker(&folder, &url, &[]);
    a.heard("Finished game", 5);
    fleet(&folder, &url, &["priority", "B", "5"]);
    assert_eq!((a.ends(), b.ends()), (0, 0));
    let order = in_order(&[("A", &a), ("B", &b)]);
    assert_eq!(order.len(), 2 * GAMES);
    let names = order.chunks(2).map(|pair| pair[0].0).collect::<Vec<_>>();
    let turns = names.iter().zip(&names[1..]).take_while(|(one, next)| one != next).count();
    assert!(turns >= 4, "in turn: {names:?}");
    // The order takes a moment to reach the worker, and now and then B's next unit takes one to reach the broker.
    let rest = &names[turns + 1..];
    let last_b = rest.iter().rposition(|name| *name == "B").unwrap();
    let between = rest[..last_b].iter().filter(|name| **name == "A").count();
    assert!(last_b > 2 && between * 4 <= last_b, "B before A: {between} of A in {names:?}");
}

#[test]
fn a_worker_that_is_asked_or_signalled_to_leave_plays_to_the_end_what_it_has() {
    let folder = crate::folder("fleet-drain");
    let Some(broker) = Broker::start(&folder) else { return };
    let url = broker.url();
    let mut event = Coordinator::start(&folder, &url, "Drained", 200, &[]);
    // Games long enough that a worker is in the middle of one.
    let start = |name: &str| {
        let arguments =
            ["worker", "--fleet", &url, "--concurrency", "1", "--speed", "1000000", "--name", name].map(str::to_owned);
        let arguments = arguments.iter().map(String::as_str).collect::<Vec<_>>();
        Process::start(program(&folder, &arguments), Stream::Err)
    };
    let (mut one, one_said) = start("one");
    let (mut two, two_said) = start("two");
    event.heard("Finished game", 4);
    fleet(&folder, &url, &["drain", "one"]);
    let last = one_said.iter().last().unwrap();
    assert!(one.0.wait().unwrap().success());
    let (mut three, three_said) = start("three");
    wait_for(&three_said, "waiting for units");
    let pid = rustix::process::Pid::from_child(&two.0);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    let last_of_two = two_said.iter().last().unwrap();
    assert!(two.0.wait().unwrap().success());
    event.heard("Finished game", 2);
    // Asked to stop, the event begins no more games, and is not complete.
    fleet(&folder, &url, &["stop", "Drained"]);
    assert_eq!(event.ends(), 6);
    let order = in_order(&[("Drained", &event)]);
    assert!(order.len() < 400, "it was stopped: {}", order.len());
    let played = |name: &str| order.iter().filter(|(_, worker, _)| worker == name).count();
    for (name, last) in [("one", last), ("two", last_of_two)] {
        assert_eq!(last, format!("worker {name}: {} units played, gone", played(name) / 2));
        assert_eq!(played(name) % 2, 0, "{name}: a pair is played to its end");
    }
    // Nothing was played in vain, by anybody.
    assert!(!std::fs::read_to_string(event.journal()).unwrap().contains("\"kind\":\"late\""));
    let left = status(&folder, &url, |cards| cards["events"].as_array().unwrap().is_empty());
    let names = left["workers"].as_array().unwrap().iter().filter(|card| card["state"] == "working");
    assert_eq!(names.map(|card| card["name"].as_str().unwrap()).collect::<Vec<_>>(), ["three"]);
    // An event that is not there, and a worker that is not.
    for arguments in [&["pause", "Drained"][..], &["drain", "one"]] {
        let output = program(&folder, &[&["fleet"], arguments, &["--fleet", &url]].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
    }
    let resumed = ["event", "resume", "event.journal", "--fleet", &url];
    let (mut resumed, lines) = Process::start(program(&event.folder, &resumed), Stream::Out);
    wait_for(&lines, "Finished game");
    fleet(&folder, &url, &["stop", "Drained"]);
    lines.iter().for_each(drop);
    assert_eq!(resumed.0.wait().unwrap().code(), Some(6));
    assert!(games(&event.journal()).len() > order.len());
    assert!(standings(&event.folder, "event.journal").contains("of 400 games count"));
    three.kill();
}
