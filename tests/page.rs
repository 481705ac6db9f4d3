//! The live page as HTTP: what is answered, what is refused, what every answer says of itself, and what a browser that
//! misbehaves can do.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use uci_arbiter::app::settings::Files;
use uci_arbiter::event::config;
use uci_arbiter::event::game::{Ending, Fixture, Game, Opening, Played};
use uci_arbiter::event::journal::Entry;
use uci_arbiter::event::settings::{GameNumber, PlayerId};
use uci_arbiter::event::table::Again;
use uci_arbiter::event::watch::{Model, News, Place};
use uci_arbiter::laws::{GameResult, Ground};
use uci_arbiter::shell::Clock;
use uci_arbiter::shell::page::{Feed, Page};
use uci_arbiter::units::{Span, Stamp};

/// From the start of a clock.
const MINUTE: Stamp = Stamp(60_000_000_000);
const PROGRAM: &str = env!("CARGO_BIN_EXE_uci-arbiter");
const EVENT: &str = "[event]\nname = \"<script>alert(1)</script>\"\nseed = 1\n[time]\ndepth = 1\n\
    [[engines]]\nengine = \"random\"\nname = \"A\"\n[[engines]]\nengine = \"random\"\nname = \"B\"\n\
    [format]\nkind = \"round-robin\"\nrounds = 1\ngames = 2\n[rules]\nmax-moves = 4\n";

struct Open {
    feed: Feed,
    address: SocketAddr,
}

fn page() -> Open {
    let settings = config::read(EVENT, Path::new("event.toml"), &Files::usual()).unwrap();
    let page = Page::bind(&"127.0.0.1:0".parse().unwrap()).unwrap();
    let address = page.address();
    Open { feed: page.open(Model::new(settings, None)).unwrap(), address }
}

fn fixture(number: u32) -> Fixture {
    let (white, black) = (PlayerId(0), PlayerId(1));
    Fixture { number: GameNumber(number), round: 1, game: 1, white, black, opening: 0, pair: None }
}

impl Open {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Everything that comes after this was sent, until the other side closes.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may close before all is written.
        stream.write_all(bytes).unwrap_or(());
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer));
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn ask(&self, method: &str, path: &str, host: &str) -> String {
        self.send(format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
    }

    fn get(&self, path: &str) -> String {
        self.ask("GET", path, "localhost")
    }

    /// A reader of the changes that has had its snapshot.
    fn reader(&self) -> BufReader<TcpStream> {
        let mut stream = self.connect();
        stream.write_all(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut reader = BufReader::new(stream);
        await_line(&mut reader, "event: snapshot");
        reader
    }

    fn tell(&mut self, news: impl IntoIterator<Item = News>) {
        for news in news {
            self.feed.tell(news);
        }
        self.feed.release();
    }

    fn play(&mut self, number: u32) {
        let (opening, place) = (Opening::default(), Place::default());
        let number_of = GameNumber(number);
        let played = Played { uci: "e2e4".to_owned(), ..Played::default() };
        let game = Game {
            fixture: fixture(number),
            opening: opening.clone(),
            plies: vec![played.clone()],
            ending: Ending {
                result: Some(GameResult::Draw),
                ground: Some(Ground::MoveLimit),
                text: "<img src=x onerror=alert(1)>".to_owned(),
                ..Ending::none()
            },
            started: 0,
            ended: 0,
            final_fen: "8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
            notes: Vec::new(),
            host: None,
        };
        let entry = Entry::Finished { game: Box::new(game), again: Again::No, failed: Vec::new() };
        self.tell([
            News::Started { fixture: fixture(number), opening, place },
            News::Moved { number: number_of, ply: 0, played },
            News::Entry(Box::new(entry)),
        ]);
    }

    /// Plays a game and waits until it is shown.
    fn show(&mut self, number: u32) {
        let mut reader = self.reader();
        self.play(number);
        await_line(&mut reader, "\"over\":");
    }
}

fn await_line(reader: &mut impl BufRead, text: &str) -> String {
    let mut line = String::new();
    while reader.read_line(&mut line).unwrap() > 0 {
        if line.contains(text) {
            return line;
        }
        line.clear();
    }
    panic!("no {text:?}");
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("")
}

#[test]
fn every_answer_has_the_headers_that_keep_it_harmless() {
    let mut open = page();
    open.show(1);
    for path in
        ["/", "/assets/main.js", "/event.json", "/games/1.json", "/games.pgn", "/live.pgn", "/no", "/games/9.pgn"]
    {
        let answer = open.get(path).to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n",
            "x-content-type-options: nosniff\r\n",
            "referrer-policy: no-referrer\r\n",
        ] {
            assert!(answer.contains(header), "{path}: {answer}");
        }
    }
}

