//! Asks a pairing program: a report in a file, the program on it, its answer from another file.
//!
//! Decides: how it is called, how long it may take, that nothing of it stays behind. Refuses to know: what the report
//! says, whether the answer is good.

use super::Clock;
use super::process::Launch;
use super::process::Stderr;
use crate::event::settings::PairingProgram;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// So long a program may take, at most: for hundreds of players they need seconds.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often it is looked whether somebody has asked to stop.
const LOOK: Duration = Duration::from_millis(50);
/// So much of what a program says is kept.
const WORDS: u64 = 1 << 16;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It cannot be started.
    #[error("{called}: expected a program that starts, got: {error}")]
    Start {
        /// How it was called.
        called: String,
        /// Why not.
        error: io::Error,
    },
    /// It ended with something else than success.
    #[error("{called}: {status}; it said: {said}\n(the report it was given is {question})", question = .question.display())]
    Refused {
        /// How it was called.
        called: String,
        /// Its exit code, or the signal that ended it.
        status: ExitStatus,
        /// What it wrote to stderr, or else to stdout.
        said: String,
        /// Where the report is kept.
        question: PathBuf,
    },
    /// It took too long.
    #[error("{called}: expected an answer in {} s, got none; it said: {said}", PATIENCE.as_secs())]
    Late {
        /// How it was called.
        called: String,
        /// What it wrote meanwhile.
        said: String,
    },
    /// A person stopped the event meanwhile.
    #[error("{0}: broken off")]
    Stopped(String),
    /// A file cannot be written or read.
    #[error("{}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// An answer, and where the files of the exchange are until it is dropped with [`Answer::forget`].
#[derive(Debug)]
pub struct Answer {
    /// What the program wrote.
    pub text: String,
    folder: PathBuf,
}

impl Answer {
    /// The answer is good: its files are not needed any more.
    pub fn forget(self) {
        // What stays in the temporary folder harms nobody.
        drop(std::fs::remove_dir_all(self.folder));
    }

    /// Where the report is kept.
    #[must_use]
    pub fn question(&self) -> PathBuf {
        self.folder.join(QUESTION)
    }
}

const QUESTION: &str = "tournament.trf";

/// How a program is called, as a person would write it.
#[must_use]
pub fn called(program: &PairingProgram) -> String {
    let command = program.command.display().to_string();
    std::iter::once(command.as_str()).chain(program.arguments.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// Asks a program. The calling thread must live until it returns.
///
/// # Errors
/// There is no answer. What the program was given is kept if it refused it.
pub fn ask(program: &PairingProgram, question: &str, stop: &AtomicBool) -> Result<Answer, Refusal> {
    let file = |path: &Path, error| Refusal::File { path: path.to_owned(), error };
    let folder = new_folder().map_err(|error| file(&std::env::temp_dir(), error))?;
    let (asked, answer) = (folder.join(QUESTION), folder.join("pairs.txt"));
    std::fs::write(&asked, question).map_err(|error| file(&asked, error))?;
    let (status, said) = run(program, &folder, &asked, &answer, stop)?;
    if !status.success() {
        return Err(Refusal::Refused { called: called(program), status, said, question: asked });
    }
    let text = std::fs::read(&answer).map_err(|error| file(&answer, error))?;
    Ok(Answer { text: String::from_utf8_lossy(&text).into_owned(), folder })
}

/// A folder that was not there before.
fn new_folder() -> io::Result<PathBuf> {
    let base = std::env::temp_dir();
    let own = std::process::id();
    for number in 0..u32::MAX {
        let folder = base.join(format!("uci-arbiter-pairing-{own}-{number}"));
        match std::fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

/// Runs it to its end, and what it said.
fn run(
    program: &PairingProgram,
    folder: &Path,
    asked: &Path,
    answer: &Path,
    stop: &AtomicBool,
) -> Result<(ExitStatus, String), Refusal> {
    let errors = folder.join("stderr.txt");
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let mut arguments = program.arguments.clone();
    arguments.extend([path(asked), "-p".to_owned(), path(answer)]);
    let launch = Launch {
        program: program.command.clone(),
        arguments,
        directory: None,
        environment: std::collections::BTreeMap::new(),
        stderr: Stderr::Append(errors.clone()),
    };
    let start = |error| Refusal::Start { called: called(program), error };
    let started = launch.start().map_err(start)?;
    drop(started.input);
    let (done, ended) = channel();
    let (mut output, mut child) = (started.output, started.child);
    let waiting = std::thread::Builder::new().name("pairing program".to_owned()).spawn(move || {
        let mut words = Vec::new();
        // What it says beyond that is read too, so that it is not held up.
        let read = (&mut output).take(WORDS).read_to_end(&mut words);
        let rest = read.and_then(|_| io::copy(&mut output, &mut io::sink()));
        drop(rest);
        drop(done.send((child.wait(), words)));
    });
    let clock = Clock::start();
    let limit = crate::units::Stamp(u64::try_from(PATIENCE.as_nanos()).unwrap_or(u64::MAX));
    let words = |output: &[u8]| {
        let error = std::fs::read(&errors).unwrap_or_default();
        let said = if error.trim_ascii().is_empty() { output } else { &error };
        let said = said.get(..said.len().min(usize::try_from(WORDS).unwrap_or(usize::MAX))).unwrap_or_default();
        let said = String::from_utf8_lossy(said).trim().to_owned();
        if said.is_empty() { "nothing".to_owned() } else { said }
    };
    let waiting = waiting.map_err(|error| {
        started.process.kill();
        start(error)
    })?;
    let result = loop {
        match ended.recv_timeout(LOOK) {
            Ok((status, output)) => break status.map(|status| (status, words(&output))).map_err(start),
            Err(_) if stop.load(Ordering::Relaxed) => break Err(Refusal::Stopped(called(program))),
            Err(_) if clock.now() >= limit => {
                break Err(Refusal::Late { called: called(program), said: words(&[]) });
            }
            Err(_) => {}
        }
    };
    started.process.kill();
    drop(waiting.join());
    started.process.release();
    result
}
