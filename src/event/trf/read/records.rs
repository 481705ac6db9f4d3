//! All records but the players'.

use super::scores::Code;
use super::{Line, Reader};
use crate::event::trf::{Abnormal, Acceleration, Bye, ByeKind, Clock, Forbidden, MatchPoints, Order, Points, Team};
use shakmaty::Color;

impl Reader {
    pub(super) fn line(&mut self, line: &Line) {
        let document = &mut self.document;
        match line.text(1, 3).as_str() {
            "" if line.rest().is_empty() => {}
            // A comment; and counts that follow from the records.
            "###" | "062" | "072" | "082" => {}
            "001" => self.player(line),
            "012" => document.name = line.rest(),
            "022" => document.city = line.rest(),
            "032" => document.federation = line.rest(),
            "042" => document.start = line.rest(),
            "052" => document.end = line.rest(),
            "092" => document.kind = line.rest(),
            "102" => document.chief_arbiter = line.rest(),
            "112" => document.deputies.push(line.rest()),
            "122" => document.allotted = line.rest(),
            "132" => document.dates = (92..=line.len()).step_by(10).map(|at| line.text(at, at + 7)).collect(),
            "142" | "XXR" => self.rounds(line),
            "152" => self.initial_colour(line),
            "162" => self.point_system(line),
            "182" => document.pairing_controller = line.rest(),
            "192" => document.coded_kind = line.rest(),
            "202" => document.tie_breaks = codes(line),
            "212" => document.standings_order = codes(line),
            "222" => match Clock::read(&line.rest()) {
                Some(clock) => document.clock = Some(clock),
                None => self.expected(line, 5, "a coded time control such as \"40/6000+30:900+30\"", &line.rest()),
            },
            "352" => self.board_colours(line),
            "362" => self.match_points(line),
            "013" => self.old_team(line),
            "310" => self.team(line),
            "240" => self.bye(line),
            "250" => self.acceleration(line),
            "260" => self.forbidden(line),
            "299" => self.abnormal(line),
            "XXC" => self.configuration(line),
            "XXS" => self.scoring(line),
            "BBW" => self.score(line, Code::ALL_WINS),
            "BBD" => self.score(line, Code::ALL_DRAWS),
            "BBL" => self.score(line, Code::LOSSES),
            "BBZ" => self.score(line, &[Code::ZeroBye]),
            "BBF" => self.score(line, &[Code::ForfeitLoss]),
            "BBU" => self.score(line, &[Code::PairingBye]),
            "XXA" => self.fictitious(line),
            "XXP" => {
                let players = self.listed(line);
                self.document.forbidden.push(Forbidden { rounds: None, players });
            }
            "XXZ" => {
                let players = self.listed(line);
                self.absent.extend(players);
            }
            _ => document.other.push(line.whole()),
        }
    }

    fn rounds(&mut self, line: &Line) {
        let text = line.rest();
        match text.parse::<u16>().ok().filter(|rounds| (1..=999).contains(rounds)) {
            Some(rounds) => self.document.rounds = Some(rounds),
            None => self.expected(line, 5, "a number of rounds from 1 to 999", &text),
        }
    }

    fn initial_colour(&mut self, line: &Line) {
        match line.rest().as_str() {
            "W" | "w" => self.document.initial_colour = Some(Color::White),
            "B" | "b" => self.document.initial_colour = Some(Color::Black),
            other => self.expected(line, 5, "\"W\" or \"B\"", other),
        }
    }

    fn configuration(&mut self, line: &Line) {
        for (column, word) in line.words(4) {
            match word.as_str() {
                "rank" => self.document.order = Order::Line,
                "white1" => self.document.initial_colour = Some(Color::White),
                "black1" => self.document.initial_colour = Some(Color::Black),
                other => self.expected(line, column, "\"rank\", \"white1\" or \"black1\"", other),
            }
        }
    }

    /// 162: a letter in column 6 and points in the four that follow, again every nine columns.
    fn point_system(&mut self, line: &Line) {
        for column in (6..=line.len()).step_by(9) {
            let codes: &[Code] = match line.at(column).to_ascii_uppercase() {
                'W' => Code::ALL_WINS,
                'D' => Code::ALL_DRAWS,
                'L' => Code::LOSSES,
                // bbpPairings 2025 looks for a Z.
                'A' | 'Z' => Code::ABSENCES,
                'P' => &[Code::PairingBye],
                'X' => &[Code::Unknown],
                ' ' => continue,
                other => {
                    self.expected(line, column, "one of W D L A P X", &other.to_string());
                    continue;
                }
            };
            match self.points(line, (column + 1, column + 4)) {
                Some(points) => self.scores.set(codes, points, line.number),
                None if line.text(column + 1, column + 4).is_empty() => {
                    self.expected(line, column + 1, "points such as \"4.5\"", "");
                }
                None => {}
            }
        }
    }

    fn board_colours(&mut self, line: &Line) {
        let text = line.rest();
        let colour = |letter: char| match letter {
            'W' | 'w' => Some(Color::White),
            'B' | 'b' => Some(Color::Black),
            _ => None,
        };
        match text.chars().map(colour).collect::<Option<Vec<_>>>() {
            Some(colours) => self.document.board_colours = colours,
            None => self.expected(line, 5, "a letter for each board such as \"WBWB\"", &text),
        }
    }

