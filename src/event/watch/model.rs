//! The event as it is shown: what the news so far make of it.

use super::board::{self, Board};
use super::delta::Changes;
use super::vault::{Kept, Vault};
use super::view::{ByeView, Decision, EventView, PlayerView, RoundView, Summary, Withdrawn};
use super::workers::WorkersView;
use super::{Insight, News, Place, clean, words};
use crate::event::director::Director;
use crate::event::game::{Fixture, Game, Opening, Played};
use crate::event::journal::{Closing, Entry};
use crate::event::mating::Answer;
use crate::event::openings::Book;
use crate::event::pgn::{self, PgnContext, Readers};
use crate::event::report;
use crate::event::schedule::Schedule;
use crate::event::settings::{Format, GameNumber, Settings};
use crate::event::standings::ByeKind;
use crate::event::table::Again;
use crate::event::time_control;
use std::collections::BTreeMap;

/// A name is shown so long.
pub(super) const NAME: usize = 80;
/// A sentence is shown so long.
pub(super) const SENTENCE: usize = 1_000;
/// Games that viewers are given in one file, unless more are in play.
const LIVE: usize = 64;
/// So many notes of a game are shown.
pub(super) const NOTES: usize = 200;

/// An event that is watched.
#[derive(Debug)]
pub struct Model {
    pub(super) settings: Settings,
    pub(super) director: Director,
    pub(super) event: EventView,
    pub(super) playing: BTreeMap<GameNumber, InPlay>,
    pub(super) results: BTreeMap<GameNumber, Summary>,
    pub(super) vault: Vault,
    pub(super) withdrawn: Vec<Withdrawn>,
    /// The rounds of a Swiss event that were paired.
    pub(super) rounds: Vec<RoundView>,
    pub(super) closed: Option<Closing>,
    /// Those who play; none: the event's own machine.
    pub(super) workers: Option<WorkersView>,
    /// Finished games that no other has followed at their place yet.
    fresh: Vec<GameNumber>,
    pub(super) changes: Changes,
    context: PgnContext,
    /// The same for programs that poll the games in play.
    for_viewers: PgnContext,
    openings: Option<Book>,
}

/// A game that is played.
#[derive(Debug)]
pub(super) struct InPlay {
    pub(super) game: Game,
    pub(super) place: Option<Place>,
    /// None: where it started is not known.
    pub(super) board: Option<Board>,
    /// The lines of play by half-move.
    pub(super) lines: BTreeMap<u32, Vec<u8>>,
    pub(super) thought: Option<Insight>,
    /// When its last move came.
    pub(super) since: u64,
    /// Half-moves that the watchers have.
    pub(super) told: usize,
}

impl InPlay {
    fn new(fixture: Fixture, opening: Option<Opening>, place: Option<Place>, at: u64) -> Self {
        let board = opening.as_ref().and_then(Board::new);
        let game = Game::begun(fixture, opening.unwrap_or_default(), at);
        Self { game, place, board, lines: BTreeMap::new(), thought: None, since: at, told: 0 }
    }

    /// Works out the positions that have not been asked for yet.
    pub(super) fn catch_up(&mut self) {
        if let Some(board) = &mut self.board {
            let lines = &self.lines;
            board.follow(&self.game.plies, &|ply| u32::try_from(ply).ok().and_then(|ply| lines.get(&ply)).cloned());
        }
    }

    fn moved(&mut self, ply: u32, played: Played, at: u64) {
        let place = usize::try_from(ply).unwrap_or(usize::MAX);
        if place > self.game.plies.len() {
            // One before it was not told: the game comes whole at its end.
            return;
        }
        self.told = self.told.min(place);
        self.game.plies.truncate(place);
        self.game.plies.push(played);
        self.since = at;
        if let Some(thought) = self.thought.take_if(|thought| thought.ply <= ply)
            && thought.ply == ply
        {
            self.lines.insert(ply, thought.line);
        }
    }
}

impl Model {
    /// An event of which nothing has happened yet. `openings` is how many openings there are, if that is known.
    #[must_use]
    pub fn new(settings: Settings, openings: Option<u32>) -> Self {
        let schedule = Schedule::new(&settings.format, settings.players.len(), &settings.openings, openings);
        Self {
            director: Director::new(&settings, schedule),
            event: event(&settings),
            playing: BTreeMap::new(),
            results: BTreeMap::new(),
            vault: Vault::default(),
            withdrawn: Vec::new(),
            rounds: Vec::new(),
            closed: None,
            workers: None,
            fresh: Vec::new(),
            changes: Changes::default(),
            context: PgnContext::new(&settings),
            for_viewers: PgnContext::new(&settings).for_readers(Readers::Viewers),
            openings: None,
            settings,
        }
    }

    /// The same with the openings: where games in play started is not in a journal.
    #[must_use]
    pub fn with_openings(self, openings: Option<Book>) -> Self {
        Self { openings, ..self }
    }

