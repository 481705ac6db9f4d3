//! Every conversation in `tests/tables`: one game between two pretended engines, with stamps, compared whole. Time is
//! simulated.
//!
//! A file holds what goes in and what must come out. In go `SECONDS W< TEXT` and `B< TEXT` (what an engine says),
//! `gone W TEXT` (its process has ended), `start W` (it is started anew), `play MOVES` (who is on move moves at once),
//! `played MOVES` (the same, not shown), `deaf W` and `hears W` (whether `isready` and `ping` are answered by
//! themselves), `abort TEXT`, `tick` (nothing but time), `again` (the next game of the same engines). Out come `W>`,
//! `B>`, `W<.`, `B<.` (answers given by themselves), `order`, and at the end `=` lines: the game as it is kept. Before
//! it, `! NAME = VALUE` sets the terms (`NAME.W`, `NAME.B` for one player); the handshakes are not shown unless
//! `! start = shown`, which leaves them to the file. `! incidents = shown` shows what is kept for a resumption, and
//! `! incident = PLY SECONDS KIND WHAT` resumes with it. `UPDATE_TABLES=1` writes what came out.
#![expect(clippy::unwrap_used, reason = "a test may")]

mod playback;
#[path = "table_script/terms.rs"]
mod terms;

use shakmaty::{ByColor, Color};
use std::fmt::Write as _;
use std::path::Path;
use terms::{Header, Speaks};
use uci_arbiter::event::table::{Again, Finished, Happened, Order, Out, Table, Told};
use uci_arbiter::game::SolverOracle;
use uci_arbiter::units::{Span, Stamp};

struct Room {
    header: Header,
    table: Option<Table<SolverOracle>>,
    out: Out,
    text: String,
    /// Lines are not shown: moves that are played in silence.
    hidden: bool,
    /// The first game is on, the handshakes are over.
    begun: bool,
    hears: ByColor<bool>,
    now: Stamp,
}

fn letter(side: Color) -> &'static str {
    if side == Color::White { "W" } else { "B" }
}

fn side(text: &str) -> Color {
    match text {
        "W" => Color::White,
        "B" => Color::Black,
        other => panic!("expected W or B, got {other:?}"),
    }
}

fn time(at: Stamp) -> String {
    let micros = at.0 / 1_000;
    format!("{:5}.{:06}", micros / 1_000_000, micros % 1_000_000)
}

impl Room {
    fn new(header: Header, text: String) -> Self {
        let table = header.table(None);
        let hears = ByColor { white: true, black: true };
        Self {
            header,
            table: Some(table),
            out: Out::default(),
            text,
            hidden: false,
            begun: false,
            hears,
            now: Stamp(0),
        }
    }

    fn table(&mut self) -> &mut Table<SolverOracle> {
        self.table.as_mut().unwrap()
    }

    fn show(&mut self, at: Stamp, line: &str) {
        if !self.hidden {
            writeln!(self.text, "{} {line}", time(at)).unwrap();
        }
    }

    /// The game begins; both engines are started.
    fn begin(&mut self) {
        let at = self.now;
        let Self { table, out, .. } = self;
        table.as_mut().unwrap().begin(at, out);
        for side in Color::ALL {
            table.as_mut().unwrap().started(at, side, out);
        }
        self.settle(at);
    }

