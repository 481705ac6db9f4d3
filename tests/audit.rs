//! What the audit makes of real records: games of engine events with known errors, odd and hostile PGN, and small games
//! for each rule. Each finding on the real games was checked by hand once.

use shakmaty::Chess;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use uci_arbiter::audit::{Audited, Auditor, FindingId, Options, Policy, Severity};
use uci_arbiter::game::{FenClock, SolverOracle};
use uci_arbiter::laws::{Edition, GameResult, Ground};
use uci_arbiter::pgn::{Score, Splitter};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/audit").join(name)
}

fn audited_by(pgn: &[u8], laws: &str, options: Options) -> Vec<Audited> {
    let laws = Arc::new(Edition::named(laws).expect("a built-in edition"));
    let mut auditor = Auditor::new(laws, options, |position: &Chess| SolverOracle::new(position));
    let mut splitter = Splitter::new(pgn);
    let mut all = Vec::new();
    while let Some(batch) = splitter.next_batch(1 << 12).expect("memory can be read") {
        all.extend(batch.games.iter().map(|place| auditor.audit(batch.text(place))));
    }
    all
}

fn audited(pgn: &str) -> Vec<Audited> {
    let options = Options { fen_clock: FenClock::Trusted, ..Options::default() };
    audited_by(pgn.as_bytes(), "2023", options)
}

fn file(name: &str) -> Vec<Audited> {
    audited_by(&std::fs::read(data(name)).expect("a file of this repository"), "2023", Options::default())
}

/// Everything but notes: severity, id, ply, article.
fn findings(game: &Audited) -> Vec<(Severity, &'static str, Option<u32>, Option<&str>)> {
    let grave = game.findings.iter().filter(|finding| finding.severity != Severity::Note);
    grave.map(|f| (f.severity, f.id.as_str(), f.ply, f.article.as_deref())).collect()
}

fn has(game: &Audited, id: FindingId) -> bool {
    game.findings.iter().any(|finding| finding.id == id)
}

#[test]
fn season_28_gave_seven_wins_to_a_bare_king() {
    let flag = |ply| (Severity::WrongResult, "flag-win-impossible", Some(ply), Some("6.9"));
    let gone = |ply| (Severity::WrongResult, "forfeit-win-impossible", Some(ply), None);
    let games = file("season-28-forfeits.pgn");
    let found = games.iter().map(findings).collect::<Vec<_>>();
    assert_eq!(found, [vec![gone(962)], vec![flag(1026)], vec![flag(1038)], vec![flag(1002)], vec![flag(1012)]]);
    let games = [games, file("season-28-illegal-move.pgn")].concat();
    assert_eq!(findings(&games[5]), [gone(982)]);
    assert_eq!(findings(&games[6]), [(Severity::WrongResult, "illegal-move-win-impossible", Some(994), Some("7.5.5"))]);
    for game in &games {
        assert_eq!(game.recorded.result, Some(Score::Known(GameResult::BlackWins)));
        assert_eq!(game.ruling.as_ref().unwrap().result, GameResult::Draw);
    }
}

#[test]
fn a_lost_connection_loses_where_the_event_says_so() {
    let options = Options { policy: Policy::Forfeit, ..Options::default() };
    let pgn = std::fs::read(data("season-28-illegal-move.pgn")).unwrap();
    let games = audited_by(&pgn, "2023", options);
    assert!(findings(&games[0]).is_empty() && has(&games[0], FindingId::ForfeitWinImpossible));
    assert!(games[0].ruling.is_none());
}

#[test]
fn cup_11_played_on_in_a_locked_dead_position() {
    let games = file("cup-11-locked.pgn");
    assert_eq!(findings(&games[0]), [(Severity::MissedRule, "play-after-dead", Some(111), Some("5.2.2"))]);
    assert!(games[0].findings[0].text.contains("3k4/8/p5p1/P1p1p1Pp/2P1P2P/P3K3/8/8 b"), "{:?}", games[0].findings);
    assert_eq!(games[0].ruling.as_ref().map(|r| (r.ground, r.ply)), Some((Ground::DeadPosition, 111)));
}

#[test]
fn match_4_called_two_occurrences_three() {
    let games = file("match-4-twofold.pgn");
    assert_eq!(findings(&games[0]), [(Severity::WrongReason, "no-threefold", Some(212), Some("9.2.2"))]);
}

