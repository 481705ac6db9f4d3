//! What is said while an event is played: which lines, and when.
//!
//! Decides: after which game what is told, in cutechess-cli's or fastchess's words (see [`super::report`]); whether a
//! sequential test is decided. Refuses to know: who reads it.

use super::director::Director;
use super::game::{Fixture, Game};
use super::journal::{Closing, PairedBy};
use super::plain;
use super::report::{self, Progress, cutechess, fastchess};
use super::schedule::swiss::Pairing;
use super::settings::{ByeKind, FinalTable, Format, OpeningSource, PlayerId, Settings, Style};
use super::standings::Absence;
use crate::game::clock::{Bonus, Control};
use crate::profile::OptionValue;
use crate::statistics::{Basis, Sprt, SprtModel, SprtState};
use crate::units::Span;
use std::fmt::Write as _;

/// Tells an event.
#[derive(Debug)]
pub struct Announcer {
    names: Vec<String>,
    total: u32,
    progress: Progress,
    /// The same without games that ended by an engine's failure.
    clean: Progress,
    style: Style,
    every: Intervals,
    ranking: cutechess::Ranking,
    setup: fastchess::Setup,
    sprt: Option<Sprt>,
    /// Whose form is kept to the letter.
    table: FinalTable,
    basis: Counted,
    /// Whether the ratings so far have been told.
    rated: bool,
}

/// After how many games what is told; 0: at the end only.
#[derive(Clone, Copy, Debug)]
struct Intervals {
    ratings: u32,
    scores: u32,
    outcomes: u32,
}

/// What a test counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    Pairs,
    Games,
}

impl Announcer {
    /// For an event of so many games.
    #[must_use]
    pub fn new(settings: &Settings, total: u32) -> Self {
        let names = names(settings);
        let in_pairs = settings.openings.repeat.get().is_multiple_of(2);
        let bayesian = settings.sprt.is_some_and(|sprt| sprt.model == SprtModel::Bayesian);
        Self {
            progress: Progress::new(&names),
            clean: Progress::new(&names),
            names,
            total,
            style: settings.output.style,
            every: Intervals {
                ratings: settings.output.rating_interval,
                scores: settings.output.score_interval,
                outcomes: settings.output.outcome_interval,
            },
            ranking: match settings.format {
                Format::Gauntlet { seeds, .. } => cutechess::Ranking::Gauntlet(seeds.get()),
                Format::RoundRobin(_)
                | Format::Knockout { .. }
                | Format::Ladder(_)
                | Format::Swiss(_)
                | Format::TeamRoundRobin(_) => cutechess::Ranking::ByScore,
            },
            setup: setup(settings),
            sprt: settings.sprt,
            table: settings.output.standings,
            basis: if in_pairs && !bayesian { Counted::Pairs } else { Counted::Games },
            rated: true,
        }
    }

    fn name(&self, id: PlayerId) -> &str {
        self.names.get(usize::from(id.0)).map_or("?", String::as_str)
    }

    /// A game is begun.
    #[must_use]
    pub fn started(&self, fixture: &Fixture) -> String {
        let (white, black) = (self.name(fixture.white), self.name(fixture.black));
        report::started(fixture.number, self.total, white, black) + "\n"
    }

    /// A game is over and counts.
    pub fn finished(&mut self, game: &Game) -> String {
        let (fixture, ending) = (&game.fixture, &game.ending);
        self.progress.add(fixture, ending, &game.final_fen);
        if report::failure(ending).is_none() {
            self.clean.add(fixture, ending, &game.final_fen);
        }
        self.rated = false;
        let (white, black) = (self.name(fixture.white), self.name(fixture.black));
        let mut text = report::finished(fixture.number, white, black, ending, &game.final_fen) + "\n";
        let due = |every: u32| every > 0 && self.progress.finished().is_multiple_of(every);
        let (scores, ratings, outcomes) = (due(self.every.scores), due(self.every.ratings), due(self.every.outcomes));
        if scores {
            self.scores(&mut text);
        }
        if ratings {
            self.ratings(&mut text);
        }
        if outcomes {
            text.push_str(&cutechess::outcomes(&self.progress));
            text.push('\n');
        }
        text
    }

