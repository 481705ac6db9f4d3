//! What the built-in editions hold: the facts by which they differ, and what a fault costs in each.

use uci_arbiter::laws::Supervision::{Supervised, Unsupervised};
use uci_arbiter::laws::TimeClass::{Blitz, Rapid, Standard};
use uci_arbiter::laws::{
    Agreement, AnnouncedMove, Calling, ClaimAsOffer, Edition, Fivefold, IfOpponentCannotMate, IllegalMoves, LostBy,
    NoMove, NoPromotionPiece, OnClaim, Quickplay, Resignation, SeventyFive, Supervision, TimeClass, Topic,
};
use uci_arbiter::units::Span;

const OVER_THE_BOARD: [&str; 8] = ["1997", "2001", "2005", "2009", "2014", "2017", "2018", "2023"];

fn edition(name: &str) -> Edition {
    Edition::named(name).unwrap_or_else(|error| panic!("{error}"))
}

fn time(text: &str) -> Span {
    text.parse().expect("a time")
}

/// What is true of each over-the-board edition, oldest first.
fn each<T>(fact: impl Fn(&Edition) -> T) -> Vec<T> {
    OVER_THE_BOARD.iter().map(|name| fact(&edition(name))).collect()
}

/// The article most telling for a topic in each edition, oldest first; "-" where it is silent.
fn articles(topic: Topic) -> String {
    let first = each(|e| e.cite(topic).first().map_or_else(|| "-".to_owned(), |c| c.article().to_owned()));
    first.join(" ")
}

/// `left on the claimant's clock -> left afterwards, what the opponent gains`.
fn wrong_claim(name: &str, class: TimeClass, supervision: Supervision, left: &str) -> String {
    let price = edition(name).class(class, supervision).wrong_claim;
    let left = time(left);
    let after = left - price.claimant_loses.from_clock(left);
    format!("{left}->{after} +{}", price.opponent_gains)
}

/// `+gain xnumber that loses`, in the words of a score sheet.
fn scale(scale: &IllegalMoves) -> String {
    let number = scale.loses_at.map_or_else(|| "never".to_owned(), |n| n.to_string());
    format!("+{} x{number}", scale.opponent_gains)
}

fn illegal(class: TimeClass, supervision: Supervision) -> String {
    each(|e| scale(&e.class(class, supervision).illegal_moves)).join(", ")
}

#[test]
fn the_editions_are_all_there_oldest_first() {
    let names: Vec<_> = Edition::builtin_names().collect();
    assert_eq!(names[..8], OVER_THE_BOARD);
    assert_eq!(names[8..], ["online"]);
    let days = each(|e| e.in_force().to_owned());
    assert!(days.is_sorted(), "{days:?}");
}

#[test]
fn a_citation_names_its_edition() {
    for name in OVER_THE_BOARD {
        let edition = edition(name);
        for citation in edition.citable() {
            assert_eq!(citation.source(), format!("FIDE Laws {name}"));
            assert!(!citation.article().is_empty(), "{name}");
        }
    }
}

#[test]
fn rulings_that_every_edition_knows_have_an_article_in_every_edition() {
    for name in Edition::builtin_names() {
        let edition = edition(name);
        for topic in [
            Topic::Checkmate,
            Topic::Stalemate,
            Topic::DeadPosition,
            Topic::Resignation,
            Topic::Agreement,
            Topic::FlagFall,
            Topic::ThreefoldExisting,
            Topic::FiftyExisting,
        ] {
            assert!(!edition.cite(topic).is_empty(), "{name}: {topic:?}");
        }
    }
}

