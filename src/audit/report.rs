//! Audited games for people and for programs, and what they come to together.

use super::auditor::Audited;
use super::finding::{Finding, FindingId, Severity};
use super::laws::Ruling;
use super::options::Options;
use crate::units::counted;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Where an audited game stands.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The file.
    pub file: &'a str,
    /// Its number there, from 1.
    pub game: u64,
    /// The line of its first tag.
    pub line: u64,
}

#[derive(Serialize)]
struct GameJson<'a> {
    game: u64,
    file: &'a str,
    line: u64,
    white: &'a str,
    black: &'a str,
    recorded: RecordedJson,
    ruling: Option<RulingJson<'a>>,
    findings: &'a [Finding],
}

#[derive(Serialize)]
struct RecordedJson {
    result: Option<&'static str>,
    cause: Option<&'static str>,
}

#[derive(Serialize)]
struct RulingJson<'a> {
    result: &'static str,
    ground: &'static str,
    article: Option<&'a str>,
    ply: u32,
}

impl<'a> From<&'a Ruling> for RulingJson<'a> {
    fn from(ruling: &'a Ruling) -> Self {
        Self {
            result: ruling.result.as_str(),
            ground: ruling.ground.as_str(),
            article: ruling.article.as_deref(),
            ply: ruling.ply,
        }
    }
}

/// Writes one game as a line of JSON.
///
/// # Errors
/// `out` does not take it.
pub fn write_json(out: &mut impl Write, at: At<'_>, audited: &Audited) -> io::Result<()> {
    let game = GameJson {
        game: at.game,
        file: at.file,
        line: at.line,
        white: &audited.white,
        black: &audited.black,
        recorded: RecordedJson {
            result: audited.recorded.result.map(crate::pgn::Score::as_str),
            cause: audited.recorded.cause.map(super::terminations::Cause::as_str),
        },
        ruling: audited.ruling.as_ref().map(RulingJson::from),
        findings: &audited.findings,
    };
    serde_json::to_writer(&mut *out, &game)?;
    out.write_all(b"\n")
}

/// Writes one game for people, if there is anything to say; notes only if asked for.
///
/// # Errors
/// `out` does not take it.
pub fn write_text(out: &mut impl Write, at: At<'_>, audited: &Audited, notes: bool) -> io::Result<()> {
    let mut shown = audited.findings.iter().filter(|finding| notes || finding.severity != Severity::Note).peekable();
    if shown.peek().is_none() {
        return Ok(());
    }
    let result = audited.recorded.result.map_or("no result", crate::pgn::Score::as_str);
    write!(out, "{}, game {}, line {}: ", at.file, at.game, at.line)?;
    write!(out, "{} - {} {result}", clean(&audited.white), clean(&audited.black))?;
    match audited.recorded.cause {
        Some(cause) => writeln!(out, " ({})", cause.as_str())?,
        None => writeln!(out)?,
    }
    for finding in shown {
        write!(out, "  {}: {}", finding.severity, finding.id)?;
        if let Some(ply) = finding.ply {
            write!(out, ", ply {ply}")?;
        }
        if let Some(article) = &finding.article {
            write!(out, ", article {article}")?;
        }
        writeln!(out, "\n    {}", clean(&finding.text))?;
    }
    Ok(())
}

/// Foreign text for a terminal: no control characters.
fn clean(text: &str) -> String {
    match text.chars().any(char::is_control) {
        true => text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect(),
        false if text.is_empty() => "?".to_owned(),
        false => text.to_owned(),
    }
}

/// What all games come to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Games seen.
    pub games: u64,
    /// Half-moves played through.
    pub plies: u64,
    /// Games with at least one finding that is no note.
    pub faulty: u64,
    /// Findings by severity and id.
    pub findings: BTreeMap<(Severity, FindingId), u64>,
    /// Variants not judged.
    pub variants: BTreeMap<String, u64>,
    /// Words for the end of a game not understood.
    pub unknown: BTreeMap<String, u64>,
}

/// As many spellings are listed; more are counted. Keeps memory bounded over hostile files.
const SPELLINGS: usize = 1_000;

impl Summary {
    /// Adds a game. Words not understood become a finding in the first game that uses them.
    pub fn add(&mut self, audited: &mut Audited, options: &Options) {
        self.games += 1;
        self.plies += u64::from(audited.plies);
        for words in std::mem::take(&mut audited.unknown) {
            let full = self.unknown.len() >= SPELLINGS;
            match self.unknown.get_mut(&words) {
                Some(count) => *count += 1,
                None if full => {}
                None => {
                    if options.wants(FindingId::UnknownTermination, Severity::Note) {
                        audited.findings.push(unknown(&words));
                    }
                    self.unknown.insert(words, 1);
                }
            }
        }
        if let Some(variant) = &audited.variant
            && (self.variants.len() < SPELLINGS || self.variants.contains_key(variant))
        {
            *self.variants.entry(variant.clone()).or_insert(0) += 1;
        }
        for finding in &audited.findings {
            *self.findings.entry((finding.severity, finding.id)).or_insert(0) += 1;
        }
        self.faulty += u64::from(audited.findings.iter().any(|finding| finding.severity != Severity::Note));
    }

    /// How many findings of a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> u64 {
        self.findings.iter().filter(|((of, _), _)| *of == severity).map(|(_, count)| count).sum()
    }

    /// Writes it for people.
    ///
    /// # Errors
    /// `out` does not take it.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "{}, {}; {} with findings other than notes",
            counted(self.games, "game", "games"),
            counted(self.plies, "half-move", "half-moves"),
            counted(self.faulty, "game", "games")
        )?;
        for severity in Severity::ALL {
            let count = self.count(severity);
            if count == 0 {
                continue;
            }
            writeln!(out, "{count:>8} {severity}")?;
            for ((_, id), count) in self.findings.iter().filter(|((of, _), _)| *of == severity) {
                writeln!(out, "{count:>14} {id}")?;
            }
        }
        for (variant, count) in &self.variants {
            writeln!(out, "not judged: variant {} ({count})", clean(variant))?;
        }
        for (words, count) in &self.unknown {
            writeln!(out, "not understood: {:?} ({count})", clean(words))?;
        }
        Ok(())
    }
}

fn unknown(words: &str) -> Finding {
    Finding {
        id: FindingId::UnknownTermination,
        severity: Severity::Note,
        ply: None,
        article: None,
        text: format!(
            "the words {words:?} for the end of a game are not understood; later games with them are not listed"
        ),
    }
}
