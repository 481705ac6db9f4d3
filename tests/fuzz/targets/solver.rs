//! The solver against exhaustion: a small or blocked position made of the bytes, asked about both sides.

#[path = "../../oracle/mod.rs"]
mod oracle;

use super::text::choice;
use oracle::{Dice, Truth};
use shakmaty::{Board, Chess, Color, Piece, Role, Setup, Square};
use uci_arbiter::unwinnable::{Budget, Solver, Verdict, verify};

/// Positions that exhaustion may visit; most of these questions need fewer.
const LIMIT: usize = 3_000;

pub(crate) fn run(data: &[u8]) {
    let (kind, rest) = choice(data);
    let position = match kind % 3 {
        0 => men(rest),
        1 => pawns(rest),
        _ => {
            let vectors = oracle::vectors();
            let (root, more) = choice(rest);
            let seed = more.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte));
            vectors
                .get(usize::from(root) % vectors.len().max(1))
                .and_then(|(root, _, _)| oracle::mutated(root, &mut Dice(seed)))
        }
    };
    let Some(position) = position else { return };
    for winner in Color::ALL {
        agrees(&position, winner);
    }
}

fn agrees(position: &Chess, winner: Color) {
    let verdict = Solver::default().can_mate(position, winner, Budget::IN_PLAY).verdict;
    if let Verdict::Undetermined(_) = verdict {
        return;
    }
    if let Err(error) = verify(position, winner, &verdict) {
        panic!("{} {winner}: {error}", oracle::fen(position));
    }
    // A line has been replayed: only "cannot" is left to be refuted.
    if let Verdict::Unwinnable(_) = verdict {
        let truth = oracle::exhaust(position, winner, LIMIT);
        assert_ne!(truth, Truth::Mates, "a mate exists: {} {winner}", oracle::fen(position));
    }
}

/// Two bytes a man: what and where. Kings first; six men at most.
fn men(bytes: &[u8]) -> Option<Chess> {
    let mut board = Board::empty();
    for (index, pair) in bytes.chunks_exact(2).take(6).enumerate() {
        let &[what, place] = pair else { continue };
        let color = Color::from_white(if index < 2 { index == 0 } else { what & 8 == 0 });
        let role = match (index, what % 5) {
            (0 | 1, _) => Role::King,
            (_, 0) => Role::Pawn,
            (_, 1) => Role::Knight,
            (_, 2) => Role::Bishop,
            (_, 3) => Role::Rook,
            (_, _) => Role::Queen,
        };
        board.set_piece_at(Square::new(u32::from(place) % 64), Piece { color, role });
    }
    legal(board, bytes)
}

/// A byte a file: the square of a white pawn and a black pawn before it, or none; then kings and two more men.
fn pawns(bytes: &[u8]) -> Option<Chess> {
    let (files, rest) = bytes.split_at_checked(8)?;
    let mut board = Board::empty();
    for (file, byte) in (0_u32..).zip(files) {
        let rank = u32::from(*byte % 8);
        // Ranks 2 to 6 for the white pawn; other values leave the file open.
        if (1..6).contains(&rank) {
            board.set_piece_at(Square::new(rank * 8 + file), Color::White.pawn());
            let gap = if byte & 0x80 == 0 || rank == 5 { 1 } else { 2 };
            board.set_piece_at(Square::new((rank + gap) * 8 + file), Color::Black.pawn());
        }
    }
    let more = rest.chunks_exact(2).take(4).enumerate();
    for (index, pair) in more {
        let &[what, place] = pair else { continue };
        let piece = match index {
            0 => Color::White.king(),
            1 => Color::Black.king(),
            _ => {
                let color = Color::from_white(what & 1 == 0);
                if what & 2 == 0 { color.bishop() } else { color.knight() }
            }
        };
        board.set_piece_at(Square::new(u32::from(place) % 64), piece);
    }
    legal(board, rest)
}

fn legal(board: Board, bytes: &[u8]) -> Option<Chess> {
    if board.by_role(Role::Pawn).intersects(shakmaty::Bitboard(0xff00_0000_0000_00ff)) {
        return None;
    }
    let turn = Color::from_white(bytes.first().is_none_or(|byte| byte & 1 == 0));
    oracle::legal(Setup { board, turn, ..Setup::empty() })
}
