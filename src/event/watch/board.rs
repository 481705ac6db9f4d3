//! A game's moves as positions: SAN, FEN and the squares of each half-move, and lines of play in SAN.

use super::view::PlyView;
use crate::event::game::{Opening, Played, Score, Source};
use crate::event::settings::Variant;
use crate::game::Start;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position};

/// Half-moves of a line of play that are shown.
const LINE: usize = 20;

/// A line that can be played through on a board.
pub type Variation = Vec<PlyView>;

/// A game that is followed move by move.
#[derive(Clone, Debug)]
pub(super) struct Board {
    start: Chess,
    position: Chess,
    plies: Vec<PlyView>,
    /// A move that cannot be made: nothing after it is shown.
    is_broken: bool,
}

impl Board {
    /// None: where the game starts is no position.
    pub(super) fn new(opening: &Opening) -> Option<Self> {
        let mode = mode(opening.variant);
        let start = Start::parse(opening.fen.as_deref().unwrap_or("startpos"), mode).ok()?.position;
        Some(Self { position: start.clone(), start, plies: Vec::new(), is_broken: false })
    }

    /// Shows the moves that are not shown yet. `line` gives the line of play that a half-move belongs to.
    pub(super) fn follow(&mut self, played: &[Played], line: &dyn Fn(usize) -> Option<Vec<u8>>) {
        if played.len() < self.plies.len() {
            self.plies.clear();
            self.position = self.start.clone();
            self.is_broken = false;
        }
        while let (Some(next), false) = (played.get(self.plies.len()), self.is_broken) {
            let uci = next.uci.parse::<UciMove>().ok();
            let Some(m) = uci.and_then(|uci| uci.to_move(&self.position).ok()) else {
                self.is_broken = true;
                return;
            };
            let mover = self.position.turn();
            let shown = line(self.plies.len()).map(|line| line_text(&self.position, &line)).unwrap_or_default();
            let mut view = made(&mut self.position, m);
            view.book = next.by == Source::Book;
            view.score = next.score.map(|score| of_white(score, mover));
            view.depth = next.depth;
            view.nodes = next.nodes;
            view.spent_ms = next.spent_ns / 1_000_000;
            view.left_ms = next.left_ms;
            view.pv = shown;
            self.plies.push(view);
        }
    }

    pub(super) fn plies(&self) -> &[PlyView] {
        &self.plies
    }

    pub(super) fn position(&self) -> &Chess {
        &self.position
    }

    pub(super) fn start_fen(&self) -> String {
        fen(&self.start)
    }
}

pub(super) const fn mode(variant: Variant) -> CastlingMode {
    match variant {
        Variant::Standard => CastlingMode::Standard,
        Variant::Chess960 => CastlingMode::Chess960,
    }
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Makes a legal move and says what it looks like.
fn made(position: &mut Chess, m: Move) -> PlyView {
    let number = position.fullmoves().get();
    let white = position.turn() == Color::White;
    let san = SanPlus::from_move_and_play_unchecked(position, m).to_string();
    // Castling is king takes rook: what moves is the king.
    let to = match m {
        Move::Castle { king, rook } => {
            shakmaty::Square::from_coords(if king < rook { shakmaty::File::G } else { shakmaty::File::C }, king.rank())
        }
        Move::Normal { to, .. } | Move::EnPassant { to, .. } | Move::Put { to, .. } => to,
    };
    PlyView {
        number,
        white,
        san,
        fen: fen(position),
        from: m.from().map(|square| square.to_string()).unwrap_or_default(),
        to: to.to_string(),
        check: position.is_check(),
        ..PlyView::default()
    }
}

/// A score from White's side.
pub(super) const fn of_white(score: Score, mover: Color) -> Score {
    match (mover, score) {
        (Color::White, score) => score,
        (Color::Black, Score::Cp(cp)) => Score::Cp(cp.saturating_neg()),
        (Color::Black, Score::Mate(moves)) => Score::Mate(moves.saturating_neg()),
    }
}

/// A line of play in SAN with move numbers, up to the first word that is no legal move.
pub(super) fn line_text(position: &Chess, line: &[u8]) -> String {
    let mut position = position.clone();
    let mut text = String::new();
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut made = 0;
    for word in words {
        let Ok(word) = std::str::from_utf8(word) else { break };
        // Numbers and marks between the moves of xboard engines.
        if word.ends_with('.') && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            continue;
        }
        let uci = word.parse::<UciMove>().ok().and_then(|uci| uci.to_move(&position).ok());
        let san = || word.parse::<San>().ok().and_then(|san| san.to_move(&position).ok());
        let Some(m) = uci.or_else(san) else { break };
        let number = position.fullmoves();
        if !text.is_empty() {
            text.push(' ');
        }
        match (position.turn(), made) {
            (Color::White, _) => text.push_str(&format!("{number}. ")),
            (Color::Black, 0) => text.push_str(&format!("{number}... ")),
            (Color::Black, _) => {}
        }
        text.push_str(&SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
        made += 1;
        if made == LINE {
            break;
        }
    }
    text
}

/// A line of moves in UCI from a FEN, to be played through; up to the first that is not legal.
pub(super) fn variation(from: &str, mode: CastlingMode, line: &[String]) -> Variation {
    let Ok(start) = Start::parse(from, mode) else { return Vec::new() };
    let mut position = start.position;
    let mut plies = Vec::new();
    for word in line {
        let Some(m) = word.parse::<UciMove>().ok().and_then(|uci| uci.to_move(&position).ok()) else { break };
        plies.push(made(&mut position, m));
    }
    plies
}
