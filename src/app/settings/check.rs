//! What can be known to be wrong with an event before any engine is started.

use crate::app::same_file::FileId;
use crate::event::settings::{
    Affinity, Format, OpeningPolicy, OpeningSource, Output, PairingSystem, Play, Player, Settings, TablebaseRule,
};
use crate::game::clock::Control;
use crate::profile::Program;
use crate::units::counted;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The event can be played; something will not be as it was meant.
    Warning,
    /// The event cannot be played, or not to its end.
    Error,
}

/// Something that is wrong with an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Where, as a key of the event file.
    pub place: String,
    /// What, in one sentence.
    pub what: String,
}

/// `error: place: what`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}: {}: {}", self.place, self.what)
    }
}

#[derive(Debug, Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn error(&mut self, place: &str, what: String) {
        self.0.push(Finding { severity: Severity::Error, place: place.to_owned(), what });
    }

    fn warning(&mut self, place: &str, what: String) {
        self.0.push(Finding { severity: Severity::Warning, place: place.to_owned(), what });
    }
}

/// Everything that is wrong with an event and can be known without an engine; `own` is the file that it was read from.
/// Opens files and lists folders; leaves nothing behind.
#[must_use]
pub fn check(settings: &Settings, own: Option<&Path>) -> Vec<Finding> {
    let mut findings = Findings::default();
    players(&settings.players, &mut findings);
    format(settings, &mut findings);
    match &settings.openings.source {
        OpeningSource::Start | OpeningSource::Chess960(_) | OpeningSource::DoubleChess960(_) => {}
        OpeningSource::Epd(file) => readable("openings.epd", file, &mut findings),
        OpeningSource::Pgn(file) => readable("openings.pgn", file, &mut findings),
        OpeningSource::Polyglot(file) => readable("openings.polyglot", file, &mut findings),
    }
    if let Some(tables) = &settings.rules.tablebases {
        tablebases(tables, &mut findings);
    }
    play(&settings.play, &mut findings);
    outputs(settings, own, &mut findings);
    findings.0
}

/// PGN's export format has lines of 255 characters, and a tag beside the name.
const LONGEST_NAME: usize = 200;

fn players(players: &[Player], findings: &mut Findings) {
    for (number, player) in (1..).zip(players) {
        let length = player.name.chars().count();
        if length > LONGEST_NAME {
            let what = format!("expected a name of at most {LONGEST_NAME} characters, got {length}");
            findings.error(&format!("engines[{number}].name"), what);
        }
    }
    if players.len() < 2 {
        findings.error("engines", format!("expected at least two engines, got {}", players.len()));
    }
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for player in players {
        *names.entry(&player.name).or_default() += 1;
    }
    for (name, count) in names.into_iter().filter(|(_, count)| *count > 1) {
        findings.error("engines", format!("expected names that differ, got {count} engines called {name:?}"));
    }
    for player in players {
        let place = format!("engines {:?}", player.name);
        if let Program::Command(command) = &player.engine.program
            && !program(command)
        {
            let what = format!("expected a program, got {:?}, which is no file and not in PATH", command.display());
            findings.error(&place, what);
        }
        if let Some(folder) = player.engine.directory.as_deref().filter(|folder| !folder.is_dir()) {
            findings.error(&place, format!("expected a working directory, got {:?}", folder.display()));
        }
        if let Some(book) = &player.book {
            readable(&place, &book.file, findings);
        }
        let limited = player.depth.is_some() || player.nodes.is_some();
        if player.control == Control::Unlimited && !limited {
            findings.warning(&place, "it has neither a clock nor a limit, and may think for ever".to_owned());
        }
    }
}

/// Whether there is such a program, as the launcher looks for it.
fn program(command: &Path) -> bool {
    if command.components().count() > 1 || command.is_absolute() {
        return command.is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| {
        let file = folder.join(command);
        file.is_file() || cfg!(windows) && file.with_extension("exe").is_file()
    })
}

