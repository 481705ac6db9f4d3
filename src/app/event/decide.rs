//! What a director decides: entries on top of what is recorded, never instead of it.

use crate::event::journal::Entry;
use crate::event::plain;
use crate::event::settings::{GameNumber, PlayerId};
use crate::exit::Exit;
use crate::laws::GameResult;
use crate::shell::Clock;
use crate::shell::runner::{Mailbox, Pause, append};
use std::io::{self, Write};
use std::path::Path;

pub(super) fn rule(
    journal: &Path,
    game: u32,
    result: &str,
    by: &str,
    reason: &str,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<Exit> {
    let all = [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::BothLose,
        GameResult::HalfZero,
        GameResult::ZeroHalf,
    ];
    let Some(result) = all.into_iter().find(|known| known.as_str() == result) else {
        let names = all.map(GameResult::as_str).join(", ");
        return writeln!(err, "RESULT: expected one of {names}, got {result:?}").map(|()| Exit::Usage);
    };
    let standing = match super::status::read(journal) {
        Ok(standing) => standing,
        Err(error) => return writeln!(err, "{error}").map(|()| Exit::BadInput),
    };
    let number = GameNumber(game);
    if !standing.games.contains_key(&number) {
        let text = "expected the number of a game that is over, got";
        return writeln!(err, "GAME: {text} {game}").map(|()| Exit::BadInput);
    }
    let (by, reason) = (by.to_owned(), reason.to_owned());
    let entry = Entry::Decided { number, result, by, reason, at: Clock::wall_ms() };
    enter(journal, &entry, out, err)
}

pub(super) fn withdraw(
    journal: &Path,
    player: &str,
    reason: &str,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<Exit> {
    let standing = match super::status::read(journal) {
        Ok(standing) => standing,
        Err(error) => return writeln!(err, "{error}").map(|()| Exit::BadInput),
    };
    if let Some(over) = standing.over(journal) {
        return writeln!(err, "{over}").map(|()| Exit::BadInput);
    }
    let found = standing.players.iter().position(|name| name == player);
    let Some(id) = found.and_then(|index| u16::try_from(index).ok()) else {
        let names = standing.players.iter().map(|name| plain::line(name)).collect::<Vec<_>>().join(", ");
        return writeln!(err, "PLAYER: expected one of {names}, got {player:?}").map(|()| Exit::BadInput);
    };
    if let Some((_, first)) = standing.withdrawn.iter().find(|(gone, _)| gone.0 == id) {
        let text = format!("expected a player who plays on, got {player:?}, withdrawn already: {first}");
        return writeln!(err, "PLAYER: {}", plain::line(&text)).map(|()| Exit::BadInput);
    }
    let entry = Entry::Withdrawn { player: PlayerId(id), reason: reason.to_owned() };
    enter(journal, &entry, out, err)
}

pub(super) fn enter(journal: &Path, entry: &Entry, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    match append(journal, entry) {
        Ok(true) => writeln!(out, "entered").map(|()| Exit::Success),
        Ok(false) => writeln!(out, "left for the running event, which enters it at once").map(|()| Exit::Success),
        Err(error) => writeln!(err, "{error}").map(|()| Exit::Io),
    }
}

pub(super) fn pause(journal: &Path, pause: Pause, err: &mut dyn Write) -> io::Result<Exit> {
    match super::status::read(journal).map(|standing| standing.over(journal)) {
        Ok(None) => {}
        Ok(Some(over)) => return writeln!(err, "{over}").map(|()| Exit::BadInput),
        Err(error) => return writeln!(err, "{error}").map(|()| Exit::BadInput),
    }
    match Mailbox::of(journal).pause(pause) {
        Ok(()) => Ok(Exit::Success),
        Err(error) => writeln!(err, "{}: {error}", journal.display()).map(|()| Exit::Io),
    }
}
