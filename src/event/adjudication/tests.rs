use super::*;
use crate::event::presets;
use crate::event::settings::TablebaseFifty;
use crate::game::Start;
use shakmaty::CastlingMode;
use std::path::PathBuf;

fn position(fen: &str) -> Chess {
    Start::parse(fen, CastlingMode::Standard).unwrap().position
}

/// Both have all kinds of men; who is to move and the move number are told.
fn at(plies: u32) -> Chess {
    let turn = if plies.is_multiple_of(2) { 'w' } else { 'b' };
    position(&format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {turn} KQkq - 3 {}", plies / 2 + 1))
}

fn adjudicator(change: impl FnOnce(&mut Rules)) -> Adjudicator {
    let mut rules = presets::named("fide").unwrap();
    change(&mut rules);
    Adjudicator::new(&rules, None)
}

fn draw(from_move: u32, moves: u32, score: i32) -> DrawRule {
    DrawRule { from_move, moves, score, reset: DrawReset::ByZeroing }
}

fn resign(moves: u32, score: i32, by: ResignBy) -> ResignRule {
    ResignRule { moves, score, by }
}

/// What a move is, in a game that starts with White's move.
#[derive(Clone, Copy)]
enum Said {
    /// A quiet move with a score.
    Cp(i32),
    /// A pawn move or capture with a score.
    Zeroing(i32),
    /// A mate score.
    Mate(i32),
    /// A score of depth zero.
    Shallow(i32),
    /// A book move, or nothing said.
    Nothing,
}

/// After which half-move the game ended, and how.
fn ended(
    adjudicator: &mut Adjudicator,
    first_ply: u32,
    said: impl IntoIterator<Item = Said>,
) -> Option<(u32, Adjudication)> {
    for (index, said) in (first_ply + 1..).zip(said) {
        let (score, depth, quiet) = match said {
            Said::Cp(score) => (Some(Score::Cp(score)), Some(10), 3),
            Said::Zeroing(score) => (Some(Score::Cp(score)), Some(10), 0),
            Said::Mate(moves) => (Some(Score::Mate(moves)), Some(10), 3),
            Said::Shallow(score) => (Some(Score::Cp(score)), Some(0), 3),
            Said::Nothing => (None, None, 3),
        };
        let position = at(index);
        let mover = !position.turn();
        let made = Made { mover, position: &position, score, depth, quiet: HalfMoves(quiet), plies: index };
        if let Some(adjudication) = adjudicator.after_move(made) {
            return Some((index, adjudication));
        }
    }
    None
}

fn draw_at(rule: DrawRule, first_ply: u32, said: &[Said]) -> Option<u32> {
    let end = ended(&mut adjudicator(|rules| rules.draw = Some(rule)), first_ply, said.iter().copied());
    end.map(|(ply, adjudication)| {
        assert_eq!((adjudication.ground, adjudication.result), (Ground::ScoreDraw, GameResult::Draw));
        ply
    })
}

fn win_at(rule: ResignRule, said: &[Said]) -> Option<(u32, GameResult)> {
    let end = ended(&mut adjudicator(|rules| rules.resign = Some(rule)), 0, said.iter().copied());
    end.map(|(ply, adjudication)| {
        assert_eq!(adjudication.ground, Ground::ScoreWin);
        (ply, adjudication.result)
    })
}

#[test]
fn draw_needs_twice_the_moves_and_the_move_number() {
    let level = [Said::Cp(-20); 200];
    assert_eq!(draw_at(draw(0, 8, 20), 0, &level), Some(16));
    assert_eq!(draw_at(draw(34, 8, 20), 0, &level), Some(68), "thirty-four moves by each are played");
    assert_eq!(draw_at(draw(34, 8, 20), 60, &level), Some(76), "the count is what is missing");
}

#[test]
fn draw_count_is_broken_by_a_score_outside_by_mate_by_zeroing_and_by_silence() {
    let with = |broken: Said| {
        let mut said = vec![Said::Cp(0); 30];
        said[5] = broken;
        draw_at(draw(1, 5, 15), 0, &said)
    };
    assert_eq!(with(Said::Cp(15)), Some(10), "the band's edge is inside");
    assert_eq!(with(Said::Cp(-16)), Some(16));
    assert_eq!(with(Said::Mate(40)), Some(16));
    assert_eq!(with(Said::Zeroing(0)), Some(15), "the score of the capture itself counts");
    assert_eq!(with(Said::Zeroing(16)), Some(16));
    assert_eq!(with(Said::Nothing), Some(16));
    assert_eq!(with(Said::Shallow(0)), Some(16), "a score of depth zero is none");
}

#[test]
fn draw_by_score_only_does_not_look_at_captures() {
    let rule = DrawRule { reset: DrawReset::ByScoreOnly, ..draw(1, 5, 15) };
    assert_eq!(draw_at(rule, 0, &[Said::Zeroing(3); 30]), Some(10));
    assert_eq!(draw_at(draw(1, 5, 15), 0, &[Said::Zeroing(3); 30]), None);
}

#[test]
fn win_by_the_losers_word_alone() {
    let said = [Said::Cp(10), Said::Cp(-600), Said::Cp(10), Said::Cp(-601), Said::Cp(10), Said::Mate(-9)];
    assert_eq!(win_at(resign(3, 600, ResignBy::Loser), &said), Some((6, GameResult::WhiteWins)));
    assert_eq!(win_at(resign(3, 601, ResignBy::Loser), &said), None, "-600 is not enough");
    let interrupted =
        [Said::Cp(-900), Said::Cp(0), Said::Nothing, Said::Cp(0), Said::Cp(-900), Said::Cp(0), Said::Cp(-900)];
    assert_eq!(win_at(resign(3, 600, ResignBy::Loser), &interrupted), None, "silence starts the count anew");
    assert_eq!(win_at(resign(2, 600, ResignBy::Loser), &interrupted), Some((7, GameResult::BlackWins)));
}

#[test]
fn win_by_both_words_comes_after_the_losers_move() {
    let both = resign(2, 1_000, ResignBy::Both);
    let agreed = [Said::Cp(1_000), Said::Cp(-1_000), Said::Cp(1_500), Said::Mate(-3)];
    assert_eq!(win_at(both, &agreed), Some((4, GameResult::WhiteWins)));
    let late = [Said::Cp(0), Said::Cp(-1_000), Said::Cp(1_500), Said::Mate(-3), Said::Mate(2), Said::Cp(-9_999)];
    assert_eq!(win_at(both, &late), Some((6, GameResult::WhiteWins)), "the winner's count must come as far");
    assert_eq!(win_at(both, &[Said::Cp(2_000); 20]), None, "both claim to win");
    assert_eq!(win_at(both, &[Said::Cp(-2_000); 20]), None, "both claim to lose");
}

#[test]
fn length_counts_the_half_moves_of_the_game() {
    let mut rules = adjudicator(|rules| rules.max_moves = NonZeroU32::new(12));
    let (ply, end) = ended(&mut rules, 0, [Said::Nothing; 40]).unwrap();
    assert_eq!((ply, end.ground, end.result), (24, Ground::MoveLimit, GameResult::Draw));
    assert_eq!(end.words, "12 moves were made by each player");
}

#[test]
fn draw_goes_before_length_and_without_rules_nothing_ends() {
    let mut rules = adjudicator(|rules| {
        (rules.max_moves, rules.draw) = (NonZeroU32::new(5), Some(draw(1, 5, 15)));
    });
    let (_, end) = ended(&mut rules, 0, [Said::Cp(0); 40]).unwrap();
    assert_eq!(end.ground, Ground::ScoreDraw);
    assert_eq!(
        end.words,
        "both players' scores were within 0.15 pawns of level for 10 half-moves in a row, 5 moves played"
    );
    assert_eq!(ended(&mut adjudicator(|_| {}), 0, [Said::Cp(0); 400]), None);
}

/// Tables that know one value and one distance.
#[derive(Debug)]
struct Known(Option<Wdl>, Option<Dtz>);

impl Tablebase for Known {
    fn wdl(&self, _: &Chess) -> Option<Wdl> {
        self.0
    }
    fn dtz(&self, _: &Chess) -> Option<Dtz> {
        self.1
    }
}

fn by_tables(rule: TablebaseRule, tables: Known, fen: &str, quiet: u32) -> Option<GameResult> {
    let mut rules = presets::named("fide").unwrap();
    rules.tablebases = Some(rule);
    let position = position(fen);
    let mut adjudicator = Adjudicator::new(&rules, Some(Arc::new(tables)));
    let (mover, quiet) = (!position.turn(), HalfMoves(quiet));
    let made = Made { mover, position: &position, score: None, depth: None, quiet, plies: 80 };
    adjudicator.after_move(made).map(|end| {
        assert_eq!(end.ground, Ground::Tablebase);
        end.result
    })
}

fn tables_rule(fifty: TablebaseFifty, ends: TablebaseEnds) -> TablebaseRule {
    TablebaseRule { paths: vec![PathBuf::from("tables")], men: 5, fifty, ends }
}

const ROOK: &str = "8/8/8/8/8/3k4/8/KR6 b - - 0 1";

#[test]
fn tables_end_a_game_only_where_they_are_certain() {
    let value = |wdl, dtz: Option<(u32, u32)>, quiet| {
        let dtz = dtz.map(|(plies, at_most)| Dtz { plies, at_most });
        by_tables(tables_rule(TablebaseFifty::Counts, TablebaseEnds::Both), Known(Some(wdl), dtz), ROOK, quiet)
    };
    assert_eq!(value(Wdl::Loss, None, 0), Some(GameResult::WhiteWins), "right after a capture the value stands");
    assert_eq!(value(Wdl::Win, None, 0), Some(GameResult::BlackWins));
    assert_eq!(value(Wdl::Loss, None, 1), None, "later only with the distance");
    assert_eq!(value(Wdl::Loss, Some((30, 30)), 70), Some(GameResult::WhiteWins), "mate or capture on the hundredth");
    assert_eq!(value(Wdl::Loss, Some((30, 31)), 70), None, "rounded: it may be one too late");
    assert_eq!(value(Wdl::Loss, Some((30, 31)), 69), Some(GameResult::WhiteWins));
    assert_eq!(value(Wdl::Loss, Some((30, 31)), 71), Some(GameResult::Draw), "the counter spoils the win");
    for quiet in [0, 50] {
        assert_eq!(value(Wdl::Draw, None, quiet), Some(GameResult::Draw));
        assert_eq!(value(Wdl::CursedWin, None, quiet), Some(GameResult::Draw));
        assert_eq!(value(Wdl::BlessedLoss, None, quiet), Some(GameResult::Draw));
    }
}

#[test]
fn tables_without_the_fifty_move_rule_let_cursed_wins_stand() {
    let value =
        |wdl| by_tables(tables_rule(TablebaseFifty::Ignored, TablebaseEnds::Both), Known(Some(wdl), None), ROOK, 80);
    assert_eq!(value(Wdl::CursedWin), Some(GameResult::BlackWins));
    assert_eq!(value(Wdl::BlessedLoss), Some(GameResult::WhiteWins));
    assert_eq!(value(Wdl::Loss), Some(GameResult::WhiteWins));
}

#[test]
fn tables_end_what_they_are_asked_to_end() {
    let value = |ends, wdl| by_tables(tables_rule(TablebaseFifty::Counts, ends), Known(Some(wdl), None), ROOK, 0);
    assert_eq!(value(TablebaseEnds::Draw, Wdl::Win), None);
    assert_eq!(value(TablebaseEnds::Draw, Wdl::CursedWin), Some(GameResult::Draw));
    assert_eq!(value(TablebaseEnds::WinLoss, Wdl::Draw), None);
    assert_eq!(value(TablebaseEnds::WinLoss, Wdl::Win), Some(GameResult::BlackWins));
}

#[test]
fn tables_are_not_asked_with_too_many_men_or_castling_rights() {
    let rule = || tables_rule(TablebaseFifty::Counts, TablebaseEnds::Both);
    let value = |fen| by_tables(rule(), Known(Some(Wdl::Draw), None), fen, 0);
    assert_eq!(value("8/8/2pp4/8/2PP4/3k4/8/KR6 b - - 0 1"), None, "seven men");
    assert_eq!(value("8/8/8/8/8/3k4/8/4K2R w K - 0 1"), None, "the tables know no castling");
    assert_eq!(by_tables(rule(), Known(None, None), ROOK, 0), None, "a table that is not there");
}

/// 84 games between two engines that say what comes to their minds, as cutechess-cli 1.5.1 and fastchess 1.8.2 ended
/// them. The tag `Event` tells the rules.
const JUDGED: [&str; 2] = [
    include_str!("../../../tests/data/event/cutechess-adjudicated.pgn"),
    include_str!("../../../tests/data/event/fastchess-adjudicated.pgn"),
];

fn told(rules: &mut Rules, event: &str) {
    let mut words = event.split(' ');
    let number = |words: &mut std::str::Split<'_, char>| words.next().unwrap().parse::<u32>().unwrap();
    while let Some(rule) = words.next() {
        if rule == "draw" {
            let (from_move, moves) = (number(&mut words), number(&mut words));
            rules.draw = Some(draw(from_move, moves, number(&mut words).cast_signed()));
        } else {
            let (moves, score) = (number(&mut words), number(&mut words).cast_signed());
            let by = if words.next() == Some("both") { ResignBy::Both } else { ResignBy::Loser };
            rules.resign = Some(resign(moves, score, by));
        }
    }
}

fn said(comment: &[u8]) -> (Option<Score>, Option<u32>) {
    let said = crate::pgn::said(comment);
    let score = said.score.map(|text| match (text.strip_prefix("+M"), text.strip_prefix("-M")) {
        (Some(plies), _) => Score::Mate(plies.parse::<i32>().unwrap().midpoint(1)),
        (_, Some(plies)) => Score::Mate(-plies.parse::<i32>().unwrap() / 2),
        _ => Score::Cp(text.replace(['.', '+'], "").parse().unwrap()),
    });
    (score, said.depth)
}

#[test]
fn games_end_at_the_same_half_move_as_with_both_runners() {
    let mut ended = 0;
    for text in JUDGED {
        let mut splitter = crate::pgn::Splitter::new(text.as_bytes());
        while let Some(batch) = splitter.next_batch(1 << 16).unwrap() {
            for place in &batch.games {
                ended += u32::from(ends_the_same(batch.text(place)));
            }
        }
    }
    assert!(ended > 75, "{ended} of the games were adjudicated");
}

/// Whether the game was adjudicated.
fn ends_the_same(text: &[u8]) -> bool {
    use crate::pgn::Token;
    let game = crate::pgn::Game::read(text);
    let shown = crate::pgn::text(text);
    let event = shown.lines().find_map(|line| line.strip_prefix("[Event \"")?.strip_suffix("\"]")).unwrap();
    let adjudicated = shown.contains("[Termination \"adjudication\"]");
    let mut rules = adjudicator(|rules| told(rules, event));
    let mut record = crate::game::Record::new(Start::standard());
    let tokens: Vec<_> = game.tokens().map(|(_, token)| token).collect();
    let mut end = None;
    for (index, token) in tokens.iter().enumerate() {
        let Token::Move(san) = token else { continue };
        assert_eq!(end, None, "ended too early after {} half-moves: {shown}", record.ply());
        let san = shakmaty::san::San::from_ascii(san).unwrap();
        let (mover, m) = (record.turn(), san.to_move(record.position()).unwrap());
        record.push(m);
        let (score, depth) = match tokens.get(index + 1) {
            Some(Token::Comment(comment)) => said(comment),
            _ => (None, None),
        };
        let (position, quiet, plies) = (record.position(), record.quiet_proven(), record.ply().0);
        end = rules.after_move(Made { mover, position, score, depth, quiet, plies }).map(|end| end.result);
    }
    let theirs = game.header.result.unwrap().text().into_owned();
    assert_eq!(end.map(|end| end.as_str().to_owned()), adjudicated.then_some(theirs), "{shown}");
    adjudicated
}
