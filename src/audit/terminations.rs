//! The words for how a game ended, in the vocabularies of cutechess, fastchess, c-chess-cli, TCEC, lichess, chess.com,
//! Arena and XBoard, and what they mean.
//!
//! Decides: the cause that words name, and the result they imply. Refuses to know: whether it is true. Words that are
//! not understood are nobody's cause; they are reported, never guessed.

use super::told::Told;
use crate::laws::GameResult;
use serde::Serialize;
use shakmaty::Color;

/// Why a game ended, as its record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Mate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// The same position three times.
    Threefold,
    /// The same position five times.
    Fivefold,
    /// Fifty moves.
    Fifty,
    /// Seventy-five moves.
    SeventyFive,
    /// Too little material to mate, or a dead position.
    InsufficientMaterial,
    /// Agreed.
    Agreement,
    /// Resigned.
    Resignation,
    /// A flag fell.
    TimeForfeit,
    /// A flag fell and the opponent was held unable to mate.
    TimeoutDraw,
    /// An illegal move.
    IllegalMove,
    /// A broken rule, not said which.
    RulesInfraction,
    /// A process or connection gone.
    Disconnect,
    /// A process that does not answer.
    Stall,
    /// Left, not said how.
    Abandoned,
    /// By the engines' scores.
    ScoreAdjudication,
    /// By a tablebase.
    TablebaseAdjudication,
    /// By a limit of moves.
    MoveLimit,
    /// By a person.
    Manual,
    /// Adjudicated, not said how.
    Adjudication,
    /// Broken off.
    Unterminated,
    /// Something befell a player or the place (the PGN standard's `death`, `emergency`).
    Emergency,
    /// By the rules of play, not said how.
    Normal,
}

impl Cause {
    /// The name in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Threefold => "threefold",
            Self::Fivefold => "fivefold",
            Self::Fifty => "fifty",
            Self::SeventyFive => "seventy-five",
            Self::InsufficientMaterial => "insufficient-material",
            Self::Agreement => "agreement",
            Self::Resignation => "resignation",
            Self::TimeForfeit => "time-forfeit",
            Self::TimeoutDraw => "timeout-draw",
            Self::IllegalMove => "illegal-move",
            Self::RulesInfraction => "rules-infraction",
            Self::Disconnect => "disconnect",
            Self::Stall => "stall",
            Self::Abandoned => "abandoned",
            Self::ScoreAdjudication => "score-adjudication",
            Self::TablebaseAdjudication => "tablebase-adjudication",
            Self::MoveLimit => "move-limit",
            Self::Manual => "manual",
            Self::Adjudication => "adjudication",
            Self::Unterminated => "unterminated",
            Self::Emergency => "emergency",
            Self::Normal => "normal",
        }
    }

    /// Whether the word leaves open what happened: a more telling one goes before it.
    #[must_use]
    pub const fn is_coarse(self) -> bool {
        match self {
            Self::Normal | Self::Adjudication | Self::Abandoned | Self::RulesInfraction | Self::Emergency => true,
            Self::Checkmate
            | Self::Stalemate
            | Self::Threefold
            | Self::Fivefold
            | Self::Fifty
            | Self::SeventyFive
            | Self::InsufficientMaterial
            | Self::Agreement
            | Self::Resignation
            | Self::TimeForfeit
            | Self::TimeoutDraw
            | Self::IllegalMove
            | Self::Disconnect
            | Self::Stall
            | Self::ScoreAdjudication
            | Self::TablebaseAdjudication
            | Self::MoveLimit
            | Self::Manual
            | Self::Unterminated => false,
        }
    }

    const fn family(self) -> Family {
        match self {
            Self::Checkmate
            | Self::Stalemate
            | Self::Threefold
            | Self::Fivefold
            | Self::Fifty
            | Self::SeventyFive
            | Self::InsufficientMaterial
            | Self::Agreement
            | Self::Resignation
            | Self::Normal => Family::Play,
            Self::TimeForfeit | Self::TimeoutDraw => Family::Time,
            Self::IllegalMove | Self::RulesInfraction => Family::Rules,
            Self::Disconnect | Self::Stall | Self::Abandoned => Family::Gone,
            Self::ScoreAdjudication
            | Self::TablebaseAdjudication
            | Self::MoveLimit
            | Self::Manual
            | Self::Adjudication => Family::Adjudged,
            Self::Unterminated => Family::Open,
            Self::Emergency => Family::Emergency,
        }
    }

    /// Whether two witnesses can both be right. A coarse word covers its family; one adjudication covers another;
    /// XBoard and Arena call it adjudication when they end a game on the board.
    #[must_use]
    pub fn agrees(self, other: Self) -> bool {
        let (a, b) = (self.family(), other.family());
        let coarse = self.is_coarse() || other.is_coarse();
        self == other
            || (a == b && (coarse || a == Family::Adjudged || a == Family::Time))
            || matches!((a, b), (Family::Emergency, _) | (_, Family::Emergency))
            || (self == Self::Adjudication && b == Family::Play)
            || (other == Self::Adjudication && a == Family::Play)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Play,
    Time,
    Rules,
    Gone,
    Adjudged,
    Open,
    Emergency,
}

