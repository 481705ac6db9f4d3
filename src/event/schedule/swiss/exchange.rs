//! What a pairing program is asked, and what its answer means.
//!
//! The question is a tournament report up to the last round, TRF16 with the codes of JaVaFo and bbpPairings; the answer
//! the number of pairs and a line `WHITE BLACK` for each, numbers from 1, 0 for nobody.
//!
//! A cell of a report has one result. Where a round has two games, a cell is won, drawn or lost by the points of both
//! together, and is worth 1.5, 1 or 0.5; what is missing to a player's true points is given as fictitious points
//! (`XXA`), and so much to everybody that none is negative: so the order of points, which is all that a pairing looks
//! at, is the true one in every round.

use super::position::{Cell, Misfit, Position};
use super::{ByeKind, Pairing};
use crate::event::settings::{PairingSystem, PlayerId, RoundGames, Settings};
use crate::event::trf::{self, Document, Mark, PointSystem, Points, Version};

/// An answer that cannot be a round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswer {
    /// It is not in the form of one.
    #[error("line {line}: expected {expected}, got {got:?}")]
    Form {
        /// From 1.
        line: usize,
        /// What should stand there.
        expected: &'static str,
        /// What does.
        got: String,
    },
    /// It is no round that may be played.
    #[error("{0}")]
    Misfit(String),
}

/// The number of a player in reports.
const fn number(player: PlayerId) -> u16 {
    player.0.saturating_add(1)
}

/// The report of the rounds so far, by which the next one is paired. The rounds that are missing are the event's to
/// tell, and byes of the next round are in it.
#[must_use]
pub fn report(position: &Position, settings: &Settings) -> Document {
    let swiss = position.swiss();
    let mut report = Document {
        name: settings.name.clone(),
        city: if settings.site == "?" { String::new() } else { settings.site.clone() },
        rounds: u16::try_from(swiss.rounds.get()).ok(),
        initial_colour: match &swiss.system {
            PairingSystem::Dutch { initial_colour, .. } => Some(*initial_colour),
            PairingSystem::Tcec { .. } => None,
        },
        points: match swiss.games {
            RoundGames::One => PointSystem::default(),
            RoundGames::Two => PointSystem {
                win: Points::halves(3),
                draw: Points::halves(2),
                loss: Points::halves(1),
                absence: Points::ZERO,
                pairing_bye: Points::halves(4),
                unknown: Points::halves(2),
            },
        },
        ..Document::default()
    };
    for player in position.players() {
        let named = settings.players.get(usize::from(player.0));
        report.players.push(trf::Player {
            number: number(player),
            name: named.map(|player| player.name.clone()).unwrap_or_default(),
            rating: named.and_then(|player| player.rating).and_then(|rating| u16::try_from(rating).ok()),
            cells: position.cells(player).iter().map(|cell| self::cell(*cell)).collect(),
            ..trf::Player::default()
        });
    }
    report.count();
    if position.round() <= swiss.rounds.get() {
        for kind in [trf::ByeKind::Full, trf::ByeKind::Half, trf::ByeKind::Zero] {
            let of_kind = position.absent().into_iter().filter(|(_, given)| bye(*given) == Some(kind));
            let players = of_kind.map(|(player, _)| number(player)).collect::<Vec<_>>();
            if let (false, Ok(round)) = (players.is_empty(), u16::try_from(position.round())) {
                report.byes.push(trf::Bye { kind, round, players });
            }
        }
    }
    report.accelerations = accelerations(position, &report);
    report.forbidden = swiss
        .forbidden
        .iter()
        .map(|group| trf::Forbidden { rounds: None, players: group.iter().map(|player| number(*player)).collect() })
        .collect();
    report
}

/// A bye as a report tells it; none: it has a letter of its own.
const fn bye(kind: ByeKind) -> Option<trf::ByeKind> {
    match kind {
        ByeKind::PairingAllocated => None,
        ByeKind::Full => Some(trf::ByeKind::Full),
        ByeKind::Half => Some(trf::ByeKind::Half),
        ByeKind::Zero => Some(trf::ByeKind::Zero),
    }
}

