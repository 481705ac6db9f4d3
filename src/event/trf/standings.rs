//! The standings of a report.

use super::{ByeKind, Cell, Document, GamePlayed, PointSystem, Points};
use crate::event::settings::PlayerId;
use crate::event::standings::{self, Bye, Entry, Played, Standings, TieBreak};
use std::num::NonZeroU32;

/// What a round that was not played means for the tie-breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// A Swiss event: FIDE C.07 art. 16.
    Swiss,
    /// Pairings that are known beforehand: forfeits are games like others (art. 15.2), and a round without a game is
    /// none.
    Predetermined,
}

/// The standings of a report, and whose they are.
#[derive(Clone, Debug)]
pub struct Reported {
    /// The standings. A player is its place in `players`.
    pub standings: Standings,
    /// The numbers of the players, ascending.
    pub numbers: Vec<u16>,
    /// Their names.
    pub names: Vec<String>,
}

/// A report whose points are not those of an event of this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("points: expected 1 for a win, 0.5 for a draw, 0 for a loss and 0, 0.5 or 1 for a bye, got {got}")]
pub struct OtherPoints {
    got: String,
}

impl Document {
    /// The system, as far as the report tells it: by the codes of 192, then by the words of 092, then by the pairings:
    /// if all have met equally often, or there is a game for a half of all pairs and nobody had a bye, it is a round
    /// robin.
    #[must_use]
    pub fn system(&self) -> System {
        for text in [&self.coded_kind, &self.kind] {
            let text = text.to_uppercase().replace(['-', '_', ' '], "");
            if ["SWISS", "DUTCH", "DUBOV", "BURSTEIN", "LIM"].iter().any(|word| text.contains(word)) {
                return System::Swiss;
            }
            if ["ROBIN", "BERGER", "KNOCKOUT", "GAUNTLET", "LADDER"].iter().any(|word| text.contains(word)) {
                return System::Predetermined;
            }
        }
        let (players, games) = (self.players.len(), self.games().len());
        let all = players * players.saturating_sub(1) / 2;
        let is_bye = |cell: &Cell| matches!(cell, Cell::PairingBye | Cell::Bye(ByeKind::Half | ByeKind::Full));
        let byes = self.players.iter().flat_map(|player| &player.cells).any(is_bye);
        if all > 0 && games > 0 && games.is_multiple_of(all) && !byes { System::Predetermined } else { System::Swiss }
    }

    /// The tie-breaks of 202 or 212 that this program knows, and the codes of the others.
    #[must_use]
    pub fn known_tie_breaks(&self) -> (Vec<TieBreak>, Vec<String>) {
        let codes = if self.tie_breaks.is_empty() { &self.standings_order } else { &self.tie_breaks };
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for code in codes.iter().filter(|code| !code.eq_ignore_ascii_case("PTS")) {
            match code.parse() {
                Ok(tie_break) => known.push(tie_break),
                Err(_) => unknown.push(code.clone()),
            }
        }
        (known, unknown)
    }

    /// The standings by the players' cells; what the report says of points and ranks is not asked, nor are records 299.
    ///
    /// # Errors
    /// Its points are others than those of events here.
    pub fn standings(&self, system: System, tie_breaks: &[TieBreak]) -> Result<Reported, OtherPoints> {
        let PointSystem { win, draw, loss, absence, pairing_bye, unknown: _ } = self.points;
        let usual = (win, draw, loss, absence) == (Points(10), Points(5), Points::ZERO, Points::ZERO);
        let bye_points = [(0, Points::ZERO), (1, Points(5)), (2, Points(10))];
        let Some((bye_points, _)) = bye_points.into_iter().find(|(_, points)| usual && *points == pairing_bye) else {
            let got = format!("{win}, {draw}, {loss}, {absence} for an absence, {pairing_bye} for a bye");
            return Err(OtherPoints { got });
        };
        let mut players = self.players.iter().collect::<Vec<_>>();
        players.sort_by_key(|player| player.number);
        let numbers = players.iter().map(|player| player.number).collect::<Vec<_>>();
        let id =
            |number: u16| numbers.binary_search(&number).ok().and_then(|place| u16::try_from(place).ok()).map(PlayerId);
        let entry = |game: &super::Game| {
            let played = match game.played {
                GamePlayed::Yes | GamePlayed::Short => Played::Soundly,
                GamePlayed::No => Played::Forfeited,
            };
            let (white, black) = (id(game.white)?, id(game.black)?);
            Some(Entry { round: game.round.into(), white, black, result: game.result?, played })
        };
        let entries = self.games().iter().filter_map(entry).collect::<Vec<_>>();
        let mut byes = Vec::new();
        for (place, player) in (0..).zip(&players) {
            let cells = player.cells.iter().copied().chain(std::iter::repeat(Cell::Blank)).take(self.rounds_told());
            for (round, cell) in (1..).zip(cells) {
                let (kind, half_points) = match (cell, system) {
                    (Cell::Game { .. }, _) | (Cell::Blank, System::Predetermined) => continue,
                    (Cell::PairingBye, _) => (standings::ByeKind::PairingAllocated, bye_points),
                    (Cell::Bye(ByeKind::Full), _) => (standings::ByeKind::Full, 2),
                    (Cell::Bye(ByeKind::Half), _) => (standings::ByeKind::Half, 1),
                    (Cell::Bye(ByeKind::Zero) | Cell::Blank, _) => (standings::ByeKind::Zero, 0),
                };
                byes.push(Bye { round, player: PlayerId(place), kind, half_points });
            }
        }
        let ratings = players.iter().map(|player| player.rating.map(u32::from)).collect::<Vec<_>>();
        let standings = match system {
            System::Swiss => Standings::swiss(players.len(), NonZeroU32::MIN, &entries, &byes, tie_breaks, &ratings),
            System::Predetermined => Standings::new(players.len(), &entries, &byes, tie_breaks, &ratings),
        };
        let names = players.iter().map(|player| player.name.clone()).collect();
        Ok(Reported { standings, numbers, names })
    }
}