    /// Shows what came out and gives the answers that come by themselves, until nothing comes any more.
    fn settle(&mut self, at: Stamp) {
        loop {
            let table = self.table.as_mut().unwrap();
            self.begun |= table.thinking().is_some() || table.ruling().is_some() || table.is_over();
            let quiet = !self.begun && !self.header.start_shown;
            let mut answers = Vec::new();
            for side in Color::ALL {
                let bytes = std::mem::take(self.out.to.get_mut(side));
                for line in String::from_utf8(bytes).unwrap().lines() {
                    if !quiet {
                        self.show(at, format!("{}> {line}", letter(side)).trim_end());
                    }
                    answers.extend(self.answers(side, line).into_iter().map(|answer| (side, answer)));
                }
            }
            self.table().written(at);
            for order in std::mem::take(&mut self.out.orders) {
                match order {
                    Order::Kill(side) => self.show(at, &format!("order kill {}", letter(side))),
                    Order::Restart(side) => self.show(at, &format!("order restart {}", letter(side))),
                }
            }
            if answers.is_empty() {
                // Engines that cannot be asked are ready at once.
                let Some(due) = self.table().deadline().filter(|due| *due <= at) else { return };
                let Self { table, out, .. } = self;
                table.as_mut().unwrap().tick(due, out);
                assert_ne!(self.table().deadline(), Some(due), "a deadline must not come again:\n{}", self.text);
                continue;
            }
            for (side, answer) in answers {
                if !quiet {
                    self.show(at, &format!("{}<. {answer}", letter(side)));
                }
                let Self { table, out, .. } = self;
                table.as_mut().unwrap().heard(at, side, answer.as_bytes(), out);
            }
        }
    }

