//! The engine's process: started on a leash in a group of its own, ended with everything it started.

#[cfg_attr(unix, path = "process/unix.rs")]
#[cfg_attr(windows, path = "process/windows.rs")]
mod system;

use super::writable::open_to_write;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, ExitStatus, Stdio};
use system::Leash;

#[cfg(unix)]
pub(super) use system::kill_group;
pub(super) use system::{Process, signal};

/// What to start.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program; a bare name is searched in `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its working directory; ours by default.
    pub directory: Option<PathBuf>,
    /// Environment variables beside ours.
    pub environment: BTreeMap<String, String>,
    /// Where its stderr goes.
    pub stderr: Stderr,
}

/// Where an engine's stderr goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stderr {
    /// Where ours goes.
    #[default]
    Ours,
    /// Nowhere.
    Nowhere,
    /// To the end of a file.
    Append(PathBuf),
}

impl Stderr {
    fn open(&self) -> io::Result<Stdio> {
        match self {
            Self::Ours => Ok(Stdio::inherit()),
            Self::Nowhere => Ok(Stdio::null()),
            Self::Append(path) => Ok(open_to_write(path, OpenOptions::new().create(true).append(true))?.into()),
        }
    }
}

/// What a started engine hands out.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) process: Process,
    pub(super) child: Child,
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
}

/// The file that a program name means, if there is one that can be run.
#[must_use]
pub fn resolve_program(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 || program.is_absolute() {
        return std::path::absolute(program).ok().and_then(file);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).find_map(|folder| file(folder.join(program)))
}

/// The file of this name, or of this name with the system's ending for programs.
fn file(path: PathBuf) -> Option<PathBuf> {
    if path.is_file() {
        return Some(path);
    }
    let mut ended = path.into_os_string();
    ended.push(std::env::consts::EXE_SUFFIX);
    Some(PathBuf::from(ended)).filter(|path| path.is_file())
}

/// Why [`resolve_program`] finds none.
#[must_use]
pub fn no_program(program: &Path) -> String {
    let shown = program.display();
    match program.components().count() > 1 || program.is_absolute() {
        true if program.is_dir() => format!("{shown}: expected a program, got a folder"),
        true if program.exists() => format!("{shown}: expected a program, got no regular file"),
        true | false => format!("{shown}: no such program"),
    }
}

impl Launch {
    /// Starts it from the calling thread, which must live as long as the engine: the kernel takes its end for ours.
    pub(super) fn start(&self) -> io::Result<Started> {
        let program = resolve_program(&self.program)
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, no_program(&self.program)))?;
        let leash = Leash::ready();
        let mut command = leash.command(&program, &self.arguments)?;
        command.envs(&self.environment).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(self.stderr.open()?);
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        let mut child = command.spawn()?;
        let process = leash.hold(&child);
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes to the engine"));
        };
        Ok(Started { process, child, input, output })
    }
}

/// How a status reads.
pub(super) fn gone(status: io::Result<ExitStatus>) -> crate::proxy::Gone {
    use crate::proxy::Gone;
    let Ok(status) = status else { return Gone::Exited(-1) };
    match signal(status) {
        Some(signal) => Gone::Killed(signal),
        None => Gone::Exited(status.code().unwrap_or(-1)),
    }
}
