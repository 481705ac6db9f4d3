//! The live page in a browser (chromium, driven by selenium) while house engines play: a move arrives, a ruling is
//! opened and its helpmate played through, a phone's width holds everything, and hostile text stays text.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

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
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/real/browser.py");
    let output = Command::new(python).arg(script).arg(address).arg(driver).arg(&folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
