//! Files of PGN games: the moves of the mainline up to a number of half-moves, from the standard or a set-up position.
//!
//! Only what is used is read: a game's text after its last half-move taken may be anything. A line that reaches the end
//! of the game (mate, stalemate, a dead position, fivefold repetition, seventy-five moves) stops before it, so that
//! there is something left to play.

use super::epd::position;
use super::{OpeningError, shown};
use crate::event::game::Opening;
use crate::event::settings::Variant;
use crate::game::{FenClock, Record, Start};
use crate::pgn::{self, Splitter, Token};
use crate::unwinnable::{Budget, Death, dead};
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position};

/// Bytes cut at a time.
const BATCH: usize = 1 << 22;

/// The games of a file.
#[derive(Debug)]
pub(super) struct Games {
    file: String,
    bytes: Vec<u8>,
    places: Vec<Place>,
    plies: Option<u32>,
    variant: Variant,
}

#[derive(Debug)]
struct Place {
    start: u64,
    length: u32,
    line: u32,
}

impl Games {
    pub(super) fn new(
        file: String,
        bytes: Vec<u8>,
        plies: Option<u32>,
        variant: Variant,
    ) -> Result<Self, OpeningError> {
        let mut splitter = Splitter::new(bytes.as_slice());
        let mut places = Vec::new();
        let mut before = 0_u64;
        loop {
            let batch = match splitter.next_batch(BATCH) {
                Ok(Some(batch)) => batch,
                Ok(None) => break,
                Err(error) => {
                    let expected = "games in PGN".to_owned();
                    return Err(OpeningError { place: file, expected, got: error.to_string() });
                }
            };
            places.extend(batch.games.iter().map(|game| Place {
                start: before + game.bytes.start as u64,
                length: u32::try_from(game.bytes.len()).unwrap_or(u32::MAX),
                line: u32::try_from(game.line).unwrap_or(u32::MAX),
            }));
            before += batch.bytes.len() as u64;
        }
        places.shrink_to_fit();
        Ok(Self { file, bytes, places, plies, variant })
    }

    pub(super) fn file(&self) -> &str {
        &self.file
    }

    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.places.len()).unwrap_or(u32::MAX)
    }

    /// The opening of a game.
    pub(super) fn opening(&self, index: u32) -> Result<Opening, OpeningError> {
        let place = self.places.get(index as usize);
        let start = place.and_then(|place| usize::try_from(place.start).ok()).unwrap_or(usize::MAX);
        let text = self.bytes.get(start..).unwrap_or_default();
        let text = text.get(..place.map_or(0, |place| place.length as usize)).unwrap_or(text);
        self.read(text).map_err(|(expected, got)| OpeningError {
            place: format!("{} game {} (line {})", self.file, index + 1, place.map_or(0, |place| place.line)),
            expected,
            got,
        })
    }

    fn read(&self, text: &[u8]) -> Result<Opening, (String, String)> {
        let game = pgn::Game::read(text);
        let variant = match game.header.variant.map(|tag| tag.text().trim().to_ascii_lowercase()).as_deref() {
            None | Some("" | "standard" | "chess" | "normal" | "from position") => self.variant,
            Some("chess960" | "fischerandom" | "fischerrandom" | "fischer random" | "960") => Variant::Chess960,
            Some(other) => return Err(("a variant that is chess or Chess960".to_owned(), shown(other))),
        };
        let mut opening = match game.header.fen.map(|tag| tag.text().into_owned()) {
            None => Opening { fen: None, variant, moves: Vec::new() },
            Some(fen) => position(&fen, variant)?,
        };
        let mode = match opening.variant {
            Variant::Standard => CastlingMode::Standard,
            Variant::Chess960 => CastlingMode::Chess960,
        };
        let start = Start::parse(opening.fen.as_deref().unwrap_or("startpos"), mode)
            .map_err(|error| ("a legal position".to_owned(), error.to_string()))?;
        let wanted = self.plies.map_or(usize::MAX, |plies| plies as usize);
        let record = self.play(&game, Record::new(start), wanted)?;
        opening.moves = record.moves().iter().map(|m| m.to_uci(mode).to_string()).collect();
        Ok(opening)
    }

    /// Plays the mainline; what ends the game is taken back.
    fn play(&self, game: &pgn::Game<'_>, mut record: Record, wanted: usize) -> Result<Record, (String, String)> {
        for (_, token) in game.tokens() {
            if record.moves().len() >= wanted {
                break;
            }
            let fault = |text: &[u8]| {
                let fullmoves = record.position().fullmoves();
                let dots = if record.turn().is_white() { "." } else { "..." };
                (format!("a legal move at {fullmoves}{dots}"), shown(&pgn::text(text)))
            };
            match token {
                Token::Comment(_) => {}
                Token::Result(_) => break,
                Token::Unclosed => return Err(("a comment with an end".to_owned(), "none".to_owned())),
                Token::Unreadable(text) => return Err(fault(text)),
                Token::Move(text) => {
                    let m = read_move(text, record.position()).ok_or_else(|| fault(text))?;
                    record.push(m);
                    if over(&record) {
                        return Ok(without_last(&record));
                    }
                }
            }
        }
        // Once dead, always dead: one question for the whole line is enough where the answer is no.
        while !record.moves().is_empty() && is_dead(record.position()) {
            record = without_last(&record);
        }
        Ok(record)
    }
}

