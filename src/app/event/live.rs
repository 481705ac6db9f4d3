//! The live page: of an event that is played, and of a journal.

use crate::event::openings::Book;
use crate::event::settings::Settings;
use crate::event::watch::Model;
use crate::exit::Exit;
use crate::shell::Clock;
use crate::shell::openings;
use crate::shell::page::{Address, Follower, Page};
use crate::shell::runner::Event;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often a journal is looked at for more.
const LOOK: Duration = Duration::from_millis(500);

/// Takes the page's address, before anything else is begun; what is in the way is told.
pub(crate) fn bind(address: Option<&Address>, err: &mut dyn Write) -> io::Result<Result<Option<Page>, Exit>> {
    match address.map(Page::bind).transpose() {
        Ok(page) => Ok(Ok(page)),
        Err(error) => writeln!(err, "{error}").map(|()| Err(Exit::BadInput)),
    }
}

/// Opens the page of an event that is about to be played.
pub(crate) fn open(page: Option<Page>, event: &mut Event, err: &mut dyn Write) -> io::Result<()> {
    let Some(page) = page else { return Ok(()) };
    let mut model = Model::new(event.settings.clone(), Some(event.openings.len()));
    if let Some(journal) = &event.journal {
        // What is damaged in it was told when it was opened.
        drop(Follower::new(journal.path()).news(|news| model.take(news, Clock::wall_ms()))?);
    }
    page.announce(err)?;
    event.watch = Some(page.open(model)?);
    Ok(())
}

/// Shows the event of a journal, and goes on as long as it grows and after that.
pub(super) fn serve(journal: &Path, address: &Address, err: &mut dyn Write) -> io::Result<Exit> {
    let page = match bind(Some(address), err)? {
        Ok(Some(page)) => page,
        Ok(None) => return Ok(Exit::Usage),
        Err(exit) => return Ok(exit),
    };
    let standing = match super::status::read(journal) {
        Ok(standing) => standing,
        Err(error) => return writeln!(err, "{error}").map(|()| Exit::BadInput),
    };
    let folder = PathBuf::from(&standing.folder);
    let Some(settings) = super::run::settings_from(&standing.settings, standing.laws.as_deref(), &folder, err)? else {
        return Ok(Exit::BadInput);
    };
    let journal = journal.canonicalize()?;
    let book = book(&settings, &folder, err)?;
    let mut model = Model::new(settings, book.as_ref().map(Book::len)).with_openings(book);
    let mut follower = Follower::new(&journal);
    for damage in follower.news(|news| model.take(news, Clock::wall_ms()))? {
        writeln!(err, "{}: {damage}; the rest is kept", journal.display())?;
    }
    page.announce(err)?;
    let mut feed = page.open(model)?;
    loop {
        Clock::pause(LOOK);
        match follower.news(|news| feed.tell(news)) {
            Ok(damage) => {
                for damage in damage {
                    writeln!(err, "{}: {damage}; the rest is kept", journal.display())?;
                }
            }
            Err(error) => writeln!(err, "{}: {error}", journal.display())?,
        }
        feed.release();
    }
}

/// The openings, for games in play; without them such games are shown when they are over.
fn book(settings: &Settings, folder: &Path, err: &mut dyn Write) -> io::Result<Option<Book>> {
    let elsewhere = std::env::set_current_dir(folder).map_err(|error| error.to_string());
    let loaded =
        elsewhere.and_then(|()| openings::load(&settings.openings, settings.seed).map_err(|error| error.to_string()));
    match loaded {
        Ok(book) => Ok(Some(book)),
        Err(error) => {
            writeln!(err, "openings: {error}; games are shown when they are over")?;
            Ok(None)
        }
    }
}