    fn scores(&self, text: &mut String) {
        let [first, second] = self.progress.players() else { return };
        match self.style {
            Style::Cutechess => text.push_str(&cutechess::score(first, second)),
            Style::FastchessAsCutechess => text.push_str(&fastchess::score_in_cutechess_form(first, second)),
            // fastchess tells them in its block alone.
            Style::Fastchess => return,
        }
        text.push('\n');
    }

    fn ratings(&mut self, text: &mut String) {
        self.rated = true;
        match self.style {
            Style::Cutechess => {
                text.push_str(&match self.table {
                    FinalTable::Hidden => {
                        let test = self.sprt.as_ref();
                        cutechess::ratings(&self.progress, self.ranking, test, cutechess::Form::Cutechess) + "\n"
                    }
                    FinalTable::Shown => self.plain_ratings(&self.progress),
                });
            }
            Style::Fastchess => {
                let counting = match self.basis {
                    Counted::Pairs => fastchess::Counting::Pairs,
                    Counted::Games => fastchess::Counting::Games,
                };
                text.push_str(&fastchess::interval(&self.progress, counting, &self.setup, self.sprt.as_ref()));
            }
            Style::FastchessAsCutechess => {
                text.push_str(&fastchess::interval_in_cutechess_form(&self.progress, self.sprt.as_ref()));
            }
        }
    }

    /// Whether the test is decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.test().is_some_and(|state| state != SprtState::Continue)
    }

    fn test(&self) -> Option<SprtState> {
        let first = self.progress.players().first()?;
        let basis = match self.basis {
            Counted::Pairs => Basis::Pairs(first.pairs),
            Counted::Games => Basis::Games(first.games()),
        };
        Some(self.sprt?.state(basis))
    }

    /// The event is over, or stopped.
    pub fn closing(&mut self, how: Closing) -> String {
        let mut text = String::new();
        if !self.rated {
            if self.style == Style::Cutechess && self.every.scores == 0 {
                self.scores(&mut text);
            }
            self.ratings(&mut text);
        }
        let accepted = match self.test() {
            Some(SprtState::AcceptH0) => Some("H0"),
            Some(SprtState::AcceptH1) => Some("H1"),
            Some(SprtState::Continue) | None => None,
        };
        if let (Some(accepted), Some(sprt)) = (accepted, &self.sprt) {
            match self.style {
                Style::Cutechess => {}
                // A String takes everything.
                Style::Fastchess | Style::FastchessAsCutechess => {
                    _ = writeln!(text, "{}", fastchess::completed(sprt, accepted));
                }
            }
        }
        text.push_str(match how {
            Closing::Complete => "Finished match\n",
            Closing::Stopped => "Stopped match\n",
        });
        text
    }

    /// Ratings for people, without empty lines.
    fn plain_ratings(&self, progress: &Progress) -> String {
        let ratings = cutechess::ratings(progress, self.ranking, self.sprt.as_ref(), cutechess::Form::Plain);
        ratings.lines().filter(|line| !line.is_empty()).fold(String::new(), |text, line| text + line + "\n")
    }

    /// The counts so far.
    #[must_use]
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The ratings once more without the games that an engine's failure ended, if there were any: such games alone have
    /// turned verdicts round.
    #[must_use]
    pub fn without_failures(&self) -> Option<String> {
        let failures = self.progress.finished() - self.clean.finished();
        (failures > 0).then(|| {
            let lines = match self.clean.finished() {
                0 => " none is left\n".to_owned(),
                _ => "\n".to_owned() + &self.plain_ratings(&self.clean),
            };
            format!("Without the games that an engine's failure ended ({failures}):{lines}")
        })
    }
}

