//! Who meets whom, from where, how many at a time: `-tournament`, `-games`, `-openings`, `-concurrency` and their like.
//!
//! Where the two programs differ: without `-games` and `-rounds` cutechess-cli plays one game of one round, fastchess
//! two of two. `-repeat n` keeps an opening for n games in cutechess-cli (without it: for one), and sets `-games n` in
//! fastchess, where all games of an encounter share their opening. fastchess takes `-games` above two for `-rounds`.
//! cutechess-cli opens a random Chess960 position where `-variant fischerandom` has no `-openings`, fastchess refuses.

use super::words::{Dialect, Line, Pairs, value, word};
use crate::event::faults::Report;
use crate::event::settings::{
    Affinity, Colours, Format, Interrupted, Meetings, OpeningOrder, OpeningPolicy, OpeningSource, Openings, Order,
    Play, Variant,
};
use crate::event::sources::Sources;
use crate::units::{Span, counted};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;

const AT_LEAST_ONE: &str = "a number, at least 1";

/// The kinds of `-tournament`.
#[derive(Clone, Copy)]
enum Kind {
    RoundRobin,
    Gauntlet,
    Knockout,
    Pyramid,
}

/// Games an encounter and rounds.
#[derive(Clone, Copy)]
pub(super) struct Count {
    games: NonZeroU32,
    rounds: NonZeroU32,
}

pub(super) fn count(line: &Line, dialect: Dialect, report: &mut Report) -> Count {
    let games = line.read("-games", AT_LEAST_ONE, report);
    let rounds: Option<NonZeroU32> = line.read("-rounds", AT_LEAST_ONE, report);
    let two = NonZeroU32::MIN.saturating_add(1);
    match dialect {
        Dialect::Cutechess => {
            Count { games: games.unwrap_or(NonZeroU32::MIN), rounds: rounds.unwrap_or(NonZeroU32::MIN) }
        }
        Dialect::Fastchess => {
            let repeat_is_last = line.place("-repeat") > line.place("-games");
            let games = if repeat_is_last { repeat(line, report) } else { games };
            let (games, rounds) = (games.unwrap_or(two), rounds.unwrap_or(two));
            if games <= two {
                return Count { games, rounds };
            }
            if rounds > two {
                report.expected("-games", "1 or 2", &games.to_string());
            } else {
                report.warn(
                    "-games",
                    format!(
                        "{} taken for rounds, as fastchess takes them",
                        counted(games.get(), "game is", "games are")
                    ),
                );
            }
            Count { games: rounds, rounds: games }
        }
    }
}

/// The number after `-repeat`, two without one; none without the option.
fn repeat(line: &Line, report: &mut Report) -> Option<NonZeroU32> {
    let values = line.values("-repeat")?;
    match values.first() {
        Some(text) => value("-repeat", text, AT_LEAST_ONE, report),
        None => Some(NonZeroU32::MIN.saturating_add(1)),
    }
}