#[test]
fn results_and_reasons_that_contradict_each_other() {
    let stall = &file("season-15-stall-drawn.pgn")[0];
    let overruled = &file("season-6-overruled.pgn")[0];
    for game in [stall, overruled] {
        assert!(
            has(game, FindingId::ReasonsDiffer) && has(game, FindingId::ResultAgainstReason),
            "{:?}",
            game.findings
        );
        assert!(game.findings.iter().all(|finding| finding.severity == Severity::Inconsistent));
    }
}

#[test]
fn a_threefold_inside_the_book_line_is_noted() {
    for game in file("season-4-threefold-in-book.pgn") {
        let passed = game.findings.iter().find(|f| f.id == FindingId::ThreefoldPassed).unwrap();
        assert_eq!(passed.ply, Some(16));
        assert!(findings(&game).is_empty(), "{:?}", game.findings);
    }
}

#[test]
fn odd_files_are_read_whole() {
    let plies = [
        ("chessbase-empty-line.pgn", vec![134]),
        ("cutechess-fischerrandom.pgn", vec![120, 99, 70, 107]),
        ("nested-comment.pgn", vec![1]),
        ("test-long-line.pgn", vec![4]),
        ("uci-moves.pgn", vec![113]),
        ("utf8-bom.pgn", vec![0, 0]),
    ];
    for (name, plies) in plies {
        let games = file(name);
        assert_eq!(games.iter().map(|game| game.plies).collect::<Vec<_>>(), plies, "{name}");
        for game in &games {
            for id in [
                FindingId::IllegalMove,
                FindingId::UnreadableText,
                FindingId::AmbiguousMove,
                FindingId::UnclosedComment,
            ] {
                assert!(!has(game, id), "{name}: {:?}", game.findings);
            }
        }
    }
    assert!(has(&file("uci-moves.pgn")[0], FindingId::NotSan));
}

#[test]
fn wrong_results_on_the_board_are_found_as_pgn_extract_finds_them() {
    let corrected = ["0-1", "1/2-1/2", "1-0", "1-0", "1-0"];
    for (game, result) in file("test-fixresulttags-in.pgn").iter().zip(corrected) {
        assert!(has(game, FindingId::ResultAgainstBoard));
        assert_eq!(game.ruling.as_ref().unwrap().result.as_str(), result);
    }
    assert!(file("test-nobadresults.pgn").iter().all(|game| has(game, FindingId::TagAgainstToken)));
    assert_eq!(file("test-nobadresults.pgn").len(), 9);
    let folds = file("test-repetition.pgn");
    let fold = |game: &&Audited| has(game, FindingId::ThreefoldPassed) || has(game, FindingId::ThreefoldUnclaimed);
    assert_eq!(folds.iter().filter(fold).count(), 9);
}