    fn answers(&self, side: Color, line: &str) -> Vec<String> {
        let seat = self.header.seats.get(side);
        let handshake = !self.header.start_shown;
        match (seat.speaks, line.split_once(' ').unwrap_or((line, ""))) {
            (Speaks::Uci, ("isready", _)) if *self.hears.get(side) => vec!["readyok".to_owned()],
            (Speaks::Xboard, ("ping", number)) if *self.hears.get(side) => vec![format!("pong {number}")],
            (Speaks::Uci, ("uci", _)) | (Speaks::Xboard, ("protover", _)) if handshake => {
                let done = if seat.speaks == Speaks::Uci { "uciok" } else { "feature done=1" };
                seat.declares.iter().cloned().chain([done.to_owned()]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Lets every deadline pass before a moment.
    fn pass(&mut self, at: Stamp) {
        while let Some(due) = self.table().deadline().filter(|due| *due < at) {
            let Self { table, out, .. } = self;
            table.as_mut().unwrap().tick(due, out);
            self.settle(due);
            assert_ne!(self.table().deadline(), Some(due), "a deadline must not come again:\n{}", self.text);
        }
    }

    fn input(&mut self, at: Stamp, kind: &str, rest: &str) {
        let (first, more) = rest.split_once(' ').unwrap_or((rest, ""));
        match kind {
            "W<" | "B<" => {
                let Self { table, out, .. } = self;
                let side = side(kind.trim_end_matches('<'));
                table.as_mut().unwrap().heard(at, side, rest.as_bytes(), out);
            }
            "gone" => {
                let Self { table, out, .. } = self;
                table.as_mut().unwrap().gone(at, side(first), more, out);
            }
            "start" => {
                let Self { table, out, .. } = self;
                table.as_mut().unwrap().started(at, side(first), out);
            }
            "abort" => {
                let Self { table, out, .. } = self;
                table.as_mut().unwrap().abort(at, rest, out);
            }
            "deaf" => *self.hears.get_mut(side(first)) = false,
            "hears" => *self.hears.get_mut(side(first)) = true,
            "tick" => {}
            "again" => self.again(at),
            "play" | "played" => {
                self.hidden = kind == "played";
                for m in rest.split(' ') {
                    let Some(side) = self.table().thinking() else { panic!("nobody thinks at {m}:\n{}", self.text) };
                    let line = match self.header.seats.get(side).speaks {
                        Speaks::Uci => format!("bestmove {m}"),
                        Speaks::Xboard => format!("move {m}"),
                    };
                    self.show(at, &format!("{}<. {line}", letter(side)));
                    let Self { table, out, .. } = self;
                    table.as_mut().unwrap().heard(at, side, line.as_bytes(), out);
                    self.settle(at);
                }
                self.hidden = false;
            }
            other => panic!("unknown input {other}"),
        }
        self.settle(at);
    }

    /// The next game of the same engines.
    fn again(&mut self, at: Stamp) {
        let seats = self.finish();
        self.table = Some(self.header.table(Some(seats)));
        let Self { table, out, .. } = self;
        table.as_mut().unwrap().begin(at, out);
    }

    fn finish(&mut self) -> ByColor<uci_arbiter::event::table::Seat> {
        let table = self.table.take().unwrap();
        let (over, clocks) = (table.is_over(), table.arbiter().clocks().clone());
        let mut told = Told::default();
        while let Some(news) = table.next_after(&mut told) {
            if let (Happened::Incident(_, incident), true) = (news, self.header.incidents_shown) {
                writeln!(self.text, "= kept {}", serde_json::to_string(incident).unwrap()).unwrap();
            }
        }
        let Finished { game, again, lost, seats } = table.finish(0);
        let ending = &game.ending;
        let text = &mut self.text;
        if !over {
            writeln!(text, "= unfinished").unwrap();
        }
        writeln!(text, "= result {}", ending.result.map_or("*", |result| result.as_str())).unwrap();
        if let Some(ground) = ending.ground {
            writeln!(text, "= ground {}", ground.as_str()).unwrap();
            writeln!(text, "= layer {:?}", ending.layer).unwrap();
            writeln!(text, "= articles {}", ending.articles.join(" ")).unwrap();
        }
        writeln!(text, "= text {}", ending.text).unwrap();
        if let Some(illegal) = &ending.illegal {
            writeln!(text, "= illegal {illegal}").unwrap();
        }
        for note in &game.notes {
            writeln!(text, "= note {note}").unwrap();
        }
        for side in Color::ALL {
            if let Some(lost) = lost.get(side) {
                writeln!(text, "= lost {} {lost:?}", letter(side)).unwrap();
            }
        }
        match again {
            Again::No => {}
            Again::HostFault | Again::Replay => writeln!(text, "= again {again:?}").unwrap(),
        }
        if let (Some(white), Some(black)) = (clocks.left(Color::White), clocks.left(Color::Black)) {
            writeln!(text, "= clocks {white} {black}").unwrap();
        }
        let moves = game.plies.iter().map(|played| match played.score {
            Some(score) => format!("{}({score:?})", played.uci),
            None => played.uci.clone(),
        });
        writeln!(text, "= moves {}", moves.collect::<Vec<_>>().join(" ")).unwrap();
        seats
    }
}

fn play(script: &str) -> String {
    let mut header = Header::default();
    let mut text = String::new();
    let mut room: Option<Room> = None;
    for line in script.lines() {
        if let Some(setting) = line.strip_prefix("! ") {
            let (name, value) = setting.split_once(" = ").unwrap();
            header.set(name, value);
            writeln!(text, "{line}").unwrap();
            continue;
        }
        if line.starts_with('#') || line.is_empty() {
            room.as_mut().map_or(&mut text, |room| &mut room.text).push_str(&format!("{line}\n"));
            continue;
        }
        let mut words = line.trim_start().splitn(3, ' ');
        let (stamp, kind, rest) = (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or(""));
        if matches!(kind, "W>" | "B>" | "W<." | "B<." | "order") || stamp == "=" {
            continue;
        }
        let room = room.get_or_insert_with(|| {
            let mut room = Room::new(header.clone(), std::mem::take(&mut text));
            room.begin();
            room
        });
        let at = Stamp(0).after(stamp.parse::<Span>().unwrap());
        room.pass(at);
        let space = if rest.is_empty() { "" } else { " " };
        writeln!(room.text, "{} {kind}{space}{rest}", time(at)).unwrap();
        room.now = at;
        room.input(at, kind, rest);
    }
    let mut room = room.unwrap();
    drop(room.finish());
    room.text
}

fn conversation(path: &Path) -> datatest_stable::Result<()> {
    playback::check(path, "UPDATE_TABLES", play)
}

datatest_stable::harness! { { test = conversation, root = "tests/tables", pattern = r".*\.txt$" } }