/// Reads the value of a Termination tag. `white` and `black` are the players' names, which chess.com writes into it.
#[must_use]
pub fn read(text: &str, white: &str, black: &str) -> Option<Told> {
    let text = plain(text);
    sentence(&text, &plain(white), &plain(black)).or_else(|| phrase(&text))
}

/// Reads the comments after the last move: each part between commas or semicolons, the last first. Free prose does
/// not count: a part must be a sentence that a program writes.
#[must_use]
pub fn read_comment(text: &str, white: &str, black: &str) -> Option<Told> {
    let (white, black) = (plain(white), plain(black));
    text.rsplit([',', ';', '\n', '{', '}']).find_map(|part| {
        let part = plain(part);
        let part = part
            .split_once(" : ")
            .filter(|(head, _)| head.starts_with("game nr"))
            .map_or(part.as_str(), |(_, tail)| tail);
        if part.is_empty() || part.contains('=') {
            return None;
        }
        sentence(part, &white, &black)
            .or_else(|| if part.len() <= 32 && !part.starts_with("pv") { phrase(part) } else { None })
    })
}

/// Lower case, one space between words, no full stop at the end.
fn plain(text: &str) -> String {
    let words = text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ");
    words.trim_end_matches(['.', '!']).to_owned()
}

/// Sentences with a subject: who mates, who loses on time, who won by what, draw by what.
fn sentence(text: &str, white: &str, black: &str) -> Option<Told> {
    for (name, side) in [("white", Color::White), ("black", Color::Black)] {
        if let Some(rest) =
            text.strip_prefix(name).and_then(|rest| rest.strip_prefix("'s ").or_else(|| rest.strip_prefix(' ')))
        {
            return of_side(rest, side);
        }
    }
    let draw = ["draw by ", "drawn by ", "game drawn by ", "game drawn - ", "1/2-1/2 by "];
    if let Some(rest) = draw.iter().find_map(|start| text.strip_prefix(start)) {
        return by_draw(rest);
    }
    if matches!(text, "draw" | "the game is a draw" | "game drawn" | "drawn") {
        return Some(Told::of(Cause::Normal, Some(GameResult::Draw)));
    }
    for adjudicator in ["adjudication: ", "xboard adjudication: ", "arena adjudication: ", "arena adjudication. "] {
        if let Some(rest) = text.strip_prefix(adjudicator) {
            return phrase(rest).or(Some(Told::of(Cause::Adjudication, None)));
        }
    }
    // GUI archives: "A wins against B by X", "A draws against B by X".
    if let Some((_, reason)) = text.split_once(" draws against ").and_then(|(_, rest)| rest.rsplit_once(" by ")) {
        return by_draw(reason);
    }
    if let Some((winner, rest)) = text.split_once(" wins against ") {
        let cause = phrase(rest.rsplit_once(" by ")?.1)?.cause;
        return Some(Told::of(cause, named(winner, white, black).map(GameResult::win)));
    }
    // chess.com: "NAME won by X", "NAME won on time", "NAME won - game abandoned".
    for (join, fixed) in [
        (" won by ", None),
        (" won on time", Some(Cause::TimeForfeit)),
        (" won - game abandoned", Some(Cause::Abandoned)),
    ] {
        if let Some((winner, reason)) = text.split_once(join) {
            let cause = match fixed {
                Some(cause) => cause,
                None => phrase(reason)?.cause,
            };
            return Some(Told::of(cause, named(winner, white, black).map(GameResult::win)));
        }
    }
    None
}

fn named(name: &str, white: &str, black: &str) -> Option<Color> {
    match (name == white, name == black) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        (true, true) | (false, false) => None,
    }
}

fn by_draw(reason: &str) -> Option<Told> {
    let told = phrase(reason);
    let cause = match (told.map(|told| told.cause), reason) {
        (Some(Cause::TimeForfeit), _) => Cause::TimeoutDraw,
        (Some(cause), _) => cause,
        (None, "disconnection") => Cause::Disconnect,
        (None, "stalled connection") => Cause::Stall,
        (None, _) => return None,
    };
    Some(Told::of(cause, Some(GameResult::Draw)))
}

