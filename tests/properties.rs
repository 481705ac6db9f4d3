//! What holds for every game: of random games and random inputs, against independent and slow counting.

use proptest::prelude::*;
use shakmaty::{ByColor, CastlingMode, Chess, Color, Move, Position, Role, Square};
use std::collections::{HashMap, VecDeque};
use std::num::NonZeroU32;
use std::sync::Arc;
use uci_arbiter::game::clock::{Bonus, Clocks, Control, Period};
use uci_arbiter::game::{
    Absentees, Arbiter, Attempt, Claim, ClaimGround, Conditions, Decision, Disconnection, Effect, FenClock, Input,
    MaterialOracle, MisplacedClaim, OpenQuestions, Question, Record, Start,
};
use uci_arbiter::laws::{Edition, GameResult, Supervision, TimeClass};
use uci_arbiter::units::{Span, Stamp};
use uci_arbiter::unwinnable::{MateLine, Proof, Spent, Verdict};

/// Starts where repetition, castling and en passant set traps. The last six are start positions of Chess960.
const STARTS: [(&str, CastlingMode); 15] = [
    ("startpos", CastlingMode::Standard),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", CastlingMode::Standard),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 1", CastlingMode::Standard),
    ("4k3/8/8/8/1p6/8/P7/4K3 w - - 7 1", CastlingMode::Standard),
    ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", CastlingMode::Standard),
    ("8/8/8/7k/3p4/8/4P3/3BK3 w - - 0 1", CastlingMode::Standard),
    ("6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1", CastlingMode::Standard),
    ("7k/P7/8/8/8/8/7p/K7 w - - 0 1", CastlingMode::Standard),
    ("4k3/8/8/8/8/8/8/1RK3R1 w BG - 0 1", CastlingMode::Chess960),
    ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", CastlingMode::Chess960),
    ("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1", CastlingMode::Chess960),
    ("bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w KQkq - 0 1", CastlingMode::Chess960),
    ("qbbnnrkr/pppppppp/8/8/8/8/PPPPPPPP/QBBNNRKR w KQkq - 0 1", CastlingMode::Chess960),
    ("qnbbnrkr/pppppppp/8/8/8/8/PPPPPPPP/QNBBNRKR w KQkq - 0 1", CastlingMode::Chess960),
    ("qnbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/QNBNRKRB w KQkq - 0 1", CastlingMode::Chess960),
];

fn start(index: usize) -> Start {
    let (fen, mode) = STARTS[index % STARTS.len()];
    Start::parse(fen, mode).expect("the starts above are legal")
}

/// The move a random number stands for. Half of them go back where the man came from, if that is legal, quiet moves of
/// officers are preferred and double steps of pawns come often, so that positions repeat after en-passant traps.
fn pick(position: &Chess, before: Option<Move>, number: u16) -> Option<Move> {
    let legal = position.legal_moves();
    let among = |moves: Vec<Move>| moves.get(usize::from(number / 8) % moves.len().max(1)).copied();
    let quiet = || legal.iter().copied().filter(|m| !m.is_zeroing()).collect::<Vec<_>>();
    let back =
        || quiet().into_iter().find(|q| before.is_some_and(|m| q.from() == Some(m.to()) && Some(q.to()) == m.from()));
    let double_step = |m: &Move| m.role() == Role::Pawn && m.from().is_some_and(|from| from.distance(m.to()) == 2);
    let preferred = match number % 8 {
        0..4 => back().or_else(|| among(quiet())),
        4 => among(legal.iter().copied().filter(double_step).collect()),
        5 | 6 => among(quiet()),
        _ => None,
    };
    preferred.or_else(|| among(legal.to_vec()))
}

