//! The can-mate solver measured over files of queries, one thread, beside the crate chasolver on request.
//!
//! `cargo bench --bench solver -- FILE... [--peer] [--both] [--cheap] [--worst N]`. A line of a file holds a FEN,
//! optionally a winner at the end, optionally a verdict (`WB`, `W-`, `-B`, `--`) in front, optionally a tab and a line.
//! Without a winner it is the side not to move; `--both` asks for both sides. Beside the wall times stands the mean CPU
//! time, which a busy machine distorts less; it includes the printing of the answers.
#![expect(clippy::print_stdout, clippy::disallowed_methods, reason = "a benchmark measures and prints")]

use std::time::{Duration, Instant};

use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position, PositionError, fen::Fen};
use uci_arbiter::unwinnable::{Budget, LiveMating, Solver, Standing, Verdict};

/// CPU time of this thread so far, where Linux tells it.
fn cpu() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// CPU time for each of `n` since `began`, as text.
fn cpu_each(began: Option<Duration>, n: usize) -> String {
    match (began, cpu()) {
        (Some(began), Some(now)) => format!("{:?} CPU", (now - began) / n.max(1) as u32),
        _ => "CPU time unknown".to_owned(),
    }
}

#[derive(Clone)]
struct Query {
    position: Chess,
    winner: Color,
    winnable: Option<bool>,
    text: String,
}

