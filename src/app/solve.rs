//! `uci-arbiter solve`: can this side still mate? One question, or a stream of them, one a line.
//!
//! Reads questions, asks the solver on as many threads as wanted, answers in order. Holds no rule of its own; it is the
//! one place beside the arbiter's shell that reads a clock, to say what an answer cost. Called by the binary.

mod single;
mod text;

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::same_file::is_not_read;
use crate::shell::open_to_write;
use crate::unwinnable::counters::{Counters, Playable, search, under_counters};
use crate::unwinnable::query::{Query, QueryError};
use crate::unwinnable::verdict::{MateLine, Spent};
use crate::unwinnable::{Answer, Bounds, Budget, Solver, Verdict, VerifyError, verify_within};

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
    /// One JSON object a line: fen, winner, verdict, line, evidence, nodes, time_us; counters with --counters, and
    /// none_within where no line was found
    #[arg(long)]
    json: bool,
    /// Look for the shortest line, of at most this many plies; undetermined if there is only a longer one
    #[arg(long, value_name = "PLIES")]
    min: Option<usize>,
    /// Tell whether a line mates before the 75-move rule or a fifth occurrence would end the game (the FEN's half-move
    /// clock counts); if the line found is too long, look for another
    #[arg(long)]
    counters: bool,
    /// Do not have each answer verified
    #[arg(long)]
    unverified: bool,
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
    /// Answers that the verifier did not accept, reported and given as undetermined. Each is a fault of the program.
    pub rejected: u64,
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
    /// What 9.6 makes of the answer, if that was asked.
    counters: Option<String>,
    /// Why the verifier did not accept the answer.
    rejected: Option<VerifyError>,
    time: Duration,
}

impl Done {
    /// Says on stderr if the program is at fault.
    fn report(&self, question: &str) -> io::Result<()> {
        match &self.rejected {
            Some(error) => writeln!(io::stderr(), "internal error: an answer was not accepted: {error} ({question})"),
            None => Ok(()),
        }
    }
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
    let asked = Query::parse(text).map(|query| (query, Answer::default()));
    let mut done = Done { asked, counters: None, rejected: None, time: Duration::ZERO };
    if let Ok((query, answer)) = &mut done.asked {
        *answer = match args.min {
            Some(plies) => solver.shortest(&query.position, query.winner, plies, budget),
            None => solver.can_mate(&query.position, query.winner, budget),
        };
        if args.counters {
            done.counters = under_9_6(query, answer, budget);
        }
        if !args.unverified && !matches!(answer.verdict, Verdict::Undetermined(_)) {
            let bounds = Bounds { stop: &stop, ..Bounds::default() };
            if let Err(error) = verify_within(&query.position, query.winner, &answer.verdict, bounds) {
                answer.verdict = Verdict::Undetermined(Spent { nodes: answer.nodes });
                done.counters = None;
                done.rejected = Some(error).filter(|error| *error != VerifyError::Cancelled);
            }
        }
    }
    done.time = start.elapsed();
    done
}

/// What 9.6 makes of a winnable answer; a line that it would cut is replaced by one that it would not, if there is one.
fn under_9_6(query: &Query, answer: &mut Answer, budget: Budget<'_>) -> Option<String> {
    let Verdict::Winnable(line) = &mut answer.verdict else { return None };
    let cut = match under_counters(&query.position, query.halfmoves, &line.0) {
        Counters::Mates => return Some("mates".to_owned()),
        Counters::SeventyFive(plies) => format!("cut-by-75-moves-after {plies}"),
        Counters::Fivefold(plies) => format!("cut-by-fivefold-after {plies}"),
    };
    Some(match search(&query.position, query.halfmoves, query.winner, budget) {
        Playable::Mates(other) => {
            *line = MateLine(other);
            "mates".to_owned()
        }
        Playable::Never(positions) => format!("never {positions}"),
        Playable::Open => cut,
    })
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
            done.report(line)?;
            solved.rejected += u64::from(done.rejected.is_some());
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
    is_not_read("--certify", path, [Path::new("-")])?;
    Ok(Some(BufWriter::new(
        open_to_write(path, std::fs::OpenOptions::new().write(true).create(true).truncate(true)).map_err(named)?,
    )))
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
