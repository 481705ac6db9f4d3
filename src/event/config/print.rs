//! Settings as an event file: every key written out.

use super::rules::{AFTER_FORFEIT, AFTER_TROUBLE, AGREED_BY, CLASSES, ENDS, EXCEPTIONS, FIFTY, ILLEGAL_MOVES, RESETS};
use crate::event::settings::{
    Affinity, Behalf, Colours, Comments, FinalTable, Format, Interrupted, MatchPoints, Meetings, OpeningOrder,
    OpeningPolicy, OpeningSource, Openings, Order, Output, Player, PlayerId, Pondering, Primary, Restart, Rules,
    ScoresFrom, Settings, Sprt, SprtModel, Style, Token, Unfinished, Variant,
};
use crate::event::time_control::{self, seconds};
use crate::profile::{History, OptionValue, Program, Protocol, Quirks, ReadyWhileSearching, Repair};
use crate::units::Span;
use std::fmt::Display;
use std::path::Path;
use toml::Value;

/// Text being written, a line a key.
#[derive(Default)]
struct Page(String);

impl Page {
    fn section(&mut self, header: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(header);
        self.0.push('\n');
    }

    fn raw(&mut self, key: &str, value: impl Display) {
        self.0.push_str(&format!("{key} = {value}\n"));
    }

    fn text(&mut self, key: &str, text: &str) {
        self.raw(key, quoted(text));
    }

    fn path(&mut self, key: &str, path: Option<&Path>) {
        if let Some(path) = path {
            self.text(key, &path.to_string_lossy());
        }
    }

    fn span(&mut self, key: &str, span: Span) {
        self.text(key, &seconds(span));
    }

    fn number(&mut self, key: &str, number: Option<impl Display>) {
        if let Some(number) = number {
            self.raw(key, number);
        }
    }
}

pub(super) fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

pub(super) fn list<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    format!("[{}]", texts.into_iter().map(quoted).collect::<Vec<_>>().join(", "))
}

/// The word that stands for a value; every value has one.
fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, meaning)| meaning == value).map_or("", |(word, _)| word)
}

pub(super) fn event(settings: &Settings) -> String {
    let mut page = Page::default();
    page.section("[event]");
    page.text("name", &settings.name);
    page.text("site", &settings.site);
    match i64::try_from(settings.seed) {
        Ok(seed) => page.raw("seed", seed),
        Err(_) => page.text("seed", &settings.seed.to_string()),
    }
    let codes = settings.tie_breaks.iter().map(|tie_break| quoted(tie_break.code())).collect::<Vec<_>>();
    page.raw("tie-breaks", format!("[{}]", codes.join(", ")));
    for player in &settings.players {
        self::player(&mut page, player);
    }
    format(&mut page, settings);
    openings(&mut page, &settings.openings);
    rules(&mut page, &settings.rules);
    if let Some(sprt) = &settings.sprt {
        self::sprt(&mut page, sprt);
    }
    page.section("[play]");
    page.raw("concurrency", settings.play.concurrency);
    match &settings.play.affinity {
        Affinity::Off => page.text("affinity", "off"),
        Affinity::Auto => page.text("affinity", "auto"),
        Affinity::List(list) => page.raw("affinity", format!("{list:?}")),
    }
    page.span("wait", settings.play.wait);
    page.text(
        "interrupted",
        match settings.play.interrupted {
            Interrupted::Replay => "replay",
            Interrupted::Resume => "resume",
        },
    );
    output(&mut page, &settings.output);
    if let Some(broadcast) = &settings.broadcast {
        page.section("[broadcast]");
        page.text("url", &broadcast.url);
        match &broadcast.token {
            Token::Environment(name) => page.text("token-env", name),
            Token::File(path) => page.path("token-file", Some(path)),
        }
    }
    page.0
}

fn player(page: &mut Page, player: &Player) {
    let engine = &player.engine;
    page.section("[[engines]]");
    page.text("name", &player.name);
    match &engine.program {
        Program::House(name) => page.text("house", name),
        Program::Command(path) => page.path("command", Some(path)),
    }
    if !engine.arguments.is_empty() {
        page.raw("arguments", list(engine.arguments.iter().map(String::as_str)));
    }
    page.path("directory", engine.directory.as_deref());
    page.text(
        "protocol",
        match engine.protocol {
            Protocol::Uci => "uci",
            Protocol::Xboard => "xboard",
        },
    );
    page.text("control", &time_control::print(&player.control));
    page.span("margin", player.margin);
    page.number("depth", player.depth);
    page.number("nodes", player.nodes);
    page.raw("ponder", player.ponder == Pondering::On);
    page.text(
        "restart",
        match player.restart {
            Restart::Auto => "auto",
            Restart::On => "on",
            Restart::Off => "off",
        },
    );
    page.text(
        "scores",
        match player.scores {
            ScoresFrom::Mover => "mover",
            ScoresFrom::White => "white",
        },
    );
    if !player.first_lines.is_empty() {
        page.raw("first-lines", list(player.first_lines.iter().map(String::as_str)));
    }
    page.path("stderr", player.stderr.as_deref());
    page.number("rating", player.rating);
    if let Some(book) = &player.book {
        page.raw("book", format!("{{ file = {}, moves = {} }}", quoted(&book.file.to_string_lossy()), book.moves));
    }
    if !engine.environment.is_empty() {
        page.section("[engines.environment]");
        for (name, value) in &engine.environment {
            page.text(&quoted(name), value);
        }
    }
    if !engine.options.is_empty() {
        page.section("[engines.options]");
        for (name, value) in &engine.options {
            match value {
                OptionValue::Press => page.raw(&quoted(name), "{ press = true }"),
                OptionValue::Value(value) => page.text(&quoted(name), value),
            }
        }
    }
    if engine.quirks != Quirks::default() {
        quirks(page, &engine.quirks);
    }
}

