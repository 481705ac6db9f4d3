//! One line of `judge --jsonl`: an object with `id`, `fen`, `moves`, `chess960`, and optionally `fen_clock`. Other
//! keys belong to whoever sent them and are left alone.

use super::moves;
use crate::foreign::{json_fault, shortened};
use crate::game::FenClock;
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;
use shakmaty::CastlingMode;
use std::collections::BTreeMap;

/// A game to judge.
#[derive(Clone, Debug)]
pub struct Query {
    /// Comes back as it came, to the letter; null if there is none.
    pub id: Box<RawValue>,
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
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// The query's id, or null.
    pub id: Box<RawValue>,
    /// What was expected, what came.
    pub message: String,
}

impl Query {
    /// Reads one line.
    ///
    /// # Errors
    /// It is not UTF-8, not a JSON object, or a key has the wrong type.
    pub fn parse(line: &[u8]) -> Result<Self, QueryError> {
        let line = line.trim_ascii_end();
        let mut object = object(line).map_err(|message| QueryError { id: RawValue::NULL.to_owned(), message })?;
        let id = object.remove("id").unwrap_or_else(|| RawValue::NULL.to_owned());
        let read = || {
            let value = |key: &str| object.get(key).map(|text| value(key, text)).transpose();
            Ok(Self {
                id: id.clone(),
                fen: fen(value("fen")?.as_ref())?,
                mode: mode(value("chess960")?.as_ref())?,
                moves: move_list(value("moves")?.as_ref())?,
                fen_clock: fen_clock(value("fen_clock")?.as_ref())?,
            })
        };
        read().map_err(|message| QueryError { id: id.clone(), message })
    }
}

fn object(line: &[u8]) -> Result<BTreeMap<String, Box<RawValue>>, String> {
    serde_json::from_slice(line).map_err(|error| match (error.classify(), serde_json::from_slice::<Value>(line)) {
        (Category::Data, Ok(value)) => format!("expected a JSON object, got {}", kind(&value)),
        (_, _) => format!("expected one JSON object a line: {}", json_fault(line, &error)),
    })
}

fn value(key: &str, text: &RawValue) -> Result<Value, String> {
    let text = text.get();
    serde_json::from_str(text).map_err(|error| format!("{key}: {}", json_fault(text.as_bytes(), &error)))
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
        Some(other) => {
            Err(format!("fen_clock: expected \"unproven\" or \"trusted\", got {}", shortened(&other.to_string())))
        }
    }
}
