//! Where a Swiss event stands before a round is paired.
//!
//! Decides: who is to be paired, with how many points, who may meet whom, and whether a proposed round may be played.

use super::Pairing;
use crate::event::settings::{Acceleration, ByeKind, PlayerId, Swiss};
use crate::event::standings::{Entry, Played};
use shakmaty::Color;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A round of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It had no opponent.
    Bye(ByeKind),
    /// It was paired.
    Met {
        /// With whom.
        opponent: PlayerId,
        /// Its colour in the first game.
        colour: Color,
        /// Its half points, of all games of the round.
        own: u32,
        /// The opponent's.
        theirs: u32,
        /// Whether a game was played: two who were paired and did not play may be paired again.
        played: bool,
    },
}

/// Where a Swiss event stands: all that a pairing depends on.
#[derive(Clone, Debug)]
pub struct Position {
    swiss: Swiss,
    /// By player, in the order of rounds.
    cells: Vec<Vec<Cell>>,
    out: BTreeSet<PlayerId>,
    rounds: u32,
}

/// No round can be made of what is there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("round {round}: expected players who may still meet, got none for some of the {players} to be paired")]
pub struct NoPairing {
    /// Which round.
    pub round: u32,
    /// How many were to be paired.
    pub players: usize,
}

/// Why a proposed round may not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A player stands in it twice.
    Twice(PlayerId),
    /// A player is not in it.
    Missing(PlayerId),
    /// A player is in it who is not to be paired in this round, or there is none of this number.
    Absent(PlayerId),
    /// Two have met before.
    Met(PlayerId, PlayerId),
    /// Two are not to meet.
    Forbidden(PlayerId, PlayerId),
    /// A second pairing-allocated bye of one player.
    SecondBye(PlayerId),
    /// So many pairing-allocated byes, where the number of players needs another number.
    Byes {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        got: usize,
    },
}

impl Misfit {
    /// The fault in words.
    #[must_use]
    pub fn text(&self, names: &dyn Fn(PlayerId) -> String) -> String {
        match self {
            Self::Twice(id) => format!("expected every player once, got {} twice", names(*id)),
            Self::Missing(id) => format!("expected every player once, got no game or bye for {}", names(*id)),
            Self::Absent(id) => format!("expected players of this round, got {}", names(*id)),
            Self::Met(a, b) => format!("expected players who have not met, got {} and {}", names(*a), names(*b)),
            Self::Forbidden(a, b) => format!("expected players who may meet, got {} and {}", names(*a), names(*b)),
            Self::SecondBye(id) => format!("expected one bye for a player, got the second one for {}", names(*id)),
            Self::Byes { expected, got } => format!("expected {expected} pairing-allocated byes, got {got}"),
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&|id| format!("number {}", u32::from(id.0) + 1)))
    }
}

impl Position {
    pub(super) fn new(swiss: &Swiss, players: usize, out: &BTreeSet<PlayerId>) -> Self {
        Self { swiss: swiss.clone(), cells: vec![Vec::new(); players], out: out.clone(), rounds: 0 }
    }

    /// Adds a round and how its games ended.
    pub(super) fn add(&mut self, pairing: &Pairing, entries: &[Entry]) {
        self.rounds = pairing.round;
        for (player, kind) in &pairing.byes {
            self.push(*player, Cell::Bye(*kind));
        }
        for (white, black) in &pairing.pairs {
            let (mut points, mut played) = ((0, 0), false);
            for entry in entries {
                let half_points = entry.half_points();
                let (own, theirs) = match (entry.white, entry.black) {
                    (w, b) if (w, b) == (*white, *black) => half_points,
                    (w, b) if (b, w) == (*white, *black) => (half_points.1, half_points.0),
                    (_, _) => continue,
                };
                points = (points.0 + own, points.1 + theirs);
                played |= entry.played != Played::Forfeited;
            }
            let (own, theirs) = points;
            self.push(*white, Cell::Met { opponent: *black, colour: Color::White, own, theirs, played });
            self.push(*black, Cell::Met { opponent: *white, colour: Color::Black, own: theirs, theirs: own, played });
        }
        // A pairing of this program names everybody.
        for cells in &mut self.cells {
            cells.resize(usize::try_from(self.rounds).unwrap_or(0), Cell::Bye(ByeKind::Zero));
        }
    }

    fn push(&mut self, player: PlayerId, cell: Cell) {
        if let Some(cells) = self.cells.get_mut(usize::from(player.0)) {
            cells.push(cell);
        }
    }

    /// The settings.
    #[must_use]
    pub const fn swiss(&self) -> &Swiss {
        &self.swiss
    }

    /// The round to be paired, from 1.
    #[must_use]
    pub const fn round(&self) -> u32 {
        self.rounds + 1
    }

