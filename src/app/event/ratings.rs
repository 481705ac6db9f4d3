//! `event ratings`: ratings from the games of journals and PGN files.

use crate::event::plain;
use crate::exit::Exit;
use crate::laws::GameResult;
use crate::pgn::{self, Score, Splitter};
use crate::statistics::Tally;
use crate::statistics::ratings::{
    DrawRate, Estimated, MOST_WITH_ERRORS, Pairing, Question, Rating, Ratings, WhiteAdvantage, rate,
};
use crate::units::counted;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The normal law holds 95 % within so many standard deviations.
const Z_95: f64 = 1.959_963_984_540_054;
/// Bytes of PGN read at a time.
const BATCH: usize = 1 << 20;

/// Which games, and what is known before them.
#[derive(Debug, clap::Args)]
pub(super) struct RatingsArgs {
    /// Journals, PGN files (compressed ones too), folders of them; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A player whose rating is known, as NAME=2800; more than one may be given
    #[arg(long = "anchor", value_name = "NAME=ELO")]
    anchors: Vec<Anchor>,
    /// The average rating of players that no anchor is among
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    average: f64,
    /// White's advantage in Elo, or "auto": estimated with the ratings
    #[arg(long, default_value = "0", value_name = "ELO", allow_negative_numbers = true)]
    white: Given,
    /// Percent of draws among equals, or "auto": as many as there were; only errors depend on it
    #[arg(long, default_value = "auto", value_name = "PERCENT")]
    draws: Given,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// A number, or what the games say.
#[derive(Clone, Copy, Debug)]
enum Given {
    Number(f64),
    Auto,
}

impl FromStr for Given {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(Self::Auto),
            _ => finite(text).map(Self::Number).ok_or_else(|| "expected a number or \"auto\"".to_owned()),
        }
    }
}

#[derive(Clone, Debug)]
struct Anchor {
    name: String,
    elo: f64,
}

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.rsplit_once('=').and_then(|(name, elo)| Some((name, finite(elo)?)));
        let (name, elo) = parts.ok_or_else(|| "expected NAME=ELO, such as \"Stockfish 17=3600\"".to_owned())?;
        Ok(Self { name: name.to_owned(), elo })
    }
}

/// A number of a size that ratings have.
fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.abs() <= 1e6)
}

/// The games of all files.
#[derive(Debug, Default)]
struct Games {
    names: Vec<String>,
    places: HashMap<String, usize>,
    tallies: BTreeMap<(usize, usize), Tally>,
    /// Games without one of the three results.
    left_out: u64,
}

impl Games {
    fn place(&mut self, name: &str) -> usize {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }

    fn add(&mut self, white: &str, black: &str, result: Option<GameResult>) {
        let (white, black) = (self.place(white), self.place(black));
        let tally = match result {
            Some(GameResult::WhiteWins) => Tally { wins: 1, ..Tally::default() },
            Some(GameResult::Draw) => Tally { draws: 1, ..Tally::default() },
            Some(GameResult::BlackWins) => Tally { losses: 1, ..Tally::default() },
            Some(GameResult::BothLose | GameResult::HalfZero | GameResult::ZeroHalf) | None => {
                self.left_out += 1;
                return;
            }
        };
        if white == black {
            self.left_out += 1;
        } else {
            *self.tallies.entry((white, black)).or_default() += tally;
        }
    }

    /// A journal or PGN, told by how it begins.
    fn read(&mut self, path: &Path) -> io::Result<()> {
        let place = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let mut opened = pgn::open(path).map_err(place)?;
        let mut start = Vec::new();
        opened.stream.by_ref().take(10).read_to_end(&mut start).map_err(place)?;
        if is_journal(&start) && path != Path::new("-") {
            return self.journal(path);
        }
        let mut splitter = Splitter::new(io::Cursor::new(start).chain(opened.stream));
        while let Some(batch) = splitter.next_batch(BATCH).map_err(place)? {
            for game in &batch.games {
                self.game(batch.text(game));
            }
        }
        Ok(())
    }

    fn journal(&mut self, path: &Path) -> io::Result<()> {
        let standing = super::status::read(path)?;
        // Players without a game are players.
        for name in &standing.players {
            self.place(name);
        }
        let name = |id: crate::event::settings::PlayerId| standing.players.get(usize::from(id.0));
        for (number, game) in &standing.games {
            let (Some(white), Some(black)) = (name(game.fixture.white), name(game.fixture.black)) else { continue };
            let decided = standing.decided.get(number).map(|(result, _, _)| *result);
            self.add(white, black, decided.or(game.ending.result));
        }
        Ok(())
    }

