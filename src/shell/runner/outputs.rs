//! The files of an event: its journal, its games in PGN, EPD and JSON lines. Games are written in the order of the
//! schedule; those that wait for an earlier one are kept where a crash cannot lose them. What a disk does not take is
//! kept and tried again; what there is to say of that comes back as lines for people.

use super::hall::Event;
use super::scribe::Scribe;
use super::spool::Spool;
use super::store::{Store, Wrote};
use crate::event::director::Director;
use crate::event::game::Game;
use crate::event::journal::Entry;
use crate::event::settings::GameNumber;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

#[derive(Debug)]
pub(super) struct Outputs {
    scribe: Scribe,
    /// Where entries go; none: the event cannot be resumed.
    journal: Option<Store>,
    pgn: Option<Store>,
    epd: Option<Store>,
    jsonl: Option<Store>,
    /// Games that wait for an earlier one to be written.
    waiting: BTreeMap<GameNumber, Game>,
    /// The next game to be written.
    next: u32,
    /// Where games that wait are kept meanwhile, if there is no journal.
    spool: Option<Spool>,
}

impl Outputs {
    /// Takes the journal over and opens the other files.
    ///
    /// # Errors
    /// One cannot be opened, or another program writes it.
    pub(super) fn open(event: &mut Event) -> io::Result<Self> {
        let (output, lengths) = (&event.settings.output, &event.lengths);
        let journal = event.journal.take();
        let spool = match (&journal, &output.pgn) {
            (None, Some(pgn)) => Some(Spool::beside(&pgn.file)),
            (Some(_), _) | (None, None) => None,
        };
        Ok(Self {
            scribe: Scribe::new(&event.settings),
            journal,
            pgn: output.pgn.as_ref().map(|pgn| Store::output(&pgn.file, lengths.pgn)).transpose()?,
            epd: output.epd.as_deref().map(|path| Store::output(path, lengths.epd)).transpose()?,
            jsonl: output.jsonl.as_deref().map(|path| Store::output(path, lengths.jsonl)).transpose()?,
            waiting: BTreeMap::new(),
            next: 1,
            spool,
        })
    }

    /// Writes anew what the journal has and the files may not, and saves what was cut off there and was not ours.
    ///
    /// # Errors
    /// What was cut off cannot be saved.
    pub(super) fn catch_up(&mut self, games: Vec<Game>, lines: &[u8], director: &Director) -> io::Result<Vec<String>> {
        self.waiting.extend(games.into_iter().map(|game| (game.fixture.number, game)));
        let mut said = self.write_games(director);
        if let Some(jsonl) = &mut self.jsonl {
            jsonl.push(lines);
        }
        said.extend(self.flush(Reach::Disk));
        for store in [&mut self.pgn, &mut self.epd, &mut self.jsonl].into_iter().flatten() {
            let path = store.path().display().to_string();
            match store.save_lost() {
                Ok(None) => {}
                Ok(Some(beside)) => {
                    let beside = beside.display();
                    said.push(format!("{path}: it held more than this event's games; what was cut off is in {beside}"));
                }
                Err(error) => return Err(io::Error::new(error.kind(), format!("{path}: {error}"))),
            }
        }
        Ok(said)
    }

    /// Where the journal is kept, if it is.
    pub(super) fn journal(&self) -> Option<&Path> {
        self.journal.as_ref().map(Store::path)
    }

    /// Whether entries of the journal wait for a disk that takes them.
    pub(super) fn has_unwritten(&self) -> bool {
        self.journal.as_ref().is_some_and(Store::has_unwritten)
    }

    /// Takes an entry for the journal and the JSON lines; [`Outputs::flush`] writes it.
    pub(super) fn enter(&mut self, entry: &Entry) {
        if let Some(journal) = &mut self.journal {
            journal.push(&entry.to_line());
        }
        if let Some(jsonl) = &mut self.jsonl {
            jsonl.push(&entry.to_json());
        }
    }

