//! The terms of a conversation: what its `!` lines set.

use shakmaty::{ByColor, Color};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::num::NonZeroU32;
use std::sync::{Arc, LazyLock};
use uci_arbiter::event::game::{Fixture, Happening, Incident, Opening, Played, Score, Unfinished};
use uci_arbiter::event::mating::Side;
use uci_arbiter::event::player::{Player, UciPlayer, XboardPlayer};
use uci_arbiter::event::settings::{
    AfterForfeit, AfterTrouble, Behalf, GameNumber, IllegalMovePolicy, PlayerId, Pondering, ResignBy, ResignRule,
    Rules, TroubleException, TroublePolicy, Variant,
};
use uci_arbiter::event::table::{Seat, Table, Terms, patience};
use uci_arbiter::game::SolverOracle;
use uci_arbiter::game::clock::{Bonus, Control, Period};
use uci_arbiter::laws::{Edition, TimeClass};
use uci_arbiter::profile::{OptionValue, ReadyWhileSearching};
use uci_arbiter::units::Span;

/// Read once.
static EDITIONS: LazyLock<HashMap<&str, Arc<Edition>>> =
    LazyLock::new(|| Edition::builtin_names().map(|name| (name, Arc::new(Edition::named(name).unwrap()))).collect());

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaks {
    Uci,
    Xboard,
}

/// What is said of one engine.
#[derive(Clone, Debug)]
pub(crate) struct SeatHeader {
    pub(crate) speaks: Speaks,
    /// Lines of its handshake.
    pub(crate) declares: Vec<String>,
    control: Control,
    ponder: Pondering,
    ready: ReadyWhileSearching,
    depth: Option<u32>,
    nodes: Option<u64>,
    margin: Span,
    options: BTreeMap<String, OptionValue>,
}

#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub(crate) start_shown: bool,
    pub(crate) seats: ByColor<SeatHeader>,
    class: TimeClass,
    opening: Opening,
    rules: Rules,
    earlier: u32,
    resumed: Unfinished,
    pub(crate) incidents_shown: bool,
}

impl Default for Header {
    fn default() -> Self {
        let seat = SeatHeader {
            speaks: Speaks::Uci,
            declares: Vec::new(),
            control: Control::sudden_death(Span::from_secs(60), Bonus::Increment(Span::from_secs(1))),
            ponder: Pondering::Off,
            ready: ReadyWhileSearching::Answers,
            depth: None,
            nodes: None,
            margin: Span::ZERO,
            options: BTreeMap::new(),
        };
        let rules = Rules {
            preset: "fide".to_owned(),
            laws: Arc::clone(&EDITIONS[Edition::CURRENT]),
            class: None,
            claims: Behalf::Never,
            illegal_moves: IllegalMovePolicy::Laws,
            draw: None,
            resign: None,
            max_moves: None,
            tablebases: None,
            trouble: TroublePolicy {
                game: AfterTrouble::Forfeit,
                exception: TroubleException::Draw,
                strikes: None,
                event: AfterForfeit::GoOn,
                handshake: Span::from_secs(20),
                ready: Span::from_secs(10),
                stop: Span::from_secs(5),
                untimed_move: TroublePolicy::UNTIMED_MOVE,
            },
        };
        Self {
            start_shown: false,
            seats: ByColor { white: seat.clone(), black: seat },
            class: TimeClass::Standard,
            opening: Opening::default(),
            rules,
            earlier: 0,
            resumed: Unfinished::default(),
            incidents_shown: false,
        }
    }
}

