//! The other files of TOML, and the small words in all of them: time controls, spans, tie-breaks, scripts.

use super::text::{choice, text};
use std::path::Path;
use uci_arbiter::app::wrap_file::WrapFile;
use uci_arbiter::engine::Script;
use uci_arbiter::event::fleet::AllowList;
use uci_arbiter::event::settings::TieBreak;
use uci_arbiter::event::{presets, time_control};
use uci_arbiter::game::clock::Control;
use uci_arbiter::laws::{Edition, table};
use uci_arbiter::profile;
use uci_arbiter::proxy::Settings;
use uci_arbiter::uci::{Command, SetOption};
use uci_arbiter::units::Span;

pub(crate) fn run(data: &[u8]) {
    let (kind, rest) = choice(data);
    let text = text(rest);
    match kind % 7 {
        0 => wrap(&text),
        1 => engine(&text),
        2 => laws(&text),
        3 => drop(presets::parse(&text, "preset.toml")),
        4 => drop(AllowList::parse(&text, "allow.toml")),
        5 => drop(Script::parse(text.split_ascii_whitespace())),
        _ => words(&text),
    }
}

fn wrap(text: &str) {
    match WrapFile::parse(text, Path::new("wrap.toml")) {
        Ok(file) => {
            let (mut once, mut twice) = (Settings::default(), Settings::default());
            file.apply(&mut once);
            file.apply(&mut twice);
            file.apply(&mut twice);
            assert_eq!(once, twice);
        }
        Err(error) => assert!(error.to_string().lines().all(|line| line.starts_with("wrap.toml: "))),
    }
}

/// Each option of a profile reaches the engine as one line that says it.
fn engine(text: &str) {
    match profile::parse(text, Path::new("engines/x.toml")) {
        Ok(profile) => {
            for (name, value) in &profile.options {
                let line = value.to_uci(name);
                assert!(!line.contains(['\n', '\r']), "{line:?}");
                let read = Command::parse(line.as_bytes());
                assert!(matches!(read, Command::SetOption(SetOption { .. })), "{line:?} is {read:?}");
            }
            let (command, _) = profile.command_line(Path::new("uci-arbiter"));
            assert!(!command.as_os_str().is_empty() && !profile.program.called().is_empty());
        }
        Err(error) => assert!(error.to_string().lines().all(|line| line.starts_with("engines/x.toml: "))),
    }
}

fn laws(text: &str) {
    let Ok(edition) = Edition::parse(text, "laws.toml") else { return };
    assert!(!table::one(&edition).is_empty());
    drop(table::difference(&edition, &Edition::current()));
    drop(table::one_json(&edition));
}

fn words(text: &str) {
    for line in text.lines() {
        if let Ok(control) = time_control::parse(line) {
            let printed = time_control::print(&control);
            assert_eq!(time_control::parse(&printed), Ok(control.clone()), "{printed}");
            pgn(&control);
        }
        drop(time_control::parse_per_move(line));
        if let Ok(span) = line.parse::<Span>() {
            // It is shown in milliseconds.
            let shown = Span(span.0 / 1_000_000 * 1_000_000);
            assert_eq!(span.to_string().parse::<Span>(), Ok(shown));
        }
        if let Ok(tie_break) = line.parse::<TieBreak>() {
            assert_eq!(tie_break.code().parse::<TieBreak>().ok(), Some(tie_break));
        }
    }
}

fn pgn(control: &Control) {
    let tag = time_control::pgn_time_control(control);
    assert!(!tag.is_empty() && !tag.contains(['\n', '"']));
    assert!(time_control::allotted(control).is_none_or(|time| time > Span::ZERO));
}
