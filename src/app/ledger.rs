//! `uci-arbiter ledger FILE`: the ledger of a wrapped engine, read as a story.
//!
//! A line cut short by a crash, and a line that is no entry, are named by number and skipped.

use crate::exit::Exit;
use crate::ledger::{self, Actor, Entry, Event, Remedy};
use crate::units::counted;
use clap::Args;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;

/// Read a ledger as a story: what was ruled, claimed, done, and why.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit code 1 if lines had to be skipped.

Examples:
  uci-arbiter ledger arbiter.jsonl
  uci-arbiter ledger --game 3 arbiter.jsonl
  uci-arbiter ledger - < arbiter.jsonl")]
pub struct LedgerArgs {
    /// The ledger, or `-` for stdin
    file: PathBuf,
    /// Only this game
    #[arg(long, value_name = "N")]
    game: Option<u32>,
}

/// A longer line is no entry, and is skipped without being kept in memory.
const LONGEST_LINE: u64 = 1 << 20;

/// Runs the subcommand.
pub fn run(args: &LedgerArgs, input: impl Read, out: &mut impl Write, err: &mut impl Write) -> io::Result<Exit> {
    if args.file.as_os_str() == "-" {
        return story(args, BufReader::new(input), out, err);
    }
    match File::open(&args.file) {
        Ok(file) => story(args, BufReader::new(file), out, err),
        Err(error) => {
            writeln!(err, "{}: {error}", args.file.display())?;
            Ok(Exit::from(&error))
        }
    }
}

fn story(args: &LedgerArgs, mut input: impl BufRead, out: &mut impl Write, err: &mut impl Write) -> io::Result<Exit> {
    let (mut number, mut skipped, mut game) = (0_u64, 0_u64, None);
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        number += 1;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match ledger::parse(&line) {
            Ok(entry) if args.game.is_some_and(|wanted| wanted != entry.game) => {}
            Ok(entry) => {
                if game != Some(entry.game) && entry.game > 0 {
                    writeln!(out, "{}Game {}", if game.is_some() { "\n" } else { "" }, entry.game)?;
                }
                game = Some(entry.game);
                tell(&entry, out)?;
            }
            Err(_) if !line.ends_with(b"\n") => {
                skipped += 1;
                writeln!(err, "line {number}: unfinished, the writer died here; skipped")?;
            }
            Err(error) => {
                skipped += 1;
                writeln!(err, "line {number}: {}; skipped", plain(&error.to_string()))?;
            }
        }
    }
    Ok(if skipped > 0 { Exit::Found } else { Exit::Success })
}

/// Reads a line with its newline; of one that is too long only the beginning is kept.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    while !line.ends_with(b"\n") {
        let (found, used) = match input.fill_buf()? {
            [] => return Ok(true),
            buffer => match buffer.iter().position(|byte| *byte == b'\n') {
                Some(at) => (true, at + 1),
                None => (false, buffer.len()),
            },
        };
        input.consume(used);
        if found {
            line.push(b'\n');
        }
    }
    Ok(true)
}

fn tell(entry: &Entry, out: &mut impl Write) -> io::Result<()> {
    let place = entry.ply.map_or_else(String::new, |ply| format!(" ply {ply}"));
    writeln!(out, "{}{place}  {}", clock(entry.time), plain(&words(&entry.event)))?;
    if !entry.text.is_empty() {
        writeln!(out, "    {}", plain(&entry.text))?;
    }
    if let Some(fen) = &entry.fen {
        writeln!(out, "    position: {}", plain(fen))?;
    }
    if !entry.articles.is_empty() {
        writeln!(out, "    by: {}", plain(&entry.articles.join("; ")))?;
    }
    for evidence in &entry.evidence {
        writeln!(out, "    evidence: {}", plain(evidence))?;
    }
    Ok(())
}

/// The event in words.
fn words(event: &Event) -> String {
    match event {
        Event::Opened { program, engine, laws } => format!("{program} wraps {} under {laws}", engine.join(" ")),
        Event::Face { face } => format!("the other side speaks {}", name(face)),
        Event::EngineReady { name } => format!("the engine is {name}"),
        Event::GameStarted { start, chess960, why } => {
            let rules = if *chess960 { ", Chess960" } else { "" };
            format!("a game starts from {start}{rules} ({why})")
        }
        Event::HistoryUnknown { why } => format!("the moves before this position are unknown: {why}"),
        Event::HistoryRebuilt { moves } => format!("the moves were found: {}", moves.join(" ")),
        Event::TakenBack { to } => {
            format!("moves were taken back, {}", counted(*to, "half-move remains", "half-moves remain"))
        }
        Event::BadPosition { index: Some(index), got } => format!("move {} of the list is bad: {got}", index + 1),
        Event::BadPosition { index: None, got } => format!("the position cannot be read: {got}"),
        Event::Ruled { result, ground, layer } => format!("RULING {result}: {ground} ({layer})"),
        Event::Claimable { ground, with: Some(mv) } => format!("could be claimed by announcing {mv}: {ground}"),
        Event::Claimable { ground, with: None } => format!("could be claimed: {ground}"),
        Event::Claimed { by, ground, correct, line } => {
            let verdict = if *correct { "correct" } else { "INCORRECT" };
            let ground = ground.map_or_else(|| "a result".to_owned(), |ground| ground.to_string());
            format!("{} claims {ground}, {verdict}: {line}", actor(*by))
        }
        Event::Offered { by } => format!("{} offers a draw", actor(*by)),
        Event::Accepted { by } => format!("{} accepts the draw", actor(*by)),
        Event::Resigned { by } => format!("{} resigns", actor(*by)),
        Event::ResultSent { result, comment } => format!("told the runner: {result} {{{comment}}}"),
        Event::ResultHeard { result, comment } => format!("the runner says: {result} {{{comment}}}"),
        Event::Clock { side, left_ms } => format!("{}'s clock shows {left_ms} ms", name(side)),
        Event::Fault { fault } => format!("FAULT of the engine: {}", name(fault)),
        Event::Remedy { remedy } => format!("remedy: {}", cure(remedy)),
        Event::Rewritten { why, before, after } => {
            let shown =
                |line: &Option<String>| line.as_ref().map_or_else(|| "nothing".to_owned(), |text| format!("{text:?}"));
            format!("{} became {} ({why})", shown(before), shown(after))
        }
        Event::Setting { name, value } => format!("setting {name} is now {value:?}"),
        Event::Unusual { what } => format!("unusual: {what}"),
        Event::Closed { exit } => format!("ended with exit code {exit}"),
    }
}