/// A random game: the start and the moves.
fn game(start: &Start, numbers: &[u16]) -> Vec<Move> {
    let mut position = start.position.clone();
    let mut moves: Vec<Move> = Vec::new();
    for number in numbers {
        let before = moves.len().checked_sub(2).and_then(|at| moves.get(at)).copied();
        let Some(m) = pick(&position, before, *number) else {
            break;
        };
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}

/// The identity of a position from text alone: board, turn, rights by rook and king unmoved, and an en-passant file only
/// if one of all the legal moves is such a capture.
fn slow_key(position: &Chess) -> String {
    let legal = position.legal_moves();
    let en_passant = legal.iter().find(|m| m.is_en_passant()).map(|m| m.to().file().char());
    let rights = Square::ALL
        .into_iter()
        .filter(|square| position.castles().castling_rights().contains(*square))
        .map(|square| square.to_string())
        .collect::<String>();
    format!("{} {:?} {rights} {en_passant:?}", position.board(), position.turn())
}

fn games() -> impl Strategy<Value = (usize, Vec<u16>)> {
    (0..STARTS.len(), prop::collection::vec(any::<u16>(), 0..80))
}

proptest! {
    #[test]
    fn a_slow_counter_finds_the_same_occurrences((index, numbers) in games()) {
        let start = start(index);
        let mut record = Record::new(start.clone());
        let mut position = start.position.clone();
        let mut seen = HashMap::from([(slow_key(&position), 1_u32)]);
        let mut quiet = 0;
        for m in game(&start, &numbers) {
            for other in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(other);
                let expected = seen.get(&slow_key(&after)).copied().unwrap_or(0) + 1;
                prop_assert_eq!(record.occurrences_after(other), expected, "{:?} in {}", other, record.fen());
            }
            record.push(m);
            position.play_unchecked(m);
            let count = seen.entry(slow_key(&position)).or_insert(0);
            *count += 1;
            quiet = if m.is_zeroing() { 0 } else { quiet + 1 };
            prop_assert_eq!(record.occurrences(), *count, "{}", record.fen());
            prop_assert_eq!(record.occurrence_plies().len(), *count as usize);
            prop_assert_eq!(record.quiet_proven().0, quiet);
        }
    }

    #[test]
    fn fen_and_moves_equal_moves_alone((index, numbers) in games(), cut in any::<prop::sample::Index>()) {
        let start = start(index);
        let moves = game(&start, &numbers);
        let cut = cut.index(moves.len() + 1);
        let mut whole = Record::new(start.clone());
        for m in &moves[..cut] {
            whole.push(*m);
        }
        let middle = Start::parse(&whole.fen(), start.mode).unwrap();
        prop_assert_eq!(&middle.position, whole.position());
        let mut rest = Record::new(middle);
        for m in &moves[cut..] {
            whole.push(*m);
            rest.push(*m);
        }
        prop_assert_eq!(rest.fen(), whole.fen());
        prop_assert_eq!(rest.position(), whole.position());
        prop_assert_eq!(rest.quiet_presumed(), whole.quiet_presumed());
        prop_assert!(rest.quiet_proven() <= whole.quiet_proven());
        prop_assert!(rest.occurrences() <= whole.occurrences());
    }

    #[test]
    fn what_may_be_claimed_stands_and_nothing_else((index, numbers) in games()) {
        let start = start(index);
        let mut arbiter = arbiter("2018", start.clone(), Control::Unlimited, FenClock::Trusted);
        arbiter.step(Stamp(0), Input::Begin);
        for m in game(&start, &numbers) {
            arbiter.step(Stamp(0), Input::Move(Attempt::Move(m)));
        }
        if arbiter.ruling().is_none() {
            let by = arbiter.record().turn();
            let open = arbiter.open_claims();
            for m in arbiter.record().position().legal_moves() {
                for (ground, with, now) in [
                    (ClaimGround::Threefold, &open.threefold_with, open.threefold_now),
                    (ClaimGround::Fifty, &open.fifty_with, open.fifty_now),
                ] {
                    let mut game = replay("2018", &start, arbiter.record().moves());
                    let intended = Some(m.to_uci(start.mode));
                    let position = game.record().position().clone();
                    game.step(Stamp(0), Input::Claim(Claim { by, ground, intended }));
                    let granted = game.ruling().is_some();
                    prop_assert_eq!(granted, now || with.contains(&m));
                    prop_assert_eq!(game.record().position(), &position);
                }
            }
        }
    }
}

fn arbiter(laws: &str, start: Start, control: Control, fen_clock: FenClock) -> Arbiter<MaterialOracle> {
    let mut conditions = Conditions::standard(Arc::new(Edition::named(laws).expect("a built-in edition")));
    conditions.fen_clock = fen_clock;
    let clocks = Clocks::new(ByColor { white: control.clone(), black: control });
    Arbiter::new(conditions, start, clocks, MaterialOracle)
}

