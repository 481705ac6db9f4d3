//! One line of `judge --jsonl`: an object with `id`, `fen`, `moves`, `chess960`, and optionally `fen_clock`. Other
//! keys belong to whoever sent them and are left alone.

use super::moves;
use crate::game::FenClock;
use serde_json::Value;
use shakmaty::CastlingMode;

/// A game to judge.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Comes back as it came; null if there is none.
    pub id: Value,
    /// The start position; `startpos` if there is none.
    pub fen: String,
    /// Standard or Chess960 castling.
    pub mode: CastlingMode,
    /// The moves, UCI or SAN.
    pub moves: Vec<String>,
    /// Whether the FEN's counter counts, where the query says so itself.
    pub fen_clock: Option<FenClock>,
}

/// Why a line is no query. The id comes back if it could be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// The query's id, or null.
    pub id: Value,
    /// What was expected, what came.
    pub message: String,
}

impl Query {
    /// Reads one line.
    ///
    /// # Errors
    /// It is not UTF-8, not a JSON object, or a key has the wrong type.
    pub fn parse(line: &[u8]) -> Result<Self, QueryError> {
        let bare = |message: String| QueryError { id: Value::Null, message };
        let value: Value = serde_json::from_slice(line)
            .map_err(|error| bare(format!("expected one JSON object a line, got {error}")))?;
        let Value::Object(mut object) = value else {
            return Err(bare(format!("expected a JSON object, got {}", kind(&value))));
        };
        let id = object.remove("id").unwrap_or(Value::Null);
        let read = |object: &serde_json::Map<String, Value>| {
            Ok(Self {
                id: id.clone(),
                fen: fen(object.get("fen"))?,
                mode: mode(object.get("chess960"))?,
                moves: move_list(object.get("moves"))?,
                fen_clock: fen_clock(object.get("fen_clock"))?,
            })
        };
        read(&object).map_err(|message| QueryError { id: id.clone(), message })
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn fen(value: Option<&Value>) -> Result<String, String> {
    match value {
        None | Some(Value::Null) => Ok("startpos".to_owned()),
        Some(Value::String(text)) => Ok(text.clone()),
        Some(other) => Err(format!("fen: expected a string, got {}", kind(other))),
    }
}

fn mode(value: Option<&Value>) -> Result<CastlingMode, String> {
    match value {
        None | Some(Value::Null | Value::Bool(false)) => Ok(CastlingMode::Standard),
        Some(Value::Bool(true)) => Ok(CastlingMode::Chess960),
        Some(other) => Err(format!("chess960: expected true or false, got {}", kind(other))),
    }
}

/// A list of strings, or one string with the moves in it.
fn move_list(value: Option<&Value>) -> Result<Vec<String>, String> {
    match value {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(list)) => Ok(moves::split(list).map(str::to_owned).collect()),
        Some(Value::Array(items)) => {
            let read = |(index, item): (usize, &Value)| match item {
                Value::String(text) => Ok(text.clone()),
                other => Err(format!("moves[{index}]: expected a string, got {}", kind(other))),
            };
            items.iter().enumerate().map(read).collect()
        }
        Some(other) => Err(format!("moves: expected a list of strings, got {}", kind(other))),
    }
}

fn fen_clock(value: Option<&Value>) -> Result<Option<FenClock>, String> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text == "unproven" => Ok(Some(FenClock::Unproven)),
        Some(Value::String(text)) if text == "trusted" => Ok(Some(FenClock::Trusted)),
        Some(other) => Err(format!("fen_clock: expected \"unproven\" or \"trusted\", got {other}")),
    }
}
