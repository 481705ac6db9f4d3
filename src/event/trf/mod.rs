//! Tournament report files: TRF16, TRF16 with the codes of pairing programs (TRF(x), TRF(bx)) and TRF26.
//!
//! Decides: what a report says ([`Document`]), its text in either version, what a report of others means. Refuses to
//! know: files, how an event comes to be one.
//!
//! ```
//! use uci_arbiter::event::trf::{self, Cell, Document, Mark, Player, Version};
//! use shakmaty::Color::{Black, White};
//!
//! let mut report = Document { name: "House event".into(), rounds: Some(5), initial_colour: Some(White), ..Document::default() };
//! for (number, colour, mark) in [(1, White, Mark::Win), (2, Black, Mark::Loss)] {
//!     let cells = vec![Cell::Game { opponent: 3 - number, colour: Some(colour), mark }];
//!     report.players.push(Player { number, name: format!("Engine {number}"), cells, ..Player::default() });
//! }
//! report.count(); // the points, from the cells
//! let text = report.write(Version::Trf26).unwrap(); // what bbpPairings reads
//! assert_eq!(trf::parse("house.trf", text.as_bytes()).unwrap(), report);
//! ```
//!
//! Reading takes both versions at once, since no record means one thing in one and another in the other. Text is UTF-8,
//! or else ISO 8859-1, as older programs write; lines end with CR, LF or both. Columns are counted in characters.
//! Records that nothing here needs (teams' boards, national ratings) are kept as they are.
//!
//! Sources: FIDE Handbook C.04 annex 2 (TRF16), TRF26 (in force since 1 September 2025); the advanced user manual of
//! JaVaFo for TRF(x); the README of bbpPairings for TRF(bx).

mod clock;
mod columns;
mod export;
mod games;
mod import;
mod points;
mod read;
mod standings;
mod teams;
mod write;

pub use clock::Clock;
pub use export::Facts;
pub use games::{Game, GamePlayed};
pub use points::{PointSystem, Points};
pub use read::parse;
pub use standings::{OtherPoints, Reported, System};

use shakmaty::Color;

/// A version of the format, for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// TRF16 with the codes that JaVaFo and bbpPairings read beside it: `XXR`, `XXC`, `XXS`, `BBW` …, `XXA`, `XXP`.
    Trf16,
    /// TRF26.
    Trf26,
}

/// A tournament report. Texts that are not known are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// 012: the tournament's name.
    pub name: String,
    /// 022.
    pub city: String,
    /// 032: three letters.
    pub federation: String,
    /// 042: the date of its start, as `2026/01/31`; TRF16 prescribes no form.
    pub start: String,
    /// 052: the date of its end.
    pub end: String,
    /// 092: the type of tournament, in words.
    pub kind: String,
    /// 102.
    pub chief_arbiter: String,
    /// 112, one each.
    pub deputies: Vec<String>,
    /// 122: the time control, in words.
    pub allotted: String,
    /// 132: the date of each round, as `26/01/31`.
    pub dates: Vec<String>,
    /// 142 or `XXR`: how many rounds the event has, played or not. A pairing program must be told.
    pub rounds: Option<u16>,
    /// 152 or `XXC white1`: the colour of the first player in the first round. bbpPairings must be told before then.
    pub initial_colour: Option<Color>,
    /// What a pairing program orders by.
    pub order: Order,
    /// 162, or `XXS` and `BBW` …: what a result is worth.
    pub points: PointSystem,
    /// 182: who or what makes the pairings.
    pub pairing_controller: String,
    /// 192: the coded type, such as `FIDE_DUTCH_2025`. bbpPairings refuses any but Dutch and Burstein ones.
    pub coded_kind: String,
    /// 202: the codes of the tie-breaks, without points.
    pub tie_breaks: Vec<String>,
    /// 212: the same with `PTS`, where it stands otherwise than first.
    pub standings_order: Vec<String>,
    /// 222: the time control, coded.
    pub clock: Option<Clock>,
    /// 001, in the order of the file.
    pub players: Vec<Player>,
    /// 240: byes of rounds that are to come. Those of rounds that were are the players' cells.
    pub byes: Vec<Bye>,
    /// 250 or `XXA`: fictitious points for pairing.
    pub accelerations: Vec<Acceleration>,
    /// 260 or `XXP`: who is not to meet.
    pub forbidden: Vec<Forbidden>,
    /// 299: points against the system.
    pub abnormal: Vec<Abnormal>,
    /// 310 or 013.
    pub teams: Vec<Team>,
    /// 352: the colours on the boards of the team that has White on the first one, as they are scheduled.
    pub board_colours: Vec<Color>,
    /// 362: what a match is worth, where that is not 2, 1 and 0.
    pub match_points: Option<MatchPoints>,
    /// Lines of other records, as they are.
    pub other: Vec<String>,
}

/// What a pairing program takes for the order of players with the same points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Their starting-rank numbers.
    #[default]
    Number,
    /// The order of their lines (`XXC rank`; TRF26 has no word for it).
    Line,
}

