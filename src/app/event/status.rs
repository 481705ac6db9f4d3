//! Where an event stands, from its journal alone.

use crate::app::settings::Files;
use crate::event::announce;
use crate::event::config;
use crate::event::director::Director;
use crate::event::game::Game;
use crate::event::journal::{Closing, Damage, Entry, PairedBy, Rest};
use crate::event::plain;
use crate::event::schedule::Schedule;
use crate::event::schedule::swiss::Pairing;
use crate::event::settings::{GameNumber, PlayerId, Settings, Swiss};
use crate::event::table::Again;
use crate::exit::Exit;
use crate::laws::GameResult;
use crate::units::counted;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;

/// What a journal says.
#[derive(Debug, Default)]
pub(super) struct Standing {
    pub(super) players: Vec<String>,
    /// The same as people may see them.
    shown: Vec<String>,
    /// The settings' text.
    pub(super) settings: String,
    /// The edition's text, where it was read from a file.
    pub(super) laws: Option<String>,
    pub(super) folder: String,
    /// The games that are over, moves left out.
    pub(super) games: BTreeMap<GameNumber, Game>,
    pub(super) decided: BTreeMap<GameNumber, (GameResult, String, String)>,
    pub(super) withdrawn: Vec<(PlayerId, String)>,
    /// The rounds of a Swiss event.
    rounds: BTreeMap<u32, (Pairing, PairedBy)>,
    /// The half-moves that were made in them after their openings.
    pub(super) half_moves: BTreeMap<GameNumber, usize>,
    /// Everything but the moves, for the standings.
    pub(super) entries: Vec<Entry>,
    in_play: BTreeSet<GameNumber>,
    replayed: u32,
    resumed: u32,
    /// Games that were played once more, too late to count.
    late: u32,
    closed: Option<Closing>,
    damage: Vec<Damage>,
}

impl Standing {
    pub(super) fn name(&self, id: PlayerId) -> &str {
        self.shown.get(usize::from(id.0)).map_or("?", String::as_str)
    }

    /// What is wrong with asking for something that concerns games to come, if there are none.
    pub(super) fn over(&self, journal: &Path) -> Option<String> {
        let text = "expected an event that is played or can be resumed, got one that is over";
        (self.closed == Some(Closing::Complete)).then(|| format!("{}: {text}", journal.display()))
    }

    fn take(&mut self, mut entry: Entry) {
        match &mut entry {
            Entry::Finished { game, .. } => {
                let made = game.plies.len().saturating_sub(game.opening.moves.len());
                self.half_moves.insert(game.fixture.number, made);
                game.plies = Vec::new();
            }
            Entry::Late { game } => game.plies = Vec::new(),
            Entry::Opened { .. }
            | Entry::Resumed { .. }
            | Entry::Begun { .. }
            | Entry::Moved { .. }
            | Entry::Incident { .. }
            | Entry::Decided { .. }
            | Entry::Withdrawn { .. }
            | Entry::Paired { .. }
            | Entry::Closed { .. } => {}
        }
        if !matches!(entry, Entry::Moved { .. } | Entry::Incident { .. }) {
            self.entries.push(entry.clone());
        }
        match entry {
            Entry::Opened { settings, laws, players, folder, .. } => {
                self.shown = players.iter().map(|name| plain::line(name).into_owned()).collect();
                (self.settings, self.laws, self.players, self.folder) = (settings, laws, players, folder);
            }
            Entry::Resumed { .. } => {
                self.resumed += 1;
                self.closed = None;
                self.in_play.clear();
            }
            Entry::Begun { number, .. } => drop(self.in_play.insert(number)),
            Entry::Moved { .. } | Entry::Incident { .. } => {}
            Entry::Finished { game, again, .. } => {
                self.in_play.remove(&game.fixture.number);
                match again {
                    Again::No => drop(self.games.insert(game.fixture.number, *game)),
                    Again::Replay | Again::HostFault => self.replayed += 1,
                }
            }
            Entry::Decided { number, result, by, reason, .. } => {
                self.decided.insert(number, (result, by, reason));
            }
            Entry::Withdrawn { player, reason } => self.withdrawn.push((player, reason)),
            Entry::Paired { pairing, by, .. } => {
                // A second pairing of a round changes nothing.
                self.rounds.entry(pairing.round).or_insert((pairing, by));
            }
            Entry::Late { .. } => self.late += 1,
            Entry::Closed { how } => {
                // Games that a decided test no longer needs are in play no more.
                if how == Closing::Complete {
                    self.in_play.clear();
                }
                self.closed = Some(how);
            }
        }
    }
}

