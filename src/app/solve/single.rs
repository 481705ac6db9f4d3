//! One question, answered for a person: the board, the line in SAN, the verdict in words.

use crate::units::counted;
use std::io::{self, Write};

use shakmaty::{Bitboard, Chess, File, Move, Position, Rank, Square, san::SanPlus};

use super::{Done, SolveArgs, Solved, ask, certificates, text};
use crate::unwinnable::query::Query;
use crate::unwinnable::{Answer, Proof, Solver, Verdict};

/// Answers the question of the arguments.
pub(super) fn run(args: &SolveArgs, out: &mut dyn Write) -> io::Result<Solved> {
    let question = args.fen.join(" ");
    let done = ask(args, &mut Solver::default(), &question);
    done.report(&question)?;
    let solved = Solved {
        answered: u64::from(done.asked.is_ok()),
        bad: u64::from(done.asked.is_err()),
        rejected: u64::from(done.rejected.is_some()),
    };
    if let (Some(mut file), Ok((query, answer))) = (certificates(args)?, &done.asked) {
        text::certify(query, answer, &mut file)?;
        file.flush()?;
    }
    match &done.asked {
        Ok((query, answer)) if !args.json => {
            draw(&query.position, out)?;
            words(&done, query, answer, out)?;
            let looked = counted(answer.nodes, "position", "positions");
            writeln!(out, "{looked} looked at, {:.3} ms", done.time.as_secs_f64() * 1e3)?;
        }
        _ => text::write(args, &question, &done, out)?,
    }
    out.flush()?;
    Ok(solved)
}

fn draw(position: &Chess, out: &mut dyn Write) -> io::Result<()> {
    let board = position.board();
    for rank in Rank::ALL.into_iter().rev() {
        write!(out, "{} ", rank.char())?;
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            let empty = if Bitboard::LIGHT_SQUARES.contains(square) { '.' } else { ':' };
            write!(out, " {}", board.piece_at(square).map_or(empty, shakmaty::Piece::char))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "   a b c d e f g h   {} to move", position.turn().fold_wb("White", "Black"))
}

fn words(done: &Done, query: &Query, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    let winner = query.winner.fold_wb("White", "Black");
    match &answer.verdict {
        Verdict::Winnable(line) if line.0.is_empty() => writeln!(out, "{winner} has mated."),
        Verdict::Winnable(line) => {
            writeln!(out, "{winner} can still mate, with help, in {}:", counted(line.0.len(), "ply", "plies"))?;
            writeln!(out, "{}", san(&query.position, &line.0))?;
            match done.counters.as_deref() {
                None => {}
                Some("mates") => {
                    writeln!(out, "It mates before the 75-move rule or a fifth occurrence ends the game.")?
                }
                Some(cut) => writeln!(out, "Under the 75-move rule and fivefold repetition: {cut}")?,
            }
            Ok(())
        }
        Verdict::Unwinnable(proof) => match proof {
            Proof::Terminal => writeln!(out, "{winner} cannot mate: the game is over."),
            Proof::Material => writeln!(out, "{winner} cannot mate: these men mate on no squares."),
            Proof::Closure { states, .. } => {
                writeln!(
                    out,
                    "{winner} cannot mate: {} reachable, none is mate.",
                    counted(*states, "position is", "positions are")
                )
            }
            Proof::Static(_) => writeln!(out, "{winner} cannot mate: no series of moves opens the position."),
            Proof::Roaming { arrangements, .. } => writeln!(
                out,
                "{winner} cannot mate: wherever the bishops are, the other men have {arrangements} arrangements and none can be mate."
            ),
            Proof::Split { states, claims } => writeln!(
                out,
                "{winner} cannot mate: {} reachable until, in one of {}, nothing can open any more.",
                counted(*states, "position is", "positions are"),
                counted(claims.len(), "way", "ways")
            ),
        },
        Verdict::Undetermined(spent) => {
            if let Some(plies) = answer.none_within {
                writeln!(
                    out,
                    "{winner} does not mate within {}, however much helped.",
                    counted(plies, "ply", "plies")
                )?;
            }
            writeln!(
                out,
                "Undetermined for {winner}: {} did not decide it.",
                counted(spent.nodes, "position", "positions")
            )
        }
    }
}

/// The line as numbered SAN from move 1.
fn san(position: &Chess, line: &[Move]) -> String {
    let mut now = position.clone();
    let mut text = String::new();
    for (at, &m) in line.iter().enumerate() {
        let ply = at + usize::from(position.turn().is_black());
        if ply % 2 == 0 {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        } else if at == 0 {
            text.push_str("1... ");
        }
        text.push_str(&SanPlus::from_move_and_play_unchecked(&mut now, m).to_string());
        text.push(if at % 12 == 11 { '\n' } else { ' ' });
    }
    text.trim_end().to_owned()
}
