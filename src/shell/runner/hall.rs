//! The hall: hands out games to the places, takes their results, keeps the files, tells people.
//!
//! A result goes the same way always: the director takes it, the place gets its next game, the journal is synced, and
//! only then is anything shown or written elsewhere. What a disk does not take is kept and tried again.

use super::mailbox::Mailbox;
use super::open::Lengths;
use super::outputs::{Outputs, Reach};
use super::pairing::Paired;
use super::place::{Place, Shared};
use super::progress::Bar;
use super::signals::Ears;
use super::store::Store;
use super::viewers::Viewers;
use super::{Job, Report, Said};
use crate::event::adjudication::Tablebase;
use crate::event::announce::{self, Announcer};
use crate::event::director::{Director, Stop, Task};
use crate::event::game::{Game, Played};
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
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
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
    /// Who looks on.
    pub watch: Option<Feed>,
}

enum Message {
    Report(Report),
    Paired(Paired),
    Signal,
}

struct Hall<'a> {
    event: Event,
    shared: Arc<Shared>,
    messages: Sender<Message>,
    places: Vec<Sender<Job>>,
    /// Whether a round is being paired.
    pairing: bool,
    /// Places without a game.
    idle: Vec<usize>,
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

/// Plays an event to its end, or to a stop.
///
/// # Errors
/// The outputs cannot be opened, or nobody reads what is told.
pub fn play(mut event: Event, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    let (sender, messages) = channel();
    let settings = event.settings.clone();
    let enters_moves = Viewers::are_wanted(&settings)
        || settings.output.jsonl.is_some()
        || (event.journal.is_some() && settings.play.interrupted == Interrupted::Resume);
    let watch = event.watch.take();
    let concurrency = settings.play.concurrency.get();
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
    let mut threads = Vec::new();
    let mut places = Vec::new();
    for number in 0..concurrency {
        let (place, thread) = open_place(&shared, &sender, number)?;
        places.push(place);
        threads.push(thread);
    }
    let mut hall = Hall {
        outputs,
        bar: Bar::new(event.director.schedule().total(), event.announcer.progress().finished()),
        viewers,
        event,
        shared,
        messages: sender,
        places,
        pairing: false,
        idle: (0..concurrency).rev().collect(),
        signals: 0,
        unplayable: false,
        deaf: None,
        enters_moves,
        watch,
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
        let (games, lines) = (std::mem::take(&mut self.event.unwritten), std::mem::take(&mut self.event.json_lines));
        let said = self.outputs.catch_up(games, &lines, &self.event.director)?;
        self.warn_all(said);
        if self.is_paused() {
            self.warn("paused: \"event continue JOURNAL\" lets new games begin");
        }
        self.assign();
        self.flush(Reach::Disk);
        while self.idle.len() < self.places.len()
            || self.pairing
            || (self.is_paused() && self.event.director.has_more())
        {
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
                Message::Paired(paired) => self.paired(paired),
                Message::Report(report) => {
                    if self.report(report, &mut told) == Reach::Disk {
                        reach = Reach::Disk;
                    }
                }
            }
        }
        // Counted before the next game is begun: a test may be decided.
        let texts = told.iter().map(|game| self.event.announcer.finished(game)).collect::<String>();
        if self.event.announcer.is_decided() {
            self.event.director.stop(Stop::Decided);
        }
        self.assign();
        self.flush(reach);
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
            Said::Started(fixture) => {
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
            Said::Thought(number, insight) => {
                self.watch(|| News::Thought(number, insight));
                Reach::File
            }
            Said::Finished { game, again, lost } => {
                self.idle.push(report.place);
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
                self.idle.push(report.place);
                self.unplayable = true;
                self.warn(&format!("game {}: {error}", number.0));
                self.event.director.stop(Stop::Asked);
                Reach::File
            }
        }
    }

    /// Gives every place without a game one, while there are any to play.
    fn assign(&mut self) {
        if self.is_paused() {
            return;
        }
        while let Some(place) = self.idle.pop() {
            let (fixture, earlier) = match self.event.director.next_task() {
                Task::Play(fixture, earlier) => (fixture, earlier),
                task @ (Task::Pair(_) | Task::Wait | Task::Done) => {
                    self.idle.push(place);
                    return if matches!(task, Task::Pair(_)) {
                        self.pair()
                    };
                }
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
            self.viewers.started(&fixture, &opening, Clock::wall_ms());
            self.watch(|| News::Started {
                fixture: fixture.clone(),
                opening: opening.clone(),
                place: watch::Place { number: place, host: None },
            });
            let job = Job { fixture, opening, earlier, resumed };
            if let Some(jobs) = self.places.get(place) {
                // A place without a thread has panicked; its game stays in play and is played on resumption.
                drop(jobs.send(job));
            }
        }
    }

    /// Has the next round paired, unless that is under way.
    fn pair(&mut self) {
        if let (false, Some(position)) = (self.pairing, self.event.director.position(&self.event.settings)) {
            self.pairing = true;
            let messages = self.messages.clone();
            super::pairing::begin(position, &self.shared, move |paired| drop(messages.send(Message::Paired(paired))));
        }
    }

    /// A round is paired: it is on the disk before anybody hears of it, and stays as it is.
    fn paired(&mut self, paired: Paired) {
        self.pairing = false;
        if self.event.director.schedule().unpaired() != Some(paired.round) {
            // A director has paired it meanwhile.
            return;
        }
        match paired.result {
            Ok((pairing, by)) => {
                let text = announce::pairing(&pairing, &by, &self.event.settings);
                let entry = Entry::Paired { pairing, by, at: Clock::wall_ms() };
                self.event.director.replay(&entry);
                self.enter(&entry);
                self.flush(Reach::Disk);
                self.say(&text);
            }
            Err(why) => {
                // A program's own words may have several lines.
                let text = format!("round {}: not paired: {why}", paired.round);
                self.warn_all(text.lines().map(str::to_owned).collect());
                self.warn("\"event resume JOURNAL\" tries again; \"event pair JOURNAL\" takes a director's pairing");
                self.event.director.stop(Stop::Unpaired);
            }
        }
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
            let playing = self.event.director.playing().count();
            self.warn(&format!("stopping: {playing} games in play are played to their end; once more breaks them off"));
        } else {
            self.shared.abort.store(true, Ordering::Relaxed);
        }
    }

    fn enter(&mut self, entry: &Entry) {
        self.outputs.enter(entry);
        if !matches!(entry, Entry::Moved { .. }) {
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

    fn close(mut self, exit: Exit) -> io::Result<Exit> {
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
