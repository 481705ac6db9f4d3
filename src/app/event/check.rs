//! Everything that is wrong with an event, before its first move.

use crate::app::settings::check::{Severity, check};
use crate::event::plain;
use crate::event::settings::Settings;
use crate::exit::Exit;
use crate::shell::openings::{self, LoadError};
use crate::shell::runner::{has_token, try_engine};
use std::io::{self, Write};
use std::path::Path;

/// Tells what is wrong without starting anything; how much it is.
pub(super) fn faults(settings: &Settings, file: &Path, err: &mut dyn Write) -> io::Result<usize> {
    let name = file.display();
    let mut count = 0;
    let mut warnings = Vec::new();
    let mut tell = |text: String| {
        count += 1;
        writeln!(err, "{name}: {text}")
    };
    for finding in check(settings, Some(file)) {
        match finding.severity {
            Severity::Error => tell(format!("{}: {}", finding.place, finding.what))?,
            Severity::Warning => warnings.push(finding),
        }
    }
    match openings::load(&settings.openings, settings.seed) {
        Ok(book) => {
            for fault in book.check().err().into_iter().flatten() {
                tell(format!("openings: {fault}"))?;
            }
        }
        Err(error) if is_told(&error) => {}
        Err(error) => tell(format!("openings: {error}"))?,
    }
    if let Some(error) = settings.broadcast.as_ref().and_then(|broadcast| has_token(broadcast).err()) {
        tell(error.to_string())?;
    }
    for player in &settings.players {
        let error = player.book.as_ref().and_then(|book| openings::player_book(book).err());
        if let Some(error) = error.filter(|error| !is_told(error)) {
            tell(format!("engines: {}: book: {error}", plain::line(&player.name)))?;
        }
    }
    for finding in warnings {
        writeln!(err, "{name}: {finding}")?;
    }
    Ok(count)
}

/// Whether [`check`] has told it already: the file is not there, or is none.
fn is_told(error: &LoadError) -> bool {
    match error {
        LoadError::Unreadable { path, .. } => {
            !std::fs::File::open(path).and_then(|file| file.metadata()).is_ok_and(|found| found.is_file())
        }
        LoadError::Opening(_) => false,
    }
}

pub(super) fn run(file: &Path, no_engines: bool, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    let Some(settings) = super::run::settings(file, err)? else { return Ok(Exit::BadInput) };
    let name = file.display().to_string();
    let mut count = faults(&settings, file, err)?;
    let mut failed = false;
    for player in settings.players.iter().filter(|_| !no_engines) {
        match try_engine(player, &settings.rules.trouble) {
            Ok(trial) => {
                let own = trial.name.as_deref().unwrap_or("no name");
                writeln!(out, "{}: starts, calls itself {own:?}", plain::line(&player.name))?;
                for option in trial.unknown_options {
                    count += 1;
                    writeln!(
                        err,
                        "{name}: engines: {}: options: expected an option of the engine, got {option:?}",
                        plain::line(&player.name)
                    )?;
                }
            }
            Err(error) => {
                failed = true;
                let player = plain::line(&player.name);
                writeln!(err, "{name}: engines: {player}: expected an engine that starts, got: {error}")?;
            }
        }
    }
    match (count, failed) {
        (0, false) => writeln!(out, "{name}: good").map(|()| Exit::Success),
        (0, true) => Ok(Exit::Engine),
        (_, _) => Ok(Exit::BadInput),
    }
}