    fn game(&mut self, text: &[u8]) {
        let game = pgn::Game::read(text);
        let (Some(white), Some(black)) = (game.header.white, game.header.black) else {
            self.left_out += 1;
            return;
        };
        let result = match game.header.result.and_then(|tag| Score::of_tag(tag.value)) {
            Some(Score::Known(result)) => Some(result),
            Some(Score::Open) | None => None,
        };
        self.add(&white.text(), &black.text(), result);
    }
}

/// `1a2b3c4d {`: a checksum and an entry.
fn is_journal(start: &[u8]) -> bool {
    matches!(start.split_at_checked(8), Some((crc, b" {")) if crc.iter().all(u8::is_ascii_hexdigit))
}

pub(super) fn run(args: &RatingsArgs, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    let mut games = Games::default();
    for path in &args.files {
        let files =
            pgn::list(path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())));
        let read = files.and_then(|files| files.iter().try_for_each(|file| games.read(file)));
        if let Err(error) = read {
            return writeln!(err, "{error}").map(|()| Exit::BadInput);
        }
    }
    let mut anchors = Vec::new();
    for anchor in &args.anchors {
        match games.places.get(&anchor.name) {
            Some(place) => anchors.push((*place, anchor.elo)),
            None => {
                let text = "--anchor: expected the name of a player of the games, got";
                return writeln!(err, "{text} {:?}", anchor.name).map(|()| Exit::BadInput);
            }
        }
    }
    let pairings =
        games.tallies.iter().map(|((white, black), tally)| Pairing { white: *white, black: *black, tally: *tally });
    let pairings = pairings.collect::<Vec<_>>();
    let ratings = rate(&Question {
        players: games.names.len(),
        pairings: &pairings,
        anchors: &anchors,
        average: args.average,
        white: match args.white {
            Given::Number(elo) => WhiteAdvantage::Fixed(elo),
            Given::Auto => WhiteAdvantage::Estimated,
        },
        draws: match args.draws {
            Given::Number(percent) => DrawRate::Fixed(percent / 100.0),
            Given::Auto => DrawRate::Estimated,
        },
    });
    if args.json {
        writeln!(out, "{}", json(&games, &ratings))?;
    } else {
        out.write_all(text(&games, &ratings, args.draws).as_bytes())?;
    }
    Ok(Exit::Success)
}

/// The players in the order of the table: rated ones by group and rating, then the others.
fn order(games: &Games, ratings: &Ratings) -> Vec<usize> {
    let anchored = ratings.groups.iter().position(|group| match group.anchored {
        crate::statistics::ratings::Anchored::Yes => true,
        crate::statistics::ratings::Anchored::No => false,
    });
    let key = |player: &usize| match ratings.players.get(*player) {
        Some(Rating::Rated { group, elo }) => (0, *group, -elo.value),
        Some(Rating::Anchor(elo)) => (0, anchored.unwrap_or(0), -elo),
        Some(Rating::WonAll) => (1, 0, 0.0),
        Some(Rating::Between) => (2, 0, 0.0),
        Some(Rating::LostAll) => (3, 0, 0.0),
        Some(Rating::NoGames) | None => (4, 0, 0.0),
    };
    let mut players = (0..games.names.len()).collect::<Vec<_>>();
    players.sort_by(|one, other| key(one).partial_cmp(&key(other)).unwrap_or(std::cmp::Ordering::Equal));
    players
}