#[test]
fn the_feeds_have_stable_addresses_and_may_be_read_by_other_pages() {
    let mut open = page();
    open.show(1);
    for (path, kind, text) in [
        ("/event.json", "application/json", "\"title\":\"Move limit\""),
        ("/games.json?from=1&count=5", "application/json", "\"title\":\"Move limit\""),
        ("/games/1.json", "application/json", "\"san\":\"e4\""),
        ("/games/1.pgn", "application/x-chess-pgn", "1. e4"),
        ("/games.pgn", "application/x-chess-pgn", "1. e4"),
        ("/live.pgn", "application/x-chess-pgn", "1. e4"),
    ] {
        let answer = open.get(path);
        assert_eq!(status(&answer), "200", "{path}: {answer}");
        assert!(answer.contains("access-control-allow-origin: *"), "{path}: {answer}");
        assert!(answer.contains(&format!("content-type: {kind}")) && answer.contains(text), "{path}: {answer}");
    }
    let page = open.get("/");
    assert!(page.contains("content-type: text/html") && !page.contains("access-control"), "{page}");
}

#[test]
fn nothing_but_its_own_files_and_games_is_there() {
    let mut open = page();
    open.show(1);
    for path in [
        "/assets/../mod.rs",
        "/assets/..%2fmod.rs",
        "/assets/%2e%2e/%2e%2e/Cargo.toml",
        "/assets//etc/passwd",
        "/../../../../etc/passwd",
        "/etc/passwd",
        "/games/01.json",
        "/games/+1.json",
        "/games/1.json.pgn",
        "/games/99999999999999999999.json",
        "/games/1-red.json",
        "/games/1-white.json",
        "/games/%00.json",
    ] {
        let answer = open.get(path);
        assert_eq!(status(&answer), "404", "{path}: {answer}");
    }
    assert_eq!(status(&open.get("/games.json?from=x")), "400");
}

#[test]
fn it_can_be_read_only() {
    let open = page();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"] {
        let path = if method == "CONNECT" { "localhost:1" } else { "/event.json" };
        let answer = open.ask(method, path, "localhost");
        assert_eq!(status(&answer), "405", "{method}: {answer}");
        assert!(answer.contains("allow: GET, HEAD"), "{method}: {answer}");
    }
    let head = open.ask("HEAD", "/", "localhost");
    assert!(status(&head) == "200" && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn a_foreign_name_that_leads_to_the_loopback_interface_is_refused() {
    let open = page();
    for host in
        ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1", "@", ""]
    {
        assert_eq!(status(&open.ask("GET", "/event.json", host)), "421", "{host}");
    }
    for host in ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "127.1.2.3", "[::1]:80"] {
        assert_eq!(status(&open.ask("GET", "/event.json", host)), "200", "{host}");
    }
    assert_eq!(status(&open.send(b"GET / HTTP/1.0\r\n\r\n")), "421");
}

#[test]
fn a_request_that_is_none_or_too_long_ends_its_connection_and_nothing_else() {
    let open = page();
    let long = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(1 << 20));
    let header = format!("GET / HTTP/1.1\r\nHost: localhost\r\nA: {}\r\n\r\n", "x".repeat(1 << 20));
    let many = format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "A: b\r\n".repeat(1_000));
    for request in [long.as_bytes(), header.as_bytes(), many.as_bytes(), b"\x16\x03\x01\0\0\0garbage\r\n\r\n"] {
        let answer = open.send(request);
        assert_ne!(status(&answer), "200", "{answer}");
    }
    assert_eq!(status(&open.get("/")), "200");
}