fn format(settings: &Settings, findings: &mut Findings) {
    let players = settings.players.len();
    match &settings.format {
        Format::Gauntlet { seeds, .. } if seeds.get() >= players => {
            findings.error("format.seeds", format!("expected fewer than the {players} engines, got {seeds}"));
        }
        Format::RoundRobin(meetings) | Format::Gauntlet { meetings, .. } | Format::Ladder(meetings) => {
            let games = meetings.games.get();
            if games > 1 && games % 2 == 1 && players > 2 {
                let what = format!("{games} games an encounter give one side more games with White");
                findings.warning("format.games", what);
            }
        }
        Format::Swiss(swiss) => match &swiss.system {
            PairingSystem::Dutch { program: pairing, .. } if !program(&pairing.command) => {
                let got = format!("expected a program, got {:?}", pairing.command.display().to_string());
                findings.error("format.pairing-engine", got);
            }
            PairingSystem::Dutch { .. } | PairingSystem::Tcec { .. } => {}
        },
        Format::TeamRoundRobin(teams) => {
            let games = u64::from(teams.games.get()) * u64::from(teams.rounds.get());
            if games > 1 && games % 2 == 1 {
                let what = format!("{games} games on a board give one side more games with White");
                findings.warning("format.games", what);
            }
        }
        Format::Knockout { .. } => {}
    }
    if settings.sprt.is_some() && players != 2 {
        findings.error("sprt", format!("expected two engines, got {players}"));
    }
    let openings = &settings.openings;
    let listed = !matches!(openings.source, OpeningSource::Start);
    if openings.policy != OpeningPolicy::Default && !listed {
        findings.warning("openings.policy", "every game starts from the one start position".to_owned());
    }
}

fn readable(place: &str, file: &Path, findings: &mut Findings) {
    let opened = File::open(file).and_then(|file| file.metadata());
    match opened {
        Ok(found) if found.is_file() => {}
        Ok(_) => findings.error(place, format!("expected a file, got {:?}", file.display())),
        Err(error) => findings.error(place, format!("expected a readable file, got {}: {error}", file.display())),
    }
}

fn tablebases(tables: &TablebaseRule, findings: &mut Findings) {
    let place = "rules.tablebases.paths";
    if tables.paths.is_empty() {
        findings.warning(place, "no folder is named, so no game ends by tables".to_owned());
    }
    for folder in &tables.paths {
        match std::fs::read_dir(folder) {
            Ok(entries) => {
                let is_table = |path: PathBuf| path.extension().is_some_and(|ending| ending == "rtbw");
                if !entries.flatten().any(|entry| is_table(entry.path())) {
                    let what = format!("expected Syzygy tables (*.rtbw), got none in {}", folder.display());
                    findings.error(place, what);
                }
            }
            Err(error) => {
                findings.error(place, format!("expected a folder of Syzygy tables, got {}: {error}", folder.display()));
            }
        }
    }
}

fn play(play: &Play, findings: &mut Findings) {
    let there = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    if play.concurrency > there {
        let what = format!(
            "{} at a time on {}: engines will want for time",
            counted(play.concurrency.get(), "game", "games"),
            counted(there.get(), "processor", "processors")
        );
        findings.warning("play.concurrency", what);
    }
    let Affinity::List(list) = &play.affinity else { return };
    if list.len() < play.concurrency.get() {
        let what = format!(
            "expected a processor for each of {}, got {}",
            counted(play.concurrency.get(), "game", "games"),
            list.len()
        );
        findings.error("play.affinity", what);
    }
    let mut sorted = list.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() < list.len() {
        findings.warning("play.affinity", "a processor is named twice: its games share it".to_owned());
    }
}

