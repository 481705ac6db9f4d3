//! The engine as seen on its wire: which `go` awaits which `bestmove`, which `isready` which `readyok`, and what it
//! would have to be told again if it were started anew. Refuses to know: the game, the GUI's protocol.

use crate::uci::{Go, Info, Reply, Score, tokens};
use crate::units::{Span, Stamp};
use shakmaty::{Color, uci::UciMove};
use std::collections::VecDeque;

/// How far the engine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Not started.
    Absent,
    /// Started, no `uci` sent yet or none wanted.
    Running,
    /// `uci` sent, no `uciok` yet.
    Handshake {
        /// Since when.
        since: Stamp,
    },
    /// `uciok` came.
    Ready,
    /// Told to quit.
    Quitting,
    /// Gone, or given up.
    Gone,
}

/// What kind of search a `go` asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Ends by itself, and its move is played.
    Timed,
    /// On the opponent's time: no move before `stop` or `ponderhit`.
    Ponder,
    /// No move before `stop`; the flag tells whether no limit at all was given beside `infinite`.
    Infinite {
        /// Nothing but `stop` may end it.
        pure: bool,
    },
}

/// Who gets the `bestmove` of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The GUI.
    Wanted,
    /// Nobody: it was answered in the engine's place, or taken back.
    Dropped,
}

/// One `go` that has had no `bestmove`.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Its kind; a ponder hit makes it timed.
    pub(super) kind: Kind,
    /// Who gets its move.
    pub(super) answer: Answer,
    /// The number of the position it was asked about.
    pub(super) epoch: u64,
    /// When it was asked.
    pub(super) since: Stamp,
    /// When it was told to stop.
    pub(super) stopped: Option<Stamp>,
    /// When the time given for it is over.
    pub(super) runs_out: Option<Stamp>,
    /// A `bestmove` that came too early and is held.
    pub(super) held: Option<Vec<u8>>,
    /// The text after `go`.
    pub(super) text: Vec<u8>,
}

/// The engine's side of the wire.
#[derive(Debug)]
pub(super) struct EngineLink {
    /// How far it is.
    pub(super) stage: Stage,
    /// Searches that await a `bestmove`, oldest first.
    pub(super) searches: VecDeque<Search>,
    /// Moments of `isready` not answered yet, oldest first.
    pub(super) pings: VecDeque<Stamp>,
    /// Answers to `isready` that nobody wants any more.
    pub(super) stale_readyok: u32,
    /// The last `info` line with a score of the main variation.
    pub(super) last_info: Vec<u8>,
    /// Every `setoption` line, the last one for each name.
    options: Vec<(Vec<u8>, Vec<u8>)>,
    /// The last `position` line.
    pub(super) position: Vec<u8>,
    /// It is being killed: nothing that is due of it is waited for any more.
    pub(super) condemned: bool,
    /// Whether it was started a second time.
    pub(super) restarted: bool,
    /// The name it gave itself.
    pub(super) name: String,
    /// Since when its lines are counted.
    counted_since: Stamp,
    /// How many have come since then.
    counted: u32,
    /// It was named for writing too much.
    flooded: bool,
}

/// Nobody reads more lines than this in a second.
const FLOOD: u32 = 20_000;

impl Default for EngineLink {
    fn default() -> Self {
        Self {
            stage: Stage::Absent,
            searches: VecDeque::new(),
            pings: VecDeque::new(),
            stale_readyok: 0,
            last_info: Vec::new(),
            options: Vec::new(),
            position: Vec::new(),
            condemned: false,
            restarted: false,
            name: String::new(),
            counted_since: Stamp(0),
            counted: 0,
            flooded: false,
        }
    }
}

impl EngineLink {
    /// A `go` was sent.
    pub(super) fn went(&mut self, go: &Go<'_>, epoch: u64, at: Stamp) {
        let kind = match go {
            go if go.ponder => Kind::Ponder,
            go if go.infinite => Kind::Infinite { pure: go.is_pure() },
            _ => Kind::Timed,
        };
        self.last_info.clear();
        self.searches.push_back(Search {
            kind,
            answer: Answer::Wanted,
            epoch,
            since: at,
            stopped: None,
            runs_out: None,
            held: None,
            text: go.text.to_vec(),
        });
    }

    /// The search that the engine is at.
    #[must_use]
    pub(super) fn current(&self) -> Option<&Search> {
        self.searches.front()
    }

    /// `stop` was sent: it ends every search asked for so far.
    pub(super) fn stopped(&mut self, at: Stamp) {
        for search in &mut self.searches {
            search.stopped.get_or_insert(at);
        }
    }

    /// `ponderhit` was sent.
    pub(super) fn hit(&mut self, at: Stamp) {
        if let Some(search) = self.searches.back_mut().filter(|search| search.kind == Kind::Ponder) {
            search.kind = Kind::Timed;
            search.since = at;
        }
    }

    /// Notes when the time for the search asked for last is over, if the mover's clock or the move's time was told.
    pub(super) fn watch_clock(&mut self, turn: Color) {
        if let Some(search) = self.searches.back_mut().filter(|search| search.kind == Kind::Timed) {
            search.runs_out = search.time(turn).map(|time| search.since.after(time));
        }
    }

