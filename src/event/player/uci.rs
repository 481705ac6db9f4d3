//! The conversation with a UCI engine.
//!
//! Before a game: options, `ucinewgame`, `isready`. Before a move under a clock: `position`, `isready`, and `go` when
//! `readyok` has come, so that what the engine does with the position is not on its clock; without a clock `go`
//! follows at once. Nothing is sent while a search runs but `stop`, `ponderhit` and `isready`.

use super::{Answer, GameSetup, Limits, Patience, Request, Said, Silence, Situation, Thought};
use crate::event::game::Score;
use crate::event::settings::{Pondering, Variant};
use crate::game::Attempt;
use crate::profile::{OptionValue, ReadyWhileSearching};
use crate::uci::{self, Best, BestMove, Info, Reply};
use crate::units::Stamp;
use memchr::memmem;
use shakmaty::uci::UciMove;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of the engine and where the conversation stands.
#[derive(Debug)]
pub struct UciPlayer {
    options: BTreeMap<String, OptionValue>,
    first_lines: Vec<String>,
    ponders: Pondering,
    while_searching: ReadyWhileSearching,
    patience: Patience,
    /// The name that the engine gives itself.
    name: Option<String>,
    /// The options that it has, in lower case.
    declared: BTreeSet<String>,
    /// Those that are buttons.
    buttons: BTreeSet<String>,
    variant: Variant,
    state: State,
    due: Option<Stamp>,
    /// What waits for `readyok`.
    go: Option<String>,
    setup: Option<GameSetup>,
    thinking: Lines,
    /// A `readyok` that a question during a search will bring.
    asked_alive: bool,
}

/// Where the conversation stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// No process.
    Off,
    /// `uci` is sent.
    Handshake,
    /// Options are set, `isready` is sent.
    Configuring,
    /// `ucinewgame` and `isready` are sent.
    NewGame,
    /// Nothing goes on.
    Idle,
    /// `position` and `isready` are sent; `go` follows.
    Syncing,
    /// It thinks about its move.
    Searching,
    /// It thinks about a move that the opponent has not made.
    Pondering(UciMove),
    /// `stop` is sent and nobody wants the move; what follows, if anything does.
    Stopping(Option<(String, Limits)>),
}

/// The last lines that say what the engine thinks.
#[derive(Debug, Default)]
struct Lines {
    exact: Vec<u8>,
    bound: Vec<u8>,
}

impl UciPlayer {
    /// A player whose engine is not started.
    #[must_use]
    pub fn new(
        options: BTreeMap<String, OptionValue>,
        first_lines: Vec<String>,
        ponders: Pondering,
        while_searching: ReadyWhileSearching,
        patience: Patience,
    ) -> Self {
        Self {
            options,
            first_lines,
            ponders,
            while_searching,
            patience,
            name: None,
            declared: BTreeSet::new(),
            buttons: BTreeSet::new(),
            variant: Variant::Standard,
            state: State::Off,
            due: None,
            go: None,
            setup: None,
            thinking: Lines::default(),
            asked_alive: false,
        }
    }

    /// The name that the engine gives itself.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What it has said of its search, and the line of play.
    #[must_use]
    pub fn thought(&self) -> (Thought, &[u8]) {
        (self.thinking.thought(), self.thinking.line())
    }

    /// Options that are to be set and that the engine does not have.
    #[must_use]
    pub fn unknown_options(&self) -> Vec<&str> {
        let unknown = self.options.keys().filter(|name| !self.has(name));
        unknown.map(String::as_str).collect()
    }

    /// Whether the engine says that it plays Chess960.
    #[must_use]
    pub fn plays_chess960(&self) -> bool {
        self.has("UCI_Chess960")
    }

    /// Its process has been started: the handshake begins. If a game waits, it is prepared after that.
    pub fn start(&mut self, at: Stamp, out: &mut Vec<u8>) {
        for line in &self.first_lines {
            say(out, line);
        }
        say(out, "uci");
        self.declared.clear();
        self.buttons.clear();
        self.variant = Variant::Standard;
        self.go = None;
        self.asked_alive = false;
        self.enter(State::Handshake, Some(at.after(self.patience.handshake)));
    }

