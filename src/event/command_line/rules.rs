//! The rules of a match: a preset, and what `-draw`, `-resign`, `-maxmoves`, `-tb`, `-recover` and the limits of time
//! for an engine's answers change in it; and `-sprt`.
//!
//! Where the two programs differ: cutechess-cli wants every number of `-draw` and `-resign`, fastchess has defaults.
//! `movenumber=0` and `movecount=0` switch the rule off in cutechess-cli. Without `model=` cutechess-cli tests BayesElo,
//! fastchess normalised Elo. fastchess waits 10 s for the handshake and 60 s for `isready`, cutechess-cli as its preset
//! says. Without `-recover` both end the event after an engine's failure; here the games in play are finished first.

use super::words::{Dialect, Line, Pairs, TRUTH, word};
use crate::event::faults::Report;
use crate::event::settings::{
    AfterForfeit, DrawReset, DrawRule, ResignBy, ResignRule, Rules, Sprt, SprtModel, TablebaseEnds, TablebaseFifty,
    TablebaseRule, TroublePolicy,
};
use crate::event::sources::Sources;
use crate::units::Span;
use std::num::NonZeroU32;
use std::sync::Arc;

/// The preset of a match that names none.
const PRESET: &str = "cutechess";
/// Tables of more men than these exist nowhere.
const MOST_MEN: u8 = 7;

pub(super) fn rules(
    line: &Line,
    dialect: Dialect,
    scale: Option<f64>,
    sources: &dyn Sources,
    report: &mut Report,
) -> Option<Rules> {
    let named = line.text("-rules");
    let rules = report.keep("-rules", sources.rules(named.unwrap_or(PRESET)));
    let laws = line.text("-laws").and_then(|name| report.keep("-laws", sources.edition(name)));
    let draw = line.values("-draw").map(|values| draw(values, dialect, report));
    let resign = line.values("-resign").map(|values| resign(values, dialect, report));
    let moves = line.read::<u32>("-maxmoves", "a number of moves, 0 for no limit", report).map(NonZeroU32::new);
    let tables = tablebases(line, rules.as_ref().and_then(|rules| rules.tablebases.clone()), report);
    let waits = Waits::read(line, report);
    let mut rules = rules?;
    if let Some(laws) = laws {
        rules.laws = Arc::new(laws);
    }
    if let Some(draw) = draw {
        rules.draw = draw;
    }
    if let Some(resign) = resign {
        rules.resign = resign;
    }
    if let Some(moves) = moves {
        rules.max_moves = moves;
    }
    rules.tablebases = tables;
    let recover = line.has("-recover");
    match (named, recover) {
        (_, true) => rules.trouble.event = AfterForfeit::GoOn,
        (None, false) => rules.trouble.event = AfterForfeit::Stop,
        (Some(_), false) => {}
    }
    if let (None, Dialect::Fastchess) = (named, dialect) {
        rules.trouble.handshake = Span::from_secs(10);
        rules.trouble.ready = Span::from_secs(60);
    }
    waits.set(&mut rules);
    if let Some(scale) = scale {
        let trouble = &mut rules.trouble;
        let TroublePolicy { handshake, ready, stop, untimed_move, .. } = trouble;
        for span in [handshake, ready, stop, untimed_move] {
            *span = scaled(*span, scale);
        }
    }
    Some(rules)
}

#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn scaled(span: Span, scale: f64) -> Span {
    Span::from_millis((span.as_millis() as f64 * scale) as i64)
}

/// How long engines may take to answer.
struct Waits {
    handshake: Option<u32>,
    ready: Option<u32>,
}

impl Waits {
    fn read(line: &Line, report: &mut Report) -> Self {
        let [handshake, new_game, ping] =
            ["-startup-ms", "-ucinewgame-ms", "-ping-ms"].map(|name| line.read::<u32>(name, "milliseconds", report));
        if let (Some(new_game), Some(ping)) = (new_game, ping)
            && new_game != ping
        {
            report.warn("-ucinewgame-ms", "one limit holds for every isready here: the longer of this and -ping-ms");
        }
        Self { handshake, ready: new_game.max(ping) }
    }

    fn set(self, rules: &mut Rules) {
        if let Some(millis) = self.handshake {
            rules.trouble.handshake = Span::from_millis(millis.into());
        }
        if let Some(millis) = self.ready {
            rules.trouble.ready = Span::from_millis(millis.into());
        }
    }
}

/// The default of a number that fastchess has one for.
fn default<T>(dialect: Dialect, value: T) -> Option<T> {
    match dialect {
        Dialect::Cutechess => None,
        Dialect::Fastchess => Some(value),
    }
}

fn draw(values: &[String], dialect: Dialect, report: &mut Report) -> Option<DrawRule> {
    let pairs = Pairs::read("-draw", values, &["movenumber", "movecount", "score"], report);
    let from_move = pairs.needed("movenumber", "a move number", default(dialect, 0), report);
    let moves = pairs.needed("movecount", "a number of moves", default(dialect, 1), report);
    let score = pairs.needed("score", "centipawns", default(dialect, 0), report);
    let rule = DrawRule { from_move: from_move?, moves: moves?, score: score?, reset: DrawReset::ByZeroing };
    if rule.score < 0 {
        report.expected("-draw: score", "centipawns, at least 0", &rule.score.to_string());
    }
    if rule.moves == 0 {
        report.expected("-draw: movecount", "a number of moves, at least 1", "0");
    }
    if rule.from_move == 0 && dialect == Dialect::Cutechess {
        report.warn("-draw: movenumber", "0 switches the rule off, as in cutechess-cli; 1 lets it hold from the start");
        return None;
    }
    Some(rule)
}

