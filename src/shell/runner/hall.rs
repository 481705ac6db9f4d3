//! The hall: hands out games to the places, takes their results, keeps the files, tells people.
//!
//! A result goes the same way always: the director takes it, the place gets its next game, the journal is synced, and
//! only then is anything shown or written elsewhere. What a disk does not take is kept and tried again.

use super::mailbox::{Mailbox, Pause};
use super::open::Lengths;
use super::outputs::{Outputs, Reach};
use super::place::Shared;
use super::progress::Bar;
use super::signals::Ears;
use super::store::Store;
use super::venue::{Assigned, Message, Notice, Places, Setup, Venue};
use super::viewers::Viewers;
use super::{Job, Report, Said};
use crate::event::adjudication::Tablebase;
use crate::event::announce::{self, Announcer};
use crate::event::director::{Director, Stop, Task};
use crate::event::fleet::{EventKey, EventOrder, Turn};
use crate::event::game::{Game, Played};
use crate::event::journal::{Closing, Entry};
use crate::event::openings::{Book, PlayerBook};
use crate::event::plain;
use crate::event::settings::{FinalTable, GameNumber, Interrupted, PlayerId, Settings};
use crate::event::table::Again;
use crate::exit::Exit;
use crate::laws::TimeClass;
use crate::shell::Clock;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A look at the journal's lock, the pause file and what viewers are shown, when nothing else happens.
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
    /// What it is called on other machines; none: it has no journal, and stays on this one.
    pub key: Option<EventKey>,
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

struct Hall<'a> {
    event: Event,
    shared: Arc<Shared>,
    venue: Box<dyn Venue>,
    /// Holds results back that a test must not count yet.
    turn: Option<Turn>,
    outputs: Outputs,
    viewers: Viewers,
    bar: Bar,
    signals: u32,
    unplayable: bool,
    /// Why stdout takes nothing more.
    deaf: Option<io::Error>,
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
}

/// Plays an event on this machine to its end, or to a stop.
///
/// # Errors
/// The outputs cannot be opened, or nobody reads what is told.
pub fn play(event: Event, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    play_at(event, |setup| Ok(Box::new(Places::open(setup)?)), out, err)
}

