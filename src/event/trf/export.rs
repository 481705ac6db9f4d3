//! An event as a report.
//!
//! A cell of a report holds one game, an encounter of an event may have several. So every game has a round of its own
//! in the report: in a Swiss event the games of round 2 are those of the report's rounds 3 and 4 if two are played at a
//! time; in other formats each game stands in the first round after the last ones of its two players, so that Berger
//! rounds stay what they are, and events that pair by the list are not told as hundreds of rounds of one game.
//!
//! Whose results do not count after a withdrawal has none in the report: its points and everybody's follow from its
//! cells, as readers demand, and the standings are the event's.

use super::{ByeKind, Cell, Clock, Document, Mark, Player, Points, teams as of_teams};
use crate::event::director::Director;
use crate::event::game::Fixture;
use crate::event::schedule::swiss::exchange;
use crate::event::settings::{
    Acceleration, Format, GameNumber, Meetings, Order, PairingSystem, PlayerId, RoundGames, Settings, TieBreak,
};
use crate::event::standings::{self, Absence, Played, forfeit};
use crate::event::{pgn, time_control};
use crate::laws::GameResult;
use shakmaty::Color;
use std::collections::BTreeMap;

/// What a report tells of a game beside its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// When it started, in milliseconds since 1970 UTC.
    pub started: u64,
    /// When it ended.
    pub ended: u64,
    /// The half-moves that were made in it after its opening.
    pub half_moves: usize,
}

impl Document {
    /// The report of an event as it stands. Engines have no FIDE numbers, titles and federations, and their ratings are
    /// those of the event's file. Games in play are not in it.
    #[must_use]
    pub fn of(settings: &Settings, director: &Director, facts: &BTreeMap<GameNumber, Facts>) -> Self {
        let (standings, absences) = director.standings(settings);
        let annulled = |player: PlayerId| absences.contains(&(player, Absence::Annulled));
        let rounds = rounds(settings, director);
        let player = |(place, player): (u16, &crate::event::settings::Player)| Player {
            number: place.saturating_add(1),
            name: player.name.clone(),
            rating: player.rating.and_then(|rating| u16::try_from(rating).ok()),
            ..Player::default()
        };
        let mut players = (0..).zip(&settings.players).map(player).collect::<Vec<_>>();
        let mut dates: BTreeMap<usize, u64> = BTreeMap::new();
        for (fixture, round) in &rounds {
            if annulled(fixture.white) || annulled(fixture.black) {
                continue;
            }
            let played = director.outcomes().get(&fixture.number).map(|outcome| outcome.entry);
            let entry = played.or_else(|| forfeit(fixture, &|player| director.out().contains(&player)));
            let Some(entry) = entry else { continue };
            let told = facts.get(&fixture.number);
            if let Some(told) = told {
                let first = dates.entry(*round).or_insert(told.started);
                *first = told.started.min(*first);
            }
            let short = told.is_some_and(|told| told.half_moves < 2);
            let (white, black) = marks(entry.result, entry.played, short);
            let sides = [
                (fixture.white, fixture.black, Color::White, white),
                (fixture.black, fixture.white, Color::Black, black),
            ];
            for (own, opponent, colour, mark) in sides {
                if let Some(player) = players.get_mut(usize::from(own.0)) {
                    let opponent = opponent.0.saturating_add(1);
                    put(&mut player.cells, *round, Cell::Game { opponent, colour: Some(colour), mark });
                }
            }
        }
        let games = settings.format.swiss().map_or(1, |swiss| swiss.games.count());
        for bye in director.schedule().byes() {
            let cell = match bye.kind {
                standings::ByeKind::PairingAllocated => Cell::PairingBye,
                standings::ByeKind::Full => Cell::Bye(ByeKind::Full),
                standings::ByeKind::Half => Cell::Bye(ByeKind::Half),
                standings::ByeKind::Zero => Cell::Bye(ByeKind::Zero),
            };
            if let Some(player) = players.get_mut(usize::from(bye.player.0)) {
                for round in told_as(bye.round, games) {
                    put(&mut player.cells, round, cell);
                }
            }
        }
        for row in standings.rows() {
            if let Some(player) = players.get_mut(usize::from(row.player.0)) {
                player.points = Points::halves(row.half_points);
                player.rank = u16::try_from(row.rank).ok();
            }
        }
        let (kind, coded_kind) = kind(&settings.format);
        let control = settings.players.first().map(|player| &player.control);
        let control = control.filter(|control| settings.players.iter().all(|player| player.control == **control));
        let last = facts.values().map(|told| told.ended).max();
        let day = |at: u64| pgn::day(at).replace('.', "/");
        let swiss = settings.format.swiss();
        let teams = settings.format.teams();
        let last_round = match swiss {
            Some(swiss) => usize::try_from(swiss.rounds.get() * swiss.games.count()).unwrap_or(0),
            None => rounds.iter().map(|(_, round)| *round).max().unwrap_or(0),
        };
        // What the pairings rest on; of rounds with two games it holds for no round of the report.
        let paired = swiss.filter(|swiss| swiss.games == RoundGames::One).and_then(|_| director.position(settings));
        let paired = paired.map(|position| exchange::report(&position, settings)).unwrap_or_default();
        Self {
            name: settings.name.clone(),
            city: if settings.site == "?" { String::new() } else { settings.site.clone() },
            start: facts.values().map(|told| told.started).min().map(day).unwrap_or_default(),
            end: last.map(day).unwrap_or_default(),
            kind,
            chief_arbiter: concat!("uci-arbiter ", env!("CARGO_PKG_VERSION")).to_owned(),
            allotted: control.map_or_else(|| "each its own".to_owned(), time_control::print),
            dates: (1..=dates.keys().max().copied().unwrap_or(0))
                .map(|round| dates.get(&round).map(|at| day(*at).chars().skip(2).collect()).unwrap_or_default())
                .collect(),
            rounds: u16::try_from(last_round).ok().filter(|rounds| *rounds > 0),
            coded_kind: coded_kind.to_owned(),
            tie_breaks: teams.map_or_else(
                || settings.tie_breaks.iter().filter_map(code).collect(),
                |teams| teams.tie_breaks.iter().map(|tie_break| tie_break.code().to_owned()).collect(),
            ),
            clock: control.and_then(Clock::of),
            players,
            initial_colour: paired.initial_colour,
            byes: paired.byes,
            accelerations: paired.accelerations,
            forbidden: paired.forbidden,
            board_colours: teams.map(of_teams::board_colours).unwrap_or_default(),
            match_points: teams.and_then(of_teams::match_points),
            teams: teams
                .map(|given| of_teams::told(given, director.team_standings(settings).as_ref()))
                .unwrap_or_default(),
            ..Self::default()
        }
    }
}

