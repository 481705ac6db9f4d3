//! What every venue must do, whichever it is: one suite for the places of this machine and for a fleet.
//!
//! The fleet's side has a real broker (nats-server) and workers in threads of this process.

mod away;
mod here;

use crate::event::config;
use crate::event::game::{Fixture, Opening, Unfinished};
use crate::event::settings::{GameNumber, PlayerId, Settings};
use crate::event::sources::fake::Fake;
use crate::exit::Exit;
use crate::laws::GameResult;
use crate::shell::Clock;
use crate::shell::runner::{Assigned, Event, Job, Message, Notice, Report, Said, Setup, Shared, Venue, class, play_at};
use away::Away;
use here::Here;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Nothing that is waited for takes so long.
const LONG: Duration = Duration::from_secs(60);

/// An engine that plays by heart, when a file called `gate` is there. The strong one always wins against the weak one.
const ENGINE: &str = include_str!("engine.sh");

/// A venue that can be opened again and again for the same event, and fail.
trait Stage {
    /// Where its files are.
    fn folder(&self) -> &Folder;

    /// Opens it.
    fn open(&self, setup: Setup) -> io::Result<Box<dyn Venue>>;

    /// Whoever plays is lost in the middle of it.
    fn lose(&mut self, desk: &mut Desk) -> Lost;

    /// Whether all that was begun is over, though more was given out.
    fn rests(&self, desk: &Desk) -> bool;
}

