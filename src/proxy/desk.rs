//! What both faces share: settings, the game, the engine's wire, and how the ledger hears of things.

use crate::exit::Exit;
use crate::game::Ruling;
use crate::laws::Topic;
use crate::ledger::{Actor, EngineFault, Event, Remedy};
use crate::proxy::conventions::Examined;
use crate::proxy::engine::{Answer, EngineLink, Stage};
use crate::proxy::output::{Order, Output, Record, What};
use crate::proxy::settings::{Claims, Settings};
use crate::proxy::track::{Change, History, TrackError, Tracker};
use crate::uci::SetOption;
use crate::units::Stamp;
use std::collections::BTreeMap;
use std::fmt;

/// How the engine's process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gone {
    /// It could not be started.
    NotStarted(String),
    /// It ended by itself with this code.
    Exited(i32),
    /// A signal ended it.
    Killed(i32),
}

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(why) => write!(f, "engine not started: {why}"),
            Self::Exited(code) => write!(f, "engine exited ({code})"),
            Self::Killed(signal) => write!(f, "engine died (signal {signal})"),
        }
    }
}

/// The shared state.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) settings: Settings,
    pub(super) track: Tracker,
    pub(super) engine: EngineLink,
    /// Which game of this process.
    pub(super) game: u32,
    /// Counts positions given, so that a late `bestmove` is known for what it answers.
    pub(super) epoch: u64,
    /// The engine is being told again what it was told before it died.
    pub(super) replaying: bool,
    /// What the GUI has said meanwhile, with its moments.
    pub(super) meanwhile: Vec<(Stamp, Vec<u8>)>,
    /// Lines that waited for a restarted engine are being handed on, and this is the moment it is now.
    pub(super) belated: Option<Stamp>,
    /// Lines that the engine hears right after its handshake.
    pub(super) opening: Vec<String>,
    /// In which game a kind of rewriting was last told to the ledger.
    rewrites: BTreeMap<&'static str, u32>,
}

impl Desk {
    pub(super) fn new(settings: Settings, track: Tracker) -> Self {
        Self {
            settings,
            track,
            engine: EngineLink::default(),
            game: 0,
            epoch: 0,
            replaying: false,
            meanwhile: Vec::new(),
            belated: None,
            opening: Vec::new(),
            rewrites: BTreeMap::new(),
        }
    }

    /// The engine's handshake is done: it hears its profile's options.
    pub(super) fn handshaken(&mut self, out: &mut Output) {
        self.engine.stage = Stage::Ready;
        for line in std::mem::take(&mut self.opening) {
            out.tell(&line);
            if let crate::uci::Command::SetOption(set) = crate::uci::Command::parse(line.as_bytes()) {
                self.engine.option_set(set.name, line.as_bytes());
            }
        }
        let name = self.engine.name.clone();
        self.log(out, Event::EngineReady { name }, "");
    }

    /// An entry for the ledger.
    pub(super) fn log(&self, out: &mut Output, event: Event, text: impl Into<String>) {
        self.entry(out, What::Event(event), Vec::new(), text.into());
    }

    /// An entry that rests on articles of the Laws.
    pub(super) fn log_under(&self, out: &mut Output, event: Event, topic: Topic, text: impl Into<String>) {
        let articles = self.track.conditions().laws.cite(topic).iter().map(ToString::to_string).collect();
        self.entry(out, What::Event(event), articles, text.into());
    }

    /// A line was changed on purpose: told once a game for each reason.
    pub(super) fn rewritten(&mut self, out: &mut Output, why: &'static str, before: &[u8], after: &[u8]) {
        if self.rewrites.insert(why, self.game) != Some(self.game) {
            let shown = |line: &[u8]| Some(crate::uci::shown(line.strip_suffix(b"\n").unwrap_or(line)));
            let event = Event::Rewritten { why: why.to_owned(), before: shown(before), after: shown(after) };
            self.log(out, event, "");
        }
    }

    /// The engine's own claim, examined.
    pub(super) fn log_claim(&self, out: &mut Output, examined: &Examined, line: &[u8]) {
        let Examined { correct, ground, topic } = *examined;
        let line = crate::uci::shown(line.trim_ascii_end());
        let event = Event::Claimed { by: Actor::Engine, ground, correct, line };
        match topic {
            Some(topic) => self.log_under(out, event, topic, ""),
            None => self.log(out, event, ""),
        }
        if !correct {
            self.log(out, Event::Remedy { remedy: Remedy::Dropped }, "");
        }
    }

