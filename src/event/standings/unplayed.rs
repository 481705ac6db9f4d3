//! Rounds of Swiss events that were not played: FIDE C.07 art. 16, edition of 1 March 2026, and art. 6.3.
//!
//! Art. 16 in short. Whose opponents are asked for its score has it adjusted (16.3): byes on request after which it did
//! not come back are draws. Its own rounds without play (16.4) are games with a dummy that has its own score, no more
//! than the adjusted score of the scheduled opponent in a forfeit, than draws in all rounds elsewhere. A cut takes a
//! voluntary absence first, unless the least is more (16.5).

use super::order::Encounters;
use super::tie_break::{Cut, Value};
use super::{Bye, ByeKind, Played, View};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// What one round contributes to a sum of opponents' scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The opponent's or the dummy's score, in half points.
    score: u32,
    /// What it is multiplied with, in half points.
    half_points: u32,
    /// Whether the player stayed away of its own will.
    voluntary: bool,
}

impl Part {
    pub(super) const fn played(score: u32, half_points: u32) -> Self {
        Self { score, half_points, voluntary: false }
    }

    /// The same for Buchholz: the whole score, whatever the result.
    pub(super) const fn without_result(self) -> Self {
        Self { half_points: 2, ..self }
    }

    /// In quarter points.
    pub(super) fn product(&self) -> i64 {
        i64::from(self.score) * i64::from(self.half_points)
    }
}

/// What is left after a cut (14.1 to 14.4, 16.5). The least is the part with the least opponent's score, of several the
/// least product; the greatest likewise.
pub(super) fn cut(mut parts: Vec<Part>, cut: Cut) -> Vec<Part> {
    let (least, greatest) = cut.counts();
    for _ in 0..least {
        let key = |part: &&Part| (part.score, part.product());
        let Some(lowest) = parts.iter().min_by_key(key).copied() else { break };
        let absence = parts.iter().filter(|part| part.voluntary).min_by_key(|part| (part.product(), part.score));
        // The higher of the two goes; of two that are equal, the absence.
        let gone = absence.copied().filter(|absence| absence.product() >= lowest.product()).unwrap_or(lowest);
        remove(&mut parts, gone);
    }
    for _ in 0..greatest {
        let Some(gone) = parts.iter().max_by_key(|part| (part.score, part.product())).copied() else { break };
        remove(&mut parts, gone);
    }
    parts
}

fn remove(parts: &mut Vec<Part>, gone: Part) {
    let same =
        |part: &Part| (part.score, part.half_points, part.voluntary) == (gone.score, gone.half_points, gone.voluntary);
    if let Some(place) = parts.iter().position(same) {
        parts.remove(place);
    }
}

/// A round of a player; with several games a round, one of them.
#[derive(Clone, Copy, Debug)]
struct Slot {
    round: u32,
    half_points: u32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Played(usize),
    /// Won or lost without play.
    Forfeited(usize),
    /// A bye: what art. 16 makes of it depends on its kind alone.
    Bye(ByeKind),
}

impl Slot {
    /// A voluntary unplayed round (16.1.2).
    const fn is_voluntary(&self) -> bool {
        match self.kind {
            Kind::Played(_) => false,
            Kind::Forfeited(_) => self.half_points == 0,
            Kind::Bye(kind) => !kind.is_given(),
        }
    }
}

/// The rounds of all players.
#[derive(Clone, Debug)]
pub(super) struct Swiss {
    slots: Vec<Vec<Slot>>,
    /// Half points for the use of opponents.
    adjusted: Vec<u32>,
    rounds: u32,
    games: NonZeroU32,
}

impl Swiss {
    pub(super) fn new(views: &[Vec<View>], byes: &[Bye], games: NonZeroU32) -> Self {
        let slot = |view: &View| {
            let kind = match view.played {
                Played::Soundly | Played::UntilFailure => Kind::Played(view.opponent),
                Played::Forfeited => Kind::Forfeited(view.opponent),
            };
            Slot { round: view.round, half_points: view.half_points, kind }
        };
        let mut slots = views.iter().map(|views| views.iter().map(slot).collect::<Vec<_>>()).collect::<Vec<_>>();
        for bye in byes {
            if let Some(slots) = slots.get_mut(usize::from(bye.player.0)) {
                let (round, half_points, kind) = (bye.round, bye.half_points / games, Kind::Bye(bye.kind));
                slots.extend((0..games.get()).map(|_| Slot { round, half_points, kind }));
            }
        }
        for slots in &mut slots {
            slots.sort_by_key(|slot| slot.round);
        }
        let last = slots.iter().flatten().map(|slot| slot.round).max().unwrap_or(0);
        let adjusted = slots.iter().map(|slots| adjusted(slots)).collect();
        Self { slots, adjusted, rounds: last.saturating_mul(games.get()), games }
    }

