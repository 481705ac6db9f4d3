//! Whole events: bad engines, bad disks, signals, what a director does.

use super::support::{Folder, Ran};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Stdio};
use std::time::Duration;

/// Random players; with `slow`, each move of theirs takes a twentieth of a second.
fn event(rounds: u32, rest: &str) -> String {
    format!(
        "[event]\nname = \"Event\"\nseed = 3\n[time]\ndepth = 1\n\
         [[engines]]\nengine = \"random\"\nname = \"A\"\n[[engines]]\nengine = \"random\"\nname = \"B\"\n\
         [format]\nkind = \"round-robin\"\nrounds = {rounds}\ngames = 2\n[rules]\nmax-moves = 4\n{rest}"
    )
}

/// An event that runs until its first game is over and beyond.
struct Running {
    child: Child,
    out: BufReader<ChildStdout>,
    heard: String,
}

impl Running {
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let mut child = folder.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Self { child, out, heard: String::new() }
    }

    fn await_line(&mut self, text: &str) {
        let mut line = String::new();
        while self.out.read_line(&mut line).unwrap() > 0 {
            self.heard.push_str(&line);
            if line.contains(text) {
                return;
            }
            line.clear();
        }
        panic!("no {text:?} in {}", self.heard);
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    fn end(mut self) -> Ran {
        std::io::Read::read_to_string(&mut self.out, &mut self.heard).unwrap();
        let mut ran = Ran::of(self.child.wait_with_output().unwrap());
        ran.out.insert_str(0, &self.heard);
        ran
    }
}

#[test]
fn an_engine_that_does_not_start_costs_its_own_games_and_never_the_event() {
    let folder = Folder::new("no-start");
    folder.write(
        "event.toml",
        "[event]\nseed = 1\n[time]\ndepth = 1\n[[engines]]\nengine = \"random\"\nname = \"A\"\n\
         [[engines]]\nhouse = \"scripted\"\narguments = [\"die-at-start\"]\nname = \"Dead\"\n\
         [[engines]]\nengine = \"random\"\nname = \"B\"\n[rules]\nmax-moves = 4\n\
         [output]\npgn = \"games.pgn\"\njsonl = \"games.jsonl\"\n",
    );
    let ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let games = folder.finished();
    assert_eq!(games.len(), 6);
    for game in games {
        let has_dead = game["fixture"]["white"] == 1 || game["fixture"]["black"] == 1;
        assert_eq!(game["ending"]["ground"], if has_dead { "disconnect" } else { "move-limit" }, "{game}");
        let winner = if game["fixture"]["white"] == 1 { "0-1" } else { "1-0" };
        if has_dead {
            assert_eq!(game["ending"]["result"], winner, "{game}");
        }
    }
    let check = folder.run(&["event", "check", "event.toml"]);
    assert_eq!(check.code, Some(5), "{check:?}");
    assert!(check.err.contains("engines: Dead: expected an engine that starts, got:"), "{check:?}");
}

#[test]
fn a_program_that_is_not_there_is_said_before_the_first_move() {
    let folder = Folder::new("no-program");
    let text = event(1, "").replacen("engine = \"random\"", "command = \"/no/such/engine\"", 1);
    folder.write("event.toml", &text);
    let ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("expected a program, got \"/no/such/engine\""), "{ran:?}");
    assert!(!ran.out.contains("Started"), "{ran:?}");
}