pub(super) fn format(line: &Line, dialect: Dialect, count: Count, players: usize, report: &mut Report) -> Format {
    let kinds = [
        ("round-robin", Kind::RoundRobin),
        ("roundrobin", Kind::RoundRobin),
        ("gauntlet", Kind::Gauntlet),
        ("knockout", Kind::Knockout),
        ("pyramid", Kind::Pyramid),
    ];
    let kind = line.text("-tournament").and_then(|text| word("-tournament", text, &kinds, report));
    let colours = match (line.has("-noswap"), line.has("-reverse")) {
        (false, false) => Colours::Swapped,
        (true, false) => Colours::Fixed,
        (false, true) => Colours::Reversed,
        (true, true) => {
            report.fault("-reverse", "expected -noswap or -reverse, got both: name the engines in the other order");
            Colours::Fixed
        }
    };
    let order = match dialect {
        Dialect::Cutechess => Order::Cutechess,
        Dialect::Fastchess => Order::Fastchess,
    };
    let meetings = Meetings { rounds: count.rounds, games: count.games, order, colours };
    let seeds: Option<usize> = line.read("-seeds", "a number of engines", report);
    let kind = kind.unwrap_or(Kind::RoundRobin);
    if let (Kind::RoundRobin | Kind::Pyramid, Some(1..)) = (kind, seeds) {
        report.warn("-seeds", "means nothing in a tournament of all against all");
    }
    match kind {
        Kind::RoundRobin => Format::RoundRobin(meetings),
        Kind::Pyramid => Format::Ladder(meetings),
        Kind::Gauntlet => {
            let seeds = NonZeroUsize::new(seeds.unwrap_or(1)).unwrap_or(NonZeroUsize::MIN);
            if players > 1 && seeds.get() >= players {
                report.expected("-seeds", &format!("fewer than the {players} engines"), &seeds.to_string());
            }
            Format::Gauntlet { seeds, meetings }
        }
        Kind::Knockout => {
            if line.has("-rounds") {
                report
                    .fault("-rounds", "a knockout has as many rounds as its players need; -games sets the mini-match");
            }
            if seeds.unwrap_or(0) < players {
                report.warn("-seeds", "all players are seeded in the order of -engine, none is drawn by lot");
            }
            if colours != Colours::Swapped {
                report
                    .fault("-tournament", "a knockout changes colours with every game: -noswap and -reverse cannot be");
            }
            Format::Knockout { games: count.games, extra_pairs: None }
        }
    }
}

/// How a file of openings is written.
#[derive(Clone, Copy)]
enum Written {
    Epd,
    Pgn,
    Polyglot,
}

impl Written {
    fn of(file: &str, otherwise: Self) -> Self {
        match Path::new(file).extension().and_then(|ending| ending.to_str()) {
            Some("epd" | "fen") => Self::Epd,
            Some("pgn") => Self::Pgn,
            Some("bin") => Self::Polyglot,
            Some(_) | None => otherwise,
        }
    }

    fn source(self, file: &str) -> OpeningSource {
        match self {
            Self::Epd => OpeningSource::Epd(file.into()),
            Self::Pgn => OpeningSource::Pgn(file.into()),
            Self::Polyglot => OpeningSource::Polyglot(file.into()),
        }
    }
}

pub(super) fn openings(line: &Line, dialect: Dialect, count: Count, report: &mut Report) -> Openings {
    let variants =
        [("standard", Variant::Standard), ("fischerandom", Variant::Chess960), ("chess960", Variant::Chess960)];
    let variant = line.text("-variant").and_then(|text| word("-variant", text, &variants, report)).unwrap_or_default();
    if let Some(text) = line.text("-bookmode") {
        let modes = [("ram", ()), ("disk", ())];
        word("-bookmode", text, &modes, report);
    }
    let repeat = match dialect {
        Dialect::Cutechess => repeat(line, report).unwrap_or(NonZeroU32::MIN),
        Dialect::Fastchess => count.games,
    };
    let mut openings = Openings {
        source: OpeningSource::Start,
        order: OpeningOrder::Sequential,
        plies: None,
        start: NonZeroU32::MIN,
        repeat,
        policy: OpeningPolicy::Default,
        variant,
    };
    match (line.values("-openings"), variant, dialect) {
        (Some(values), _, _) => file(values, dialect, &mut openings, report),
        (None, Variant::Chess960, Dialect::Cutechess) => {
            openings.source = OpeningSource::Chess960(Vec::new());
            openings.order = OpeningOrder::Random;
        }
        (None, Variant::Chess960, Dialect::Fastchess) => {
            report.fault("-variant", "expected -openings with fischerandom, got none");
        }
        (None, Variant::Standard, _) => {}
    }
    openings
}