/// Reads a journal without disturbing whoever writes it.
pub(super) fn read(journal: &Path) -> io::Result<Standing> {
    let bytes = std::fs::read(journal)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", journal.display())))?;
    let mut standing = Standing::default();
    let rest = Rest::of(&bytes, |entry| standing.take(entry));
    standing.damage = rest.damage;
    if standing.players.is_empty() {
        let text = format!("{}: expected the journal of an event, got none", journal.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, text));
    }
    Ok(standing)
}

pub(super) fn run(journal: &Path, games: bool, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    let standing = match read(journal) {
        Ok(standing) => standing,
        Err(error) => return writeln!(err, "{error}").map(|()| Exit::BadInput),
    };
    for damage in &standing.damage {
        writeln!(err, "{}: {damage}; the rest is kept", journal.display())?;
    }
    let state = match standing.closed {
        Some(Closing::Complete) => "complete",
        Some(Closing::Stopped) => "stopped, can be resumed",
        None => "running, or ended without a word",
    };
    let over = counted(standing.games.len(), "game", "games");
    writeln!(out, "{state}; {over} over, {} in play", standing.in_play.len())?;
    writeln!(out, "played again: {}; resumed: {}", standing.replayed, standing.resumed)?;
    if standing.late > 0 {
        writeln!(out, "played once more, too late to count: {}", standing.late)?;
    }
    match director(&standing) {
        Ok((director, settings)) => {
            if let Some(swiss) = settings.format.swiss() {
                swiss_rounds(&standing, swiss, &director, &settings, games, out)?;
            }
            let (table, _) = director.standings(&settings);
            let (count, total) = (director.outcomes().len(), director.schedule().total());
            let teams = announce::team_table(&director, &settings);
            write!(out, "{count} of {total} games count\n{teams}{}", table.text(&standing.shown))?;
        }
        Err(why) => writeln!(err, "{}: no standings: {why}", journal.display())?,
    }
    if games {
        for game in standing.games.values() {
            let (white, black) = (standing.name(game.fixture.white), standing.name(game.fixture.black));
            let result = game.ending.result.map_or("*", GameResult::as_str);
            writeln!(
                out,
                "{:>5}  {white} - {black}  {result}  {}",
                game.fixture.number.0,
                plain::line(&game.ending.text)
            )?;
            for note in &game.notes {
                writeln!(out, "       {}", plain::line(note))?;
            }
        }
    }
    for (number, (result, by, reason)) in &standing.decided {
        writeln!(out, "game {}: {result} by decision of {}: {}", number.0, plain::line(by), plain::line(reason))?;
    }
    for (player, reason) in &standing.withdrawn {
        writeln!(out, "withdrawn: {}: {}", standing.name(*player), plain::line(reason))?;
    }
    Ok(Exit::Success)
}

/// The event as it stands, and the settings that it began with.
pub(super) fn director(standing: &Standing) -> Result<(Director, Settings), String> {
    let path = Path::new(&standing.folder).join("event.toml");
    let settings = config::read(&standing.settings, &path, &Files::usual()).map_err(|faults| faults.to_string())?;
    // Which opening a game has does not matter here.
    let schedule = Schedule::new(&settings.format, settings.players.len(), &settings.openings, None);
    let mut director = Director::new(&settings, schedule);
    for entry in &standing.entries {
        director.replay(entry);
    }
    Ok((director, settings))
}

/// The round of a Swiss event that is played, or all of them.
fn swiss_rounds(
    standing: &Standing,
    swiss: &Swiss,
    director: &Director,
    settings: &Settings,
    all: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let last = director.schedule().pairings().last().map_or(0, |pairing| pairing.round);
    writeln!(out, "round {last} of {}", swiss.rounds)?;
    for (round, (pairing, by)) in &standing.rounds {
        if all || *round == last {
            write!(out, "{}", announce::pairing(pairing, by, settings))?;
        }
    }
    Ok(())
}
