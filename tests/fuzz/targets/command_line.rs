//! The command line of `match`: what it means is an event file that means the same.

use super::sources::Inside;
use super::text::text;
use std::path::Path;
use uci_arbiter::event::command_line::{Request, read};
use uci_arbiter::event::config;

/// A line is an argument, as a shell hands them over.
pub(crate) fn run(data: &[u8]) {
    let words = text(data).split('\n').take(200).map(str::to_owned).collect::<Vec<_>>();
    let order = match read(&words, &Inside) {
        Ok(Request::Print(order) | Request::Play(order)) => order,
        Ok(Request::Help | Request::Version | Request::Engines(_)) => return,
        Err(faults) => return assert!(!faults.to_string().is_empty()),
    };
    let file = order.settings.equivalent();
    match config::read(&file, Path::new("event.toml"), &Inside) {
        Ok(again) => assert_eq!(again.equivalent(), file),
        Err(faults) => panic!("{faults}\n{file}"),
    }
}
