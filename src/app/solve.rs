//! `uci-arbiter solve`: can this side still mate? One question, or a stream of them, one a line.
//!
//! Reads questions, asks the solver on as many threads as wanted, answers in order. Holds no rule of its own; it is the
//! one place beside the arbiter's shell that reads a clock, to say what an answer cost. Called by the binary.

mod single;
mod text;

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use crate::unwinnable::query::{Query, QueryError};
use crate::unwinnable::{Answer, Budget, Solver};

/// Tell whether a side can still checkmate by any series of legal moves, with a line or a proof.
///
/// Without FEN, questions are read from standard input, one a line: FEN [white|black]. Without a winner it is the side
/// that is not to move (whose opponent's flag has fallen). Answers come in the same order, one a line.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  uci-arbiter solve '4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - -'
  uci-arbiter solve 'k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 w - - white'
  uci-arbiter solve --json --threads 4 < questions.txt > answers.jsonl")]
pub struct SolveArgs {
    /// One question; it may end with white or black
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    /// One JSON object a line: fen, winner, verdict, line, evidence, nodes, time_us
    #[arg(long)]
    json: bool,
    /// Look for the shortest line, of at most this many plies
    #[arg(long, value_name = "PLIES")]
    min: Option<usize>,
    /// Tell whether a line mates before the 75-move rule or a fifth occurrence would end the game; the FEN's half-move
    /// clock counts
    #[arg(long)]
    counters: bool,
    /// Write a certificate for each decided question, one JSON object a line (see `uci-arbiter verify`)
    #[arg(long, value_name = "FILE")]
    certify: Option<std::path::PathBuf>,
    /// Threads
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// How much one question may cost
    #[arg(long, value_enum, default_value_t = Effort::Flag)]
    budget: Effort,
    /// Give up a question after this many milliseconds
    #[arg(long, value_name = "MS")]
    deadline: Option<u64>,
}

/// Named budgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Effort {
    /// About 2 ms.
    InPlay,
    /// About 2 s.
    Flag,
    /// Minutes, and 2 GB of memory.
    Deep,
}

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Solved {
    /// Questions answered, undetermined ones too.
    pub answered: u64,
    /// Lines that are no question.
    pub bad: u64,
}

/// Answers the question of the arguments, or those of `input`.
///
/// # Errors
/// If the input cannot be read, or an answer or certificate cannot be written. A closed output is success.
pub fn run(args: &SolveArgs, input: impl Read, out: &mut dyn Write) -> io::Result<Solved> {
    let done = if args.fen.is_empty() { stream(args, input, out) } else { single::run(args, out) };
    match done {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Solved::default()),
        done => done,
    }
}

/// A question with its answer and what it cost.
struct Done {
    asked: Result<(Query, Answer), QueryError>,
    time: Duration,
}

#[expect(clippy::disallowed_methods, reason = "solve is a shell: it says what an answer cost and keeps a deadline")]
fn now() -> Instant {
    Instant::now()
}

fn ask(args: &SolveArgs, solver: &mut Solver, text: &str) -> Done {
    let start = now();
    let deadline = args.deadline.map(|ms| start + Duration::from_millis(ms));
    let stop = || deadline.is_some_and(|deadline| now() >= deadline);
    let budget = match args.budget {
        Effort::InPlay => Budget::IN_PLAY,
        Effort::Flag => Budget::FLAG,
        Effort::Deep => Budget::DEEP,
    }
    .cancelled_by(&stop);
    let asked = Query::parse(text).map(|query| {
        let answer = match args.min {
            Some(plies) => solver.shortest(&query.position, query.winner, plies, budget),
            None => solver.can_mate(&query.position, query.winner, budget),
        };
        (query, answer)
    });
    Done { asked, time: start.elapsed() }
}

/// Answers what has arrived as soon as nothing more is waiting, so that a program can ask and wait.
fn stream(args: &SolveArgs, input: impl Read, out: &mut dyn Write) -> io::Result<Solved> {
    let mut input = BufReader::with_capacity(1 << 18, input);
    let mut certificates = certificates(args)?;
    let bar = progress();
    let mut solved = Solved::default();
    let threads = usize::from(args.threads);
    let mut solvers: Vec<Solver> = (0..threads).map(|_| Solver::default()).collect();
    let mut batch = Vec::new();
    loop {
        batch.clear();
        while batch.len() < 64 * threads && (batch.is_empty() || input.buffer().contains(&b'\n')) {
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if !line.is_empty() && !line.starts_with('#') {
                batch.push(line);
            } else if batch.is_empty() {
                out.flush()?;
            }
        }
        if batch.is_empty() {
            break;
        }
        for (line, done) in batch.iter().zip(answer(args, &mut solvers, &batch)) {
            text::write(args, line, &done, out)?;
            if let (Some(file), Ok((query, answer))) = (&mut certificates, &done.asked) {
                text::certify(query, answer, file)?;
            }
            solved.answered += u64::from(done.asked.is_ok());
            solved.bad += u64::from(done.asked.is_err());
        }
        bar.inc(batch.len() as u64);
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
    bar.finish_and_clear();
    if let Some(file) = &mut certificates {
        file.flush()?;
    }
    out.flush()?;
    Ok(solved)
}

/// All answers of a batch, in order.
fn answer(args: &SolveArgs, solvers: &mut [Solver], batch: &[String]) -> Vec<Done> {
    if let [solver] = solvers {
        return batch.iter().map(|line| ask(args, solver, line)).collect();
    }
    let next = AtomicUsize::new(0);
    let answers: Vec<Mutex<Option<Done>>> = batch.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for solver in solvers {
            let (next, answers) = (&next, &answers);
            scope.spawn(move || {
                while let at = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(line) = batch.get(at)
                {
                    let done = ask(args, solver, line);
                    *answers[at].lock().expect("no thread panics while it holds an answer") = Some(done);
                }
            });
        }
    });
    let taken = answers.into_iter().filter_map(|slot| slot.into_inner().ok().flatten()).collect::<Vec<_>>();
    debug_assert_eq!(taken.len(), batch.len());
    taken
}

type Certificates = BufWriter<std::fs::File>;

fn certificates(args: &SolveArgs) -> io::Result<Option<Certificates>> {
    let Some(path) = &args.certify else { return Ok(None) };
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    Ok(Some(BufWriter::new(std::fs::File::create(path).map_err(named)?)))
}

/// Counts on stderr if that is a terminal and the answers go elsewhere.
fn progress() -> ProgressBar {
    use std::io::IsTerminal;
    if !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::no_length();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} questions, {per_sec}, {elapsed}") {
        bar.set_style(style);
    }
    bar
}
