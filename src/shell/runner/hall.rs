//! The hall: hands out games to the places, takes their results, keeps the files, tells people.
//!
//! A result goes the same way always: the director takes it, the place gets its next game, the journal is synced, and
//! only then is anything shown or written elsewhere. What a disk does not take is kept and tried again.

use super::mailbox::Mailbox;
use super::open::Lengths;
use super::place::{Place, Shared};
use super::progress::Bar;
use super::scribe::Scribe;
use super::signals::Ears;
use super::spool::Spool;
use super::store::{Store, Wrote};
use super::{Job, Report, Said};
use crate::event::adjudication::Tablebase;
use crate::event::announce::{self, Announcer};
use crate::event::director::{Director, Stop, Task};
use crate::event::game::{Game, Played};
use crate::event::journal::{Closing, Entry};
use crate::event::openings::{Book, PlayerBook};
use crate::event::settings::{FinalTable, GameNumber, Interrupted, PlayerId, Settings};
use crate::event::table::Again;
use crate::exit::Exit;
use crate::laws::TimeClass;
use crate::shell::Clock;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often the live file is written, at most.
const LIVE: Duration = Duration::from_millis(250);
/// A look at the journal's lock, the pause file and the live file, when nothing else happens.
const IDLE: Duration = Duration::from_millis(500);

/// An event that is ready to be played.
#[derive(Debug)]
pub struct Event {
    /// The settings.
    pub settings: Settings,
    /// The time class that the Laws go by.
    pub class: TimeClass,
    /// Where it stands.
    pub director: Director,
    /// The openings.
    pub openings: Book,
    /// The players' own books.
    pub books: HashMap<PlayerId, Arc<PlayerBook>>,
    /// Where entries go; none: the event cannot be resumed.
    pub journal: Option<Store>,
    /// Finished games of the journal that are not in the PGN file yet.
    pub unwritten: Vec<Game>,
    /// How long the files were before the event.
    pub lengths: Lengths,
    /// The JSON lines of the journal, which are written anew.
    pub json_lines: Vec<u8>,
    /// The half-moves of games that were in play.
    pub interrupted: HashMap<GameNumber, Vec<Played>>,
    /// What is told.
    pub announcer: Announcer,
    /// What people leave for it.
    pub mailbox: Option<Mailbox>,
    /// Endgame tables.
    pub tables: Option<Arc<dyn Tablebase>>,
}

enum Message {
    Report(Report),
    Signal,
}

struct Hall<'a> {
    event: Event,
    shared: Arc<Shared>,
    places: Vec<Sender<Job>>,
    /// Places without a game.
    idle: Vec<usize>,
    scribe: Scribe,
    pgn: Option<Store>,
    epd: Option<Store>,
    jsonl: Option<Store>,
    /// Games that wait for an earlier one to be written.
    waiting: BTreeMap<GameNumber, Game>,
    /// The next game to be written.
    next_written: u32,
    live: super::live::Live,
    bar: Bar,
    signals: u32,
    unplayable: bool,
    /// Where games that wait are kept meanwhile, if there is no journal.
    spool: Option<Spool>,
    /// Why stdout takes nothing more.
    deaf: Option<io::Error>,
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
}

/// Plays an event to its end, or to a stop.
///
/// # Errors
/// The outputs cannot be opened, or nobody reads what is told.
pub fn play(event: Event, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    let (sender, messages) = channel();
    let settings = event.settings.clone();
    let tells_moves = settings.output.live_pgn.is_some()
        || settings.output.jsonl.is_some()
        || (event.journal.is_some() && settings.play.interrupted == Interrupted::Resume);
    let concurrency = settings.play.concurrency.get();
    let (pgn, epd, jsonl) = (
        settings.output.pgn.as_ref().map(|pgn| Store::output(&pgn.file, event.lengths.pgn)).transpose()?,
        settings.output.epd.as_deref().map(|path| Store::output(path, event.lengths.epd)).transpose()?,
        settings.output.jsonl.as_deref().map(|path| Store::output(path, event.lengths.jsonl)).transpose()?,
    );
    let shared = Arc::new(Shared {
        class: event.class,
        clock: Clock::start(),
        abort: AtomicBool::new(false),
        tells_moves,
        this: std::env::current_exe()?,
        books: event.books.clone(),
        tables: event.tables.clone(),
        settings,
    });
    let to_hall = sender.clone();
    let ears = Ears::open(move || drop(to_hall.send(Message::Signal)))?;
    let mut threads = Vec::new();
    let mut places = Vec::new();
    for number in 0..concurrency {
        let (place, thread) = open_place(&shared, &sender, number)?;
        places.push(place);
        threads.push(thread);
    }
    drop(sender);
    let spool = match (&event.journal, &event.settings.output.pgn) {
        (None, Some(pgn)) => Some(Spool::beside(&pgn.file)),
        (Some(_), _) | (None, None) => None,
    };
    let mut hall = Hall {
        scribe: Scribe::new(&event.settings),
        bar: Bar::new(event.director.schedule().total(), event.announcer.progress().finished()),
        live: super::live::Live::new(event.settings.output.live_pgn.clone(), LIVE),
        event,
        shared,
        places,
        idle: (0..concurrency).rev().collect(),
        pgn,
        epd,
        jsonl,
        waiting: BTreeMap::new(),
        next_written: 1,
        signals: 0,
        unplayable: false,
        spool,
        deaf: None,
        out,
        err,
    };
    let exit = hall.run(&messages)?;
    drop(std::mem::take(&mut hall.places));
    for thread in threads {
        drop(thread.join());
    }
    drop(ears);
    hall.close(exit)
}

