//! Record 001.

use super::{Line, Reader};
use crate::event::trf::{ByeKind, Cell, Mark, Player, Sex};
use shakmaty::Color;

/// The column of the first round.
const FIRST_ROUND: usize = 92;

impl Reader {
    pub(super) fn player(&mut self, line: &Line) {
        let Some(number) = self.needed(line, (5, 8), "a starting-rank number") else { return };
        if let Some(before) = self.at.insert(number, line.number) {
            self.expected(line, 5, format_args!("a number that line {before} does not have"), &number.to_string());
            return;
        }
        // Nothing depends on it, and programs write other letters where they do not know.
        let sex = match line.at(10) {
            'm' | 'M' => Some(Sex::Male),
            'w' | 'W' | 'f' | 'F' => Some(Sex::Female),
            _ => None,
        };
        let text = |first, last| line.text(first, last);
        let rating = line.text(49, 52);
        let rating =
            if rating.bytes().all(|byte| byte == b'0') { None } else { self.number(line, (49, 52), "a rating") };
        let player = Player {
            number,
            sex,
            title: text(11, 13),
            name: text(15, 47),
            rating,
            federation: text(54, 56),
            fide_id: text(58, 68),
            birth: text(70, 79),
            points: self.points(line, (81, 84)).unwrap_or_default(),
            rank: self.number(line, (86, 89), "a rank"),
            cells: self.cells(line, number),
        };
        self.document.players.push(player);
    }

    fn cells(&mut self, line: &Line, own: u16) -> Vec<Cell> {
        let columns = (FIRST_ROUND..=line.len()).step_by(10);
        let mut cells = columns.map(|column| self.cell(line, column, own)).collect::<Vec<_>>();
        while cells.last() == Some(&Cell::Blank) {
            cells.pop();
        }
        cells
    }

    fn cell(&mut self, line: &Line, column: usize, own: u16) -> Cell {
        let text = line.text(column, column + 3);
        let nobody = text.bytes().all(|byte| byte == b'0');
        let opponent = if nobody { None } else { self.number(line, (column, column + 3), "an opponent's number") };
        if opponent.is_none() && !nobody {
            return Cell::Blank;
        }
        let colour = match line.at(column + 5) {
            'w' | 'W' => Some(Color::White),
            'b' | 'B' => Some(Color::Black),
            '-' | ' ' => None,
            other => {
                self.expected(line, column + 5, "\"w\", \"b\" or \"-\"", &other.to_string());
                return Cell::Blank;
            }
        };
        let letter = line.at(column + 7).to_ascii_uppercase();
        match opponent {
            None => self.unpaired(line, column, text.is_empty(), colour, letter),
            Some(opponent) if opponent == own => {
                self.expected(line, column, "another player's number", &opponent.to_string());
                Cell::Blank
            }
            Some(opponent) => self.game(line, column, opponent, colour, letter),
        }
    }

    /// A cell without an opponent. Before TRF16 byes were written with the results of games.
    fn unpaired(&mut self, line: &Line, column: usize, is_blank: bool, colour: Option<Color>, letter: char) -> Cell {
        if colour.is_some() {
            self.expected(line, column + 5, "\"-\", as there is no opponent", &line.at(column + 5).to_string());
        }
        match letter {
            ' ' if is_blank && line.at(column + 5) == ' ' => Cell::Blank,
            'Z' | '-' | ' ' => Cell::Bye(ByeKind::Zero),
            'H' | '=' => Cell::Bye(ByeKind::Half),
            'F' => Cell::Bye(ByeKind::Full),
            'U' | '+' => Cell::PairingBye,
            other => {
                self.expected(line, column + 7, "one of H F U Z, as there is no opponent", &other.to_string());
                Cell::Blank
            }
        }
    }

    fn game(&mut self, line: &Line, column: usize, opponent: u16, colour: Option<Color>, letter: char) -> Cell {
        let mark = match letter {
            '1' => Mark::Win,
            '=' => Mark::Draw,
            '0' => Mark::Loss,
            '+' => Mark::ForfeitWin,
            '-' => Mark::ForfeitLoss,
            'W' => Mark::ShortWin,
            'D' => Mark::ShortDraw,
            'L' => Mark::ShortLoss,
            ' ' => Mark::Pending,
            other => {
                let expected = "one of 1 = 0 + - W D L, as there is an opponent";
                self.expected(line, column + 7, expected, &other.to_string());
                return Cell::Blank;
            }
        };
        if colour.is_none() && mark.is_played() {
            self.expected(line, column + 5, "\"w\" or \"b\", as the game was played", &line.at(column + 5).to_string());
        }
        Cell::Game { opponent, colour, mark }
    }
}