    /// All players.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..u16::try_from(self.cells.len()).unwrap_or(u16::MAX)).map(PlayerId)
    }

    /// The rounds of a player so far.
    #[must_use]
    pub fn cells(&self, player: PlayerId) -> &[Cell] {
        self.cells.get(usize::from(player.0)).map_or(&[], Vec::as_slice)
    }

    /// Who is not to be paired in this round, and what it gets: nothing before its entry and after its withdrawal,
    /// else what it asked for.
    #[must_use]
    pub fn absent(&self) -> Vec<(PlayerId, ByeKind)> {
        self.players().filter_map(|player| self.absence(player).map(|kind| (player, kind))).collect()
    }

    fn absence(&self, player: PlayerId) -> Option<ByeKind> {
        let round = self.round();
        let later = self.swiss.late.iter().any(|late| late.player == player && round < late.from);
        if self.out.contains(&player) || later {
            return Some(ByeKind::Zero);
        }
        let asked = self.swiss.byes.iter().find(|bye| bye.player == player && bye.rounds.contains(&round));
        asked.map(|bye| bye.kind)
    }

    /// Who is to be paired, in the order of the list.
    #[must_use]
    pub fn present(&self) -> Vec<PlayerId> {
        self.players().filter(|player| self.absence(*player).is_none()).collect()
    }

    /// Half points before a round, from 1; of rounds beyond the last, all of them.
    #[must_use]
    pub fn points_before(&self, player: PlayerId, round: u32) -> u32 {
        let rounds = usize::try_from(round.saturating_sub(1)).unwrap_or(usize::MAX);
        let games = self.swiss.games.count();
        let worth = |cell: &Cell| match cell {
            Cell::Bye(kind) => kind.half_points(games),
            Cell::Met { own, .. } => *own,
        };
        self.cells(player).iter().take(rounds).map(worth).sum()
    }

    /// Half points so far.
    #[must_use]
    pub fn points(&self, player: PlayerId) -> u32 {
        self.points_before(player, self.round())
    }

    /// Half points that a player is given for the pairing of a round, from 1, and for that alone.
    ///
    /// Baku acceleration: the first half of the list that begins the event, rounded up to an even number, has a win
    /// more in the first half of the accelerated rounds, and a draw more in the rest of them. Accelerated is the first
    /// half of the rounds; halves of rounds are rounded up. Who enters later is in the upper group if its number is
    /// within it.
    #[must_use]
    pub fn virtual_points(&self, player: PlayerId, round: u32) -> u32 {
        match self.swiss.acceleration {
            Acceleration::Off => return 0,
            Acceleration::Baku => {}
        }
        let late = |player: &PlayerId| self.swiss.late.iter().any(|late| late.player == *player);
        let first = self.players().filter(|player| !late(player)).collect::<Vec<_>>();
        let upper = 2 * first.len().div_ceil(4);
        let last = upper.min(first.len()).checked_sub(1).and_then(|last| first.get(last));
        if last.is_none_or(|last| player > *last) {
            return 0;
        }
        let accelerated = self.swiss.rounds.get().div_ceil(2);
        let games = self.swiss.games.count();
        match round {
            _ if round > accelerated => 0,
            _ if round > accelerated.div_ceil(2) => games,
            _ => 2 * games,
        }
    }

    /// Whether two have played each other in the rounds after the first so many.
    #[must_use]
    pub fn have_met(&self, one: PlayerId, other: PlayerId, after: u32) -> bool {
        let ignored = usize::try_from(after).unwrap_or(usize::MAX);
        self.cells(one).iter().skip(ignored).any(|cell| match cell {
            Cell::Met { opponent, played, .. } => *played && *opponent == other,
            Cell::Bye(_) => false,
        })
    }

    /// Whether two are not to meet.
    #[must_use]
    pub fn is_forbidden(&self, one: PlayerId, other: PlayerId) -> bool {
        self.swiss.forbidden.iter().any(|group| group.contains(&one) && group.contains(&other))
    }

    /// How many pairing-allocated byes a player has had.
    #[must_use]
    pub fn byes(&self, player: PlayerId) -> usize {
        self.cells(player).iter().filter(|cell| **cell == Cell::Bye(ByeKind::PairingAllocated)).count()
    }

    /// The round that a pairing system proposes, if it may be played: everybody once, nobody twice against the same
    /// player, no second bye.
    ///
    /// # Errors
    /// Why not.
    pub fn propose(&self, pairs: &[(PlayerId, PlayerId)], byes: &[PlayerId]) -> Result<Pairing, Misfit> {
        let pairing = self.by_hand(pairs, byes)?;
        for (one, other) in pairs {
            if self.is_forbidden(*one, *other) {
                return Err(Misfit::Forbidden(*one, *other));
            }
            if self.have_met(*one, *other, 0) {
                return Err(Misfit::Met(*one, *other));
            }
        }
        let expected = self.present().len() % 2;
        if byes.len() != expected {
            return Err(Misfit::Byes { expected, got: byes.len() });
        }
        match byes.iter().find(|player| self.byes(**player) > 0) {
            Some(player) => Err(Misfit::SecondBye(*player)),
            None => Ok(pairing),
        }
    }

    /// The round that a director makes: everybody once, and nothing else is asked.
    ///
    /// # Errors
    /// Somebody is missing, in it twice, or not there.
    pub fn by_hand(&self, pairs: &[(PlayerId, PlayerId)], byes: &[PlayerId]) -> Result<Pairing, Misfit> {
        let mut seen = self.present().into_iter().map(|player| (player, false)).collect::<BTreeMap<_, _>>();
        for player in pairs.iter().flat_map(|(one, other)| [one, other]).chain(byes) {
            match seen.insert(*player, true) {
                Some(false) => {}
                Some(true) => return Err(Misfit::Twice(*player)),
                None => return Err(Misfit::Absent(*player)),
            }
        }
        if let Some((player, _)) = seen.iter().find(|(_, seen)| !**seen) {
            return Err(Misfit::Missing(*player));
        }
        let given = byes.iter().map(|player| (*player, ByeKind::PairingAllocated));
        let byes = self.absent().into_iter().chain(given).collect();
        Ok(Pairing { round: self.round(), pairs: pairs.to_vec(), byes })
    }
}