    /// Takes news that came at a moment, in milliseconds since 1970 UTC.
    pub fn take(&mut self, news: News, at: u64) {
        match news {
            News::Entry(entry) => self.enter(*entry, at),
            News::Started { fixture, opening, place } => {
                for number in std::mem::take(&mut self.fresh) {
                    self.changes.gone.insert(number);
                }
                let number = fixture.number;
                self.playing.insert(number, InPlay::new(fixture, Some(opening), Some(place), at));
                self.changes.begun(number);
            }
            News::Moved { number, ply, played } => self.moved(number, ply, played, at),
            News::Thought(number, insight) => {
                if let Some(in_play) = self.playing.get_mut(&number) {
                    in_play.thought = Some(insight);
                    self.changes.thoughts.insert(number);
                }
            }
            News::InPlay(game, place) => {
                let number = game.fixture.number;
                let mut in_play = InPlay::new(game.fixture.clone(), Some(game.opening.clone()), Some(place), at);
                in_play.game = *game;
                self.playing.insert(number, in_play);
                self.changes.begun(number);
            }
            News::Workers(workers) => self.workers(&workers),
        }
    }

    fn moved(&mut self, number: GameNumber, ply: u32, played: Played, at: u64) {
        if let Some(in_play) = self.playing.get_mut(&number) {
            in_play.moved(ply, played, at);
            self.changes.moved.insert(number);
        }
    }

    fn enter(&mut self, entry: Entry, at: u64) {
        self.director.replay(&entry);
        match entry {
            Entry::Opened { .. } | Entry::Late { .. } | Entry::Incident { .. } => {}
            Entry::Resumed { .. } => {
                self.director.resume();
                self.closed = None;
                self.sweep();
                self.changes.tables = true;
            }
            Entry::Begun { number, .. } => {
                self.changes.tables = true;
                if !self.playing.contains_key(&number)
                    && let Some(fixture) = self.director.schedule().fixture(number)
                {
                    let opening = self.openings.as_ref().and_then(|book| book.opening(fixture.opening).ok());
                    self.playing.insert(number, InPlay::new(fixture, opening, None, at));
                    self.changes.begun(number);
                }
            }
            Entry::Moved { number, ply, played } => self.moved(number, ply, played, at),
            Entry::Finished { game, again, .. } => self.finished(*game, again),
            Entry::Decided { number, result, by, reason, .. } => {
                if let Some(summary) = self.results.get_mut(&number) {
                    let (by, reason) = (clean(&by, NAME), clean(&reason, SENTENCE));
                    summary.decided = Some(Decision { result, by, reason });
                    self.changes.over.insert(number);
                }
                self.changes.tables = true;
            }
            Entry::Withdrawn { player, reason } => {
                self.withdrawn.push(Withdrawn { player: player.0, reason: clean(&reason, SENTENCE) });
                self.changes.tables = true;
            }
            Entry::Paired { pairing, by, .. } => {
                let kind = |kind: ByeKind| match kind {
                    ByeKind::PairingAllocated => "left over by the pairing: a full point",
                    ByeKind::Full => "on request: a full point",
                    ByeKind::Half => "on request: half a point",
                    ByeKind::Zero => "absent: no point",
                };
                let byes = pairing.byes.iter().map(|(player, why)| ByeView { player: player.0, why: kind(*why) });
                let round = RoundView { round: pairing.round, by: clean(&by.to_string(), NAME), byes: byes.collect() };
                // A director's own pairing stands in the place of another.
                self.rounds.retain(|known| known.round != round.round);
                self.rounds.push(round);
                self.changes.tables = true;
            }
            Entry::Closed { how } => {
                self.closed = Some(how);
                self.sweep();
                self.changes.tables = true;
            }
        }
    }

    /// Games that were in play are not any more.
    fn sweep(&mut self) {
        self.changes.gone.extend(std::mem::take(&mut self.playing).into_keys());
    }

    fn finished(&mut self, game: Game, again: Again) {
        let number = game.fixture.number;
        // A knockout knows its next round when the last result is in.
        self.director.has_more();
        self.changes.tables = true;
        let in_play = self.playing.remove(&number);
        match again {
            Again::No if game.ending.result.is_some() => {}
            Again::No | Again::Replay | Again::HostFault => {
                self.changes.gone.insert(number);
                return;
            }
        }
        let lines = in_play.as_ref().map(|in_play| &in_play.lines).into_iter().flatten();
        let lines = lines.map(|(ply, line)| (*ply, String::from_utf8_lossy(line).into_owned())).collect();
        self.results.insert(number, summary(&game));
        if let Some(mut in_play) = in_play {
            in_play.game.plies.clone_from(&game.plies);
            self.changes.ended(in_play);
        }
        self.vault.put(&Kept { game, lines });
        self.fresh.push(number);
        self.changes.over.insert(number);
    }

