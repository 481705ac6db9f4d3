//! `live.json` and `live.pgn`: the game that viewers are shown, move by move.

use crate::event::game::{Game, Played, Score, Source};
use crate::event::pgn::{self, PgnContext, WriteError};
use crate::event::settings::{PlayerId, Settings};
use crate::profile::{OptionValue, Protocol};
use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{Board, Color, EnPassantMode, Move, Position, Role, Square};
use std::fmt::Write as _;

/// What viewers are told of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Engine(Vec<EngineOption>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
struct EngineOption {
    name: String,
    value: String,
}

impl Engine {
    /// The engines of an event, by player.
    #[must_use]
    pub fn all(settings: &Settings) -> Vec<Self> {
        let option = |name: &str, value: &str| EngineOption { name: name.to_owned(), value: value.to_owned() };
        let engine = |player: &crate::event::settings::Player| {
            let protocol = match player.engine.protocol {
                Protocol::Uci => "uci",
                Protocol::Xboard => "xboard",
            };
            let mut options = vec![option("Protocol", protocol)];
            for (name, value) in &player.engine.options {
                match value {
                    OptionValue::Value(value) => options.push(option(name, value)),
                    OptionValue::Press => {}
                }
            }
            Self(options)
        };
        settings.players.iter().map(engine).collect()
    }

    /// `Protocol=uci; Hash=64;`, as a comment may have it.
    fn text(&self) -> String {
        let harmless = |text: &str| text.replace(['{', '}', ';', '=', ','], " ");
        self.0.iter().fold(String::new(), |mut text, option| {
            // A String takes everything.
            _ = write!(text, " {}={};", harmless(&option.name), harmless(&option.value));
            text
        })
    }
}

/// The texts of the two files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// `live.json`.
    pub json: String,
    /// `live.pgn`.
    pub pgn: String,
}

#[derive(Serialize)]
struct File<'a> {
    #[serde(rename = "BlackEngineOptions")]
    black: &'a Engine,
    #[serde(rename = "Headers")]
    headers: serde_json::Map<String, serde_json::Value>,
    #[serde(rename = "Moves")]
    moves: &'a [Shown],
    #[serde(rename = "WhiteEngineOptions")]
    white: &'a Engine,
}

