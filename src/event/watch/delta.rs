//! What has changed since the watchers were told last, and the whole for who has just come.

use super::board::{self, Board, of_white};
use super::model::{InPlay, Model, NAME, NOTES, SENTENCE, replayed};
use super::view::{
    ArticleView, Counts, EncounterView, GameView, MatingView, Pairing, PlaceView, PlyView, RowView, RulingView,
    Snapshot, StandingsView, StateView, Summary, TeamView, ThoughtView,
};
use super::workers::WorkersView;
use super::{clean, words};
use crate::event::game::Game;
use crate::event::journal::Closing;
use crate::event::mating::Answer;
use crate::event::settings::{Format, GameNumber, PlayerId, Variant};
use crate::event::standings::{Row, Standings, TeamRow, Value};
use crate::game::clock::{Bonus, Control};
use crate::laws::table;
use crate::units::Span;
use serde::Serialize;
use shakmaty::Position;
use std::collections::BTreeSet;

/// Finished games in a snapshot, and at most in one answer.
const RESULTS: usize = 500;
/// Games to come that are shown.
const UPCOMING: usize = 200;
/// Players of a cross table, at most: it grows with their square.
const TABLES: usize = 64;
/// The tables are told anew at most so often, in milliseconds.
const TABLE_EVERY: u64 = 1_000;
/// Games whose last moves are told beside their end, at most.
const ENDED: usize = 64;

/// What has changed.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) begun: BTreeSet<GameNumber>,
    pub(super) moved: BTreeSet<GameNumber>,
    pub(super) thoughts: BTreeSet<GameNumber>,
    pub(super) over: BTreeSet<GameNumber>,
    /// Not in play any more.
    pub(super) gone: BTreeSet<GameNumber>,
    pub(super) tables: bool,
    pub(super) workers: bool,
    told_tables: u64,
    ended: Vec<InPlay>,
}

impl Changes {
    pub(super) fn begun(&mut self, number: GameNumber) {
        self.begun.insert(number);
        self.gone.remove(&number);
    }

    /// A game is over whose last moves may not have been told.
    pub(super) fn ended(&mut self, in_play: InPlay) {
        if self.ended.len() < ENDED {
            self.ended.push(in_play);
        }
    }

    fn is_empty(&self) -> bool {
        let sets = [&self.begun, &self.moved, &self.thoughts, &self.over, &self.gone];
        sets.iter().all(|set| set.is_empty()) && self.ended.is_empty() && !self.workers
    }
}

/// What has changed since the last one.
#[derive(Clone, Debug, Serialize)]
pub struct Delta {
    now: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    begun: Vec<GameView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<Moves>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    thoughts: Vec<Thought>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    over: Vec<Summary>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<StateView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    workers: Option<WorkersView>,
}

/// Half-moves of a game, in place of what stood there before.
#[derive(Clone, Debug, Serialize)]
struct Moves {
    n: u32,
    /// The place of the first, from 0.
    from: usize,
    since: u64,
    plies: Vec<PlyView>,
}

#[derive(Clone, Debug, Serialize)]
struct Thought {
    n: u32,
    #[serde(flatten)]
    thought: ThoughtView,
}

impl Model {
    /// What has changed since this was asked last; none: nothing that is to be told yet.
    pub fn delta(&mut self, now: u64) -> Option<Delta> {
        let tables_due = self.changes.tables
            && (now.saturating_sub(self.changes.told_tables) >= TABLE_EVERY || self.closed.is_some());
        if self.changes.is_empty() && !tables_due {
            return None;
        }
        let mut changes = std::mem::take(&mut self.changes);
        let (mut begun, mut moves, mut thoughts) = (Vec::new(), Vec::new(), Vec::new());
        for number in &changes.begun {
            if let Some(in_play) = self.playing.get_mut(number) {
                in_play.catch_up();
                in_play.told = in_play.board.as_ref().map_or(0, |board| board.plies().len());
                begun.extend(self.playing.get(number).map(|in_play| self.view_in_play(in_play)));
            }
        }
        for in_play in &mut changes.ended {
            moves.extend(untold(in_play));
        }
        for number in &changes.moved {
            moves.extend(self.playing.get_mut(number).and_then(untold));
        }
        for number in &changes.thoughts {
            let Some(in_play) = self.playing.get_mut(number) else { continue };
            in_play.catch_up();
            thoughts.extend(thought(in_play).map(|thought| Thought { n: number.0, thought }));
        }
        let over = changes.over.iter().filter_map(|number| self.results.get(number).cloned()).collect();
        let state = tables_due.then(|| self.state());
        self.changes.tables = changes.tables && !tables_due;
        self.changes.told_tables = if tables_due { now } else { changes.told_tables };
        let gone = changes.gone.iter().map(|number| number.0).collect();
        let workers = self.workers.clone().filter(|_| changes.workers);
        Some(Delta { now, begun, moves, thoughts, over, gone, state, workers })
    }