    /// Its process is gone.
    pub fn gone(&mut self) {
        self.enter(State::Off, None);
    }

    /// Whether it can be asked for a move.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    /// Whether there is nothing to wait for.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        matches!(self.state, State::Idle | State::Off)
    }

    /// Prepares a game; [`Said::Ready`] follows.
    pub fn new_game(&mut self, at: Stamp, setup: GameSetup, out: &mut Vec<u8>) {
        match self.state {
            State::Off | State::Handshake | State::Configuring => self.setup = Some(setup),
            State::NewGame
            | State::Idle
            | State::Syncing
            | State::Searching
            | State::Pondering(_)
            | State::Stopping(_) => self.begin(at, &setup, out),
        }
    }

    fn begin(&mut self, at: Stamp, setup: &GameSetup, out: &mut Vec<u8>) {
        if setup.variant != self.variant && self.has("UCI_Chess960") {
            say(out, &format!("setoption name UCI_Chess960 value {}", setup.variant == Variant::Chess960));
            self.variant = setup.variant;
        }
        if self.has("UCI_Opponent") {
            say(out, &format!("setoption name UCI_Opponent value none none computer {}", setup.opponent));
        }
        say(out, "ucinewgame");
        say(out, "isready");
        self.enter(State::NewGame, Some(at.after(self.patience.ready)));
    }

    /// Asks for a move.
    pub fn think(&mut self, at: Stamp, situation: Situation<'_>, limits: &Limits, out: &mut Vec<u8>) -> Said {
        self.think_about(at, situation.command, limits, out)
    }

    fn think_about(&mut self, at: Stamp, position: &str, limits: &Limits, out: &mut Vec<u8>) -> Said {
        if let State::Stopping(next) = &mut self.state {
            *next = Some((position.to_owned(), *limits));
            return Said::Nothing;
        }
        self.thinking.clear();
        say(out, position);
        let go = format!("go{}", limits.to_uci());
        if limits.is_timed() {
            say(out, "isready");
            self.go = Some(go);
            self.enter(State::Syncing, Some(at.after(self.patience.ready)));
            return Said::Nothing;
        }
        say(out, &go);
        self.enter(State::Searching, None);
        Said::Thinking
    }

    /// Lets it think about the position after a move that is not made yet, if it is to ponder and can.
    pub fn ponder(&mut self, position: &str, expected: UciMove, limits: &Limits, out: &mut Vec<u8>) {
        let can = self.ponders == Pondering::On && self.state == State::Idle && self.has("Ponder");
        if can {
            self.thinking.clear();
            say(out, position);
            say(out, &format!("go ponder{}", limits.to_uci()));
            self.enter(State::Pondering(expected), None);
        }
    }

    /// The opponent has moved: `ponderhit` if it is what was pondered on, else the pondering is stopped.
    pub fn opponent_moved(&mut self, at: Stamp, m: &UciMove, out: &mut Vec<u8>) -> Said {
        let State::Pondering(expected) = &self.state else { return Said::Nothing };
        if expected == m {
            say(out, "ponderhit");
            self.enter(State::Searching, None);
            return Said::Thinking;
        }
        self.stop(at, out);
        Said::Nothing
    }

    /// Ends whatever goes on; [`Said::Idle`] follows unless nothing does.
    pub fn stop(&mut self, at: Stamp, out: &mut Vec<u8>) {
        match &mut self.state {
            State::Searching | State::Pondering(_) => {
                say(out, "stop");
                self.enter(State::Stopping(None), Some(at.after(self.patience.stop)));
            }
            State::Syncing => {
                self.go = None;
                self.enter(State::NewGame, Some(at.after(self.patience.ready)));
            }
            State::Stopping(next) => *next = None,
            State::Off | State::Handshake | State::Configuring | State::NewGame | State::Idle => {}
        }
    }

    /// Asks whether it is there at all; false if it cannot be asked.
    pub fn ask_alive(&mut self, at: Stamp, out: &mut Vec<u8>) -> bool {
        let askable = match self.state {
            State::Searching | State::Pondering(_) => self.while_searching == ReadyWhileSearching::Answers,
            State::Idle => true,
            State::Off
            | State::Handshake
            | State::Configuring
            | State::NewGame
            | State::Syncing
            | State::Stopping(_) => false,
        };
        if !askable {
            return false;
        }
        if !self.asked_alive {
            say(out, "isready");
            self.asked_alive = true;
            self.due = Some(at.after(self.patience.ready));
        }
        true
    }

    /// Says good-bye.
    pub fn quit(&mut self, out: &mut Vec<u8>) {
        if matches!(self.state, State::Searching | State::Pondering(_)) {
            say(out, "stop");
        }
        say(out, "quit");
        self.enter(State::Off, None);
    }

    /// When an answer is overdue.
    #[must_use]
    pub fn deadline(&self) -> Option<Stamp> {
        self.due
    }

    /// What is overdue at this moment. The engine is to be ended then.
    pub fn overdue(&mut self, at: Stamp) -> Option<Silence> {
        self.due.filter(|due| *due <= at)?;
        self.due = None;
        match self.state {
            State::Handshake => Some(Silence::Handshake),
            State::Stopping(_) => Some(Silence::Stop),
            State::Configuring | State::NewGame | State::Syncing | State::Searching => Some(Silence::Ready),
            State::Off | State::Idle | State::Pondering(_) => self.asked_alive.then_some(Silence::Ready),
        }
    }

    /// Takes one line of the engine.
    pub fn line(&mut self, at: Stamp, line: &[u8], out: &mut Vec<u8>) -> Said {
        match Reply::parse(line) {
            Reply::Info(text) => self.info(text, line),
            Reply::BestMove(best) => self.best_move(at, best, line, out),
            Reply::ReadyOk => self.ready(at, out),
            Reply::UciOk if self.state == State::Handshake => {
                self.configure(at, out);
                Said::Nothing
            }
            Reply::Option(text) => {
                self.declare(text);
                Said::Nothing
            }
            Reply::Name(name) => {
                self.name = Some(uci::shown(name));
                Said::Nothing
            }
            Reply::UciOk | Reply::Text => Said::Nothing,
        }
    }

    fn info(&mut self, text: &[u8], line: &[u8]) -> Said {
        if let Some(said) = text.strip_prefix(b"string ") {
            return Request::parse(said).map_or(Said::Nothing, Said::Request);
        }
        if memmem::find(text, b"score ").is_some() {
            self.thinking.keep(text, line);
        }
        Said::Nothing
    }

    fn configure(&mut self, at: Stamp, out: &mut Vec<u8>) {
        // Threads first: engines size and place their tables by it.
        let threads = |name: &str| name.eq_ignore_ascii_case("Threads");
        let mut options = self.options.iter().collect::<Vec<_>>();
        options.sort_by_key(|(name, _)| !threads(name));
        for (name, value) in options {
            if self.buttons.contains(&name.to_lowercase()) {
                say(out, &OptionValue::Press.to_uci(name));
            } else if self.has(name) {
                say(out, &value.to_uci(name));
            }
        }
        if self.ponders == Pondering::On && self.has("Ponder") && !self.options.contains_key("Ponder") {
            say(out, "setoption name Ponder value true");
        }
        say(out, "isready");
        self.enter(State::Configuring, Some(at.after(self.patience.ready)));
    }

    fn ready(&mut self, at: Stamp, out: &mut Vec<u8>) -> Said {
        match self.state {
            State::Configuring => {
                self.enter(State::Idle, None);
                if let Some(setup) = self.setup.take() {
                    self.begin(at, &setup, out);
                    return Said::Nothing;
                }
                Said::Idle
            }
            State::NewGame => {
                self.enter(State::Idle, None);
                Said::Ready
            }
            State::Syncing => match self.go.take() {
                Some(go) => {
                    say(out, &go);
                    self.enter(State::Searching, None);
                    Said::Thinking
                }
                None => Said::Nothing,
            },
            State::Idle if std::mem::take(&mut self.asked_alive) => {
                self.due = None;
                Said::Alive
            }
            State::Off | State::Handshake | State::Idle => Said::Nothing,
            State::Searching | State::Pondering(_) | State::Stopping(_) => {
                if std::mem::take(&mut self.asked_alive) && !matches!(self.state, State::Stopping(_)) {
                    self.due = None;
                }
                Said::Nothing
            }
        }
    }

    fn best_move(&mut self, at: Stamp, best: BestMove, line: &[u8], out: &mut Vec<u8>) -> Said {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Searching => {
                self.due = None;
                let thought = self.thinking.thought();
                let text = uci::tokens(uci::content(line)).nth(1).map(uci::shown).unwrap_or_default();
                let attempt = match best.best {
                    Best::Move(m) => Attempt::Uci(m),
                    Best::Null => Attempt::Uci(UciMove::Null),
                    Best::None => Attempt::Missing,
                    Best::Unreadable(text) => Attempt::Unreadable(text),
                };
                Said::Moved(Answer { attempt, text, ponder: best.ponder, thought })
            }
            State::Stopping(next) => {
                self.due = None;
                match next {
                    Some((position, limits)) => self.think_about(at, &position, &limits, out),
                    None => Said::Idle,
                }
            }
            // A ponder search must not end by itself; it is over all the same.
            State::Pondering(_) => Said::Nothing,
            other => {
                self.state = other;
                Said::Nothing
            }
        }
    }

    fn declare(&mut self, text: &[u8]) {
        let Some(rest) = text.trim_ascii().strip_prefix(b"name ") else { return };
        let end = memmem::find(rest, b" type ").unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or_default().trim_ascii();
        let name = String::from_utf8_lossy(name).to_lowercase();
        if rest.get(end..).is_some_and(|rest| rest.trim_ascii_end() == b" type button") {
            self.buttons.insert(name.clone());
        }
        self.declared.insert(name);
    }

    fn has(&self, option: &str) -> bool {
        self.declared.contains(&option.to_lowercase())
    }

    fn enter(&mut self, state: State, due: Option<Stamp>) {
        self.state = state;
        self.due = due;
    }
}