    /// Writes the entries.
    #[must_use]
    pub(super) fn flush(&mut self, reach: Reach) -> Vec<String> {
        let mut said = Vec::new();
        if let Some(journal) = &mut self.journal {
            let wrote = match reach {
                Reach::Disk => journal.sync(),
                Reach::File => journal.write(),
            };
            said.extend(complaint(journal.path(), wrote));
        }
        if let Some(jsonl) = &mut self.jsonl {
            let wrote = jsonl.write();
            said.extend(complaint(jsonl.path(), wrote));
        }
        said
    }

    /// Takes finished games and writes those whose turn it is.
    #[must_use]
    pub(super) fn take(&mut self, games: Vec<Game>, director: &Director) -> Vec<String> {
        let numbers = games.iter().map(|game| game.fixture.number).collect::<Vec<_>>();
        self.waiting.extend(games.into_iter().map(|game| (game.fixture.number, game)));
        let mut said = self.write_games(director);
        said.extend(self.keep(&numbers));
        said
    }

    /// Takes a game that was broken off; it is written at the end.
    pub(super) fn hold(&mut self, game: Game) {
        self.waiting.insert(game.fixture.number, game);
    }

    fn write_games(&mut self, director: &Director) -> Vec<String> {
        loop {
            let number = GameNumber(self.next);
            if let Some(game) = self.waiting.remove(&number) {
                self.write_game(&game);
            } else if director.is_awaited(number) || self.waiting.is_empty() {
                break;
            }
            self.next += 1;
        }
        self.write_files()
    }

    fn write_game(&mut self, game: &Game) {
        if let Some(pgn) = &mut self.pgn {
            pgn.push(self.scribe.pgn(game).as_bytes());
        }
        if let Some(epd) = &mut self.epd {
            epd.push(self.scribe.epd(game).as_bytes());
        }
    }

    fn write_files(&mut self) -> Vec<String> {
        let mut said = Vec::new();
        for store in [&mut self.pgn, &mut self.epd].into_iter().flatten() {
            let wrote = store.write();
            said.extend(complaint(store.path(), wrote));
        }
        said
    }

    /// Keeps games that wait for an earlier one where a crash cannot lose them.
    fn keep(&mut self, numbers: &[GameNumber]) -> Option<String> {
        let spool = self.spool.as_mut()?;
        let waiting = numbers.iter().filter_map(|number| self.waiting.get(number));
        let text = waiting.map(|game| self.scribe.pgn(game)).collect::<String>();
        spool.keep(text.as_bytes()).err().map(|error| format!("games that wait for an earlier one: {error}"))
    }

    /// Writes what still waits: it has no earlier game to wait for any more.
    #[must_use]
    pub(super) fn write_rest(&mut self) -> Vec<String> {
        for game in std::mem::take(&mut self.waiting).into_values() {
            self.write_game(&game);
        }
        self.write_files()
    }

    /// Ends the writing. The files that are not written to their ends, if any.
    pub(super) fn close(self) -> Vec<String> {
        let stores = [&self.journal, &self.pgn, &self.epd, &self.jsonl].into_iter().flatten();
        let unwritten = stores.filter(|store| store.has_unwritten()).map(|store| store.path().display().to_string());
        let unwritten = unwritten.collect::<Vec<_>>();
        if let (true, Some(spool)) = (unwritten.is_empty(), self.spool) {
            spool.remove();
        }
        unwritten
    }
}

/// How far entries must come before anything is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// To the system.
    File,
    /// To the disk itself.
    Disk,
}

fn complaint(path: &Path, wrote: Wrote) -> Option<String> {
    let path = path.display();
    match wrote {
        Wrote::All | Wrote::StillNot => None,
        Wrote::Again => Some(format!("{path}: written again, nothing is missing")),
        Wrote::Not(error) => Some(format!("{path}: {error}; kept, and tried again with the next game")),
    }
}