    /// 362: `TW`, `TD` or `TL` in columns 5 and 6 and points in the four that follow, again every nine columns.
    fn match_points(&mut self, line: &Line) {
        let mut given = MatchPoints::default();
        for column in (5..=line.len()).step_by(9) {
            let code = line.text(column, column + 1);
            let slot = match code.to_ascii_uppercase().as_str() {
                "TW" => &mut given.win,
                "TD" => &mut given.draw,
                "TL" => &mut given.loss,
                "" => continue,
                other => {
                    self.expected(line, column, "one of TW TD TL", other);
                    continue;
                }
            };
            match self.points(line, (column + 2, column + 5)) {
                Some(points) => *slot = points,
                None if line.text(column + 2, column + 5).is_empty() => {
                    self.expected(line, column + 2, "points such as \"2.0\"", "");
                }
                None => {}
            }
        }
        self.document.match_points = Some(given);
    }

    fn score(&mut self, line: &Line, codes: &[Code]) {
        let text = line.rest();
        match Points::read(&text) {
            Some(points) => self.scores.set(codes, points, line.number),
            None => self.expected(line, 5, "points such as \"4.5\"", &text),
        }
    }

    /// `XXS WW=1 D=.5`.
    fn scoring(&mut self, line: &Line) {
        for (column, word) in line.words(4) {
            let (code, points) = word.split_once('=').unwrap_or((&word, ""));
            let Some(codes) = Code::named(code) else {
                self.expected(line, column, "a code such as \"WW=1\" or \"D=.5\"", &word);
                continue;
            };
            match Points::read(points) {
                Some(points) => self.scores.set(codes, points, line.number),
                None => self.expected(line, column, "a code and points in tenths, such as \"WW=1\"", &word),
            }
        }
    }

    /// Players' numbers, divided by blanks.
    fn listed(&mut self, line: &Line) -> Vec<u16> {
        let mut players = Vec::new();
        for (column, word) in line.words(4) {
            match word.parse::<u16>().ok().filter(|number| (1..=9999).contains(number)) {
                Some(number) => players.push(number),
                None => self.expected(line, column, "a player's number from 1 to 9999", &word),
            }
        }
        players
    }

    fn fictitious(&mut self, line: &Line) {
        let Some(player) = self.needed(line, (5, 8), "a player's number") else { return };
        let columns = (10..=line.len()).step_by(5);
        let points = columns.map(|at| self.points(line, (at, at + 3)).unwrap_or_default()).collect();
        self.fictitious.push((player, points));
    }

    fn round_range(&mut self, line: &Line, first: (usize, usize), last: (usize, usize)) -> Option<(u16, u16)> {
        let from = self.needed(line, first, "a round")?;
        let to = self.needed(line, last, "a round")?;
        if from > to {
            self.expected(line, last.0, format_args!("a round from {from} on"), &to.to_string());
            return None;
        }
        Some((from, to))
    }

    fn bye(&mut self, line: &Line) {
        let kind = match line.at(5).to_ascii_uppercase() {
            'F' => ByeKind::Full,
            'H' => ByeKind::Half,
            'Z' => ByeKind::Zero,
            other => return self.expected(line, 5, "one of F H Z", &other.to_string()),
        };
        let Some(round) = self.needed(line, (7, 9), "a round") else { return };
        let players = self.numbers(line, 11);
        self.document.byes.push(Bye { kind, round, players });
    }

    fn acceleration(&mut self, line: &Line) {
        let match_points = self.points(line, (5, 8));
        let points = self.points(line, (10, 13)).unwrap_or_default();
        let Some(rounds) = self.round_range(line, (15, 17), (19, 21)) else { return };
        let Some(first) = self.needed(line, (23, 26), "a player's number") else { return };
        let Some(last) = self.needed(line, (28, 31), "a player's number") else { return };
        self.document.accelerations.push(Acceleration { match_points, points, rounds, players: (first, last) });
    }

    fn forbidden(&mut self, line: &Line) {
        let Some(rounds) = self.round_range(line, (5, 7), (9, 11)) else { return };
        let players = self.numbers(line, 13);
        self.document.forbidden.push(Forbidden { rounds: Some(rounds), players });
    }

    fn abnormal(&mut self, line: &Line) {
        let kind = match line.at(5).to_ascii_uppercase() {
            ' ' => None,
            kind @ ('W' | 'D' | 'L' | 'F' | 'H' | 'Z' | '+' | '-') => Some(kind),
            other => return self.expected(line, 5, "one of W D L F H Z + - or a blank", &other.to_string()),
        };
        // The signs stand before the columns of the digits.
        let match_points = self.points(line, (7, 11));
        let points = self.points(line, (13, 17));
        let round = line.text(20, 22);
        let all = round.bytes().all(|byte| byte == b'0');
        let round = if all { None } else { self.number(line, (20, 22), "a round") };
        let players = self.numbers(line, 24);
        self.document.abnormal.push(Abnormal { kind, match_points, points, round, players });
    }

    fn old_team(&mut self, line: &Line) {
        let number = u16::try_from(self.document.teams.len() + 1).unwrap_or(u16::MAX);
        let players = self.numbers(line, 37);
        self.document.teams.push(Team { number, name: line.text(5, 36), players, ..Team::default() });
    }

    fn team(&mut self, line: &Line) {
        let Some(number) = self.needed(line, (5, 7), "a team's number") else { return };
        let strength = line.text(48, 53);
        let team = Team {
            number,
            name: line.text(9, 40),
            nickname: line.text(42, 46),
            strength: strength.parse().ok(),
            match_points: self.points(line, (55, 60)),
            game_points: self.points(line, (62, 67)),
            rank: self.number(line, (69, 71), "a rank"),
            players: self.numbers(line, 74),
        };
        if team.strength.is_none() && !strength.is_empty() {
            self.expected(line, 48, "a strength factor", &strength);
        }
        self.document.teams.push(team);
    }
}

/// Codes divided by commas, or by blanks as some programs write them.
fn codes(line: &Line) -> Vec<String> {
    let rest = line.rest();
    rest.split([',', ' ']).filter(|code| !code.is_empty()).map(str::to_owned).collect()
}
