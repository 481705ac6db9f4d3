//! The keys of `[format]` in a Swiss event.

use super::event::AT_LEAST_ONE;
use super::print::{list, quoted};
use super::section::{Section, beside};
use crate::event::faults::Report;
use crate::event::settings::{
    Acceleration, ByeKind, LateEntry, PairingProgram, PairingSystem, Player, PlayerId, RequestedBye, RoundGames, Swiss,
};
use shakmaty::Color;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use toml::Value;

const COLOURS: [(&str, Color); 2] = [("white", Color::White), ("black", Color::Black)];
const ACCELERATIONS: [(&str, Acceleration); 2] = [("off", Acceleration::Off), ("baku", Acceleration::Baku)];
const BYES: [(&str, ByeKind); 3] = [("full", ByeKind::Full), ("half", ByeKind::Half), ("zero", ByeKind::Zero)];

#[derive(Clone, Copy)]
enum System {
    Dutch,
    Tcec,
}

/// The players of the file, by whose names others are meant.
struct Names<'a>(&'a [Player]);

impl Names<'_> {
    fn find(&self, place: &str, name: &str, report: &mut Report) -> Option<PlayerId> {
        let found = self.0.iter().position(|player| player.name == name);
        if found.is_none() {
            report.expected(place, "the name of an engine", &quoted(name));
        }
        found.and_then(|place| u16::try_from(place).ok()).map(PlayerId)
    }
}

pub(super) fn read(section: &mut Section, path: &Path, named: &[Player], players: usize, report: &mut Report) -> Swiss {
    let names = Names(named);
    let missing = |section: &Section, key: &'static str, expected: &str, report: &mut Report| {
        if !section.has(key) {
            report.expected(&section.place(key), expected, "none");
        }
    };
    missing(section, "rounds", AT_LEAST_ONE, report);
    let rounds: NonZeroU32 = section.take("rounds", AT_LEAST_ONE, report).unwrap_or(NonZeroU32::MIN);
    let games = match section.take::<u32>("games", "1 or 2", report) {
        None | Some(1) => RoundGames::One,
        Some(2) => RoundGames::Two,
        Some(other) => {
            report.expected(&section.place("games"), "1 or 2", &other.to_string());
            RoundGames::One
        }
    };
    missing(section, "pairing", "\"dutch\" or \"tcec\"", report);
    let system = section.word("pairing", &[("dutch", System::Dutch), ("tcec", System::Tcec)], report);
    let system = self::system(section, system.unwrap_or(System::Tcec), path, report);
    // Everybody can have met everybody before: then there is nothing left to pair.
    let most = if players.is_multiple_of(2) { players.saturating_sub(1) } else { players };
    if players > 1 && usize::try_from(rounds.get()).is_ok_and(|rounds| rounds > most) {
        let expected = format!("at most {most} rounds with {players} engines");
        report.expected(&section.place("rounds"), &expected, &rounds.to_string());
    }
    let swiss = Swiss {
        rounds,
        games,
        system,
        acceleration: section.word("accelerated", &ACCELERATIONS, report).unwrap_or_default(),
        forbidden: forbidden(section, &names, report),
        byes: byes(section, &names, rounds.get(), report),
        late: late(section, &names, rounds.get(), report),
    };
    for late in &swiss.late {
        let earlier = |bye: &&RequestedBye| bye.player == late.player && bye.rounds.iter().any(|r| *r < late.from);
        if let Some(bye) = swiss.byes.iter().find(earlier) {
            let expected = format!("rounds from its entry in round {} on", late.from);
            report.expected(&section.place("byes"), &expected, &format!("{:?}", bye.rounds));
        }
    }
    swiss
}