/// The report's rounds, from 1, that a round of a Swiss event is told as.
fn told_as(round: u32, games: u32) -> impl Iterator<Item = usize> {
    let first = round.saturating_sub(1).saturating_mul(games);
    (1..=games).filter_map(move |game| usize::try_from(first.saturating_add(game)).ok())
}

/// The report's rounds of all games that are known, from 1, in the order of the schedule.
//
// SILENT: the formats have one cell for two players in a round. Alternatives: one cell for the points of an encounter,
// which tells no colours and needs another point system; the event's own rounds, where the encounter has one game.
fn rounds(settings: &Settings, director: &Director) -> Vec<(Fixture, usize)> {
    let mut last = vec![0; settings.players.len()];
    let games = settings.format.swiss().map(|swiss| swiss.games.count());
    let mut place = |fixture: Fixture| {
        if let Some(games) = games {
            let nth = usize::try_from(fixture.game.saturating_sub(1)).unwrap_or(0);
            let round = told_as(fixture.round, games).nth(nth).unwrap_or(0);
            return (fixture, round);
        }
        let of = |last: &[usize], player: PlayerId| last.get(usize::from(player.0)).copied().unwrap_or(0);
        let round = of(&last, fixture.white).max(of(&last, fixture.black)) + 1;
        for player in [fixture.white, fixture.black] {
            if let Some(last) = last.get_mut(usize::from(player.0)) {
                *last = round;
            }
        }
        (fixture, round)
    };
    director.schedule().fixtures().map(&mut place).collect()
}

fn put(cells: &mut Vec<Cell>, round: usize, cell: Cell) {
    let place = round.saturating_sub(1);
    cells.resize(cells.len().max(place + 1), Cell::Blank);
    if let Some(slot) = cells.get_mut(place) {
        *slot = cell;
    }
}