fn of_side(rest: &str, side: Color) -> Option<Told> {
    let wins = |cause| Some(Told::of(cause, Some(GameResult::win(side))));
    let loses = |cause| Some(Told::of(cause, Some(GameResult::win(side.other()))));
    // fastchess appends details in brackets, or after a colon.
    let head = rest.split([':', '(']).next().unwrap_or(rest).trim_end();
    match head {
        "mates" | "checkmates" | "wins by checkmate" | "wins by mate" | "gives mate" | "won by checkmate" => {
            wins(Cause::Checkmate)
        }
        "is mated" | "mated" | "checkmated" | "is checkmated" => loses(Cause::Checkmate),
        "resigns" | "resigned" | "has resigned" => loses(Cause::Resignation),
        "wins by resignation" | "won by resignation" => wins(Cause::Resignation),
        "loses on time"
        | "lost on time"
        | "forfeits on time"
        | "ran out of time"
        | "runs out of time"
        | "time forfeit"
        | "time out"
        | "timeout"
        | "loses by time forfeit"
        | "flag fell" => loses(Cause::TimeForfeit),
        "wins on time" | "won on time" | "wins by time forfeit" => wins(Cause::TimeForfeit),
        "makes an illegal move"
        | "makes illegal move"
        | "made an illegal move"
        | "illegal move"
        | "loses by illegal move" => loses(Cause::IllegalMove),
        "disconnects" | "disconnected" | "crashes" | "crashed" | "exited" => loses(Cause::Disconnect),
        "connection stalls" | "stalls" | "connection stalled" => loses(Cause::Stall),
        "left the game" | "abandons" | "abandoned the game" | "forfeits" | "loses by forfeit" | "leaves the game" => {
            loses(Cause::Abandoned)
        }
        "wins by forfeit" => wins(Cause::Abandoned),
        "is stalemated" | "stalemated" => Some(Told::of(Cause::Stalemate, Some(GameResult::Draw))),
        "wins" | "won" => wins(Cause::Normal),
        "loses" | "lost" => loses(Cause::Normal),
        _ => {
            let reason = rest.strip_prefix("wins by ").or_else(|| rest.strip_prefix("won by "))?;
            wins(phrase(reason)?.cause)
        }
    }
}

