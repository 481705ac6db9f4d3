//! The hall: hands out games to the places, takes their results, keeps the files, tells people.
//!
//! A result goes the same way always: the director takes it, the place gets its next game, the journal is synced, and
//! only then is anything shown or written elsewhere. What a disk does not take is kept and tried again.

mod more;

use super::mailbox::Mailbox;
use super::open::Lengths;
use super::outputs::{Outputs, Reach};
use super::place::Shared;
use super::progress::Bar;
use super::signals::Ears;
use super::store::Store;
use super::venue::{Assigned, Message, Places, Setup, Venue};
use super::viewers::Viewers;
use super::{Job, Report, Said};
use crate::event::adjudication::Tablebase;
use crate::event::announce::{self, Announcer};
use crate::event::director::{Director, Stop, Task};
use crate::event::fleet::{EventKey, Turn};
use crate::event::game::{Game, Unfinished};
use crate::event::journal::{Closing, Entry};
use crate::event::openings::{Book, PlayerBook};
use crate::event::plain;
use crate::event::settings::{FinalTable, GameNumber, Interrupted, PlayerId, Settings};
use crate::event::table::Again;
use crate::event::watch::{self, News};
use crate::exit::Exit;
use crate::laws::TimeClass;
use crate::shell::Clock;
use crate::shell::page::Feed;
use crate::units::counted;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
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
    /// What was played of games that were in play.
    pub interrupted: HashMap<GameNumber, Unfinished>,
    /// What is told.
    pub announcer: Announcer,
    /// What people leave for it.
    pub mailbox: Option<Mailbox>,
    /// Endgame tables.
    pub tables: Option<Arc<dyn Tablebase>>,
    /// Who looks on.
    pub watch: Option<Feed>,
}

struct Hall<'a> {
    event: Event,
    shared: Arc<Shared>,
    messages: Sender<Message>,
    /// Whether a round is being paired.
    pairing: bool,
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
    /// Moves are entered as they are made.
    enters_moves: bool,
    watch: Option<Feed>,
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
    let enters_moves = Viewers::are_wanted(&settings)
        || settings.output.jsonl.is_some()
        || (event.journal.is_some() && settings.play.interrupted == Interrupted::Resume);
    let watch = event.watch.take();
    let viewers = Viewers::open(&settings, &event.unwritten)?;
    let outputs = Outputs::open(&mut event)?;
    let shared = Arc::new(Shared {
        class: event.class,
        clock: Clock::start(),
        abort: AtomicBool::new(false),
        tells_moves: enters_moves || watch.is_some(),
        watched: watch.as_ref().map(Feed::watched).unwrap_or_default(),
        this: std::env::current_exe()?,
        books: event.books.clone(),
        tables: event.tables.clone(),
        settings,
    });
    let to_hall = sender.clone();
    let ears = Ears::open(move || drop(to_hall.send(Message::Signal)))?;
    let venue = open(Setup { shared: Arc::clone(&shared), tell: sender.clone() })?;
    let by_number = venue.counts_by_number() && event.settings.sprt.is_some();
    let mut hall = Hall {
        outputs,
        turn: by_number.then(|| event.count_by_number()),
        bar: Bar::new(event.director.schedule().total(), event.announcer.progress().finished()),
        viewers,
        event,
        shared,
        messages: sender,
        venue,
        pairing: false,
        signals: 0,
        unplayable: false,
        deaf: None,
        enters_moves,
        watch,
        out,
        err,
    };
    let exit = hall.run(&messages)?;
    hall.close(exit, ears)
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
        while !self.venue.is_idle() || self.pairing || (self.is_paused() && self.event.director.has_more()) {
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
            Some(Stop::Failure(_) | Stop::Host | Stop::Unpaired) => Exit::Engine,
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
                Message::Paired(paired) => self.paired(paired),
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

    /// Takes a report, and says how far the journal must come before anything is shown.
    fn report(&mut self, report: Report, told: &mut Vec<Game>) -> Reach {
        match report.said {
            Said::Started(fixture, host) => {
                self.viewers.begun(fixture.number);
                if let (Some(_), Ok(opening)) = (&host, self.event.openings.opening(fixture.opening)) {
                    let place = watch::Place { number: 0, host };
                    self.watch(|| News::Started { fixture: fixture.clone(), opening, place });
                }
                let text = self.event.announcer.started(&fixture);
                self.say(&text);
                Reach::File
            }
            Said::Moved(number, ply, played) => {
                self.viewers.moved(number, &played);
                if self.enters_moves {
                    self.enter(&Entry::Moved { number, ply, played: played.clone() });
                }
                self.watch(|| News::Moved { number, ply, played });
                Reach::File
            }
            Said::Incident(number, index, incident) => {
                if self.enters_moves {
                    self.enter(&Entry::Incident { number, index, incident });
                }
                Reach::File
            }
            Said::Thought(number, insight) => {
                self.watch(|| News::Thought(number, insight));
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
                    if self.outputs.journal().is_none() {
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
            let (fixture, earlier) = match self.event.director.next_task() {
                Task::Play(fixture, earlier) => (fixture, earlier),
                Task::Pair(_) => {
                    self.pair();
                    break;
                }
                Task::Wait | Task::Done => break,
            };
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
                Interrupted::Replay => Unfinished::default(),
            };
            self.viewers.started(&fixture, &opening, Clock::wall_ms());
            let (started, at) = (fixture.clone(), opening.clone());
            let job = Job { fixture, opening, earlier, resumed };
            if let Some(number) = self.venue.play(Assigned::of(job, &self.event.director)) {
                let place = watch::Place { number, host: None };
                self.watch(|| News::Started { fixture: started, opening: at, place });
            }
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
            let one = "game in play is played to its end; once more breaks it off";
            let more = "games in play are played to their end; once more breaks them off";
            self.warn(&format!("stopping: {}", counted(playing, one, more)));
        } else {
            self.venue.break_off();
        }
    }

    fn enter(&mut self, entry: &Entry) {
        self.outputs.enter(entry);
        if !matches!(entry, Entry::Moved { .. } | Entry::Incident { .. }) {
            self.watch(|| News::Entry(Box::new(entry.clone())));
        }
    }

    /// Tells those who look on, if there are any; they hear it with the next flush.
    fn watch(&mut self, news: impl FnOnce() -> News) {
        if let Some(watch) = &mut self.watch {
            watch.tell(news());
        }
    }

    /// Writes the journal, to the disk itself if something is to be shown.
    fn flush(&mut self, reach: Reach) {
        let said = self.outputs.flush(reach);
        self.warn_all(said);
        // What is shown is in the journal.
        if let Some(watch) = &mut self.watch {
            watch.release();
        }
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
        let how = if exit == Exit::Success { Closing::Complete } else { Closing::Stopped };
        let mut text = self.event.announcer.closing(how);
        if self.event.settings.output.standings == FinalTable::Shown {
            text.push_str(&announce::standings(&self.event.director, &self.event.settings));
        }
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
        if how == Closing::Stopped {
            self.tell_how_to_go_on();
        }
        let said = self.viewers.close(&self.event.director, &self.event.settings);
        self.warn_all(said);
        // Those who look on see the end.
        drop(self.watch.take());
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
