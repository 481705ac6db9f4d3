//! Writing of reports.

use super::columns::{Row, clean};
use super::{ByeKind, Cell, Document, MatchPoints, Order, Player, PointSystem, Points, Sex, Team, Version};
use crate::event::faults::{Faults, Report};
use shakmaty::Color;
use std::fmt::Display;

/// The column of the first round.
const FIRST_ROUND: usize = 92;

impl Document {
    /// The report as text. Lines end with CR LF: both versions ask for a CR, and other programs for an LF.
    ///
    /// TRF16 speaks of the round to be paired alone. A bye of that round stands in its column, its points among the
    /// player's; byes of later rounds are left out. `XXP` knows no rounds: a prohibition is written if it holds in the
    /// round to be paired. Records 182 to 222 and 299 are TRF26's and left out. [`Document::other`] is written
    /// in both versions: readers pass over records that they do not know.
    ///
    /// # Errors
    /// A number that does not fit its columns, such as 100 points.
    pub fn write(&self, version: Version) -> Result<String, Faults> {
        let mut writer = Writer { document: self, version, text: String::new(), report: Report::default() };
        writer.header();
        for player in &self.players {
            writer.player(player);
        }
        for team in &self.teams {
            writer.team(team);
        }
        match version {
            Version::Trf16 => writer.extra_codes(),
            Version::Trf26 => writer.sections(),
        }
        // As they are read: without blanks at the end, and none that is empty.
        for line in self.other.iter().map(|line| clean(line)) {
            if !line.trim().is_empty() {
                writer.line(line.trim_end());
            }
        }
        let name = match version {
            Version::Trf16 => "TRF16",
            Version::Trf26 => "TRF26",
        };
        writer.report.finish(name).map(|_| writer.text)
    }

    /// The round that a pairing program would pair next, from 1: the one after the last with a pairing.
    #[must_use]
    pub fn next_round(&self) -> u16 {
        let paired = |cell: &Cell| matches!(cell, Cell::Game { .. } | Cell::PairingBye);
        let last = |player: &Player| player.cells.iter().rposition(paired).map_or(0, |last| last + 1);
        let paired = self.players.iter().map(last).max().unwrap_or(0);
        u16::try_from(paired + 1).unwrap_or(u16::MAX)
    }
}

