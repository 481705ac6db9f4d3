//! `uci-arbiter audit`: finished games re-judged, from files to a report, JSON, a corrected copy and a score.

mod corrected;
mod fleet;
mod pipeline;

use super::same_file::is_not_read;
use crate::audit::report::{self, At, Summary};
use crate::audit::score::Scores;
use crate::audit::{FindingId, Guarded, Options, Pick, Policy, Severity, fix};
use crate::exit::Exit;
use crate::game::FenClock;
use crate::laws::Edition;
use crate::pgn::{self, Score};
use crate::units::counted;
use clap::Args;
use corrected::Corrected;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pipeline::Done;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Re-judge finished games: what is wrong with their results, by which article.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit code 1 if a finding of severity wrong-result was made, 3 if a file is not there, 4 if one could not be read.

Examples:
  uci-arbiter audit event.pgn
  uci-arbiter audit --json archive/ > findings.jsonl
  zstdcat big.pgn.zst | uci-arbiter audit - --only wrong-result
  uci-arbiter audit event.pgn --fix corrected.pgn --score")]
pub struct AuditArgs {
    /// PGN files (also .gz, .zst, .bz2), directories of them, or - for standard input
    #[arg(required_unless_present = "list", value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Edition of the Laws: a name (see `uci-arbiter laws`) or the path of a .toml file
    #[arg(long, default_value = Edition::CURRENT, value_name = "EDITION")]
    laws: String,
    /// How a disconnection or stall is judged, of which the Laws do not speak
    #[arg(long, value_enum, default_value = "laws", value_name = "POLICY")]
    policy: Policy,
    /// Whether a FEN's half-move clock counts for the fifty- and seventy-five-move rules
    #[arg(long, value_enum, default_value = "trusted", value_name = "POLICY")]
    fen_clock: FenClock,
    /// One JSON object a game: game (its number in the file, from 1), file, line, white, black, recorded (result,
    /// cause), ruling (result, ground, article, ply) or null where the Laws do not decide, findings (id, severity, ply,
    /// article, text); the summary goes to stderr
    #[arg(long)]
    json: bool,
    /// Only these findings or severities, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "IDS")]
    only: Vec<Pick>,
    /// Not these findings or severities, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "IDS")]
    ignore: Vec<Pick>,
    /// Show notes in the report too; the summary counts them always
    #[arg(long, conflicts_with = "json")]
    notes: bool,
    /// Write all games to this file, wrong results corrected
    #[arg(long, value_name = "OUT.pgn")]
    fix: Option<PathBuf>,
    /// Standings, Elo, pentanomial and likelihood ratio before and after the corrections (with --json on stderr)
    #[arg(long)]
    score: bool,
    /// The two hypotheses of the likelihood ratio in Elo
    #[arg(long, value_delimiter = ',', num_args = 1..=2, default_value = "0,5", allow_hyphen_values = true, value_name = "ELO0,ELO1")]
    sprt: Vec<f64>,
    /// Threads that audit [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    give: super::fleet::GiveArgs,
    /// List the ids of all findings and what they mean
    #[arg(long)]
    list: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// An output cannot be written.
pub fn run(args: &AuditArgs, out: &mut impl Write, err: &mut impl Write) -> io::Result<Exit> {
    if args.list {
        for id in FindingId::ALL {
            writeln!(out, "{id:<28} {}", id.meaning().trim())?;
        }
        return Ok(Exit::Success);
    }
    let laws = match super::edition(&args.laws) {
        Ok(laws) => Arc::new(laws),
        Err(error) => {
            writeln!(err, "--laws: {error}")?;
            return Ok(Exit::BadInput);
        }
    };
    let options = Options {
        fen_clock: args.fen_clock,
        policy: args.policy,
        only: args.only.clone(),
        ignore: args.ignore.clone(),
    };
    let files = match files(&args.files, args.fix.as_deref()) {
        Ok(files) => files,
        Err(error) => {
            writeln!(err, "{error}")?;
            return Ok(Exit::from(&error));
        }
    };
    let fixed = match args.fix.as_deref().map(Corrected::open).transpose() {
        Ok(fixed) => fixed,
        Err(error) => return writeln!(err, "{error}").map(|()| Exit::from(&error)),
    };
    let threads = args.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let auditor = || Guarded::new(Arc::clone(&laws), options.clone());
    let mut desk = Desk::new(args, &files, &options, out, err, fixed);
    let read = AtomicU64::new(0);
    let take = |done| desk.take(done, &read);
    match fleet::options(args) {
        None => pipeline::run(&files, threads * 3 + 1, pipeline::here(threads, auditor), &read, take)?,
        Some(broker) => match fleet::open(broker, &laws, &options) {
            Ok(fleet) => pipeline::run(&files, fleet::TICKETS, |work, finish| fleet.stage(work, &finish), &read, take)?,
            Err(error) => return writeln!(desk.err, "{error}").map(|()| Exit::Io),
        },
    }
    desk.close()
}

/// The files meant, each once; the file to be written is not among them.
fn files(paths: &[PathBuf], fix: Option<&Path>) -> io::Result<Vec<PathBuf>> {
    let mut all: Vec<PathBuf> = Vec::new();
    for path in paths {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        for file in pgn::list(path).map_err(named)? {
            if !all.contains(&file) {
                all.push(file);
            }
        }
    }
    if let Some(fix) = fix {
        is_not_read("--fix", fix, all.iter().map(PathBuf::as_path))?;
    }
    Ok(all)
}

/// Where results are written down.
struct Desk<'a, W, E> {
    args: &'a AuditArgs,
    names: Vec<String>,
    options: &'a Options,
    out: &'a mut W,
    err: &'a mut E,
    fixed: Option<Corrected>,
    summary: Summary,
    scores: Scores,
    progress: ProgressBar,
    /// Why not all was read, if so.
    failed: Option<Exit>,
    /// Games and findings of the file being read.
    here: (u64, u64),
}