    /// The games of a round.
    pub(super) const fn games(&self) -> u32 {
        self.games.get()
    }

    /// The rounds so far, each game counted.
    pub(super) const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// What a player's rounds contribute; `own` are its half points.
    pub(super) fn parts(&self, player: usize, own: u32) -> Vec<Part> {
        let adjusted = |player: usize| self.adjusted.get(player).copied().unwrap_or(0);
        let part = |slot: &Slot| {
            let score = match slot.kind {
                Kind::Played(opponent) => adjusted(opponent),
                // 16.4.1
                Kind::Forfeited(opponent) => own.min(adjusted(opponent)),
                // 16.4.2: a draw is one half point.
                Kind::Bye(_) => own.min(self.rounds),
            };
            Part { score, half_points: slot.half_points, voluntary: slot.is_voluntary() }
        };
        self.slots.get(player).map_or(&[][..], Vec::as_slice).iter().map(part).collect()
    }
}

/// 16.3: byes on request count as draws after the last round that the player was there for.
fn adjusted(slots: &[Slot]) -> u32 {
    let last = slots.iter().rposition(|slot| !slot.is_voluntary()).map_or(0, |last| last + 1);
    let value = |(place, slot): (usize, &Slot)| match slot.kind {
        Kind::Bye(_) if place >= last => 1,
        Kind::Bye(_) | Kind::Played(_) | Kind::Forfeited(_) => slot.half_points,
    };
    slots.iter().enumerate().map(value).sum()
}

/// Of two players that met several times the average counts (6.1.2); this many parts of it are whole for up to eight
/// games.
const SHARES: u32 = 840;

/// Art. 6 in a Swiss event: forfeits are left out (6.1.1). If not all of a group have met, one who is first whatever
/// the games that are missing would bring is first, then one who is second in that way, and so on (6.3). The half points
/// are those of single games, averages rounded down. None: it tells nobody apart.
pub(super) fn direct_encounter(views: &[Vec<View>], group: &[usize]) -> Option<Encounters> {
    let mut scores = group
        .iter()
        .map(|player| {
            let mut met: BTreeMap<usize, (u32, u32)> = BTreeMap::new();
            for view in views.get(*player).map_or(&[][..], Vec::as_slice) {
                if view.played != Played::Forfeited && group.contains(&view.opponent) {
                    let (games, half_points) = met.entry(view.opponent).or_default();
                    (*games, *half_points) = (*games + 1, *half_points + view.half_points);
                }
            }
            let score = met.values().map(|(games, half_points)| half_points * SHARES / games).sum::<u32>();
            let missing = u32::try_from(group.len() - 1 - met.len()).unwrap_or(u32::MAX / SHARES);
            Score { player: *player, score, best: score + missing * 2 * SHARES }
        })
        .collect::<Vec<_>>();
    scores.sort_by_key(|score| (Reverse(score.score), score.best));
    let among = scores.iter().map(|score| (score.player, Value::halves(score.score / SHARES))).collect();
    let parts: Vec<Vec<usize>> = if scores.iter().all(|score| score.score == score.best) {
        let parts = scores.chunk_by(|one, other| one.score == other.score);
        parts.map(|part| part.iter().map(|score| score.player).collect()).collect()
    } else {
        let mut parts = Vec::new();
        let mut rest = scores.as_slice();
        while let Some((first, others)) = rest.split_first()
            && others.iter().all(|other| first.score > other.best)
        {
            parts.push(vec![first.player]);
            rest = others;
        }
        if parts.is_empty() {
            return None;
        }
        parts.push(rest.iter().map(|score| score.player).collect());
        parts.retain(|part| !part.is_empty());
        parts
    };
    Some((among, parts))
}

/// What a player has against the others of its group, and what it could have at best.
#[derive(Clone, Copy, Debug)]
struct Score {
    player: usize,
    score: u32,
    best: u32,
}

#[cfg(test)]
mod tests;
