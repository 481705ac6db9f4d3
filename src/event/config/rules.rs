//! `[rules]`: a preset, and what the event changes in it.

use super::event::folders;
use super::section::{OnOff, Section, name_or_path};
use crate::event::faults::Report;
use crate::event::settings::{
    AfterForfeit, AfterTrouble, Behalf, DrawReset, DrawRule, IllegalMovePolicy, ResignBy, ResignRule, Rules,
    TablebaseEnds, TablebaseFifty, TablebaseRule, TroubleException,
};
use crate::event::sources::Sources;
use crate::laws::TimeClass;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use toml::Value;

/// The preset of an event that names none: the Laws and nothing else.
const PRESET: &str = "fide";

/// The words for what differs, for reading and printing.
pub(super) const CLASSES: [(&str, Option<TimeClass>); 4] = [
    ("by-clock", None),
    ("standard", Some(TimeClass::Standard)),
    ("rapid", Some(TimeClass::Rapid)),
    ("blitz", Some(TimeClass::Blitz)),
];
pub(super) const ILLEGAL_MOVES: [(&str, IllegalMovePolicy); 2] =
    [("laws", IllegalMovePolicy::Laws), ("loss", IllegalMovePolicy::Loss)];
pub(super) const RESETS: [(&str, DrawReset); 2] =
    [("by-zeroing", DrawReset::ByZeroing), ("by-score-only", DrawReset::ByScoreOnly)];
pub(super) const AGREED_BY: [(&str, ResignBy); 2] = [("loser", ResignBy::Loser), ("both", ResignBy::Both)];
pub(super) const FIFTY: [(&str, TablebaseFifty); 2] =
    [("counts", TablebaseFifty::Counts), ("ignored", TablebaseFifty::Ignored)];
pub(super) const ENDS: [(&str, TablebaseEnds); 3] =
    [("both", TablebaseEnds::Both), ("win-loss", TablebaseEnds::WinLoss), ("draw", TablebaseEnds::Draw)];
pub(super) const AFTER_TROUBLE: [(&str, AfterTrouble); 3] =
    [("forfeit", AfterTrouble::Forfeit), ("replay-once", AfterTrouble::ReplayOnce), ("play-on", AfterTrouble::PlayOn)];
pub(super) const EXCEPTIONS: [(&str, TroubleException); 2] =
    [("draw", TroubleException::Draw), ("win", TroubleException::Win)];
pub(super) const AFTER_FORFEIT: [(&str, AfterForfeit); 2] =
    [("go-on", AfterForfeit::GoOn), ("stop", AfterForfeit::Stop)];

pub(super) fn read(file: &mut Section, path: &Path, sources: &dyn Sources, report: &mut Report) -> Option<Rules> {
    let mut section = file.below("rules", report);
    let said = section.has("preset");
    let preset = section.text("preset", report);
    let preset = if said { preset } else { Some(PRESET.to_owned()) };
    let place = section.place("preset");
    let rules = preset.and_then(|preset| report.keep(&place, sources.rules(&name_or_path(path, preset))));
    // Without a preset the rest is read all the same, so that its faults are reported with the preset's.
    let known = rules.is_some();
    let mut rules = match rules {
        Some(rules) => rules,
        None => sources.rules(PRESET).ok()?,
    };
    let place = section.place("laws");
    if let Some(laws) = section.text("laws", report)
        && let Some(laws) = report.keep(&place, sources.edition(&name_or_path(path, laws)))
    {
        rules.laws = Arc::new(laws);
    }
    rules.class = section.word("class", &CLASSES, report).unwrap_or(rules.class);
    rules.claims = claims(&mut section, report).unwrap_or(rules.claims);
    rules.illegal_moves = section.word("illegal-moves", &ILLEGAL_MOVES, report).unwrap_or(rules.illegal_moves);
    let limit = section.take::<u32>("max-moves", "a number of moves, 0 for no limit", report);
    rules.max_moves = limit.map_or(rules.max_moves, NonZeroU32::new);
    match section.below_or_off("draw", report) {
        Some(OnOff::Off) => rules.draw = None,
        Some(OnOff::On(inner)) => rules.draw = draw(inner, rules.draw, report),
        None => {}
    }
    match section.below_or_off("resign", report) {
        Some(OnOff::Off) => rules.resign = None,
        Some(OnOff::On(inner)) => rules.resign = resign(inner, rules.resign, report),
        None => {}
    }
    match section.below_or_off("tablebases", report) {
        Some(OnOff::Off) => rules.tablebases = None,
        Some(OnOff::On(inner)) => rules.tablebases = tablebases(inner, rules.tablebases.take(), path, report),
        None => {}
    }
    trouble(&mut section, &mut rules, report);
    section.finish(report);
    known.then_some(rules)
}