impl<'a, W: Write, E: Write> Desk<'a, W, E> {
    fn new(
        args: &'a AuditArgs,
        files: &[PathBuf],
        options: &'a Options,
        out: &'a mut W,
        err: &'a mut E,
        fixed: Option<Corrected>,
    ) -> Self {
        let names = files.iter().map(|file| file.display().to_string()).collect();
        let bytes = files.iter().map(|file| file.metadata().map_or(0, |data| data.len())).sum();
        Self {
            args,
            names,
            options,
            out,
            err,
            fixed,
            summary: Summary::default(),
            scores: Scores::default(),
            progress: progress(bytes),
            failed: None,
            here: (0, 0),
        }
    }

    fn take(&mut self, done: Done, read: &AtomicU64) -> io::Result<()> {
        match done {
            Done::Games { file, batch, audited } => {
                let name = self.names.get(file).cloned().unwrap_or_default();
                let mut at = 0;
                for (place, mut game) in batch.games.iter().zip(audited) {
                    let here = At { file: &name, game: place.number, line: place.line };
                    self.summary.add(here, &mut game, self.options);
                    self.here.0 += 1;
                    self.here.1 += u64::from(game.findings.iter().any(|finding| finding.severity != Severity::Note));
                    match self.args.json {
                        true => report::write_json(self.out, here, &game)?,
                        false => self.text(here, &game)?,
                    }
                    let corrected = fix::correction(&game);
                    if self.args.score {
                        let recorded = match game.recorded.result {
                            Some(Score::Known(result)) => Some(result),
                            Some(Score::Open) | None => None,
                        };
                        self.scores.add(&game.white, &game.black, recorded, corrected.map(|r| r.result).or(recorded));
                    }
                    if let (Some(out), Some(ruling)) = (&mut self.fixed, corrected) {
                        out.write_all(batch.bytes.get(at..place.bytes.start).unwrap_or_default())?;
                        fix::write(out, batch.text(place), &game, ruling)?;
                        at = place.bytes.end;
                    }
                }
                if let Some(out) = &mut self.fixed {
                    out.write_all(batch.bytes.get(at..).unwrap_or_default())?;
                }
                self.progress.set_position(read.load(Ordering::Relaxed));
            }
            Done::End { file, error } => self.end(file, error)?,
        }
        Ok(())
    }

    /// The report would tear the bar apart where both go to one terminal.
    fn text(&mut self, here: At<'_>, game: &crate::audit::Audited) -> io::Result<()> {
        let (out, notes) = (&mut *self.out, self.args.notes);
        self.progress.suspend(|| report::write_text(out, here, game, notes))
    }

    fn end(&mut self, file: usize, error: Option<io::Error>) -> io::Result<()> {
        let name = self.names.get(file).map_or("", String::as_str);
        let (games, faulty) = std::mem::take(&mut self.here);
        let (err, games) = (&mut *self.err, counted(games, "game", "games"));
        if let Some(error) = &error {
            // The graver of two is told: a file that is there and cannot be read.
            self.failed = Some(self.failed.filter(|graver| *graver == Exit::Io).unwrap_or_else(|| Exit::from(error)));
            self.progress.suspend(|| writeln!(err, "{name}: expected readable PGN, got {error}, after {games}"))?;
        } else if self.progress.is_hidden() && self.names.len() > 1 {
            writeln!(err, "{name}: {games}, {faulty} with findings")?;
        }
        Ok(())
    }

    fn close(self) -> io::Result<Exit> {
        self.progress.finish_and_clear();
        if let Some(fixed) = self.fixed
            && let Some(beside) = fixed.close(self.failed.is_none())?
        {
            let beside = beside.display();
            writeln!(self.err, "--fix: not all could be read, so the file that was there stays; see {beside}")?;
        }
        let bounds = match self.args.sprt.as_slice() {
            [elo0, elo1] => (*elo0, *elo1),
            [elo1] => (0.0, *elo1),
            _ => (0.0, 5.0),
        };
        if self.args.json {
            self.out.flush()?;
            self.summary.write(self.err)?;
            if self.args.score {
                self.scores.write(self.err, bounds)?;
            }
        } else {
            self.summary.write(self.out)?;
            if self.args.score {
                self.scores.write(self.out, bounds)?;
            }
        }
        Ok(match (self.failed, self.summary.count(Severity::WrongResult)) {
            (Some(exit), _) => exit,
            (None, 0) => Exit::Success,
            (None, _) => Exit::Found,
        })
    }
}

/// A bar on a terminal, nothing in a pipe.
fn progress(bytes: u64) -> ProgressBar {
    if !io::stderr().is_terminal() || bytes == 0 {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr_with_hz(4));
    let style = ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}");
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