fn replay(laws: &str, start: &Start, moves: &[Move]) -> Arbiter<MaterialOracle> {
    let mut arbiter = arbiter(laws, start.clone(), Control::Unlimited, FenClock::Trusted);
    arbiter.step(Stamp(0), Input::Begin);
    for m in moves {
        arbiter.step(Stamp(0), Input::Move(Attempt::Move(*m)));
    }
    arbiter
}

// ---- random inputs ------------------------------------------------------------------------------------------------

fn side() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::White), Just(Color::Black)]
}

fn uci() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-h][1-8][a-h][1-8][qrbnk]?",
        Just("0000".to_owned()),
        Just("P@e4".to_owned()),
        Just("e1g1".to_owned()),
        ".{0,6}",
    ]
}

fn control() -> impl Strategy<Value = Control> {
    let time = (1_i64..200).prop_map(Span::from_secs);
    let bonus = (0_i64..10, 0..4).prop_map(|(seconds, kind)| {
        let span = Span::from_secs(seconds);
        match kind {
            0 => Bonus::None,
            1 => Bonus::Increment(span),
            2 => Bonus::Delay(span),
            _ => Bonus::Bronstein(span),
        }
    });
    let period = (0_u32..5, time.clone(), bonus).prop_map(|(moves, time, bonus)| Period {
        moves: NonZeroU32::new(moves),
        time,
        bonus,
    });
    prop_oneof![
        1 => Just(Control::Unlimited),
        1 => time.clone().prop_map(Control::PerMove),
        1 => time.prop_map(Control::Hourglass),
        4 => prop::collection::vec(period, 1..4).prop_map(|periods| Control::Periods(VecDeque::from(periods))),
    ]
}

/// What is to happen, before the game is known: a move by number, or an input.
#[derive(Clone, Debug)]
enum Plan {
    Legal(u16),
    Input(Input),
    Answer(Verdict),
}

fn decision() -> impl Strategy<Value = Decision> {
    prop_oneof![
        1 => Just(Decision::DrawGranted),
        1 => Just(Decision::DrawRejected),
        1 => Just(Decision::IncrementGranted),
        8 => (side(), -90_i64..90).prop_map(|(side, by)| Decision::AdjustClock { side, by: Span::from_secs(by) }),
        1 => Just(Decision::Result(GameResult::HalfZero, "words".to_owned())),
        1 => Just(Decision::BothLose(String::new())),
        1 => side().prop_map(|by| Decision::Refusal { by, result: GameResult::ZeroHalf }),
    ]
}

fn plan() -> impl Strategy<Value = Plan> {
    let ground = prop_oneof![Just(ClaimGround::Threefold), Just(ClaimGround::Fifty), Just(ClaimGround::Any)];
    let claim = (side(), ground, prop::option::of(uci())).prop_map(|(by, ground, text)| Claim {
        by,
        ground,
        intended: text.and_then(|text| text.parse().ok()),
    });
    let attempt = uci().prop_map(|text| match text.parse() {
        Ok(uci) => Attempt::Uci(uci),
        Err(_) => Attempt::Unreadable(text),
    });
    let verdict = prop_oneof![
        Just(Verdict::Winnable(MateLine::default())),
        Just(Verdict::Unwinnable(Proof::Terminal)),
        Just(Verdict::Undetermined(Spent::default())),
    ];
    prop_oneof![
        40 => any::<u16>().prop_map(Plan::Legal),
        6 => attempt.prop_map(|attempt| Plan::Input(Input::Move(attempt))),
        1 => Just(Plan::Input(Input::Move(Attempt::Missing))),
        6 => claim.prop_map(|claim| Plan::Input(Input::Claim(claim))),
        3 => side().prop_map(|by| Plan::Input(Input::Offer(by))),
        1 => side().prop_map(|by| Plan::Input(Input::Accept(by))),
        1 => side().prop_map(|by| Plan::Input(Input::Refuse(by))),
        1 => side().prop_map(|by| Plan::Input(Input::Resign(by))),
        1 => side().prop_map(|by| Plan::Input(Input::Disconnect(by))),
        1 => side().prop_map(|by| Plan::Input(Input::Absent(Absentees::One(by)))),
        1 => Just(Plan::Input(Input::Absent(Absentees::Both))),
        1 => Just(Plan::Input(Input::BothFlags)),
        1 => Just(Plan::Input(Input::Begin)),
        3 => Just(Plan::Input(Input::Tick)),
        1 => side().prop_map(|by| Plan::Input(Input::RequestDraw(by))),
        1 => side().prop_map(|by| Plan::Input(Input::RequestIncrement(by))),
        1 => decision().prop_map(|decision| Plan::Input(Input::Director(decision))),
        4 => verdict.prop_map(Plan::Answer),
    ]
}