fn game(result: &str, termination: &str, fen: &str, moves: &str) -> Audited {
    let setup = if fen.is_empty() { String::new() } else { format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n") };
    let tag = if termination.is_empty() { String::new() } else { format!("[Termination \"{termination}\"]\n") };
    let pgn = format!("[White \"A\"]\n[Black \"B\"]\n[Result \"{result}\"]\n{tag}{setup}\n{moves} {result}\n");
    let mut games = audited(&pgn);
    assert_eq!(games.len(), 1);
    games.remove(0)
}

fn by_own_words(result: &str, details: &str, fen: &str, moves: &str) -> Audited {
    let setup = if fen.is_empty() { String::new() } else { format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n") };
    let pgn = format!("[Result \"{result}\"]\n[TerminationDetails \"{details}\"]\n{setup}\n{moves} {result}\n");
    audited(&pgn).remove(0)
}

const THRICE_BUT_ONE: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";

#[test]
fn a_claim_on_record_is_a_claim_also_with_a_move_that_was_only_announced() {
    let fifty = "3r2k1/5p2/8/8/8/8/5P2/R5K1 w - - 99 110";
    let thrice = format!("{THRICE_BUT_ONE} Ng8");
    for (details, fen, moves) in [
        ("threefold-claim, FIDE 9.2.1 and 9.5.2", "", THRICE_BUT_ONE),
        ("threefold-claim, FIDE 9.2.2 and 9.5.2", "", thrice.as_str()),
        ("fifty-claim, FIDE 9.3.1 and 9.5.2", fifty, ""),
        ("fifty-claim, FIDE 9.3.2 and 9.5.2", fifty, "110. Ra2"),
    ] {
        let game = by_own_words("1/2-1/2", details, fen, moves);
        assert!(game.findings.is_empty(), "{details}: {:?}", game.findings);
        assert_eq!(game.ruling.as_ref().unwrap().result, GameResult::Draw, "{details}");
    }
    // No move leads to the third occurrence.
    let game = by_own_words("1/2-1/2", "threefold-claim, FIDE 9.2.1", "", "1. Nf3 Nf6");
    assert!(has(&game, FindingId::NoThreefold), "{:?}", game.findings);
    // Nobody claimed.
    assert!(has(&by_own_words("1/2-1/2", "threefold, event rule", "", &thrice), FindingId::ThreefoldUnclaimed));
}

#[test]
fn five_times_is_also_three_times() {
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8";
    for termination in ["", "draw by 3-fold repetition", "draw by threefold repetition", "draw by fivefold repetition"]
    {
        let drawn = game("1/2-1/2", termination, "", moves);
        assert_eq!(findings(&drawn), [], "{termination}");
        assert_eq!(drawn.ruling.as_ref().unwrap().ground.as_str(), "fivefold", "{termination}");
    }
}

#[test]
fn own_words_for_a_draw_contradict_a_win() {
    for details in [
        "stalemate",
        "threefold",
        "fivefold",
        "fifty",
        "agreement, FIDE 5.2.3",
        "dead-position, FIDE 5.2.2",
        "both-flags",
        "score-draw, event rule",
        "threefold-claim, FIDE 9.2.2",
    ] {
        let game = by_own_words("1-0", details, "", &format!("{THRICE_BUT_ONE} Ng8"));
        assert!(has(&game, FindingId::ResultAgainstReason), "{details}: {:?}", game.findings);
    }
}

#[test]
fn what_the_last_move_completes_nobody_passed_over() {
    let mate_on_the_hundredth = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 110";
    let game = game("1-0", "", mate_on_the_hundredth, "110. Ra8#");
    assert!(game.findings.is_empty(), "{:?}", game.findings);
}

#[test]
fn a_move_in_uci_may_have_a_sign_of_check() {
    let game = game("*", "", "4k3/8/8/8/8/8/5p2/K7 b - - 0 1", "1... f2f1q+ 2. a1b2");
    assert!(!has(&game, FindingId::IllegalMove), "{:?}", game.findings);
}

#[test]
fn flags_resignations_and_illegal_moves_against_a_side_that_cannot_mate() {
    let rook = "8/8/8/8/5k2/8/4K3/R7 w - - 0 1";
    let lost = |words: &str| game("0-1", "", rook, &format!("1. Ra2 Kf5 {{{words}}}"));
    assert!(has(&lost("White loses on time"), FindingId::FlagWinImpossible));
    assert!(has(&lost("White makes an illegal move: e2e8"), FindingId::IllegalMoveWinImpossible));
    assert!(has(&lost("White resigns"), FindingId::ResignationWinImpossible));
    assert!(has(&game("0-1", "adjudication", rook, "1. Ra2 Kf5"), FindingId::AdjudicatedWinImpossible));
    assert!(has(&game("0-1", "normal", rook, "1. Ra2 Kf5"), FindingId::UnexplainedWinImpossible));
    // Before 2023 a resignation lost, whatever the opponent had.
    let pgn = format!("[Result \"0-1\"]\n[SetUp \"1\"]\n[FEN \"{rook}\"]\n\n1. Ra2 Kf5 {{White resigns}} 0-1\n");
    let games = audited_by(pgn.as_bytes(), "2018", Options::default());
    assert!(!has(&games[0], FindingId::ResignationWinImpossible));
    // A lone knight can mate a king with a pawn, if both play for it.
    let knight = "8/8/8/8/8/k1n5/p7/1K6 w - - 0 1";
    assert!(
        findings(&game("1/2-1/2", "", knight, "1. Kc2 Nd1 {Draw by timeout}"))
            .iter()
            .any(|f| f.1 == "flag-draw-mate-possible")
    );
    assert!(has(&game("1/2-1/2", "Time forfeit", knight, "1. Kc2 Nd1"), FindingId::FlagDrawMatePossible));
    assert!(findings(&game("1/2-1/2", "Time forfeit", rook, "1. Ra2 Kf5")).is_empty());
    // The walls: pawns on the board, and nobody can pass.
    let walls = "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1";
    let found = game("0-1", "time forfeit", walls, "1. Ke2 Ke7");
    assert_eq!(findings(&found)[0], (Severity::WrongResult, "play-after-dead", Some(0), Some("5.2.2")));
}

#[test]
fn play_after_the_end_of_the_game() {
    let mate = game("1-0", "", "", "1. f3 e5 2. g4 Qh4# 3. Kf2 Qxg4");
    assert_eq!(findings(&mate), [(Severity::WrongResult, "play-after-mate", Some(4), Some("5.1.1"))]);
    let stalemate = game("1/2-1/2", "", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "1. Qf7 Kg8");
    assert_eq!(findings(&stalemate), [(Severity::MissedRule, "play-after-stalemate", Some(1), Some("5.2.1"))]);
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let fivefold = game("1-0", "", "", &format!("{shuffle} e4 e5"));
    assert_eq!(findings(&fivefold), [(Severity::WrongResult, "play-after-fivefold", Some(16), Some("9.6.1"))]);
    let seventy_five = game("1/2-1/2", "", "4k3/8/8/8/8/8/4P3/4K3 w - - 149 90", "1. Kd1 Kd8 2. Kc1");
    assert_eq!(findings(&seventy_five)[0], (Severity::MissedRule, "play-after-seventy-five", Some(1), Some("9.6.2")));
    let bare = game("1/2-1/2", "", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "1. Kxe2 Kd8 2. Kd2");
    assert_eq!(findings(&bare), [(Severity::MissedRule, "play-after-dead", Some(1), Some("5.2.2"))]);
}

#[test]
fn draw_labels_without_the_draw() {
    let two = "Nf3 Nf6 Ng1 Ng8";
    let label = |words: &str, moves: &str| game("1/2-1/2", "", "", &format!("{moves} {{{words}}}"));
    assert!(has(&label("Draw by 3-fold repetition", two), FindingId::NoThreefold));
    let found = label("Draw by 3-fold repetition", &format!("{two} Nf3 Nf6 Ng1"));
    assert!(found.findings[0].text.contains("announced move, as Ng8"), "{:?}", found.findings);
    let three = label("Draw by 3-fold repetition", &format!("{two} {two}"));
    assert!(findings(&three).is_empty() && has(&three, FindingId::ThreefoldUnclaimed));
    assert_eq!(three.ruling.unwrap().ground, Ground::ThreefoldClaim);
    assert!(has(&label("Draw by fifty moves rule", two), FindingId::NoFifty));
    assert!(has(&label("Draw by stalemate", two), FindingId::NoStalemate));
    assert!(has(&label("Draw by insufficient mating material", two), FindingId::NoDeadPosition));
    assert!(has(&game("1-0", "", "", "1. e4 e5 {White mates}"), FindingId::NoCheckmate));
    let knights = "8/8/8/3k4/8/8/8/KNN5 w - - 0 1";
    assert!(has(&game("1/2-1/2", "insufficient material", knights, "1. Nd2 Ke5"), FindingId::NoDeadPosition));
}

#[test]
fn records_that_cannot_be_followed_are_named_and_the_rest_is_done() {
    let pgn = "[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 Nf6 1-0\n\n[Result \"*\"]\n[FEN \"8/8/8 w\"]\n\n1. e4 *\n\n\
               [Result \"1-0\"]\n[Variant \"atomic\"]\n\n1. e4 1-0\n\n[Result \"0-1\"]\n\n1. e4 { cut off\n\n\
               [Event \"last\"]\n[Result \"0-1\"]\n[PlyCount \"9\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let games = audited(pgn);
    assert_eq!(games.len(), 5);
    assert_eq!(findings(&games[0]), [(Severity::Unjudgeable, "illegal-move", Some(3), None)]);
    assert!(has(&games[1], FindingId::BadFen));
    assert!(has(&games[2], FindingId::Variant) && games[2].variant.as_deref() == Some("atomic"));
    assert!(has(&games[3], FindingId::UnclosedComment) && has(&games[3], FindingId::ResultMissing));
    assert_eq!(findings(&games[4]), [(Severity::Inconsistent, "moves-missing", Some(4), None)]);
}

#[test]
fn chess960_is_known_by_its_variant_or_by_its_castling_rights() {
    let fen = "qnbbrkrn/pppppppp/8/8/8/8/PPPPPPPP/QNBBRKRN w KQkq - 0 1";
    for tag in ["[Variant \"fischerandom\"]\n", "[Variant \"Chess960\"]\n", ""] {
        let pgn = format!("[Result \"*\"]\n{tag}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. O-O O-O *\n");
        let games = audited(&pgn);
        assert!(!has(&games[0], FindingId::IllegalMove) && games[0].plies == 2, "{tag}: {:?}", games[0].findings);
    }
}

#[test]
fn a_clock_below_zero_and_a_loser_who_is_not_to_move() {
    let clock = game("1-0", "", "", "1. e4 {[%clk 0:01:00]} e5 {[%clk -0:00:03]} 2. Nf3 Nc6");
    assert_eq!(findings(&clock), [(Severity::Inconsistent, "flag-ignored", Some(2), Some("6.9"))]);
    // The last move, late, and the game lost by it: nothing was ignored. Not so where the other side is said to have lost.
    let last = |result, words| game(result, words, "", "1. e4 {[%clk 0:01:00]} e5 {[%clk -0:00:03]}");
    assert!(!has(&last("1-0", "time forfeit"), FindingId::FlagIgnored));
    assert!(!has(&last("1-0", ""), FindingId::FlagIgnored));
    for (result, words) in [("0-1", "time forfeit"), ("1/2-1/2", ""), ("1-0", "A won by resignation")] {
        let found = last(result, words);
        let ignored = found.findings.iter().find(|f| f.id == FindingId::FlagIgnored).expect("a flag that fell");
        assert!(ignored.text.contains("not recorded as lost"), "{}", ignored.text);
    }
    let late = game("0-1", "", "", "1. e4 e5 2. Nf3 {White loses on time}");
    assert!(has(&late, FindingId::LoserNotToMove));
}

mod command {
    use super::data;
    use std::io::Write;
    use std::process::{Command, Output};

    fn audit(args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_uci-arbiter")).arg("audit").args(args).output().expect("the program starts")
    }

    fn path(name: &str) -> String {
        data(name).display().to_string()
    }

    #[test]
    fn json_is_one_object_a_game_in_file_order_whatever_the_threads() {
        let (a, b) = (path("season-28-forfeits.pgn"), path("test-nobadresults.pgn"));
        let outputs = ["1", "3"].map(|threads| audit(&["--json", "--threads", threads, &a, &b]));
        assert_eq!(outputs[0].stdout, outputs[1].stdout);
        assert_eq!(outputs[0].status.code(), Some(1));
        let text = String::from_utf8(outputs[0].stdout.clone()).unwrap();
        let games: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(games.len(), 14);
        let game = &games[1];
        assert_eq!((&game["game"], &game["file"]), (&2.into(), &a.into()));
        assert_eq!(game["recorded"], serde_json::json!({"result": "0-1", "cause": "time-forfeit"}));
        assert_eq!(
            game["ruling"],
            serde_json::json!({"result": "1/2-1/2", "ground": "time-forfeit", "article": "6.9", "ply": 1026})
        );
        assert_eq!(game["findings"][0]["severity"], "wrong-result");
        assert_eq!((&games[5]["game"], &games[7]["line"]), (&1.into(), &3.into()));
        assert_eq!(games[5]["ruling"], serde_json::Value::Null);
    }

    #[test]
    fn only_and_ignore_pick_findings_and_the_exit_code_follows() {
        let file = path("season-28-forfeits.pgn");
        assert_eq!(audit(&["--ignore", "wrong-result", &file]).status.code(), Some(0));
        assert_eq!(audit(&["--only", "flag-win-impossible,note", &file]).status.code(), Some(1));
        assert_eq!(audit(&["--only", "no-such-thing", &file]).status.code(), Some(2));
        assert_eq!(audit(&["/no/such/file.pgn"]).status.code(), Some(3));
    }

    #[test]
    fn fix_changes_the_result_and_nothing_else() {
        let name = format!("uci-arbiter-audit-{}.pgn", std::process::id());
        let fixed = std::env::temp_dir().join(name);
        let (old, to) = (path("season-28-illegal-move.pgn"), fixed.display().to_string());
        let output = audit(&["--fix", &to, "--score", &old]);
        let (before, after) = (std::fs::read_to_string(&old).unwrap(), std::fs::read_to_string(&fixed).unwrap());
        std::fs::remove_file(&fixed).unwrap();
        let added =
            |line: &&str| !line.starts_with("[OriginalResult \"0-1\"]") && !line.starts_with("[ResultReason \"draw: ");
        let restored = after.lines().filter(added).collect::<Vec<_>>().join("\n") + "\n";
        assert_eq!(restored.replace("1/2-1/2", "0-1"), before);
        assert_eq!(after.matches("1/2-1/2").count(), 4);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("2 results corrected"), "{text}");
    }

    #[test]
    fn fix_loses_no_file_that_was_good() {
        let folder = std::env::temp_dir().join(format!("uci-arbiter-audit-fix-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [games, link, out] = ["games.pgn", "link.pgn", "out.pgn"].map(|name| folder.join(name));
        let text = std::fs::read(data("season-28-illegal-move.pgn")).unwrap();
        std::fs::write(&games, &text).unwrap();
        std::fs::hard_link(&games, &link).unwrap();
        let nowhere = audit(&["--fix", "/no/such/x.pgn", &path("season-28-illegal-move.pgn")]);
        assert_eq!(nowhere.status.code(), Some(3));
        let said = String::from_utf8_lossy(&nowhere.stderr).into_owned();
        assert!(
            said.starts_with("--fix: expected a file that can be written, got /no/such/x.pgn: No such file"),
            "{said}"
        );
        let [games_path, link_path, out_path] = [&games, &link, &out].map(|path| path.display().to_string());
        let refused = audit(&[&games_path, "--fix", &link_path]);
        assert_eq!(refused.status.code(), Some(3));
        assert_eq!(std::fs::read(&games).unwrap(), text);
        // What could not be read at all corrects nothing.
        std::fs::write(&out, "good").unwrap();
        assert_eq!(audit(&["/no/such/file.pgn", "--fix", &out_path]).status.code(), Some(3));
        assert_eq!(std::fs::read(&out).unwrap(), b"good");
        assert_eq!(audit(&[&games_path, "--fix", &out_path]).status.code(), Some(1));
        assert!(std::fs::read_to_string(&out).unwrap().contains("[OriginalResult"));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn compressed_files_are_known_by_their_first_bytes() {
        let plain = std::fs::read(data("test-stalemate.pgn")).unwrap();
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gz.write_all(&plain).unwrap();
        let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        bz.write_all(&plain).unwrap();
        let zst = ruzstd::encoding::compress_to_vec(plain.as_slice(), ruzstd::encoding::CompressionLevel::Fastest);
        let twice = [zst.clone(), zst].concat();
        for (kind, bytes, games) in
            [("gz", gz.finish().unwrap(), 3), ("bz2", bz.finish().unwrap(), 3), ("zst", twice, 6)]
        {
            let file = std::env::temp_dir().join(format!("uci-arbiter-audit-{}-{kind}", std::process::id()));
            std::fs::write(&file, bytes).unwrap();
            let output = audit(&["--json", &file.display().to_string()]);
            std::fs::remove_file(&file).unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), games, "{kind}: {output:?}");
        }
    }
}

struct Fails;

impl Read for Fails {
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is gone"))
    }
}

#[test]
fn a_file_that_breaks_off_gives_the_games_before_the_break() {
    let pgn = b"[Result \"1-0\"]\n\n1. e4 1-0\n\n[Result \"1-0\"]\n\n1. e4 e5";
    let mut splitter = Splitter::new(pgn.chain(Fails));
    assert!(splitter.next_batch(1 << 20).is_err());
    assert_eq!(splitter.next_batch(1 << 20).unwrap().unwrap().games.len(), 2);
    assert!(splitter.next_batch(1 << 20).unwrap().is_none());
}