/// A player: record 001.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The starting-rank number, 1 to 9999.
    pub number: u16,
    /// Column 10.
    pub sex: Option<Sex>,
    /// Three letters at most; `GM`.
    pub title: String,
    /// 33 characters at most; longer names are cut when written.
    pub name: String,
    /// Up to 9999.
    pub rating: Option<u16>,
    /// Three letters.
    pub federation: String,
    /// The FIDE number; engines have none.
    pub fide_id: String,
    /// `1985/05/24`.
    pub birth: String,
    /// The points, by the event's system; [`Document::count`] makes them from the cells.
    pub points: Points,
    /// The place in the standings.
    pub rank: Option<u16>,
    /// The rounds, the first one first. Rounds that are missing at the end are [`Cell::Blank`].
    pub cells: Vec<Cell>,
}

/// Column 10 of a player's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sex {
    /// `m`.
    Male,
    /// `w`.
    Female,
}

/// What happened to a player in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cell {
    /// Nothing is told: absent, without points; or the round is yet to be paired.
    #[default]
    Blank,
    /// It was paired.
    Game {
        /// The opponent's number.
        opponent: u16,
        /// The scheduled colour; forfeits alone may lack it.
        colour: Option<Color>,
        /// The result, as this player's.
        mark: Mark,
    },
    /// `U`: the pairing-allocated bye.
    PairingBye,
    /// `F`, `H` or `Z`.
    Bye(ByeKind),
}

/// The result of a paired game, from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `1`: won on the board.
    Win,
    /// `=`: drawn on the board.
    Draw,
    /// `0`: lost on the board, by whatever failure: the game was played.
    Loss,
    /// `+`: won without play.
    ForfeitWin,
    /// `-`: lost without play.
    ForfeitLoss,
    /// `W`: won in less than one move.
    ShortWin,
    /// `D`: drawn in less than one move.
    ShortDraw,
    /// `L`: lost in less than one move.
    ShortLoss,
    /// Blank: paired, and not over. bbpPairings refuses it.
    Pending,
}

/// A bye that is asked for or given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ByeKind {
    /// `F`: with the points of a win.
    Full,
    /// `H`: with the points of a draw.
    Half,
    /// `Z`: with those of an absence.
    Zero,
}

/// Byes of a round that is to come: record 240.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bye {
    /// Which.
    pub kind: ByeKind,
    /// The round, from 1.
    pub round: u16,
    /// Who, by number.
    pub players: Vec<u16>,
}

/// Fictitious points for a run of players in a run of rounds: record 250.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acceleration {
    /// Of a match, for teams only.
    pub match_points: Option<Points>,
    /// Of a game.
    pub points: Points,
    /// The first and the last round.
    pub rounds: (u16, u16),
    /// The first and the last player, by number.
    pub players: (u16, u16),
}

/// Players of whom no two are to meet: record 260.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// The first and the last round; none: all of them (`XXP`).
    pub rounds: Option<(u16, u16)>,
    /// Who, by number.
    pub players: Vec<u16>,
}

/// Points against the system: record 299.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abnormal {
    /// What they are given for, as the record's letter (`W D L F H Z + -`); none: a bonus or penalty.
    pub kind: Option<char>,
    /// Of a match, for teams only.
    pub match_points: Option<Points>,
    /// Of a game, or of the player.
    pub points: Option<Points>,
    /// The round; none: all of them.
    pub round: Option<u16>,
    /// To whom, by number.
    pub players: Vec<u16>,
}

/// A team: record 310, or 013.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Team {
    /// The pairing number; of a record 013, its place among them.
    pub number: u16,
    /// 32 characters at most.
    pub name: String,
    /// Five at most.
    pub nickname: String,
    /// The strength factor.
    pub strength: Option<u32>,
    /// Match points.
    pub match_points: Option<Points>,
    /// Game points.
    pub game_points: Option<Points>,
    /// The place in the standings.
    pub rank: Option<u16>,
    /// The players, by number, in the order of boards.
    pub players: Vec<u16>,
}

/// What a team gets for a match: record 362.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchPoints {
    /// For more game points than the other team.
    pub win: Points,
    /// For as many.
    pub draw: Points,
    /// For fewer.
    pub loss: Points,
}

impl Default for MatchPoints {
    fn default() -> Self {
        Self { win: Points(20), draw: Points(10), loss: Points(0) }
    }
}

impl Mark {
    /// Whether the game was played.
    #[must_use]
    pub const fn is_played(self) -> bool {
        match self {
            Self::Win | Self::Draw | Self::Loss | Self::ShortWin | Self::ShortDraw | Self::ShortLoss => true,
            Self::ForfeitWin | Self::ForfeitLoss | Self::Pending => false,
        }
    }

    pub(super) const fn letter(self) -> char {
        match self {
            Self::Win => '1',
            Self::Draw => '=',
            Self::Loss => '0',
            Self::ForfeitWin => '+',
            Self::ForfeitLoss => '-',
            Self::ShortWin => 'W',
            Self::ShortDraw => 'D',
            Self::ShortLoss => 'L',
            Self::Pending => ' ',
        }
    }
}

impl ByeKind {
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Full => 'F',
            Self::Half => 'H',
            Self::Zero => 'Z',
        }
    }
}

impl Document {
    /// The player with a number.
    #[must_use]
    pub fn player(&self, number: u16) -> Option<&Player> {
        self.players.iter().find(|player| player.number == number)
    }

    /// How many rounds the players' records tell of.
    #[must_use]
    pub fn rounds_told(&self) -> usize {
        self.players.iter().map(|player| player.cells.len()).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests;
