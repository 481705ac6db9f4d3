//! Tournament reports: of an event, and what those of others say.

use crate::app::settings::Files;
use crate::event::config::{self, USUAL_TIE_BREAKS};
use crate::event::director::Director;
use crate::event::schedule::Schedule;
use crate::event::settings::{TeamTieBreak, TieBreak};
use crate::event::trf::{self, Document, Facts, Points, System, Version};
use crate::exit::Exit;
use std::io::{self, Write};
use std::path::Path;

/// Which unplayed rounds a report is read with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum SystemName {
    /// Unplayed rounds count by C.07 art. 16
    Swiss,
    /// Round robins and other pairings known beforehand: forfeits are games
    RoundRobin,
}

/// A report; none if it cannot be read, which has been said.
fn read(file: &Path, err: &mut dyn Write) -> io::Result<Option<Document>> {
    let name = file.display().to_string();
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return writeln!(err, "{name}: {error}").map(|()| None),
    };
    match trf::parse(&name, &bytes) {
        Ok(document) if document.players.is_empty() => {
            writeln!(err, "{name}: expected a tournament report, got no record 001").map(|()| None)
        }
        Ok(document) => Ok(Some(document)),
        Err(faults) => writeln!(err, "{faults}").map(|()| None),
    }
}

/// A version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// In force since 1 September 2025
    Trf26,
    /// The one before, with the codes of pairing programs
    Trf16,
}

/// Writes the report of an event, or another report in this version.
pub(super) fn write(
    source: &Path,
    format: Format,
    file: Option<&Path>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<Exit> {
    let is_report = source.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("trf"));
    let document = if is_report { read(source, err)? } else { of_journal(source, err)? };
    let Some(document) = document else { return Ok(Exit::BadInput) };
    let version = match format {
        Format::Trf26 => Version::Trf26,
        Format::Trf16 => Version::Trf16,
    };
    let text = match document.write(version) {
        Ok(text) => text,
        Err(faults) => return writeln!(err, "{}: {faults}", source.display()).map(|()| Exit::BadInput),
    };
    match file {
        None => write!(out, "{text}").map(|()| Exit::Success),
        Some(file) => match std::fs::write(file, text) {
            Ok(()) => Ok(Exit::Success),
            Err(error) => writeln!(err, "{}: {error}", file.display()).map(|()| Exit::from(&error)),
        },
    }
}

/// The report of a journal's event; none if it cannot be read, which has been said.
fn of_journal(journal: &Path, err: &mut dyn Write) -> io::Result<Option<Document>> {
    let standing = match super::status::read(journal) {
        Ok(standing) => standing,
        Err(error) => return writeln!(err, "{error}").map(|()| None),
    };
    let path = Path::new(&standing.folder).join("event.toml");
    let settings = match config::read(&standing.settings, &path, &Files::usual()) {
        Ok(settings) => settings,
        Err(faults) => return writeln!(err, "{}: {faults}", journal.display()).map(|()| None),
    };
    // Which opening a game has does not matter here.
    let schedule = Schedule::new(&settings.format, settings.players.len(), &settings.openings, None);
    let mut director = Director::new(&settings, schedule);
    for entry in &standing.entries {
        director.replay(entry);
    }
    let facts = standing.games.iter().map(|(number, game)| {
        let half_moves = standing.half_moves.get(number).copied().unwrap_or(usize::MAX);
        (*number, Facts { started: game.started, ended: game.ended, half_moves })
    });
    Ok(Some(Document::of(&settings, &director, &facts.collect())))
}

/// Prints an event's file that goes on from what a report says.
pub(super) fn import(file: &Path, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    let Some(document) = read(file, err)? else { return Ok(Exit::BadInput) };
    let name = file.display();
    let (text, unsaid) = document.event_file();
    for what in unsaid {
        writeln!(err, "{name}: {what}")?;
    }
    write!(out, "{text}").map(|()| Exit::Success)
}

/// Prints the standings of a report.
pub(super) fn standings(
    file: &Path,
    system: Option<SystemName>,
    tie_breaks: Option<&[String]>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<Exit> {
    let Some(document) = read(file, err)? else { return Ok(Exit::BadInput) };
    let name = file.display();
    let system = match system {
        Some(SystemName::Swiss) => System::Swiss,
        Some(SystemName::RoundRobin) => System::Predetermined,
        None => document.system(),
    };
    let tie_breaks = match tie_breaks {
        Some(codes) => match codes.iter().map(|code| code.parse::<TieBreak>()).collect::<Result<Vec<_>, _>>() {
            Ok(tie_breaks) => tie_breaks,
            Err(error) => return writeln!(err, "{error}").map(|()| Exit::BadInput),
        },
        None => {
            let (known, unknown) = document.known_tie_breaks();
            let is_the_teams = |code: &String| !document.teams.is_empty() && code.parse::<TeamTieBreak>().is_ok();
            for code in unknown.into_iter().filter(|code| !is_the_teams(code)) {
                writeln!(err, "{name}: tie-break {code} is not known here and left out")?;
            }
            if known.is_empty() { USUAL_TIE_BREAKS.to_vec() } else { known }
        }
    };
    let reported = match document.standings(system, &tie_breaks) {
        Ok(reported) => reported,
        Err(error) => return writeln!(err, "{name}: {error}").map(|()| Exit::BadInput),
    };
    for row in reported.standings.rows() {
        let number = reported.numbers.get(usize::from(row.player.0)).copied().unwrap_or(0);
        let told = document.player(number).map(|player| player.points).unwrap_or_default();
        let counted = Points::halves(row.half_points);
        if told != counted {
            writeln!(err, "{name}: player {number}: expected {counted} points by its games, got {told}")?;
        }
    }
    if let Some((teams, standings)) = document.team_standings() {
        writeln!(out, "{}", standings.text(&teams))?;
    }
    write!(out, "{}", reported.standings.text(&reported.names)).map(|()| Exit::Success)
}
