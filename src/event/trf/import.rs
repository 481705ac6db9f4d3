//! A report as the file of an event. How games make an encounter no cell tells; our own reports say it in the words of
//! their format, and come back as they were.

use super::export::{TCEC, TWO_GAMES};
use super::{Cell, Document, System};
use crate::event::settings::TeamTieBreak;
use crate::event::time_control;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

impl Document {
    /// An `event.toml` with what the report says of players, ratings, time control, format, tie-breaks, byes and players
    /// that are not to meet, and what it says that has no key, a sentence each. Which engine a player is no report
    /// tells: each is left to be named.
    ///
    /// What was played is not told in it: an event begins with its first round.
    #[must_use]
    pub fn event_file(&self) -> (String, Vec<String>) {
        let mut unsaid = Vec::new();
        let mut text = String::from("[event]\n");
        let name = if self.name.is_empty() { "Imported event" } else { &self.name };
        line(&mut text, "name", &quoted(name));
        if !self.city.is_empty() {
            line(&mut text, "site", &quoted(&self.city));
        }
        let (known, unknown) = self.known_tie_breaks();
        if !known.is_empty() {
            let codes = known.iter().map(|tie_break| quoted(tie_break.code())).collect::<Vec<_>>();
            line(&mut text, "tie-breaks", &format!("[{}]", codes.join(", ")));
        }
        let is_the_teams = |code: &&String| !self.teams.is_empty() && code.parse::<TeamTieBreak>().is_ok();
        let unknown = unknown.iter().filter(|code| !is_the_teams(code));
        unsaid.extend(unknown.map(|code| format!("tie-break {code} is not known here and left out")));
        text.push_str("\n[time]\n");
        match self.clock.as_ref().map(super::Clock::control) {
            Some(Some(control)) => line(&mut text, "control", &quoted(&time_control::print(&control))),
            Some(None) => {
                text.push_str("# control = \"\"\n");
                unsaid.push("clocks of White and Black that differ have no key".into());
            }
            None if self.allotted.is_empty() => text.push_str("# control = \"\"\n"),
            None => _ = writeln!(text, "# control = \"\"   # {}", one_line(&self.allotted)),
        }
        let mut players = self.players.iter().collect::<Vec<_>>();
        players.sort_by_key(|player| player.number);
        let names = names(&players);
        for player in &players {
            text.push_str("\n[[engines]]\n");
            let name = names.get(&player.number).map_or("", String::as_str);
            line(&mut text, "name", &quoted(name));
            text.push_str("# engine = \"\"   # or command = \"\"\n");
            if let Some(rating) = player.rating {
                line(&mut text, "rating", &rating.to_string());
            }
        }
        for team in &self.teams {
            text.push_str("\n[[teams]]\n");
            line(&mut text, "name", &quoted(&team.name));
            let name = |number: &u16| quoted(names.get(number).map_or("", String::as_str));
            line(&mut text, "boards", &format!("[{}]", team.players.iter().map(name).collect::<Vec<_>>().join(", ")));
        }
        text.push_str("\n[format]\n");
        let rounds = self.rounds.map_or_else(|| self.rounds_told(), usize::from).max(1);
        match self.system() {
            System::Predetermined if !self.teams.is_empty() => self.team_round_robin(&mut text, &mut unsaid),
            System::Swiss => self.swiss(&mut text, rounds, &names),
            System::Predetermined => self.round_robin(&mut text, rounds, &mut unsaid),
        }
        (text, unsaid)
    }

    /// How often all meet: as two that have met most often did.
    fn round_robin(&self, text: &mut String, rounds: usize, unsaid: &mut Vec<String>) {
        let kind = format!("{} {}", self.coded_kind, self.kind).to_lowercase();
        let other = ["knockout", "gauntlet", "ladder"].into_iter().find(|word| kind.contains(word));
        line(text, "kind", &quoted(other.unwrap_or("round-robin")));
        let mut met: BTreeMap<(u16, u16), usize> = BTreeMap::new();
        for game in self.games() {
            *met.entry((game.white.min(game.black), game.white.max(game.black))).or_default() += 1;
        }
        let players = self.players.len();
        let cycle = if players.is_multiple_of(2) { players.saturating_sub(1) } else { players }.max(1);
        let meetings = met.values().copied().max().unwrap_or(rounds / cycle).max(1);
        if let Some(seeds) = self.told("gauntlet of ") {
            line(text, "seeds", &seeds.to_string());
        }
        match other {
            Some("knockout") => line(text, "games", &self.told("games = ").unwrap_or(1).to_string()),
            Some(_) | None => self.encounters(text, meetings),
        }
        for order in ["cutechess", "fastchess"] {
            if kind.contains(&format!("order = {order}")) {
                line(text, "order", &quoted(order));
            }
        }
        if !self.forbidden.is_empty() {
            unsaid.push("players that are not to meet have a key in Swiss events alone".into());
        }
    }

    /// What the format's words say after others: 2 after `games = ` in `Round robin (rounds = 1, games = 2)`.
    fn told(&self, words: &str) -> Option<usize> {
        let kind = self.kind.to_lowercase();
        let (_, number) = kind.split_once(words)?;
        let digits = number.split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse::<u16>().ok().filter(|number| *number > 0).map(usize::from)
    }

