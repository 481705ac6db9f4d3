//! Exit codes: one a class of failure, the same in every subcommand.

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
    /// A file, position, move or configuration given cannot be used.
    BadInput,
    /// The system failed: a file cannot be read or written.
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

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