    /// Whether there is something to tell, now or soon.
    #[must_use]
    pub fn has_changes(&self) -> bool {
        self.changes.tables || !self.changes.is_empty()
    }

    /// Nobody is there to be told: what has changed so far will be part of the next snapshot.
    pub fn forget_changes(&mut self) {
        let told_tables = self.changes.told_tables;
        self.changes = Changes { told_tables, ..Changes::default() };
        for in_play in self.playing.values_mut() {
            in_play.told = in_play.game.plies.len();
        }
    }

    /// Everything.
    pub fn snapshot(&mut self, now: u64) -> Snapshot {
        for in_play in self.playing.values_mut() {
            in_play.catch_up();
        }
        Snapshot {
            now,
            event: self.event.clone(),
            state: self.state(),
            workers: self.workers.clone(),
            playing: self.playing.values().map(|in_play| self.view_in_play(in_play)).collect(),
            results: self.last_results(RESULTS),
        }
    }

    fn last_results(&self, most: usize) -> Vec<Summary> {
        let mut results = self.results.values().rev().take(most).cloned().collect::<Vec<_>>();
        results.reverse();
        results
    }

    /// Finished games from a number on, a page of them.
    pub fn results_from(&self, from: u32, most: usize) -> Vec<Summary> {
        self.results.range(GameNumber(from)..).take(most.min(RESULTS)).map(|(_, summary)| summary.clone()).collect()
    }

    /// A game in play or a finished one that is still kept.
    pub fn game(&mut self, number: GameNumber) -> Option<GameView> {
        if let Some(in_play) = self.playing.get_mut(&number) {
            in_play.catch_up();
            return self.playing.get(&number).map(|in_play| self.view_in_play(in_play));
        }
        let kept = self.vault.get(number)?;
        let board = replayed(&kept);
        let mut view = self.view(&kept.game, board.as_ref());
        view.ending = self.ruling(&kept.game);
        Some(view)
    }

    fn view_in_play(&self, in_play: &InPlay) -> GameView {
        let mut view = self.view(&in_play.game, in_play.board.as_ref());
        view.since = in_play.since;
        view.thought = thought(in_play);
        view.place = in_play
            .place
            .as_ref()
            .map(|place| PlaceView { number: place.number, host: place.host.as_ref().map(|host| clean(host, NAME)) });
        view
    }

    fn view(&self, game: &Game, board: Option<&Board>) -> GameView {
        let fixture = &game.fixture;
        GameView {
            n: fixture.number.0,
            round: fixture.round,
            game: fixture.game,
            white: fixture.white.0,
            black: fixture.black.0,
            place: None,
            started: game.started,
            chess960: game.opening.variant == Variant::Chess960,
            start: board.map(Board::start_fen),
            plies: board.map(|board| board.plies().to_vec()).unwrap_or_default(),
            clocks: [fixture.white, fixture.black].map(|id| self.at_first(id)),
            since: game.ended,
            thought: None,
            ending: None,
        }
    }

    /// What a player's clock shows before its first move, in milliseconds.
    fn at_first(&self, id: PlayerId) -> Option<i64> {
        let player = self.settings.players.get(usize::from(id.0))?;
        match &player.control {
            Control::Unlimited => None,
            Control::PerMove(time) | Control::Hourglass(time) => Some(time.as_millis()),
            Control::Periods(periods) => periods.front().map(|first| {
                let bonus = match first.bonus {
                    Bonus::Increment(bonus) => bonus,
                    Bonus::None | Bonus::Delay(_) | Bonus::Bronstein(_) => Span::ZERO,
                };
                (first.time + bonus).as_millis()
            }),
        }
    }

    fn ruling(&self, game: &Game) -> Option<RulingView> {
        let ending = &game.ending;
        let summary = self.results.get(&game.fixture.number)?.clone();
        let cited = ending.articles.iter().map(|article| {
            let (what, says) = table::article(&self.settings.rules.laws, article).unwrap_or_default();
            ArticleView { article: clean(article, NAME), what, says }
        });
        let mode = board::mode(game.opening.variant);
        let mating = ending.mating.iter().map(|mating| MatingView {
            side: mating.side.name(),
            answer: match &mating.answer {
                Answer::Possible { .. } => "possible",
                Answer::Impossible { .. } => "impossible",
                Answer::Undetermined { .. } => "undetermined",
            },
            text: words::mating(mating),
            line: match &mating.answer {
                Answer::Possible { line } => board::variation(&game.final_fen, mode, line),
                Answer::Impossible { .. } | Answer::Undetermined { .. } => Vec::new(),
            },
            certificate: matches!(&mating.answer, Answer::Impossible { certificate: Some(_), .. }),
        });
        Some(RulingView {
            meaning: ending.ground.map_or("", words::meaning),
            authority: words::authority(ending.layer),
            cited: cited.collect(),
            laws: clean(&ending.laws, NAME),
            final_fen: game.final_fen.clone(),
            mating: mating.collect(),
            notes: game.notes.iter().take(NOTES).map(|note| clean(note, SENTENCE)).collect(),
            summary,
        })
    }