/// White's and Black's. A game that an engine's failure ended was played; one in which not both have moved is not rated.
const fn marks(result: GameResult, played: Played, short: bool) -> (Mark, Mark) {
    let (win, draw, loss) = match played {
        Played::Forfeited => (Mark::ForfeitWin, Mark::ForfeitLoss, Mark::ForfeitLoss),
        Played::Soundly | Played::UntilFailure if short => (Mark::ShortWin, Mark::ShortDraw, Mark::ShortLoss),
        Played::Soundly | Played::UntilFailure => (Mark::Win, Mark::Draw, Mark::Loss),
    };
    match result {
        GameResult::WhiteWins => (win, loss),
        GameResult::BlackWins => (loss, win),
        GameResult::Draw => (draw, draw),
        GameResult::BothLose => (loss, loss),
        GameResult::HalfZero => (draw, loss),
        GameResult::ZeroHalf => (loss, draw),
    }
}

/// How the words of a Swiss event with two games a round end, whose rounds are two of the report each.
pub(super) const TWO_GAMES: &str = ", two games a round";
/// How the words of a Swiss event begin that no pairing program pairs.
pub(super) const TCEC: &str = "Swiss, system of the TCEC Swiss";

/// The format in words, and as TRF26 codes it; empty where it has no code.
fn kind(format: &Format) -> (String, &'static str) {
    let often = |meetings: &Meetings| {
        let (rounds, games) = (meetings.rounds, meetings.games);
        let order = match meetings.order {
            Order::Berger => "",
            Order::Cutechess => ", order = cutechess",
            Order::Fastchess => ", order = fastchess",
        };
        format!(" (rounds = {rounds}, games = {games}{order})")
    };
    match format {
        Format::RoundRobin(meetings) => {
            let code = match (meetings.order, meetings.rounds.get(), meetings.games.get()) {
                (Order::Berger, 1, 1) => "FIDE_ROUNDROBIN",
                (Order::Berger, 2, 1) => "FIDE_DOUBLEROUNDROBIN",
                (Order::Berger | Order::Cutechess | Order::Fastchess, _, _) => "CUSTOM_ROUNDROBIN",
            };
            (format!("Round robin{}", often(meetings)), code)
        }
        Format::Gauntlet { seeds, meetings } => (format!("Gauntlet of {seeds}{}", often(meetings)), ""),
        Format::Ladder(meetings) => (format!("Ladder{}", often(meetings)), ""),
        Format::Knockout { games, .. } => (format!("Knockout (games = {games})"), ""),
        Format::TeamRoundRobin(teams) => {
            (format!("Team round robin (rounds = {}, games = {})", teams.rounds, teams.games), "CUSTOM_TEAM_ROUNDROBIN")
        }
        Format::Swiss(swiss) => {
            let games = match swiss.games {
                RoundGames::One => "",
                RoundGames::Two => TWO_GAMES,
            };
            match (&swiss.system, swiss.acceleration, swiss.games) {
                (PairingSystem::Dutch { .. }, Acceleration::Off, RoundGames::One) => {
                    ("Swiss, FIDE Dutch".to_owned(), "FIDE_DUTCH")
                }
                (PairingSystem::Dutch { .. }, Acceleration::Baku, RoundGames::One) => {
                    ("Swiss, FIDE Dutch, Baku acceleration".to_owned(), "FIDE_DUTCH")
                }
                (PairingSystem::Dutch { .. }, Acceleration::Off | Acceleration::Baku, RoundGames::Two) => {
                    (format!("Swiss, FIDE Dutch{games}"), "CUSTOM_DOUBLESWISS")
                }
                (PairingSystem::Tcec { .. }, Acceleration::Off | Acceleration::Baku, games_of) => {
                    let code = match games_of {
                        RoundGames::One => "CUSTOM_SWISS",
                        RoundGames::Two => "CUSTOM_DOUBLESWISS",
                    };
                    (format!("{TCEC}{games}"), code)
                }
            }
        }
    }
}

/// A tie-break's code; FIDE has none for the event's own.
fn code(tie_break: &TieBreak) -> Option<String> {
    (*tie_break != TieBreak::FewestFaults).then(|| tie_break.code().to_owned())
}