fn say(out: &mut Vec<u8>, line: &str) {
    out.extend_from_slice(line.as_bytes());
    out.push(b'\n');
}

impl Lines {
    fn clear(&mut self) {
        self.exact.clear();
        self.bound.clear();
    }

    /// Keeps a line with a score, unless it is of a lesser variation.
    fn keep(&mut self, text: &[u8], line: &[u8]) {
        let lesser = memmem::find(text, b"multipv ")
            .and_then(|at| text.get(at + 8..))
            .is_some_and(|rest| !rest.starts_with(b"1 ") && rest != b"1");
        if lesser {
            return;
        }
        let pv = memmem::find(text, b" pv ").unwrap_or(text.len());
        let is_bound = text.get(..pv).is_some_and(|head| memmem::find(head, b"erbound").is_some());
        let kept = if is_bound { &mut self.bound } else { &mut self.exact };
        kept.clear();
        kept.extend_from_slice(line);
    }

    fn best(&self) -> &[u8] {
        if self.exact.is_empty() { &self.bound } else { &self.exact }
    }

    /// The line of play.
    fn line(&self) -> &[u8] {
        let best = uci::content(self.best());
        memmem::find(best, b" pv ").and_then(|at| best.get(at + 4..)).unwrap_or_default()
    }

    fn thought(&self) -> Thought {
        let line = self.best();
        let Reply::Info(text) = Reply::parse(line) else { return Thought::default() };
        let info = Info::parse(text);
        let number = |value: i64| i32::try_from(value).unwrap_or(if value < 0 { i32::MIN + 1 } else { i32::MAX });
        let score = info.score.map(|score| match score {
            uci::Score::Cp(cp) => Score::Cp(number(cp)),
            uci::Score::Mate(moves) => Score::Mate(number(moves)),
        });
        let small = |value: Option<u64>| value.and_then(|value| u32::try_from(value).ok());
        Thought { score, depth: small(info.depth), seldepth: small(info.seldepth), nodes: info.nodes }
    }
}
