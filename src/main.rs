//! The thin program around the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    uci_arbiter::cli::main().into()
}