#[test]
fn articles_by_edition() {
    let expected = [
        (Topic::Checkmate, "5.1a 5.1a 5.1a 5.1a 5.1a 5.1.1 5.1.1 5.1.1"),
        (Topic::Resignation, "5.1b 5.1b 5.1b 5.1b 5.1b 5.1.2 5.1.2 5.1.2"),
        (Topic::Stalemate, "5.2 5.2a 5.2a 5.2a 5.2a 5.2.1 5.2.1 5.2.1"),
        (Topic::DeadPosition, "9.6 9.6 9.6 5.2b 5.2b 5.2.2 5.2.2 5.2.2"),
        (Topic::Agreement, "5.3 5.2c 5.2c 5.2c 5.2c 5.2.3 5.2.3 5.2.3"),
        (Topic::SamePosition, "9.2 9.2 9.2 9.2 9.2 9.2.2 9.2.2 9.2.3"),
        (Topic::SameEnPassant, "9.2 9.2 9.2 9.2 9.2(1) 9.2.2.1 9.2.2.1 9.2.3.1"),
        (Topic::SameCastling, "9.2 9.2 9.2 9.2 9.2(2) 9.2.2.2 9.2.2.2 9.2.3.2"),
        (Topic::ThreefoldIntended, "9.2a 9.2a 9.2a 9.2a 9.2a 9.2.1.1 9.2.1.1 9.2.1"),
        (Topic::ThreefoldExisting, "9.2b 9.2b 9.2b 9.2b 9.2b 9.2.1.2 9.2.1.2 9.2.2"),
        (Topic::FiftyIntended, "9.3b 9.3a 9.3a 9.3a 9.3a 9.3.1 9.3.1 9.3.1"),
        (Topic::FiftyExisting, "9.3a 9.3b 9.3b 9.3b 9.3b 9.3.2 9.3.2 9.3.2"),
        (Topic::Fivefold, "- - - - 9.6a 9.6.1 9.6.1 9.6.1"),
        (Topic::SeventyFive, "- - - - 9.6b 9.6.2 9.6.2 9.6.2"),
        (Topic::FlagFall, "6.9 6.10 6.10 6.9 6.9 6.9 6.9 6.9"),
        (Topic::BothFlagsContinue, "6.11 6.12 6.12a 6.11a 6.11a - - -"),
        (Topic::BothFlagsDraw, "10.4 10.3 6.12b 6.11b 6.11b III.3.1 III.3.1 III.3.1"),
        (Topic::ClaimLost, "9.4 9.4 9.4 9.4 9.4 9.4 9.4 9.4"),
        (Topic::ClaimClock, "9.5 9.5 9.5 9.5 9.5 9.5.1 9.5.1 9.5.1"),
        (Topic::ClaimCorrect, "9.5a 9.5a 9.5a 9.5a 9.5a 9.5.2 9.5.2 9.5.2"),
        (Topic::ClaimIsOffer, "- 9.1c 9.1c 9.1b(3) 9.1b3 9.1.2.3 9.1.2.3 9.1.2.3"),
        (Topic::DrawOffer, "9.1 9.1a 9.1a 9.1b(1) 9.1b1 9.1.2.1 9.1.2.1 9.1.2.1"),
        (Topic::OfferRepeated, "12.5 12.5 12.6 12.6 11.5 11.5 11.5 11.5"),
        (Topic::OfferForbidden, "- - - 9.1a 9.1a 9.1.1 9.1.1 9.1.1"),
        (Topic::MoveRequirement, "6.2 6.2a 6.2a 6.2a 6.3 6.3.1 6.3.1 6.3.1"),
        (Topic::DefaultTime, "6.6 6.7 6.7 6.6a 6.7a 6.7.1 6.7.1 6.7.1"),
        (Topic::TouchMove, "4.3 4.3 4.3 4.3 4.3 4.3 4.3 4.3"),
        (Topic::NoPromotionPiece, "- - 7.4a 7.4a 7.5a 7.5.2 7.5.2 7.5.2"),
        (Topic::NoMove, "- - - - - 7.8.1 7.5.3 7.5.3"),
        (Topic::Score, "11.1 11.1 11.1 11.1 10 10.1 10.1 10.1"),
        (Topic::Refusal, "12.7 12.7 12.8 12.8 11.7 11.7 11.7 11.7"),
        (Topic::BothLose, "12.8 12.8 12.9 12.9 11.8 11.8 11.8 11.8"),
        (Topic::QuickplayDraw, "10.2 10.2 10.2 10.2 G.5 III.5 III.5 III.5"),
        (Topic::QuickplayIncrement, "- - - - G.4 III.4 III.4 III.4"),
        (Topic::Chess960, "- - - F F II II II"),
    ];
    assert_eq!(expected.len(), Topic::ALL.len(), "a topic is missing here");
    for (topic, expected) in expected {
        assert_eq!(articles(topic), expected, "{topic:?}");
    }
}