/// Reasons without a subject, by the words in them.
fn phrase(text: &str) -> Option<Told> {
    let has = |word: &str| text.contains(word);
    let draw = |cause| Some(Told::of(cause, Some(GameResult::Draw)));
    let open = |cause| Some(Told::of(cause, None));
    match text {
        "normal" | "win" => return open(Cause::Normal),
        "death" | "emergency" => return open(Cause::Emergency),
        "rules infraction" | "rule infraction" => return open(Cause::RulesInfraction),
        "unterminated" | "no result" | "game interrupted" | "interrupted" | "aborted" => {
            return open(Cause::Unterminated);
        }
        "checkmate" | "mate" | "checkmated" | "mated" => return open(Cause::Checkmate),
        "timevsinsufficient" => return draw(Cause::TimeoutDraw),
        "50move" => return draw(Cause::Fifty),
        "user" => return open(Cause::Manual),
        _ => {}
    }
    if has("fivefold") || has("5-fold") || has("5 fold") {
        return draw(Cause::Fivefold);
    }
    if has("threefold")
        || has("3-fold")
        || has("3 fold")
        || has("3fold")
        || has("repetition")
        || has("repeated position")
    {
        return draw(Cause::Threefold);
    }
    if has("seventy") || has("75 move") || has("75-move") {
        return draw(Cause::SeventyFive);
    }
    if has("fifty") || has("50 move") || has("50-move") || has("50 moves") {
        return draw(Cause::Fifty);
    }
    if has("insufficient") || has("dead position") || has("mating material") {
        return draw(if has("time") { Cause::TimeoutDraw } else { Cause::InsufficientMaterial });
    }
    if has("stalemate") {
        return draw(Cause::Stalemate);
    }
    if has("agree") || has("mutual") {
        return draw(Cause::Agreement);
    }
    if has("tcec draw rule") {
        return draw(Cause::ScoreAdjudication);
    }
    if has("tcec win rule") || has("score adjudication") || has("win rule") || has("draw rule") {
        return open(Cause::ScoreAdjudication);
    }
    if has("syzygy")
        || has("tablebase")
        || has("egtb")
        || has("nalimov")
        || text == "tb"
        || text.starts_with("tb ")
        || has("gui tb")
        || has("bitbase")
    {
        return open(Cause::TablebaseAdjudication);
    }
    if has("max moves") || has("move limit") || has("maximum") || has("maxmoves") {
        return open(Cause::MoveLimit);
    }
    if has("manual") || has("user adjudication") || has("operator") {
        return open(Cause::Manual);
    }
    if has("illegal move") {
        return open(Cause::IllegalMove);
    }
    if has("adjudicat") {
        return open(Cause::Adjudication);
    }
    if has("time forfeit") || has("timeout") || has("on time") || has("out of time") || has("time out") {
        return open(Cause::TimeForfeit);
    }
    if has("stalled") || has("stalls") {
        return open(Cause::Stall);
    }
    if has("disconnect") || has("crash") {
        return open(Cause::Disconnect);
    }
    if has("abandon") || has("forfeit") {
        return open(Cause::Abandoned);
    }
    if has("resign") {
        return open(Cause::Resignation);
    }
    if has("checkmate") || has(" mates") {
        return open(Cause::Checkmate);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Option<(Cause, Option<&'static str>)> {
        read(text, "Ann", "Bob").map(|told| (told.cause, told.says.map(GameResult::as_str)))
    }

    #[test]
    fn every_vocabulary_is_understood() {
        let (w, b, d) = (Some("1-0"), Some("0-1"), Some("1/2-1/2"));
        for (text, cause, says) in [
            ("White mates", Cause::Checkmate, w),
            ("Black makes an illegal move: e2e5", Cause::IllegalMove, w),
            ("White loses on time (23ms overrun)", Cause::TimeForfeit, b),
            ("White's connection stalls", Cause::Stall, b),
            ("stalled connection", Cause::Stall, None),
            ("Draw by 3-fold repetition", Cause::Threefold, d),
            ("3-fold rep", Cause::Threefold, d),
            ("Draw by timeout", Cause::TimeoutDraw, d),
            ("Draw by disconnection", Cause::Disconnect, d),
            ("White wins by adjudication: SyzygyTB", Cause::TablebaseAdjudication, w),
            ("Adjudication: TCEC draw rule", Cause::ScoreAdjudication, d),
            ("TCEC win rule", Cause::ScoreAdjudication, None),
            ("TB position", Cause::TablebaseAdjudication, None),
            ("GUI TB Mate in 30", Cause::TablebaseAdjudication, None),
            ("User adjudication - GUI crash", Cause::Manual, None),
            ("50 moves rule", Cause::Fifty, d),
            ("rules infraction", Cause::RulesInfraction, None),
            ("Time forfeit", Cause::TimeForfeit, None),
            ("Ann won by checkmate", Cause::Checkmate, w),
            ("Bob won on time", Cause::TimeForfeit, b),
            ("Bob won - game abandoned", Cause::Abandoned, b),
            ("Game drawn by timeout vs insufficient material", Cause::TimeoutDraw, d),
            ("timevsinsufficient", Cause::TimeoutDraw, d),
            ("Xboard adjudication: Checkmate", Cause::Checkmate, None),
            ("Arena Adjudication. Illegal move!", Cause::IllegalMove, None),
            ("Black resigns.", Cause::Resignation, w),
            ("Normal", Cause::Normal, None),
        ] {
            assert_eq!(told(text), Some((cause, says)), "{text}");
        }
        assert_eq!(told("A1a1"), None);
    }

    #[test]
    fn the_last_comment_is_read_between_engine_output() {
        let comment = |text| {
            read_comment(text, "Houdini 3", "Stockfish 250413")
                .map(|told| (told.cause, told.says.map(GameResult::as_str)))
        };
        assert_eq!(
            comment("d=64, pv=Qd8+, tb=94, mb=+1+0, 3-Fold repetition"),
            Some((Cause::Threefold, Some("1/2-1/2")))
        );
        assert_eq!(comment("+M1/2 0.01s, Black mates"), Some((Cause::Checkmate, Some("0-1"))));
        assert_eq!(
            comment(" { Game Nr. 3 : Houdini 3 draws against Stockfish 250413 by 3-fold rep "),
            Some((Cause::Threefold, Some("1/2-1/2")))
        );
        assert_eq!(
            comment(" { Game Nr. 4 : Houdini 3 wins against Stockfish 250413 by GUI adjudication "),
            Some((Cause::Adjudication, Some("1-0")))
        );
        assert_eq!(comment("d=12, pv=e4 e5, wv=0.30, R50=50,"), None);
        assert_eq!(
            comment("Black resigns, because after Qh5 nothing can stop the pawn, and mate follows"),
            Some((Cause::Resignation, Some("1-0")))
        );
        assert_eq!(comment("White could have drawn by repetition earlier in the game"), None);
    }

    #[test]
    fn a_coarse_word_covers_its_family_and_no_other() {
        assert!(Cause::Normal.agrees(Cause::Checkmate) && Cause::Abandoned.agrees(Cause::Disconnect));
        assert!(Cause::Adjudication.agrees(Cause::TablebaseAdjudication));
        assert!(!Cause::Normal.agrees(Cause::TimeForfeit) && !Cause::Threefold.agrees(Cause::Fifty));
        assert!(!Cause::TimeForfeit.agrees(Cause::ScoreAdjudication));
    }
}