fn open_place(
    shared: &Arc<Shared>,
    sender: &Sender<Message>,
    number: usize,
) -> io::Result<(Sender<Job>, JoinHandle<()>)> {
    let (jobs, queue) = channel();
    let (shared, sender) = (Arc::clone(shared), sender.clone());
    let thread = std::thread::Builder::new().name(format!("place {number}")).spawn(move || {
        let tell = move |report| drop(sender.send(Message::Report(report)));
        Place::new(shared, Box::new(tell), number).run(&queue);
    })?;
    Ok((jobs, thread))
}

impl Hall<'_> {
    fn run(&mut self, messages: &Receiver<Message>) -> io::Result<Exit> {
        for game in std::mem::take(&mut self.event.unwritten) {
            self.waiting.insert(game.fixture.number, game);
        }
        self.write_games();
        let lines = std::mem::take(&mut self.event.json_lines);
        if let Some(jsonl) = &mut self.jsonl {
            jsonl.push(&lines);
        }
        self.flush(true);
        for store in [&mut self.pgn, &mut self.epd, &mut self.jsonl].into_iter().flatten() {
            let path = store.path().display().to_string();
            match store.save_lost() {
                Ok(None) => {}
                Ok(Some(beside)) => {
                    let beside = beside.display();
                    let text = format!("{path}: it held more than this event's games; what was cut off is in {beside}");
                    warn(self.err, &self.bar, &text);
                }
                Err(error) => return Err(io::Error::new(error.kind(), format!("{path}: {error}"))),
            }
        }
        if self.is_paused() {
            self.warn("paused: \"event continue JOURNAL\" lets new games begin");
        }
        self.assign();
        self.flush(true);
        while self.idle.len() < self.places.len() || (self.is_paused() && self.event.director.has_more()) {
            let mut batch = Vec::new();
            match messages.recv_timeout(IDLE) {
                Ok(message) => batch.push(message),
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return Ok(Exit::Io),
            }
            batch.extend(messages.try_iter());
            self.take(batch)?;
        }
        Ok(match self.event.director.stopped() {
            _ if self.unplayable => Exit::BadInput,
            None | Some(Stop::Decided) => Exit::Success,
            Some(Stop::Asked) => Exit::Interrupted,
            Some(Stop::Failure(_) | Stop::Host) => Exit::Engine,
        })
    }

    fn take(&mut self, batch: Vec<Message>) -> io::Result<()> {
        self.read_mail();
        let mut told = Vec::new();
        let mut synced = false;
        for message in batch {
            match message {
                Message::Signal => self.signal(),
                Message::Report(report) => synced |= self.report(report, &mut told),
            }
        }
        // Counted before the next game is begun: a test may be decided.
        let texts = told.iter().map(|game| self.event.announcer.finished(game)).collect::<String>();
        if self.event.announcer.is_decided() {
            self.event.director.stop(Stop::Decided);
        }
        self.assign();
        self.flush(synced);
        self.say(&texts);
        let counts = self.event.announcer.progress();
        self.bar.show(counts.finished(), counts.players());
        let numbers = told.iter().map(|game| game.fixture.number).collect::<Vec<_>>();
        for game in told {
            self.waiting.insert(game.fixture.number, game);
        }
        self.write_games();
        self.spool(&numbers);
        self.write_live();
        Ok(())
    }

    /// Takes a report; true if the journal must reach the disk before anything is shown.
    fn report(&mut self, report: Report, told: &mut Vec<Game>) -> bool {
        match report.said {
            Said::Started(fixture) => {
                let text = self.event.announcer.started(&fixture);
                self.say(&text);
                false
            }
            Said::Moved(number, ply, played) => {
                self.live.moved(number, &played);
                self.enter(&Entry::Moved { number, ply, played });
                false
            }
            Said::Finished { game, again, lost } => {
                self.idle.push(report.place);
                self.live.finished(&game);
                for note in &game.notes {
                    self.warn(&format!("game {}: {note}", game.fixture.number.0));
                }
                let failed = [(game.fixture.white, lost.white), (game.fixture.black, lost.black)];
                let failed = failed.into_iter().filter_map(|(id, lost)| lost.map(|_| id)).collect::<Vec<_>>();
                if game.ending.result.is_none() && again == Again::No {
                    // Broken off: it stays in play, and is played when the event is resumed.
                    if self.event.journal.is_none() {
                        self.waiting.insert(game.fixture.number, *game);
                    }
                    return false;
                }
                self.event.director.finished(&game, again, &failed);
                self.enter(&Entry::Finished { game: game.clone(), again, failed });
                if again == Again::No {
                    told.push(*game);
                }
                true
            }
            Said::Unplayable(number, error) => {
                self.idle.push(report.place);
                self.unplayable = true;
                self.warn(&format!("game {}: {error}", number.0));
                self.event.director.stop(Stop::Asked);
                false
            }
        }
    }

    /// Gives every place without a game one, while there are any to play.
    fn assign(&mut self) {
        if self.is_paused() {
            return;
        }
        while let Some(place) = self.idle.pop() {
            let Task::Play(fixture, earlier) = self.event.director.next_task() else {
                self.idle.push(place);
                return;
            };
            let opening = match self.event.openings.opening(fixture.opening) {
                Ok(opening) => opening,
                Err(error) => {
                    self.unplayable = true;
                    self.warn(&format!("game {}: {error}", fixture.number.0));
                    self.event.director.stop(Stop::Asked);
                    self.idle.push(place);
                    return;
                }
            };
            let number = fixture.number;
            self.enter(&Entry::Begun { number, earlier });
            let resumed = match self.event.settings.play.interrupted {
                Interrupted::Resume => self.event.interrupted.remove(&number).unwrap_or_default(),
                Interrupted::Replay => Vec::new(),
            };
            self.live.sweep();
            self.live.started(&fixture, &opening, Clock::wall_ms());
            let job = Job { fixture, opening, earlier, resumed };
            if let Some(jobs) = self.places.get(place) {
                // A place without a thread has panicked; its game stays in play and is played on resumption.
                drop(jobs.send(job));
            }
        }
    }

    fn write_live(&mut self) {
        if let Err(error) = self.live.write(self.shared.clock.now(), &self.scribe) {
            self.warn(&format!("live file: {error}"));
        }
    }

    /// Takes what people have left.
    fn read_mail(&mut self) {
        let Some(mailbox) = self.event.mailbox.clone() else { return };
        let taken = mailbox.take(|entries| {
            for entry in &entries {
                self.event.director.replay(entry);
                self.enter(entry);
            }
            self.flush(true);
            Ok(())
        });
        if let Err(error) = taken {
            self.warn(&format!("orders: {error}"));
        }
    }

    fn is_paused(&self) -> bool {
        self.event.director.stopped().is_none() && self.event.mailbox.as_ref().is_some_and(Mailbox::is_paused)
    }

    fn signal(&mut self) {
        self.signals += 1;
        self.event.director.stop(Stop::Asked);
        if self.signals == 1 {
            let playing = self.event.director.playing().count();
            self.warn(&format!("stopping: {playing} games in play are played to their end; once more breaks them off"));
        } else {
            self.shared.abort.store(true, Ordering::Relaxed);
        }
    }

    fn enter(&mut self, entry: &Entry) {
        if let Some(journal) = &mut self.event.journal {
            journal.push(&entry.to_line());
        }
        if let Some(jsonl) = &mut self.jsonl {
            jsonl.push(&entry.to_json());
        }
    }

    /// Writes the journal, to the disk itself if something is to be shown.
    fn flush(&mut self, synced: bool) {
        if let Some(journal) = &mut self.event.journal {
            let wrote = if synced { journal.sync() } else { journal.write() };
            complain(self.err, &self.bar, journal.path(), wrote);
        }
        if let Some(jsonl) = &mut self.jsonl {
            let wrote = jsonl.write();
            complain(self.err, &self.bar, jsonl.path(), wrote);
        }
    }

    /// Writes the games whose turn it is.
    fn write_games(&mut self) {
        loop {
            let number = GameNumber(self.next_written);
            if let Some(game) = self.waiting.remove(&number) {
                self.write_game(&game);
            } else if self.event.director.is_awaited(number) || self.waiting.is_empty() {
                break;
            }
            self.next_written += 1;
        }
        for store in [&mut self.pgn, &mut self.epd].into_iter().flatten() {
            let wrote = store.write();
            complain(self.err, &self.bar, store.path(), wrote);
        }
    }

    fn write_game(&mut self, game: &Game) {
        if let Some(pgn) = &mut self.pgn {
            pgn.push(self.scribe.pgn(game).as_bytes());
        }
        if let Some(epd) = &mut self.epd {
            epd.push(self.scribe.epd(game).as_bytes());
        }
    }

    /// Whoever reads our output may be gone: the games go on, and the exit code tells.
    fn say(&mut self, text: &str) {
        if self.deaf.is_none() && !text.is_empty() {
            let out = &mut self.out;
            let said = self.bar.beside(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
            self.deaf = said.err();
        }
    }

    /// Keeps games that wait for an earlier one where a crash cannot lose them.
    fn spool(&mut self, numbers: &[GameNumber]) {
        let Some(spool) = &mut self.spool else { return };
        let waiting = numbers.iter().filter_map(|number| self.waiting.get(number));
        let text = waiting.map(|game| self.scribe.pgn(game)).collect::<String>();
        if let Err(error) = spool.keep(text.as_bytes()) {
            let text = format!("games that wait for an earlier one: {error}");
            warn(self.err, &self.bar, &text);
        }
    }

    fn warn(&mut self, text: &str) {
        warn(self.err, &self.bar, text);
    }

    fn close(mut self, exit: Exit) -> io::Result<Exit> {
        // What still waits has no earlier game to wait for any more.
        for game in std::mem::take(&mut self.waiting).into_values() {
            self.write_game(&game);
        }
        self.write_games();
        let mut text = self.event.announcer.closing();
        if self.event.settings.output.standings == FinalTable::Shown {
            text.push_str(&announce::standings(&self.event.director, &self.event.settings));
        }
        let how = if exit == Exit::Success { Closing::Complete } else { Closing::Stopped };
        if let Some(ratings) = self.event.announcer.without_failures() {
            match self.event.settings.output.standings {
                FinalTable::Shown => text.push_str(&ratings),
                // Scripts read what a match prints.
                FinalTable::Hidden => drop(self.err.write_all(ratings.as_bytes())),
            }
        }
        self.enter(&Entry::Closed { how });
        self.flush(true);
        self.bar.end();
        self.say(&text);
        if let Some(error) = &self.deaf {
            warn(self.err, &self.bar, &format!("stdout: {error}"));
        }
        let unwritten = [&self.event.journal, &self.pgn, &self.epd, &self.jsonl].into_iter().flatten();
        let failed = unwritten.filter(|store| store.has_unwritten()).map(|store| store.path().display().to_string());
        let failed = failed.collect::<Vec<_>>();
        if failed.is_empty() {
            if let Some(spool) = self.spool {
                spool.remove();
            }
            return Ok(if self.deaf.is_some() && exit == Exit::Success { Exit::Io } else { exit });
        }
        writeln!(self.err, "not written to the end: {}", failed.join(", "))?;
        Ok(Exit::Io)
    }
}

/// stderr may be closed: what matters is in the files.
fn warn(err: &mut dyn Write, bar: &Bar, text: &str) {
    drop(bar.beside(|| writeln!(err, "{text}")));
}

fn complain(err: &mut dyn Write, bar: &Bar, path: &std::path::Path, wrote: Wrote) {
    let path = path.display();
    match wrote {
        Wrote::All | Wrote::StillNot => {}
        Wrote::Again => warn(err, bar, &format!("{path}: written again, nothing is missing")),
        Wrote::Not(error) => warn(err, bar, &format!("{path}: {error}; kept, and tried again with the next game")),
    }
}
