//! The games in play as one PGN file, for viewers that poll it. Written beside and renamed, so that nobody reads half;
//! not oftener than a few times a second, so that it costs the games nothing.

use super::scribe::Scribe;
use crate::event::game::{Ending, Fixture, Game, Opening, Played};
use crate::event::settings::GameNumber;
use crate::units::{Span, Stamp};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug)]
pub(super) struct Live {
    path: Option<PathBuf>,
    every: Span,
    games: BTreeMap<GameNumber, Game>,
    changed: bool,
    written: Option<Stamp>,
    /// Whether the last try failed, and it has been said.
    failing: bool,
}

impl Live {
    pub(super) fn new(path: Option<PathBuf>, every: Duration) -> Self {
        let every = Span::from_millis(i64::try_from(every.as_millis()).unwrap_or(i64::MAX));
        Self { path, every, games: BTreeMap::new(), changed: false, written: None, failing: false }
    }

    pub(super) fn started(&mut self, fixture: &Fixture, opening: &Opening, at: u64) {
        if self.path.is_none() {
            return;
        }
        let game = Game {
            fixture: fixture.clone(),
            opening: opening.clone(),
            plies: Vec::new(),
            ending: Ending::none(),
            started: at,
            ended: at,
            final_fen: String::new(),
            notes: Vec::new(),
        };
        self.games.insert(fixture.number, game);
        self.changed = true;
    }

    pub(super) fn moved(&mut self, number: GameNumber, played: &Played) {
        if let Some(game) = self.games.get_mut(&number) {
            game.plies.push(played.clone());
            self.changed = true;
        }
    }

    /// The file keeps a finished game until another is begun at its place.
    pub(super) fn finished(&mut self, game: &Game) {
        if let Some(kept) = self.games.get_mut(&game.fixture.number) {
            *kept = game.clone();
            self.changed = true;
        }
    }

    /// Drops the finished games.
    pub(super) fn sweep(&mut self) {
        self.games.retain(|_, game| game.ending.result.is_none());
    }

    /// Writes the file if something has changed and it was not written just now.
    ///
    /// # Errors
    /// It cannot be written; that is said once, until it can be again.
    pub(super) fn write(&mut self, at: Stamp, scribe: &Scribe) -> io::Result<()> {
        let due = self.written.is_none_or(|written| at.since(written) >= self.every);
        let Some(path) = self.path.as_deref().filter(|_| self.changed && due) else { return Ok(()) };
        self.changed = false;
        self.written = Some(at);
        let text = self.games.values().map(|game| scribe.pgn(game)).collect::<String>();
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
    let beside = path.with_extension("new");
    std::fs::write(&beside, bytes)?;
    std::fs::rename(&beside, path)
}