    /// Rounds, and the games of an encounter, of players or teams that met so often: as the words have it, where there
    /// are as many; else each game is an encounter.
    fn encounters(&self, text: &mut String, met: usize) {
        let told = self.told("rounds = ").zip(self.told("games = ")).filter(|(rounds, games)| rounds * games >= met);
        let (rounds, games) = told.unwrap_or((met, 1));
        line(text, "rounds", &rounds.to_string());
        line(text, "games", &games.to_string());
    }

    /// Each meeting of two teams in a round of the report is an encounter with one game on each board.
    fn team_round_robin(&self, text: &mut String, unsaid: &mut Vec<String>) {
        line(text, "kind", &quoted("team-round-robin"));
        let seats = self.teams.iter().flat_map(|team| team.players.iter().map(|player| (*player, team.number)));
        let seats = seats.collect::<BTreeMap<_, _>>();
        let mut met: BTreeMap<(u16, u16), BTreeSet<u16>> = BTreeMap::new();
        for game in self.games() {
            if let (Some(white), Some(black)) = (seats.get(&game.white), seats.get(&game.black)) {
                met.entry((*white.min(black), *white.max(black))).or_default().insert(game.round);
            }
        }
        let rounds = met.values().map(BTreeSet::len).max().unwrap_or(1);
        self.encounters(text, rounds);
        if let Some(super::MatchPoints { win, draw, loss }) = self.match_points {
            let points = [("win", win), ("draw", draw), ("loss", loss)];
            if points.iter().all(|(_, points)| points.0 % 10 == 0) {
                let keys = points.map(|(key, points)| format!("{key} = {}", points.0 / 10)).join(", ");
                line(text, "match-points", &format!("{{ {keys} }}"));
            } else {
                unsaid.push("match points that are no whole numbers have no key".into());
            }
        }
        let codes = self.team_tie_breaks().into_iter().map(|known| quoted(known.code())).collect::<Vec<_>>();
        if !codes.is_empty() {
            line(text, "team-tie-breaks", &format!("[{}]", codes.join(", ")));
        }
        if self.teams.iter().any(|team| Some(team.players.len()) != self.teams.first().map(|team| team.players.len())) {
            unsaid.push("teams have as many boards as the first one: reserve players have no key".into());
        }
    }

    fn swiss(&self, text: &mut String, rounds: usize, names: &BTreeMap<u16, String>) {
        let name = |number: &u16| quoted(names.get(number).map_or("", String::as_str));
        let games = if self.kind.ends_with(TWO_GAMES) { 2 } else { 1 };
        line(text, "kind", &quoted("swiss"));
        line(text, "rounds", &rounds.div_ceil(games).to_string());
        line(text, "games", &games.to_string());
        if self.kind.starts_with(TCEC) {
            line(text, "pairing", &quoted("tcec"));
        } else {
            line(text, "pairing", &quoted("dutch"));
            text.push_str("# pairing-engine = \"bbpPairings.exe\"\n");
        }
        if let Some(colour) = self.initial_colour {
            line(text, "initial-colour", &quoted(colour.fold_wb("white", "black")));
        }
        if self.coded_kind.to_uppercase().contains("BAKU") {
            line(text, "accelerated", &quoted("baku"));
        }
        let groups = self.forbidden.iter().filter(|forbidden| forbidden.players.len() > 1);
        let groups =
            groups.map(|forbidden| format!("[{}]", forbidden.players.iter().map(name).collect::<Vec<_>>().join(", ")));
        let groups = groups.collect::<Vec<_>>();
        if !groups.is_empty() {
            line(text, "forbidden", &format!("[{}]", groups.join(", ")));
        }
        let mut byes: BTreeMap<(u16, super::ByeKind), BTreeSet<usize>> = BTreeMap::new();
        for player in &self.players {
            for (round, cell) in (1..).zip(&player.cells) {
                if let Cell::Bye(kind) = cell {
                    byes.entry((player.number, *kind)).or_default().insert(usize::div_ceil(round, games));
                }
            }
        }
        for bye in &self.byes {
            for player in &bye.players {
                byes.entry((*player, bye.kind)).or_default().insert(usize::from(bye.round).div_ceil(games));
            }
        }
        if !byes.is_empty() {
            text.push_str("byes = [\n");
            for ((player, kind), rounds) in byes {
                let points = match kind {
                    super::ByeKind::Full => "full",
                    super::ByeKind::Half => "half",
                    super::ByeKind::Zero => "zero",
                };
                let rounds = rounds.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
                _ = writeln!(text, "    {{ player = {}, rounds = [{rounds}], points = \"{points}\" }},", name(&player));
            }
            text.push_str("]\n");
        }
    }
}

/// A name for every player, of which no two are alike.
fn names(players: &[&super::Player]) -> BTreeMap<u16, String> {
    let mut used = BTreeSet::new();
    let mut names = BTreeMap::new();
    for player in players {
        let own = if player.name.is_empty() { format!("Player {}", player.number) } else { player.name.clone() };
        let name = if used.contains(&own) { format!("{own} ({})", player.number) } else { own };
        used.insert(name.clone());
        names.insert(player.number, name);
    }
    names
}

fn line(text: &mut String, key: &str, value: &str) {
    // A String takes everything.
    _ = writeln!(text, "{key} = {value}");
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn one_line(text: &str) -> String {
    super::columns::clean(text)
}
