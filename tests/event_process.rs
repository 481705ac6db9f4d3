//! Games as real processes: the program plays events between its own scripted engines. One test for each way to end a
//! game that others get wrong; what the table itself decides is in `tests/tables`.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may")]

#[path = "event_process/event.rs"]
mod event;
#[path = "event_process/kill.rs"]
mod kill;
#[path = "event_process/support.rs"]
mod support;
#[path = "event_process/swiss.rs"]
mod swiss;

use support::OneGame;

/// White can be mated and Black cannot mate.
const BARE_KING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";

#[test]
fn a_dead_position_draws_by_5_2_2() {
    let game = OneGame {
        white: "play=a1a8,a8e8",
        black: "play=e8d7,d7e8",
        start: "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/R3K3 w - -\n",
        ..OneGame::default()
    };
    let played = game.play("dead");
    played.is("1/2-1/2", "dead-position", &["5.2.2"], "law");
    assert_eq!(played.moves(), ["a1a8", "e8d7", "a8e8", "d7e8"]);
    assert_eq!(played.tag("Termination"), None);
}

#[test]
fn a_flag_falls_and_the_opponent_wins_by_6_9() {
    let played = OneGame { white: "think=5000", time: "control = \"0.1\"", ..OneGame::default() }.play("flag");
    played.is("0-1", "time-forfeit", &["6.9"], "law");
    assert_eq!(played.tag("Termination").as_deref(), Some("time forfeit"));
    assert_eq!(played.tag("PlyCount").as_deref(), Some("0"));
}

#[test]
fn a_flag_falls_against_a_bare_king_and_draws_by_6_9() {
    let game = OneGame { white: "think=5000", time: "control = \"0.1\"", start: BARE_KING, ..OneGame::default() };
    let played = game.play("flag-bare");
    played.is("1/2-1/2", "time-forfeit", &["6.9"], "law");
    assert_eq!(played.tag("Termination").as_deref(), Some("time forfeit"));
}

#[test]
fn a_wrong_claim_is_refused_and_punished_by_9_5_3() {
    let game = OneGame {
        white: "play=g1f3,f3g1;say-at-go=2:info string claim draw;say-at-go=3:info string Resign",
        black: "play=g8f6,f6g8",
        ..OneGame::default()
    };
    let played = game.play("wrong-claim");
    played.is("0-1", "resignation", &["5.1.2"], "law");
    played.has_note("White: claim refused: occurrence 1 of the position after f3g1, 3 needed");
    played.has_note("Black: 2:00 on the clock (FIDE Laws 2023, 9.5.3)");
    // The announced move must be played, and Black has its two minutes.
    assert_eq!(played.moves(), ["g1f3", "g8f6", "f3g1", "f6g8"]);
    assert!(played.json["plies"][3]["left_ms"].as_i64().unwrap() > 700_000, "{played:?}");
}

#[test]
fn a_right_claim_draws_by_9_2() {
    let game = OneGame {
        white: "play=g1f3,f3g1,g1f3,f3g1",
        black: "play=g8f6,f6g8,g8f6,f6g8;say-at-go=4:info string claim draw",
        ..OneGame::default()
    };
    let played = game.play("right-claim");
    played.is("1/2-1/2", "threefold-claim", &["9.2.1", "9.5.2"], "law");
}

#[test]
fn a_fifth_occurrence_draws_by_9_6_1() {
    let game = OneGame {
        white: "play=g1f3,f3g1,g1f3,f3g1,g1f3,f3g1,g1f3,f3g1",
        black: "play=g8f6,f6g8,g8f6,f6g8,g8f6,f6g8,g8f6,f6g8",
        ..OneGame::default()
    };
    let played = game.play("fivefold");
    played.is("1/2-1/2", "fivefold", &["9.6.1"], "law");
    assert_eq!(played.tag("PlyCount").as_deref(), Some("16"));
}