    /// A finished game, if it is still kept.
    #[must_use]
    pub fn kept(&self, number: GameNumber) -> Option<Kept> {
        self.vault.get(number)
    }

    /// The numbers of the finished games.
    pub fn finished_games(&self) -> impl Iterator<Item = GameNumber> {
        self.results.keys().copied()
    }

    /// A finished game, or one in play, as PGN.
    #[must_use]
    pub fn pgn(&self, number: GameNumber) -> Option<String> {
        self.written(number, &self.context)
    }

    fn written(&self, number: GameNumber, context: &PgnContext) -> Option<String> {
        match self.playing.get(&number) {
            Some(in_play) if in_play.board.is_some() => Some(written(&in_play.game, context)),
            Some(_) | None => self.vault.get(number).map(|kept| written(&kept.game, context)),
        }
    }

    /// The games in play and the finished games of their rounds, the latest if they are many, as PGN for viewers: what
    /// the live file of an event has.
    #[must_use]
    pub fn live_pgn(&self) -> String {
        let round = self.playing.values().map(|in_play| in_play.game.fixture.round).min();
        let of_round = |summary: &&Summary| round.is_none_or(|round| summary.round >= round);
        let most = LIVE.saturating_sub(self.playing.len());
        let finished = self.results.values().rev().filter(of_round).take(most).map(|summary| GameNumber(summary.n));
        let mut numbers = self.playing.keys().copied().chain(finished).collect::<Vec<_>>();
        numbers.sort_unstable();
        numbers.into_iter().filter_map(|number| self.written(number, &self.for_viewers)).collect()
    }

    /// What `verify` checks, of a finished game's ruling; `side` is `white` or `black`.
    #[must_use]
    pub fn certificate(&self, number: GameNumber, side: &str) -> Option<String> {
        let kept = self.vault.get(number)?;
        let mut of = kept.game.ending.mating.iter().filter(|mating| mating.side.name().eq_ignore_ascii_case(side));
        of.find_map(|mating| match &mating.answer {
            Answer::Impossible { certificate, .. } => certificate.clone(),
            Answer::Possible { .. } | Answer::Undetermined { .. } => None,
        })
    }
}

fn written(game: &Game, context: &PgnContext) -> String {
    let reason = report::reason(&game.ending, &game.final_fen);
    pgn::pgn(game, context, &reason).unwrap_or_else(|error| format!("; {error}\n\n"))
}

/// What does not change.
fn event(settings: &Settings) -> EventView {
    let player = |player: &crate::event::settings::Player| PlayerView {
        name: clean(&player.name, NAME),
        rating: player.rating,
        time: time_control::print(&player.control),
    };
    let format = match &settings.format {
        Format::RoundRobin(_) => "round robin",
        Format::Gauntlet { .. } => "gauntlet",
        Format::Knockout { .. } => "knockout",
        Format::Ladder(_) => "ladder",
        Format::Swiss(_) => "swiss",
        Format::TeamRoundRobin(_) => "team round robin",
    };
    EventView {
        name: clean(&settings.name, NAME),
        site: clean(&settings.site, NAME),
        format: format.to_owned(),
        laws: clean(settings.rules.laws.title(), NAME * 2),
        edition: clean(settings.rules.laws.name(), NAME),
        program: concat!("uci-arbiter ", env!("CARGO_PKG_VERSION")),
        players: settings.players.iter().map(player).collect(),
    }
}

/// A finished game in a line.
fn summary(game: &Game) -> Summary {
    let (fixture, ending) = (&game.fixture, &game.ending);
    let evidence = |mating: &crate::event::mating::Mating| match &mating.answer {
        Answer::Possible { .. } => "helpmate".to_owned(),
        Answer::Impossible { .. } => "proof".to_owned(),
        Answer::Undetermined { .. } => "open".to_owned(),
    };
    Summary {
        n: fixture.number.0,
        round: fixture.round,
        game: fixture.game,
        white: fixture.white.0,
        black: fixture.black.0,
        result: ending.result,
        ground: ending.ground,
        title: ending.ground.map_or_else(String::new, |ground| words::title(ground).to_owned()),
        layer: ending.layer,
        articles: ending.articles.iter().map(|article| clean(article, NAME)).collect(),
        text: clean(&ending.text, SENTENCE),
        plies: game.plies.len(),
        ended: game.ended,
        decided: None,
        evidence: ending.mating.iter().map(evidence).collect(),
    }
}

/// A finished game's board, with its lines of play.
pub(super) fn replayed(kept: &Kept) -> Option<Board> {
    let mut board = board::Board::new(&kept.game.opening)?;
    board.follow(&kept.game.plies, &|ply| {
        u32::try_from(ply).ok().and_then(|ply| kept.lines.get(&ply)).map(|line| line.clone().into_bytes())
    });
    Some(board)
}