fn actor(by: Actor) -> &'static str {
    match by {
        Actor::Engine => "the engine",
        Actor::Arbiter => "the arbiter, for the engine,",
        Actor::Opponent => "the opponent",
        Actor::Runner => "the runner",
    }
}

fn cure(remedy: &Remedy) -> String {
    match remedy {
        Remedy::Forwarded => "none, the line went on as it came".to_owned(),
        Remedy::Repaired => "the line was put right".to_owned(),
        Remedy::Dropped => "the line was withheld".to_owned(),
        Remedy::Held => "the line was held until it was due".to_owned(),
        Remedy::Restarted => "the engine was started again and the game replayed to it".to_owned(),
        Remedy::Substituted { mv, source } => format!("{mv} was answered in its place ({source})"),
        Remedy::AnsweredReady => "readyok was answered in its place".to_owned(),
        Remedy::Killed => "the engine was killed".to_owned(),
        Remedy::DiedToo => "none, the runner is shown a dead engine".to_owned(),
    }
}

/// A plain enum's kebab-case name, as the ledger spells it.
fn name(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(_) | Err(_) => String::new(),
    }
}

/// Control characters as escapes: what an engine wrote must not steer a terminal.
fn plain(text: &str) -> String {
    let escaped = text.chars().map(|c| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    });
    escaped.collect()
}

/// A moment as `2023-11-14 22:13:20.123` UTC.
fn clock(unix_ms: u64) -> String {
    let (days, ms) = (unix_ms / 86_400_000, unix_ms % 86_400_000);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{:03}", ms % 1_000)
}

/// Year, month, day of a day counted from 1970-01-01. Eras of 400 years begin on 1 March.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::EngineFault;

    fn read(text: &[u8], game: Option<u32>) -> (Exit, String, String) {
        let args = LedgerArgs { file: "-".into(), game };
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let exit = run(&args, text, &mut out, &mut err).unwrap();
        (exit, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
    }

    fn entry(game: u32, event: Event) -> String {
        ledger::to_line(&Entry::new(1_700_000_000_123, game, event))
    }

    #[test]
    fn a_ledger_reads_as_a_story() {
        let mut text = entry(1, Event::Fault { fault: EngineFault::NeverStops });
        text += &entry(2, Event::Unusual { what: "bell \u{7}".to_owned() });
        let (exit, out, err) = read(text.as_bytes(), None);
        assert_eq!(exit, Exit::Success);
        assert!(out.contains("Game 1\n2023-11-14 22:13:20.123  FAULT of the engine: never-stops\n"), "{out}");
        assert!(out.contains("\n\nGame 2\n"), "{out}");
        assert!(out.contains("bell \\u{7}"), "{out}");
        assert_eq!(err, "");
        assert!(!read(text.as_bytes(), Some(2)).1.contains("never-stops"));
    }

    #[test]
    fn bad_lines_are_named_and_skipped() {
        let good = entry(1, Event::Closed { exit: 0 });
        let half = good.get(..good.len() / 2).unwrap();
        let text = [b"\xff\xfe nonsense\n".to_vec(), good.clone().into_bytes(), half.as_bytes().to_vec()].concat();
        let (exit, out, err) = read(&text, None);
        assert_eq!(exit, Exit::Found);
        assert!(out.contains("ended with exit code 0"));
        assert!(err.starts_with("line 1: expected a ledger entry, got \""), "{err}");
        assert!(err.contains(" nonsense\": column 1: expected a value, got \""), "{err}");
        assert!(err.contains("line 3: unfinished"), "{err}");
    }

    #[test]
    fn a_monstrous_line_costs_no_memory_and_hides_nothing() {
        let mut text = vec![b'x'; 3 << 20];
        text.push(b'\n');
        text.extend(entry(1, Event::Closed { exit: 4 }).into_bytes());
        let (exit, out, err) = read(&text, None);
        assert_eq!(exit, Exit::Found);
        assert!(out.contains("exit code 4") && err.starts_with("line 1:") && err.lines().count() == 1);
    }

    #[test]
    fn dates() {
        assert_eq!(clock(0), "1970-01-01 00:00:00.000");
        assert_eq!(clock(951_782_400_000), "2000-02-29 00:00:00.000");
        assert_eq!(clock(4_102_444_799_999), "2099-12-31 23:59:59.999");
    }
}