#[test]
fn what_is_not_there_is_said_once() {
    let folder = Folder::new("no-openings");
    let text = event(1, "[openings]\nepd = \"no.epd\"\n").replacen(
        "name = \"A\"",
        "name = \"A\"\nbook = { file = \"no.bin\" }",
        1,
    );
    folder.write("event.toml", &text);
    let ran = folder.run(&["event", "check", "event.toml", "--no-engines"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    for file in ["no.epd", "no.bin"] {
        assert_eq!(ran.err.matches(file).count(), 1, "{ran:?}");
    }
}

#[test]
fn the_words_of_cutechess_play_a_match() {
    let folder = Folder::new("match");
    let program = super::support::PROGRAM;
    let each = ["-each", "proto=uci", "tc=10+0.1", "depth=1"];
    let engine = |name| ["-engine".to_owned(), format!("name={name}"), format!("cmd={program}")];
    let mut words = vec!["match".to_owned()];
    for name in ["A", "B"] {
        words.extend(engine(name));
        words.extend(["arg=engine".to_owned(), "arg=random".to_owned()]);
    }
    words.extend(each.map(str::to_owned));
    words.extend(
        ["-rounds", "2", "-games", "2", "-repeat", "-maxmoves", "4", "-pgnout", "games.pgn"].map(str::to_owned),
    );
    let words = words.iter().map(String::as_str).collect::<Vec<_>>();
    let ran = folder.run(&words);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.out.contains("Finished game 4 (B vs A): 1/2-1/2 {Draw by adjudication: maximal game length}"),
        "{ran:?}"
    );
    assert!(ran.out.contains("Score of A vs B: 0 - 0 - 4  [0.500] 4"), "{ran:?}");
    assert_eq!(folder.pgn().len(), 4);
}

#[test]
fn unwritable_files_are_said_before_the_first_move() {
    let folder = Folder::new("unwritable");
    folder.write("event.toml", &event(1, "[output]\npgn = \"no/such/folder/games.pgn\"\njsonl = \".\"\n"));
    let ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("output.pgn: expected a folder to write to, got no/such/folder"), "{ran:?}");
    assert!(ran.err.contains("output.jsonl: expected a file to write to"), "{ran:?}");
    assert!(!ran.out.contains("Started"), "{ran:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn on_a_full_disk_the_event_goes_on_says_so_once_and_the_exit_code_tells() {
    let folder = Folder::new("full");
    folder.write("event.toml", &event(3, "[output]\npgn = \"/dev/full\"\njsonl = \"games.jsonl\"\n"));
    let ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert_eq!(ran.err.matches("/dev/full: ").count(), 1, "{ran:?}");
    assert!(ran.err.contains("not written to the end: /dev/full"), "{ran:?}");
    assert!(ran.out.contains("Finished game 6"), "{ran:?}");
    assert_eq!(folder.entries("event.journal", "finished").len(), 6);
}

#[test]
fn ctrl_c_drains_and_the_rest_is_played_on_resumption() {
    let folder = Folder::new("ctrl-c");
    folder.write(
        "event.toml",
        &event(150, "[play]\nconcurrency = 2\n[output]\npgn = \"games.pgn\"\nepd = \"games.epd\"\n"),
    );
    let mut running = Running::start(&folder, &["event", "run", "event.toml"]);
    running.await_line("Finished game");
    running.signal(Signal::INT);
    let ran = running.end();
    assert_eq!(ran.code, Some(6), "{ran:?}");
    // One game or both are in play then.
    assert!(ran.err.starts_with("stopping: ") && ran.err.contains(" in play "), "{ran:?}");
    assert_eq!(ran.out.matches("Started game").count(), ran.out.matches("Finished game").count(), "{ran:?}");
    assert!(ran.out.contains("\nStopped match\n") && !ran.out.contains("Finished match"), "{ran:?}");
    let how = "stopped: \"uci-arbiter event resume event.journal\" goes on with it";
    assert!(ran.err.lines().any(|line| line == how), "{ran:?}");
    let status = folder.run(&["event", "status", "event.journal"]);
    assert!(status.out.starts_with("stopped, can be resumed; "), "{status:?}");
    let ran = folder.run(&["event", "resume", "event.journal"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(folder.pgn().len(), 300);
    assert_eq!(folder.read("games.epd").lines().count(), 300);
    let status = folder.run(&["event", "status", "event.journal"]);
    assert!(status.out.starts_with("complete; 300 games over, 0 in play"), "{status:?}");
}

/// Engines that wait: a game of theirs never ends by itself.
fn endless() -> String {
    "[event]\nseed = 1\n[time]\ncontrol = \"10:00\"\n[[engines]]\nhouse = \"scripted\"\narguments = [\"think=400000\"]\nname = \"A\"\n\
     [[engines]]\nhouse = \"scripted\"\narguments = [\"think=400000\"]\nname = \"B\"\n[output]\npgn = \"games.pgn\"\n"
        .to_owned()
}

#[test]
fn ctrl_c_twice_breaks_the_games_off() {
    let folder = Folder::new("ctrl-c-twice");
    folder.write("event.toml", &endless());
    let mut running = Running::start(&folder, &["event", "run", "event.toml"]);
    running.await_line("Started game 1");
    running.signal(Signal::INT);
    let mut err = BufReader::new(running.child.stderr.take().unwrap());
    let mut line = String::new();
    err.read_line(&mut line).unwrap();
    assert!(line.starts_with("stopping: 1 game in play"), "{line}");
    running.signal(Signal::TERM);
    let ran = running.end();
    assert_eq!(ran.code, Some(6), "{ran:?}");
    let status = folder.run(&["event", "status", "event.journal"]);
    assert!(status.out.starts_with("stopped, can be resumed; 0 games over, 1 in play"), "{status:?}");
}

#[test]
fn an_illegal_move_before_a_crash_and_one_after_it_lose_by_7_5_5() {
    let folder = Folder::new("illegal-over-a-crash");
    let engine = |name: &str, faults: &str| {
        format!("[[engines]]\nname = \"{name}\"\nhouse = \"scripted\"\narguments = [{faults}]\n")
    };
    let (white, black) = (engine("White", "\"illegal-at-go=1\", \"hang-at-go=3\""), engine("Black", ""));
    folder.write(
        "event.toml",
        &format!(
            "[event]\nseed = 1\n[time]\ncontrol = \"600\"\n{white}{black}\
             [format]\nkind = \"round-robin\"\nrounds = 1\ngames = 1\ncolours = \"fixed\"\n\
             [rules]\npreset = \"fide\"\nclass = \"standard\"\n[play]\ninterrupted = \"resume\"\n\
             [output]\npgn = \"games.pgn\"\njsonl = \"games.jsonl\"\n"
        ),
    );
    let mut running = Running::start(&folder, &["event", "run", "event.toml"]);
    // White's first move was illegal, its second stood, Black has answered: now the program is killed.
    while folder.entries("event.journal", "moved").len() < 2 {
        assert!(running.child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::park_timeout(Duration::from_millis(1));
    }
    running.child.kill().unwrap();
    running.child.wait().unwrap();
    assert_eq!(folder.entries("event.journal", "incident").len(), 1);
    // The engine is a new process, and its first move is illegal again.
    let ran = folder.run(&["event", "resume", "event.journal"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let game = folder.finished().pop().unwrap();
    assert_eq!((&game["ending"]["ground"], &game["ending"]["articles"][0]), (&"illegal-move".into(), &"7.5.5".into()));
    assert_eq!(game["plies"].as_array().unwrap().len(), 2, "{game}");
    assert!(game["ending"]["text"].as_str().unwrap().contains("illegal move number 2"), "{game}");
    assert!(folder.pgn()[0].contains("[Result \"0-1\"]"), "{:?}", folder.pgn());
}

#[test]
fn a_director_rules_withdraws_and_pauses_on_a_stopped_event() {
    let folder = Folder::new("director");
    folder.write("event.toml", &event(1, "[output]\njsonl = \"games.jsonl\"\n"));
    assert_eq!(folder.run(&["event", "run", "event.toml"]).code, Some(0));
    cut_after_first_game(&folder);
    let wrong = folder.run(&["event", "rule", "event.journal", "1", "2-0", "--by", "Jo", "--reason", "x"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    let ruled = folder.run(&["event", "rule", "event.journal", "1", "1-0", "--by", "Jo", "--reason", "a wrong cable"]);
    assert_eq!((ruled.code, ruled.out.as_str()), (Some(0), "entered\n"), "{ruled:?}");
    let status = folder.run(&["event", "status", "event.journal"]);
    assert!(status.out.contains("game 1: 1-0 by decision of Jo: a wrong cable"), "{status:?}");
    let gone = folder.run(&["event", "withdraw", "event.journal", "B", "--reason", "asked to"]);
    assert_eq!(gone.code, Some(0), "{gone:?}");
    let status = folder.run(&["event", "status", "event.journal"]);
    assert!(status.out.contains("withdrawn: B: asked to"), "{status:?}");
    assert_eq!(folder.run(&["event", "withdraw", "event.journal", "C", "--reason", "x"]).code, Some(3));
    let again = folder.run(&["event", "withdraw", "event.journal", "B", "--reason", "x"]);
    let said = "PLAYER: expected a player who plays on, got \"B\", withdrawn already: asked to\n";
    assert_eq!((again.code, again.err.as_str()), (Some(3), said), "{again:?}");
    let silent = folder.run(&["event", "rule", "event.journal", "1", "1-0", "--by", " ", "--reason", "x"]);
    assert_eq!(silent.code, Some(2), "{silent:?}");
    assert!(silent.err.contains("expected a text, got none"), "{silent:?}");
    assert_eq!(folder.run(&["event", "withdraw", "event.journal", "A", "--reason", ""]).code, Some(2));
    assert_eq!(folder.run(&["event", "pause", "no.journal"]).code, Some(3));
    // A pause that the event has outlived does not hold up the next one of this name.
    assert_eq!(folder.run(&["event", "pause", "event.journal"]).code, Some(0));
    std::fs::remove_file(folder.path().join("event.journal")).unwrap();
    assert_eq!(folder.run(&["event", "run", "event.toml"]).code, Some(0));
}

#[test]
fn an_event_that_is_over_takes_a_ruling_and_nothing_that_concerns_games_to_come() {
    let folder = Folder::new("over");
    folder.write("event.toml", &event(1, ""));
    assert_eq!(folder.run(&["event", "run", "event.toml"]).code, Some(0));
    for words in [&["pause"][..], &["continue"], &["withdraw", "B", "--reason", "x"]] {
        let words = [&["event", words[0], "event.journal"], &words[1..]].concat();
        let ran = folder.run(&words);
        let why = "event.journal: expected an event that is played or can be resumed, got one that is over\n";
        assert_eq!((ran.code, ran.err.as_str()), (Some(3), why), "{words:?}");
    }
    let ruled = folder.run(&["event", "rule", "event.journal", "1", "1-0", "--by", "Jo", "--reason", "x"]);
    assert_eq!((ruled.code, ruled.out.as_str()), (Some(0), "entered\n"), "{ruled:?}");
}

/// The journal after its first game, as a crash leaves it.
fn cut_after_first_game(folder: &Folder) {
    let whole = folder.read("event.journal");
    let end = whole.match_indices("\"kind\":\"finished\"").next().unwrap().0;
    let end = end + whole[end..].find('\n').unwrap() + 1;
    folder.write("event.journal", &whole[..end]);
}

#[test]
fn a_running_event_takes_orders_and_keeps_its_journal_whole() {
    let folder = Folder::new("orders");
    folder.write("event.toml", &event(200, "[play]\nconcurrency = 2\n[output]\npgn = \"games.pgn\"\n"));
    let mut running = Running::start(&folder, &["event", "run", "event.toml"]);
    running.await_line("Finished game 1 ");
    assert_eq!(folder.run(&["event", "pause", "event.journal"]).code, Some(0));
    let second = folder.run(&["event", "resume", "event.journal"]);
    assert_eq!(second.code, Some(3), "{second:?}");
    assert!(second.err.contains("expected a journal that nobody else writes"), "{second:?}");
    for _ in 0..20 {
        let ruled = folder.run(&["event", "rule", "event.journal", "1", "0-1", "--by", "Jo", "--reason", "x"]);
        assert_eq!(ruled.out, "left for the running event, which enters it at once\n", "{ruled:?}");
    }
    assert_eq!(folder.run(&["event", "continue", "event.journal"]).code, Some(0));
    let ran = running.end();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let status = folder.run(&["event", "status", "event.journal"]);
    assert_eq!(status.err, "", "{status:?}");
    assert!(status.out.starts_with("complete; 400 games over, 0 in play"), "{status:?}");
    assert_eq!(folder.entries("event.journal", "decided").len(), 20);
    assert_eq!(folder.pgn().len(), 400);
}

#[test]
fn viewers_get_every_game_and_hostile_names_harm_nobody() {
    let folder = Folder::new("viewers");
    let text = event(1, "[output]\npgn = \"games.pgn\"\nlive-pgn = \"live.pgn\"\nfeed = \"feed\"\nstandings = true\n");
    let hostile = "\\u001b[2JA\\\"]\\n[White \\\"x\\u202e";
    folder.write("event.toml", &text.replace("name = \"A\"", &format!("name = \"{hostile}\"")));
    let ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let status = folder.run(&["event", "status", "event.journal", "--games"]);
    let ratings = folder.run(&["event", "ratings", "event.journal", "games.pgn"]);
    assert!(ratings.out.contains("Draws among equals: 100.0% (4 draws in 4 games)\n"), "{ratings:?}");
    for text in [&ran.out, &ran.err, &status.out, &status.err, &ratings.out] {
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }
    // A line feed in a name makes no line of its own.
    assert!(!ran.out.lines().any(|line| line.starts_with("[White")), "{ran:?}");
    for file in ["games.pgn", "live.pgn", "feed/live.pgn"] {
        let text = folder.read(file);
        assert!(text.contains("[White ") && !text.contains('\u{1b}'), "{file}: {text}");
        assert!(text.lines().all(|line| line != "[White \"x"), "{file}: {text}");
    }
    let live = folder.read("live.pgn");
    assert!(live.contains("[Round \"1.1\"]") && live.contains("[Round \"1.2\"]"), "{live}");
    let json = |name: &str| serde_json::from_str::<serde_json::Value>(&folder.read(name)).unwrap();
    assert_eq!(json("feed/live.json")["Headers"]["GameId"], "2");
    assert_eq!(json("feed/live.json")["Moves"].as_array().unwrap().len(), 8);
    assert_eq!(json("feed/schedule.json")[1]["Game"], 2);
    assert_eq!(json("feed/schedule.json")[1]["Moves"], 4);
    assert_eq!(json("feed/crosstable.json")["Table"]["B"]["Games"], 2);
    assert_eq!(json("feed/enginerating.json")["B"]["games"], 2);
}

#[test]
fn a_line_of_ten_megabytes_and_a_name_of_one_break_nothing() {
    let folder = Folder::new("big");
    folder.write(
        "event.toml",
        "[event]\nseed = 1\n[time]\ncontrol = \"60\"\n[[engines]]\nhouse = \"scripted\"\nname = \"Big\"\n\
         arguments = [\"big-line=10000000\"]\n[[engines]]\nengine = \"random\"\nname = \"B\"\n\
         [format]\nkind = \"round-robin\"\ngames = 1\n[rules]\nmax-moves = 4\n\
         [output]\npgn = \"games.pgn\"\njsonl = \"games.jsonl\"\nlive-pgn = \"live.pgn\"\nfeed = \"feed\"\n",
    );
    let ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for file in ["games.pgn", "games.jsonl", "event.journal", "live.pgn", "feed/live.json", "feed/live.pgn"] {
        let length = folder.read(file).len();
        assert!((1..100_000).contains(&length), "{file}: {length}");
    }
    let text = event(1, "").replace("name = \"A\"", &format!("name = \"{}\"", "x".repeat(1_000_000)));
    folder.write("long.toml", &text);
    let ran = folder.run(&["event", "run", "long.toml"]);
    assert_eq!(ran.code, Some(3), "{:?}", ran.code);
    let expected = "engines[1].name: expected a name of at most 200 characters, got 1000000";
    assert!(ran.err.contains(expected) && ran.err.len() < 1_000, "{}", ran.err.len());
}

/// A server in the place of lichess takes the games; its token is in no file and no line.
#[test]
fn games_are_pushed_to_a_broadcast_while_they_are_played() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = std::thread::spawn(move || {
        let mut last = String::new();
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let (mut head, mut line) = (String::new(), String::new());
            while stream.read_line(&mut line).unwrap() > 2 {
                head.push_str(&line);
                line.clear();
            }
            if head.starts_with("GET") {
                return last;
            }
            assert!(head.to_lowercase().contains("authorization: bearer lip_secret\r\n"), "{head}");
            let length = head.to_lowercase().lines().find_map(|line| {
                line.strip_prefix("content-length:").and_then(|length| length.trim().parse::<usize>().ok())
            });
            let mut body = vec![0; length.unwrap()];
            std::io::Read::read_exact(&mut stream, &mut body).unwrap();
            last = String::from_utf8(body).unwrap();
            let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 12\r\nConnection: close\r\n\r\n{\"games\":[]}";
            std::io::Write::write_all(stream.get_mut(), answer).unwrap();
        }
        last
    });
    let folder = Folder::new("push");
    folder.write(
        "event.toml",
        &event(1, &format!("[broadcast]\nurl = \"http://{address}/push\"\ntoken-env = \"PUSH_TOKEN\"\n")),
    );
    let missing = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(missing.code, Some(3), "{missing:?}");
    assert!(missing.err.contains("broadcast.token-env: PUSH_TOKEN: expected a token there, got none"), "{missing:?}");
    let mut command = folder.command(&["event", "run", "event.toml"]);
    let ran = Ran::of(command.env("PUSH_TOKEN", "lip_Secret").output().unwrap());
    assert_eq!(ran.code, Some(0), "{ran:?}");
    std::io::Write::write_all(&mut std::net::TcpStream::connect(address).unwrap(), b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let last = server.join().unwrap();
    assert_eq!(last.matches("[Event ").count(), 2, "{last}");
    assert!(last.contains("[Round \"1.2\"]") && last.contains("[Site \"?, game 2\"]"), "{last}");
    for text in [ran.out, ran.err, folder.read("event.journal")] {
        assert!(!text.contains("lip_Secret"), "{text}");
    }
}

#[test]
fn teams_meet_board_by_board_and_a_resumed_event_goes_on_alike() {
    let folder = Folder::new("teams");
    let engines =
        ["A", "B", "C", "D", "E", "F"].map(|name| format!("[[engines]]\nhouse = \"random\"\nname = \"{name}\"\n"));
    let teams = [("Odd", "A", "C"), ("Even", "B", "D"), ("Last", "E", "F")];
    let teams =
        teams.map(|(name, one, two)| format!("[[teams]]\nname = \"{name}\"\nboards = [\"{one}\", \"{two}\"]\n"));
    let text = format!(
        "[event]\nname = \"Teams\"\nseed = 5\n[time]\ndepth = 1\n{}{}[format]\nkind = \"team-round-robin\"\ngames = 2\n\
         [rules]\nmax-moves = 4\n[output]\npgn = \"games.pgn\"\n",
        engines.concat(),
        teams.concat()
    );
    folder.write("event.toml", &text);
    let ran = folder.run(&["event", "run", "event.toml"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let games = folder.pgn();
    assert_eq!(games.len(), 12);
    assert!(games[0].contains("[WhiteTeam \"") && games[0].contains("[Board \"1\"]"), "{}", games[0]);
    // Everything is a draw: each team has two match points and four game points.
    let table = "Rank Team    MP      GP    +    =    -    MPvGP       DE    EMGSB";
    let row = "   1 Odd      2       4    0    2    0        4        2        8";
    assert!(ran.out.contains(table) && ran.out.contains(row), "{}", ran.out);
    let status = folder.run(&["event", "status", "event.journal"]);
    assert!(status.out.contains(row), "{status:?}");
    cut_after_first_game(&folder);
    let resumed = folder.run(&["event", "resume", "event.journal"]);
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    let players = |games: &[String]| {
        let tags = |game: &String| {
            game.lines().filter(|l| l.starts_with("[White \"") || l.starts_with("[Black \"")).collect::<String>()
        };
        games.iter().map(tags).collect::<Vec<_>>()
    };
    assert_eq!(players(&folder.pgn()), players(&games));
    assert!(resumed.out.contains(row), "{}", resumed.out);
}
