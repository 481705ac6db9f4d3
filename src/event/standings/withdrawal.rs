//! What becomes of the games of players who leave.
//!
//! FIDE practice in round robins: who has played less than half of the games is taken out of the standings, the games
//! with it are kept for the record only; else the games that are left are lost by forfeit.

use super::{Entry, Played};
use crate::event::game::Fixture;
use crate::event::settings::{GameNumber, PlayerId};
use crate::laws::GameResult;
use std::collections::{HashMap, HashSet};

/// What became of a player who left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Its results do not count.
    Annulled,
    /// Its games that are left are lost.
    Forfeits,
}

/// The scores that count after players have withdrawn, and what became of each of them. `fixtures` is the whole
/// schedule, `entries` are the scores by the numbers of the games.
#[must_use]
pub fn withdraw(
    fixtures: impl Iterator<Item = Fixture>,
    entries: &HashMap<GameNumber, Entry>,
    withdrawn: &[PlayerId],
) -> (Vec<Entry>, Vec<(PlayerId, Absence)>) {
    let gone = withdrawn.iter().copied().collect::<HashSet<_>>();
    let fixtures = fixtures.collect::<Vec<_>>();
    let mut counts: HashMap<PlayerId, (u64, u64)> = HashMap::new();
    for fixture in &fixtures {
        for player in [fixture.white, fixture.black].into_iter().filter(|player| gone.contains(player)) {
            let (planned, played) = counts.entry(player).or_default();
            *planned += 1;
            *played += u64::from(entries.contains_key(&fixture.number));
        }
    }
    let absence = |player: PlayerId| match counts.get(&player) {
        Some((planned, played)) if 2 * played >= *planned => Absence::Forfeits,
        Some(_) | None => Absence::Annulled,
    };
    let became = withdrawn.iter().map(|player| (*player, absence(*player))).collect::<Vec<_>>();
    let annulled = became.iter().filter(|(_, absence)| *absence == Absence::Annulled);
    let annulled = annulled.map(|(player, _)| *player).collect::<HashSet<_>>();
    let counted =
        fixtures.iter().filter(|fixture| ![fixture.white, fixture.black].iter().any(|p| annulled.contains(p)));
    let entry = |fixture: &Fixture| {
        let forfeited = || forfeit(fixture, &|player| gone.contains(&player));
        entries.get(&fixture.number).copied().or_else(forfeited)
    };
    (counted.filter_map(entry).collect(), became)
}

/// A game that is not played because a player has left; none if neither has.
#[must_use]
pub fn forfeit(fixture: &Fixture, gone: &dyn Fn(PlayerId) -> bool) -> Option<Entry> {
    let result = match (gone(fixture.white), gone(fixture.black)) {
        (false, false) => return None,
        (true, false) => GameResult::BlackWins,
        (false, true) => GameResult::WhiteWins,
        (true, true) => GameResult::BothLose,
    };
    let (round, white, black) = (fixture.round, fixture.white, fixture.black);
    Some(Entry { round, white, black, result, played: Played::Forfeited })
}
