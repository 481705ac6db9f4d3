//! What a worker needs of an event beside its units, made at the coordinator and unpacked at the worker: the settings
//! as text, and every file that they name by its content.

use super::audit::{AuditOrder, Auditors};
use super::broker::{Broker, FleetError};
use crate::event::adjudication::Tablebase;
use crate::event::config;
use crate::event::fleet::{AllowList, Allowed, Digest, pack, scaled, unpack};
use crate::event::game::ClockScale;
use crate::event::openings::PlayerBook;
use crate::event::settings::{Affinity, Interrupted, PlayerId, Settings};
use crate::event::sources::{Sources, WithEdition};
use crate::laws::{Edition, TimeClass};
use crate::profile::{OptionValue, Program};
use crate::shell::runner::{Shared, class};
use crate::shell::tables::Tables;
use crate::shell::{Clock, no_program, openings, resolve_program};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// An event's settings and files.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Package {
    /// As `event.toml`.
    settings: String,
    /// The edition of the Laws, whole.
    laws: String,
    /// What belongs to each player, in their order.
    players: Vec<Belongings>,
}

/// The files of a player.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Belongings {
    /// The engine; none: a house engine, or a command that is not there.
    program: Option<Digest>,
    /// The player's own book.
    book: Option<Digest>,
    /// Engine options whose value is a file, by name.
    options: BTreeMap<String, Digest>,
}

const NO_TABLES: &str = "the allow-list names no endgame tables ([tables] syzygy)";
/// The engine option whose value is folders of endgame tables: those of whoever plays.
const TABLES: &str = "SyzygyPath";

/// What an engine option's value is.
#[derive(Debug, PartialEq, Eq)]
enum Names {
    /// A file, which is sent.
    File(PathBuf),
    /// A folder, which is not.
    Folder,
    /// Endgame tables, which every worker has for itself.
    Tables,
    /// Nothing on a disk.
    Nothing,
}

/// What a value names at the coordinator. Engines look from their folder.
fn names(option: &str, value: &OptionValue, folder: Option<&Path>) -> Names {
    let OptionValue::Value(text) = value else { return Names::Nothing };
    let is_number = text.parse::<f64>().is_ok();
    let path = folder.map_or_else(|| PathBuf::from(text), |folder| folder.join(text));
    match option.eq_ignore_ascii_case(TABLES) {
        true if text.is_empty() || text == "<empty>" => Names::Nothing,
        true => Names::Tables,
        false if is_number || text.is_empty() => Names::Nothing,
        false if path.is_file() => Names::File(path),
        // A word may be a folder's name by accident; a path is not.
        false if text.contains('/') && path.is_dir() => Names::Folder,
        false => Names::Nothing,
    }
}

impl Package {
    /// Packs an event up, and puts what belongs to it into the object store. The digest is the package's.
    pub(super) async fn send(settings: &Settings, broker: &Broker) -> Result<Digest, FleetError> {
        let (text, laws) = (portable(settings)?, settings.rules.laws.text().to_owned());
        let mut package = Self { settings: text, laws, players: Vec::new() };
        for player in &settings.players {
            let mut belongings = Belongings::default();
            let program = match &player.engine.program {
                Program::House(_) => None,
                Program::Command(command) => resolve_program(command),
            };
            if let Some(path) = program {
                belongings.program = Some(put(&path, broker).await?);
            }
            if let Some(book) = &player.book {
                belongings.book = Some(put(&book.file, broker).await?);
            }
            for (option, value) in &player.engine.options {
                match names(option, value, player.engine.directory.as_deref()) {
                    Names::File(path) => {
                        belongings.options.insert(option.clone(), put(&path, broker).await?);
                    }
                    Names::Folder => {
                        let name = &player.name;
                        let text = format!("{name}: option {option}: expected a file, which is sent, got a folder");
                        return Err(FleetError::Event(text));
                    }
                    Names::Tables | Names::Nothing => {}
                }
            }
            package.players.push(belongings);
        }
        let packed = pack(&package)?;
        let digest = Digest::of(&packed);
        broker.put_object(&digest, &packed).await?;
        Ok(digest)
    }
}

async fn put(path: &Path, broker: &Broker) -> Result<Digest, FleetError> {
    let named = |error: std::io::Error| std::io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(named)?;
    let digest = Digest::of(&bytes);
    broker.put_object(&digest, &bytes).await?;
    Ok(digest)
}

