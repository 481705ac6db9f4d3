//! From settings, or from a journal, to an event that is ready to be played.

use super::Event;
use super::mailbox::{Mailbox, Pause};
use super::store::Store;
use crate::event::announce::Announcer;
use crate::event::director::Director;
use crate::event::fleet::EventKey;
use crate::event::game::Game;
use crate::event::journal::{Damage, Entry, Rest};
use crate::event::schedule::Schedule;
use crate::event::settings::{Interrupted, PlayerId, Settings};
use crate::event::table::Again;
use crate::event::time_control::time_class;
use crate::laws::TimeClass;
use crate::shell::Clock;
use crate::shell::openings::{self, LoadError};
use crate::shell::tables::{Tables, TablesError};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An event that cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Its openings or a player's book.
    #[error(transparent)]
    Openings(#[from] LoadError),
    /// Its endgame tables.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// A file cannot be written or read.
    #[error("{0}")]
    File(#[from] io::Error),
    /// There is a journal already.
    #[error(
        "{path}: expected no journal yet, got one; \"event resume {path}\" goes on with it, and --journal names another",
        path = .0.display()
    )]
    Exists(PathBuf),
    /// Another program plays the event.
    #[error("{path}: expected a journal that nobody else writes, got one in use", path = .0.display())]
    InUse(PathBuf),
    /// The file is no journal.
    #[error("{path}: expected the journal of an event, got {got}", path = .path.display())]
    NoJournal {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        got: String,
    },
    /// The openings are others than when the event began.
    #[error("openings: expected those that the event began with (CRC-32 {expected:08x}), got others ({got:08x})")]
    OtherOpenings {
        /// What the journal says.
        expected: u32,
        /// What is there.
        got: u32,
    },
}

/// A journal as it was read, with its lock held.
#[derive(Debug)]
pub struct Opened {
    /// The settings' text.
    pub settings: String,
    /// The edition's text, where it was read from a file.
    pub laws: Option<String>,
    /// The folder that its relative paths are taken from.
    pub folder: PathBuf,
    /// What is damaged.
    pub damage: Vec<Damage>,
    path: PathBuf,
    store: Store,
    bytes: Vec<u8>,
    openings: u32,
    lengths: Lengths,
}

/// How long the event's files were before it: what follows in them is the event's, and is written anew when it goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Of the PGN file; none: whatever is there is not the event's.
    pub pgn: Option<u64>,
    /// Of the file of final positions.
    pub epd: Option<u64>,
    /// Of the JSON lines.
    pub jsonl: Option<u64>,
}

/// The slowest player's clock makes the time class.
pub(in crate::shell) fn class(settings: &Settings) -> TimeClass {
    let classes = settings.players.iter().map(|player| time_class(&player.control, &settings.rules.laws));
    let slowness = |class: &TimeClass| match class {
        TimeClass::Blitz => 0,
        TimeClass::Rapid => 1,
        TimeClass::Standard => 2,
    };
    settings.rules.class.or_else(|| classes.max_by_key(slowness)).unwrap_or(TimeClass::Standard)
}

/// What is needed beside settings and journal.
fn event(settings: Settings) -> Result<(Event, u32), OpenError> {
    let (book, crc) = openings::load_with_crc(&settings.openings, settings.seed)?;
    let mut books = HashMap::new();
    for (index, player) in settings.players.iter().enumerate() {
        if let Some(book) = &player.book {
            let id = PlayerId(u16::try_from(index).unwrap_or(u16::MAX));
            books.insert(id, Arc::new(openings::player_book(book)?));
        }
    }
    let tables = match &settings.rules.tablebases {
        Some(rule) => Some(Arc::new(Tables::open(&rule.paths)?) as _),
        None => None,
    };
    let schedule = Schedule::new(&settings.format, settings.players.len(), &settings.openings, Some(book.len()));
    let event = Event {
        class: class(&settings),
        announcer: Announcer::new(&settings, schedule.total()),
        director: Director::new(&settings, schedule),
        key: None,
        openings: book,
        books,
        tables,
        journal: None,
        unwritten: Vec::new(),
        lengths: Lengths::default(),
        json_lines: Vec::new(),
        interrupted: HashMap::new(),
        mailbox: None,
        watch: None,
        settings,
    };
    Ok((event, crc))
}

impl Event {
    /// An event that begins. `settings` are written into the journal as text, if one is kept.
    ///
    /// # Errors
    /// What it needs is not there, or its journal is.
    pub fn begin(settings: Settings) -> Result<Self, OpenError> {
        let journal = settings.output.journal.clone();
        let text = settings.equivalent();
        let (mut event, openings) = event(settings)?;
        let Some(path) = journal else { return Ok(event) };
        let Some(mut store) = Store::locked(&path)? else { return Err(OpenError::InUse(path)) };
        if store.length() > 0 {
            return Err(OpenError::Exists(path));
        }
        let output = &event.settings.output;
        let length = |file: Option<&Path>| file.and_then(|file| file.metadata().ok()).map_or(0, |found| found.len());
        let entry = Entry::Opened {
            program: concat!("uci-arbiter ", env!("CARGO_PKG_VERSION")).to_owned(),
            at: Clock::wall_ms(),
            settings: text,
            laws: event.settings.rules.laws.text_of_a_file().map(str::to_owned),
            folder: std::env::current_dir()?.display().to_string(),
            players: event.settings.players.iter().map(|player| player.name.clone()).collect(),
            openings,
            pgn_from: length(output.pgn.as_ref().map(|pgn| pgn.file.as_path())),
            epd_from: length(output.epd.as_deref()),
            jsonl_from: length(output.jsonl.as_deref()),
        };
        let line = entry.to_line();
        store.push(&line);
        store.sync().into_result()?;
        event.key = Some(EventKey::of_journal(&line));
        let mailbox = Mailbox::of(&path);
        // Of an event that had this journal before.
        mailbox.pause(Pause::Continue)?;
        event.mailbox = Some(mailbox);
        event.journal = Some(store);
        Ok(event)
    }

