//! Point systems, as 162, `XXS` and `BBW` … tell them.

use super::place;
use crate::event::faults::Report;
use crate::event::trf::{PointSystem, Points};

/// What has a value of its own in one of the three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    WhiteWin,
    BlackWin,
    ForfeitWin,
    FullBye,
    /// The pairing-allocated bye where nothing is said of it: 162 and `BBW` give it a win's worth.
    UsualPairingBye,
    WhiteDraw,
    BlackDraw,
    HalfBye,
    /// An unknown result where nothing is said of it.
    UsualUnknown,
    WhiteLoss,
    BlackLoss,
    ForfeitLoss,
    ZeroBye,
    PairingBye,
    Unknown,
}

impl Code {
    pub(super) const ALL_WINS: &[Self] =
        &[Self::WhiteWin, Self::BlackWin, Self::ForfeitWin, Self::FullBye, Self::UsualPairingBye];
    pub(super) const ALL_DRAWS: &[Self] = &[Self::WhiteDraw, Self::BlackDraw, Self::HalfBye, Self::UsualUnknown];
    pub(super) const LOSSES: &[Self] = &[Self::WhiteLoss, Self::BlackLoss];
    pub(super) const ABSENCES: &[Self] = &[Self::ForfeitLoss, Self::ZeroBye];
    /// What `W` of `XXS` encompasses: not the pairing-allocated bye.
    const WINS: &[Self] = &[Self::WhiteWin, Self::BlackWin, Self::ForfeitWin, Self::FullBye];

    /// By the names of `XXS`.
    pub(super) fn named(name: &str) -> Option<&'static [Self]> {
        Some(match name {
            "W" => Self::WINS,
            "D" => Self::ALL_DRAWS,
            "WW" => &[Self::WhiteWin],
            "BW" => &[Self::BlackWin],
            "FW" => &[Self::ForfeitWin],
            "FPB" => &[Self::FullBye],
            "WD" => &[Self::WhiteDraw],
            "BD" => &[Self::BlackDraw],
            "HPB" => &[Self::HalfBye],
            "WL" => &[Self::WhiteLoss],
            "BL" => &[Self::BlackLoss],
            "FL" => &[Self::ForfeitLoss],
            "ZPB" => &[Self::ZeroBye],
            "PAB" => &[Self::PairingBye],
            _ => return None,
        })
    }
}

/// What was said, the last word of each code counting.
#[derive(Default)]
pub(super) struct Scores(Vec<(Code, Points, usize)>);

impl Scores {
    pub(super) fn set(&mut self, codes: &[Code], points: Points, line: usize) {
        for code in codes {
            self.0.retain(|(other, _, _)| other != code);
            self.0.push((*code, points, line));
        }
    }

    fn said(&self, code: Code) -> Option<(Points, usize)> {
        self.0.iter().find(|(other, _, _)| *other == code).map(|(_, points, line)| (*points, *line))
    }

    /// The system. One that tells colours or kinds of wins apart has no place in it.
    pub(super) fn system(&self, report: &mut Report) -> PointSystem {
        let usual = PointSystem::default();
        let mut shared = |codes: &[Code], usual: Points, what: &str| {
            let values = codes.iter().map(|code| self.said(*code).unwrap_or((usual, 0))).collect::<Vec<_>>();
            let (first, _) = values.first().copied().unwrap_or((usual, 0));
            if let Some((other, _)) = values.iter().find(|(points, _)| *points != first) {
                let line = values.iter().map(|(_, line)| *line).max().unwrap_or(0);
                report.expected(&place(line, 1), what, &format!("{first} and {other}"));
            }
            first
        };
        let win = shared(Code::WINS, usual.win, "the same points for all wins and the full-point bye");
        let draws = [Code::WhiteDraw, Code::BlackDraw, Code::HalfBye];
        let draw = shared(&draws, usual.draw, "the same points for draws and the half-point bye");
        let loss = shared(Code::LOSSES, usual.loss, "the same points for losses with White and Black");
        let absence =
            shared(Code::ABSENCES, usual.absence, "the same points for losses by forfeit and the zero-point bye");
        let pairing_bye = self.said(Code::PairingBye).or_else(|| self.said(Code::UsualPairingBye));
        let unknown = self.said(Code::Unknown).or_else(|| self.said(Code::UsualUnknown));
        PointSystem {
            win,
            draw,
            loss,
            absence,
            pairing_bye: pairing_bye.map_or(usual.pairing_bye, |(points, _)| points),
            unknown: unknown.map_or(usual.unknown, |(points, _)| points),
        }
    }
}
