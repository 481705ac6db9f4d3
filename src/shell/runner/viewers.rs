//! What people watch the games by: the live PGN file, the feed, the broadcast. All of it can fail, and no game notices.

use super::broadcast::{Pace, Pusher};
use super::feed::Feed;
use super::live::{Kept, Live, Pages};
use super::scribe::Scribe;
use crate::event::director::Director;
use crate::event::game::{Fixture, Game, Opening, Played};
use crate::event::pgn::Readers;
use crate::event::settings::{GameNumber, Settings};
use crate::units::{Span, Stamp};
use std::io;
use std::time::Duration;

/// How often the live file is written and games are handed over, at most.
const LIVE: Duration = Duration::from_millis(250);
/// The same of the tables.
const TABLES: Span = Span::from_secs(2);
/// Making the tables takes a hundredth of the time, at most.
const SHARE: i64 = 100;

#[derive(Debug)]
pub(super) struct Viewers {
    wanted: bool,
    kept: Kept,
    live: Live,
    feed: Option<Feed>,
    pusher: Option<Pusher>,
    broadcast: Pages,
    /// What has changed since it was handed over.
    moved: bool,
    counted: bool,
    handed: Option<Stamp>,
    tables_due: Option<Stamp>,
}

impl Viewers {
    /// Whether anybody is shown moves.
    pub(super) fn are_wanted(settings: &Settings) -> bool {
        settings.output.live_pgn.is_some() || settings.output.feed.is_some() || settings.broadcast.is_some()
    }

    /// `games` are those that are over already.
    ///
    /// # Errors
    /// The feed's folder cannot be made, or there is no token for the broadcast.
    pub(super) fn open(settings: &Settings, games: &[Game]) -> io::Result<Self> {
        let scribe = |readers| Scribe::for_readers(settings, readers);
        let mut feed = settings.output.feed.as_deref().map(|folder| Feed::open(folder, settings)).transpose()?;
        for game in games {
            if let Some(feed) = &mut feed {
                feed.finished(game);
            }
        }
        let pusher = settings.broadcast.as_ref().map(|broadcast| Pusher::open(broadcast, Pace::USUAL)).transpose()?;
        Ok(Self {
            wanted: Self::are_wanted(settings),
            kept: Kept::default(),
            live: Live::new(settings.output.live_pgn.clone(), scribe(Readers::Viewers), LIVE),
            feed,
            pusher,
            broadcast: Pages::new(scribe(Readers::Broadcast)),
            moved: false,
            counted: true,
            handed: None,
            tables_due: None,
        })
    }

    pub(super) fn started(&mut self, fixture: &Fixture, opening: &Opening, at: u64) {
        if self.wanted {
            self.kept.started(fixture, opening, at);
            self.counted = true;
            self.change();
        }
    }

    /// A game is begun, perhaps once more.
    pub(super) fn begun(&mut self, number: GameNumber) {
        if self.wanted {
            self.kept.begun(number);
            self.change();
        }
    }

    pub(super) fn moved(&mut self, number: GameNumber, played: &Played) {
        if self.wanted {
            self.kept.moved(number, played);
            self.change();
        }
    }

    /// A game has ended.
    pub(super) fn finished(&mut self, game: &Game) {
        if self.wanted {
            self.kept.finished(game);
            self.counted = true;
            if let Some(feed) = self.feed.as_mut().filter(|_| game.ending.result.is_some()) {
                feed.finished(game);
            }
            self.change();
        }
    }

    /// The standings have changed without a game.
    pub(super) fn ruled(&mut self) {
        self.counted = true;
    }

    fn change(&mut self) {
        self.moved = true;
        self.live.changed();
    }

    /// Writes and hands over what has changed, if its time has come. What there is to say of that.
    pub(super) fn show(&mut self, at: Stamp, director: &Director, settings: &Settings) -> Vec<String> {
        if !self.wanted {
            return Vec::new();
        }
        let mut said = Vec::new();
        if let Err(error) = self.live.write(&self.kept, at) {
            said.push(format!("live file: {error}"));
        }
        let every = Span::from_millis(i64::try_from(LIVE.as_millis()).unwrap_or(0));
        if self.handed.is_none_or(|handed| at.since(handed) >= every) {
            let tables = self.counted && self.tables_due.is_none_or(|due| at >= due);
            if self.moved || tables {
                self.handed = Some(at);
                self.hand_over(tables.then_some((director, settings)));
            }
        }
        said.extend(self.feed.iter().flat_map(Feed::said));
        said.extend(self.pusher.iter().flat_map(Pusher::said));
        said
    }

    /// Tells how long the last [`Viewers::show`] took: tables that take long come seldom.
    pub(super) fn took(&mut self, begun: Stamp, ended: Stamp) {
        if self.tables_due.is_none_or(|due| begun >= due) && !self.counted {
            let rest = Span(ended.since(begun).0.saturating_mul(SHARE)).max(TABLES);
            self.tables_due = Some(ended.after(rest));
        }
    }

    fn hand_over(&mut self, tables: Option<(&Director, &Settings)>) {
        let moved = std::mem::take(&mut self.moved);
        self.counted &= tables.is_none();
        if let Some(feed) = &self.feed {
            let in_play = self.kept.games().filter(|game| game.ending.result.is_none()).collect::<Vec<_>>();
            feed.put(self.kept.featured().filter(|_| moved), &in_play, tables);
        }
        if let Some(pusher) = self.pusher.as_ref().filter(|_| moved) {
            pusher.put(self.broadcast.text(&self.kept));
        }
    }

    /// Writes everything to its end.
    pub(super) fn close(&mut self, director: &Director, settings: &Settings) -> Vec<String> {
        if !self.wanted {
            return Vec::new();
        }
        let mut said = Vec::new();
        if let Err(error) = self.live.write_now(&self.kept) {
            said.push(format!("live file: {error}"));
        }
        self.moved = true;
        self.hand_over(Some((director, settings)));
        said.extend(self.feed.as_mut().map(Feed::close).unwrap_or_default());
        said.extend(self.pusher.take().map(Pusher::close).unwrap_or_default());
        said
    }
}