#[test]
fn only_2023_draws_a_resignation_to_a_player_who_cannot_mate() {
    let draws = each(|e| e.rules().resignation == Resignation::DrawIfOpponentCannotMate);
    assert_eq!(draws, [false, false, false, false, false, false, false, true]);
}

#[test]
fn fivefold_is_none_then_nine_moves_then_the_whole_game() {
    use Fivefold::{NineMoves, None, WholeGame};
    let rule = each(|e| e.rules().fivefold);
    assert_eq!(rule, [None, None, None, None, NineMoves, WholeGame, WholeGame, WholeGame]);
}

#[test]
fn seventy_five_moves_end_a_game_since_2014() {
    use SeventyFive::{Automatic, None};
    let rule = each(|e| e.rules().seventy_five);
    assert_eq!(rule, [None, None, None, None, Automatic, Automatic, Automatic, Automatic]);
}

#[test]
fn over_the_board_three_and_fifty_need_a_claim() {
    assert!(
        each(|e| e.rules().threefold == OnClaim::OnClaim && e.rules().fifty == OnClaim::OnClaim).iter().all(|x| *x)
    );
    assert!(each(|e| (e.counts().threefold, e.counts().fifty.0)).iter().all(|x| *x == (3, 100)));
}

#[test]
fn agreement_needs_a_move_by_each_since_2017() {
    let any_time = each(|e| e.rules().agreement == Agreement::AnyTime);
    assert_eq!(any_time, [true, true, true, true, true, false, false, false]);
}

#[test]
fn a_claim_is_an_offer_since_2001() {
    let offer = each(|e| e.rules().claim_as_offer == ClaimAsOffer::IsAnOffer);
    assert_eq!(offer, [false, true, true, true, true, true, true, true]);
}

#[test]
fn touching_a_piece_refuses_an_offer_since_2001_and_costs_the_claim_since_2009() {
    let refuses = each(|e| e.rules().offer_refused_by == LostBy::Touching);
    assert_eq!(refuses, [false, true, true, true, true, true, true, true]);
    let costs = each(|e| e.rules().claim_lost_by == LostBy::Touching);
    assert_eq!(costs, [false, false, false, true, true, true, true, true]);
}

#[test]
fn the_announced_move_falls_under_touch_move_since_2009() {
    let touch = each(|e| e.rules().announced_move == AnnouncedMove::UnderTouchMove);
    assert_eq!(touch, [false, false, false, true, true, true, true, true]);
}

#[test]
fn a_pawn_without_a_piece_named_becomes_a_queen_since_2014() {
    let queen = each(|e| e.rules().no_promotion_piece == NoPromotionPiece::QueenAndIllegalMove);
    assert_eq!(queen, [false, false, false, false, true, true, true, true]);
}

#[test]
fn pressing_without_a_move_is_an_illegal_move_since_2017() {
    let illegal = each(|e| e.rules().no_move == NoMove::IllegalMove);
    assert_eq!(illegal, [false, false, false, false, false, true, true, true]);
}

#[test]
fn the_quickplay_finish_left_the_laws_in_2014() {
    let law = each(|e| e.rules().quickplay == Quickplay::Law);
    assert_eq!(law, [true, true, true, true, false, false, false, false]);
}

#[test]
fn default_time_was_an_hour_until_2009() {
    let times = each(|e| e.rules().default_time.to_string());
    let expected = ["1:00:00", "1:00:00", "1:00:00", "0:00", "0:00", "0:00", "0:00", "0:00"];
    assert_eq!(times, expected);
}

