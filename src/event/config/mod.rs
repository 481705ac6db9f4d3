//! `event.toml`: an event as a file, read into [`Settings`] and printed from them.
//!
//! Decides: which keys the file has and what they mean; `configs/event.toml` shows all of them. Refuses to know: files
//! and the machine ([`Sources`] answers). Every fault of a file is reported at once.
//!
//! What is read (engines, openings, books, tables) is taken from the file's own folder; what is written, from the
//! current one.

mod broadcast;
mod event;
mod players;
mod print;
mod rules;
mod section;
mod swiss;
mod teams;

use super::faults::{Fault, Faults, Report};
use super::settings::{Settings, TieBreak};
use super::sources::Sources;
use super::standings::Cut;
use section::Section;
use std::path::Path;
use toml::{Table, Value};

/// Reads an event. `path` names the file in messages, and relative paths are taken from its folder.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(text: &str, path: &Path, sources: &dyn Sources) -> Result<Settings, Faults> {
    let source_name = path.display().to_string();
    let table = text.parse::<Table>().map_err(|error| {
        let got = error.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        Faults { source_name: source_name.clone(), faults: vec![Fault::expected("", "a TOML file", &got)] }
    })?;
    let mut report = Report::default();
    let settings = settings(Section::new("", table), path, sources, &mut report);
    report.finish(&source_name)?;
    settings.ok_or_else(|| {
        // Every way to no settings has reported a fault.
        Faults { source_name, faults: vec![Fault::expected("", "an event", "none")] }
    })
}

fn settings(mut file: Section, path: &Path, sources: &dyn Sources, report: &mut Report) -> Option<Settings> {
    let mut about = file.below("event", report);
    let name = about.text("name", report).unwrap_or_else(|| "?".to_owned());
    let site = about.text("site", report).unwrap_or_else(|| "?".to_owned());
    let seed = seed(&mut about, report);
    let tie_breaks = tie_breaks(&mut about, report);
    about.finish(report);
    let (players, count) = players::read(&mut file, path, sources, report);
    let teams = teams::read(&mut file, &players, count, report);
    let field = event::Field { path, named: &players, players: count, teams };
    let format = event::format(&mut file, field, report);
    let openings = event::openings(&mut file, path, &format, report);
    let rules = rules::read(&mut file, path, sources, report);
    let sprt = event::sprt(&mut file, count, report);
    let play = event::play(&mut file, report);
    let output = event::output(&mut file, report);
    let broadcast = broadcast::read(&mut file, path, report);
    file.finish(report);
    Some(Settings {
        name,
        site,
        players,
        format,
        tie_breaks: tie_breaks.unwrap_or_else(|| USUAL_TIE_BREAKS.to_vec()),
        openings,
        rules: rules?,
        sprt,
        seed: seed.unwrap_or_else(|| sources.seed()),
        play,
        output,
        broadcast,
    })
}

/// What orders players with the same points where an event does not say.
pub const USUAL_TIE_BREAKS: [TieBreak; 3] =
    [TieBreak::DirectEncounter, TieBreak::SonnebornBerger(Cut::Nothing), TieBreak::WinsPlayed];

fn tie_breaks(about: &mut Section, report: &mut Report) -> Option<Vec<TieBreak>> {
    let codes: Vec<String> = about.take("tie-breaks", "a list of tie-breaks such as [\"DE\", \"SB\"]", report)?;
    let read = |code: &String| {
        code.parse::<TieBreak>().map_err(|_| {
            let known = TieBreak::ALL.map(TieBreak::code).join(", ");
            report.expected(&about.place("tie-breaks"), &format!("one of {known}"), &format!("{code:?}"));
        })
    };
    codes.iter().map(read).collect::<Result<_, _>>().ok()
}

/// A number; as text where TOML's own numbers end.
fn seed(about: &mut Section, report: &mut Report) -> Option<u64> {
    let value = about.raw("seed")?;
    let seed = match &value {
        Value::Integer(number) => u64::try_from(*number).ok(),
        Value::String(text) => text.parse().ok(),
        Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) | Value::Array(_) | Value::Table(_) => None,
    };
    if seed.is_none() {
        report.expected(&about.place("seed"), "a number, at least 0", &value.to_string());
    }
    seed
}

impl Settings {
    /// The event file that these settings are: every key written out, so that no default or preset matters.
    /// [`read`] makes the same settings of it, if the file lies in the current folder. An edition of the Laws that was
    /// read from a file goes by its name.
    #[must_use]
    pub fn equivalent(&self) -> String {
        print::event(self)
    }
}

#[cfg(test)]
mod tests;