    /// An event that goes on. `settings` are those of its journal.
    ///
    /// # Errors
    /// What it needs is not there or not what it was.
    pub fn resume(settings: Settings, journal: Opened) -> Result<Self, OpenError> {
        let (mut event, openings) = event(settings)?;
        if openings != journal.openings {
            return Err(OpenError::OtherOpenings { expected: journal.openings, got: openings });
        }
        let mut written = BTreeMap::new();
        let keeps_moves = event.settings.play.interrupted == Interrupted::Resume;
        let tells_lines = event.settings.output.jsonl.is_some();
        Rest::of(&journal.bytes, |entry| {
            event.director.replay(&entry);
            if tells_lines && !matches!(entry, Entry::Opened { .. } | Entry::Resumed { .. }) {
                event.json_lines.extend(entry.to_json());
            }
            match entry {
                Entry::Moved { number, ply, played } if keeps_moves => {
                    event.interrupted.entry(number).or_default().moved(ply, played);
                }
                Entry::Incident { number, index, incident } if keeps_moves => {
                    event.interrupted.entry(number).or_default().happened(index, incident);
                }
                Entry::Finished { game, again, .. } => {
                    event.interrupted.remove(&game.fixture.number);
                    match again {
                        Again::No => {
                            drop(event.announcer.finished(&game));
                            written.insert(game.fixture.number, *game);
                        }
                        // It begins again from nothing.
                        Again::HostFault | Again::Replay => {}
                    }
                }
                // Begun again, a game goes on from what was played of it, even if nothing more came.
                Entry::Begun { .. }
                | Entry::Moved { .. }
                | Entry::Incident { .. }
                | Entry::Opened { .. }
                | Entry::Resumed { .. }
                | Entry::Decided { .. }
                | Entry::Withdrawn { .. }
                | Entry::Late { .. }
                | Entry::Paired { .. }
                | Entry::Closed { .. } => {}
            }
        });
        event.director.resume();
        event.unwritten = written.into_values().collect::<Vec<Game>>();
        event.lengths = journal.lengths;
        event.key = journal.bytes.split_inclusive(|byte| *byte == b'\n').next().map(EventKey::of_journal);
        let mut store = journal.store;
        store.push(&Entry::Resumed { at: Clock::wall_ms() }.to_line());
        store.sync().into_result()?;
        event.mailbox = Some(Mailbox::of(&journal.path));
        event.journal = Some(store);
        Ok(event)
    }
}

/// Opens a journal to go on with it: locked, so that nobody else does.
///
/// # Errors
/// It cannot be read, is in use, or is no journal.
pub fn open_journal(path: &Path) -> Result<Opened, OpenError> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    path.metadata().map_err(named)?;
    // Only who holds the lock may read and cut it: whoever writes it would lose what it has written since.
    let Some(mut store) = Store::locked(path)? else { return Err(OpenError::InUse(path.to_owned())) };
    let bytes = store.read().map_err(named)?;
    let mut opened = None;
    let rest = Rest::of(&bytes, |entry| {
        if let Entry::Opened { settings, laws, folder, openings, pgn_from, epd_from, jsonl_from, .. } = entry {
            let lengths = Lengths { pgn: Some(pgn_from), epd: Some(epd_from), jsonl: Some(jsonl_from) };
            opened.get_or_insert((settings, laws, folder, openings, lengths));
        }
    });
    let Some((settings, laws, folder, openings, lengths)) = opened else {
        let got = rest.damage.first().map_or_else(|| "an empty file".to_owned(), ToString::to_string);
        return Err(OpenError::NoJournal { path: path.to_owned(), got });
    };
    store.cut(rest.good).map_err(named)?;
    Ok(Opened {
        settings,
        laws,
        folder: PathBuf::from(folder),
        damage: rest.damage,
        path: path.to_owned(),
        store,
        bytes,
        openings,
        lengths,
    })
}

/// Appends a person's entry to a journal: at once if nobody plays the event, else through its mailbox. True if at once.
///
/// # Errors
/// It cannot be written.
pub fn append(path: &Path, entry: &Entry) -> Result<bool, OpenError> {
    match open_journal(path) {
        Ok(mut opened) => {
            opened.store.push(&entry.to_line());
            opened.store.sync().into_result()?;
            Ok(true)
        }
        Err(OpenError::InUse(_)) => {
            Mailbox::of(path).put(entry)?;
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_that_somebody_writes_is_not_cut_by_who_finds_it_in_use() {
        let path = std::env::temp_dir().join(format!("uci-arbiter-open-{}.journal", std::process::id()));
        // The writer is in the middle of an entry.
        std::fs::write(&path, b"half an entr").unwrap();
        let writer = Store::locked(&path).unwrap().unwrap();
        assert!(matches!(open_journal(&path), Err(OpenError::InUse(_))));
        assert_eq!(std::fs::read(&path).unwrap(), b"half an entr");
        drop(writer);
        assert!(matches!(open_journal(&path), Err(OpenError::NoJournal { .. })));
        std::fs::remove_file(&path).unwrap();
    }
}
