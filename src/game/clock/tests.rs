use super::*;

const fn secs(s: i64) -> Span {
    Span::from_secs(s)
}

fn at(seconds: u64) -> Stamp {
    Stamp(seconds * 1_000_000_000)
}

fn clocks(control: &Control) -> Clocks {
    let mut clocks = Clocks::new(ByColor { white: control.clone(), black: control.clone() });
    clocks.start(Color::White, at(0));
    clocks
}

fn period(moves: u32, time: i64, bonus: Bonus) -> Period {
    Period { moves: NonZeroU32::new(moves), time: secs(time), bonus }
}

#[test]
fn exactly_zero_left_is_a_fallen_flag() {
    let clocks = clocks(&Control::sudden_death(secs(60), Bonus::Increment(secs(5))));
    assert_eq!(clocks.fallen(Stamp(59_999_999_999)), None);
    assert_eq!(clocks.fallen(at(60)).map(|flag| (flag.side, flag.overrun)), Some((Color::White, Span::ZERO)));
    assert_eq!(clocks.deadline(), Some(at(60)));
}

#[test]
fn the_increment_is_credited_after_the_flag_is_checked() {
    let mut clocks = clocks(&Control::sudden_death(secs(60), Bonus::Increment(secs(5))));
    clocks.press(at(59));
    assert_eq!(clocks.left(Color::White), Some(secs(6)));
    assert_eq!(clocks.running(), Some(Color::Black));
}

#[test]
fn the_next_period_cannot_save_a_fallen_flag() {
    let control = Control::Periods(VecDeque::from([period(1, 1, Bonus::None), period(0, 10, Bonus::None)]));
    let mut clocks = clocks(&control);
    let flag = clocks.fallen(at(2)).unwrap();
    assert_eq!((flag.overrun, flag.made_of), (secs(1), NonZeroU32::new(1).map(|n| (0, n))));
    clocks.press(Stamp(500_000_000));
    assert_eq!(clocks.left(Color::White), Some(Span::from_millis(10_500)));
    assert!(clocks.in_last_period(Color::White) && !clocks.in_last_period(Color::Black));
}

#[test]
fn a_last_period_with_moves_repeats() {
    let mut clocks = clocks(&Control::Periods(VecDeque::from([period(2, 10, Bonus::None)])));
    for second in 1..=4 {
        clocks.press(at(second));
    }
    assert_eq!(clocks.left(Color::White), Some(secs(18)));
    assert_eq!(clocks.moves_to_go(Color::White), Some(2));
}

#[test]
fn delay_waits_and_bronstein_gives_back() {
    let mut delay = clocks(&Control::sudden_death(secs(10), Bonus::Delay(secs(3))));
    assert_eq!(delay.deadline(), Some(at(13)));
    delay.press(at(2));
    assert_eq!(delay.left(Color::White), Some(secs(10)));
    delay.press(at(7));
    assert_eq!(delay.left(Color::Black), Some(secs(8)));

    // No main time left before the move: the delay alone, up to its end.
    delay.adjust(Color::White, secs(-10));
    assert_eq!(delay.deadline(), Some(at(10)));
    assert_eq!(delay.fallen(Stamp(at(10).0 - 1)), None);
    assert_eq!(delay.fallen(at(10)).map(|flag| flag.overrun), Some(Span::ZERO));
    // Less than none: the flag is down at once, and by so much.
    delay.adjust(Color::White, secs(-2));
    assert_eq!(delay.fallen(at(7)).map(|flag| flag.overrun), Some(secs(2)));
    assert_eq!(delay.deadline(), Some(at(7)));

    let mut bronstein = clocks(&Control::sudden_death(secs(10), Bonus::Bronstein(secs(3))));
    assert_eq!(bronstein.deadline(), Some(at(10)));
    bronstein.press(at(2));
    assert_eq!(bronstein.left(Color::White), Some(secs(10)));
    bronstein.press(at(7));
    assert_eq!(bronstein.left(Color::Black), Some(secs(8)));
}

#[test]
fn hourglass_sand_runs_to_the_other_side() {
    let mut clocks = clocks(&Control::Hourglass(secs(10)));
    clocks.press(at(4));
    assert_eq!((clocks.left(Color::White), clocks.left(Color::Black)), (Some(secs(6)), Some(secs(14))));
    assert_eq!(clocks.left_at(Color::White, at(5)), Some(secs(7)));
    assert_eq!(clocks.deadline(), Some(at(18)));
}

#[test]
fn time_per_move_is_fresh_each_move_and_a_penalty_counts_for_the_move_running() {
    let mut clocks = clocks(&Control::PerMove(secs(5)));
    clocks.press(at(4));
    assert_eq!(clocks.left(Color::White), Some(secs(5)));
    clocks.adjust(Color::Black, secs(2));
    assert_eq!(clocks.deadline(), Some(at(11)));
    clocks.press(at(10));
    assert_eq!(clocks.left(Color::Black), Some(secs(5)));
}

#[test]
fn no_clock_has_no_flag() {
    let clocks = clocks(&Control::Unlimited);
    assert_eq!((clocks.deadline(), clocks.fallen(at(1 << 30)), clocks.left(Color::White)), (None, None, None));
}
