//! A game as PGN and as a final position.
//!
//! Decides: which tags a game gets, how moves and comments are spelled. In cutechess's style the tags of a game and the
//! comments are byte for byte cutechess-cli's, in fastchess's style fastchess's, so that what reads theirs reads ours;
//! what they have no tag for stands in tags of our own. Refuses to know: files, and the words for why a game ended,
//! which the caller gives.

mod date;
mod movetext;
mod tags;

pub(super) use date::{duration, time_of_day};

use super::game::Game;
use super::plain::harms;
use super::settings::{Comments, PlayerId, Settings, Style, Variant};
use super::time_control::pgn_time_control;
use crate::game::{Start, StartError};
use crate::laws::GameResult;
use shakmaty::CastlingMode;

/// What the games of an event have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnContext {
    /// The tag `Event`.
    pub event: String,
    /// The tag `Site`.
    pub site: String,
    /// The players, by [`PlayerId`].
    pub players: Vec<PgnPlayer>,
    /// Whose spelling is followed.
    pub style: Style,
    /// What stands in comments.
    pub comments: Comments,
    /// Who reads it.
    pub readers: Readers,
}

/// Who reads a game's PGN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Readers {
    /// Whoever opens the event's file: the tags are those of match runners.
    #[default]
    Archive,
    /// Viewers that poll: the tag `Round` tells every game from every other (`2.17`: round 2, game 17 of the event), and
    /// `GameId` is its number.
    Viewers,
    /// A broadcast on lichess, which knows a game by `Event`, `Site`, the whole number of `Round` and the players: the
    /// second game of an encounter and later ones have that in `Site` too.
    Broadcast,
}

/// What a game's tags say of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnPlayer {
    /// Its name.
    pub name: String,
    /// Its clock as the tag `TimeControl` has it.
    pub time_control: String,
    /// The rating that it is said to have, for viewers.
    pub rating: Option<u32>,
    /// Its team and its board, from 1.
    pub team: Option<(String, usize)>,
}

/// A game that cannot be written: its record contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// Where it started is no position.
    #[error("game {game}: {cause}")]
    Start {
        /// Its number.
        game: u32,
        /// Why.
        cause: StartError,
    },
    /// A move is not legal.
    #[error("game {game}, half-move {ply}: expected a legal move, got {uci:?}")]
    Move {
        /// The game's number.
        game: u32,
        /// The half-move, from 1.
        ply: usize,
        /// What stands there.
        uci: String,
    },
}

impl PgnContext {
    /// What the settings of an event say.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let team = |place: usize| {
            let teams = settings.format.teams()?;
            let (team, board) = teams.seat(PlayerId(u16::try_from(place).ok()?))?;
            Some((teams.teams.get(team)?.name.clone(), board + 1))
        };
        let player = |(place, player): (usize, &super::settings::Player)| PgnPlayer {
            team: team(place),
            name: player.name.clone(),
            time_control: pgn_time_control(&player.control),
            rating: player.rating,
        };
        Self {
            event: settings.name.clone(),
            site: settings.site.clone(),
            players: settings.players.iter().enumerate().map(player).collect(),
            style: settings.output.style,
            comments: settings.output.pgn.as_ref().map(|pgn| pgn.comments).unwrap_or_default(),
            readers: Readers::Archive,
        }
    }

    /// The same for other readers. Viewers show clocks and evaluations, which stand in commands.
    #[must_use]
    pub fn for_readers(self, readers: Readers) -> Self {
        let comments = match readers {
            Readers::Archive => self.comments,
            Readers::Viewers | Readers::Broadcast => Comments::Commands,
        };
        Self { readers, comments, ..self }
    }

    fn team(&self, id: PlayerId) -> Option<&(String, usize)> {
        self.players.get(usize::from(id.0)).and_then(|player| player.team.as_ref())
    }

    fn rating(&self, id: PlayerId) -> Option<u32> {
        self.players.get(usize::from(id.0)).and_then(|player| player.rating)
    }

    pub(super) fn name(&self, id: PlayerId) -> &str {
        self.players.get(usize::from(id.0)).map_or("?", |player| &player.name)
    }

    fn time_control(&self, id: PlayerId) -> &str {
        self.players.get(usize::from(id.0)).map_or("?", |player| &player.time_control)
    }
}

/// A game as PGN, an empty line after it. `reason` says why it ended, in the words of the style (`White mates`); it
/// stands in the comment of the last move. A game without a result is written with `*`.
///
/// # Errors
/// See [`WriteError`].
pub fn pgn(game: &Game, context: &PgnContext, reason: &str) -> Result<String, WriteError> {
    let start = start(game)?;
    let mut text = tags::tags(game, context, &start);
    text.push('\n');
    text.push_str(&movetext::movetext(game, context, &start, reason)?);
    text.push_str("\n\n");
    Ok(text)
}

/// Tags as a tag section, a line a tag, escaped.
pub(super) fn tag_section(tags: &[(&'static str, String)]) -> String {
    tags.iter().map(|(name, value)| tags::line(name, value)).collect()
}

/// Where a game starts.
pub(super) fn start(game: &Game) -> Result<Start, WriteError> {
    let mode = match game.opening.variant {
        Variant::Standard => CastlingMode::Standard,
        Variant::Chess960 => CastlingMode::Chess960,
    };
    Start::parse(game.opening.fen.as_deref().unwrap_or("startpos"), mode)
        .map_err(|cause| WriteError::Start { game: game.fixture.number.0, cause })
}

/// The tags of a game, in order, as they stand in [`pgn`] without the escapes.
///
/// # Errors
/// See [`WriteError::Start`].
pub fn headers(game: &Game, context: &PgnContext) -> Result<Vec<(&'static str, String)>, WriteError> {
    Ok(tags::pairs(game, context, &start(game)?))
}

/// The final position as a line of `-epdout`, without its end: a FEN in cutechess's style, EPD with the operations
/// `hmvc` and `fmvn` in fastchess's.
#[must_use]
pub fn epd(game: &Game, style: Style) -> String {
    let fen = &game.final_fen;
    match (style, fen.split_ascii_whitespace().collect::<Vec<_>>().as_slice()) {
        (Style::Fastchess | Style::FastchessAsCutechess, [board, turn, castling, en_passant, halfmoves, fullmoves]) => {
            format!("{board} {turn} {castling} {en_passant} hmvc {halfmoves}; fmvn {fullmoves};")
        }
        (Style::Fastchess | Style::FastchessAsCutechess | Style::Cutechess, _) => fen.clone(),
    }
}

/// What PGN can say of a result. A score that it has no word for (0-0, 1/2-0, 0-1/2) is written as unknown, in the tag
/// as after the moves: rating tools skip `*`, and would make something wrong of anything else. The tag `ArbiterResult`
/// then has the score.
fn token(result: Option<GameResult>) -> &'static str {
    match result {
        Some(GameResult::WhiteWins | GameResult::BlackWins | GameResult::Draw) => {
            result.map_or("*", GameResult::as_str)
        }
        Some(GameResult::BothLose | GameResult::HalfZero | GameResult::ZeroHalf) | None => "*",
    }
}

/// Foreign text on one line: control characters and marks of writing direction are spaces.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if harms(c) { ' ' } else { c }).collect()
}

/// The day of a moment in milliseconds since 1970 UTC, as the tag `Date` has it: `2026.01.31`.
pub(super) fn day(since_1970: u64) -> String {
    date::Date::new(since_1970).tag()
}

#[cfg(test)]
mod tests;