fn cell(cell: Cell) -> trf::Cell {
    match cell {
        Cell::Bye(kind) => bye(kind).map_or(trf::Cell::PairingBye, trf::Cell::Bye),
        Cell::Met { opponent, colour, own, theirs, played } => trf::Cell::Game {
            opponent: number(opponent),
            colour: Some(colour),
            mark: match (played, own.cmp(&theirs)) {
                (true, std::cmp::Ordering::Greater) if own > 1 => Mark::Win,
                // Half a point against none is a draw for one side alone.
                (true, std::cmp::Ordering::Greater) => Mark::Draw,
                (true, std::cmp::Ordering::Equal) if own > 0 => Mark::Draw,
                (true, std::cmp::Ordering::Equal | std::cmp::Ordering::Less) => Mark::Loss,
                (false, std::cmp::Ordering::Greater) => Mark::ForfeitWin,
                (false, std::cmp::Ordering::Equal | std::cmp::Ordering::Less) => Mark::ForfeitLoss,
            },
        },
    }
}

/// Fictitious points, in tenths, by player and round: those of an acceleration, and what the cells of rounds with two
/// games leave out.
fn accelerations(position: &Position, report: &Document) -> Vec<trf::Acceleration> {
    let mut all = Vec::new();
    let rounds = position.round().min(position.swiss().rounds.get());
    for round in 1..=rounds {
        let before = usize::try_from(round - 1).unwrap_or(usize::MAX);
        let missing = |player: &trf::Player| {
            let id = PlayerId(player.number.saturating_sub(1));
            let told = player.cells.iter().take(before).map(|cell| report.points.of(*cell).0).sum::<i32>();
            let own = position.points_before(id, round) + position.virtual_points(id, round);
            Points::halves(own).0 - told
        };
        let missing = report.players.iter().map(missing).collect::<Vec<_>>();
        let least = missing.iter().copied().min().unwrap_or(0).min(0);
        let Ok(round) = u16::try_from(round) else { break };
        for (player, missing) in report.players.iter().zip(missing) {
            if missing > least {
                all.push(trf::Acceleration {
                    match_points: None,
                    points: Points(missing - least),
                    rounds: (round, round),
                    players: (player.number, player.number),
                });
            }
        }
    }
    all
}

/// The question, as text.
///
/// # Errors
/// A value that the format has no room for, such as 100 points.
pub fn question(position: &Position, settings: &Settings) -> Result<String, crate::event::faults::Faults> {
    report(position, settings).write(Version::Trf16)
}

/// The round that an answer makes.
///
/// # Errors
/// It is not in the form of one, or may not be played.
pub fn answer(text: &str, position: &Position, names: &dyn Fn(PlayerId) -> String) -> Result<Pairing, BadAnswer> {
    let form = |line: usize, expected, got: &str| BadAnswer::Form { line, expected, got: got.to_owned() };
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let expected = "the number of pairs";
    let (first, said) = lines.next().ok_or_else(|| form(1, expected, ""))?;
    let count = said.trim().parse::<usize>().map_err(|_| form(first, expected, said))?;
    let (mut pairs, mut byes, mut found, mut last) = (Vec::new(), Vec::new(), 0, first);
    for (line, text) in lines {
        let bad = || form(line, "two numbers of players, or a number and 0", text);
        let numbers =
            text.split_whitespace().map(str::parse::<u16>).collect::<Result<Vec<_>, _>>().map_err(|_| bad())?;
        let [one, other] = numbers.as_slice() else { return Err(bad()) };
        let one = PlayerId(one.checked_sub(1).ok_or_else(bad)?);
        match other.checked_sub(1) {
            Some(other) => pairs.push((one, PlayerId(other))),
            None => byes.push(one),
        }
        (found, last) = (found + 1, line);
    }
    if found != count {
        return Err(form(last, "as many pairs as the first line says", &format!("{found} of {count}")));
    }
    position.propose(&pairs, &byes).map_err(|misfit: Misfit| BadAnswer::Misfit(misfit.text(names)))
}