struct Writer<'a> {
    document: &'a Document,
    version: Version,
    text: String,
    report: Report,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push_str("\r\n");
    }

    fn row(&mut self, row: Row) {
        self.line(&row.end());
    }

    /// A record that is text alone; none if there is none.
    fn record(&mut self, code: &str, text: &str) {
        let text = clean(text);
        if !text.trim().is_empty() {
            self.line(&format!("{code} {}", text.trim()));
        }
    }

    /// A value at the right of its columns, where it must fit.
    fn fit(&mut self, row: &mut Row, column: usize, width: usize, value: impl Display, what: &str) {
        let text = value.to_string();
        if text.len() > width {
            self.report.expected(what, &format!("at most {width} characters"), &text);
        }
        row.right(column, width, text);
    }

    fn header(&mut self) {
        let document = self.document;
        self.record("012", &document.name);
        self.record("022", &document.city);
        self.record("032", &document.federation);
        self.record("042", &document.start);
        self.record("052", &document.end);
        self.record("062", &document.players.len().to_string());
        let rated = document.players.iter().filter(|player| player.rating.is_some()).count();
        self.record("072", &rated.to_string());
        if !document.teams.is_empty() {
            self.record("082", &document.teams.len().to_string());
        }
        self.record("092", &document.kind);
        self.record("102", &document.chief_arbiter);
        for deputy in &document.deputies {
            self.record("112", deputy);
        }
        self.record("122", &document.allotted);
        if !document.dates.is_empty() {
            let mut row = Row::new("132");
            for (column, date) in (FIRST_ROUND..).step_by(10).zip(&document.dates) {
                row.left(column, 8, date);
            }
            self.row(row);
        }
        match self.version {
            Version::Trf16 => self.extra_header(),
            Version::Trf26 => self.new_header(),
        }
        if document.order == Order::Line {
            self.line("XXC rank");
        }
    }

    /// The header's records that TRF26 added.
    fn new_header(&mut self) {
        let document = self.document;
        if let Some(rounds) = document.rounds {
            self.record("142", &rounds.to_string());
        }
        if let Some(colour) = document.initial_colour {
            self.record("152", colour.fold_wb("W", "B"));
        }
        let differing = differing(&document.points);
        if !differing.is_empty() {
            let mut row = Row::new("162");
            for (column, (code, points)) in (6..).step_by(9).zip(differing) {
                row.left(column, 1, code);
                self.fit(&mut row, column + 1, 4, points, "points of a result");
            }
            self.row(row);
        }
        self.record("182", &document.pairing_controller);
        self.record("192", &document.coded_kind);
        self.record("202", &document.tie_breaks.join(","));
        self.record("212", &document.standings_order.join(","));
        if let Some(clock) = &document.clock {
            self.record("222", &clock.to_string());
        }
        let colours = document.board_colours.iter().map(|colour| colour.fold_wb('W', 'B'));
        self.record("352", &colours.collect::<String>());
        if let Some(MatchPoints { win, draw, loss }) = document.match_points {
            let mut row = Row::new("362");
            for (column, code, points) in [(5, "TW", win), (14, "TD", draw), (23, "TL", loss)] {
                row.left(column, 2, code);
                self.fit(&mut row, column + 2, 4, points, "points of a match");
            }
            self.row(row);
        }
    }

    /// The same as JaVaFo and bbpPairings have it.
    fn extra_header(&mut self) {
        let document = self.document;
        if let Some(rounds) = document.rounds {
            self.record("XXR", &rounds.to_string());
        }
        if let Some(colour) = document.initial_colour {
            self.record("XXC", colour.fold_wb("white1", "black1"));
        }
        let points = &document.points;
        if *points != PointSystem::default() {
            let PointSystem { win, draw, loss, absence, pairing_bye, unknown: _ } = points;
            self.line(&format!(
                "XXS W={win} D={draw} WL={loss} BL={loss} ZPB={absence} FL={absence} PAB={pairing_bye}"
            ));
            let codes = [("W", win), ("D", draw), ("L", loss), ("Z", absence), ("F", absence), ("U", pairing_bye)];
            for (code, points) in codes {
                self.line(&format!("BB{code} {points:>4}"));
            }
        }
    }

    fn player(&mut self, player: &Player) {
        let mut row = Row::new("001");
        self.fit(&mut row, 5, 4, player.number, "a player's number");
        match player.sex {
            Some(Sex::Male) => row.left(10, 1, "m"),
            Some(Sex::Female) => row.left(10, 1, "w"),
            None => {}
        }
        row.right(11, 3, &player.title);
        row.left(15, 33, &player.name);
        if let Some(rating) = player.rating {
            self.fit(&mut row, 49, 4, rating, "a rating");
        }
        row.left(54, 3, &player.federation);
        row.right(58, 11, &player.fide_id);
        row.left(70, 10, &player.birth);
        let mut cells = player.cells.clone();
        let mut points = player.points;
        if let (Version::Trf16, Some(kind)) = (self.version, self.next_bye(player.number)) {
            let place = usize::from(self.document.next_round()).saturating_sub(1);
            if cells.get(place).copied().unwrap_or_default() == Cell::Blank {
                cells.resize(cells.len().max(place + 1), Cell::Blank);
                let cell = Cell::Bye(kind);
                if let Some(slot) = cells.get_mut(place) {
                    *slot = cell;
                }
                points = points.plus(self.document.points.of(cell));
            }
        }
        self.fit(&mut row, 81, 4, points, &format!("points of player {}", player.number));
        if let Some(rank) = player.rank {
            self.fit(&mut row, 86, 4, rank, "a rank");
        }
        for (column, cell) in (FIRST_ROUND..).step_by(10).zip(cells) {
            match cell {
                Cell::Blank => {}
                Cell::Game { opponent, colour, mark } => {
                    self.fit(&mut row, column, 4, opponent, "a player's number");
                    row.left(column + 5, 1, colour.map_or("-", |colour: Color| colour.fold_wb("w", "b")));
                    row.left(column + 7, 1, &mark.letter().to_string());
                }
                Cell::PairingBye => row.left(column, 8, "0000 - U"),
                Cell::Bye(kind) => row.left(column, 8, &format!("0000 - {}", kind.letter())),
            }
        }
        self.row(row);
    }

    /// A player's bye in the round to be paired.
    fn next_bye(&self, player: u16) -> Option<ByeKind> {
        let next = self.document.next_round();
        let given = self.document.byes.iter().filter(|bye| bye.round == next && bye.players.contains(&player));
        given.map(|bye| bye.kind).min()
    }

    fn team(&mut self, team: &Team) {
        let row = match self.version {
            Version::Trf16 => {
                let mut row = Row::new("013");
                row.left(5, 32, &team.name);
                for (column, player) in (37..).step_by(5).zip(&team.players) {
                    self.fit(&mut row, column, 4, player, "a player's number");
                }
                row
            }
            Version::Trf26 => {
                let mut row = Row::new("310");
                self.fit(&mut row, 5, 3, team.number, "a team's number");
                row.left(9, 32, &team.name);
                row.left(42, 5, &team.nickname);
                if let Some(strength) = team.strength {
                    self.fit(&mut row, 48, 6, strength, "a strength factor");
                }
                if let Some(points) = team.match_points {
                    self.fit(&mut row, 55, 6, points, "match points");
                }
                if let Some(points) = team.game_points {
                    self.fit(&mut row, 62, 6, points, "game points");
                }
                if let Some(rank) = team.rank {
                    self.fit(&mut row, 69, 3, rank, "a team's rank");
                }
                for (column, player) in (74..).step_by(5).zip(&team.players) {
                    self.fit(&mut row, column, 4, player, "a player's number");
                }
                row
            }
        };
        self.row(row);
    }

    /// 240 to 299.
    fn sections(&mut self) {
        let document = self.document;
        for bye in &document.byes {
            let mut row = Row::new("240");
            row.left(5, 1, &bye.kind.letter().to_string());
            self.round(&mut row, 7, bye.round);
            self.numbers(&mut row, 11, &bye.players);
            self.row(row);
        }
        for given in &document.accelerations {
            let mut row = Row::new("250");
            if let Some(points) = given.match_points {
                self.fit(&mut row, 5, 4, points, "fictitious points");
            }
            self.fit(&mut row, 10, 4, given.points, "fictitious points");
            self.round(&mut row, 15, given.rounds.0);
            self.round(&mut row, 19, given.rounds.1);
            self.fit(&mut row, 23, 4, format_args!("{:04}", given.players.0), "a player's number");
            self.fit(&mut row, 28, 4, format_args!("{:04}", given.players.1), "a player's number");
            self.row(row);
        }
        for forbidden in &document.forbidden {
            let mut row = Row::new("260");
            let (first, last) = forbidden.rounds.unwrap_or_else(|| (1, document.rounds.unwrap_or(999)));
            self.round(&mut row, 5, first);
            self.round(&mut row, 9, last);
            self.numbers(&mut row, 13, &forbidden.players);
            self.row(row);
        }
        for given in &document.abnormal {
            let mut row = Row::new("299");
            row.left(5, 1, &given.kind.unwrap_or(' ').to_string());
            if let Some(points) = given.match_points {
                self.fit(&mut row, 7, 5, points, "abnormal points");
            }
            if let Some(points) = given.points {
                self.fit(&mut row, 13, 5, points, "abnormal points");
            }
            self.round(&mut row, 20, given.round.unwrap_or(0));
            self.numbers(&mut row, 24, &given.players);
            self.row(row);
        }
    }

    fn round(&mut self, row: &mut Row, column: usize, round: u16) {
        self.fit(row, column, 3, format_args!("{round:03}"), "a round");
    }

    fn numbers(&mut self, row: &mut Row, first: usize, players: &[u16]) {
        for (column, player) in (first..).step_by(5).zip(players) {
            self.fit(row, column, 4, player, "a player's number");
        }
    }

    /// `XXA` and `XXP`.
    fn extra_codes(&mut self) {
        let document = self.document;
        for player in &document.players {
            let own = |given: &&super::Acceleration| {
                (given.players.0..=given.players.1).contains(&player.number) && given.points != Points::ZERO
            };
            let own = document.accelerations.iter().filter(own).collect::<Vec<_>>();
            let Some(last) = own.iter().map(|given| given.rounds.1).max() else { continue };
            let mut row = Row::new("XXA");
            self.fit(&mut row, 5, 4, player.number, "a player's number");
            for (column, round) in (10..).step_by(5).zip(1..=last) {
                let given = own.iter().rfind(|given| (given.rounds.0..=given.rounds.1).contains(&round));
                let points = given.map_or(Points::ZERO, |given| given.points);
                self.fit(&mut row, column, 4, points, "fictitious points");
            }
            self.row(row);
        }
        let next = document.next_round();
        for forbidden in &document.forbidden {
            let holds = forbidden.rounds.is_none_or(|(first, last)| (first..=last).contains(&next));
            if holds {
                let players = forbidden.players.iter().map(u16::to_string).collect::<Vec<_>>();
                self.record("XXP", &players.join(" "));
            }
        }
    }
}

/// What is worth something else than usual, in the order of the format's table.
fn differing(points: &PointSystem) -> Vec<(&'static str, Points)> {
    let PointSystem { win, draw, loss, absence, pairing_bye, unknown } = *points;
    let usual = PointSystem::default();
    let all = [
        ("W", win, usual.win),
        ("D", draw, usual.draw),
        ("L", loss, usual.loss),
        ("A", absence, usual.absence),
        ("P", pairing_bye, win),
        ("X", unknown, draw),
    ];
    all.into_iter().filter(|(_, points, usual)| points != usual).map(|(code, points, _)| (code, points)).collect()
}
