//! fastchess's `-quick cmd=A cmd=B book=FILE`: written out into the options that it stands for.

use super::words::{Given, Line, Of};
use crate::event::faults::Report;
use crate::event::sources::Sources;

/// What `-quick` stands for beside its engines and its book.
const STANDS_FOR: [(&str, &[&str]); 5] = [
    ("-games", &["2"]),
    ("-rounds", &["25000"]),
    ("-recover", &[]),
    ("-draw", &["movenumber=30", "movecount=8", "score=8"]),
    ("-output", &["format=cutechess"]),
];

/// Puts in the place of `-quick` what it stands for; later options override it.
pub(super) fn expand(line: &mut Line, sources: &dyn Sources, report: &mut Report) {
    let Some(place) = line.place("-quick") else { return };
    let quick = line.given.remove(place);
    let (mut commands, mut book) = (Vec::new(), None);
    for word in &quick.values {
        match word.split_once('=') {
            Some(("cmd", command)) => commands.push(command.to_owned()),
            Some(("book", file)) => book = Some(file.to_owned()),
            Some((key, _)) => report.unknown("-quick", &["cmd", "book"], key),
            None => report.expected("-quick", "cmd=A cmd=B book=FILE", &format!("{word:?}")),
        }
    }
    if commands.len() != 2 {
        report.expected("-quick", "two engines, cmd=A cmd=B", &commands.len().to_string());
    }
    let given = |name: &'static str, values: Vec<String>| Given { name, of: Of::Both, values };
    let alike = commands.first() == commands.get(1);
    let mut options = Vec::new();
    for (number, command) in (1..).zip(&commands) {
        let name = if alike { format!("name={command}{number}") } else { format!("name={command}") };
        options.push(given("-engine", vec![format!("cmd={command}"), name, "tc=10+0.1".to_owned()]));
    }
    match book {
        Some(file) => options.push(given("-openings", vec![format!("file={file}"), "order=random".to_owned()])),
        None => report.expected("-quick", "book=FILE", "none"),
    }
    let spared = sources.processors().get().saturating_sub(2).max(1);
    options.push(given("-concurrency", vec![spared.to_string()]));
    for (name, values) in STANDS_FOR {
        options.push(given(name, values.iter().map(|value| (*value).to_owned()).collect()));
    }
    line.given.splice(place..place, options);
}
