//! The live page in a browser (chromium, driven by selenium) while house engines play: a move arrives, a ruling is
//! opened and its helpmate played through, a phone's width holds everything, and hostile text stays text.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use uci_arbiter::app::settings::Files;
use uci_arbiter::event::config;
use uci_arbiter::event::fleet::{EventKey, WorkerCard, WorkerName, WorkerState};
use uci_arbiter::event::game::{Fixture, Opening};
use uci_arbiter::event::settings::{GameNumber, PlayerId};
use uci_arbiter::event::watch::{self, Model, News};
use uci_arbiter::shell::page::{Feed, Page};

/// The sleeper oversteps the time in each of its games: first against an opponent that can mate, then against a bare
/// king. What it says and is called is meant to harm the page. After that two engines play for minutes.
const EVENT: &str = r#"
[event]
name = "<script>window.harmed = 1</script> \u001b[31mOpen"
site = "\"><img src=x onerror='window.harmed = 2'>"
seed = 1
[time]
control = "60+0.6"
[[engines]]
house = "scripted"
name = "<img src=x onerror='window.harmed = 3'>"
control = "0.5"
arguments = [
  "say-at-go=1:info depth 5 score cp 12 pv <b>e2e4</b> e7e5",
  "say-at-go=1:info string <script>window.harmed = 4</script>",
  "big-line=10000000", "think=100000",
]
[[engines]]
engine = "search"
name = "Alpha</td><td>"
[[engines]]
engine = "search"
name = "Beta & \u202e Söhne"
[openings]
epd = "start.epd"
repeat = 1
[format]
kind = "round-robin"
order = "fastchess"
rounds = 1
games = 2
[rules]
preset = "fide"
[output]
pgn = "games.pgn"
"#;

const STARTS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n4k3/4p3/8/8/8/8/8/4K3 w - -\n";

/// The page of an event that a worker plays whose words are meant to harm it.
fn fleet() -> (Feed, String) {
    let text = "[event]\nname = \"Fleet\"\nseed = 1\n[time]\ndepth = 1\n[[engines]]\nengine = \"random\"\nname = \"A\"\n\
                [[engines]]\nengine = \"random\"\nname = \"B\"\n[format]\nkind = \"round-robin\"\nrounds = 1\ngames = 2\n";
    let settings = config::read(text, Path::new("event.toml"), &Files::usual()).unwrap();
    let page = Page::bind(&"127.0.0.1:0".parse().unwrap()).unwrap();
    let address = format!("http://{}/", page.address());
    let mut feed = page.open(Model::new(settings, None)).unwrap();
    let (white, black) = (PlayerId(0), PlayerId(1));
    let fixture = Fixture { number: GameNumber(1), round: 1, game: 1, white, black, opening: 0, pair: None };
    let place = watch::Place { number: 0, host: Some("box-1".to_owned()) };
    feed.tell(News::Started { fixture, opening: Opening::default(), place });
    let (event, other) = (EventKey::of_number(1), EventKey::of_number(2));
    let card = WorkerCard {
        name: WorkerName::near("box-1"),
        run: 1,
        program: String::new(),
        processor: "<img src=x onerror='window.harmed = 5'>".to_owned(),
        processors: 8,
        slots: 4,
        tags: BTreeSet::new(),
        speed: 1_234_567,
        state: WorkerState::Working,
        playing: BTreeMap::from([(event.clone(), 1), (other, 1)]),
        finished: 9,
        refused: BTreeMap::from([(event.clone(), "<i>no</i>".to_owned())]),
        since: 0,
    };
    let heard = uci_arbiter::shell::Clock::wall_ms();
    feed.tell(News::Workers(vec![watch::Worker { card, event, heard }]));
    feed.release();
    (feed, address)
}

struct Playing(Child);

impl Drop for Playing {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn the_live_page_works_in_a_browser() {
    let (Some(python), Some(_), Some(driver)) =
        (crate::python::python_with("selenium"), crate::program("chromium"), crate::program("chromedriver"))
    else {
        return;
    };
    let folder = crate::folder("browser");
    std::fs::write(folder.join("event.toml"), EVENT).unwrap();
    std::fs::write(folder.join("start.epd"), STARTS).unwrap();
    let child = Command::new(crate::PROGRAM)
        .args(["event", "run", "event.toml", "--live", "127.0.0.1:0"])
        .current_dir(&folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut playing = Playing(child);
    let mut said = BufReader::new(playing.0.stderr.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("live page: http://") {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0, "the page's address");
    }
    // What else is said must not fill the pipe.
    std::thread::spawn(move || said.lines().for_each(drop));
    let address = line.trim().trim_start_matches("live page: ").to_owned();
    let (_feed, of_fleet) = fleet();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/browser.py");
    let output = Command::new(python).arg(script).args([address, of_fleet]).arg(driver).arg(&folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