/// `"never"`, `"always"` or `{ when-not-better = 20 }`.
fn claims(section: &mut Section, report: &mut Report) -> Option<Behalf> {
    let place = section.place("claims");
    let value = section.raw("claims")?;
    match &value {
        Value::String(text) if text == "never" => return Some(Behalf::Never),
        Value::String(text) if text == "always" => return Some(Behalf::Always),
        Value::Table(table) if table.len() == 1 => {
            let score = table.get("when-not-better").and_then(Value::as_integer);
            if let Some(score) = score.and_then(|score| i32::try_from(score).ok()) {
                return Some(Behalf::WhenNotBetter(score));
            }
        }
        Value::String(_)
        | Value::Table(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Boolean(_)
        | Value::Datetime(_)
        | Value::Array(_) => {}
    }
    report.expected(&place, "\"never\", \"always\" or { when-not-better = CENTIPAWNS }", &value.to_string());
    None
}

/// A number of a rule: as said, or as the preset has it; one of them is needed.
fn needed<T: serde::de::DeserializeOwned>(
    section: &mut Section,
    key: &'static str,
    expected: &str,
    before: Option<T>,
    report: &mut Report,
) -> Option<T> {
    if !section.has(key) {
        section.raw(key);
        if before.is_none() {
            report.expected(&section.place(key), expected, "none");
        }
        return before;
    }
    section.take(key, expected, report)
}

const MOVES: &str = "a number of moves, at least 1";
const CENTIPAWNS: &str = "centipawns, at least 0";

fn score(section: &mut Section, before: Option<i32>, report: &mut Report) -> Option<i32> {
    let score = needed(section, "score", CENTIPAWNS, before, report)?;
    if score < 0 {
        report.expected(&section.place("score"), CENTIPAWNS, &score.to_string());
    }
    Some(score)
}

fn draw(mut section: Section, before: Option<DrawRule>, report: &mut Report) -> Option<DrawRule> {
    let from_move = needed(&mut section, "from-move", "a move number", before.map(|rule| rule.from_move), report);
    let moves = before.and_then(|rule| NonZeroU32::new(rule.moves));
    let moves = needed(&mut section, "moves", MOVES, moves, report);
    let score = score(&mut section, before.map(|rule| rule.score), report);
    let reset = section.word("reset", &RESETS, report).or_else(|| before.map(|rule| rule.reset));
    section.finish(report);
    Some(DrawRule {
        from_move: from_move?,
        moves: moves?.get(),
        score: score?,
        reset: reset.unwrap_or(DrawReset::ByZeroing),
    })
}

fn resign(mut section: Section, before: Option<ResignRule>, report: &mut Report) -> Option<ResignRule> {
    let moves = before.and_then(|rule| NonZeroU32::new(rule.moves));
    let moves = needed(&mut section, "moves", MOVES, moves, report);
    let score = score(&mut section, before.map(|rule| rule.score), report);
    let by = section.word("by", &AGREED_BY, report).or_else(|| before.map(|rule| rule.by));
    section.finish(report);
    Some(ResignRule { moves: moves?.get(), score: score?, by: by.unwrap_or(ResignBy::Loser) })
}

fn tablebases(
    mut section: Section,
    before: Option<TablebaseRule>,
    path: &Path,
    report: &mut Report,
) -> Option<TablebaseRule> {
    let said = section.has("paths");
    let paths = folders(&mut section, "paths", path, report);
    let paths = if said { paths } else { before.as_ref().map(|rule| rule.paths.clone()) };
    // An empty list is one: tables that the event's preset asks for and nobody has end no game.
    if paths.is_none() && !said {
        report.expected(&section.place("paths"), "a list of folders of Syzygy tables", "none");
    }
    let men = section.take::<u8>("men", "a number of men from 3 to 7", report);
    if let Some(wrong) = men.filter(|men| !(3..=7).contains(men)) {
        report.expected(&section.place("men"), "a number of men from 3 to 7", &wrong.to_string());
    }
    let men = men.or_else(|| before.as_ref().map(|rule| rule.men)).unwrap_or(7);
    let fifty = section.word("fifty", &FIFTY, report).or_else(|| before.as_ref().map(|rule| rule.fifty));
    let ends = section.word("ends", &ENDS, report).or_else(|| before.as_ref().map(|rule| rule.ends));
    section.finish(report);
    Some(TablebaseRule { paths: paths?, men, fifty: fifty.unwrap_or_default(), ends: ends.unwrap_or_default() })
}

fn trouble(section: &mut Section, rules: &mut Rules, report: &mut Report) {
    let mut section = section.below("trouble", report);
    let policy = &mut rules.trouble;
    policy.game = section.word("game", &AFTER_TROUBLE, report).unwrap_or(policy.game);
    policy.exception = section.word("exception", &EXCEPTIONS, report).unwrap_or(policy.exception);
    let strikes = section.take::<u32>("strikes", "a number of forfeits, 0 for never", report);
    policy.strikes = strikes.map_or(policy.strikes, NonZeroU32::new);
    policy.event = section.word("event", &AFTER_FORFEIT, report).unwrap_or(policy.event);
    policy.handshake = section.span("handshake", report).unwrap_or(policy.handshake);
    policy.ready = section.span("ready", report).unwrap_or(policy.ready);
    policy.stop = section.span("stop", report).unwrap_or(policy.stop);
    policy.untimed_move = section.span("untimed-move", report).unwrap_or(policy.untimed_move);
    section.finish(report);
}
