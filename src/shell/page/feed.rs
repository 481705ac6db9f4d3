//! The way of news to the page. Who plays the event never waits on it.
//!
//! The channel is bounded. When it is full, moves and thoughts are dropped, and the games that they belong to are sent
//! whole when there is room again; what cannot be made good from the games in play (results, decisions) waits here.

use crate::event::game::Game;
use crate::event::journal::Entry;
use crate::event::settings::GameNumber;
use crate::event::watch::{News, Place};
use crate::shell::Clock;
use crate::units::Stamp;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;

/// News on the way, at most.
pub(super) const ROOM: usize = 4_096;
/// Results that wait for room with their moves; those beyond wait without.
const WAITING: usize = 1_024;
/// How long the end of the event is waited for to reach those who look on.
const FAREWELL: Stamp = Stamp(2_000_000_000);

/// News with the moment it came, in milliseconds since 1970 UTC.
pub(super) type Dated = (News, u64);

/// Hands news to the page. Dropped, it lets the page tell the end and go.
#[derive(Debug)]
pub struct Feed {
    sender: Option<Sender<Dated>>,
    watched: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// Told, but not released yet.
    held: Vec<News>,
    /// What found no room.
    waiting: VecDeque<Dated>,
    /// Games of which something was dropped.
    stale: BTreeSet<GameNumber>,
    playing: BTreeMap<GameNumber, (Game, Place)>,
}

impl Feed {
    pub(super) fn new(sender: Sender<Dated>, watched: Arc<AtomicBool>, thread: Option<JoinHandle<()>>) -> Self {
        Self {
            sender: Some(sender),
            watched,
            thread,
            held: Vec::new(),
            waiting: VecDeque::new(),
            stale: BTreeSet::new(),
            playing: BTreeMap::new(),
        }
    }

