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
use crate::event::sources::Sources;
use crate::laws::TimeClass;
use crate::profile::{OptionValue, Program};
use crate::shell::runner::{Shared, class};
use crate::shell::tables::Tables;
use crate::shell::{Clock, openings, resolve_program};
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
    /// The players' programs, in their order; none: a house engine, or a command that is not there.
    programs: Vec<Option<Digest>>,
    /// Other files that the settings name: books, and engine options whose value is a file.
    files: BTreeMap<String, Digest>,
}

impl Package {
    /// Packs an event up, and puts what belongs to it into the object store. The digest is the package's.
    pub(super) async fn send(
        settings: &Settings,
        sources: &dyn Sources,
        broker: &Broker,
    ) -> Result<Digest, FleetError> {
        let text = portable(settings, sources)?;
        let mut package = Self { settings: text, programs: Vec::new(), files: BTreeMap::new() };
        for player in &settings.players {
            let program = match &player.engine.program {
                Program::House(_) => None,
                Program::Command(command) => resolve_program(command),
            };
            package.programs.push(match program {
                Some(path) => Some(put(&path, broker).await?),
                None => None,
            });
            for file in files(player) {
                let digest = put(&file, broker).await?;
                package.files.insert(file.display().to_string(), digest);
            }
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

/// Files that a player's settings name beside its program.
fn files(player: &crate::event::settings::Player) -> Vec<PathBuf> {
    let values = player.engine.options.values().filter_map(|value| match value {
        OptionValue::Value(text) if !text.is_empty() => Some(PathBuf::from(text)),
        OptionValue::Value(_) | OptionValue::Press => None,
    });
    let options = values.filter(|path| path.is_file());
    options.chain(player.book.iter().map(|book| book.file.clone())).collect()
}

/// The settings as text, if that says all of them.
fn portable(settings: &Settings, sources: &dyn Sources) -> Result<String, FleetError> {
    let text = settings.equivalent();
    let laws = settings.rules.laws.name();
    if sources.edition(laws).ok().as_ref() != Some(&*settings.rules.laws) {
        let text = format!("rules.laws: expected an edition that every worker has, got {laws:?} from a file");
        return Err(FleetError::Event(text));
    }
    match settings.play.interrupted {
        Interrupted::Replay => Ok(text),
        Interrupted::Resume => {
            Err(FleetError::Event("play.interrupted: expected \"replay\", got \"resume\"".to_owned()))
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
        let read = config::read(&package.settings, nowhere, self.sources.as_ref());
        let mut settings = read.map_err(|faults| refused(faults.to_string()))?;
        let mut books = HashMap::new();
        for (index, player) in settings.players.iter_mut().enumerate() {
            let name = player.name.clone();
            let here = |why: String| refused(format!("{name}: {why}"));
            let digest = package.programs.get(index).and_then(Option::as_ref);
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
            for value in player.engine.options.values_mut() {
                if let OptionValue::Value(text) = value
                    && let Some(digest) = package.files.get(text.as_str())
                {
                    *text = self.fetch(digest, 0o600).await?.display().to_string();
                }
            }
            if let Some(book) = &mut player.book {
                // A relative path has been taken from the folder that is not there.
                let named = book.file.strip_prefix("/nonexistent").unwrap_or(&book.file);
                let digest = package.files.get(&named.display().to_string());
                let digest = digest.ok_or_else(|| here("its book was not sent".to_owned()))?;
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
                return Err(refused("the allow-list names no endgame tables ([tables] syzygy)".to_owned()));
            }
            Some(rule) => {
                rule.paths = self.allow.syzygy().to_vec();
                let tables = Tables::open(&rule.paths).map_err(|error| refused(error.to_string()))?;
                Some(Arc::new(tables) as Arc<dyn Tablebase>)
            }
        };
        Ok(Prepared { class: class(&settings), settings, books, tables, scale })
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
    let path = resolve_program(command).ok_or_else(|| format!("{}: no such program", command.display()))?;
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