/// The settings as text, if that says all of them.
fn portable(settings: &Settings) -> Result<String, FleetError> {
    match settings.play.interrupted {
        Interrupted::Replay => Ok(settings.equivalent()),
        Interrupted::Resume => {
            let text = "play.interrupted: expected \"replay\", got \"resume\": a game that is broken off on one machine \
                        is played from its beginning on another";
            Err(FleetError::Event(text.to_owned()))
        }
    }
}

/// What a worker does for an event.
#[derive(Debug)]
pub(super) enum Ready {
    /// It plays its games.
    Play(Box<Prepared>),
    /// It audits games.
    Audit(Auditors),
}

/// An event as a worker plays it.
#[derive(Debug)]
pub(super) struct Prepared {
    settings: Settings,
    class: TimeClass,
    books: HashMap<PlayerId, Arc<PlayerBook>>,
    tables: Option<Arc<dyn Tablebase>>,
    /// What its clocks are multiplied with here.
    pub(super) scale: ClockScale,
}

/// What a worker has to prepare events with.
#[derive(Clone)]
pub(super) struct Stock {
    pub(super) broker: Broker,
    pub(super) allow: Arc<AllowList>,
    pub(super) sources: Arc<dyn Sources + Send + Sync>,
    /// Where what is fetched is kept.
    pub(super) cache: PathBuf,
}

impl std::fmt::Debug for Stock {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Stock").field("allow", &self.allow).field("cache", &self.cache).finish_non_exhaustive()
    }
}

/// Why an event cannot be served, in a sentence; or that the broker failed, which may pass.
#[derive(Debug)]
pub(super) enum Unprepared {
    Refused(String),
    Failed(FleetError),
}

impl Stock {
    /// Makes an event ready to be played here.
    pub(super) async fn prepare(&self, settings: &Digest, scale: ClockScale) -> Result<Prepared, Unprepared> {
        let refused = |why: String| Unprepared::Refused(why);
        let packed = self.broker.object(settings).await.map_err(Unprepared::Failed)?;
        let package: Package = unpack(&packed).map_err(|error| refused(error.to_string()))?;
        // A folder that is not there: nothing relative is found by accident.
        let nowhere = Path::new("/nonexistent/event.toml");
        let mut settings = {
            let edition = Edition::parse(&package.laws, "rules.laws").map_err(|error| refused(error.to_string()))?;
            let sources = WithEdition { sources: self.sources.as_ref(), edition: &edition };
            config::read(&package.settings, nowhere, &sources).map_err(|faults| refused(faults.to_string()))?
        };
        let mut books = HashMap::new();
        for (index, player) in settings.players.iter_mut().enumerate() {
            let name = player.name.clone();
            let here = |why: String| refused(format!("{name}: {why}"));
            let belongings = package.players.get(index).ok_or_else(|| here("its files were not sent".to_owned()))?;
            let digest = belongings.program.as_ref();
            let engine = &mut player.engine;
            let (arguments, environment) = (!engine.arguments.is_empty(), !engine.environment.is_empty());
            let allowed = self.allow.resolve(&engine.program, digest, arguments, environment);
            match allowed.map_err(|refusal| here(refusal.to_string()))? {
                Allowed::House => {}
                Allowed::Here(command, digest) => {
                    engine.program = Program::Command(found(&command, digest.as_ref()).map_err(here)?);
                }
                Allowed::Fetched(digest) => engine.program = Program::Command(self.fetch(&digest, 0o700).await?),
            }
            engine.directory = None;
            player.stderr = None;
            for (option, value) in &mut player.engine.options {
                let OptionValue::Value(text) = value else { continue };
                if let Some(digest) = belongings.options.get(option) {
                    *text = self.fetch(digest, 0o600).await?.display().to_string();
                } else if option.eq_ignore_ascii_case(TABLES) && !matches!(text.as_str(), "" | "<empty>") {
                    *text = self.syzygy().map_err(here)?;
                }
            }
            if let Some(book) = &mut player.book {
                let digest = belongings.book.as_ref().ok_or_else(|| here("its book was not sent".to_owned()))?;
                book.file = self.fetch(digest, 0o600).await?;
                let loaded = openings::player_book(book).map_err(|error| here(error.to_string()))?;
                books.insert(PlayerId(u16::try_from(index).unwrap_or(u16::MAX)), Arc::new(loaded));
            }
            player.control = scaled(&player.control, scale);
        }
        settings.play.affinity = Affinity::Off;
        settings.output.wires = None;
        let tables = match &mut settings.rules.tablebases {
            None => None,
            Some(_) if self.allow.syzygy().is_empty() => {
                return Err(refused(NO_TABLES.to_owned()));
            }
            Some(rule) => {
                rule.paths = self.allow.syzygy().to_vec();
                let tables = Tables::open(&rule.paths).map_err(|error| refused(error.to_string()))?;
                Some(Arc::new(tables) as Arc<dyn Tablebase>)
            }
        };
        Ok(Prepared { class: class(&settings), settings, books, tables, scale })
    }

