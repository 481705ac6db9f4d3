//! Our UCI parser against vampirc-uci, where both accept a line: the same meaning.
//!
//! What is known to differ, and left out here:
//! - vampirc-uci takes keywords in any case, ours as the protocol writes them: lines with capitals outside names, values
//!   and FENs are passed over.
//! - It panics on a depth, a mate or moves to go over 255 and on blanks after `go`, and keeps scores in 32 and mates in 8
//!   bits: such lines are passed over.
//! - It reads attributes behind `pv`; for ours the line of play runs to the end.
//! - What it does not know it takes to the end of the line; ours skips a word.
//! - A number ends for it where its digits end: `1000wtime` and `1moves` are two words to it, one to ours.
//! - Of two `ponder` it takes the last, ours the first. A string option's default ends for it at `min`, `max` or `var`.

use super::text::lines;
use uci_arbiter::uci::{Best, Bound, Command, Go, Info, PositionText, Reply, Root, Score, tokens};
use uci_arbiter::xboard::{EngineOption, OptionKind};
use vampirc_uci::{UciInfoAttribute, UciMessage, UciMove, UciOptionConfig, UciSearchControl, UciTimeControl};

pub(crate) fn run(data: &[u8]) {
    for line in lines(data, 8) {
        let Ok(text) = std::str::from_utf8(line) else { continue };
        if text.len() > 400
            || text.ends_with([' ', '\t'])
            || text.contains(['\r', '\x0b', '\x0c', '\0', '\u{feff}'])
            || has_large_number(text)
        {
            continue;
        }
        // Strict: the whole line is read, or none of it.
        let Ok(messages) = vampirc_uci::parse_strict(text) else { continue };
        let [message] = messages.as_slice() else { continue };
        compare(text, message);
    }
}

/// A number that it panics on.
fn has_large_number(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["depth", "mate", "movestogo", "currline"].iter().any(|key| {
        text.match_indices(key).any(|(at, _)| {
            let rest = text.get(at + key.len()..).unwrap_or_default().trim_start();
            let rest = rest.strip_prefix('-').unwrap_or(rest);
            let digits = rest.chars().take_while(char::is_ascii_digit).take(3).collect::<String>();
            digits.parse::<u32>().is_ok_and(|number| number > 127)
        })
    })
}

