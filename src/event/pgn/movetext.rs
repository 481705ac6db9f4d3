//! Moves in SAN with a comment each, in lines of at most eighty characters unless one move with its comment is
//! longer.

use super::{PgnContext, WriteError, one_line, token};
use crate::event::game::{Game, Played, Score, Source};
use crate::event::settings::{Comments, Style};
use crate::game::Start;
use crate::units::Span;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Color, Position};

/// A line is not longer than this.
const WIDTH: usize = 80;

/// The moves, the reason in the last comment, the result.
pub(super) fn movetext(game: &Game, context: &PgnContext, start: &Start, reason: &str) -> Result<String, WriteError> {
    let mut lines = Lines::default();
    let mut position = start.position.clone();
    let reason = match context.comments {
        Comments::None => String::new(),
        Comments::Full | Comments::Commands => comment_text(reason),
    };
    if game.plies.is_empty() && !reason.is_empty() {
        lines.push(&format!("{{{reason}}}"));
    }
    for (index, played) in game.plies.iter().enumerate() {
        let uci = played.uci.parse::<UciMove>().ok();
        let m = uci.and_then(|uci| uci.to_move(&position).ok()).ok_or_else(|| WriteError::Move {
            game: game.fixture.number.0,
            ply: index + 1,
            uci: played.uci.clone(),
        })?;
        let (mover, number) = (position.turn(), position.fullmoves());
        // In a set-up position the numbers go on from those of the FEN, as the standard has it.
        let mut unit = match (mover, index) {
            (Color::White, _) => format!("{number}. "),
            (Color::Black, 0) => format!("{number}... "),
            (Color::Black, _) => String::new(),
        };
        unit.push_str(&SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
        let mut comment = comment(played, mover, context);
        if index + 1 == game.plies.len() && !reason.is_empty() {
            comment.push_str(if comment.is_empty() { "" } else { ", " });
            comment.push_str(&reason);
        }
        if !comment.is_empty() {
            unit.push_str(&format!(" {{{comment}}}"));
        }
        lines.push(&unit);
    }
    lines.push(token(game.ending.result));
    Ok(lines.text)
}

#[derive(Debug, Default)]
struct Lines {
    text: String,
    /// Characters in the last line.
    length: usize,
}

impl Lines {
    fn push(&mut self, unit: &str) {
        let length = unit.chars().count();
        if self.length > 0 {
            let fits = self.length + 1 + length <= WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.length = if fits { self.length + 1 } else { 0 };
        }
        self.text.push_str(unit);
        self.length += length;
    }
}

/// Foreign text for a comment: PGN knows no escape for its end.
fn comment_text(text: &str) -> String {
    one_line(text).replace('{', "(").replace('}', ")")
}

/// What stands after a move.
fn comment(played: &Played, mover: Color, context: &PgnContext) -> String {
    let said = match played.by {
        Source::Book => "book".to_owned(),
        Source::Player => match context.style {
            Style::Cutechess => as_cutechess(played),
            Style::Fastchess | Style::FastchessAsCutechess => as_fastchess(played),
        },
    };
    match context.comments {
        Comments::None => String::new(),
        Comments::Full => said,
        // The commands come second: what reads `+0.15/12 0.45s` looks for it at the beginning.
        Comments::Commands => {
            let parts = [Some(said).filter(|said| !said.is_empty()), eval(played, mover), clock(played)];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
    }
}

fn millis(played: &Played) -> u64 {
    played.spent_ns / 1_000_000
}

/// `+0.15/12 0.45s`. No score without a depth, as cutechess has it; nothing at all if nothing was said in less than half
/// a second.
fn as_cutechess(played: &Played) -> String {
    let millis = millis(played);
    let depth = played.depth.unwrap_or(0);
    if depth == 0
        && played.score.is_none()
        && millis < 500
        && played.seldepth.unwrap_or(0) == 0
        && played.nodes.unwrap_or(0) == 0
    {
        return String::new();
    }
    let score = match depth {
        0 => String::new(),
        _ => format!("{}/{depth} ", played.score.map(score).unwrap_or_default()),
    };
    let digits = match millis {
        0..=99 => 3,
        100..=999 => 2,
        1_000..=9_999 => 1,
        _ => 0,
    };
    match millis {
        0 => format!("{score}0s"),
        _ => format!("{score}{:.digits$}s", seconds(millis)),
    }
}

/// `+0.15/12 0.450s`
fn as_fastchess(played: &Played) -> String {
    let (score, depth) = (played.score.map(score).unwrap_or_default(), played.depth.unwrap_or(0));
    format!("{score}/{depth} {:.3}s", seconds(millis(played)))
}

#[expect(clippy::cast_precision_loss, reason = "a move takes less than 2^53 milliseconds")]
fn seconds(millis: u64) -> f64 {
    millis as f64 / 1_000.0
}

/// From the mover's side: pawns with their sign, or half-moves to mate.
fn score(score: Score) -> String {
    match score {
        Score::Cp(centipawns) => {
            let sign = if centipawns > 0 { "+" } else { "" };
            format!("{sign}{}", pawns(i64::from(centipawns)))
        }
        Score::Mate(moves) if moves > 0 => format!("+M{}", 2 * i64::from(moves) - 1),
        Score::Mate(moves) => format!("-M{}", -2 * i64::from(moves)),
    }
}

fn pawns(centipawns: i64) -> String {
    let sign = if centipawns < 0 { "-" } else { "" };
    let size = centipawns.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// `[%eval -0.15]`, `[%eval #3]`: White's view. A mated player is no number of moves.
fn eval(played: &Played, mover: Color) -> Option<String> {
    let white = |number: i32| if mover.is_white() { i64::from(number) } else { -i64::from(number) };
    match played.score? {
        Score::Cp(centipawns) => Some(format!("[%eval {}]", pawns(white(centipawns)))),
        Score::Mate(0) => None,
        Score::Mate(moves) => Some(format!("[%eval #{}]", white(moves))),
    }
}

/// `[%clk 0:00:59]`: what is left, whole seconds, never less than none.
fn clock(played: &Played) -> Option<String> {
    let seconds = Span::from_millis(played.left_ms?).as_millis().max(0) / 1_000;
    Some(format!("[%clk {}:{:02}:{:02}]", seconds / 3_600, seconds / 60 % 60, seconds % 60))
}
