//! A round that a director pairs by hand, and what a pairing program is asked.

use super::status;
use crate::event::director::Director;
use crate::event::journal::{Entry, PairedBy};
use crate::event::plain;
use crate::event::schedule::swiss::{Position, exchange};
use crate::event::settings::{PlayerId, Settings};
use crate::exit::Exit;
use crate::shell::Clock;
use std::io::{self, Write};
use std::path::Path;

/// A Swiss event, from its journal.
struct Event {
    standing: status::Standing,
    director: Director,
    settings: Settings,
    position: Position,
}

/// Reads one; none: it is none, which has been said.
fn event(journal: &Path, err: &mut dyn Write) -> io::Result<Option<Event>> {
    let standing = match status::read(journal) {
        Ok(standing) => standing,
        Err(error) => return writeln!(err, "{error}").map(|()| None),
    };
    let (director, settings) = match status::director(&standing) {
        Ok(event) => event,
        Err(why) => return writeln!(err, "{}: {why}", journal.display()).map(|()| None),
    };
    let Some(position) = director.position(&settings) else {
        let text = "expected the journal of a Swiss event, got one of another format";
        return writeln!(err, "{}: {text}", journal.display()).map(|()| None);
    };
    Ok(Some(Event { standing, director, settings, position }))
}

/// Prints the report of the rounds so far.
pub(super) fn question(journal: &Path, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    let Some(event) = event(journal, err)? else { return Ok(Exit::BadInput) };
    if let (None, Some(next)) = (event.director.to_pair(), event.director.schedule().unpaired()) {
        let text =
            format!("games before round {next} are still to be played: those without a result count as lost by both");
        writeln!(err, "{}: {text}", journal.display())?;
    }
    match exchange::question(&event.position, &event.settings) {
        Ok(text) => write!(out, "{text}").map(|()| Exit::Success),
        Err(faults) => writeln!(err, "{faults}").map(|()| Exit::BadInput),
    }
}

/// Enters a pairing for the next round. Who meets whom is the director's to decide; that everybody who is there is in it
/// once is asked.
pub(super) fn run(
    journal: &Path,
    round: u32,
    pairs: &[String],
    byes: &[String],
    (by, reason): (&str, &str),
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<Exit> {
    let Some(event) = event(journal, err)? else { return Ok(Exit::BadInput) };
    let Event { standing, director, position, .. } = event;
    if director.to_pair() != Some(round) {
        let expected = match (director.to_pair(), director.schedule().unpaired()) {
            (Some(next), _) => format!("{next}, the next one"),
            (None, Some(next)) => format!("none yet: games before round {next} are still to be played"),
            (None, None) => "none: all rounds are paired".to_owned(),
        };
        return writeln!(err, "--round: expected {expected}, got {round}").map(|()| Exit::BadInput);
    }
    let names = &standing.players;
    let find = |name: &str| {
        let place = names.iter().position(|own| own == name.trim())?;
        u16::try_from(place).ok().map(PlayerId)
    };
    let mut two = Vec::new();
    for pair in pairs {
        // Names may have hyphens themselves.
        let cuts = pair.match_indices('-').map(|(at, _)| pair.split_at(at));
        let found = cuts.filter_map(|(one, rest)| Some((find(one)?, find(rest.get(1..)?)?))).collect::<Vec<_>>();
        let [one] = found.as_slice() else {
            let expected = format!("two of {} as \"WHITE-BLACK\"", names.join(", "));
            return writeln!(err, "PAIRS: expected {}, got {pair:?}", plain::line(&expected)).map(|()| Exit::BadInput);
        };
        two.push(*one);
    }
    let mut given = Vec::new();
    for name in byes {
        let Some(player) = find(name) else {
            return writeln!(err, "--bye: expected one of {}, got {name:?}", plain::line(&names.join(", ")))
                .map(|()| Exit::BadInput);
        };
        given.push(player);
    }
    match position.by_hand(&two, &given) {
        Ok(pairing) => {
            let by = PairedBy::Director { name: by.to_owned(), reason: reason.to_owned() };
            super::decide::enter(journal, &Entry::Paired { pairing, by, at: Clock::wall_ms() }, out, err)
        }
        Err(misfit) => {
            let name = |id: PlayerId| standing.name(id).to_owned();
            writeln!(err, "PAIRS: {}", misfit.text(&name)).map(|()| Exit::BadInput)
        }
    }
}