/// Plays an event at a venue to its end, or to a stop.
pub(in crate::shell) fn play_at(
    mut event: Event,
    open: impl FnOnce(Setup) -> io::Result<Box<dyn Venue>>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<Exit> {
    let (sender, messages) = channel();
    let settings = event.settings.clone();
    let tells_moves = Viewers::are_wanted(&settings)
        || settings.output.jsonl.is_some()
        || (event.journal.is_some() && settings.play.interrupted == Interrupted::Resume);
    let viewers = Viewers::open(&settings, &event.unwritten)?;
    let outputs = Outputs::open(&mut event)?;
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
    let venue = open(Setup { shared: Arc::clone(&shared), tell: sender })?;
    let by_number = venue.counts_by_number() && event.settings.sprt.is_some();
    let mut hall = Hall {
        outputs,
        turn: by_number.then(|| event.count_by_number()),
        bar: Bar::new(event.director.schedule().total(), event.announcer.progress().finished()),
        viewers,
        event,
        shared,
        venue,
        signals: 0,
        unplayable: false,
        deaf: None,
        out,
        err,
    };
    let exit = hall.run(&messages)?;
    hall.close(exit, ears)
}

impl Event {
    /// Counts the results so far anew, by number, up to the first that is missing.
    fn count_by_number(&mut self) -> Turn {
        self.announcer = Announcer::new(&self.settings, self.director.schedule().total());
        let mut turn = Turn::default();
        for game in turn.take(self.unwritten.iter().cloned(), |number| self.director.is_awaited(number)) {
            if !self.announcer.is_decided() {
                drop(self.announcer.finished(&game));
            }
        }
        turn
    }
}

impl Hall<'_> {
    fn run(&mut self, messages: &Receiver<Message>) -> io::Result<Exit> {
        let (games, lines) = (std::mem::take(&mut self.event.unwritten), std::mem::take(&mut self.event.json_lines));
        let said = self.outputs.catch_up(games, &lines, &self.event.director)?;
        self.warn_all(said);
        if self.is_paused() {
            self.warn("paused: \"event continue JOURNAL\" lets new games begin");
        }
        if self.event.announcer.is_decided() {
            self.event.director.stop(Stop::Decided);
        }
        self.assign();
        self.flush(Reach::Disk);
        while !self.venue.is_idle() || (self.is_paused() && self.event.director.has_more()) {
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
        let mut reach = Reach::File;
        for message in batch {
            match message {
                Message::Signal => self.signal(),
                Message::Notice(notice) => self.notice(notice),
                Message::Report(report) => {
                    if self.report(report, &mut told) == Reach::Disk {
                        reach = Reach::Disk;
                    }
                }
            }
        }
        // Counted before the next game is begun: a test may be decided.
        let texts = self.count(&told);
        self.assign();
        self.flush(reach);
        if !self.outputs.has_unwritten() {
            self.venue.kept();
        }
        self.say(&texts);
        let counts = self.event.announcer.progress();
        self.bar.show(counts.finished(), counts.players());
        let said = self.outputs.take(told, &self.event.director);
        self.warn_all(said);
        self.show();
        Ok(())
    }

    /// Counts results, and gives what is said of them.
    fn count(&mut self, games: &[Game]) -> String {
        let mut texts = String::new();
        let announcer = &mut self.event.announcer;
        match &mut self.turn {
            None => texts.extend(games.iter().map(|game| announcer.finished(game))),
            Some(turn) => {
                for game in turn.take(games.iter().cloned(), |number| self.event.director.is_awaited(number)) {
                    if announcer.is_decided() {
                        break;
                    }
                    texts.push_str(&announcer.finished(&game));
                }
            }
        }
        if announcer.is_decided() && self.event.director.stopped().is_none() {
            self.event.director.stop(Stop::Decided);
            self.venue.cancel();
        }
        texts
    }

    /// Takes what a venue says beside reports.
    fn notice(&mut self, notice: Notice) {
        self.venue.noticed(&notice);
        match notice {
            Notice::Receipt(_) | Notice::Dropped(_) => {}
            Notice::Warning(text) => self.warn(&text),
            Notice::Late(game) => {
                let number = game.fixture.number.0;
                let by = game.host.as_ref().map_or("?", |host| host.worker.as_str());
                self.warn(&format!("game {number}: played once more by {by}, too late to count; kept in the journal"));
                self.enter(&Entry::Late { game });
            }
            Notice::Order(order) => {
                let asked = match order {
                    EventOrder::Pause => Some(Pause::Pause),
                    EventOrder::Continue => Some(Pause::Continue),
                    EventOrder::Priority(_) => None,
                    EventOrder::Stop => {
                        self.signal();
                        None
                    }
                };
                if let (Some(asked), Some(mailbox)) = (asked, &self.event.mailbox)
                    && let Err(error) = mailbox.pause(asked)
                {
                    self.warn(&format!("pause: {error}"));
                }
            }
        }
    }

    /// Takes a report, and says how far the journal must come before anything is shown.
    fn report(&mut self, report: Report, told: &mut Vec<Game>) -> Reach {
        match report.said {
            Said::Started(fixture) => {
                self.viewers.begun(fixture.number);
                let text = self.event.announcer.started(&fixture);
                self.say(&text);
                Reach::File
            }
            Said::Moved(number, ply, played) => {
                self.viewers.moved(number, &played);
                self.enter(&Entry::Moved { number, ply, played });
                Reach::File
            }
            Said::Finished { game, again, lost } => {
                self.venue.over(report.place);
                self.viewers.finished(&game);
                for note in &game.notes {
                    self.warn(&format!("game {}: {note}", game.fixture.number.0));
                }
                let failed = [(game.fixture.white, lost.white), (game.fixture.black, lost.black)];
                let failed = failed.into_iter().filter_map(|(id, lost)| lost.map(|_| id)).collect::<Vec<_>>();
                if game.ending.result.is_none() && again == Again::No {
                    // Broken off: it stays in play, and is played when the event is resumed.
                    if !self.outputs.has_journal() {
                        self.outputs.hold(*game);
                    }
                    return Reach::File;
                }
                self.event.director.finished(&game, again, &failed);
                self.enter(&Entry::Finished { game: game.clone(), again, failed });
                if again == Again::No {
                    told.push(*game);
                }
                Reach::Disk
            }
            Said::Unplayable(number, error) => {
                self.venue.over(report.place);
                self.unplayable = true;
                self.warn(&format!("game {}: {error}", number.0));
                self.event.director.stop(Stop::Asked);
                Reach::File
            }
        }
    }

    /// Gives the venue games while it takes them and there are any to play.
    fn assign(&mut self) {
        let paused = self.is_paused();
        self.venue.hold(paused);
        while !paused && self.venue.has_room() {
            let Task::Play(fixture, earlier) = self.event.director.next_task() else { break };
            let opening = match self.event.openings.opening(fixture.opening) {
                Ok(opening) => opening,
                Err(error) => {
                    self.unplayable = true;
                    self.warn(&format!("game {}: {error}", fixture.number.0));
                    self.event.director.stop(Stop::Asked);
                    break;
                }
            };
            let number = fixture.number;
            self.enter(&Entry::Begun { number, earlier });
            let resumed = match self.event.settings.play.interrupted {
                Interrupted::Resume => self.event.interrupted.remove(&number).unwrap_or_default(),
                Interrupted::Replay => Vec::new(),
            };
            self.viewers.started(&fixture, &opening, Clock::wall_ms());
            let job = Job { fixture, opening, earlier, resumed };
            self.venue.play(Assigned::of(job, &self.event.director));
        }
        self.venue.begin();
    }

    fn show(&mut self) {
        let begun = self.shared.clock.now();
        let said = self.viewers.show(begun, &self.event.director, &self.event.settings);
        self.viewers.took(begun, self.shared.clock.now());
        self.warn_all(said);
    }

    /// Takes what people have left.
    fn read_mail(&mut self) {
        let Some(mailbox) = self.event.mailbox.clone() else { return };
        let taken = mailbox.take(|entries| {
            for entry in &entries {
                self.viewers.ruled();
                self.event.director.replay(entry);
                self.enter(entry);
            }
            self.flush(Reach::Disk);
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
            self.venue.stop();
            let playing = self.event.director.playing().count();
            self.warn(&format!("stopping: {playing} games in play are played to their end; once more breaks them off"));
        } else {
            self.venue.break_off();
        }
    }

    fn enter(&mut self, entry: &Entry) {
        self.outputs.enter(entry);
    }

    /// Writes the journal, to the disk itself if something is to be shown.
    fn flush(&mut self, reach: Reach) {
        let said = self.outputs.flush(reach);
        self.warn_all(said);
    }

    /// Whoever reads our output may be gone: the games go on, and the exit code tells.
    fn say(&mut self, text: &str) {
        if self.deaf.is_none() && !text.is_empty() {
            let out = &mut self.out;
            let text = plain::lines(text);
            let said = self.bar.beside(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
            self.deaf = said.err();
        }
    }

    fn warn(&mut self, text: &str) {
        warn(self.err, &self.bar, text);
    }

    fn warn_all(&mut self, lines: Vec<String>) {
        for line in lines {
            self.warn(&line);
        }
    }

    fn close(mut self, exit: Exit, ears: Ears) -> io::Result<Exit> {
        // What is not on our disk must stay where it came from.
        self.venue.close(exit == Exit::Success && !self.outputs.has_unwritten());
        drop(ears);
        let said = self.outputs.write_rest();
        self.warn_all(said);
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
        self.flush(Reach::Disk);
        self.bar.end();
        self.say(&text);
        let said = self.viewers.close(&self.event.director, &self.event.settings);
        self.warn_all(said);
        if let Some(error) = &self.deaf {
            warn(self.err, &self.bar, &format!("stdout: {error}"));
        }
        let failed = self.outputs.close();
        if failed.is_empty() {
            return Ok(if self.deaf.is_some() && exit == Exit::Success { Exit::Io } else { exit });
        }
        writeln!(self.err, "not written to the end: {}", failed.join(", "))?;
        Ok(Exit::Io)
    }
}

/// stderr may be closed: what matters is in the files.
fn warn(err: &mut dyn Write, bar: &Bar, text: &str) {
    drop(bar.beside(|| writeln!(err, "{}", plain::line(text))));
}
