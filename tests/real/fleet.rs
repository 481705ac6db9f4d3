//! An event over a real nats-server: coordinator, workers and broker as processes, killed in any order.

mod files;
mod keys;
mod orders;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Nothing that is waited for here takes so long, on the slowest machine.
const LONG: Duration = Duration::from_secs(120);

/// A process that does not outlive its test.
struct Process(Child);

impl Process {
    /// What it says on stdout or stderr, line by line; the pipe is read to its end whoever listens.
    fn start(mut command: Command, stream: Stream) -> (Self, Receiver<String>) {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match stream {
            Stream::Out => command.stdout(Stdio::piped()),
            Stream::Err => command.stderr(Stdio::piped()),
        };
        let mut child = command.spawn().unwrap();
        let pipe: Box<dyn Read + Send> = match stream {
            Stream::Out => Box::new(child.stdout.take().unwrap()),
            Stream::Err => Box::new(child.stderr.take().unwrap()),
        };
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                drop(tell.send(line));
            }
        });
        (Self(child), lines)
    }

    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        self.0.kill().unwrap_or(());
        drop(self.0.wait());
    }
}

#[derive(Clone, Copy)]
enum Stream {
    Out,
    Err,
}

/// A broker on a port of its own.
struct Broker {
    server: PathBuf,
    folder: PathBuf,
    port: u16,
    more: Vec<String>,
    process: Process,
}

impl Broker {
    /// None where nats-server is not installed.
    fn start(folder: &Path) -> Option<Self> {
        Self::with(folder, &[])
    }

    /// With more arguments.
    fn with(folder: &Path, more: &[&str]) -> Option<Self> {
        let sbin = Path::new("/usr/sbin/nats-server");
        let server = if sbin.is_file() { sbin.to_owned() } else { crate::program("nats-server")? };
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = folder.join("nats");
        let more = more.iter().map(|&argument| argument.to_owned()).collect::<Vec<_>>();
        let process = Self::run(&server, &folder, port, &more);
        Some(Self { server, folder, port, more, process })
    }

    fn run(server: &Path, folder: &Path, port: u16, more: &[String]) -> Process {
        let mut command = Command::new(server);
        command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(folder).args(more);
        let (process, lines) = Process::start(command, Stream::Err);
        wait_for(&lines, "Server is ready");
        process
    }

    fn kill_and_restart(&mut self) {
        self.process.kill();
        self.process = Self::run(&self.server, &self.folder, self.port, &self.more);
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

fn wait_for(lines: &Receiver<String>, text: &str) -> Vec<String> {
    let mut heard = Vec::new();
    loop {
        match lines.recv_timeout(LONG) {
            Ok(line) => {
                let found = line.contains(text);
                heard.push(line);
                if found {
                    return heard;
                }
            }
            Err(error) => panic!("expected {text:?}, got {error} after {heard:?}"),
        }
    }
}

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(crate::PROGRAM);
    command.args(arguments).current_dir(folder);
    command
}

fn worker(folder: &Path, url: &str, more: &[&str]) -> Process {
    let arguments = [&["worker", "--fleet", url, "--concurrency", "1", "--speed", "1000000"], more].concat();
    let (process, lines) = Process::start(program(folder, &arguments), Stream::Err);
    wait_for(&lines, "waiting for units");
    process
}

/// A two-player event of so many pairs.
fn event(folder: &Path, engines: &str, pairs: u32, more: &str) {
    event_of_length(folder, engines, pairs, 30, more);
}

fn event_of_length(folder: &Path, engines: &str, pairs: u32, moves: u32, more: &str) {
    let text = format!(
        "[event]\nname = \"Fleet\"\nseed = 7\n{engines}\
         [format]\nkind = \"round-robin\"\nrounds = {pairs}\ngames = 2\n\
         [openings]\nchess960 = \"all\"\norder = \"random\"\n\
         [rules]\npreset = \"fide\"\nmax-moves = {moves}\n\
         [output]\npgn = \"games.pgn\"\n{more}"
    );
    std::fs::write(folder.join("event.toml"), text).unwrap();
}

const NODES: &str = "[[engines]]\nname = \"A\"\nhouse = \"search\"\nnodes = 60\n\
                     [[engines]]\nname = \"B\"\nhouse = \"search\"\nnodes = 40\n";

/// The finished games of a journal that count: number, moves and result; a game that is there twice is an error.
fn games(journal: &Path) -> BTreeMap<u64, (String, String)> {
    let text = std::fs::read_to_string(journal).unwrap();
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let json = line.split_once(' ').unwrap().1;
        let entry: serde_json::Value = serde_json::from_str(json).unwrap();
        if entry["kind"] == "finished" && entry["again"] == "no" {
            let game = &entry["game"];
            let moves = game["plies"].as_array().unwrap().iter().map(|ply| ply["m"].as_str().unwrap());
            let moves = moves.collect::<Vec<_>>().join(" ");
            let before = games.insert(
                game["fixture"]["number"].as_u64().unwrap(),
                (moves, game["ending"]["result"].as_str().unwrap().to_owned()),
            );
            assert!(before.is_none(), "counted twice: {}", game["fixture"]);
        }
    }
    games
}