fn system(section: &mut Section, system: System, path: &Path, report: &mut Report) -> PairingSystem {
    let expected = "a program such as \"bbpPairings.exe\", or a list such as [\"java\", \"-jar\", \"javafo.jar\"]";
    let (engine, groups) = (section.place("pairing-engine"), section.place("seeding-groups"));
    let command = section.raw("pairing-engine");
    let seeding: Option<NonZeroU32> = section.take("seeding-groups", AT_LEAST_ONE, report);
    let initial_colour = section.word("initial-colour", &COLOURS, report);
    match system {
        System::Dutch => {
            if let Some(given) = seeding {
                report.expected(&groups, "none of it with pairing = \"dutch\"", &given.to_string());
            }
            let program = match &command {
                Some(Value::String(command)) if !command.is_empty() => Some((command.clone(), bbp())),
                Some(Value::Array(words)) => {
                    let words = words.iter().map(|word| word.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
                    words.and_then(|words| {
                        let (command, arguments) = words.split_first()?;
                        (!command.is_empty()).then(|| (command.clone(), arguments.to_vec()))
                    })
                }
                Some(_) | None => None,
            };
            if program.is_none() {
                let got = command.map_or_else(|| "none".to_owned(), |value| value.to_string());
                report.expected(&engine, expected, &got);
            }
            let (command, arguments) = program.unwrap_or_default();
            PairingSystem::Dutch {
                program: PairingProgram { command: resolved(path, &command), arguments },
                initial_colour: initial_colour.unwrap_or(Color::White),
            }
        }
        System::Tcec => {
            if let Some(command) = command {
                report.expected(&engine, "none of it with pairing = \"tcec\"", &command.to_string());
            }
            if initial_colour.is_some() {
                let place = section.place("initial-colour");
                report.expected(&place, "none of it with pairing = \"tcec\"", "one");
            }
            PairingSystem::Tcec { seeding_groups: seeding.unwrap_or(NonZeroU32::MIN) }
        }
    }
}

/// What bbpPairings wants to hear before the files.
fn bbp() -> Vec<String> {
    vec!["--dutch".to_owned()]
}

/// A bare name is searched in `PATH`; a path is taken from the file's folder.
fn resolved(path: &Path, command: &str) -> PathBuf {
    if Path::new(command).components().count() > 1 { beside(path, Path::new(command)) } else { command.into() }
}

fn forbidden(section: &mut Section, names: &Names, report: &mut Report) -> Vec<Vec<PlayerId>> {
    let expected = "a list of pairs of engines, such as [[\"A\", \"B\"]]";
    let groups: Vec<Vec<String>> = section.take("forbidden", expected, report).unwrap_or_default();
    let place = section.place("forbidden");
    let mut all = Vec::new();
    for group in groups {
        let ids = group.iter().filter_map(|name| names.find(&place, name, report)).collect::<Vec<_>>();
        let distinct = ids.iter().collect::<std::collections::BTreeSet<_>>().len();
        if group.len() < 2 || distinct < ids.len() {
            report.expected(&place, "two or more engines that are not to meet", &format!("{group:?}"));
        }
        all.push(ids);
    }
    all
}

/// The tables of a list, each a section of its own.
fn tables(section: &mut Section, key: &'static str, expected: &str, report: &mut Report) -> Vec<Section> {
    let place = section.place(key);
    let tables: Vec<toml::Table> = section.take(key, expected, report).unwrap_or_default();
    (1..).zip(tables).map(|(number, table)| Section::new(&format!("{place}[{number}]."), table)).collect()
}

fn byes(section: &mut Section, names: &Names, rounds: u32, report: &mut Report) -> Vec<RequestedBye> {
    let expected = "a list such as [{ player = \"A\", rounds = [1], points = \"half\" }]";
    let mut all: Vec<RequestedBye> = Vec::new();
    for mut bye in tables(section, "byes", expected, report) {
        let player = player(&mut bye, names, report);
        let kind = bye.word("points", &BYES, report).unwrap_or(ByeKind::Half);
        let expected = format!("a list of rounds from 1 to {rounds}");
        let given: Vec<u32> = bye.take("rounds", &expected, report).unwrap_or_default();
        if given.is_empty() || given.iter().any(|round| !(1..=rounds).contains(round)) {
            report.expected(&bye.place("rounds"), &expected, &format!("{given:?}"));
        }
        if let Some(player) = player {
            let again =
                |other: &RequestedBye| other.player == player && other.rounds.iter().any(|round| given.contains(round));
            if all.iter().any(again) {
                report.expected(&bye.place("rounds"), "one bye of a player in a round", &format!("{given:?}"));
            }
            all.push(RequestedBye { player, kind, rounds: given });
        }
        bye.finish(report);
    }
    all
}

fn late(section: &mut Section, names: &Names, rounds: u32, report: &mut Report) -> Vec<LateEntry> {
    let expected = "a list such as [{ player = \"A\", from = 3 }]";
    let mut all: Vec<LateEntry> = Vec::new();
    for mut late in tables(section, "late", expected, report) {
        let player = player(&mut late, names, report);
        let expected = format!("a round from 2 to {rounds}");
        let from: Option<u32> = late.take("from", &expected, report);
        if let Some(from) = from.filter(|from| !(2..=rounds).contains(from)) {
            report.expected(&late.place("from"), &expected, &from.to_string());
        }
        if from.is_none() {
            report.expected(&late.place("from"), &expected, "none");
        }
        if let (Some(player), Some(from)) = (player, from) {
            if all.iter().any(|other| other.player == player) {
                report.expected(&late.place("player"), "an engine that enters once", "it a second time");
            }
            all.push(LateEntry { player, from });
        }
        late.finish(report);
    }
    all
}

fn player(section: &mut Section, names: &Names, report: &mut Report) -> Option<PlayerId> {
    let place = section.place("player");
    match section.text("player", report) {
        Some(name) => names.find(&place, &name, report),
        None => {
            report.expected(&place, "the name of an engine", "none");
            None
        }
    }
}

/// The keys and their values.
pub(super) fn print(swiss: &Swiss, players: &[Player]) -> Vec<(&'static str, String)> {
    let name = |id: &PlayerId| players.get(usize::from(id.0)).map_or("", |player| player.name.as_str());
    let word = |text: &str| quoted(text);
    let mut keys = vec![("rounds", swiss.rounds.to_string()), ("games", swiss.games.count().to_string())];
    match &swiss.system {
        PairingSystem::Dutch { program, initial_colour } => {
            keys.push(("pairing", word("dutch")));
            let command = program.command.to_string_lossy().into_owned();
            let words = std::iter::once(command.as_str()).chain(program.arguments.iter().map(String::as_str));
            keys.push(("pairing-engine", list(words)));
            keys.push(("initial-colour", word(if initial_colour.is_white() { "white" } else { "black" })));
        }
        PairingSystem::Tcec { seeding_groups } => {
            keys.push(("pairing", word("tcec")));
            keys.push(("seeding-groups", seeding_groups.to_string()));
        }
    }
    let acceleration = match swiss.acceleration {
        Acceleration::Off => "off",
        Acceleration::Baku => "baku",
    };
    keys.push(("accelerated", word(acceleration)));
    let forbidden = swiss.forbidden.iter().map(|group| list(group.iter().map(name))).collect::<Vec<_>>();
    keys.push(("forbidden", format!("[{}]", forbidden.join(", "))));
    let bye = |bye: &RequestedBye| {
        let points = BYES.iter().find(|(_, kind)| *kind == bye.kind).map_or("zero", |(word, _)| word);
        format!("{{ player = {}, rounds = {:?}, points = {} }}", word(name(&bye.player)), bye.rounds, word(points))
    };
    keys.push(("byes", format!("[{}]", swiss.byes.iter().map(bye).collect::<Vec<_>>().join(", "))));
    let late = |late: &LateEntry| format!("{{ player = {}, from = {} }}", word(name(&late.player)), late.from);
    keys.push(("late", format!("[{}]", swiss.late.iter().map(late).collect::<Vec<_>>().join(", "))));
    keys
}

#[cfg(test)]
mod tests {
    use crate::event::config::read;
    use crate::event::settings::{Acceleration, ByeKind, Format, PairingSystem, PlayerId, RoundGames, Settings, Swiss};
    use crate::event::sources::fake::Fake;
    use std::path::Path;

    fn text(format: &str) -> String {
        let engines = ["A", "B", "C", "D"]
            .map(|name| format!("[[engines]]\nname = \"{name}\"\nengine = \"random\"\ndepth = 1\n"));
        format!("{}[format]\nkind = \"swiss\"\n{format}\n", engines.concat())
    }

    fn try_settings(format: &str) -> Result<Settings, Vec<String>> {
        read(&text(format), Path::new("conf/event.toml"), &Fake::default()).map_err(|faults| {
            let lines = faults.to_string();
            lines.lines().map(|line| line.trim_start_matches("conf/event.toml: format.").to_owned()).collect()
        })
    }

    fn swiss(settings: &Settings) -> &Swiss {
        let Format::Swiss(swiss) = &settings.format else { panic!("{:?}", settings.format) };
        swiss
    }

    fn faults(format: &str) -> Vec<String> {
        try_settings(format).unwrap_err()
    }

    #[test]
    fn all_keys_of_a_swiss_event() {
        let settings = try_settings(
            "rounds = 3\ngames = 2\npairing = \"dutch\"\npairing-engine = \"bin/bbpPairings.exe\"\n\
             initial-colour = \"black\"\naccelerated = \"baku\"\nforbidden = [[\"A\", \"B\"], [\"B\", \"C\", \"D\"]]\n\
             byes = [{ player = \"C\", rounds = [1, 3], points = \"zero\" }, { player = \"D\", rounds = [2] }]\n\
             late = [{ player = \"B\", from = 2 }]",
        )
        .unwrap();
        let read = swiss(&settings);
        assert_eq!((read.rounds.get(), read.games, read.acceleration), (3, RoundGames::Two, Acceleration::Baku));
        let PairingSystem::Dutch { program, initial_colour } = &read.system else { panic!("{read:?}") };
        assert_eq!(program.command, Path::new("conf/bin/bbpPairings.exe"));
        assert_eq!((program.arguments.as_slice(), initial_colour.is_black()), (&["--dutch".to_owned()][..], true));
        assert_eq!(read.forbidden[1], [PlayerId(1), PlayerId(2), PlayerId(3)]);
        assert_eq!((read.byes[0].kind, read.byes[1].kind), (ByeKind::Zero, ByeKind::Half));
        assert_eq!((read.late[0].player, read.late[0].from), (PlayerId(1), 2));
        assert_eq!(settings.openings.repeat.get(), 2);
        let printed = settings.equivalent();
        let again = super::super::read(&printed, Path::new("event.toml"), &Fake::default());
        assert_eq!(again.unwrap_or_else(|faults| panic!("{faults}\n{printed}")).format, settings.format);
    }

    #[test]
    fn a_program_is_a_name_or_a_list_with_its_first_arguments() {
        let program = |format: &str| {
            let settings = try_settings(&format!("rounds = 1\npairing = \"dutch\"\n{format}")).unwrap();
            let PairingSystem::Dutch { program, .. } = swiss(&settings).system.clone() else { panic!() };
            (program.command.display().to_string(), program.arguments.join(" "))
        };
        assert_eq!(program("pairing-engine = \"bbpPairings.exe\""), ("bbpPairings.exe".into(), "--dutch".into()));
        let javafo = program("pairing-engine = [\"java\", \"-jar\", \"javafo.jar\"]");
        assert_eq!(javafo, ("java".into(), "-jar javafo.jar".into()));
    }

    #[test]
    fn the_built_in_system_stands_alone_and_is_the_listed_order_by_itself() {
        let settings = try_settings("rounds = 2\npairing = \"tcec\"").unwrap();
        let PairingSystem::Tcec { seeding_groups } = swiss(&settings).system else { panic!() };
        assert_eq!((seeding_groups.get(), swiss(&settings).games), (1, RoundGames::One));
        assert_eq!(settings.equivalent().matches("initial-colour").count(), 0);
    }

    #[test]
    fn what_is_wrong_with_a_swiss_event_is_told_at_once() {
        assert_eq!(
            faults("games = 3\nseeds = 1")[..3],
            [
                "rounds: expected a number, at least 1, got none",
                "games: expected 1 or 2, got 3",
                "pairing: expected \"dutch\" or \"tcec\", got none",
            ]
        );
        assert!(faults("games = 3\nseeds = 1")[3].contains("\"seeds\""));
        let program = "pairing-engine: expected a program such as \"bbpPairings.exe\", or a list such as [\"java\", \"-jar\", \"javafo.jar\"]";
        assert_eq!(faults("rounds = 1\npairing = \"dutch\""), [format!("{program}, got none")]);
        assert_eq!(faults("rounds = 1\npairing = \"dutch\"\npairing-engine = []"), [format!("{program}, got []")]);
        assert_eq!(
            faults("rounds = 1\npairing = \"tcec\"\npairing-engine = \"x\"\ninitial-colour = \"white\""),
            [
                "pairing-engine: expected none of it with pairing = \"tcec\", got \"x\"",
                "initial-colour: expected none of it with pairing = \"tcec\", got one",
            ]
        );
        assert_eq!(
            faults("rounds = 4\npairing = \"tcec\""),
            ["rounds: expected at most 3 rounds with 4 engines, got 4"]
        );
        assert_eq!(
            faults("rounds = 3\npairing = \"tcec\"\nforbidden = [[\"A\", \"X\"], [\"A\"]]"),
            [
                "forbidden: expected the name of an engine, got \"X\"",
                "forbidden: expected two or more engines that are not to meet, got [\"A\"]",
            ]
        );
        assert_eq!(
            faults(
                "rounds = 3\npairing = \"tcec\"\nlate = [{ player = \"A\", from = 1 }, { player = \"B\" }, { player = \"C\", from = 3 }]\n\
                 byes = [{ player = \"A\", rounds = [4] }, { rounds = [1] }, { player = \"C\", rounds = [2] }, { player = \"C\", rounds = [2, 3] }]"
            ),
            [
                "byes[1].rounds: expected a list of rounds from 1 to 3, got [4]",
                "byes[2].player: expected the name of an engine, got none",
                "byes[4].rounds: expected one bye of a player in a round, got [2, 3]",
                "late[1].from: expected a round from 2 to 3, got 1",
                "late[2].from: expected a round from 2 to 3, got none",
                "byes: expected rounds from its entry in round 3 on, got [2]",
            ]
        );
    }
}