#[test]
fn a_reader_gets_the_state_and_then_each_change() {
    let mut open = page();
    let mut reader = open.reader();
    let snapshot = await_line(&mut reader, "data: {");
    assert!(snapshot.contains("\"playing\":[]"), "{snapshot}");
    let (opening, place) = (Opening::default(), Place::default());
    open.tell([News::Started { fixture: fixture(1), opening, place }]);
    assert!(await_line(&mut reader, "data: {").contains("\"begun\":[{\"n\":1,"));
    let played = Played { uci: "g1f3".to_owned(), ..Played::default() };
    open.tell([News::Moved { number: GameNumber(1), ply: 0, played }]);
    assert!(await_line(&mut reader, "data: {").contains("\"san\":\"Nf3\""));
}

#[test]
fn who_looks_on_is_known_and_who_is_gone_too() {
    let open = page();
    let watched = open.feed.watched();
    assert!(!watched.load(std::sync::atomic::Ordering::Relaxed));
    let reader = open.reader();
    assert!(watched.load(std::sync::atomic::Ordering::Relaxed));
    drop(reader);
    let clock = Clock::start();
    while watched.load(std::sync::atomic::Ordering::Relaxed) {
        assert!(clock.now() < MINUTE, "still watched");
        std::thread::yield_now();
    }
}

#[test]
fn more_connections_than_there_is_room_for_are_turned_away() {
    let open = page();
    let mut readers = Vec::new();
    for _ in 0..256 {
        readers.push(open.reader());
    }
    let answer = open.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(answer.is_empty() || status(&answer) == "503", "{answer}");
    drop(readers);
    let clock = Clock::start();
    while status(&open.get("/")) != "200" {
        assert!(clock.now() < MINUTE, "no room again");
    }
}

/// The hall's side: two thousand games at once, with readers that take nothing are handed over in no time.
#[test]
fn readers_that_take_nothing_do_not_hold_up_who_plays() {
    let mut open = page();
    let _readers = (0..20).map(|_| open.reader()).collect::<Vec<_>>();
    let mut longest = Span::ZERO;
    let clock = Clock::start();
    for number in 1..=2_000 {
        let from = clock.now();
        open.play(number);
        longest = longest.max(clock.now().since(from));
    }
    // What is measured is a channel that never blocks; the bound leaves room for a loaded machine.
    assert!(longest < Span::from_secs(2), "{longest:?}");
    let answer = open.get("/event.json");
    assert_eq!(status(&answer), "200");
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn an_address_that_is_taken_is_said_before_the_event_begins() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = folder("page-taken");
    std::fs::write(folder.join("event.toml"), EVENT).unwrap();
    let ran =
        Command::new(PROGRAM).args(["event", "run", "event.toml", "--live", &address]).current_dir(&folder).output();
    let ran = ran.unwrap();
    assert_eq!(ran.status.code(), Some(3), "{ran:?}");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(said.contains(&format!("live page: {address}: expected an address that is free, got: ")), "{said}");
    assert!(!folder.join("event.journal").exists(), "nothing was begun");
}

#[test]
fn a_finished_event_is_served_from_its_journal_alone() {
    let folder = folder("page-serve");
    std::fs::write(folder.join("event.toml"), EVENT).unwrap();
    let run = |words: &[&str]| Command::new(PROGRAM).args(words).current_dir(&folder).output().unwrap();
    let played = run(&["event", "run", "event.toml", "--live", "0"]);
    assert_eq!(played.status.code(), Some(0), "{played:?}");
    assert!(String::from_utf8_lossy(&played.stderr).contains("live page: http://127.0.0.1:"), "{played:?}");
    let mut child = Command::new(PROGRAM)
        .args(["event", "serve", "event.journal", "0"])
        .current_dir(&folder)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().trim_start_matches("live page: http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /event.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(answer.contains("\"closed\":\"complete\"") && answer.contains("\"finished\":2"), "{answer}");
    assert!(answer.contains("\"name\":\"<script>alert(1)</script>\""), "text stays text: the page shows it as such");
}
