//! The engine's process: started on a leash in a group of its own, ended with everything it started.

use super::writable::open_to_write;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

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

/// A running engine.
#[derive(Debug)]
pub(super) struct Process {
    pub(super) group: i32,
    watcher: Option<Child>,
}

/// What a started engine hands out.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) process: Process,
    pub(super) child: Child,
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
}

/// The binary of the unit tests has no such commands: their engines are simple, and end when nobody writes to them.
const NO_LEASH: bool = cfg!(test);

/// The file that a program name means, if there is one that can be run.
#[must_use]
pub fn resolve_program(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 || program.is_absolute() {
        return std::path::absolute(program).ok().filter(|path| path.is_file());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
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
        // The watcher comes first and leads the group, so that there is no moment without one.
        let watcher = watch();
        let leader = watcher.as_ref().and_then(|child| i32::try_from(child.id()).ok());
        let mut command = self.command(&program, leader.unwrap_or(0))?;
        command.envs(&self.environment).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(self.stderr.open()?);
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        let mut child = command.spawn()?;
        let group = leader.or_else(|| i32::try_from(child.id()).ok()).unwrap_or(0);
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes to the engine"));
        };
        Ok(Started { process: Process { group, watcher }, child, input, output })
    }

    #[cfg(unix)]
    fn command(&self, program: &Path, group: i32) -> io::Result<Command> {
        use std::os::unix::process::CommandExt;
        let own = i32::try_from(std::process::id()).unwrap_or(0).to_string();
        let mut command = match NO_LEASH {
            true => Command::new(program),
            false => {
                let mut command = Command::new(std::env::current_exe()?);
                command.arg("leash").arg("exec").arg(own).arg(program);
                command
            }
        };
        command.args(&self.arguments);
        command.process_group(group);
        Ok(command)
    }

    #[cfg(not(unix))]
    fn command(&self, program: &Path, _group: i32) -> io::Result<Command> {
        let mut command = Command::new(program);
        command.args(&self.arguments);
        Ok(command)
    }
}

/// A watcher that leads a group and kills it if we end without a word; none if it cannot be had.
#[cfg(unix)]
fn watch() -> Option<Child> {
    use std::os::unix::process::CommandExt;
    if NO_LEASH {
        return None;
    }
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.arg("leash").arg("watch");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    command.spawn().ok()
}

#[cfg(not(unix))]
fn watch() -> Option<Child> {
    None
}

impl Process {
    /// Asks the whole group to end.
    pub(super) fn terminate(&self) {
        signal_group(self.group, false);
    }

    /// Whether the group has members beside its watcher: processes that the engine left behind, once it has ended.
    pub(super) fn has_others(&self) -> bool {
        let Ok(processes) = std::fs::read_dir("/proc") else {
            return false;
        };
        let group = self.group.to_string();
        processes.flatten().any(|entry| {
            let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            // The name in parentheses may hold blanks: `PID (NAME) STATE PARENT GROUP …`.
            let mut words = stat.rsplit(") ").next().unwrap_or_default().split(' ');
            let is_running = words.next().is_some_and(|state| state != "Z" && state != "X");
            is_running && words.nth(1) == Some(group.as_str()) && !entry.file_name().eq_ignore_ascii_case(&group)
        })
    }

    /// Ends the whole group.
    pub(super) fn kill(&self) {
        kill_group(self.group);
    }

    /// The engine is gone and so is what it left: the watcher is sent home.
    pub(super) fn release(mut self) {
        kill_group(self.group);
        if let Some(mut watcher) = self.watcher.take() {
            let word = watcher.stdin.take().map_or(Ok(()), |mut pipe| pipe.write_all(b"."));
            // If the watcher is gone there is nobody to tell.
            drop(word);
            drop(watcher.wait());
        }
    }
}

/// Kills a process group.
pub(super) fn kill_group(group: i32) {
    signal_group(group, true);
}

#[cfg(unix)]
fn signal_group(group: i32, kill: bool) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = if kill { Signal::KILL } else { Signal::TERM };
    if let Some(pid) = Pid::from_raw(group).filter(|_| group > 1) {
        // A group that is already empty is what we want.
        kill_process_group(pid, signal).unwrap_or(());
    }
}

#[cfg(not(unix))]
fn signal_group(_group: i32, _kill: bool) {}

/// How a status reads.
pub(super) fn gone(status: io::Result<ExitStatus>) -> crate::proxy::Gone {
    use crate::proxy::Gone;
    let Ok(status) = status else { return Gone::Exited(-1) };
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Gone::Killed(signal);
    }
    Gone::Exited(status.code().unwrap_or(-1))
}
