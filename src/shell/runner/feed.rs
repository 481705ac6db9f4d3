//! The files of the feed, on a thread of their own: what the hall hands over is a copy, and it never waits.

use super::latest::{Latest, Taken};
use super::live::replace;
use crate::event::director::Director;
use crate::event::feed::{self, Engine, Row, TableInput};
use crate::event::game::Game;
use crate::event::pgn::{PgnContext, Readers};
use crate::event::settings::{GameNumber, Settings};
use crate::event::standings::Standings;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// The files are not written oftener.
const EVERY: Duration = Duration::from_millis(250);
/// The schedule has so many games around the present one, at most.
const LONGEST: u32 = 10_000;

/// What the files are made of. What is not there has not changed.
#[derive(Debug, Default)]
struct Post {
    featured: Option<Game>,
    tables: Option<Tables>,
}

#[derive(Debug)]
struct Tables {
    standings: Standings,
    outcomes: BTreeMap<GameNumber, crate::event::director::Outcome>,
    rows: Vec<Row>,
}

#[derive(Debug)]
pub(super) struct Feed {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    /// The games that are over, as the schedule has them.
    over: BTreeMap<GameNumber, Row>,
    context: PgnContext,
}

#[derive(Debug)]
struct Shared {
    latest: Latest<Post>,
    /// What there is to tell people.
    said: Mutex<Vec<String>>,
}

impl Feed {
    /// # Errors
    /// The folder cannot be made, or there is no thread.
    pub(super) fn open(folder: &Path, settings: &Settings) -> io::Result<Self> {
        let place =
            |error: io::Error| io::Error::new(error.kind(), format!("output.feed: {}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(place)?;
        let shared = Arc::new(Shared { latest: Latest::new(), said: Mutex::default() });
        let context = PgnContext::new(settings).for_readers(Readers::Viewers);
        let writer = Writer {
            folder: folder.to_owned(),
            shared: Arc::clone(&shared),
            engines: Engine::all(settings),
            names: settings.players.iter().map(|player| player.name.clone()).collect(),
            given: settings.players.iter().map(|player| player.rating).collect(),
            context: context.clone(),
            failing: false,
        };
        let thread = std::thread::Builder::new().name("feed".to_owned()).spawn(move || writer.run())?;
        Ok(Self { shared, thread: Some(thread), over: BTreeMap::new(), context })
    }

    /// A game counts. It stays in the schedule.
    pub(super) fn finished(&mut self, game: &Game) {
        self.over.insert(game.fixture.number, Row::over(game, &self.context));
    }

    /// Hands over what has changed.
    pub(super) fn put(&self, featured: Option<&Game>, in_play: &[&Game], tables: Option<(&Director, &Settings)>) {
        let tables = tables.map(|(director, settings)| {
            let (standings, _) = director.standings(settings);
            Tables { standings, outcomes: director.outcomes().clone(), rows: self.rows(director, in_play) }
        });
        self.shared.latest.merge(Post { featured: featured.cloned(), tables }, |post, earlier| {
            post.featured = post.featured.take().or(earlier.featured);
            post.tables = post.tables.take().or(earlier.tables);
        });
    }

    fn rows(&self, director: &Director, in_play: &[&Game]) -> Vec<Row> {
        let known = director.schedule().known();
        let now = in_play.iter().map(|game| game.fixture.number.0).min();
        let now = now.or_else(|| self.over.keys().next_back().map(|number| number.0)).unwrap_or(1);
        let from = now.saturating_sub(LONGEST / 2).max(1);
        let to = known.min(from.saturating_add(LONGEST));
        let row = |number| {
            let number = GameNumber(number);
            if let Some(game) = in_play.iter().find(|game| game.fixture.number == number) {
                return Some(Row::in_play(game, &self.context));
            }
            let mut row = match self.over.get(&number) {
                Some(over) => over.clone(),
                None => Row::to_come(&director.schedule().fixture(number)?, &self.context),
            };
            if let Some(outcome) = director.outcomes().get(&number) {
                row.decide(outcome.entry.result);
            }
            Some(row)
        };
        (from..=to).filter_map(row).collect()
    }

    pub(super) fn said(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.said.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes what is there to its end.
    pub(super) fn close(&mut self) -> Vec<String> {
        self.shared.latest.close();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
        self.said()
    }
}

struct Writer {
    folder: PathBuf,
    shared: Arc<Shared>,
    engines: Vec<Engine>,
    names: Vec<String>,
    given: Vec<Option<u32>>,
    context: PgnContext,
    /// Whether the last try failed, and it has been said.
    failing: bool,
}

impl Writer {
    fn run(mut self) {
        while let Taken::Thing(post) = self.shared.latest.take() {
            match self.write(&post) {
                Ok(()) => self.failing = false,
                Err(error) if !std::mem::replace(&mut self.failing, true) => {
                    let text = format!("feed: {}: {error}", self.folder.display());
                    self.shared.said.lock().unwrap_or_else(PoisonError::into_inner).push(text);
                }
                Err(_) => {}
            }
            self.shared.latest.pause(EVERY);
        }
    }

    fn write(&self, post: &Post) -> io::Result<()> {
        let put = |name: &str, text: &str| replace(&self.folder.join(name), text.as_bytes());
        if let Some(game) = &post.featured {
            let live = feed::live(game, &self.context, &self.engines).map_err(io::Error::other)?;
            put("live.json", &live.json)?;
            put("live.pgn", &live.pgn)?;
        }
        if let Some(tables) = &post.tables {
            let input = TableInput {
                event: &self.context.event,
                names: &self.names,
                given: &self.given,
                standings: &tables.standings,
                outcomes: &tables.outcomes,
            };
            let estimates = feed::estimates(&input);
            put("crosstable.json", &feed::crosstable(&input, &estimates))?;
            put("enginerating.json", &feed::engine_ratings(&input, &estimates))?;
            put("schedule.json", &feed::schedule(&tables.rows))?;
        }
        Ok(())
    }
}