/// The table of the teams, with an empty line after it; nothing if there are none.
#[must_use]
pub fn team_table(director: &Director, settings: &Settings) -> String {
    match (&settings.format, director.team_standings(settings)) {
        (Format::TeamRoundRobin(teams), Some(standings)) => standings.text(teams) + "\n",
        (_, _) => String::new(),
    }
}

/// The players' names as people may see them.
fn names(settings: &Settings) -> Vec<String> {
    settings.players.iter().map(|player| plain::line(&player.name).into_owned()).collect()
}

/// The standings with the cross table, and what became of players who left.
#[must_use]
pub fn standings(director: &Director, settings: &Settings) -> String {
    let names = names(settings);
    let (standings, absences) = director.standings(settings);
    let mut text = team_table(director, settings);
    text.push_str(&standings.text(&names));
    for (player, absence) in absences {
        let name = names.get(usize::from(player.0)).map_or("?", String::as_str);
        text.push_str(&match absence {
            Absence::Annulled => format!("{name} has left: its results do not count\n"),
            Absence::Forfeits => format!("{name} has left: its other games are forfeits\n"),
        });
    }
    text
}

/// A round of a Swiss event: by what it was paired, a line a pair, and who has no opponent.
#[must_use]
pub fn pairing(pairing: &Pairing, by: &PairedBy, settings: &Settings) -> String {
    let name = |id: PlayerId| plain::line(settings.players.get(usize::from(id.0)).map_or("?", |player| &player.name));
    // A String takes everything.
    let mut text = format!("Round {}, paired by {}\n", pairing.round, plain::line(&by.to_string()));
    for (board, (white, black)) in (1..).zip(&pairing.pairs) {
        _ = writeln!(text, "{board:>5}  {} - {}", name(*white), name(*black));
    }
    for (player, kind) in &pairing.byes {
        let why = match kind {
            ByeKind::PairingAllocated => "bye",
            ByeKind::Full => "full-point bye",
            ByeKind::Half => "half-point bye",
            ByeKind::Zero => "absent",
        };
        _ = writeln!(text, "       {}: {why}", name(*player));
    }
    text
}

/// What fastchess's block says of the two players.
fn setup(settings: &Settings) -> fastchess::Setup {
    let mut setup = fastchess::Setup::default();
    for (place, player) in settings.players.iter().take(2).enumerate() {
        let millis = |span: Span| u64::try_from(span.as_millis()).unwrap_or(0);
        let mut limits = fastchess::Limits {
            plies: player.depth.map(std::num::NonZeroU32::get),
            nodes: player.nodes,
            ..fastchess::Limits::default()
        };
        match &player.control {
            Control::Unlimited => {}
            Control::PerMove(time) => limits.move_ms = millis(*time),
            Control::Hourglass(time) => limits.base_ms = millis(*time),
            Control::Periods(periods) => {
                if let Some(first) = periods.front() {
                    limits.moves = first.moves.map(std::num::NonZeroU32::get);
                    limits.base_ms = millis(first.time);
                    limits.increment_ms = match first.bonus {
                        Bonus::None => 0,
                        Bonus::Increment(bonus) | Bonus::Delay(bonus) | Bonus::Bronstein(bonus) => millis(bonus),
                    };
                }
            }
        }
        let number = |name: &str| match player.engine.options.get(name) {
            Some(OptionValue::Value(value)) => value.parse().ok(),
            Some(OptionValue::Press) | None => None,
        };
        if let Some(text) = setup.limits.get_mut(place) {
            *text = limits.text();
        }
        if let Some(threads) = setup.threads.get_mut(place) {
            *threads = number("Threads");
        }
        if let Some(hash) = setup.hash.get_mut(place) {
            *hash = number("Hash");
        }
    }
    setup.book = match &settings.openings.source {
        OpeningSource::Epd(path) | OpeningSource::Pgn(path) | OpeningSource::Polyglot(path) => {
            Some(path.display().to_string())
        }
        OpeningSource::Start | OpeningSource::Chess960(_) | OpeningSource::DoubleChess960(_) => None,
    };
    setup
}