/// What the event reads, which it must not write to.
fn inputs<'a>(settings: &'a Settings, own: Option<&'a Path>) -> impl Iterator<Item = (&'static str, &'a Path)> {
    let openings = match &settings.openings.source {
        OpeningSource::Start | OpeningSource::Chess960(_) | OpeningSource::DoubleChess960(_) => None,
        OpeningSource::Epd(file) | OpeningSource::Pgn(file) | OpeningSource::Polyglot(file) => Some(file.as_path()),
    };
    let books = settings.players.iter().filter_map(|player| Some(player.book.as_ref()?.file.as_path()));
    let own = own.map(|file| ("the event", file)).into_iter();
    own.chain(openings.map(|file| ("the openings", file))).chain(books.map(|file| ("a book", file)))
}

/// The files that the event writes, and where they are named.
fn written(output: &Output) -> impl Iterator<Item = (&'static str, &Path)> {
    let named = [
        ("output.pgn", output.pgn.as_ref().map(|pgn| &pgn.file)),
        ("output.epd", output.epd.as_ref()),
        ("output.jsonl", output.jsonl.as_ref()),
        ("output.live-pgn", output.live_pgn.as_ref()),
        ("output.journal", output.journal.as_ref()),
    ];
    named.into_iter().filter_map(|(place, file)| Some((place, file?.as_path())))
}

/// Outputs that are files which the event reads: they would be spoilt.
#[must_use]
pub fn spoilt(settings: &Settings, own: Option<&Path>) -> Vec<Finding> {
    let mut findings = Findings::default();
    let logs = settings.players.iter().filter_map(|player| Some(("engines: stderr", player.stderr.as_deref()?)));
    for (place, file) in written(&settings.output).chain(logs) {
        let id = FileId::of(file);
        if let Some((what, _)) = inputs(settings, own).find(|(_, read)| id.is_some() && FileId::of(read) == id) {
            findings.error(place, format!("expected a file of its own, got that of {what}: {}", file.display()));
        }
    }
    findings.0
}

fn outputs(settings: &Settings, own: Option<&Path>, findings: &mut Findings) {
    let (output, players) = (&settings.output, &settings.players);
    findings.0.extend(spoilt(settings, own));
    let mut seen: BTreeMap<PathBuf, &str> = BTreeMap::new();
    for (place, file) in written(output) {
        writable(place, file, findings);
        let whole = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        match seen.get(&whole) {
            Some(other) => findings.error(place, format!("expected a file of its own, got that of {other}")),
            None => drop(seen.insert(whole, place)),
        }
    }
    for player in players {
        if let Some(file) = &player.stderr {
            writable(&format!("engines {:?}", player.name), file, findings);
        }
    }
    let folders = [("output.wires", &output.wires), ("output.feed", &output.feed)];
    for (place, folder) in folders.into_iter().filter_map(|(place, folder)| Some((place, folder.as_ref()?))) {
        match folder.is_dir() {
            true => probe(place, folder, findings),
            false if folder.exists() => {
                findings.error(place, format!("expected a folder, got the file {}", folder.display()));
            }
            false => probe(place, parent(folder), findings),
        }
    }
}

