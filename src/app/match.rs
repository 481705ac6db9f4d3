//! `match`: plays a match in the words of cutechess-cli and fastchess.

use super::event::live;
use super::settings::Files;
use super::settings::check::spoilt;
use crate::event::command_line::{self, HELP, Order, Request, SOURCE_NAME};
use crate::exit::Exit;
use crate::shell::page::Address;
use crate::shell::runner::{Event, play};
use std::io::{self, Write};

/// Play a match: the command line of cutechess-cli and fastchess (`match -help`)
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub struct MatchArgs {
    /// Options as those programs have them: `-engine cmd=… -engine cmd=… -each tc=10+0.1 -rounds 100 …`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    words: Vec<String>,
}

/// Runs it.
///
/// # Errors
/// stdout or stderr cannot be written.
pub fn run(args: &MatchArgs, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<Exit> {
    let order = match command_line::read(&args.words, &Files::usual()) {
        Ok(Request::Help) => return out.write_all(HELP.as_bytes()).map(|()| Exit::Success),
        Ok(Request::Version) => {
            return writeln!(out, concat!("uci-arbiter ", env!("CARGO_PKG_VERSION"))).map(|()| Exit::Success);
        }
        Ok(Request::Engines(names)) => {
            for name in names {
                writeln!(out, "{name}")?;
            }
            return Ok(Exit::Success);
        }
        Ok(Request::Print(order)) => {
            warn(&order, err)?;
            return out.write_all(order.settings.equivalent().as_bytes()).map(|()| Exit::Success);
        }
        Ok(Request::Play(order)) => order,
        Err(faults) => return writeln!(err, "{faults}").map(|()| Exit::Usage),
    };
    warn(&order, err)?;
    let spoilt = spoilt(&order.settings, None);
    if !spoilt.is_empty() {
        for finding in spoilt {
            writeln!(err, "{SOURCE_NAME}: {finding}")?;
        }
        return Ok(Exit::BadInput);
    }
    let address = match order.live.as_deref().map(str::parse::<Address>).transpose() {
        Ok(address) => address,
        Err(error) => return writeln!(err, "{SOURCE_NAME}: -live: {error}").map(|()| Exit::Usage),
    };
    let page = match live::bind(address.as_ref(), err)? {
        Ok(page) => page,
        Err(exit) => return Ok(exit),
    };
    match Event::begin(order.settings) {
        Ok(mut event) => {
            live::open(page, &mut event, err)?;
            play(event, out, err)
        }
        Err(error) => writeln!(err, "{SOURCE_NAME}: {error}").map(|()| Exit::BadInput),
    }
}

fn warn(order: &Order, err: &mut dyn Write) -> io::Result<()> {
    for warning in &order.warnings {
        writeln!(err, "{SOURCE_NAME}: warning: {warning}")?;
    }
    Ok(())
}