fn has_capitals(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Whether a keyword stands there with a capital letter in it.
fn shouts(text: &str, keys: &[&str]) -> bool {
    let shouted = |word: &str| keys.iter().any(|key| word.eq_ignore_ascii_case(key) && word != *key);
    text.split_ascii_whitespace().any(shouted)
}

fn compare(text: &str, message: &UciMessage) {
    let line = text.as_bytes();
    let first = text.split_ascii_whitespace().next().unwrap_or_default();
    if has_capitals(first) {
        return;
    }
    let (command, reply) = (Command::parse(line), Reply::parse(line));
    match message {
        UciMessage::Uci => assert_eq!(command, Command::Uci),
        UciMessage::IsReady => assert_eq!(command, Command::IsReady),
        UciMessage::UciNewGame => assert_eq!(command, Command::NewGame),
        UciMessage::Stop => assert_eq!(command, Command::Stop),
        UciMessage::PonderHit => assert_eq!(command, Command::PonderHit),
        UciMessage::Quit => assert_eq!(command, Command::Quit),
        UciMessage::UciOk => assert_eq!(reply, Reply::UciOk),
        UciMessage::ReadyOk => assert_eq!(reply, Reply::ReadyOk),
        UciMessage::SetOption { name, value } => set_option(text, &command, name, value.as_deref()),
        UciMessage::Position { startpos, fen, moves } if !shouts(text, &["fen", "startpos", "moves"]) => {
            if text.split_ascii_whitespace().any(|word| word != "moves" && word.ends_with("moves")) {
                return;
            }
            let Command::Position(rest) = command else { panic!("{text:?}: {command:?}") };
            let Ok(read) = PositionText::parse(rest) else { return };
            match read.root {
                Root::Standard => assert!(*startpos && fen.is_none(), "{text:?}"),
                Root::Fen(ours) => {
                    let theirs = fen.as_ref().map(vampirc_uci::UciFen::as_str).unwrap_or_default();
                    assert!(ours.split_ascii_whitespace().eq(theirs.split_ascii_whitespace()), "{text:?}");
                }
            }
            let ours = read.moves.iter().map(ToString::to_string).collect::<Vec<_>>();
            assert_eq!(ours, spelled(moves), "{text:?}");
        }
        UciMessage::Go { time_control, search_control } if !has_capitals(text) => {
            let Command::Go(go) = command else { panic!("{text:?}: {command:?}") };
            self::go(text, &go, time_control.as_ref(), search_control.as_ref());
        }
        UciMessage::Id { name: Some(name), .. } if !shouts(text, &["name"]) => {
            let Reply::Name(ours) = reply else { panic!("{text:?}: {reply:?}") };
            assert_eq!(ours, name.as_bytes().trim_ascii());
        }
        UciMessage::BestMove { best_move, ponder } if !has_capitals(text) => {
            let Reply::BestMove(ours) = reply else { panic!("{text:?}: {reply:?}") };
            let Best::Move(best) = ours.best else { return };
            assert_eq!(best.to_string(), best_move.to_string());
            if text.matches("ponder").count() < 2 {
                assert_eq!(ours.ponder.map(|m| m.to_string()), ponder.map(|m| m.to_string()), "{text:?}");
            }
        }
        UciMessage::Info(attributes) if !has_capitals(text) => {
            let Reply::Info(rest) = reply else { panic!("{text:?}: {reply:?}") };
            info(text, &Info::parse(rest), attributes);
        }
        UciMessage::Option(theirs) => option(text, theirs),
        UciMessage::Position { .. }
        | UciMessage::Go { .. }
        | UciMessage::Id { .. }
        | UciMessage::BestMove { .. }
        | UciMessage::Info(_)
        | UciMessage::Debug(_)
        | UciMessage::Register { .. }
        | UciMessage::CopyProtection(_)
        | UciMessage::Registration(_)
        | UciMessage::Unknown(..) => {}
    }
}

fn spelled(moves: &[UciMove]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn set_option(text: &str, command: &Command<'_>, name: &str, value: Option<&str>) {
    if shouts(text, &["name", "value"]) {
        return;
    }
    let Command::SetOption(set) = command else { panic!("{text:?}: {command:?}") };
    assert_eq!(set.name, name.trim().as_bytes(), "{text:?}");
    assert_eq!(set.value, value.map(|value| value.trim_ascii().as_bytes()), "{text:?}");
}

fn go(text: &str, go: &Go<'_>, time: Option<&UciTimeControl>, search: Option<&UciSearchControl>) {
    let glued = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic);
    if text.split_ascii_whitespace().any(glued) {
        return;
    }
    match time {
        Some(UciTimeControl::Ponder) => assert!(go.ponder, "{text:?}"),
        Some(UciTimeControl::Infinite) => assert!(go.infinite, "{text:?}"),
        Some(UciTimeControl::MoveTime(span)) => same(text, go.movetime, Some(span.num_milliseconds())),
        Some(UciTimeControl::TimeLeft { white_time, black_time, white_increment, black_increment, .. }) => {
            let times = [(go.wtime, white_time), (go.btime, black_time)];
            let increments = [(go.winc, white_increment), (go.binc, black_increment)];
            for (ours, theirs) in times.into_iter().chain(increments) {
                same(text, ours, theirs.map(|span| span.num_milliseconds()));
            }
        }
        None => {}
    }
    if let Some(search) = search {
        assert_eq!(go.searchmoves, !search.search_moves.is_empty(), "{text:?}");
        let limited = search.depth.is_some() || search.nodes.is_some() || search.mate.is_some();
        assert!(!(limited && go.infinite) || text.contains("infinite"), "{text:?}");
    }
}

/// What one does not tell is left open.
fn same<T: PartialEq + std::fmt::Debug>(text: &str, ours: Option<T>, theirs: Option<T>) {
    if let (Some(ours), Some(theirs)) = (ours, theirs) {
        assert_eq!(ours, theirs, "{text:?}");
    }
}

fn info(text: &str, ours: &Info<'_>, attributes: &[UciInfoAttribute]) {
    if attributes.iter().any(|attribute| matches!(attribute, UciInfoAttribute::Any(..))) {
        return;
    }
    let (mut depth, mut seldepth, mut time, mut nodes, mut multipv) = (None, None, None, None, None);
    for attribute in attributes {
        match attribute {
            UciInfoAttribute::Depth(number) => depth = Some(u64::from(*number)),
            UciInfoAttribute::SelDepth(number) => seldepth = Some(u64::from(*number)),
            UciInfoAttribute::Time(span) => time = u64::try_from(span.num_milliseconds()).ok(),
            UciInfoAttribute::Nodes(number) => nodes = Some(*number),
            UciInfoAttribute::MultiPv(number) => multipv = Some(u64::from(*number)),
            UciInfoAttribute::Score { cp, mate, lower_bound, upper_bound } => {
                score(text, ours, (*cp, *mate), (*lower_bound, *upper_bound), attributes);
            }
            UciInfoAttribute::Pv(moves) => {
                let pv = tokens(ours.pv.unwrap_or_default()).map(|word| String::from_utf8_lossy(word).into_owned());
                assert!(pv.take(moves.len()).eq(spelled(moves)), "{text:?}");
                break;
            }
            UciInfoAttribute::String(string) => {
                assert_eq!(ours.string, Some(string.as_bytes().trim_ascii()), "{text:?}");
                break;
            }
            _ => {}
        }
    }
    same(text, ours.depth, depth);
    same(text, ours.seldepth, seldepth);
    same(text, ours.time, time);
    same(text, ours.nodes, nodes);
    same(text, ours.multipv.filter(|number| *number <= 65_535), multipv);
}

/// The only score of a line, if it fits what theirs is kept in.
fn score(
    text: &str,
    ours: &Info<'_>,
    (cp, mate): (Option<i32>, Option<i8>),
    bounds: (Option<bool>, Option<bool>),
    attributes: &[UciInfoAttribute],
) {
    let scores = attributes.iter().filter(|attribute| matches!(attribute, UciInfoAttribute::Score { .. })).count();
    if scores != 1 {
        return;
    }
    match ours.score {
        Some(Score::Cp(ours)) if i32::try_from(ours).is_ok() => assert_eq!(cp.map(i64::from), Some(ours), "{text:?}"),
        Some(Score::Mate(ours)) => assert_eq!(mate.map(i64::from), Some(ours), "{text:?}"),
        Some(Score::Cp(_)) => {}
        None => panic!("expected a score in {text:?}"),
    }
    match bounds {
        (Some(true), Some(true)) => {}
        (Some(true), _) => assert_eq!(ours.bound, Bound::Lower, "{text:?}"),
        (_, Some(true)) => assert_eq!(ours.bound, Bound::Upper, "{text:?}"),
        (_, _) => assert_eq!(ours.bound, Bound::Exact, "{text:?}"),
    }
}

fn option(text: &str, theirs: &UciOptionConfig) {
    if shouts(text, &["name", "type", "default", "min", "max", "var", "check", "spin", "combo", "string", "button"]) {
        return;
    }
    let Some(ours) = EngineOption::from_uci(text.as_bytes()) else { panic!("expected an option in {text:?}") };
    assert_eq!(ours.name, theirs.get_name().trim().as_bytes(), "{text:?}");
    match (&ours.kind, theirs) {
        (OptionKind::Check { on }, UciOptionConfig::Check { default, .. }) => same(text, Some(*on), *default),
        (OptionKind::Spin { default, min, max }, UciOptionConfig::Spin { default: d, min: l, max: h, .. }) => {
            same(text, Some(*default), *d);
            same(text, Some(*min), *l);
            same(text, Some(*max), *h);
        }
        (OptionKind::Combo { choices, .. }, UciOptionConfig::Combo { var, .. }) => {
            if ![" min", " max"].iter().any(|word| text.contains(word)) {
                assert_eq!(choices.len(), var.len(), "{text:?}");
            }
        }
        (OptionKind::Text { .. }, UciOptionConfig::String { .. })
        | (OptionKind::Button, UciOptionConfig::Button { .. }) => {}
        (ours, theirs) => panic!("{text:?}: {ours:?} and {theirs:?}"),
    }
}
