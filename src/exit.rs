//! Exit codes: one a class of failure, the same in every subcommand.

use std::io;
use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, nothing to report.
    Success,
    /// Done, and what was examined is not right: a certificate rejected, a finding made, some input lines bad.
    Found,
    /// The command line is wrong (clap's own code).
    Usage,
    /// A file, position, move or configuration given is not there or cannot be used.
    BadInput,
    /// The system failed: a file that is there cannot be read, or one cannot be written.
    Io,
    /// An engine could not be started, died, or hung.
    Engine,
    /// Stopped by a person; it can be resumed.
    Interrupted,
}

impl Exit {
    /// The number.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Found => 1,
            Self::Usage => 2,
            Self::BadInput => 3,
            Self::Io => 4,
            Self::Engine => 5,
            Self::Interrupted => 6,
        }
    }
}

/// What was given is at fault if it is not there or is no file, the system otherwise.
impl From<&io::Error> for Exit {
    fn from(error: &io::Error) -> Self {
        use io::ErrorKind::{InvalidInput, IsADirectory, NotADirectory, NotFound};
        match error.kind() {
            NotFound | NotADirectory | IsADirectory | InvalidInput => Self::BadInput,
            _ => Self::Io,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