#[test]
fn a_wrong_claim_in_standard_chess() {
    let shown = |name, left| wrong_claim(name, Standard, Unsupervised, left);
    for (left, expected) in [("7:00", "7:00->4:00 +3:00"), ("1:30", "1:30->0:45 +3:00"), ("0:40", "0:40->0:20 +3:00")] {
        assert_eq!(shown("1997", left), expected);
    }
    for name in ["2001", "2005"] {
        for (left, expected) in [
            ("7:00", "7:00->4:00 +3:00"),
            ("5:00", "5:00->2:30 +3:00"),
            ("1:30", "1:30->1:00 +3:00"),
            ("0:40", "0:40->0:40 +3:00"),
        ] {
            assert_eq!(shown(name, left), expected, "{name}");
        }
    }
    assert_eq!(shown("2009", "7:00"), "7:00->7:00 +3:00");
    for name in ["2014", "2017", "2018", "2023"] {
        assert_eq!(shown(name, "7:00"), "7:00->7:00 +2:00", "{name}");
    }
}

#[test]
fn a_wrong_claim_in_rapid_costs_as_much_as_in_standard_until_2023() {
    let gain =
        |class, supervision| each(|e| e.class(class, supervision).wrong_claim.opponent_gains.to_string()).join(" ");
    let until_2023 = "3:00 3:00 3:00 3:00 2:00 2:00 2:00 1:00";
    assert_eq!(gain(Rapid, Supervised), until_2023);
    assert_eq!(gain(Rapid, Unsupervised), until_2023);
}

#[test]
fn a_wrong_claim_in_blitz_costs_a_minute_since_2014_but_two_under_supervision_in_2023() {
    let gain = |supervision| each(|e| e.class(Blitz, supervision).wrong_claim.opponent_gains.to_string()).join(" ");
    assert_eq!(gain(Unsupervised), "3:00 3:00 3:00 3:00 1:00 1:00 1:00 1:00");
    assert_eq!(gain(Supervised), "3:00 3:00 3:00 3:00 1:00 1:00 1:00 2:00");
}

#[test]
fn illegal_moves_in_standard_chess() {
    assert_eq!(
        illegal(Standard, Supervised),
        "+0:00 xnever, +2:00 x3, +2:00 x3, +2:00 x3, +2:00 x2, +2:00 x2, +2:00 x2, +2:00 x2"
    );
}

#[test]
fn illegal_moves_in_rapid() {
    assert_eq!(
        illegal(Rapid, Supervised),
        "+0:00 xnever, +2:00 x3, +2:00 x3, +2:00 x3, +2:00 x2, +2:00 x2, +2:00 x2, +1:00 x2"
    );
    assert_eq!(
        illegal(Rapid, Unsupervised),
        "+0:00 xnever, +2:00 x3, +2:00 x3, +2:00 x3, +0:00 x1, +0:00 x1, +2:00 x2, +1:00 x2"
    );
}

#[test]
fn illegal_moves_in_blitz() {
    assert_eq!(
        illegal(Blitz, Supervised),
        "+0:00 x1, +0:00 x1, +0:00 x1, +2:00 x3, +1:00 x2, +1:00 x2, +1:00 x2, +2:00 x2"
    );
    assert_eq!(
        illegal(Blitz, Unsupervised),
        "+0:00 x1, +0:00 x1, +0:00 x1, +0:00 x1, +0:00 x1, +0:00 x1, +1:00 x2, +1:00 x2"
    );
}

#[test]
fn in_1997_only_a_quickplay_finish_counts_illegal_moves() {
    let laws = edition("1997");
    let class = laws.class(Standard, Unsupervised);
    assert_eq!(scale(class.in_quickplay_finish()), "+2:00 x3");
    assert_eq!(class.in_quickplay_finish().articles[0].article(), "10.3");
    let later = each(|e| e.class(Standard, Unsupervised).illegal_moves_in_quickplay_finish.is_some());
    assert_eq!(later, [true, false, false, false, false, false, false, false]);
    let laws = edition("2001");
    let class = laws.class(Standard, Unsupervised);
    assert_eq!(class.in_quickplay_finish(), &class.illegal_moves);
}

