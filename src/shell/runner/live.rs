//! The games that viewers may want, and one PGN file of them for those that poll. Written beside and renamed, so that
//! nobody reads half; not oftener than a few times a second, so that it costs the games nothing.
//!
//! Kept are the games in play and the finished games of their rounds, in the order of the schedule: a viewer that shows
//! a round sees all of it, each game at a place that does not change. Broadcasts take 64 games, so that is the most.

use super::scribe::Scribe;
use crate::event::game::{Fixture, Game, Opening, Played};
use crate::event::settings::GameNumber;
use crate::units::{Span, Stamp};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most games, unless more are in play.
const MOST: usize = 64;

/// The games.
#[derive(Debug, Default)]
pub(super) struct Kept(BTreeMap<GameNumber, Game>);

impl Kept {
    pub(super) fn started(&mut self, fixture: &Fixture, opening: &Opening, at: u64) {
        let game = Game::begun(fixture.clone(), opening.clone(), at);
        self.0.insert(fixture.number, game);
        self.sweep();
    }

    /// A game is begun, perhaps once more: on another machine, when one was lost.
    pub(super) fn begun(&mut self, number: GameNumber) {
        if let Some(game) = self.0.get_mut(&number) {
            game.plies.clear();
        }
    }

    pub(super) fn moved(&mut self, number: GameNumber, played: &Played) {
        if let Some(game) = self.0.get_mut(&number) {
            game.plies.push(played.clone());
        }
    }

    pub(super) fn finished(&mut self, game: &Game) {
        if let Some(kept) = self.0.get_mut(&game.fixture.number) {
            *kept = game.clone();
        }
    }

    /// Drops the games of earlier rounds, and the earliest where there are too many.
    fn sweep(&mut self) {
        let in_play = |game: &Game| game.ending.result.is_none();
        let round = self.0.values().filter(|game| in_play(game)).map(|game| game.fixture.round).min();
        self.0.retain(|_, game| in_play(game) || round.is_none_or(|round| game.fixture.round >= round));
        while self.0.len() > MOST {
            let Some(first) = self.0.iter().find(|(_, game)| !in_play(game)).map(|(number, _)| *number) else { return };
            self.0.remove(&first);
        }
    }

    /// In the order of the schedule.
    pub(super) fn games(&self) -> impl Iterator<Item = &Game> {
        self.0.values()
    }

    /// The game to show where one is shown: the first in play, else the last finished.
    pub(super) fn featured(&self) -> Option<&Game> {
        let in_play = self.0.values().find(|game| game.ending.result.is_none());
        in_play.or_else(|| self.0.values().max_by_key(|game| (game.ended, game.fixture.number)))
    }
}

/// The games as PGN. A game is written anew when it has changed, not when another has.
#[derive(Debug)]
pub(super) struct Pages {
    scribe: Scribe,
    pages: BTreeMap<GameNumber, Page>,
}

#[derive(Debug)]
struct Page {
    /// When the game began, how many half-moves it had and whether it was over.
    of: (u64, usize, bool),
    text: String,
}

impl Pages {
    pub(super) const fn new(scribe: Scribe) -> Self {
        Self { scribe, pages: BTreeMap::new() }
    }

    pub(super) fn text(&mut self, kept: &Kept) -> String {
        self.pages.retain(|number, _| kept.0.contains_key(number));
        let mut text = String::new();
        for (number, game) in &kept.0 {
            let of = (game.started, game.plies.len(), game.ending.result.is_some());
            let page = self.pages.entry(*number).or_insert_with(|| Page { of, text: self.scribe.pgn(game) });
            if page.of != of {
                *page = Page { of, text: self.scribe.pgn(game) };
            }
            text.push_str(&page.text);
        }
        text
    }
}

/// The file of all of them.
#[derive(Debug)]
pub(super) struct Live {
    path: Option<PathBuf>,
    pages: Pages,
    every: Span,
    changed: bool,
    written: Option<Stamp>,
    /// Whether the last try failed, and it has been said.
    failing: bool,
}

impl Live {
    pub(super) fn new(path: Option<PathBuf>, scribe: Scribe, every: Duration) -> Self {
        let every = Span::from_millis(i64::try_from(every.as_millis()).unwrap_or(i64::MAX));
        Self { path, pages: Pages::new(scribe), every, changed: false, written: None, failing: false }
    }

