//! The pairing of the TCEC Swiss: deterministic, Monrad-like; not the FIDE Dutch system.
//!
//! 1. The pairing order: more points first, then the seeding number.
//! 2. With an odd number the last in the order who has had the fewest byes has no opponent.
//! 3. From the top, each player not yet paired meets the first after it whom it may meet, if all others can still be
//!    paired then. Who has met, or is forbidden to, may not.
//! 4. In rounds of two games the upper of the two has Black in the first one. In rounds of one, who has had fewer games
//!    with White has it; else the upper has Black, if it has more points; else Black, White, White and Black in turn
//!    from round to round. Two who between them have more than two games too many with a colour do not meet.
//! 5. The lowest pair plays first.
//!
//! If not all can be paired, the meetings of the first rounds are forgotten, one round after another.
//!
//! Source: wiki.chessdom.org, `TCEC_Swiss_Tournament_System`. Ours beyond it: where the bye of rule 2 leaves others
//! without an opponent, the next one above has it; the two games of a pair are played one after the other; if all
//! meetings forgotten do not help, the last sentence of rule 4 is.

use super::matching::Matching;
use super::position::{Cell, NoPairing, Position};
use super::{ByeKind, Pairing};
use crate::event::settings::{PlayerId, RoundGames};
use shakmaty::Color;
use std::cmp::Reverse;
use std::num::NonZeroU32;

/// The seeding numbers, from 0, by player: the list is cut into so many groups, whose firsts come first.
fn seeding(players: usize, groups: NonZeroU32) -> Vec<usize> {
    let groups = usize::try_from(groups.get()).unwrap_or(usize::MAX).min(players.max(1));
    let (size, longer) = (players / groups, players % groups);
    let mut seeds = vec![0; players];
    let mut next = 0;
    for place in 0..=size {
        for group in 0..groups {
            let first = group * size + group.min(longer);
            let length = size + usize::from(group < longer);
            if place < length
                && let Some(seed) = seeds.get_mut(first + place)
            {
                *seed = next;
                next += 1;
            }
        }
    }
    seeds
}

/// How many games more a player has had with White than with Black, where a round has one.
fn white_surplus(position: &Position, player: PlayerId) -> i64 {
    let surplus = |cell: &Cell| match cell {
        Cell::Met { colour: Color::White, played: true, .. } => 1,
        Cell::Met { colour: Color::Black, played: true, .. } => -1,
        Cell::Met { .. } | Cell::Bye(_) => 0,
    };
    match position.swiss().games {
        RoundGames::One => position.cells(player).iter().map(surplus).sum(),
        RoundGames::Two => 0,
    }
}

/// The next round.
///
/// # Errors
/// Too many pairs are forbidden.
pub fn pair(position: &Position, seeding_groups: NonZeroU32) -> Result<Pairing, NoPairing> {
    let seeds = seeding(position.players().count(), seeding_groups);
    let round = position.round();
    let score = |player: PlayerId| position.points(player) + position.virtual_points(player, round);
    let mut order = position.present();
    let no_pairing = NoPairing { round, players: order.len() };
    order.sort_by_key(|player| (Reverse(score(*player)), seeds.get(usize::from(player.0)).copied()));
    // The last with the fewest byes first.
    let mut byes = order.iter().rev().copied().collect::<Vec<_>>();
    byes.sort_by_key(|player| position.byes(*player));
    let byes = if order.len().is_multiple_of(2) { vec![None] } else { byes.into_iter().map(Some).collect() };
    let surplus = position.players().map(|player| white_surplus(position, player)).collect::<Vec<_>>();
    let surplus = |player: PlayerId| surplus.get(usize::from(player.0)).copied().unwrap_or(0);
    let levels = (0..round).map(|ignored| (ignored, true)).chain([(round - 1, false)]);
    for (ignored, by_colour) in levels {
        let may_meet = |one: PlayerId, other: PlayerId| {
            let colours = !by_colour || (surplus(one) + surplus(other)).abs() <= 2;
            colours && !position.is_forbidden(one, other) && !position.have_met(one, other, ignored)
        };
        for bye in &byes {
            let field = order.iter().copied().filter(|player| Some(*player) != *bye).collect::<Vec<_>>();
            let edge = |one: usize, other: usize| may_meet(field[one], field[other]);
            let Some(matching) = Matching::perfect(field.len(), &edge) else { continue };
            let mut pairs = from_the_top(matching, field.len(), &edge)
                .into_iter()
                .map(|(upper, lower)| {
                    let (upper, lower) = (field[upper], field[lower]);
                    let by_points = position.points(upper) != position.points(lower);
                    match upper_colour(position, (surplus(upper), surplus(lower)), by_points) {
                        Color::White => (upper, lower),
                        Color::Black => (lower, upper),
                    }
                })
                .collect::<Vec<_>>();
            pairs.reverse();
            let given = bye.map(|player| (player, ByeKind::PairingAllocated));
            let byes = position.absent().into_iter().chain(given).collect();
            return Ok(Pairing { round, pairs, byes });
        }
    }
    Err(no_pairing)
}

/// Pairs by places in the order: each with the first that leaves the others an opponent.
fn from_the_top(mut matching: Matching, count: usize, edge: &dyn Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut paired = vec![false; count];
    let mut pairs = Vec::new();
    for upper in 0..count {
        if paired[upper] {
            continue;
        }
        for lower in upper + 1..count {
            if !paired[lower] && edge(upper, lower) && matching.take(upper, lower) {
                (paired[upper], paired[lower]) = (true, true);
                pairs.push((upper, lower));
                break;
            }
        }
    }
    pairs
}

/// The colour of the upper of two, in the first game.
fn upper_colour(position: &Position, (upper, lower): (i64, i64), by_points: bool) -> Color {
    match position.swiss().games {
        RoundGames::Two => Color::Black,
        RoundGames::One if upper < lower => Color::White,
        RoundGames::One if upper > lower || by_points => Color::Black,
        RoundGames::One => match (position.round() - 1) % 4 {
            1 | 2 => Color::White,
            _ => Color::Black,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_seeded_across() {
        let two = NonZeroU32::MIN.saturating_add(1);
        assert_eq!(seeding(4, NonZeroU32::MIN), [0, 1, 2, 3]);
        // 1-4, 2-5, 3-6 meet first.
        assert_eq!(seeding(6, two), [0, 2, 4, 1, 3, 5]);
        assert_eq!(seeding(5, two), [0, 2, 4, 1, 3]);
        assert_eq!(seeding(2, NonZeroU32::MAX), [0, 1]);
        assert_eq!(seeding(0, two), [0_usize; 0]);
    }
}
