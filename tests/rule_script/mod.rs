//! Runs one rule script. The language is described in `tests/laws/README.md`.

mod expect;
mod statement;

use shakmaty::{ByColor, CastlingMode, Color};
use std::collections::{BTreeSet, VecDeque};
use std::num::NonZeroU32;
use std::sync::Arc;
use uci_arbiter::game::clock::{Bonus, Clocks, Control, Period};
use uci_arbiter::game::{
    Arbiter, Conditions, Disconnection, DrawOffers, Effect, FenClock, MaterialOracle, MisplacedClaim, OpenQuestions,
    Question, Start,
};
use uci_arbiter::laws::penalty::PenaltyScale;
use uci_arbiter::laws::{Edition, Supervision, TimeClass};
use uci_arbiter::units::{Span, Stamp};

/// What went wrong in a script, with the line.
pub(crate) type Outcome<T> = Result<T, String>;

/// (edition, article) pairs that a script has checked.
pub(crate) type Cited = BTreeSet<(String, String)>;

/// One game under one edition.
pub(crate) struct Game {
    edition: String,
    arbiter: Arbiter<MaterialOracle>,
    at: Stamp,
    begun: bool,
    effects: Vec<Effect>,
    questions: Vec<Question>,
    pub(crate) cited: Cited,
}

struct Header {
    editions: Vec<String>,
    class: (TimeClass, Supervision),
    fen: String,
    mode: CastlingMode,
    clocks: ByColor<Control>,
    conditions: Vec<(String, String)>,
}

/// Runs a script under each of its editions.
pub(crate) fn run(text: &str) -> Outcome<Cited> {
    let (header, body) = read(text)?;
    let mut cited = Cited::new();
    for edition in &header.editions {
        let mut game = Game::new(&header, edition)?;
        for (number, line) in &body {
            let applies = statement::for_edition(line, edition);
            if let Some(line) = applies.map_err(|error| format!("line {number}: {error}"))? {
                game.run(line).map_err(|error| format!("line {number} under {edition}: {line}\n    {error}"))?;
            }
        }
        cited.append(&mut game.cited);
    }
    Ok(cited)
}