    /// The worker's endgame tables as engines are told of them.
    fn syzygy(&self) -> Result<String, String> {
        match self.allow.syzygy() {
            [] => Err(NO_TABLES.to_owned()),
            folders => Ok(folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(":")),
        }
    }

    /// Makes an audit ready to be worked for here.
    pub(super) async fn prepare_audit(&self, order: &Digest) -> Result<Auditors, Unprepared> {
        let packed = self.broker.object(order).await.map_err(Unprepared::Failed)?;
        let order: AuditOrder = unpack(&packed).map_err(|error| Unprepared::Refused(error.to_string()))?;
        Auditors::new(&order).map_err(Unprepared::Refused)
    }

    /// A file with this content, in the cache.
    async fn fetch(&self, digest: &Digest, mode: u32) -> Result<PathBuf, Unprepared> {
        let failed = |error: std::io::Error| Unprepared::Failed(error.into());
        let path = self.cache.join(digest.as_str());
        if std::fs::read(&path).is_ok_and(|bytes| Digest::of(&bytes) == *digest) {
            return Ok(path);
        }
        let bytes = self.broker.object(digest).await.map_err(Unprepared::Failed)?;
        std::fs::create_dir_all(&self.cache).map_err(failed)?;
        let beside = self.cache.join(format!("{digest}.{}", std::process::id()));
        write(&beside, &bytes, mode).map_err(failed)?;
        std::fs::rename(&beside, &path).map_err(failed)?;
        Ok(path)
    }
}

fn write(path: &Path, bytes: &[u8], mode: u32) -> std::io::Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    let mut file = std::fs::OpenOptions::new().create(true).write(true).truncate(true).mode(mode).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// The file that a command of this machine means; with a digest, only if it has it.
fn found(command: &Path, digest: Option<&Digest>) -> Result<PathBuf, String> {
    let path = resolve_program(command).ok_or_else(|| no_program(command))?;
    let Some(expected) = digest else { return Ok(path) };
    let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let got = Digest::of(&bytes);
    match got == *expected {
        true => Ok(path),
        false => Err(format!("{}: expected SHA-256 {expected}, got {got}", path.display())),
    }
}

impl Prepared {
    /// What a place needs.
    pub(super) fn share(&self, tells_moves: bool) -> std::io::Result<Shared> {
        Ok(Shared {
            settings: self.settings.clone(),
            class: self.class,
            clock: Clock::start(),
            abort: AtomicBool::new(false),
            tells_moves,
            watched: Arc::default(),
            this: std::env::current_exe()?,
            books: self.books.clone(),
            tables: self.tables.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_a_file_only_where_one_is_meant() {
        let folder = std::env::temp_dir().join(format!("uci-arbiter-package-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("nets")).unwrap();
        for file in ["64", "net.nnue"] {
            std::fs::write(folder.join(file), b"").unwrap();
        }
        let value = |text: &str| OptionValue::Value(text.to_owned());
        let named = |option: &str, text: &str| names(option, &value(text), Some(&folder));
        assert_eq!(named("EvalFile", "net.nnue"), Names::File(folder.join("net.nnue")));
        assert_eq!(named("Hash", "64"), Names::Nothing);
        assert_eq!((named("EvalFile", ""), named("EvalFile", "other.nnue")), (Names::Nothing, Names::Nothing));
        assert_eq!((named("Style", "nets"), named("Nets", "./nets")), (Names::Nothing, Names::Folder));
        assert_eq!((named("syzygypath", "/none"), named("SyzygyPath", "<empty>")), (Names::Tables, Names::Nothing));
        assert_eq!(names("Clear Hash", &OptionValue::Press, None), Names::Nothing);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