fn conditions() -> impl Strategy<Value = Conditions> {
    let editions = Edition::builtin_names().collect::<Vec<_>>();
    let class = prop_oneof![Just(TimeClass::Standard), Just(TimeClass::Rapid), Just(TimeClass::Blitz)];
    (prop::sample::select(editions), class, any::<[bool; 5]>()).prop_map(|(edition, class, flags)| {
        let mut conditions = Conditions::standard(Arc::new(Edition::named(edition).expect("a built-in edition")));
        conditions.class = class;
        let [unsupervised, trusted, at_once, refused_only, ask] = flags;
        if unsupervised {
            conditions.supervision = Supervision::Unsupervised;
        }
        if trusted {
            conditions.fen_clock = FenClock::Trusted;
        }
        if at_once {
            conditions.disconnection = Disconnection::LosesAtOnce;
        }
        if refused_only {
            conditions.misplaced_claim = MisplacedClaim::RefusedOnly;
        }
        if ask {
            conditions.open_questions = OpenQuestions::AskSolver;
        }
        conditions
    })
}

#[derive(Clone, Debug)]
struct Scenario {
    index: usize,
    conditions: Conditions,
    controls: ByColor<Control>,
    plans: Vec<(u64, Plan)>,
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let plans = prop::collection::vec((0_u64..20_000, plan()), 0..60);
    (0..STARTS.len(), conditions(), control(), control(), plans).prop_map(|(index, conditions, white, black, plans)| {
        Scenario { index, conditions, controls: ByColor { white, black }, plans }
    })
}

/// What happened in a game: every input with its moment, and every effect.
struct Played {
    arbiter: Arbiter<MaterialOracle>,
    inputs: Vec<(Stamp, Input)>,
    effects: Vec<Vec<Effect>>,
}

fn new_game(scenario: &Scenario) -> Arbiter<MaterialOracle> {
    let clocks = Clocks::new(scenario.controls.clone());
    Arbiter::new(scenario.conditions.clone(), start(scenario.index), clocks, MaterialOracle)
}

/// Plays a scenario; after each step `check` looks at the arbiter.
fn play(
    scenario: &Scenario,
    mut moment: impl FnMut(u64) -> Stamp,
    mut check: impl FnMut(&Arbiter<MaterialOracle>, Stamp) -> Result<(), TestCaseError>,
) -> Result<Played, TestCaseError> {
    let mut arbiter = new_game(scenario);
    let (mut inputs, mut effects) = (Vec::new(), Vec::new());
    let mut question: Option<Question> = None;
    let begin = [(0, Plan::Input(Input::Begin))];
    for (millis, plan) in begin.iter().chain(&scenario.plans) {
        let at = moment(*millis);
        let input = match plan {
            Plan::Legal(number) => {
                let record = arbiter.record();
                let before = record.moves().len().checked_sub(2).and_then(|n| record.moves().get(n)).copied();
                match pick(record.position(), before, *number) {
                    Some(m) => Input::Move(Attempt::Move(m)),
                    None => Input::Tick,
                }
            }
            Plan::Input(input) => input.clone(),
            Plan::Answer(verdict) => match question.clone() {
                Some(question) => Input::Solver(question, verdict.clone()),
                None => Input::Tick,
            },
        };
        inputs.push((at, input.clone()));
        let caused = arbiter.step(at, input);
        for effect in &caused {
            if let Effect::AskSolver(asked) = effect {
                question = Some(asked.clone());
            }
        }
        effects.push(caused);
        check(&arbiter, at)?;
    }
    Ok(Played { arbiter, inputs, effects })
}

fn without_delay(control: &Control) -> bool {
    match control {
        Control::Unlimited | Control::Hourglass(_) => true,
        Control::PerMove(_) => false,
        Control::Periods(periods) => periods.iter().all(|period| !matches!(period.bonus, Bonus::Delay(_))),
    }
}

