//! Engines die with us, however we die.
//!
//! Two small commands of this binary. `leash exec` runs between fork and the engine: it asks the kernel for a signal
//! when its parent dies, then becomes the engine; so no code of ours runs in a forked child, and none is unsafe.
//! `leash watch` leads the engine's process group: it reads a pipe that only we hold, and when that ends without a word it kills the
//! group, which takes the engine's own children too.

use crate::exit::Exit;
use std::io::{self, Read};
use std::path::PathBuf;

/// What `leash` does.
#[derive(Debug, clap::Subcommand)]
pub enum LeashCommand {
    /// Become a program that is killed when the parent dies
    Exec {
        /// The process id of the parent
        parent: i32,
        /// The program
        program: PathBuf,
        /// Its arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<std::ffi::OsString>,
    },
    /// Lead a process group, and kill it when standard input ends without a word
    Watch,
}

/// Runs it.
///
/// # Errors
/// The program cannot be started.
pub fn run(command: &LeashCommand) -> io::Result<Exit> {
    match command {
        LeashCommand::Exec { parent, program, arguments } => exec(*parent, program, arguments),
        LeashCommand::Watch => watch(),
    }
}

#[cfg(target_os = "linux")]
fn die_with(parent: i32) -> io::Result<bool> {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have died before the line above.
    Ok(getppid().is_some_and(|pid| pid.as_raw_nonzero().get() == parent))
}

#[cfg(not(target_os = "linux"))]
fn die_with(_parent: i32) -> io::Result<bool> {
    Ok(true)
}

fn exec(parent: i32, program: &std::path::Path, arguments: &[std::ffi::OsString]) -> io::Result<Exit> {
    use std::os::unix::process::CommandExt;
    if !die_with(parent)? {
        return Ok(Exit::Engine);
    }
    let error = std::process::Command::new(program).args(arguments).exec();
    Err(io::Error::new(error.kind(), format!("{}: {error}", program.display())))
}

fn watch() -> io::Result<Exit> {
    let mut word = [0; 1];
    let got = loop {
        match io::stdin().lock().read(&mut word) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            got => break got.unwrap_or(0),
        }
    };
    if got == 0 {
        super::process::kill_group(i32::try_from(std::process::id()).unwrap_or(0));
    }
    Ok(Exit::Success)
}
