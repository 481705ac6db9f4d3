//! A bar on a terminal: games, rate, time to go, who leads. A pipe gets the plain lines alone.

use crate::event::report::PlayerProgress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};

/// How often the bar is drawn, at most, in a second.
const HERTZ: u8 = 4;

/// The bar, if there is a terminal for it.
#[derive(Debug)]
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// For an event of so many games, of which some are played already.
    pub(super) fn new(total: u32, done: u32) -> Self {
        if !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(Some(u64::from(total)), ProgressDrawTarget::stderr_with_hz(HERTZ));
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games {per_sec} {eta} {msg}");
        let bar = match style {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        bar.set_position(u64::from(done));
        bar.reset_eta();
        Self(bar)
    }

    /// So many games are over.
    pub(super) fn show(&self, done: u32, players: &[PlayerProgress]) {
        if !self.0.is_hidden() {
            self.0.set_position(u64::from(done));
            self.0.set_message(leader(players));
        }
    }

    /// Says something without tearing the bar.
    pub(super) fn beside<R>(&self, say: impl FnOnce() -> R) -> R {
        self.0.suspend(say)
    }

    /// The bar is taken away.
    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}

/// Who has the largest part of its points: `Search 7.5/9`.
fn leader(players: &[PlayerProgress]) -> String {
    let score = |player: &PlayerProgress| {
        let games = player.games();
        (2 * games.wins + games.draws, games.wins + games.draws + games.losses)
    };
    // Fractions are compared crosswise; the first named leads among equals.
    let mut best: Option<(&PlayerProgress, u64, u64)> = None;
    for player in players {
        let (halves, games) = score(player);
        let better = best.is_none_or(|(_, most, of)| halves.saturating_mul(of) > most.saturating_mul(games));
        if games > 0 && better {
            best = Some((player, halves, games));
        }
    }
    best.map_or_else(String::new, |(player, halves, games)| {
        let half = if halves % 2 == 1 { ".5" } else { "" };
        format!("{} {}{half}/{games}", player.name, halves / 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Tally;

    fn player(name: &str, wins: u64, draws: u64, losses: u64) -> PlayerProgress {
        let white = Tally { wins, draws, losses };
        PlayerProgress { name: name.to_owned(), white, ..PlayerProgress::default() }
    }

    #[test]
    fn who_leads_has_the_largest_part_of_its_points() {
        let players = [player("A", 3, 0, 3), player("B", 2, 1, 1), player("C", 0, 0, 0)];
        assert_eq!(leader(&players), "B 2.5/4");
        assert_eq!(leader(&players[2..]), "");
    }
}