/// A file that exists must open for appending; one that does not, must be possible in its folder.
fn writable(place: &str, file: &Path, findings: &mut Findings) {
    if !file.exists() {
        return probe(place, parent(file), findings);
    }
    if let Err(error) = OpenOptions::new().append(true).open(file) {
        findings.error(place, format!("expected a file to write to, got {}: {error}", file.display()));
    }
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// Makes a file in a folder and takes it away again: no other question is answered truly on every file system.
fn probe(place: &str, folder: &Path, findings: &mut Findings) {
    let file = folder.join(format!(".uci-arbiter-{}.tmp", std::process::id()));
    let made = OpenOptions::new().write(true).create_new(true).open(&file);
    if let Err(error) = made.and_then(|_| std::fs::remove_file(&file)) {
        findings.error(place, format!("expected a folder to write to, got {}: {error}", folder.display()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::Files;
    use crate::event::command_line::{Request, read};
    use crate::event::config;
    use crate::event::settings::Rules;
    use crate::event::sources::Sources;
    use crate::event::sources::fake::Fake;

    fn files() -> Files {
        let presets: fn(&str) -> Result<Rules, String> = |preset| Fake::default().rules(preset);
        Files::with(presets)
    }

    fn settings(line: &str) -> Settings {
        let words: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
        match read(&words, &files()) {
            Ok(Request::Play(order)) => order.settings,
            other => panic!("{other:?}"),
        }
    }

    fn found(settings: &Settings) -> Vec<String> {
        check(settings, None).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_output_that_is_what_the_event_reads_is_an_error() {
        let folder = std::env::temp_dir().join(format!("uci-arbiter-spoilt-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let book = folder.join("book.epd");
        std::fs::write(&book, "8/8/8/8/8/8/8/8 w - -\n").unwrap();
        let mut settings = settings("-engine cmd=house:random -engine cmd=house:search name=B -each tc=1");
        settings.openings.source = OpeningSource::Epd(book.clone());
        settings.output.epd = Some(folder.join(".").join("book.epd"));
        let own = folder.join("event.toml");
        std::fs::write(&own, "").unwrap();
        std::fs::hard_link(&own, folder.join("games.jsonl")).unwrap();
        settings.output.jsonl = Some(folder.join("games.jsonl"));
        settings.players[0].stderr = Some(book.clone());
        let found: Vec<_> = spoilt(&settings, Some(&own)).iter().map(ToString::to_string).collect();
        let mut wanted = vec![
            "error: output.epd: expected a file of its own, got that of the openings: ",
            "error: engines: stderr: expected a file of its own, got that of the openings: ",
        ];
        if cfg!(unix) {
            wanted.insert(1, "error: output.jsonl: expected a file of its own, got that of the event: ");
        }
        assert_eq!(found.len(), wanted.len(), "{found:?}");
        assert!(found.iter().zip(wanted).all(|(found, wanted)| found.starts_with(wanted)), "{found:?}");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_example_has_nothing_wrong() {
        let path = Path::new("configs/event.toml");
        let text = std::fs::read_to_string(path).unwrap();
        let settings = config::read(&text, path, &files()).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(check(&settings, Some(path)), []);
    }

    #[test]
    fn what_is_missing_is_found_without_an_engine() {
        let folder = std::env::temp_dir().join(format!("uci-arbiter-check-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let at = folder.display();
        let settings = settings(&format!(
            "-engine cmd=no-such-program-anywhere dir={at}/none -engine cmd=house:random book={at}/none.bin -each \
             tc=inf -openings file={at}/none.epd format=epd -tb {at} -concurrency 4096 -use-affinity 0,0 -pgnout \
             {at}/games.pgn -jsonl {at}/none/x.jsonl -epdout {at}/games.pgn -wires {at}/wires",
        ));
        let found = found(&settings).join("\n");
        for wanted in [
            "error: engines \"no-such-program-anywhere\": expected a program, got \"no-such-program-anywhere\"",
            "error: engines \"no-such-program-anywhere\": expected a working directory",
            "warning: engines \"random\": it has neither a clock nor a limit",
            "error: engines \"random\": expected a readable file",
            "error: openings.epd: expected a readable file",
            "error: rules.tablebases.paths: expected Syzygy tables (*.rtbw), got none in",
            "warning: play.concurrency: 4096 games at a time",
            "error: play.affinity: expected a processor for each of 4096 games, got 2",
            "warning: play.affinity: a processor is named twice",
            "error: output.jsonl: expected a folder to write to",
            "error: output.epd: expected a file of its own, got that of output.pgn",
        ] {
            assert!(found.contains(wanted), "{wanted}\n{found}");
        }
        assert_eq!(found.lines().count(), 12, "{found}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing is left behind");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn players_are_two_and_differ() {
        let mut settings = settings("-engine cmd=house:random -engine cmd=house:search -each tc=1");
        let name = settings.players[0].name.clone();
        settings.players[1].name.clone_from(&name);
        assert_eq!(found(&settings), ["error: engines: expected names that differ, got 2 engines called \"random\""]);
        settings.players.truncate(1);
        assert_eq!(found(&settings), ["error: engines: expected at least two engines, got 1"]);
    }
}
