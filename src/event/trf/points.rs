//! Points, as reports count them, and what results are worth.

use super::{ByeKind, Cell, Document, Mark};
use std::fmt;

/// Points in tenths, the finest that the format's `11.5` tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(pub i32);

impl Points {
    /// None.
    pub const ZERO: Self = Self(0);

    /// From half points.
    #[must_use]
    pub fn halves(half_points: u32) -> Self {
        Self(i32::try_from(half_points).unwrap_or(i32::MAX / 5).saturating_mul(5))
    }

    /// The sum; it saturates.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// `4`, `4.5`, `.5`, `-1.0`; zeros may follow the first decimal.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let decimals = decimals.trim_end_matches('0');
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if digits.trim_matches('.').is_empty() || decimals.len() > 1 || !is_number(whole) || !is_number(decimals) {
            return None;
        }
        let whole = if whole.is_empty() { 0 } else { whole.parse::<i32>().ok()? };
        let tenth = if decimals.is_empty() { 0 } else { decimals.parse::<i32>().ok()? };
        let tenths = whole.checked_mul(10)?.checked_add(tenth)?;
        Some(Self(if negative { -tenths } else { tenths }))
    }
}

/// `4.5`; with a width it stands at the right.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let tenths = self.0.unsigned_abs();
        let text = format!("{sign}{}.{}", tenths / 10, tenths % 10);
        match f.width() {
            Some(width) => write!(f, "{text:>width$}"),
            None => f.write_str(&text),
        }
    }
}

/// What results are worth: record 162.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSystem {
    /// `W`: a win, on the board or by forfeit, and the full-point bye.
    pub win: Points,
    /// `D`: a draw and the half-point bye.
    pub draw: Points,
    /// `L`: a loss on the board.
    pub loss: Points,
    /// `A`: a loss by forfeit and the zero-point bye. bbpPairings takes it in TRF16 alone (`BBZ`, `BBF`): it looks for
    /// a `Z` in 162.
    pub absence: Points,
    /// `P`: the pairing-allocated bye.
    pub pairing_bye: Points,
    /// `X`: a game whose result is not known.
    pub unknown: Points,
}

impl Default for PointSystem {
    fn default() -> Self {
        let (win, draw) = (Points(10), Points(5));
        Self { win, draw, loss: Points::ZERO, absence: Points::ZERO, pairing_bye: win, unknown: draw }
    }
}

impl PointSystem {
    /// What a cell is worth. A game that is not over and a blank cell are worth nothing yet.
    #[must_use]
    pub const fn of(&self, cell: Cell) -> Points {
        match cell {
            Cell::Blank => Points::ZERO,
            Cell::Game { mark, .. } => match mark {
                Mark::Win | Mark::ForfeitWin | Mark::ShortWin => self.win,
                Mark::Draw | Mark::ShortDraw => self.draw,
                Mark::Loss | Mark::ShortLoss => self.loss,
                Mark::ForfeitLoss => self.absence,
                Mark::Pending => Points::ZERO,
            },
            Cell::PairingBye => self.pairing_bye,
            Cell::Bye(ByeKind::Full) => self.win,
            Cell::Bye(ByeKind::Half) => self.draw,
            Cell::Bye(ByeKind::Zero) => self.absence,
        }
    }
}

impl Document {
    /// Sets every player's points to what its cells and the records 299 give. A blank cell before the last round that
    /// the report tells of is an absence.
    pub fn count(&mut self) {
        let (system, told) = (self.points, self.rounds_told());
        let abnormal = std::mem::take(&mut self.abnormal);
        for player in &mut self.players {
            let cells = player.cells.iter().copied().chain(std::iter::repeat(Cell::Blank)).take(told);
            let mut sum = Points::ZERO;
            for (round, cell) in (1..).zip(cells) {
                let usual = if cell == Cell::Blank { system.absence } else { system.of(cell) };
                let given = abnormal.iter().find(|given| given.replaces(player.number, round, cell));
                sum = sum.plus(given.and_then(|given| given.points).unwrap_or(usual));
            }
            let bonuses =
                abnormal.iter().filter(|given| given.kind.is_none() && given.players.contains(&player.number));
            player.points = bonuses.filter_map(|given| given.points).fold(sum, Points::plus);
        }
        self.abnormal = abnormal;
    }
}

impl super::Abnormal {
    /// Whether it says what a player's cell of a round is worth.
    pub(super) fn replaces(&self, player: u16, round: u16, cell: Cell) -> bool {
        let letter = match cell {
            Cell::Game { mark: Mark::Win | Mark::ShortWin, .. } => 'W',
            Cell::Game { mark: Mark::Draw | Mark::ShortDraw, .. } => 'D',
            Cell::Game { mark: Mark::Loss | Mark::ShortLoss, .. } => 'L',
            Cell::Game { mark: Mark::ForfeitWin, .. } => '+',
            Cell::Game { mark: Mark::ForfeitLoss, .. } => '-',
            Cell::Bye(kind) => kind.letter(),
            Cell::Blank => 'Z',
            Cell::Game { mark: Mark::Pending, .. } | Cell::PairingBye => return false,
        };
        self.kind == Some(letter) && self.round.is_none_or(|own| own == round) && self.players.contains(&player)
    }
}