    pub(super) fn log_ruling(&self, out: &mut Output, ruling: &Ruling) {
        self.entry(out, What::Ruling(Box::new(ruling.clone())), Vec::new(), ruling.text());
    }

    pub(super) fn fault(&self, out: &mut Output, fault: EngineFault, remedy: Remedy, text: impl Into<String>) {
        self.log(out, Event::Fault { fault }, text);
        self.log(out, Event::Remedy { remedy }, "");
    }

    fn entry(&self, out: &mut Output, what: What, articles: Vec<String>, text: String) {
        let record = self.track.record();
        out.records.push(Record {
            game: self.game,
            ply: record.map(|record| record.ply().0),
            fen: record.map(crate::game::Record::fen),
            what,
            articles,
            text,
        });
    }

    /// Takes a `setoption` of ours; tells whether it was one.
    pub(super) fn own_option(&mut self, set: &SetOption<'_>, out: &mut Output) -> Option<bool> {
        let name = String::from_utf8_lossy(set.name).into_owned();
        let ours = super::settings::PREFIX;
        let key = name.get(..ours.len()).filter(|start| start.eq_ignore_ascii_case(ours))?;
        let key = name.get(key.len()..).unwrap_or_default();
        let value = String::from_utf8_lossy(set.value.unwrap_or_default()).into_owned();
        let taken = self.settings.set(key, &value);
        if taken {
            self.log(out, Event::Setting { name: key.to_owned(), value }, "");
        }
        Some(taken)
    }

    /// Tells the ledger how a position continued the game.
    pub(super) fn log_change(&mut self, out: &mut Output, change: &Change, why: &str) {
        match change {
            Change::Same | Change::Moves(_) => {}
            Change::Rebuilt(m) => self.log(out, Event::HistoryRebuilt { moves: vec![m.clone()] }, ""),
            Change::TakenBack(to) => self.log(out, Event::TakenBack { to: *to }, ""),
            Change::NewGame => {
                self.game = self.game.saturating_add(1);
                let start = self.track.record().map_or_else(String::new, |record| record.start().fen());
                let chess960 = self.track.mode() == shakmaty::CastlingMode::Chess960;
                let event = Event::GameStarted { start, chess960, why: why.to_owned() };
                self.log(out, event, "");
                if let Some(History::Unknown(why)) = self.track.history() {
                    self.log(out, Event::HistoryUnknown { why: why.to_owned() }, "");
                }
            }
        }
    }

    /// Tells the ledger of a position that could not be followed.
    pub(super) fn log_bad(&self, out: &mut Output, error: &TrackError) {
        let (index, got) = match error {
            TrackError::Move { number, text } => (u32::try_from(number.saturating_sub(1)).ok(), text.clone()),
            TrackError::Root(error) => (None, error.to_string()),
        };
        self.log(out, Event::BadPosition { index, got }, error.to_string());
    }

    /// Whether a correct claim is made for the engine.
    pub(super) fn claims_now(&self) -> bool {
        match self.settings.claims {
            Claims::Never => false,
            Claims::Always => true,
            // Without a score nobody knows who is better, and a claim cannot be taken back.
            Claims::WhenNotBetter => {
                let score = self.engine.score().map(crate::uci::Score::centipawns);
                score.is_some_and(|score| score <= self.settings.claim_score)
            }
        }
    }

    /// The move of the engine's last main variation, if it is legal on the board.
    pub(super) fn last_good_move(&self) -> Option<shakmaty::Move> {
        let position = self.track.record()?.position();
        self.engine.shown_move()?.to_move(position).ok()
    }

    /// Sends the line of the search asked for last. If it had to wait for a restarted engine its clock went on.
    pub(super) fn tell_go(&self, line: &[u8], out: &mut Output) {
        let turn = self.track.record().map(crate::game::Record::turn);
        match (self.belated, self.engine.searches.back()) {
            (Some(now), Some(search)) => out.down.extend(search.again(turn, now)),
            (Some(_) | None, _) => out.down.extend_from_slice(line),
        }
    }

    /// Whether the engine is at a search.
    pub(super) fn is_searching(&self) -> bool {
        !self.engine.searches.is_empty()
    }

    /// When something of the engine is overdue: its handshake, its answer to `stop`, its `readyok` in a search.
    pub(super) fn deadline(&self) -> Option<Stamp> {
        if self.engine.stage == Stage::Gone {
            return None;
        }
        [self.handshake_due(), self.stop_due(), self.ready_due(), self.clock_due()].into_iter().flatten().min()
    }