#[test]
fn seventy_five_moves_draw_by_9_6_2() {
    let game = OneGame {
        white: "play=a2b2",
        black: "play=e8d8",
        start: "4k3/8/8/8/8/8/R7/4K3 w - - hmvc 148; fmvn 100;\n",
        ..OneGame::default()
    };
    let played = game.play("seventy-five");
    played.is("1/2-1/2", "seventy-five", &["9.6.2"], "law");
    assert_eq!(played.moves(), ["a2b2", "e8d8"]);
}

#[test]
fn the_second_illegal_move_loses_by_7_5_5() {
    let played = OneGame { white: "illegal-at-go=1;illegal-at-go=2", ..OneGame::default() }.play("illegal");
    played.is("0-1", "illegal-move", &["7.5.5"], "law");
    played.has_note("White: illegal move number 1");
    played.has_note("Black: 2:00 on the clock (FIDE Laws 2023, 7.5.5)");
    assert_eq!(played.tag("Termination").as_deref(), Some("illegal move"));
    assert!(played.ran.out.contains("0-1 {White makes an illegal move: a1a1}"), "{played:?}");
}

#[test]
fn an_illegal_move_loses_at_once_where_the_event_says_so() {
    let game = OneGame { white: "illegal-at-go=1", rules: "illegal-moves = \"loss\"", ..OneGame::default() };
    let played = game.play("illegal-policy");
    played.is("0-1", "illegal-move", &["7.5.5"], "event-rule");
    assert_eq!(played.tag("Termination").as_deref(), Some("illegal move"));
}

#[test]
fn a_crash_forfeits() {
    let played = OneGame { black: "crash-at-go=1", ..OneGame::default() }.play("crash");
    played.is("1-0", "disconnect", &[], "event-rule");
    played.has_note("Black: ended by signal 6");
    assert_eq!(played.tag("Termination").as_deref(), Some("abandoned"));
}

#[test]
fn a_crash_against_a_bare_king_draws() {
    let game = OneGame { white: "crash-at-go=1", start: BARE_KING, ..OneGame::default() };
    game.play("crash-bare").is("1/2-1/2", "disconnect", &[], "event-rule");
}

#[test]
fn a_crash_is_replayed_once_and_then_forfeits() {
    let rules = "[rules.trouble]\ngame = \"replay-once\"";
    let played = OneGame { white: "crash-at-go=2", rules, ..OneGame::default() }.play("replay");
    played.is("0-1", "disconnect", &[], "event-rule");
    assert_eq!(played.ended, 2, "{played:?}");
}

#[test]
fn after_a_crash_the_engine_plays_on() {
    let rules = "[rules.trouble]\ngame = \"play-on\"";
    let game = OneGame { white: "crash-at-go=2", black: "say-at-go=2:info string Resign", rules, ..OneGame::default() };
    let played = game.play("play-on");
    played.is("1-0", "resignation", &["5.1.2"], "law");
    played.has_note("White: started anew at ply 2");
    assert_eq!(played.ended, 1, "{played:?}");
}

#[test]
fn an_engine_that_hangs_without_a_clock_is_found_out() {
    let game = OneGame {
        white: "freeze-at-go=2",
        time: "depth = 1",
        rules: "[rules.trouble]\nready = \"0.2\"",
        ..OneGame::default()
    };
    let played = game.play("hang");
    played.is("0-1", "stall", &[], "event-rule");
    played.has_note("White: no readyok in time");
    assert_eq!(played.tag("Termination").as_deref(), Some("stalled connection"));
}

#[test]
fn an_engine_that_answers_and_never_moves_without_a_clock_is_found_out() {
    let game = OneGame {
        white: "hang-at-go=2",
        time: "depth = 1",
        rules: "[rules.trouble]\nuntimed-move = \"0.4\"",
        ..OneGame::default()
    };
    let played = game.play("never-moves");
    played.is("0-1", "stall", &[], "event-rule");
    played.has_note("White: no move in time, without a clock");
    assert_eq!(played.tag("Termination").as_deref(), Some("stalled connection"));
}