impl Header {
    /// `NAME` for both players, `NAME.W` and `NAME.B` for one.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        match name.split_once('.') {
            Some((name, "W")) => self.seats.white.set(name, value),
            Some((name, "B")) => self.seats.black.set(name, value),
            Some(other) => panic!("expected NAME.W or NAME.B, got {other:?}"),
            None if self.set_game(name, value) => {}
            None => {
                self.seats.white.set(name, value);
                self.seats.black.set(name, value);
            }
        }
    }

    fn set_game(&mut self, name: &str, value: &str) -> bool {
        let trouble = &mut self.rules.trouble;
        match (name, value) {
            ("start", "shown") => self.start_shown = true,
            ("class", "standard") => self.class = TimeClass::Standard,
            ("class", "rapid") => self.class = TimeClass::Rapid,
            ("class", "blitz") => self.class = TimeClass::Blitz,
            ("edition", name) => self.rules.laws = Arc::clone(&EDITIONS[name]),
            ("fen", fen) => self.opening.fen = Some(fen.to_owned()),
            ("moves", moves) => self.opening.moves = moves.split(' ').map(str::to_owned).collect(),
            ("variant", "chess960") => self.opening.variant = Variant::Chess960,
            ("claims", "never") => self.rules.claims = Behalf::Never,
            ("claims", "always") => self.rules.claims = Behalf::Always,
            ("claims", centipawns) => self.rules.claims = Behalf::WhenNotBetter(centipawns.parse().unwrap()),
            ("illegal-moves", "laws") => self.rules.illegal_moves = IllegalMovePolicy::Laws,
            ("illegal-moves", "loss") => self.rules.illegal_moves = IllegalMovePolicy::Loss,
            ("trouble", "forfeit") => trouble.game = AfterTrouble::Forfeit,
            ("trouble", "replay-once") => trouble.game = AfterTrouble::ReplayOnce,
            ("trouble", "play-on") => trouble.game = AfterTrouble::PlayOn,
            ("resign", centipawns) => {
                self.rules.resign =
                    Some(ResignRule { score: centipawns.parse().unwrap(), moves: 3, by: ResignBy::Loser });
            }
            ("untimed-move", time) => trouble.untimed_move = time.parse().unwrap(),
            ("exception", "draw") => trouble.exception = TroubleException::Draw,
            ("exception", "win") => trouble.exception = TroubleException::Win,
            ("earlier", count) => self.earlier = count.parse().unwrap(),
            ("resumed", moves) => self.resumed.plies = moves.split(' ').map(resumed).collect(),
            ("incident", text) => self.resumed.incidents.push(incident(text)),
            ("incidents", "shown") => self.incidents_shown = true,
            _ => return false,
        }
        true
    }

    /// A table under these terms, for these players or for new ones.
    pub(crate) fn table(&self, seats: Option<ByColor<Seat>>) -> Table<SolverOracle> {
        let seats = seats.unwrap_or_else(|| ByColor { white: self.seat(Color::White), black: self.seat(Color::Black) });
        let terms = Terms {
            fixture: Fixture {
                number: GameNumber(1),
                round: 1,
                game: 1,
                white: PlayerId(0),
                black: PlayerId(1),
                opening: 0,
                pair: None,
            },
            opening: self.opening.clone(),
            rules: self.rules.clone(),
            seed: 0,
            earlier: self.earlier,
            resumed: self.resumed.clone(),
            started: 0,
        };
        Table::new(terms, seats, self.class, None, |start| SolverOracle::new(&start.position)).unwrap()
    }

    fn seat(&self, side: Color) -> Seat {
        let seat = self.seats.get(side).clone();
        let patience = patience(&self.rules.trouble);
        let player = match seat.speaks {
            Speaks::Uci => {
                Player::Uci(Box::new(UciPlayer::new(seat.options, Vec::new(), seat.ponder, seat.ready, patience)))
            }
            Speaks::Xboard => {
                Player::Xboard(Box::new(XboardPlayer::new(seat.options, Vec::new(), seat.ponder, patience)))
            }
        };
        let (id, name) = match side {
            Color::White => (PlayerId(0), "Alpha"),
            Color::Black => (PlayerId(1), "Beta"),
        };
        Seat {
            id,
            name: name.to_owned(),
            player,
            depth: seat.depth,
            nodes: seat.nodes,
            control: seat.control,
            margin: seat.margin,
            scores: uci_arbiter::event::settings::ScoresFrom::Mover,
            book: None,
        }
    }
}