fn file(values: &[String], dialect: Dialect, openings: &mut Openings, report: &mut Report) {
    let keys = ["file", "format", "order", "plies", "start", "policy"];
    let pairs = Pairs::read("-openings", values, &keys, report);
    let formats = [("epd", Written::Epd), ("pgn", Written::Pgn), ("polyglot", Written::Polyglot)];
    let written = pairs.word("format", &formats, report);
    match pairs.text("file") {
        Some(file) => openings.source = written.unwrap_or_else(|| Written::of(file, Written::Pgn)).source(file),
        None => report.expected("-openings", "file=FILE", "none"),
    }
    let orders = [("sequential", OpeningOrder::Sequential), ("random", OpeningOrder::Random)];
    openings.order = pairs.word("order", &orders, report).unwrap_or_default();
    openings.plies = match pairs.text("plies") {
        // fastchess's own default, for all that there are.
        Some("-1") if dialect == Dialect::Fastchess => None,
        _ => pairs.number::<NonZeroU32>("plies", AT_LEAST_ONE, report).map(NonZeroU32::get),
    };
    openings.start = pairs.number("start", AT_LEAST_ONE, report).unwrap_or(NonZeroU32::MIN);
    let policies = [
        ("default", OpeningPolicy::Default),
        ("encounter", OpeningPolicy::Encounter),
        (
            "round",
            match dialect {
                Dialect::Cutechess => OpeningPolicy::Round,
                // What fastchess calls so: an opening for the games of an encounter in a round.
                Dialect::Fastchess => OpeningPolicy::Default,
            },
        ),
    ];
    openings.policy = pairs.word("policy", &policies, report).unwrap_or_default();
}

pub(super) fn play(line: &Line, dialect: Dialect, sources: &dyn Sources, report: &mut Report) -> Play {
    let wait = line.read::<u32>("-wait", "milliseconds", report).unwrap_or(0);
    let affinity = match line.values("-use-affinity").map(<[String]>::first) {
        None => Affinity::Off,
        Some(None) => Affinity::Auto,
        Some(Some(text)) => match processors(text) {
            Some(list) => Affinity::List(list),
            None => {
                report.expected("-use-affinity", "a list of processors such as 3,5,7-11", &format!("{text:?}"));
                Affinity::Auto
            }
        },
    };
    Play {
        concurrency: concurrency(line, dialect, sources, report),
        affinity,
        wait: Span::from_millis(wait.into()),
        interrupted: Interrupted::Replay,
    }
}

/// fastchess takes a number below one for all processors but so many.
fn concurrency(line: &Line, dialect: Dialect, sources: &dyn Sources, report: &mut Report) -> NonZeroUsize {
    let there = sources.processors();
    let asked = line.read::<i32>("-concurrency", AT_LEAST_ONE, report).unwrap_or(1);
    let wanted = match (usize::try_from(asked), dialect) {
        (Ok(0), Dialect::Cutechess) | (Err(_), Dialect::Cutechess) => 0,
        (Ok(games), _) if games > 0 => games,
        (Ok(_), Dialect::Fastchess) | (Err(_), Dialect::Fastchess) | (Ok(_), Dialect::Cutechess) => {
            let spared = usize::try_from(asked.unsigned_abs()).unwrap_or(usize::MAX);
            there.get().saturating_sub(spared)
        }
    };
    let Some(wanted) = NonZeroUsize::new(wanted) else {
        report.expected("-concurrency", AT_LEAST_ONE, &asked.to_string());
        return NonZeroUsize::MIN;
    };
    if dialect == Dialect::Fastchess && wanted > there && !line.has("-force-concurrency") {
        let expected = format!("at most the {there} processors, or -force-concurrency");
        report.expected("-concurrency", &expected, &wanted.to_string());
    }
    wanted
}

/// No machine has more.
const MOST_PROCESSORS: usize = 1 << 16;

/// `3,5,7-11`.
fn processors(text: &str) -> Option<Vec<usize>> {
    let mut list = Vec::new();
    for part in text.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to) = (from.parse::<usize>().ok()?, to.parse::<usize>().ok()?);
        if from > to || to > MOST_PROCESSORS {
            return None;
        }
        list.extend(from..=to);
    }
    Some(list)
}