fn read(text: &str) -> Outcome<(Header, Vec<(usize, String)>)> {
    let lines =
        text.lines().enumerate().map(|(n, line)| (n + 1, line.split(" #").next().unwrap_or("").trim().to_owned()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect::<Vec<_>>();
    let split = lines.iter().position(|(_, line)| line == "---").ok_or("expected a line --- after the header")?;
    let mut header = Header {
        editions: Vec::new(),
        class: (TimeClass::Standard, Supervision::Supervised),
        fen: "startpos".to_owned(),
        mode: CastlingMode::Standard,
        clocks: ByColor { white: Control::Unlimited, black: Control::Unlimited },
        conditions: Vec::new(),
    };
    let mut titled = false;
    for (number, line) in &lines[..split] {
        let (key, value) =
            line.split_once(':').ok_or_else(|| format!("line {number}: expected key: value, got {line:?}"))?;
        let value = value.trim();
        let wrong = |error: String| format!("line {number}: {error}");
        match key {
            "title" => titled = true,
            "laws" => header.editions = editions(value).map_err(wrong)?,
            "class" => header.class = class(value).map_err(wrong)?,
            "fen" => header.fen = value.to_owned(),
            "chess960" => header.mode = CastlingMode::Chess960,
            "clock" => {
                let control = control(value).map_err(wrong)?;
                header.clocks = ByColor { white: control.clone(), black: control };
            }
            "clock white" => header.clocks.white = control(value).map_err(wrong)?,
            "clock black" => header.clocks.black = control(value).map_err(wrong)?,
            _ => header.conditions.push((key.to_owned(), value.to_owned())),
        }
    }
    match (titled, header.editions.is_empty()) {
        (true, false) => Ok((header, lines[split + 1..].to_vec())),
        (false, _) => Err("expected a title".to_owned()),
        (true, true) => Err("expected laws: with at least one edition".to_owned()),
    }
}

/// `all`, `from 2014`, `until 2009`, or a list of names. `online` is only in a list or in `all`.
pub(crate) fn editions(words: &str) -> Outcome<Vec<String>> {
    let known = Edition::builtin_names().map(str::to_owned).collect::<Vec<_>>();
    let dated = |keep: &dyn Fn(&str) -> bool| known.iter().filter(|n| *n != "online" && keep(n)).cloned().collect();
    match words.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["all"] => Ok(known),
        ["from", first] => Ok(dated(&|name| name >= *first)),
        ["until", last] => Ok(dated(&|name| name <= *last)),
        names => names
            .iter()
            .map(|name| {
                known.iter().find(|k| k == name).cloned().ok_or_else(|| format!("expected an edition, got {name:?}"))
            })
            .collect(),
    }
}

fn class(words: &str) -> Outcome<(TimeClass, Supervision)> {
    let (class, supervision) = words.split_once(' ').unwrap_or((words, "supervised"));
    let class = match class {
        "standard" => TimeClass::Standard,
        "rapid" => TimeClass::Rapid,
        "blitz" => TimeClass::Blitz,
        other => return Err(format!("expected standard, rapid or blitz, got {other:?}")),
    };
    match supervision {
        "supervised" => Ok((class, Supervision::Supervised)),
        "unsupervised" => Ok((class, Supervision::Unsupervised)),
        other => Err(format!("expected supervised or unsupervised, got {other:?}")),
    }
}

/// `hourglass 1:00`, `per-move 0:05`, or periods `40/90:00 +0:30, 30:00 delay 0:05`.
fn control(text: &str) -> Outcome<Control> {
    match text.split_once(' ') {
        Some(("hourglass", time)) => return Ok(Control::Hourglass(span(time)?)),
        Some(("per-move", time)) => return Ok(Control::PerMove(span(time)?)),
        Some(_) | None => {}
    }
    text.split(',').map(|part| period(part.trim())).collect::<Outcome<VecDeque<_>>>().map(Control::Periods)
}

fn period(text: &str) -> Outcome<Period> {
    let (base, bonus) = text.split_once(' ').unwrap_or((text, ""));
    let (moves, time) = match base.split_once('/') {
        Some((moves, time)) => (moves.parse::<NonZeroU32>().ok(), time),
        None => (None, base),
    };
    let bonus = match bonus.split_once(' ') {
        Some(("delay", time)) => Bonus::Delay(span(time)?),
        Some(("bronstein", time)) => Bonus::Bronstein(span(time)?),
        Some(other) => return Err(format!("expected delay or bronstein, got {other:?}")),
        None if bonus.is_empty() => Bonus::None,
        None => Bonus::Increment(span(bonus.trim_start_matches('+'))?),
    };
    Ok(Period { moves, time: span(time)?, bonus })
}

/// A span, with an optional plus sign.
pub(crate) fn span(text: &str) -> Outcome<Span> {
    text.trim().trim_start_matches('+').parse().map_err(|error| format!("{error}"))
}

/// A colour by name.
pub(crate) fn side(word: &str) -> Outcome<Color> {
    match word {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        other => Err(format!("expected white or black, got {other:?}")),
    }
}

impl Game {
    fn new(header: &Header, edition: &str) -> Outcome<Self> {
        let laws = Edition::named(edition).map_err(|error| error.to_string())?;
        let mut conditions = Conditions::standard(Arc::new(laws));
        (conditions.class, conditions.supervision) = header.class;
        for (key, value) in &header.conditions {
            condition(&mut conditions, key, value)?;
        }
        let start = Start::parse(&header.fen, header.mode).map_err(|error| error.to_string())?;
        let arbiter = Arbiter::new(conditions, start, Clocks::new(header.clocks.clone()), MaterialOracle);
        Ok(Self {
            edition: edition.to_owned(),
            arbiter,
            at: Stamp(0),
            begun: false,
            effects: Vec::new(),
            questions: Vec::new(),
            cited: Cited::new(),
        })
    }
}

fn condition(conditions: &mut Conditions, key: &str, value: &str) -> Outcome<()> {
    match (key, value) {
        ("fen-clock", "trusted") => conditions.fen_clock = FenClock::Trusted,
        ("fen-clock", "unproven") => conditions.fen_clock = FenClock::Unproven,
        ("disconnection", "loses-at-once") => conditions.disconnection = Disconnection::LosesAtOnce,
        ("misplaced-claim", "refused-only") => conditions.misplaced_claim = MisplacedClaim::RefusedOnly,
        ("draw-offers", "forbidden") => conditions.draw_offers = DrawOffers::Forbidden,
        ("open-questions", "ask-solver") => conditions.open_questions = OpenQuestions::AskSolver,
        ("default-time", time) => conditions.default_time = Some(span(time)?),
        ("penalty-scale", scale) => {
            let parts = scale.split_once('/').and_then(|(t, o)| Some((t.parse().ok()?, o.parse().ok()?)));
            let (times, over) = parts.ok_or_else(|| format!("expected a scale such as 1/60, got {scale:?}"))?;
            conditions.penalty_scale = PenaltyScale { times, over };
        }
        (key, value) => return Err(format!("expected a known condition, got {key}: {value}")),
    }
    Ok(())
}
