//! The command line of `match`: that of cutechess-cli and of fastchess, read into [`Settings`].
//!
//! Decides: what every option of both programs means here. Refuses to know: files and the machine ([`Sources`] answers).
//! All faults are reported at once; an option that can do nothing here is warned of, one whose absence would change a
//! result is refused.
//!
//! **Which program is meant.** Both spell most options alike and mean some differently. A line is read as fastchess's if
//! it holds an option or key that fastchess alone has (`-output`, `-testEnv`, `-quick`, `args=`, `plies=`,
//! `-pgnout file=`, `-tournament roundrobin`, `-sprt … model=` …) and none that cutechess-cli alone has (`conf=`, `arg=`,
//! `proto=xboard`, `-tournament knockout` …); otherwise as cutechess-cli's. `-dialect cutechess|fastchess` says it
//! outright. `-output format=` chooses the words of the report, as in fastchess, where it changes nothing else. What
//! differs is written in the modules below.
//!
//! **Rules.** Without `-rules PRESET` the preset `cutechess` holds, on the edition of the Laws in force.

mod configuration;
mod dialect;
mod engine;
mod event;
mod help;
mod output;
mod quick;
mod rules;
mod words;

pub use help::HELP;
pub(in crate::event) use rules::check_sprt;

use super::faults::{Fault, Faults, Report};
use super::settings::{Player, Settings};
use super::sources::Sources;
use dialect::dialect;
use engine::Draft;
use words::{Dialect, Line};

/// What a command line asks for.
#[derive(Clone, Debug)]
pub enum Request {
    /// [`HELP`].
    Help,
    /// The version.
    Version,
    /// These names of engines, one a line (`-engines`).
    Engines(Vec<String>),
    /// The event file that the line means (`-print-toml`).
    Print(Box<Order>),
    /// A match.
    Play(Box<Order>),
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Order {
    /// The settings.
    pub settings: Settings,
    /// What was ignored, and what differs from the program that the line was written for: for stderr.
    pub warnings: Vec<Fault>,
    /// Where a live page is wanted (`-live`), as it was given.
    pub live: Option<String>,
}

/// What faults of a command line are headed with.
pub const SOURCE_NAME: &str = "match";

/// Reads a command line, without the program's own name.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(words: &[String], sources: &dyn Sources) -> Result<Request, Faults> {
    let mut report = Report::default();
    let mut line = Line::cut(words, &mut report);
    for name in ["-help", "--help", "-h"] {
        if line.has(name) {
            return Ok(Request::Help);
        }
    }
    for name in ["-version", "--version", "-v"] {
        if line.has(name) {
            return Ok(Request::Version);
        }
    }
    for name in ["-engines", "--engines"] {
        if line.has(name) {
            let names = report.keep(name, configuration::names(sources)).unwrap_or_default();
            return report.finish(SOURCE_NAME).map(|_| Request::Engines(names));
        }
    }
    let dialect = dialect(&line, &mut report);
    quick::expand(&mut line, sources, &mut report);
    output::unsupported(&line, &mut report);
    let settings = settings(&line, dialect, sources, &mut report);
    let warnings = report.finish(SOURCE_NAME)?;
    let Some(settings) = settings else {
        // Every way to no settings has reported a fault.
        let fault = Fault::expected("", "a match", "none");
        return Err(Faults { source_name: SOURCE_NAME.to_owned(), faults: vec![fault] });
    };
    let live = line.text("-live").map(str::to_owned);
    let order = Box::new(Order { settings, warnings, live });
    Ok(if line.has("-print-toml") { Request::Print(order) } else { Request::Play(order) })
}

fn settings(line: &Line, dialect: Dialect, sources: &dyn Sources, report: &mut Report) -> Option<Settings> {
    let (players, count) = players(line, sources, report);
    let (players, scale) = players;
    let games = event::count(line, dialect, report);
    let format = event::format(line, dialect, games, count, report);
    let openings = event::openings(line, dialect, games, report);
    let sprt = rules::sprt(line, dialect, count, report);
    let play = event::play(line, dialect, sources, report);
    let output = output::output(line, dialect, report);
    let rules = rules::rules(line, dialect, scale, sources, report);
    let seed = line.read("-srand", "a number", report);
    // cutechess-cli takes the words after -event and -site for one text, fastchess runs them together.
    let text =
        |name: &str, otherwise: &str| line.values(name).map_or_else(|| otherwise.to_owned(), |words| words.join(" "));
    Some(Settings {
        name: text("-event", "?"),
        site: text("-site", "?"),
        players,
        format,
        tie_breaks: super::config::USUAL_TIE_BREAKS.to_vec(),
        openings,
        rules: rules?,
        sprt,
        seed: seed.unwrap_or_else(|| sources.seed()),
        play,
        output,
        broadcast: None,
    })
}

/// The players that are good, the longest of their factors of time, and how many were named.
fn players(line: &Line, sources: &dyn Sources, report: &mut Report) -> ((Vec<Player>, Option<f64>), usize) {
    // Once by itself, so that what is wrong in it is said once.
    let each = line.all("-each").flatten().cloned().collect::<Vec<_>>();
    Draft::default().take("-each", &each, sources, report);
    let mut players = Vec::new();
    let mut scales = Vec::new();
    let mut count = 0;
    for words in line.all("-engine") {
        count += 1;
        let place = format!("-engine {count}");
        let mut draft = Draft::default();
        let before = report.faults.len();
        draft.take(&place, words, sources, report);
        draft.take("-each", &each, sources, &mut Report::default());
        scales.push(draft.scale().unwrap_or(1.0));
        // What is bad already says nothing of what is missing.
        let mut of_player = Report::default();
        let player = draft.finish(&place, sources, &mut of_player);
        if report.faults.len() == before && !each_is_bad(report) {
            report.faults.append(&mut of_player.faults);
        }
        report.warnings.append(&mut of_player.warnings);
        players.extend(player);
    }
    if count < 2 {
        report.expected("-engine", "at least two engines", &count.to_string());
    }
    engine::tell_apart(&mut players, report);
    let longest = scales.iter().copied().fold(0.0, f64::max);
    if scales.iter().any(|scale| *scale < longest) {
        report
            .warn("-engine: tscale", format!("limits of time are the same for all engines: {longest} times the usual"));
    }
    let scale = Some(longest).filter(|scale| *scale > 0.0 && (*scale - 1.0).abs() > f64::EPSILON);
    ((players, scale), count)
}

fn each_is_bad(report: &Report) -> bool {
    report.faults.iter().any(|fault| fault.place.starts_with("-each"))
}

#[cfg(test)]
mod tests;