proptest! {
    #[test]
    fn time_is_conserved(scenario in scenario()) {
        let mut now = 0;
        let forward = |millis: u64| {
            now += millis * 1_000_000;
            Stamp(now)
        };
        let mut ran = Span::ZERO;
        let mut last: Option<Stamp> = None;
        let exact = Color::ALL.into_iter().all(|side| without_delay(scenario.controls.get(side)));
        play(&scenario, forward, |arbiter, at| {
            let clocks = arbiter.clocks();
            for side in Color::ALL {
                let Some(left) = clocks.left(side) else { continue };
                let booked = clocks.booked(side);
                prop_assert_eq!(left, booked.given + booked.credited - booked.spent + booked.adjusted);
                if clocks.running().is_none() {
                    prop_assert_eq!(clocks.left_at(side, at), Some(left));
                }
            }
            if let Some(since) = last {
                ran = ran + at.since(since);
            }
            last = clocks.running().map(|_| at);
            // A running clock may be ahead of what has been booked; once it stands, every moment is booked.
            let spent = clocks.booked(Color::White).spent + clocks.booked(Color::Black).spent;
            if exact && clocks.running().is_none() {
                prop_assert_eq!(spent, ran);
            }
            prop_assert!(spent <= ran || !exact);
            Ok(())
        })?;
    }

    #[test]
    fn the_deadline_is_the_moment_of_the_fall(scenario in scenario()) {
        let mut now = 0;
        let forward = |millis: u64| {
            now += millis * 1_000_000;
            Stamp(now)
        };
        play(&scenario, forward, |arbiter, at| {
            if let Some(deadline) = arbiter.deadline() {
                let clocks = arbiter.clocks();
                prop_assert!(clocks.fallen(deadline).is_some());
                if deadline.0 > 0 && deadline > at {
                    prop_assert!(clocks.fallen(Stamp(deadline.0 - 1)).is_none());
                    let running = clocks.running().unwrap();
                    prop_assert_eq!(clocks.left_at(running, deadline), Some(Span::ZERO));
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_same_inputs_have_the_same_effects(scenario in scenario()) {
        let mut now = 0;
        let forward = |millis: u64| {
            now += millis * 1_000_000;
            Stamp(now)
        };
        let played = play(&scenario, forward, |_, _| Ok(()))?;
        let mut again = new_game(&scenario);
        for ((at, input), expected) in played.inputs.into_iter().zip(&played.effects) {
            prop_assert_eq!(&again.step(at, input), expected);
        }
        prop_assert_eq!(again.ruling(), played.arbiter.ruling());
        prop_assert_eq!(again.record().fen(), played.arbiter.record().fen());
    }

    #[test]
    fn nothing_panics_and_a_ruling_by_law_cites(scenario in scenario(), stamps in prop::collection::vec(any::<u64>(), 64)) {
        let mut stamps = stamps.into_iter().cycle();
        // Moments in any order, and now and then absurd ones.
        let anywhere = move |millis: u64| match millis % 8 {
            0 => Stamp(stamps.next().unwrap_or(0)),
            _ => Stamp(millis * 1_000_000),
        };
        let mut over = false;
        play(&scenario, anywhere, |arbiter, at| {
            over |= arbiter.ruling().is_some();
            prop_assert_eq!(over, arbiter.ruling().is_some(), "a ruling is never taken back");
            if let Some(ruling) = arbiter.ruling() {
                prop_assert!(ruling.layer != uci_arbiter::laws::Layer::Law || !ruling.citations.is_empty() || arbiter.conditions().laws.name() == "online");
                prop_assert!(!ruling.text().is_empty());
                prop_assert!(ruling.ply <= arbiter.record().ply());
                prop_assert_eq!(arbiter.deadline(), None);
                prop_assert!(!arbiter.open_offers().white && !arbiter.open_offers().black);
            }
            for side in Color::ALL {
                let clocks = arbiter.clocks();
                prop_assert_eq!(clocks.left_at(side, at).is_some(), clocks.left(side).is_some());
            }
            let open = arbiter.open_claims();
            prop_assert!(open.threefold_with.len() <= arbiter.record().position().legal_moves().len());
            if let Some(only) = arbiter.restricted_to() {
                prop_assert!(!only.is_empty(), "an obligation always leaves a move");
            }
            Ok(())
        })?;
    }
}