fn resign(values: &[String], dialect: Dialect, report: &mut Report) -> Option<ResignRule> {
    let pairs = Pairs::read("-resign", values, &["movecount", "score", "twosided"], report);
    let moves = pairs.needed("movecount", "a number of moves", default(dialect, 1), report);
    let score = pairs.needed("score", "centipawns", default(dialect, 0), report);
    let both = pairs.word("twosided", &TRUTH, report).unwrap_or(false);
    let by = if both { ResignBy::Both } else { ResignBy::Loser };
    let rule = ResignRule { moves: moves?, score: score?, by };
    if rule.score < 0 {
        report.expected("-resign: score", "centipawns, at least 0", &rule.score.to_string());
    }
    if rule.moves == 0 && dialect == Dialect::Cutechess {
        report.warn("-resign: movecount", "0 switches the rule off, as in cutechess-cli");
        return None;
    }
    if rule.moves == 0 {
        report.expected("-resign: movecount", "a number of moves, at least 1", "0");
    }
    Some(rule)
}

/// The tables that end games: over those of the preset, where there are any.
fn tablebases(line: &Line, before: Option<TablebaseRule>, report: &mut Report) -> Option<TablebaseRule> {
    let men = line.read::<u8>("-tbpieces", "a number of men from 3 to 7", report);
    if let Some(wrong) = men.filter(|men| !(3..=MOST_MEN).contains(men)) {
        report.expected("-tbpieces", "a number of men from 3 to 7", &wrong.to_string());
    }
    let answers = [("BOTH", TablebaseEnds::Both), ("WIN_LOSS", TablebaseEnds::WinLoss), ("DRAW", TablebaseEnds::Draw)];
    let ends = line.text("-tbadjudicate").and_then(|text| word("-tbadjudicate", text, &answers, report));
    // The manuals say semicolons; both programs split as the system's PATH is split.
    let apart: &[char] = if cfg!(windows) { &[';'] } else { &[';', ':'] };
    let split = |paths: &str| paths.split(apart).filter(|path| !path.is_empty()).map(Into::into).collect::<Vec<_>>();
    let paths = line.text("-tb").map(split);
    if paths.as_ref().is_some_and(Vec::is_empty) {
        report.expected("-tb", "folders of Syzygy tables", "none");
    }
    let rule =
        TablebaseRule { paths: Vec::new(), men: MOST_MEN, fifty: TablebaseFifty::Counts, ends: TablebaseEnds::Both };
    let Some(mut rule) = before.or_else(|| paths.is_some().then_some(rule)) else {
        for name in ["-tbpieces", "-tbignore50", "-tbadjudicate"] {
            if line.has(name) {
                report.warn(name, "means nothing without -tb");
            }
        }
        return None;
    };
    rule.paths = paths.unwrap_or(rule.paths);
    rule.men = men.unwrap_or(rule.men);
    rule.ends = ends.unwrap_or(rule.ends);
    if line.has("-tbignore50") {
        rule.fifty = TablebaseFifty::Ignored;
    }
    Some(rule)
}

pub(super) fn sprt(line: &Line, dialect: Dialect, players: usize, report: &mut Report) -> Option<Sprt> {
    let values = line.values("-sprt")?;
    let pairs = Pairs::read("-sprt", values, &["elo0", "elo1", "alpha", "beta", "model"], report);
    let [elo0, elo1] = ["elo0", "elo1"].map(|key| pairs.needed::<f64>(key, "Elo", default(dialect, 0.0), report));
    let [alpha, beta] = ["alpha", "beta"].map(|key| pairs.needed::<f64>(key, "a probability", None, report));
    let models =
        [("normalized", SprtModel::Normalized), ("logistic", SprtModel::Logistic), ("bayesian", SprtModel::Bayesian)];
    let model = pairs.word("model", &models, report).unwrap_or(match dialect {
        Dialect::Cutechess => SprtModel::Bayesian,
        Dialect::Fastchess => SprtModel::Normalized,
    });
    let sprt = Sprt { elo0: elo0?, elo1: elo1?, alpha: alpha?, beta: beta?, model };
    check_sprt("-sprt", &sprt, players, report);
    Some(sprt)
}

/// What a test needs to be one.
pub(in crate::event) fn check_sprt(place: &str, sprt: &Sprt, players: usize, report: &mut Report) {
    if players != 2 {
        report.expected(place, "two players", &players.to_string());
    }
    let ordered = sprt.elo0.is_finite() && sprt.elo1.is_finite() && sprt.elo0 < sprt.elo1;
    if !ordered {
        report.expected(place, "elo0 below elo1", &format!("{} and {}", sprt.elo0, sprt.elo1));
    }
    let inside = |p: f64| p > 0.0 && p < 1.0;
    if !inside(sprt.alpha) || !inside(sprt.beta) || sprt.alpha + sprt.beta >= 1.0 {
        let got = format!("{} and {}", sprt.alpha, sprt.beta);
        report.expected(place, "alpha and beta between 0 and 1, together below 1", &got);
    }
}
