//! Playing and resuming.

use super::live;
use crate::app::settings::Files;
use crate::event::config;
use crate::event::settings::Settings;
use crate::event::sources::WithEdition;
use crate::exit::Exit;
use crate::laws::Edition;
use crate::shell::fleet::{FleetOptions, play_on_fleet};
use crate::shell::page::Address;
use crate::shell::runner::{Event, Opened, open_journal, play};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Reads an event's file; what is wrong with it is told.
pub(super) fn settings(file: &Path, err: &mut dyn Write) -> io::Result<Option<Settings>> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return writeln!(err, "{}: {error}", file.display()).map(|()| None),
    };
    match config::read(&text, file, &Files::usual()) {
        Ok(settings) => Ok(Some(settings)),
        Err(faults) => writeln!(err, "{faults}").map(|()| None),
    }
}

/// `NAME.journal` for `NAME.toml`, in the current folder.
fn usual_journal(file: &Path) -> PathBuf {
    PathBuf::from(file.file_stem().unwrap_or_default()).with_extension("journal")
}

pub(super) fn run(
    file: &Path,
    journal: Option<&Path>,
    how: &How<'_>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<Exit> {
    let Some(mut settings) = settings(file, err)? else { return Ok(Exit::BadInput) };
    let journal = journal.map(Path::to_owned).or_else(|| settings.output.journal.take());
    settings.output.journal = Some(journal.unwrap_or_else(|| usual_journal(file)));
    if super::check::faults(&settings, file, err)? > 0 {
        return Ok(Exit::BadInput);
    }
    let page = match live::bind(how.live, err)? {
        Ok(page) => page,
        Err(exit) => return Ok(exit),
    };
    match Event::begin(settings) {
        Ok(mut event) => {
            live::open(page, &mut event, err)?;
            begin(event, how, out, err)
        }
        Err(error) => writeln!(err, "{}: {error}", file.display()).map(|()| Exit::BadInput),
    }
}

/// Who plays, and who looks on.
pub(super) struct How<'a> {
    pub(super) live: Option<&'a Address>,
    pub(super) fleet: Option<FleetOptions>,
}

/// Plays it here, or lets workers play it.
fn begin(event: Event, how: &How<'_>, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    match &how.fleet {
        None => play(event, out, err),
        Some(options) => play_on_fleet(event, options, out, err),
    }
}

/// The settings of a journal.
pub(super) fn settings_of(opened: &Opened, err: &mut dyn Write) -> io::Result<Option<Settings>> {
    settings_from(&opened.settings, opened.laws.as_deref(), &opened.folder, err)
}

/// The settings as a journal has them.
pub(super) fn settings_from(
    text: &str,
    laws: Option<&str>,
    folder: &Path,
    err: &mut dyn Write,
) -> io::Result<Option<Settings>> {
    // The text was made for this folder: it holds what the event began with, defaults and all.
    let path = folder.join("event.toml");
    let files = Files::usual();
    let edition = match laws.map(|laws| Edition::parse(laws, "the journal")).transpose() {
        Ok(edition) => edition,
        Err(error) => return writeln!(err, "the laws in the journal: {error}").map(|()| None),
    };
    let read = match &edition {
        Some(edition) => config::read(text, &path, &WithEdition { sources: &files, edition }),
        None => config::read(text, &path, &files),
    };
    match read {
        Ok(settings) => Ok(Some(settings)),
        Err(faults) => writeln!(err, "the settings in the journal: {faults}").map(|()| None),
    }
}

pub(super) fn resume(journal: &Path, how: &How<'_>, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    let page = match live::bind(how.live, err)? {
        Ok(page) => page,
        Err(exit) => return Ok(exit),
    };
    let opened = match open_journal(journal) {
        Ok(opened) => opened,
        Err(error) => return writeln!(err, "{error}").map(|()| Exit::BadInput),
    };
    for damage in &opened.damage {
        writeln!(err, "{}: {damage}; the rest is kept", journal.display())?;
    }
    if let Err(error) = std::env::set_current_dir(&opened.folder) {
        return writeln!(err, "{}: {error}", opened.folder.display()).map(|()| Exit::BadInput);
    }
    let Some(settings) = settings_of(&opened, err)? else { return Ok(Exit::BadInput) };
    match Event::resume(settings, opened) {
        Ok(mut event) => {
            live::open(page, &mut event, err)?;
            begin(event, how, out, err)
        }
        Err(error) => writeln!(err, "{}: {error}", journal.display()).map(|()| Exit::BadInput),
    }
}