    pub(super) fn handshake_due(&self) -> Option<Stamp> {
        match self.engine.stage {
            Stage::Handshake { since } => Some(since.after(crate::units::Span::from_millis(self.settings.start_ms))),
            Stage::Absent | Stage::Running | Stage::Ready | Stage::Quitting | Stage::Gone => None,
        }
    }

    pub(super) fn stop_due(&self) -> Option<Stamp> {
        let search = self.engine.current().filter(|_| !self.engine.condemned && !self.replaying)?;
        let since = search.stopped.filter(|_| search.held.is_none())?;
        Some(since.after(self.settings.stop_timeout()?))
    }

    fn clock_due(&self) -> Option<Stamp> {
        self.engine.current().filter(|search| search.answer == Answer::Wanted)?.runs_out
    }

    /// The time of a search is over and no move has come. What that costs is the runner's to say.
    pub(super) fn clock_ran_out(&mut self, at: Stamp, out: &mut Output) -> bool {
        let over = self.clock_due().is_some_and(|due| due <= at);
        if over {
            if let Some(search) = self.engine.searches.front_mut() {
                search.runs_out = None;
            }
            self.fault(out, EngineFault::NoBestmove, Remedy::Forwarded, "no bestmove, and its time is over");
        }
        over
    }

    /// A search has begun, or its clock has: its end is noted if the position is known.
    pub(super) fn watch_clock(&mut self) {
        let asked_about_it = self.engine.searches.back().is_some_and(|search| search.epoch == self.epoch);
        if let Some(turn) = self.track.record().map(crate::game::Record::turn).filter(|_| asked_about_it) {
            self.engine.watch_clock(turn);
        }
    }

    /// A line of the engine came.
    pub(super) fn count_line(&mut self, at: Stamp, out: &mut Output) {
        if self.engine.floods(at) {
            self.fault(out, EngineFault::Flood, Remedy::Forwarded, "more than 20000 lines in a second");
        }
    }

    pub(super) fn ready_due(&self) -> Option<Stamp> {
        let since = self.engine.pings.front().filter(|_| self.is_searching() && !self.replaying)?;
        Some(since.after(self.settings.ready_after()?))
    }

    /// Has the engine killed; its end will be reported, and then it is started again.
    pub(super) fn condemn(&mut self, out: &mut Output) {
        self.engine.condemned = true;
        out.orders.push(Order::Kill);
    }

    /// Ends the program because of the engine.
    pub(super) fn give_up(&mut self, out: &mut Output) {
        self.engine.stage = Stage::Gone;
        out.orders.push(Order::Kill);
        out.orders.push(Order::End(Exit::Engine));
    }

    /// Starts the engine a second time; what it is told again follows its `uciok`.
    pub(super) fn start_again(&mut self, at: Stamp, out: &mut Output) {
        self.engine.restarted = true;
        self.engine.condemned = false;
        self.engine.stage = Stage::Handshake { since: at };
        self.engine.stale_readyok = 0;
        self.replaying = true;
        out.down.clear();
        out.orders.push(Order::Start);
        out.tell("uci");
        self.log(out, Event::Remedy { remedy: Remedy::Restarted }, "");
    }

    /// The restarted engine is ready to hear everything again: options, position, the search that was cut off with the
    /// time that has passed taken from its clock, and the pings that had no answer.
    pub(super) fn replay(&mut self, at: Stamp, out: &mut Output) {
        if self.engine.stage == Stage::Quitting {
            return;
        }
        self.replaying = false;
        self.engine.stage = Stage::Ready;
        let options = self.engine.options().flat_map(|line| [line.trim_ascii_end(), b"\n"].concat());
        out.down.extend(options.collect::<Vec<_>>());
        out.tell("isready");
        self.engine.stale_readyok += 1;
        if !self.engine.position.is_empty() {
            out.down.extend_from_slice(self.engine.position.trim_ascii_end());
            out.down.push(b'\n');
        }
        self.engine.searches.retain(|search| search.answer == Answer::Wanted);
        let turn = self.track.record().map(crate::game::Record::turn);
        // One whose move came already and is held is not searched again.
        for search in self.engine.searches.iter_mut().filter(|search| search.held.is_none()) {
            out.down.extend(search.again(turn, at));
            if let Some(stopped) = &mut search.stopped {
                // The new engine has the whole time to answer.
                *stopped = at;
                out.tell("stop");
            }
        }
        for _ in 0..self.engine.pings.len() {
            out.tell("isready");
        }
    }
}
