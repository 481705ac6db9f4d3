//! `uci-arbiter verify FILE`: checks certificates, one JSON object a line, each by the verifier alone.
//!
//! Wires the certificate reader to a text and a writer; holds no rule of its own. Empty lines and lines that begin with
//! `#` are passed over. Called by the binary.

use crate::units::counted;
use std::io::{BufRead, Write};

use clap::Args;
use shakmaty::{EnPassantMode, fen::Fen};

use crate::unwinnable::certificate::{Certificate, check_within};
use crate::unwinnable::{Bounds, Proof, Verdict};

/// Check certificates of "can this side still mate?": each line by itself, trusting nobody.
#[derive(Args, Clone, Debug)]
pub struct VerifyArgs {
    /// File with one certificate (a JSON object) a line; `-` reads standard input.
    pub file: std::path::PathBuf,
    /// Name only the certificates that are rejected, and the sum.
    #[arg(long, short)]
    pub quiet: bool,
    /// Reject, unread, a proof that would have more positions than this visited again
    #[arg(long, value_name = "N", default_value_t = Bounds::default().states)]
    pub max_states: u64,
}

/// How many certificates were read, and how many of them were rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Certificates that are true.
    pub accepted: u64,
    /// Lines that are no certificate, or one that is not true.
    pub rejected: u64,
}

/// Checks the file (or standard input) that the arguments name.
///
/// # Errors
/// If the file cannot be read or the answer cannot be written. A rejected certificate is no error: see [`Tally`].
pub fn run(args: &VerifyArgs, out: &mut dyn Write) -> std::io::Result<Tally> {
    if args.file.as_os_str() == "-" {
        return check_lines(std::io::stdin().lock(), args.quiet, args.max_states, out);
    }
    let named = |error: std::io::Error| std::io::Error::new(error.kind(), format!("{}: {error}", args.file.display()));
    let file = std::fs::File::open(&args.file).map_err(named)?;
    check_lines(std::io::BufReader::new(file), args.quiet, args.max_states, out)
}

/// Checks each line and answers with its number and, where it is rejected, the reason.
///
/// # Errors
/// If a line cannot be read or an answer cannot be written.
pub fn check_lines(lines: impl BufRead, quiet: bool, max_states: u64, out: &mut dyn Write) -> std::io::Result<Tally> {
    let mut tally = Tally::default();
    for (at, line) in lines.lines().enumerate() {
        let line = line?;
        let number = at + 1;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match check_within(&line, Bounds { states: max_states, ..Bounds::default() }) {
            Ok(certificate) => {
                tally.accepted += 1;
                if !quiet {
                    writeln!(out, "line {number}: accepted: {}", in_words(&certificate))?;
                }
            }
            Err(error) => {
                tally.rejected += 1;
                writeln!(out, "line {number}: rejected: {error}")?;
            }
        }
    }
    writeln!(out, "{} accepted, {} rejected", tally.accepted, tally.rejected)?;
    Ok(tally)
}

fn in_words(certificate: &Certificate) -> String {
    let fen = Fen::from_position(&certificate.position, EnPassantMode::Legal);
    let winner = certificate.winner.fold_wb("White", "Black");
    match &certificate.verdict {
        Verdict::Winnable(line) => format!("{winner} can mate, {}, {fen}", counted(line.0.len(), "ply", "plies")),
        Verdict::Unwinnable(Proof::Terminal) => format!("{winner} cannot mate, the game is over, {fen}"),
        Verdict::Unwinnable(Proof::Material) => format!("{winner} cannot mate, by material, {fen}"),
        Verdict::Unwinnable(Proof::Closure { states, .. }) => {
            let states = counted(*states, "position", "positions");
            format!("{winner} cannot mate, {states} can be reached and none is mate, {fen}")
        }
        Verdict::Unwinnable(Proof::Static(_)) => format!("{winner} cannot mate, nothing can open the position, {fen}"),
        Verdict::Unwinnable(Proof::Roaming { arrangements, .. }) => {
            format!(
                "{winner} cannot mate, only bishops roam, {arrangements} arrangements of the other men and no mate, {fen}"
            )
        }
        Verdict::Unwinnable(Proof::Split { states, .. }) => {
            let states = counted(*states, "position", "positions");
            format!("{winner} cannot mate, {states} can be reached before nothing can open the position, {fen}")
        }
        Verdict::Undetermined(_) => format!("{winner}: undetermined, {fen}"),
    }
}