fn without_last(record: &Record) -> Record {
    let mut shorter = Record::new(record.start().clone());
    let kept = record.moves().split_last().map_or(&[][..], |(_, kept)| kept);
    kept.iter().for_each(|m| shorter.push(*m));
    shorter
}

fn is_dead(position: &Chess) -> bool {
    match dead(position, Budget::IN_PLAY) {
        Death::Dead { .. } => true,
        Death::Alive { .. } | Death::Undetermined(_) => false,
    }
}

/// Mate, stalemate, and what ends a game by itself whatever the players say (9.6). A FEN's counter is believed here:
/// better a shorter line than one that ends the game.
fn over(record: &Record) -> bool {
    record.position().legal_moves().is_empty() || record.occurrences() >= 5 || record.quiet(FenClock::Trusted).0 >= 150
}

/// SAN, or UCI as some programs write.
fn read_move(text: &[u8], position: &Chess) -> Option<Move> {
    match San::from_ascii(text).ok().and_then(|san| san.to_move(position).ok()) {
        Some(m) => Some(m),
        None => UciMove::from_ascii(text).ok()?.to_move(position).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str, plies: Option<u32>) -> Games {
        Games::new("book.pgn".to_owned(), text.as_bytes().to_vec(), plies, Variant::Standard).unwrap()
    }

    fn line(text: &str, plies: Option<u32>) -> String {
        games(text, plies).opening(0).unwrap().moves.join(" ")
    }

    #[test]
    fn the_mainline_up_to_its_half_moves() {
        let text = "[Event \"?\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 $1 ; good\n Nc6 3. Bb5 a6 *\n";
        assert_eq!(line(text, None), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
        assert_eq!(line(text, Some(3)), "e2e4 e7e5 g1f3");
        assert_eq!(line(text, Some(0)), "");
    }

    #[test]
    fn what_follows_the_last_half_move_taken_is_not_read() {
        assert_eq!(line("1. e4 e5 2. Ke8 *", Some(2)), "e2e4 e7e5");
    }

    #[test]
    fn a_set_up_position_keeps_its_counters() {
        let games = games("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 42 60\"]\n\n60... Kd7 61. Kd2 *", None);
        let opening = games.opening(0).unwrap();
        assert_eq!(opening.fen.as_deref(), Some("4k3/8/8/8/8/8/4P3/4K3 b - - 42 60"));
        assert_eq!(opening.moves, ["e8d7", "e1d2"]);
    }

    #[test]
    fn castling_in_chess960_is_king_takes_rook() {
        let text = "[Variant \"fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\n\n1. O-O *";
        let opening = games(text, None).opening(0).unwrap();
        assert_eq!((opening.variant, opening.moves), (Variant::Chess960, vec!["f1h1".to_owned()]));
        assert_eq!(line("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *", None).split(' ').next_back(), Some("e1g1"));
    }

    #[test]
    fn a_bad_game_is_named_with_its_line_and_move() {
        let text =
            "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 e5 2. Ke3 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n";
        let games = games(text, None);
        assert_eq!(games.len(), 3);
        assert_eq!(
            games.opening(1).unwrap_err().to_string(),
            "book.pgn game 2 (line 5): expected a legal move at 2., got \"Ke3\""
        );
        assert_eq!(
            games.opening(2).unwrap_err().to_string(),
            "book.pgn game 3 (line 9): expected a variant that is chess or Chess960, got \"atomic\""
        );
    }

    #[test]
    fn a_line_stops_before_the_end_of_the_game() {
        assert_eq!(line("1. f3 e5 2. g4 Qh4# 0-1", None), "f2f3 e7e5 g2g4");
        let capture = "[FEN \"4k3/8/8/8/8/8/3p4/4K3 w - - 0 1\"]\n\n1. Kxd2 1/2-1/2";
        assert_eq!(line(capture, None), "", "two kings are a dead position");
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
        assert_eq!(games(&format!("[Event \"?\"]\n\n{moves} *"), None).opening(0).unwrap().moves.len(), 15);
        let quiet = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 148 100\"]\n\n100. Kd1 Kd8 101. Ke1 *";
        assert_eq!(line(quiet, None), "e1d1");
    }
}