fn text(games: &Games, ratings: &Ratings, draws: Given) -> String {
    let names = games.names.iter().map(|name| plain::line(name)).collect::<Vec<_>>();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!(
        "{:>4} {:<width$} {:>8} {:>7} {:>8} {:>6} {:>6} {:>6}\n",
        "Rank", "Name", "Elo", "±95%", "Points", "Games", "Score", "Draws"
    );
    let (mut rank, mut last) = (0, None);
    for player in order(games, ratings) {
        let Some(rating) = ratings.players.get(player) else { continue };
        let (group, elo, error) = match rating {
            Rating::Rated { group, elo } => {
                let error = elo.error.map_or_else(|| "-".to_owned(), |error| format!("{:.1}", error * Z_95));
                (Some(*group), format!("{:.1}", elo.value), error)
            }
            Rating::Anchor(elo) => (last.flatten().or(Some(0)), format!("{elo:.1}"), "given".to_owned()),
            Rating::WonAll => (None, "won all".to_owned(), String::new()),
            Rating::LostAll => (None, "lost all".to_owned(), String::new()),
            Rating::Between => (None, "between".to_owned(), String::new()),
            Rating::NoGames => (None, "no games".to_owned(), String::new()),
        };
        if last.is_some_and(|last| last != group) {
            rank = 0;
            let why = match group {
                Some(_) => "Another group: no game, or no half point, tells how far it is from those above:",
                None => "No rating: their results allow every one from some point on:",
            };
            // A String takes everything.
            _ = writeln!(text, "{why}");
        }
        last = Some(group);
        rank += 1;
        let tally = ratings.tallies.get(player).copied().unwrap_or_default();
        let (number, share) =
            (
                tally.games(),
                |share: f64| if share.is_nan() { "-".to_owned() } else { format!("{:.1}%", 100.0 * share) },
            );
        let halves = if tally.half_points() % 2 == 1 { ".5" } else { ".0" };
        let points = format!("{}{halves}", tally.half_points() / 2);
        let name = names.get(player).map_or("?", |name| name);
        let pad = width.saturating_sub(name.chars().count());
        let place = if group.is_some() { rank.to_string() } else { String::new() };
        let (score, draws) = (share(tally.score()), share(tally.draw_ratio()));
        _ = writeln!(
            text,
            "{place:>4} {name}{:pad$} {elo:>8} {error:>7} {points:>8} {number:>6} {score:>6} {draws:>6}",
            ""
        );
    }
    match ratings.white {
        Some(Estimated { value, error }) => {
            let error =
                error.filter(|error| *error > 0.0).map_or_else(String::new, |error| format!(" ±{:.1}", error * Z_95));
            _ = writeln!(text, "White's advantage: {value:.1}{error}");
        }
        None => text.push_str("White's advantage: the results set no bound to it; 0 is taken\n"),
    }
    if let Some(rate) = ratings.draws {
        // Each game is in two tallies.
        let sum = |count: fn(&Tally) -> u64| ratings.tallies.iter().map(count).sum::<u64>() / 2;
        let drawn = counted(sum(|tally| tally.draws), "draw", "draws");
        let of = counted(sum(|tally| tally.games()), "game", "games");
        let by = match draws {
            Given::Number(_) => "given".to_owned(),
            Given::Auto => format!("{drawn} in {of}"),
        };
        _ = writeln!(text, "Draws among equals: {:.1}% ({by})", 100.0 * rate);
    }
    if games.left_out > 0 {
        let left_out = counted(games.left_out, "game", "games");
        _ = writeln!(text, "Left out: {left_out} without a result of 1-0, 0-1 or 1/2-1/2");
    }
    if games.names.len() > MOST_WITH_ERRORS {
        _ = writeln!(text, "No errors: they are known for at most {MOST_WITH_ERRORS} players");
    }
    text
}

fn json(games: &Games, ratings: &Ratings) -> serde_json::Value {
    let player = |player: usize| {
        let tally = ratings.tallies.get(player).copied().unwrap_or_default();
        let (standing, group, elo, error) = match ratings.players.get(player) {
            Some(Rating::Rated { group, elo }) => ("rated", Some(*group), Some(elo.value), elo.error),
            Some(Rating::Anchor(elo)) => ("anchor", None, Some(*elo), None),
            Some(Rating::WonAll) => ("won-all", None, None, None),
            Some(Rating::LostAll) => ("lost-all", None, None, None),
            Some(Rating::Between) => ("between", None, None, None),
            Some(Rating::NoGames) | None => ("no-games", None, None, None),
        };
        serde_json::json!({
            "name": games.names.get(player), "standing": standing, "group": group, "elo": elo, "standard_error": error,
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
        })
    };
    let players = order(games, ratings).into_iter().map(player).collect::<Vec<_>>();
    let white = ratings.white.map(|white| serde_json::json!({ "elo": white.value, "standard_error": white.error }));
    serde_json::json!({
        "players": players, "groups": ratings.groups.len(), "white_advantage": white, "draw_rate": ratings.draws,
        "left_out": games.left_out,
    })
}
