//! The wrapper as a whole: a GUI and an engine that say what they like, when they like, through the state machine, with
//! time simulated.
//!
//! The first four bytes choose the policies; then every line is one thing that happens: `>…` and `<…` what the GUI and
//! the engine say, `p` and numbers: the GUI tells the position with so many more legal moves, `u` a number: the same as
//! an xboard GUI does, `b` a number: the engine answers with a legal move, `t` digits: so many milliseconds pass, `j`
//! the arbiter's task is done, `x` the engine's process ends, `e` the GUI's stream ends.

mod model;

use super::text::lines;
use model::{Face, Model};
use shakmaty::{CastlingMode, Chess, Position};
use std::sync::{Arc, LazyLock};
use uci_arbiter::game::{Conditions, FenClock, Start};
use uci_arbiter::laws::Edition;
use uci_arbiter::proxy::{FaceChoice, Gone, Order, Output, Settings, Task, Wrap};
use uci_arbiter::uci::Command;
use uci_arbiter::units::{Span, Stamp};

/// Things that may happen in one session.
const MOST: usize = 200;

static LAWS: LazyLock<Arc<Edition>> = LazyLock::new(|| Arc::new(Edition::current()));

const STARTS: [&str; 4] = [
    "startpos",
    "4k3/8/8/8/8/8/4P3/4K2R w K - 96 100",
    "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
    "8/8/8/p2p2p1/P2P2P1/8/4k3/7K w - - 0 1",
];

struct Session {
    wrap: Wrap,
    out: Output,
    now: Stamp,
    model: Model,
    /// Tasks are done when a line says so, not at once.
    slow: bool,
    task: Option<Task>,
    start: Start,
    moves: Vec<String>,
    board: Chess,
    over: bool,
}

pub(crate) fn run(data: &[u8]) {
    let Some((&[first, second, third, fourth], rest)) = data.split_first_chunk() else { return };
    let settings = settings(first, second, third);
    let start = STARTS.get(usize::from(fourth & 3)).copied().unwrap_or("startpos");
    let start = Start::parse(start, CastlingMode::Standard).expect("the starts above are legal");
    let conditions = Conditions { fen_clock: FenClock::Trusted, ..Conditions::standard(Arc::clone(&LAWS)) };
    let mut session = Session {
        model: Model::new(&settings),
        wrap: Wrap::new(settings, conditions, FaceChoice::Auto),
        out: Output::default(),
        now: Stamp(0),
        slow: fourth & 4 != 0,
        task: None,
        board: start.position.clone(),
        start,
        moves: Vec::new(),
        over: false,
    };
    if fourth & 8 == 0 {
        session.gui(b"uci\n");
        session.engine(b"uciok\n");
    }
    for line in lines(rest, MOST) {
        if session.over {
            return;
        }
        session.happens(line);
    }
    session.finish();
}

fn settings(first: u8, second: u8, third: u8) -> Settings {
    let mut settings = Settings::default();
    let mut set = |name: &str, values: &[&str], choice: u8| {
        let value = values.get(usize::from(choice) % values.len()).copied().unwrap_or_default();
        assert!(settings.set(name, value), "{name} = {value}");
    };
    set("claims", &["when-not-better", "never", "always"], first);
    set("results", &["offers", "trust"], first / 4);
    set("dead positions", &["answer", "play-on"], first / 8);
    set("signal", &["off", "cp0"], first / 16);
    set("history", &["full", "prune"], first / 32);
    set("bad position", &["forward", "refuse"], first / 64);
    set("early move", &["hold-ponder", "forward", "hold"], second);
    set("crash", &["die", "restart", "last-move"], second / 4);
    set("ready after", &["0", "500"], second / 16);
    set("stop timeout", &["5000", "0"], second / 32);
    set("notes", &["true", "false"], second / 64);
    set("repair", &["false", "true"], third);
    settings
}

impl Session {
    fn happens(&mut self, line: &[u8]) {
        let Some((kind, rest)) = line.split_first() else { return };
        let ended = [rest, b"\n"].concat();
        match kind {
            b'>' => self.gui(&ended),
            b'<' => self.engine(&ended),
            b'p' => self.position(rest),
            b'u' => self.user_move(rest),
            b'b' => self.best_move(rest),
            b't' => {
                let millis = std::str::from_utf8(rest).ok().and_then(|text| text.trim().parse::<u16>().ok());
                self.pass(Span::from_millis(millis.unwrap_or(1).into()));
            }
            b'j' => self.work(),
            b'x' => self.gone(),
            b'e' => {
                self.wrap.upstream_end(self.now, &mut self.out);
                self.settle();
            }
            _ => {}
        }
    }