fn parse(line: &str, both: bool) -> Vec<Query> {
    let line = line.split('\t').next().unwrap_or("");
    if line.is_empty() || line.starts_with('#') {
        return Vec::new();
    }
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let board = words.iter().position(|w| w.matches('/').count() == 7).expect("a FEN");
    let label = words[..board].iter().find(|w| matches!(**w, "WB" | "W-" | "-B" | "--")).copied();
    let label = if line.contains("states=") { None } else { label };
    words.drain(..board);
    let winner = words.iter().find_map(|w| match *w {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    });
    let fen = words[..words.len().min(4)].join(" ");
    let setup = fen.parse::<Fen>().unwrap_or_else(|e| panic!("{fen}: {e}"));
    let position: Chess = setup
        .into_position(CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .unwrap_or_else(|e| panic!("{fen}: {e}"));
    let winners = match winner {
        Some(winner) => vec![winner],
        None if both => vec![Color::White, Color::Black],
        None => vec![!position.turn()],
    };
    winners
        .into_iter()
        .map(|winner| Query {
            position: position.clone(),
            winner,
            winnable: label.map(|l| l.contains(winner.fold_wb('W', 'B'))),
            text: format!("{fen} {}", winner.fold_wb("white", "black")),
        })
        .collect()
}

#[derive(Default)]
struct Tally {
    winnable: u64,
    unwinnable: u64,
    open: u64,
    wrong: u64,
    plies: u64,
    nodes: Vec<u64>,
    times: Vec<(Duration, String)>,
}

impl Tally {
    fn print(mut self, name: &str, worst: usize) {
        let total: Duration = self.times.iter().map(|t| t.0).sum();
        let n = self.times.len().max(1);
        self.times.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
        self.nodes.sort_unstable();
        let at = |p: usize| {
            self.nodes.get((self.nodes.len() * p / 100).min(self.nodes.len().saturating_sub(1))).copied().unwrap_or(0)
        };
        println!(
            "{name}: {} queries, {} winnable, {} unwinnable, {} undetermined, {} wrong; total {total:?}, mean {:?}, p99 {:?}, max {:?}; line mean {:.1} plies; nodes p50 {} p90 {} p99 {} sum {}",
            self.times.len(),
            self.winnable,
            self.unwinnable,
            self.open,
            self.wrong,
            total / n as u32,
            self.times.get(n / 100).map(|t| t.0).unwrap_or_default(),
            self.times.first().map(|t| t.0).unwrap_or_default(),
            self.plies as f64 / self.winnable.max(1) as f64,
            at(50),
            at(90),
            at(99),
            self.nodes.iter().sum::<u64>(),
        );
        for (time, text) in self.times.iter().take(worst) {
            println!("    {time:?} {text}");
        }
    }
}

fn ours(queries: &[Query], show: bool, budget: Budget<'_>) -> Tally {
    let mut solver = Solver::default();
    let mut tally = Tally::default();
    for query in queries {
        let start = Instant::now();
        let answer = solver.can_mate(&query.position, query.winner, budget);
        let time = start.elapsed();
        tally.nodes.push(answer.nodes);
        let (got, words) = match &answer.verdict {
            Verdict::Winnable(line) => {
                tally.winnable += 1;
                tally.plies += line.0.len() as u64;
                (Some(true), format!("winnable {}", line.0.len()))
            }
            Verdict::Unwinnable(proof) => {
                tally.unwinnable += 1;
                (Some(false), format!("{proof:?}").chars().take(60).collect())
            }
            Verdict::Undetermined(_) => {
                tally.open += 1;
                (None, "undetermined".to_owned())
            }
        };
        if got.is_some() && query.winnable.is_some() && got != query.winnable {
            tally.wrong += 1;
            println!("WRONG {}", query.text);
        }
        if got.is_none() && show {
            println!("OPEN {:?} {} {time:?} nodes {}", query.winnable, query.text, answer.nodes);
        }
        tally.times.push((time, format!("{} {words} nodes {}", query.text, answer.nodes)));
    }
    tally
}

fn peer(queries: &[Query]) -> Tally {
    use std::str::FromStr;
    let mut tally = Tally::default();
    for query in queries {
        let fen = Fen::from_position(&query.position, EnPassantMode::Legal).to_string();
        let Ok(board) = chess::Board::from_str(&fen) else { continue };
        let winner = query.winner.fold_wb(chess::Color::White, chess::Color::Black);
        let start = Instant::now();
        let answer = chasolver::winnability(&board, winner);
        let time = start.elapsed();
        let got = match answer {
            Some(chasolver::Winnability::Winnable { helpmate }) => {
                tally.winnable += 1;
                tally.plies += helpmate.len() as u64;
                Some(true)
            }
            Some(chasolver::Winnability::Unwinnable) => {
                tally.unwinnable += 1;
                Some(false)
            }
            None => {
                tally.open += 1;
                None
            }
        };
        if got.is_some() && query.winnable.is_some() && got != query.winnable {
            tally.wrong += 1;
        }
        tally.times.push((time, query.text.clone()));
    }
    tally
}

/// Every position of every game, both sides, through the per-game use.
fn games(file: &str) {
    use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
    use std::ops::ControlFlow;

    struct Games(Vec<(Chess, Vec<shakmaty::Move>)>);
    struct Moves(Chess, Chess, Vec<shakmaty::Move>);
    impl Visitor for Games {
        type Tags = Option<Chess>;
        type Movetext = Moves;
        type Output = ();
        fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
            ControlFlow::Continue(None)
        }
        fn tag(&mut self, tags: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
            if name == b"FEN" {
                let fen = Fen::from_ascii(value.as_bytes()).ok();
                *tags = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
            }
            ControlFlow::Continue(())
        }
        fn begin_movetext(&mut self, tags: Option<Chess>) -> ControlFlow<(), Moves> {
            let start = tags.unwrap_or_default();
            ControlFlow::Continue(Moves(start.clone(), start, Vec::new()))
        }
        fn begin_variation(&mut self, _: &mut Moves) -> ControlFlow<(), Skip> {
            ControlFlow::Continue(Skip(true))
        }
        fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<()> {
            let Ok(m) = san.san.to_move(&moves.1) else { return ControlFlow::Break(()) };
            moves.1.play_unchecked(m);
            moves.2.push(m);
            ControlFlow::Continue(())
        }
        fn end_game(&mut self, moves: Moves) {
            self.0.push((moves.0, moves.2));
        }
    }

    let mut all = Games(Vec::new());
    let text = std::fs::read(file).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut reader = Reader::new(text.as_slice());
    while let Ok(Some(())) = reader.read_game(&mut all) {}
    let (mut plies, mut open, mut never, mut total, mut worst) = (0u32, 0u32, 0u32, Duration::ZERO, Duration::ZERO);
    let mut nodes = 0;
    let started = cpu();
    for (start, moves) in &all.0 {
        let mut live = LiveMating::new(start);
        let mut now = start.clone();
        for &m in moves {
            let before = now.clone();
            now.play_unchecked(m);
            let began = Instant::now();
            live.played(&before, m, &now);
            let standings = Color::ALL.map(|color| live.can_mate(color, Budget::IN_PLAY));
            let time = began.elapsed();
            total += time;
            worst = worst.max(time);
            plies += 1;
            open += standings.iter().filter(|&&s| s == Standing::Undetermined).count() as u32;
            never += standings.iter().filter(|&&s| s == Standing::Unwinnable).count() as u32;
        }
        nodes += live.asked();
    }
    println!(
        "{file}: {} games, {plies} plies, {never} unwinnable, {open} undetermined, {nodes} asked; {:?} a ply, {}, worst {worst:?}",
        all.0.len(),
        total / plies.max(1),
        cpu_each(started, plies as usize)
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let has = |flag: &str| args.iter().any(|a| a == flag);
    let worst = args
        .iter()
        .position(|a| a == "--worst")
        .and_then(|i| args.get(i + 1))
        .and_then(|n| n.parse().ok())
        .unwrap_or(3);
    let mut files: Vec<&String> = args.iter().filter(|a| a.contains('.')).collect();
    let shipped = "tests/data/unwinnability/vectors.txt".to_owned();
    if files.is_empty() {
        files.push(&shipped);
    }
    for file in files {
        if file.ends_with(".pgn") {
            games(file);
            continue;
        }
        let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
        let both = has("--both") || file.ends_with("vectors.txt");
        let queries: Vec<Query> = text.lines().flat_map(|line| parse(line, both)).collect();
        let budget = if has("--deep") {
            Budget::DEEP
        } else if has("--in-play") {
            Budget::IN_PLAY
        } else {
            Budget::FLAG
        };
        let began = cpu();
        let tally = ours(&queries, has("--open"), budget);
        let each = cpu_each(began, queries.len());
        tally.print(&format!("{file} ours, {each} each"), worst);
        if has("--cheap") {
            let mut solver = Solver::default();
            let began = cpu();
            let start = Instant::now();
            let proven = queries.iter().filter(|q| solver.cheap_proof(&q.position, q.winner).is_some()).count();
            println!(
                "{file} cheap proofs: {proven} of {}, mean {:?}, {}",
                queries.len(),
                start.elapsed() / queries.len() as u32,
                cpu_each(began, queries.len())
            );
        }
        if has("--peer") {
            peer(&queries).print(&format!("{file} chasolver"), 1);
        }
    }
}
