//! `[[teams]]`, and the keys of `[format]` that go with them.

use super::section::Section;
use crate::event::faults::Report;
use crate::event::settings::{MatchPoints, Player, PlayerId, Primary, Team, TeamTieBreak, Teams};
use crate::units::counted;
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use toml::Value;

/// The teams of the file; `named` is how many engines it names.
pub(super) fn read(file: &mut Section, players: &[Player], named: usize, report: &mut Report) -> Vec<Team> {
    let tables = match file.raw("teams") {
        None => return Vec::new(),
        Some(Value::Array(tables)) => tables,
        Some(other) => {
            report.expected("teams", "[[teams]] tables", &other.to_string());
            return Vec::new();
        }
    };
    // Engines that are bad have been reported, and are not there.
    let all_known = players.len() == named;
    let mut teams: Vec<Team> = Vec::new();
    let mut seats: BTreeMap<PlayerId, String> = BTreeMap::new();
    for (number, table) in (1..).zip(tables) {
        let Value::Table(table) = table else {
            report.expected(&format!("teams[{number}]"), "a table", &table.to_string());
            continue;
        };
        let mut section = Section::new(&format!("teams[{number}]."), table);
        let name = section.text("name", report).unwrap_or_default();
        if name.trim().is_empty() || name.chars().count() > 200 {
            report.expected(&section.place("name"), "a name of 1 to 200 characters", &shown(&name));
        }
        if teams.iter().any(|other| other.name == name) {
            report.expected(&section.place("name"), "a name that no other team has", &shown(&name));
        }
        let names: Vec<String> = section.take("boards", "a list of engines, by name", report).unwrap_or_default();
        let mut boards = Vec::new();
        for engine in &names {
            let found = players.iter().position(|player| player.name == *engine);
            let Some(id) = found.and_then(|place| u16::try_from(place).ok()).map(PlayerId) else {
                if all_known {
                    report.expected(&section.place("boards"), "the name of an engine", &shown(engine));
                }
                continue;
            };
            if let Some(other) = seats.insert(id, name.clone()) {
                let got = format!("{} of {}", shown(engine), shown(&other));
                report.expected(&section.place("boards"), "an engine that has no board yet", &got);
            }
            boards.push(id);
        }
        let usual = teams.first().map_or(names.len(), |team: &Team| team.boards.len());
        if names.is_empty() {
            report.expected(&section.place("boards"), "at least one engine", "none");
        } else if all_known && boards.len() != usual {
            let expected = format!("{}, as many as the first team has", counted(usual, "engine", "engines"));
            report.expected(&section.place("boards"), &expected, &boards.len().to_string());
        }
        section.finish(report);
        teams.push(Team { name, boards });
    }
    if teams.len() < 2 {
        report.expected("teams", "at least two [[teams]]", &teams.len().to_string());
    }
    for (place, player) in players.iter().enumerate().filter(|_| all_known) {
        if u16::try_from(place).is_ok_and(|place| !seats.contains_key(&PlayerId(place))) {
            report.expected("teams", &format!("a board for {}", shown(&player.name)), "none");
        }
    }
    teams
}

fn shown(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((at, _)) => format!("{:?}…", text.get(..at).unwrap_or_default()),
        None => format!("{text:?}"),
    }
}

/// The rest of a team event.
pub(super) fn format(
    section: &mut Section,
    teams: Vec<Team>,
    rounds: Option<NonZeroU32>,
    games: Option<NonZeroU32>,
    report: &mut Report,
) -> Teams {
    let primaries = [("match-points", Primary::MatchPoints), ("game-points", Primary::GamePoints)];
    let mut points = section.below("match-points", report);
    let usual = MatchPoints::default();
    let mut number = |key| points.take(key, "a whole number", report);
    let (win, draw, loss) = (number("win"), number("draw"), number("loss"));
    let match_points = MatchPoints {
        win: win.unwrap_or(usual.win),
        draw: draw.unwrap_or(usual.draw),
        loss: loss.unwrap_or(usual.loss),
    };
    let MatchPoints { win, draw, loss } = match_points;
    if win > 1_000 || !(win >= draw && draw >= loss) {
        let got = format!("{win}, {draw} and {loss}");
        report.expected(points.here(), "win, draw and loss, none above the one before and none above 1000", &got);
    }
    points.finish(report);
    let codes = section.take::<Vec<String>>("team-tie-breaks", "a list such as [\"MPvGP\", \"DE\"]", report);
    let read = |code: &String| {
        let found = code.parse::<TeamTieBreak>();
        if found.is_err() {
            let known = TeamTieBreak::ALL.map(TeamTieBreak::code).join(", ");
            report.expected(&section.place("team-tie-breaks"), &format!("one of {known}"), &shown(code));
        }
        found.ok()
    };
    let tie_breaks =
        codes.map_or_else(|| TeamTieBreak::USUAL.to_vec(), |codes| codes.iter().filter_map(read).collect());
    Teams {
        teams,
        rounds: rounds.unwrap_or(NonZeroU32::MIN),
        games: games.unwrap_or(NonZeroU32::MIN),
        match_points,
        primary: section.word("primary", &primaries, report).unwrap_or_default(),
        tie_breaks,
    }
}