/// A move as viewers know it.
#[derive(Serialize)]
struct Shown {
    /// SAN.
    m: String,
    from: String,
    to: String,
    /// The position after it.
    fen: String,
    book: bool,
    /// Depth, selective depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    d: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sd: Option<u32>,
    /// Time for the move and time left, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    mt: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tl: Option<i64>,
    /// Nodes a second, nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<u64>,
    /// White's view: `0.82`, `M12`.
    #[serde(skip_serializing_if = "Option::is_none")]
    wv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    adjudication: Option<Adjudication>,
    material: Material,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Adjudication {
    /// Moves until fifty without pawn move or capture.
    fifty_moves: u32,
}

/// White's men less Black's.
#[derive(Clone, Copy, Serialize)]
struct Material {
    p: i32,
    n: i32,
    b: i32,
    r: i32,
    q: i32,
}

/// The two files for a game; `engines` by player.
///
/// # Errors
/// The record contradicts itself.
pub fn live(game: &Game, context: &PgnContext, engines: &[Engine]) -> Result<Live, WriteError> {
    let tags = pgn::headers(game, context)?;
    let moves = moves(game)?;
    let nothing = Engine::default();
    let engine = |id: PlayerId| engines.get(usize::from(id.0)).unwrap_or(&nothing);
    let (white, black) = (engine(game.fixture.white), engine(game.fixture.black));
    let headers = tags.iter().map(|(name, value)| ((*name).to_owned(), value.clone().into())).collect();
    let file = File { white, black, headers, moves: &moves };
    // No map here has keys that are not text, and no number is one that JSON lacks.
    let json = serde_json::to_string(&file).unwrap_or_default();
    let mut text = pgn::tag_section(&tags);
    _ = writeln!(text, "\n{{WhiteEngineOptions:{}, BlackEngineOptions:{}}}", white.text(), black.text());
    let first = pgn::start(game)?.position;
    let (mut number, mut mover) = (first.fullmoves().get(), first.turn());
    for (index, shown) in moves.iter().enumerate() {
        match (mover, index) {
            (Color::White, _) => _ = write!(text, "{number}. "),
            (Color::Black, 0) => _ = write!(text, "{number}... "),
            (Color::Black, _) => {}
        }
        _ = writeln!(text, "{} {{{}}}", shown.m, shown.comment());
        if mover.is_black() {
            number += 1;
        }
        mover = !mover;
    }
    let result = tags.iter().find(|(name, _)| *name == "Result").map_or("*", |(_, value)| value);
    _ = writeln!(text, "{result}\n");
    Ok(Live { json, pgn: text })
}

fn moves(game: &Game) -> Result<Vec<Shown>, WriteError> {
    let mut position = pgn::start(game)?.position;
    let mut moves = Vec::with_capacity(game.plies.len());
    for (index, played) in game.plies.iter().enumerate() {
        let uci = played.uci.parse::<UciMove>().ok();
        let m = uci.and_then(|uci| uci.to_move(&position).ok()).ok_or_else(|| WriteError::Move {
            game: game.fixture.number.0,
            ply: index + 1,
            uci: played.uci.clone(),
        })?;
        let mover = position.turn();
        let (from, to) = squares(m, mover);
        let san = SanPlus::from_move_and_play_unchecked(&mut position, m).to_string();
        let is_book = played.by == Source::Book;
        let millis = played.spent_ns / 1_000_000;
        moves.push(Shown {
            m: san,
            from,
            to,
            fen: Fen::from_position(&position, EnPassantMode::Legal).to_string(),
            book: is_book,
            d: played.depth,
            sd: played.seldepth,
            mt: (!is_book).then_some(millis),
            tl: played.left_ms,
            s: played.nodes.filter(|_| millis > 0).map(|nodes| nodes.saturating_mul(1_000) / millis),
            n: played.nodes,
            wv: evaluation(played, mover),
            adjudication: (!is_book)
                .then(|| Adjudication { fifty_moves: 50_u32.saturating_sub(position.halfmoves() / 2) }),
            material: Material::of(position.board()),
        });
    }
    Ok(moves)
}

/// Where a move begins and ends on the board; castling as the king's step.
fn squares(m: Move, mover: Color) -> (String, String) {
    let text = |square: Option<Square>| square.map_or_else(String::new, |square| square.to_string());
    let to = match m.castling_side() {
        Some(side) => side.king_to(mover),
        None => m.to(),
    };
    (text(m.from()), to.to_string())
}

/// White's view of the mover's score.
pub(super) fn evaluation(played: &Played, mover: Color) -> Option<String> {
    let white = |number: i32| if mover.is_white() { i64::from(number) } else { -i64::from(number) };
    let signed = |number: i64, text: String| if number < 0 { format!("-{text}") } else { text };
    match played.score? {
        Score::Cp(centipawns) => {
            let (number, size) = (white(centipawns), centipawns.unsigned_abs());
            Some(signed(number, format!("{}.{:02}", size / 100, size % 100)))
        }
        // A mated mover makes no move.
        Score::Mate(0) => None,
        Score::Mate(moves) => Some(signed(white(moves), format!("M{}", moves.unsigned_abs()))),
    }
}

impl Material {
    fn of(board: &Board) -> Self {
        let count = |color, role| board.by_color(color).intersect(board.by_role(role)).count();
        let less = |role| {
            let (white, black) = (count(Color::White, role), count(Color::Black, role));
            i32::try_from(white).unwrap_or(0) - i32::try_from(black).unwrap_or(0)
        };
        Self {
            p: less(Role::Pawn),
            n: less(Role::Knight),
            b: less(Role::Bishop),
            r: less(Role::Rook),
            q: less(Role::Queen),
        }
    }
}

impl Shown {
    /// `d=40, sd=49, mt=28310, tl=1774690, s=216428000, n=6127297566, wv=0.82, R50=50, mb=+0+0+0+0+0,`
    fn comment(&self) -> String {
        let Material { p, n, b, r, q } = self.material;
        let material = format!("mb={p:+}{n:+}{b:+}{r:+}{q:+},");
        if self.book {
            return format!("book, {material}");
        }
        let mut text = String::new();
        let mut put = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                _ = write!(text, "{key}={value}, ");
            }
        };
        put("d", self.d.map(|value| value.to_string()));
        put("sd", self.sd.map(|value| value.to_string()));
        put("mt", self.mt.map(|value| value.to_string()));
        put("tl", self.tl.map(|value| value.to_string()));
        put("s", self.s.map(|value| value.to_string()));
        put("n", self.n.map(|value| value.to_string()));
        put("wv", self.wv.clone());
        put("R50", self.adjudication.map(|adjudication| adjudication.fifty_moves.to_string()));
        text + &material
    }
}