fn quirks(page: &mut Page, quirks: &Quirks) {
    page.section("[engines.quirks]");
    page.text(
        "ready-while-searching",
        match quirks.ready_while_searching {
            ReadyWhileSearching::Answers => "answers",
            ReadyWhileSearching::Silent => "silent",
        },
    );
    let repair = quirks.repair.iter().map(|repair| match repair {
        Repair::Crlf => "crlf",
        Repair::Tabs => "tabs",
        Repair::LeadingSpace => "leading-space",
        Repair::UpperCase => "upper-case",
        Repair::Castling => "castling",
    });
    page.raw("repair", list(repair));
    page.text(
        "history",
        match quirks.history {
            History::Full => "full",
            History::Prune => "prune",
        },
    );
}

fn format(page: &mut Page, settings: &Settings) {
    match &settings.format {
        Format::TeamRoundRobin(teams) => {
            for team in &teams.teams {
                page.section("[[teams]]");
                page.text("name", &team.name);
                let name = |player: &PlayerId| settings.players.get(usize::from(player.0));
                let names = team.boards.iter().filter_map(name).map(|player| player.name.as_str());
                page.raw("boards", list(names));
            }
        }
        Format::RoundRobin(_)
        | Format::Ladder(_)
        | Format::Gauntlet { .. }
        | Format::Knockout { .. }
        | Format::Swiss(_) => {}
    }
    page.section("[format]");
    match &settings.format {
        Format::TeamRoundRobin(teams) => {
            page.text("kind", "team-round-robin");
            page.raw("rounds", teams.rounds);
            page.raw("games", teams.games);
            let MatchPoints { win, draw, loss } = teams.match_points;
            page.raw("match-points", format!("{{ win = {win}, draw = {draw}, loss = {loss} }}"));
            page.text(
                "primary",
                match teams.primary {
                    Primary::MatchPoints => "match-points",
                    Primary::GamePoints => "game-points",
                },
            );
            page.raw("team-tie-breaks", list(teams.tie_breaks.iter().map(|tie_break| tie_break.code())));
        }
        Format::RoundRobin(meetings) => {
            page.text("kind", "round-robin");
            self::meetings(page, meetings);
        }
        Format::Ladder(meetings) => {
            page.text("kind", "ladder");
            self::meetings(page, meetings);
        }
        Format::Gauntlet { seeds, meetings } => {
            page.text("kind", "gauntlet");
            page.raw("seeds", seeds);
            self::meetings(page, meetings);
        }
        Format::Knockout { games, extra_pairs } => {
            page.text("kind", "knockout");
            page.raw("games", games);
            page.number("extra-pairs", *extra_pairs);
        }
        Format::Swiss(swiss) => {
            page.text("kind", "swiss");
            for (key, value) in super::swiss::print(swiss, &settings.players) {
                page.raw(key, value);
            }
        }
    }
}

fn meetings(page: &mut Page, meetings: &Meetings) {
    page.raw("rounds", meetings.rounds);
    page.raw("games", meetings.games);
    page.text(
        "order",
        match meetings.order {
            Order::Berger => "berger",
            Order::Cutechess => "cutechess",
            Order::Fastchess => "fastchess",
        },
    );
    page.text(
        "colours",
        match meetings.colours {
            Colours::Swapped => "swapped",
            Colours::Fixed => "fixed",
            Colours::Reversed => "reversed",
        },
    );
}

fn openings(page: &mut Page, openings: &Openings) {
    page.section("[openings]");
    match &openings.source {
        OpeningSource::Start => {}
        OpeningSource::Epd(path) => page.path("epd", Some(path)),
        OpeningSource::Pgn(path) => page.path("pgn", Some(path)),
        OpeningSource::Polyglot(path) => page.path("polyglot", Some(path)),
        OpeningSource::Chess960(list) if list.is_empty() => page.text("chess960", "all"),
        OpeningSource::Chess960(list) => page.raw("chess960", format!("{list:?}")),
        OpeningSource::DoubleChess960(list) if list.is_empty() => page.text("double-chess960", "all"),
        OpeningSource::DoubleChess960(list) => {
            let pairs = list.iter().map(|(white, black)| format!("[{white}, {black}]")).collect::<Vec<_>>();
            page.raw("double-chess960", format!("[{}]", pairs.join(", ")));
        }
    }
    page.text(
        "order",
        match openings.order {
            OpeningOrder::Sequential => "sequential",
            OpeningOrder::Random => "random",
        },
    );
    page.number("plies", openings.plies);
    page.raw("start", openings.start);
    page.raw("repeat", openings.repeat);
    page.text(
        "policy",
        match openings.policy {
            OpeningPolicy::Default => "default",
            OpeningPolicy::Encounter => "encounter",
            OpeningPolicy::Round => "round",
        },
    );
    page.text(
        "variant",
        match openings.variant {
            Variant::Standard => "standard",
            Variant::Chess960 => "chess960",
        },
    );
}