    pub(super) fn changed(&mut self) {
        self.changed = true;
    }

    /// Writes the file if something has changed and it was not written just now.
    ///
    /// # Errors
    /// It cannot be written; that is said once, until it can be again.
    pub(super) fn write(&mut self, kept: &Kept, at: Stamp) -> io::Result<()> {
        if self.written.is_none_or(|written| at.since(written) >= self.every) {
            self.written = Some(at);
            return self.write_now(kept);
        }
        Ok(())
    }

    /// Writes the file if something has changed.
    ///
    /// # Errors
    /// See [`Live::write`].
    pub(super) fn write_now(&mut self, kept: &Kept) -> io::Result<()> {
        let Some(path) = self.path.as_deref().filter(|_| self.changed) else { return Ok(()) };
        self.changed = false;
        let text = self.pages.text(kept);
        match replace(path, text.as_bytes()) {
            Ok(()) => self.failing = false,
            Err(error) if !std::mem::replace(&mut self.failing, true) => return Err(error),
            Err(_) => {}
        }
        Ok(())
    }
}

/// Puts a file in the place of another in one step.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = Path::new(&beside);
    std::fs::write(beside, bytes)?;
    std::fs::rename(beside, path)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::event::settings::PlayerId;
    use crate::laws::GameResult;

    pub(in crate::shell::runner) fn fixture(number: u32, round: u32) -> Fixture {
        let (white, black) = (PlayerId(0), PlayerId(1));
        Fixture { number: GameNumber(number), round, game: 1, white, black, opening: 0, pair: None }
    }

    fn numbers(kept: &Kept) -> Vec<u32> {
        kept.games().map(|game| game.fixture.number.0).collect()
    }

    fn finish(kept: &mut Kept, number: u32) {
        let mut game = kept.0[&GameNumber(number)].clone();
        game.ending.result = Some(GameResult::Draw);
        kept.finished(&game);
    }

    #[test]
    fn the_games_of_the_rounds_in_play_are_kept_in_order() {
        let mut kept = Kept::default();
        for (number, round) in [(2, 1), (1, 1), (3, 2)] {
            kept.started(&fixture(number, round), &Opening::default(), 0);
        }
        finish(&mut kept, 1);
        kept.started(&fixture(4, 2), &Opening::default(), 0);
        assert_eq!(numbers(&kept), [1, 2, 3, 4]);
        assert_eq!(kept.featured().unwrap().fixture.number, GameNumber(2));
        finish(&mut kept, 2);
        kept.started(&fixture(5, 3), &Opening::default(), 0);
        assert_eq!(numbers(&kept), [3, 4, 5]);
        for number in 3..=5 {
            finish(&mut kept, number);
        }
        assert_eq!(kept.featured().unwrap().fixture.number, GameNumber(5));
        assert_eq!(numbers(&kept), [3, 4, 5]);
    }

    #[test]
    fn a_game_that_has_changed_is_written_anew() {
        let settings = crate::event::config::read(
            "[time]\ndepth = 1\n[[engines]]\nhouse = \"random\"\nname = \"A\"\n[[engines]]\nhouse = \"random\"\nname = \"B\"",
            Path::new("event.toml"),
            &crate::app::settings::Files::usual(),
        );
        let mut pages = Pages::new(Scribe::for_readers(&settings.unwrap(), crate::event::pgn::Readers::Viewers));
        let mut kept = Kept::default();
        kept.started(&fixture(1, 1), &Opening::default(), 0);
        assert!(pages.text(&kept).ends_with("\n*\n\n"));
        kept.moved(GameNumber(1), &Played { uci: "e2e4".to_owned(), ..Played::default() });
        assert!(pages.text(&kept).contains("1. e4"));
        finish(&mut kept, 1);
        assert!(pages.text(&kept).ends_with("1/2-1/2\n\n"));
        kept.started(&fixture(1, 1), &Opening::default(), 7);
        assert!(!pages.text(&kept).contains("e4"));
    }

    #[test]
    fn a_round_without_end_is_kept_to_its_latest_games() {
        let mut kept = Kept::default();
        for number in 1..=200 {
            kept.started(&fixture(number, 1), &Opening::default(), 0);
            if number > 1 {
                finish(&mut kept, number);
            }
        }
        assert_eq!(kept.0.len(), MOST);
        assert_eq!((numbers(&kept)[0], numbers(&kept)[1]), (1, 138));
    }
}