fn standings(folder: &Path, journal: &str) -> String {
    let output = program(folder, &["event", "status", journal]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().skip_while(|line| !line.contains("games count")).collect::<Vec<_>>().join("\n")
}

/// A folder for the same event on one machine.
fn beside(folder: &Path) -> PathBuf {
    let alone = folder.join("alone");
    std::fs::create_dir_all(&alone).unwrap();
    std::fs::copy(folder.join("event.toml"), alone.join("event.toml")).unwrap();
    alone
}

/// The same on one machine, in a folder of its own.
fn alone(folder: &Path) -> PathBuf {
    let alone = beside(folder);
    let output = program(&alone, &["event", "run", "event.toml"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    alone
}

#[test]
fn two_hundred_pairs_count_once_though_everybody_is_killed() {
    const KILLS: u32 = 20;
    let folder = crate::folder("fleet-chaos");
    let Some(mut broker) = Broker::start(&folder) else { return };
    let url = broker.url();
    let quick = NODES.replace("60", "16").replace("40", "12");
    event_of_length(&folder, &quick, 200, 6, "[play]\nconcurrency = 2\n");
    let first = ["event", "run", "event.toml", "--fleet", &url, "--lease", "1"];
    let again = ["event", "resume", "event.journal", "--fleet", &url, "--lease", "1"];
    let mut workers = [0, 1, 2].map(|_| worker(&folder, &url, &[]));
    let (mut coordinator, mut lines) = Process::start(program(&folder, &first), Stream::Out);
    // A linear congruential generator: the same kills in every run.
    let mut state = 2_026_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let (mut kills, mut due) = (0, 5 + random(15));
    loop {
        match lines.recv_timeout(LONG) {
            Ok(line) if line.starts_with("Finished game") => due = due.saturating_sub(1),
            Ok(line) if line == "Finished match" => break,
            Ok(_) => {}
            Err(RecvTimeoutError::Disconnected) => panic!("the coordinator has ended: {:?}", coordinator.0.wait()),
            Err(RecvTimeoutError::Timeout) => panic!("nothing is finished any more after {kills} kills"),
        }
        if due == 0 && kills < KILLS {
            kills += 1;
            due = 5 + random(15);
            let who = random(8);
            if who >= 5 {
                coordinator.kill();
            }
            if matches!(who, 3 | 4 | 7) {
                broker.kill_and_restart();
            }
            if matches!(who, 0..=2 | 6) {
                let at = usize::try_from(random(3)).unwrap();
                workers[at].kill();
                workers[at] = worker(&folder, &url, &[]);
            }
            if who >= 5 {
                (coordinator, lines) = Process::start(program(&folder, &again), Stream::Out);
            }
        }
    }
    assert_eq!(kills, KILLS);
    assert!(coordinator.0.wait().unwrap().success());
    let alone = alone(&folder);
    let (got, expected) = (games(&folder.join("event.journal")), games(&alone.join("event.journal")));
    assert_eq!(got.len(), 400);
    assert_eq!(got, expected);
    let table = standings(&folder, "event.journal");
    assert!(table.starts_with("400 of 400 games count"), "{table}");
    assert_eq!(table, standings(&alone, "event.journal"));
}

#[test]
fn a_test_stops_over_many_machines_where_it_stops_on_one() {
    let folder = crate::folder("fleet-sprt");
    let Some(broker) = Broker::start(&folder) else { return };
    let url = broker.url();
    let strong = NODES.replace("nodes = 60", "nodes = 900");
    let sprt = "standings = true\n[play]\nconcurrency = 1\n[sprt]\nelo0 = 0.0\nelo1 = 200.0\nalpha = 0.1\nbeta = 0.1\n";
    event(&folder, &strong, 200, sprt);
    let _workers = [0, 1].map(|_| worker(&folder, &url, &[]));
    let run = |folder: &Path, more: &[&str]| {
        let output = program(folder, &[&["event", "run", "event.toml"], more].concat()).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let mut counted = text.lines().filter(|line| line.starts_with("Finished game")).collect::<Vec<_>>();
        counted.sort_unstable();
        counted.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()
    };
    let got = run(&folder, &["--fleet", &url]);
    let expected = run(&beside(&folder), &[]);
    assert!(expected.len() > 2 && expected.len() < 400, "{}", expected.len());
    assert_eq!(got, expected);
}

#[test]
fn what_the_allow_list_does_not_name_is_not_started_and_what_it_names_by_content_is_fetched() {
    use std::os::unix::fs::PermissionsExt;
    let folder = crate::folder("fleet-allow");
    let Some(broker) = Broker::start(&folder) else { return };
    let url = broker.url();
    let script = folder.join("own-engine");
    std::fs::write(&script, format!("#!/bin/sh\nexec {} engine search\n", crate::PROGRAM)).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let engines = NODES.replacen("house = \"search\"", "command = \"./own-engine\"", 1);
    event(&folder, &engines, 2, "");
    let _strict = worker(&folder, &url, &["--name", "strict"]);
    let arguments = ["event", "run", "event.toml", "--fleet", &url];
    let (mut coordinator, lines) = Process::start(program(&folder, &arguments), Stream::Err);
    let said = wait_for(&lines, "worker strict does not serve the event");
    assert!(
        said.last().unwrap().ends_with("A: the allow-list names neither \"own-engine\" nor its SHA-256"),
        "{said:?}"
    );
    std::fs::write(folder.join("allow.toml"), "[fetched]\nany = true\n").unwrap();
    let cache = folder.join("cache");
    let options = ["--name", "open", "--allow", "allow.toml", "--cache", cache.to_str().unwrap()];
    let mut open = worker(&folder, &url, &options);
    assert!(coordinator.0.wait().unwrap().success());
    assert_eq!(games(&folder.join("event.journal")).len(), 4);
    assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 1);
    // Asked to leave, it does, and says so by its code.
    let drained = program(&folder, &["fleet", "drain", "open", "--fleet", &url]).output().unwrap();
    assert!(drained.status.success(), "{drained:?}");
    assert!(open.0.wait().unwrap().success());
}

#[test]
fn a_broker_that_is_not_there_is_an_error_that_says_so() {
    let folder = crate::folder("fleet-absent");
    event(&folder, NODES, 1, "");
    let url = "nats://127.0.0.1:1";
    for arguments in [&["event", "run", "event.toml", "--fleet", url][..], &["worker", "--fleet", url, "--speed", "1"]]
    {
        let output = program(&folder, arguments).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("--fleet nats://127.0.0.1:1: expected a NATS server with JetStream, got "), "{said}");
    }
    std::io::stdout().flush().unwrap();
}

#[test]
fn an_audit_over_many_machines_says_what_it_says_on_one() {
    let folder = crate::folder("fleet-audit");
    let Some(broker) = Broker::start(&folder) else { return };
    event(&folder, NODES, 10, "");
    let games = std::fs::read_to_string(alone(&folder).join("games.pgn")).unwrap();
    std::fs::create_dir_all(folder.join("pgn")).unwrap();
    for number in 0..6 {
        // Something to be found, at another place in each file.
        let wrong = games.replacen("[Result \"1/2-1/2\"]", "[Result \"0-1\"]", number);
        std::fs::write(folder.join("pgn").join(format!("{number}.pgn")), wrong).unwrap();
    }
    let run = |more: &[&str]| {
        let output = program(&folder, &[&["audit", "pgn"], more].concat()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let url = broker.url();
    let mut workers = [0, 1].map(|_| worker(&folder, &url, &[]));
    for more in [&["--json"][..], &["--notes", "--score"]] {
        let fleet = [more, &["--fleet", &url, "--lease", "2"]].concat();
        let (alone, over) = (run(more), run(&fleet));
        assert!(alone.1.lines().count() > 10, "{alone:?}");
        assert_eq!(over, alone);
        // What a lost worker had is another's.
        workers[0].kill();
    }
}