    fn state(&self) -> StateView {
        let (standings, _) = self.director.standings(&self.settings);
        let upcoming = match self.closed {
            Some(Closing::Complete) => Vec::new(),
            Some(Closing::Stopped) | None => self.director.to_come().take(UPCOMING).collect(),
        };
        let upcoming = upcoming.into_iter().filter(|fixture| !self.playing.contains_key(&fixture.number));
        let encounter = |encounter: &crate::event::schedule::Encounter| EncounterView {
            higher: encounter.higher.0,
            lower: encounter.lower.map(|lower| lower.0),
            games: encounter.games.iter().map(|number| number.0).collect(),
            points: [encounter.half_points.0, encounter.half_points.1].map(|half| Value::halves(half).to_string()),
            winner: encounter.winner.map(|winner| winner.0),
        };
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        StateView {
            counts: Counts {
                finished: count(self.director.outcomes().len()),
                playing: count(self.playing.len()),
                total: self.director.schedule().total(),
            },
            closed: self.closed.map(|how| match how {
                Closing::Complete => "complete",
                Closing::Stopped => "stopped",
            }),
            standings: self.table(&standings),
            upcoming: upcoming
                .map(|fixture| Pairing {
                    n: fixture.number.0,
                    round: fixture.round,
                    game: fixture.game,
                    white: fixture.white.0,
                    black: fixture.black.0,
                })
                .collect(),
            bracket: self
                .director
                .schedule()
                .bracket()
                .iter()
                .map(|round| round.iter().map(encounter).collect())
                .collect(),
            withdrawn: self.withdrawn.clone(),
            rounds: self.rounds.clone(),
        }
    }

    fn table(&self, standings: &Standings) -> StandingsView {
        let rows = standings.rows();
        let cells = |row: &Row| {
            let cell = |other: &Row| match other.player == row.player {
                true => None,
                false => Some(standings.cell_text(row.player, other.player)),
            };
            if rows.len() > TABLES { Vec::new() } else { rows.iter().map(cell).collect() }
        };
        let row = |row: &Row| {
            let all = row.white + row.black;
            RowView {
                player: row.player.0,
                rank: row.rank,
                points: Value::halves(row.half_points).to_string(),
                games: all.wins + all.draws + all.losses,
                wins: all.wins,
                draws: all.draws,
                losses: all.losses,
                faults: row.faults,
                values: row.values.iter().map(|value| value.map_or_else(String::new, |v| v.to_string())).collect(),
                cells: cells(row),
            }
        };
        StandingsView {
            tie_breaks: self.settings.tie_breaks.iter().map(|tie_break| tie_break.code()).collect(),
            rows: rows.iter().map(row).collect(),
            teams: self.teams(),
        }
    }

    fn teams(&self) -> Vec<TeamView> {
        let (Some(standings), Format::TeamRoundRobin(teams)) =
            (self.director.team_standings(&self.settings), &self.settings.format)
        else {
            return Vec::new();
        };
        let row = |row: &TeamRow| TeamView {
            name: teams.teams.get(row.team).map(|team| clean(&team.name, NAME)).unwrap_or_default(),
            rank: row.rank,
            match_points: row.match_points,
            game_points: Value::halves(row.half_points).to_string(),
            matches: row.matches,
        };
        standings.rows().iter().map(row).collect()
    }
}

/// The half-moves of a game that were not told yet.
fn untold(in_play: &mut InPlay) -> Option<Moves> {
    in_play.catch_up();
    let all = in_play.board.as_ref()?.plies();
    let from = in_play.told.min(all.len());
    in_play.told = all.len();
    let plies = all.get(from..).unwrap_or_default().to_vec();
    (!plies.is_empty()).then_some(Moves { n: in_play.game.fixture.number.0, from, since: in_play.since, plies })
}

/// What the engine on the move thinks, if it is about the position on the board.
fn thought(in_play: &InPlay) -> Option<ThoughtView> {
    let (thought, board) = (in_play.thought.as_ref()?, in_play.board.as_ref()?);
    let on_board = usize::try_from(thought.ply).is_ok_and(|ply| ply == board.plies().len());
    let mover = board.position().turn();
    on_board.then(|| ThoughtView {
        ply: thought.ply,
        score: thought.score.map(|score| of_white(score, mover)),
        depth: thought.depth,
        nodes: thought.nodes,
        pv: board::line_text(board.position(), &thought.line),
    })
}