    /// Remembers a `setoption` line.
    pub(super) fn option_set(&mut self, name: &[u8], line: &[u8]) {
        let name = name.to_ascii_lowercase();
        self.options.retain(|(known, _)| *known != name);
        self.options.push((name, line.to_vec()));
    }

    /// The `setoption` lines to send again.
    pub(super) fn options(&self) -> impl Iterator<Item = &[u8]> {
        self.options.iter().map(|(_, line)| line.as_slice())
    }

    /// A line came; true when it is the one that makes a flood, once a process.
    pub(super) fn floods(&mut self, at: Stamp) -> bool {
        if at.since(self.counted_since) > Span::from_secs(1) {
            (self.counted_since, self.counted) = (at, 0);
        }
        self.counted = self.counted.saturating_add(1);
        self.counted > FLOOD && !std::mem::replace(&mut self.flooded, true)
    }

    /// Remembers an `info` line if it tells a score.
    pub(super) fn heard_info(&mut self, line: &[u8]) {
        if !self.searches.is_empty() && contains(line, b" score ") && line.len() < 16_384 {
            self.last_info.clear();
            self.last_info.extend_from_slice(line);
        }
    }

    fn info(&self) -> Option<Info<'_>> {
        match Reply::parse(&self.last_info) {
            Reply::Info(text) => Some(Info::parse(text)).filter(Info::is_main),
            Reply::BestMove(_) | Reply::ReadyOk | Reply::UciOk | Reply::Option(_) | Reply::Name(_) | Reply::Text => {
                None
            }
        }
    }

    /// The last score of the search, if the last line with a score was of the main variation.
    #[must_use]
    pub(super) fn score(&self) -> Option<Score> {
        self.info()?.score
    }

    /// The first move of the last main variation.
    #[must_use]
    pub(super) fn shown_move(&self) -> Option<UciMove> {
        let first = tokens(self.info()?.pv?).next()?;
        UciMove::from_ascii(first).ok()
    }
}

impl Go<'_> {
    /// `infinite` and no limit beside it.
    #[must_use]
    pub(super) fn is_pure(&self) -> bool {
        let limits: [&[u8]; 4] = [b"depth", b"nodes", b"mate", b"movetime"];
        self.infinite
            && tokens(self.text).any(|word| word == b"infinite")
            && !tokens(self.text).any(|word| limits.contains(&word))
    }
}

impl Search {
    /// The time that a search may take: the mover's clock and 100 ms, or the move's own time and a second.
    fn time(&self, turn: Color) -> Option<Span> {
        let clock: &[u8] = match turn {
            Color::White => b"wtime",
            Color::Black => b"btime",
        };
        let mut words = tokens(&self.text);
        let (key, late) = words.find_map(|word| match word {
            b"movetime" => Some((word, 1_000)),
            word if word == clock => Some((word, 100)),
            _ => None,
        })?;
        let value = tokens(&self.text).skip_while(|word| *word != key).nth(1)?;
        let millis = std::str::from_utf8(value).ok()?.parse::<i64>().ok().filter(|millis| *millis > 0)?;
        Some(Span::from_millis(millis.saturating_add(late).min(i64::MAX / 1_000_000)))
    }

    /// The `go` line for a restarted engine: time that has passed is taken from the mover's clock, and what became a
    /// timed search by a ponder hit is one from the start.
    #[must_use]
    pub(super) fn again(&self, side: Option<Color>, at: Stamp) -> Vec<u8> {
        let text = self.debited(side, at);
        let stays = |word: &&[u8]| !word.is_empty() && (self.kind != Kind::Timed || *word != b"ponder");
        let words = std::iter::once(&b"go"[..]).chain(text.split(|byte| *byte == b' ').filter(stays));
        let mut line = words.collect::<Vec<_>>().join(&b' ');
        line.push(b'\n');
        line
    }

    /// The text of the `go` with the mover's clock debited by the time that has passed.
    fn debited(&self, side: Option<Color>, at: Stamp) -> Vec<u8> {
        let spent = match self.kind {
            Kind::Timed => at.since(self.since),
            Kind::Ponder | Kind::Infinite { .. } => Span::ZERO,
        };
        let key: &[u8] = match side {
            Some(Color::White) => b"wtime",
            Some(Color::Black) => b"btime",
            None => b"",
        };
        let mut words = Vec::new();
        let mut debit = false;
        for word in tokens(&self.text) {
            let left = std::str::from_utf8(word).ok().and_then(|text| text.parse::<i64>().ok());
            words.push(match left.filter(|_| debit) {
                Some(left) => left.saturating_sub(spent.as_millis()).max(1).to_string().into_bytes(),
                None => word.to_vec(),
            });
            debit = word == key || word == b"movetime";
        }
        words.join(&b' ')
    }
}

/// Whether `needle` occurs in `line`.
fn contains(line: &[u8], needle: &[u8]) -> bool {
    line.windows(needle.len()).any(|window| window == needle)
}
