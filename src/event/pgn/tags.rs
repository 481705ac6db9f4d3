//! The tags of a game. After the seven of the roster they stand in the order of the alphabet in cutechess's style and in
//! fastchess's order in its own; tags that the two do not have follow the same rule.

use super::date::{Date, duration};
use super::{PgnContext, Readers, one_line, token};
use crate::event::game::{ClockScale, Ending, Game};
use crate::event::report::{self, Termination};
use crate::event::settings::{Comments, Style, Variant};
use crate::game::Start;
use crate::laws::Layer;

/// The tag section, a line a tag.
pub(super) fn tags(game: &Game, context: &PgnContext, start: &Start) -> String {
    pairs(game, context, start).iter().map(|(name, value)| line(name, value)).collect()
}

/// `[Name "value"]` and a line end.
pub(super) fn line(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]\n", escaped(value))
}

/// The tags and their values, which are not empty and have no control characters.
pub(super) fn pairs(game: &Game, context: &PgnContext, start: &Start) -> Vec<(&'static str, String)> {
    let (white, black) = (game.fixture.white, game.fixture.black);
    let roster = [
        ("Event", context.event.clone()),
        ("Site", site(game, context)),
        ("Date", Date::new(game.started).tag()),
        ("Round", round(game, context)),
        ("White", context.name(white).to_owned()),
        ("Black", context.name(black).to_owned()),
        ("Result", token(game.ending.result).to_owned()),
    ];
    let mut more = set_up(game, context.style, start);
    match context.comments {
        Comments::None => {}
        Comments::Full | Comments::Commands => {
            more.extend(about(game, context));
            more.extend(for_viewers(game, context));
            if context.style == Style::Cutechess {
                more.sort_unstable();
            }
        }
    }
    let shown = |value: String| if value.is_empty() { "?".to_owned() } else { one_line(&value) };
    roster.into_iter().chain(more).map(|(name, value)| (name, shown(value))).collect()
}

/// The round alone for the archive, as both match runners write it: the games of one encounter differ by colours and
/// start time.
fn round(game: &Game, context: &PgnContext) -> String {
    let (round, number) = (game.fixture.round, game.fixture.number.0);
    match context.readers {
        Readers::Archive => round.to_string(),
        Readers::Viewers | Readers::Broadcast => format!("{round}.{number}"),
    }
}

fn site(game: &Game, context: &PgnContext) -> String {
    match (context.readers, game.fixture.game) {
        (Readers::Archive | Readers::Viewers, _) | (Readers::Broadcast, 0 | 1) => context.site.clone(),
        (Readers::Broadcast, game) => format!("{}, game {game}", context.site),
    }
}

/// What viewers show beside the board.
fn for_viewers(game: &Game, context: &PgnContext) -> Vec<(&'static str, String)> {
    match context.readers {
        Readers::Archive => Vec::new(),
        Readers::Viewers | Readers::Broadcast => {
            let mut tags = vec![("GameId", game.fixture.number.0.to_string())];
            for (name, id) in [("WhiteElo", game.fixture.white), ("BlackElo", game.fixture.black)] {
                tags.extend(context.rating(id).map(|rating| (name, rating.to_string())));
            }
            tags
        }
    }
}

/// A tag's value between its quotes.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// What is needed to play the moves.
fn set_up(game: &Game, style: Style, start: &Start) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    let chess960 = game.opening.variant == Variant::Chess960;
    if chess960 || game.opening.fen.is_some() {
        let fen = game.opening.fen.clone().unwrap_or_else(|| start.fen());
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen));
    }
    if chess960 {
        let name = match style {
            Style::Cutechess => "fischerandom",
            Style::Fastchess | Style::FastchessAsCutechess => "Chess960",
        };
        tags.push(("Variant", name.to_owned()));
    }
    tags
}

/// When, how long, under which clocks, and how it ended.
fn about(game: &Game, context: &PgnContext) -> Vec<(&'static str, String)> {
    let moment = |millis| match context.style {
        Style::Cutechess => Date::new(millis).with_millis(),
        Style::Fastchess | Style::FastchessAsCutechess => Date::new(millis).with_zone(),
    };
    let mut tags = vec![
        ("GameDuration", duration(game.ended.saturating_sub(game.started))),
        ("GameStartTime", moment(game.started)),
        ("GameEndTime", moment(game.ended)),
        ("PlyCount", game.plies.len().to_string()),
    ];
    // The tags of team events that broadcasts and PGN tools know.
    for (name, id) in [("WhiteTeam", game.fixture.white), ("BlackTeam", game.fixture.black)] {
        tags.extend(context.team(id).map(|(team, _)| (name, team.clone())));
    }
    tags.extend(context.team(game.fixture.white).map(|(_, board)| ("Board", board.to_string())));
    tags.extend(termination(&game.ending, context.style).map(|word| ("Termination", word.to_owned())));
    if let Some(details) = details(&game.ending) {
        tags.push(("TerminationDetails", details));
        tags.push(("ResultLayer", game.ending.layer.to_string()));
    }
    if let Some(result) = game.ending.result.filter(|result| token(Some(*result)) == "*") {
        tags.push(("ArbiterResult", result.as_str().to_owned()));
    }
    let (white, black) = (context.time_control(game.fixture.white), context.time_control(game.fixture.black));
    match white == black {
        true => tags.push(("TimeControl", white.to_owned())),
        false => {
            tags.push(("WhiteTimeControl", white.to_owned()));
            tags.push(("BlackTimeControl", black.to_owned()));
        }
    }
    if let Some(host) = &game.host {
        tags.push(("Worker", host.worker.clone()));
        if host.scale != ClockScale::default() {
            tags.push(("ClockScale", host.scale.to_string()));
        }
    }
    tags
}

/// The word of the tag `Termination`: the runner's, where it is not the standard's. cutechess writes none for a game that
/// ended by itself, and has a word of its own for a stall.
fn termination(ending: &Ending, style: Style) -> Option<&'static str> {
    let termination = report::termination(ending);
    match (termination, style) {
        (Termination::Normal, Style::Cutechess) => None,
        (Termination::Stalled, Style::Fastchess | Style::FastchessAsCutechess) => Some(termination.standard()),
        (
            Termination::Normal
            | Termination::TimeForfeit
            | Termination::Adjudication
            | Termination::Abandoned
            | Termination::Stalled
            | Termination::RulesInfraction
            | Termination::Unterminated,
            Style::Cutechess | Style::Fastchess | Style::FastchessAsCutechess,
        ) => Some(termination.of_runners()),
    }
}

/// The cause and what it rests on: `dead-position, FIDE 5.2.2`.
fn details(ending: &Ending) -> Option<String> {
    let ground = ending.ground?;
    Some(match (ending.articles.as_slice(), ending.layer) {
        ([], Layer::Law) => ground.to_string(),
        ([], Layer::EventRule) => format!("{ground}, event rule"),
        ([], Layer::Director) => format!("{ground}, director"),
        (articles, Layer::Law | Layer::EventRule | Layer::Director) => {
            format!("{ground}, FIDE {}", articles.join(" and "))
        }
    })
}