#[test]
fn the_exception_for_illegal_moves_came_in_2009_and_in_blitz_in_2005() {
    use IfOpponentCannotMate::{Draw, Loss};
    let exception = |class| each(|e| e.class(class, Unsupervised).illegal_moves.exception);
    assert_eq!(exception(Standard), [Loss, Loss, Loss, Draw, Draw, Draw, Draw, Draw]);
    assert_eq!(exception(Rapid), [Loss, Loss, Loss, Draw, Draw, Draw, Draw, Draw]);
    // In 1997 by C4, mating potential.
    assert_eq!(exception(Blitz), [Draw, Loss, Draw, Draw, Draw, Draw, Draw, Draw]);
    let potential = each(|e| e.class(Blitz, Unsupervised).mating_potential.is_some());
    assert_eq!(potential, [true, false, false, false, false, false, false, false]);
}

#[test]
fn the_players_called_flags_in_rapid_and_blitz_until_2014() {
    use Calling::{Arbiter, Opponent};
    for class in [Rapid, Blitz] {
        let by = |supervision| each(|e| e.class(class, supervision).flag_call.by);
        let unsupervised = [Opponent, Opponent, Opponent, Opponent, Arbiter, Arbiter, Arbiter, Arbiter];
        assert_eq!(by(Unsupervised), unsupervised);
        let supervised = [Opponent, Opponent, Opponent, Arbiter, Arbiter, Arbiter, Arbiter, Arbiter];
        assert_eq!(by(Supervised), supervised);
    }
    assert!(each(|e| e.class(Standard, Supervised).flag_call.by == Arbiter).iter().all(|x| *x));
}

#[test]
fn time_classes_by_edition() {
    let class = |name, base: &str, increment: &str| TimeClass::of(&edition(name), time(base), time(increment));
    for name in ["1997", "2001", "2005", "2009"] {
        let classes = ["14:59", "15:00", "59:59", "60:00"].map(|base| class(name, base, "0:00"));
        assert_eq!(classes, [Blitz, Rapid, Rapid, Standard], "{name}");
    }
    for name in ["2014", "2017", "2018", "2023"] {
        let classes = ["10:00", "10:01", "59:59", "60:00"].map(|base| class(name, base, "0:00"));
        assert_eq!(classes, [Blitz, Rapid, Rapid, Standard], "{name}");
        assert_eq!(class(name, "5:00", "0:05"), Blitz);
        assert_eq!(class(name, "5:00", "0:06"), Rapid);
    }
}

#[test]
fn online_the_draws_come_by_themselves_and_nothing_is_punished() {
    let online = edition("online");
    let rules = online.rules();
    assert_eq!((rules.threefold, rules.fifty), (OnClaim::Automatic, OnClaim::Automatic));
    assert_eq!((rules.fivefold, rules.seventy_five), (Fivefold::None, SeventyFive::None));
    let cited = [
        (Topic::ThreefoldExisting, "5.4.1"),
        (Topic::Stalemate, "5.4.2"),
        (Topic::DeadPosition, "5.4.3"),
        (Topic::FiftyExisting, "5.4.4"),
        (Topic::FlagFall, "4.4"),
    ];
    for (topic, article) in cited {
        assert_eq!(online.cite(topic)[0].to_string(), format!("FIDE Online Regulations, {article}"));
    }
    for (class, supervision) in [(Standard, Supervised), (Rapid, Unsupervised), (Blitz, Supervised)] {
        let class = online.class(class, supervision);
        assert_eq!(scale(&class.illegal_moves), "+0:00 xnever");
        assert_eq!(class.wrong_claim.opponent_gains, Span::ZERO);
    }
}