/// Who was lost.
enum Lost {
    /// The program of the event itself, which is to be started again.
    Itself,
    /// Somebody else, for whom a worker called "third" has come.
    Another,
}

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("uci-arbiter-venues-{}-{number}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("engine.sh"), ENGINE).unwrap();
        Self(folder)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// From now on, engines move.
    fn open_gate(&self) {
        std::fs::write(self.at("gate"), b"").unwrap();
    }

    fn settings(&self, more: &str) -> Settings {
        let engine = |name: &str| {
            let (script, gate) = (self.at("engine.sh"), self.at("gate"));
            format!(
                "[[engines]]\nname = \"{name}\"\ncommand = \"/bin/sh\"\narguments = [{script:?}, \"{name}\", {gate:?}]\n"
            )
        };
        let text = format!(
            "[event]\nname = \"Venue\"\nseed = 1\n[time]\ndepth = 1\n{}{}\
             [format]\nkind = \"round-robin\"\nrounds = 20\ngames = 2\n[rules]\npreset = \"fide\"\n\
             [output]\njournal = {:?}\n[play]\nconcurrency = 2\n{more}",
            engine("strong"),
            engine("weak"),
            self.at("event.journal"),
        );
        config::read(&text, Path::new("event.toml"), &Fake::default()).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Gives games to a venue and takes what it says, as the hall does.
struct Desk {
    venue: Box<dyn Venue>,
    messages: Receiver<Message>,
    assigned: BTreeSet<u32>,
    started: BTreeSet<u32>,
    /// Games that ended: the result, who played it, and when it was begun.
    over: BTreeMap<u32, (Option<GameResult>, Option<String>, u64)>,
    dropped: usize,
}

impl Desk {
    fn open(stage: &dyn Stage) -> Self {
        let settings = stage.folder().settings("");
        let (tell, messages) = channel();
        let shared = Arc::new(Shared {
            class: class(&settings),
            clock: Clock::start(),
            abort: AtomicBool::new(false),
            tells_moves: false,
            watched: Arc::default(),
            this: std::env::current_exe().unwrap(),
            books: std::collections::HashMap::new(),
            tables: None,
            settings,
        });
        let venue = stage.open(Setup { shared, tell }).unwrap();
        let (assigned, started) = (BTreeSet::new(), BTreeSet::new());
        Self { venue, messages, assigned, started, over: BTreeMap::new(), dropped: 0 }
    }

    /// Gives out these games as far as there is room; the first that is not.
    fn assign(&mut self, games: std::ops::RangeInclusive<u32>) -> u32 {
        let (mut next, last) = games.into_inner();
        while next <= last && self.venue.has_room() {
            self.give(next);
            next += 1;
        }
        self.venue.begin();
        next
    }

    fn give(&mut self, next: u32) {
        let (strong, weak) = (PlayerId(0), PlayerId(1));
        let (white, black) = if next % 2 == 1 { (strong, weak) } else { (weak, strong) };
        let (pair, game) = (next.div_ceil(2), 2 - next % 2);
        let number = GameNumber(next);
        let fixture = Fixture { number, round: pair, game, white, black, opening: 0, pair: Some(pair) };
        let job = Job { fixture, opening: Opening::default(), earlier: 0, resumed: Unfinished::default() };
        self.venue.play(Assigned { job, attempt: 0 });
        assert!(self.assigned.insert(next));
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Report(Report { place, said }) => match said {
                Said::Started(fixture, _) => assert!(self.started.insert(fixture.number.0), "begun twice: {fixture:?}"),
                Said::Finished { game, .. } => {
                    self.venue.over(place);
                    let number = game.fixture.number.0;
                    assert!(self.assigned.contains(&number) && self.started.contains(&number), "{number}");
                    let host = game.host.as_ref().map(|host| host.worker.clone());
                    let before = self.over.insert(number, (game.ending.result, host, game.started));
                    assert!(before.is_none(), "over twice: {number}");
                }
                Said::Unplayable(number, why) => panic!("{number:?}: {why}"),
                Said::Moved(..) | Said::Incident(..) | Said::Thought(..) => {}
            },
            Message::Notice(notice) => {
                self.venue.noticed(&notice);
                match notice {
                    Notice::Dropped(games) => self.dropped += games,
                    Notice::Late(game) => panic!("played twice: {:?}", game.fixture),
                    Notice::Warning(text) => assert!(!text.contains("does not serve"), "{text}"),
                    Notice::Receipt(_) | Notice::Workers(_) | Notice::Order(_) => {}
                }
            }
            Message::Paired(_) | Message::Signal => {}
        }
    }

    /// Takes what comes until something is so.
    fn until(&mut self, what: &str, is: impl Fn(&Self) -> bool) {
        let clock = Clock::start();
        let begun = clock.now();
        while !is(self) {
            if let Ok(message) = self.messages.recv_timeout(Duration::from_millis(50)) {
                self.take(message);
            }
            let waited = clock.now().since(begun).as_millis();
            assert!(
                u128::try_from(waited).unwrap() < LONG.as_millis(),
                "expected {what}; assigned {:?}, begun {:?}, over {:?}",
                self.assigned,
                self.started,
                self.over
            );
        }
    }

    fn until_idle(&mut self) {
        self.until("no game any more", |desk| desk.venue.is_idle());
    }

    /// All games have been won by the strong player, and nothing else is said.
    fn all_are_won(&mut self) {
        while let Ok(message) = self.messages.try_recv() {
            self.take(message);
        }
        assert!(self.over.keys().eq(self.assigned.iter()), "{:?} of {:?}", self.over.keys(), self.assigned);
        for (number, (result, _, _)) in &self.over {
            let won = if number % 2 == 1 { GameResult::WhiteWins } else { GameResult::BlackWins };
            assert_eq!(*result, Some(won), "{number}");
        }
    }

    fn close(mut self) {
        self.venue.close(false);
    }
}

fn every_game_is_given_out_once_and_finished_once(stage: &mut dyn Stage) {
    stage.folder().open_gate();
    let mut desk = Desk::open(stage);
    let mut next = 1;
    while next <= 20 {
        next = desk.assign(next..=20);
        desk.until("room", |desk| desk.venue.has_room());
    }
    desk.until_idle();
    desk.venue.kept();
    desk.all_are_won();
    assert_eq!((desk.over.len(), desk.dropped), (20, 0));
    desk.close();
}

fn a_pair_is_played_on_one_machine(stage: &mut dyn Stage) {
    stage.folder().open_gate();
    let mut desk = Desk::open(stage);
    let mut next = 1;
    while next <= 16 {
        next = desk.assign(next..=16);
        desk.until("room", |desk| desk.venue.has_room());
    }
    desk.until_idle();
    for pair in 0..8 {
        let host = |number: u32| desk.over.get(&number).map(|(_, host, _)| host.clone()).unwrap();
        assert_eq!(host(2 * pair + 1), host(2 * pair + 2), "pair {pair}");
    }
    desk.close();
}

fn a_stop_lets_games_in_play_end_and_begins_no_others(stage: &mut dyn Stage) {
    let mut desk = Desk::open(stage);
    desk.assign(1..=40);
    desk.until("two games in play", |desk| desk.started.len() >= 2);
    desk.venue.stop();
    stage.folder().open_gate();
    desk.until_idle();
    assert_eq!(desk.over.len() + desk.dropped, desk.assigned.len());
    assert!(desk.over.len() >= 2 && desk.over.keys().eq(desk.started.iter()), "{:?}", desk.started);
    assert!(desk.over.values().all(|(result, _, _)| result.is_some()), "{:?}", desk.over);
    desk.venue.kept();
    // What was given out in vain is played when the event goes on.
    let left = desk.assigned.iter().filter(|number| !desk.over.contains_key(number)).copied().collect::<Vec<_>>();
    desk.close();
    let mut desk = Desk::open(stage);
    for number in left {
        desk.give(number);
    }
    desk.venue.begin();
    desk.until_idle();
    desk.all_are_won();
    desk.close();
}

fn what_is_not_needed_any_more_is_played_to_its_end_or_has_no_result(stage: &mut dyn Stage) {
    let mut desk = Desk::open(stage);
    desk.assign(1..=4);
    desk.until("two games in play", |desk| desk.started.len() >= 2);
    match desk.venue.cancel() {
        true => assert!(desk.venue.is_idle() && desk.over.is_empty(), "{:?}", desk.over),
        false => {
            stage.folder().open_gate();
            desk.until_idle();
            desk.all_are_won();
        }
    }
    desk.close();
}

fn what_is_broken_off_has_no_result(stage: &mut dyn Stage) {
    let mut desk = Desk::open(stage);
    desk.assign(1..=4);
    desk.until("two games in play", |desk| desk.started.len() >= 2);
    desk.venue.break_off();
    desk.until_idle();
    assert!(desk.over.values().all(|(result, _, _)| result.is_none()), "{:?}", desk.over);
    desk.close();
}

fn what_was_in_play_when_a_machine_was_lost_is_played_again_and_counts_once(stage: &mut dyn Stage) {
    let mut desk = Desk::open(stage);
    desk.assign(1..=2);
    desk.until("a game in play", |desk| desk.started.contains(&1));
    match stage.lose(&mut desk) {
        Lost::Itself => {
            desk.until_idle();
            assert!(desk.over.values().all(|(result, _, _)| result.is_none()), "{:?}", desk.over);
            stage.folder().open_gate();
            desk.close();
            desk = Desk::open(stage);
            desk.assign(1..=2);
        }
        Lost::Another => {
            desk.started.clear();
            stage.folder().open_gate();
        }
    }
    desk.until_idle();
    desk.all_are_won();
    assert!(
        desk.over.values().all(|(_, host, _)| host.as_deref().is_none_or(|host| host == "third")),
        "{:?}",
        desk.over
    );
    desk.close();
}

fn what_did_not_reach_the_disk_comes_once_more_and_what_did_does_not(stage: &mut dyn Stage) {
    stage.folder().open_gate();
    let mut desk = Desk::open(stage);
    desk.assign(1..=2);
    desk.until_idle();
    let first = desk.over.clone();
    desk.close();
    let mut desk = Desk::open(stage);
    desk.assign(1..=2);
    desk.until_idle();
    desk.all_are_won();
    if first.values().any(|(_, host, _)| host.is_some()) {
        assert_eq!(desk.over, first, "another machine's result waits where it was put down");
    }
    desk.venue.kept();
    desk.close();
    let mut desk = Desk::open(stage);
    desk.assign(3..=4);
    desk.until_idle();
    desk.all_are_won();
    desk.close();
}

fn held_games_wait_until_they_are_not_held_any_more(stage: &mut dyn Stage) {
    let mut desk = Desk::open(stage);
    desk.assign(1..=40);
    desk.until("two games in play", |desk| desk.started.len() >= 2);
    desk.venue.hold(true);
    stage.folder().open_gate();
    desk.until("nothing in play", |desk| stage.rests(desk));
    let held = desk.assigned.len() - desk.over.len();
    assert!(held == 0 || held >= 8, "most have waited: {held}");
    desk.venue.hold(false);
    desk.until_idle();
    desk.all_are_won();
    desk.close();
}

/// A venue that looks into the journal when it is told that all is safe.
struct Checked {
    inner: Box<dyn Venue>,
    journal: PathBuf,
    over: usize,
    kept: Arc<AtomicU32>,
}

impl Venue for Checked {
    fn has_room(&self) -> bool {
        self.inner.has_room()
    }

    fn play(&mut self, game: Assigned) -> Option<usize> {
        self.inner.play(game)
    }

    fn begin(&mut self) {
        self.inner.begin();
    }

    fn over(&mut self, place: usize) {
        self.over += 1;
        self.inner.over(place);
    }

    fn is_idle(&self) -> bool {
        self.inner.is_idle()
    }

    fn kept(&mut self) {
        let text = std::fs::read_to_string(&self.journal).unwrap();
        let finished = text.lines().filter(|line| line.contains("\"kind\":\"finished\"")).count();
        assert_eq!(finished, self.over, "what was reported is in the journal");
        self.kept.fetch_add(1, Ordering::Relaxed);
        self.inner.kept();
    }

    fn noticed(&mut self, notice: &Notice) {
        self.inner.noticed(notice);
    }

    fn hold(&mut self, held: bool) {
        self.inner.hold(held);
    }

    fn stop(&mut self) {
        self.inner.stop();
    }

    fn break_off(&mut self) {
        self.inner.break_off();
    }

    fn cancel(&mut self) -> bool {
        self.inner.cancel()
    }

    fn counts_by_number(&self) -> bool {
        self.inner.counts_by_number()
    }

    fn close(&mut self, complete: bool) {
        self.inner.close(complete);
    }
}

/// Plays an event to its end; what was told.
fn played(stage: &dyn Stage, more: &str) -> (String, u32) {
    stage.folder().open_gate();
    let event = Event::begin(stage.folder().settings(more)).unwrap();
    let kept = Arc::new(AtomicU32::new(0));
    let (journal, count) = (stage.folder().at("event.journal"), Arc::clone(&kept));
    let open = |setup| Ok(Box::new(Checked { inner: stage.open(setup)?, journal, over: 0, kept: count }) as _);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = play_at(event, open, &mut out, &mut err).unwrap();
    assert_eq!(exit, Exit::Success, "{}", String::from_utf8_lossy(&err));
    (String::from_utf8(out).unwrap(), kept.load(Ordering::Relaxed))
}

fn results_are_in_the_journal_before_they_are_safe(stage: &mut dyn Stage) {
    let (said, kept) = played(stage, "");
    assert_eq!(said.lines().filter(|line| line.starts_with("Finished game")).count(), 40, "{said}");
    assert!(kept > 0);
}

fn a_test_that_is_decided_ends_the_event(stage: &mut dyn Stage) {
    // The strong player wins both games of a pair, draws both, wins one of two.
    let positions = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n7k/5K2/8/6Q1/8/8/8/8 w - -\n\
                     7k/5K2/8/8/8/8/8/6Q1 w - -\n";
    let epd = stage.folder().at("openings.epd");
    std::fs::write(&epd, positions).unwrap();
    let more = format!("[openings]\nepd = {epd:?}\n[sprt]\nelo0 = 0.0\nelo1 = 100.0\nalpha = 0.3\nbeta = 0.3\n");
    let (said, _) = played(stage, &more);
    let counted = said.lines().filter(|line| line.starts_with("Finished game")).count();
    assert!((6..40).contains(&counted), "{counted}: {said}");
    assert!(said.contains(" was accepted"), "{said}");
}

macro_rules! suite {
    ($($case:ident,)*) => {
        mod on_this_machine {
            $(#[test] fn $case() { super::$case(&mut super::Here::new()); })*
        }
        mod on_a_fleet {
            $(#[test] fn $case() { if let Some(mut away) = super::Away::new() { super::$case(&mut away); } })*
        }
    };
}

suite! {
    every_game_is_given_out_once_and_finished_once,
    a_pair_is_played_on_one_machine,
    a_stop_lets_games_in_play_end_and_begins_no_others,
    what_is_not_needed_any_more_is_played_to_its_end_or_has_no_result,
    what_is_broken_off_has_no_result,
    what_was_in_play_when_a_machine_was_lost_is_played_again_and_counts_once,
    what_did_not_reach_the_disk_comes_once_more_and_what_did_does_not,
    held_games_wait_until_they_are_not_held_any_more,
    results_are_in_the_journal_before_they_are_safe,
    a_test_that_is_decided_ends_the_event,
}