impl SeatHeader {
    fn set(&mut self, name: &str, value: &str) {
        match (name, value) {
            ("protocol", "uci") => self.speaks = Speaks::Uci,
            ("protocol", "xboard") => self.speaks = Speaks::Xboard,
            ("declares", line) => self.declares.push(line.to_owned()),
            ("tc", text) => self.control = control(text),
            ("ponder", "on") => self.ponder = Pondering::On,
            ("ready-while-searching", "silent") => self.ready = ReadyWhileSearching::Silent,
            ("depth", depth) => self.depth = Some(depth.parse().unwrap()),
            ("nodes", nodes) => self.nodes = Some(nodes.parse().unwrap()),
            ("margin", margin) => self.margin = margin.parse().unwrap(),
            ("option", option) => {
                let (name, value) = option.split_once('=').unwrap();
                drop(self.options.insert(name.to_owned(), OptionValue::Value(value.to_owned())));
            }
            other => panic!("unknown setting {other:?}"),
        }
    }
}

/// `60+1`, `40/90:00+30,30:00+30`, `60 delay 3`, `60 bronstein 3`, `movetime 5`, `hourglass 60`, `none`.
fn control(text: &str) -> Control {
    if text == "none" {
        return Control::Unlimited;
    }
    match text.split_once(' ') {
        Some(("movetime", time)) => return Control::PerMove(time.parse().unwrap()),
        Some(("hourglass", time)) => return Control::Hourglass(time.parse().unwrap()),
        Some(_) | None => {}
    }
    Control::Periods(text.split(',').map(period).collect::<VecDeque<_>>())
}

fn period(text: &str) -> Period {
    let (moves, rest) = text.split_once('/').map_or((None, text), |(moves, rest)| (Some(moves), rest));
    let words = rest.split(' ').collect::<Vec<_>>();
    let (time, bonus) = match words.as_slice() {
        [time, "delay", delay] => (*time, Bonus::Delay(delay.parse().unwrap())),
        [time, "bronstein", most] => (*time, Bonus::Bronstein(most.parse().unwrap())),
        [plain] => match plain.split_once('+') {
            Some((time, increment)) => (time, Bonus::Increment(increment.parse().unwrap())),
            None => (*plain, Bonus::None),
        },
        other => panic!("expected a period, got {other:?}"),
    };
    Period { moves: moves.map(|moves| moves.parse::<NonZeroU32>().unwrap()), time: time.parse().unwrap(), bonus }
}

/// `PLY SECONDS KIND WHAT`.
fn incident(text: &str) -> Incident {
    let words = text.splitn(4, ' ').collect::<Vec<_>>();
    let side = |text: &str| if text == "W" { Side::White } else { Side::Black };
    let what = match words[2..] {
        ["faulty", uci] => Happening::FaultyMove { uci: uci.to_owned() },
        ["unreadable", text] => Happening::UnreadableMove { text: text.to_owned() },
        ["no-move"] => Happening::NoMove,
        ["claim", announced] => Happening::WrongClaim { announced: announced.to_owned() },
        ["offer", by] => Happening::Offer { by: side(by) },
        ["restart", whose] => Happening::Restart { side: side(whose) },
        ref other => panic!("unknown incident {other:?}"),
    };
    let spent: Span = words[1].parse().unwrap();
    Incident { ply: words[0].parse().unwrap(), spent_ns: u64::try_from(spent.0).unwrap(), what }
}

/// `e2e4/1.5`, `e2e4/1.5/-400`: a move, the seconds that it took, and its score at depth 9.
fn resumed(text: &str) -> Played {
    let (uci, spent) = text.split_once('/').unwrap();
    let (spent, score) = spent.split_once('/').map_or((spent, None), |(spent, score)| (spent, Some(score)));
    let score = score.map(|score| Score::Cp(score.parse().unwrap()));
    let depth = score.map(|_| 9);
    let spent: Span = spent.parse().unwrap();
    Played { uci: uci.to_owned(), spent_ns: u64::try_from(spent.0).unwrap(), score, depth, ..Played::default() }
}