    /// Whether anybody looks on just now.
    #[must_use]
    pub fn watched(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.watched)
    }

    /// Takes news; they are not shown before [`Feed::release`].
    pub fn tell(&mut self, news: News) {
        self.held.push(news);
    }

    /// Passes on what was told so far.
    pub fn release(&mut self) {
        let at = Clock::wall_ms();
        for news in std::mem::take(&mut self.held) {
            self.follow(&news, at);
            self.pass((news, at));
        }
        self.catch_up(at);
    }

    /// Keeps the games in play, so that they can be told whole.
    fn follow(&mut self, news: &News, at: u64) {
        match news {
            News::Started { fixture, opening, place } => {
                let game = Game::begun(fixture.clone(), opening.clone(), at);
                self.playing.insert(fixture.number, (game, place.clone()));
            }
            News::Moved { number, ply, played } => {
                if let Some((game, _)) = self.playing.get_mut(number) {
                    game.plies.truncate(usize::try_from(*ply).unwrap_or(usize::MAX));
                    game.plies.push(played.clone());
                }
            }
            News::Entry(entry) => match &**entry {
                Entry::Finished { game, .. } => {
                    self.playing.remove(&game.fixture.number);
                    self.stale.remove(&game.fixture.number);
                }
                Entry::Opened { .. }
                | Entry::Resumed { .. }
                | Entry::Begun { .. }
                | Entry::Moved { .. }
                | Entry::Incident { .. }
                | Entry::Decided { .. }
                | Entry::Withdrawn { .. }
                | Entry::Late { .. }
                | Entry::Paired { .. }
                | Entry::Closed { .. } => {}
            },
            News::Thought(..) | News::InPlay(..) | News::Workers(_) => {}
        }
    }

    fn pass(&mut self, news: Dated) {
        let Some(sender) = &self.sender else { return };
        if !self.waiting.is_empty() {
            return self.wait(news);
        }
        match sender.try_send(news) {
            Ok(()) => {}
            Err(TrySendError::Full(news)) => self.wait(news),
            // The page is gone; the event goes on.
            Err(TrySendError::Closed(_)) => self.sender = None,
        }
    }

    fn wait(&mut self, (mut news, at): Dated) {
        match &mut news {
            News::Moved { number, .. } | News::Thought(number, _) => drop(self.stale.insert(*number)),
            // They are told again in a moment.
            News::Workers(_) => {}
            News::Entry(entry) => {
                if let Entry::Finished { game, .. } = &mut **entry
                    && self.waiting.len() >= WAITING
                {
                    game.plies = Vec::new();
                }
                self.waiting.push_back((news, at));
            }
            News::Started { .. } | News::InPlay(..) => self.waiting.push_back((news, at)),
        }
    }

    /// Sends what waits, then the games of which something was dropped.
    fn catch_up(&mut self, at: u64) {
        let Some(sender) = &self.sender else { return };
        while let Some(news) = self.waiting.pop_front() {
            if let Err(TrySendError::Full(news)) = sender.try_send(news) {
                self.waiting.push_front(news);
                return;
            }
        }
        while let Some(number) = self.stale.pop_first() {
            let Some((game, place)) = self.playing.get(&number) else { continue };
            let news = News::InPlay(Box::new(game.clone()), place.clone());
            if sender.try_send((news, at)).is_err() {
                self.stale.insert(number);
                return;
            }
        }
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.release();
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            let clock = Clock::start();
            while !thread.is_finished() && clock.now() < FAREWELL {
                Clock::pause(Duration::from_millis(10));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::game::{Fixture, Opening, Played};
    use crate::event::settings::PlayerId;
    use crate::event::table::Again;

    fn fixture(number: u32) -> Fixture {
        let (white, black) = (PlayerId(0), PlayerId(1));
        Fixture { number: GameNumber(number), round: 1, game: 1, white, black, opening: 0, pair: None }
    }

    fn started(number: u32) -> News {
        News::Started { fixture: fixture(number), opening: Opening::default(), place: Place::default() }
    }

    fn moved(number: u32, ply: u32) -> News {
        News::Moved { number: GameNumber(number), ply, played: Played::default() }
    }

    #[test]
    fn what_finds_no_room_is_made_good_by_the_whole_game() {
        let (sender, mut news) = tokio::sync::mpsc::channel(2);
        let mut feed = Feed::new(sender, Arc::default(), None);
        feed.tell(started(1));
        for ply in 0..5 {
            feed.tell(moved(1, ply));
        }
        assert!(news.try_recv().is_err(), "held until it is released");
        feed.release();
        assert!(matches!(news.try_recv().unwrap().0, News::Started { .. }));
        assert!(matches!(news.try_recv().unwrap().0, News::Moved { ply: 0, .. }));
        assert!(news.try_recv().is_err());
        feed.release();
        let News::InPlay(game, _) = news.try_recv().unwrap().0 else { panic!("the game whole") };
        assert_eq!(game.plies.len(), 5);
    }

    #[test]
    fn results_wait_for_room_and_keep_their_order() {
        let (sender, mut news) = tokio::sync::mpsc::channel(1);
        let mut feed = Feed::new(sender, Arc::default(), None);
        let finished = |number| {
            let game = Game::begun(fixture(number), Opening::default(), 0);
            let entry = Entry::Finished { game: Box::new(game), again: Again::No, failed: Vec::new() };
            News::Entry(Box::new(entry))
        };
        for number in 1..=3 {
            feed.tell(finished(number));
        }
        for expected in 1..=3 {
            feed.release();
            let News::Entry(entry) = news.try_recv().unwrap().0 else { panic!("an entry") };
            let Entry::Finished { game, .. } = *entry else { panic!("a result") };
            assert_eq!(game.fixture.number, GameNumber(expected));
        }
    }

    #[test]
    fn a_page_that_is_gone_costs_nothing() {
        let (sender, news) = tokio::sync::mpsc::channel(1);
        drop(news);
        let mut feed = Feed::new(sender, Arc::default(), None);
        for ply in 0..10_000 {
            feed.tell(moved(1, ply));
        }
        feed.release();
        assert!(feed.waiting.is_empty() && feed.stale.is_empty());
    }
}