fn rules(page: &mut Page, rules: &Rules) {
    page.section("[rules]");
    page.text("preset", &rules.preset);
    page.text("laws", rules.laws.name());
    page.text("class", word(&CLASSES, &rules.class));
    match rules.claims {
        Behalf::Never => page.text("claims", "never"),
        Behalf::Always => page.text("claims", "always"),
        Behalf::WhenNotBetter(score) => page.raw("claims", format!("{{ when-not-better = {score} }}")),
    }
    page.text("illegal-moves", word(&ILLEGAL_MOVES, &rules.illegal_moves));
    page.raw("max-moves", rules.max_moves.map_or(0, std::num::NonZeroU32::get));
    match &rules.draw {
        None => page.raw("draw", false),
        Some(draw) => {
            let reset = quoted(word(&RESETS, &draw.reset));
            let (from, moves, score) = (draw.from_move, draw.moves, draw.score);
            let rule = format!("{{ from-move = {from}, moves = {moves}, score = {score}, reset = {reset} }}");
            page.raw("draw", rule);
        }
    }
    match &rules.resign {
        None => page.raw("resign", false),
        Some(resign) => {
            let by = quoted(word(&AGREED_BY, &resign.by));
            page.raw("resign", format!("{{ moves = {}, score = {}, by = {by} }}", resign.moves, resign.score));
        }
    }
    match &rules.tablebases {
        None => page.raw("tablebases", false),
        Some(tables) => {
            let paths = tables.paths.iter().map(|path| path.to_string_lossy().into_owned()).collect::<Vec<_>>();
            let paths = list(paths.iter().map(String::as_str));
            let (fifty, ends) = (quoted(word(&FIFTY, &tables.fifty)), quoted(word(&ENDS, &tables.ends)));
            let men = tables.men;
            page.raw("tablebases", format!("{{ paths = {paths}, men = {men}, fifty = {fifty}, ends = {ends} }}"));
        }
    }
    let trouble = &rules.trouble;
    page.section("[rules.trouble]");
    page.text("game", word(&AFTER_TROUBLE, &trouble.game));
    page.text("exception", word(&EXCEPTIONS, &trouble.exception));
    page.raw("strikes", trouble.strikes.map_or(0, std::num::NonZeroU32::get));
    page.text("event", word(&AFTER_FORFEIT, &trouble.event));
    page.span("handshake", trouble.handshake);
    page.span("ready", trouble.ready);
    page.span("stop", trouble.stop);
    page.span("untimed-move", trouble.untimed_move);
}

fn sprt(page: &mut Page, sprt: &Sprt) {
    page.section("[sprt]");
    for (key, value) in [("elo0", sprt.elo0), ("elo1", sprt.elo1), ("alpha", sprt.alpha), ("beta", sprt.beta)] {
        page.raw(key, Value::Float(value));
    }
    page.text(
        "model",
        match sprt.model {
            SprtModel::Normalized => "normalized",
            SprtModel::Logistic => "logistic",
            SprtModel::Bayesian => "bayesian",
        },
    );
}

fn output(page: &mut Page, output: &Output) {
    page.section("[output]");
    if let Some(pgn) = &output.pgn {
        let comments = match pgn.comments {
            Comments::Full => "full",
            Comments::None => "none",
            Comments::Commands => "commands",
        };
        let unfinished = match pgn.unfinished {
            Unfinished::Written => "written",
            Unfinished::Left => "left",
        };
        let file = quoted(&pgn.file.to_string_lossy());
        let (comments, unfinished) = (quoted(comments), quoted(unfinished));
        page.raw("pgn", format!("{{ file = {file}, comments = {comments}, unfinished = {unfinished} }}"));
    }
    page.path("epd", output.epd.as_deref());
    page.path("jsonl", output.jsonl.as_deref());
    page.path("live-pgn", output.live_pgn.as_deref());
    page.path("feed", output.feed.as_deref());
    page.path("wires", output.wires.as_deref());
    page.path("journal", output.journal.as_deref());
    page.text(
        "style",
        match output.style {
            Style::Cutechess => "cutechess",
            Style::Fastchess => "fastchess",
            Style::FastchessAsCutechess => "fastchess-as-cutechess",
        },
    );
    page.raw("rating-interval", output.rating_interval);
    page.raw("score-interval", output.score_interval);
    page.raw("standings", output.standings == FinalTable::Shown);
    page.raw("outcome-interval", output.outcome_interval);
}
