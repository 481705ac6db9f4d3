//! Reading of reports.

mod player;
mod records;
mod scores;

use super::columns::Line;
use super::games::Misfit;
use super::{Cell, Document, Points};
use crate::event::faults::{Faults, Report};
use scores::Scores;
use std::collections::HashMap;
use std::fmt::Display;

/// Reads a report in any version. Faults name the line and the column: `a.trf: line 3, column 81: expected points such
/// as "4.5", got "4,5"`.
///
/// What the players' cells say must fit: every opponent is there and names the player, with the other colour and a
/// result that goes with it. Whether points and ranks are right is not asked.
///
/// # Errors
/// Everything that is wrong.
pub fn parse(source_name: &str, bytes: &[u8]) -> Result<Document, Faults> {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(lines(&decode(bytes))) {
        reader.line(&Line::new(number, line));
    }
    let Reader { document, report, .. } = reader.end();
    report.finish(source_name).map(|_| document)
}

/// UTF-8, or else ISO 8859-1, whose bytes are the characters of the same numbers.
fn decode(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    text.trim_start_matches('\u{feff}').to_owned()
}

/// Lines that end with CR, LF or both.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

#[derive(Default)]
struct Reader {
    document: Document,
    report: Report,
    scores: Scores,
    /// The lines of the players, by number.
    at: HashMap<u16, usize>,
    /// Who misses the round to be paired (`XXZ`).
    absent: Vec<u16>,
    /// The points of `XXA`, by player and round.
    fictitious: Vec<(u16, Vec<Points>)>,
}

impl Reader {
    fn expected(&mut self, line: &Line, column: usize, expected: impl Display, got: &str) {
        self.report.expected(&place(line.number, column), &expected.to_string(), &format!("{got:?}"));
    }

    /// A number from 1 on in fixed columns; none where they are blank, and where they hold something else, which is a
    /// fault.
    fn number(&mut self, line: &Line, (first, last): (usize, usize), what: &str) -> Option<u16> {
        let text = line.text(first, last);
        if text.is_empty() {
            return None;
        }
        let number = text.parse::<u16>().ok().filter(|number| *number > 0 && *number <= 9999);
        if number.is_none() {
            self.expected(line, first, format_args!("{what} from 1 to 9999"), &text);
        }
        number
    }

    /// The same where it must be there.
    fn needed(&mut self, line: &Line, columns: (usize, usize), what: &str) -> Option<u16> {
        if line.text(columns.0, columns.1).is_empty() {
            self.expected(line, columns.0, format_args!("{what} from 1 to 9999"), "");
            return None;
        }
        self.number(line, columns, what)
    }

    /// Points in fixed columns; none where they are blank.
    fn points(&mut self, line: &Line, (first, last): (usize, usize)) -> Option<Points> {
        let text = line.text(first, last);
        if text.is_empty() {
            return None;
        }
        let points = Points::read(&text);
        if points.is_none() {
            self.expected(line, first, "points such as \"4.5\"", &text);
        }
        points
    }

    /// Players' numbers in columns of four, one after another from a column on.
    fn numbers(&mut self, line: &Line, first: usize) -> Vec<u16> {
        let columns = (first..=line.len()).step_by(5);
        columns.filter_map(|column| self.number(line, (column, column + 3), "a player's number")).collect()
    }

    fn end(mut self) -> Self {
        self.document.points = self.scores.system(&mut self.report);
        self.document.accelerations.extend(self.fictitious.iter().flat_map(|(player, points)| runs(*player, points)));
        if !self.absent.is_empty() {
            let paired = |cell: &Cell| matches!(cell, Cell::Game { .. } | Cell::PairingBye);
            let last = |cells: &Vec<Cell>| cells.iter().rposition(paired).map_or(0, |last| last + 1);
            let played = self.document.players.iter().map(|player| last(&player.cells)).max().unwrap_or(0);
            let (round, players) = (u16::try_from(played + 1).unwrap_or(u16::MAX), std::mem::take(&mut self.absent));
            self.document.byes.push(super::Bye { kind: super::ByeKind::Zero, round, players });
        }
        for player in 0..self.document.players.len() {
            self.check(player);
        }
        self
    }

    /// Whether a player's games are those of its opponents.
    fn check(&mut self, player: usize) {
        let Some(player) = self.document.players.get(player) else { return };
        let line = self.at.get(&player.number).copied().unwrap_or(0);
        for (round, cell) in player.cells.iter().enumerate() {
            let Cell::Game { opponent, mark, .. } = cell else { continue };
            let column = 92 + 10 * round;
            let (column, expected, got) = match self.document.game(round, player.number) {
                Ok(_) => continue,
                Err(Misfit::Opponent) => (column, "an opponent whose record names the player", opponent.to_string()),
                Err(Misfit::Colour) => (column + 5, "the colour that the opponent does not have", opponent.to_string()),
                Err(Misfit::Result) => {
                    (column + 7, "a result that goes with the opponent's", mark.letter().to_string())
                }
            };
            self.report.expected(&place(line, column), expected, &format!("{got:?}"));
        }
    }
}

fn place(line: usize, column: usize) -> String {
    format!("line {line}, column {column}")
}

/// Fictitious points by rounds, as runs of the same.
fn runs(player: u16, points: &[Points]) -> Vec<super::Acceleration> {
    let mut runs: Vec<super::Acceleration> = Vec::new();
    for (round, points) in (1..).zip(points.iter().copied()) {
        match runs.last_mut() {
            Some(run) if run.points == points && run.rounds.1 + 1 == round => run.rounds.1 = round,
            Some(_) | None => runs.push(super::Acceleration {
                match_points: None,
                points,
                rounds: (round, round),
                players: (player, player),
            }),
        }
    }
    runs.retain(|run| run.points != Points::ZERO);
    runs
}