    fn gui(&mut self, line: &[u8]) {
        self.model.gui(line);
        self.wrap.upstream(self.now, line, &mut self.out);
        self.model.after_gui(line, &self.out);
        self.settle();
    }

    fn engine(&mut self, line: &[u8]) {
        self.model.engine(line);
        self.wrap.engine(self.now, line, &mut self.out);
        self.model.after_engine(line, &self.out);
        self.settle();
    }

    /// A legal move by number, made on our board.
    fn legal(&mut self, number: u8) -> Option<String> {
        let legal = self.board.legal_moves();
        let m = legal.get(usize::from(number) % legal.len().max(1)).copied()?;
        self.board.play_unchecked(m);
        Some(m.to_uci(CastlingMode::Standard).to_string())
    }

    fn position(&mut self, numbers: &[u8]) {
        if self.moves.len() > 60 {
            self.moves.clear();
            self.board = self.start.position.clone();
        }
        for number in numbers.iter().take(20) {
            let Some(m) = self.legal(*number) else { break };
            self.moves.push(m);
        }
        let root = match self.start.fen() {
            fen if self.start.presumed.0 > 0 || !fen.starts_with("rnbqkbnr") => format!("fen {fen}"),
            _ => "startpos".to_owned(),
        };
        let line = format!("position {root} moves {}\n", self.moves.join(" "));
        self.gui(line.as_bytes());
    }

    fn user_move(&mut self, numbers: &[u8]) {
        if let Some(m) = self.legal(numbers.first().copied().unwrap_or_default()) {
            self.gui(format!("usermove {m}\n").as_bytes());
        }
    }

    fn best_move(&mut self, numbers: &[u8]) {
        if let Some(m) = self.legal(numbers.first().copied().unwrap_or_default()) {
            self.engine(format!("bestmove {m}\n").as_bytes());
            self.moves.push(m);
        }
    }

    fn gone(&mut self) {
        self.model.gone();
        self.wrap.engine_gone(self.now, &Gone::Exited(1), &mut self.out);
        self.settle();
    }

    fn work(&mut self) {
        if let Some(task) = self.task.take() {
            self.wrap.done(self.now, task.run(), &mut self.out);
            self.settle();
        }
    }

    /// What came out goes to the model; then whatever is due now is done.
    fn settle(&mut self) {
        loop {
            self.model.took(&self.out);
            self.out.up.clear();
            self.out.down.clear();
            self.out.records.clear();
            for order in std::mem::take(&mut self.out.orders) {
                match order {
                    Order::Start => self.model.started(),
                    Order::Quit | Order::End(_) => self.over = true,
                    Order::Kill => {
                        self.model.gone();
                        self.wrap.engine_gone(self.now, &Gone::Killed(9), &mut self.out);
                    }
                }
            }
            if !self.out.is_empty() {
                continue;
            }
            if self.wrap.has_work() {
                self.wrap.settle(self.now, &mut self.out);
                assert!(!self.wrap.has_work(), "settled and not settled");
                continue;
            }
            if self.task.is_none() {
                self.task = self.wrap.task();
                match self.task.take() {
                    Some(task) if self.slow => self.task = Some(task),
                    Some(task) => {
                        self.wrap.done(self.now, task.run(), &mut self.out);
                        continue;
                    }
                    None => {}
                }
            }
            return;
        }
    }

    fn pass(&mut self, span: Span) {
        let until = self.now.after(span);
        while let Some(due) = self.wrap.deadline().filter(|due| *due <= until && !self.over) {
            self.now = self.now.max(due);
            self.wrap.tick(due, &mut self.out);
            self.settle();
            assert!(self.over || self.wrap.deadline() != Some(due), "a deadline must not come again");
        }
        self.now = until;
    }

    /// Everything that is asked is answered; then nothing may be missing.
    fn finish(&mut self) {
        self.work();
        match self.model.face {
            Face::Undecided => return,
            Face::Uci => self.gui(b"stop\n"),
            Face::Xboard => self.gui(b"force\n"),
        }
        for _ in 0..MOST {
            self.work();
            if self.over {
                return;
            }
            match self.model.owed() {
                Some(line) => self.engine(line),
                None => break,
            }
        }
        self.work();
        if !self.over {
            self.model.finish();
        }
    }
}

/// Whether a `go` is one that a `bestmove` follows.
fn searches(line: &[u8]) -> bool {
    matches!(Command::parse(line), Command::Go(go) if !go.perft)
}
