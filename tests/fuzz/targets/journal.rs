//! Journals: first a byte that chooses the event, then lines. A line of JSON gets its checksum here, so that its meaning
//! is fuzzed and not the checksum; a line that has one is left as it is.

use super::sources::Inside;
use super::text::choice;
use std::path::Path;
use std::sync::LazyLock;
use uci_arbiter::event::announce::Announcer;
use uci_arbiter::event::config;
use uci_arbiter::event::director::{Director, Task};
use uci_arbiter::event::journal::{Entry, Rest};
use uci_arbiter::event::pgn::{PgnContext, epd, pgn};
use uci_arbiter::event::schedule::Schedule;
use uci_arbiter::event::settings::Settings;

const FORMATS: [&str; 6] = [
    "kind = \"round-robin\"\ngames = 2",
    "kind = \"knockout\"\ngames = 2",
    "kind = \"swiss\"\nrounds = 3\npairing = \"tcec\"",
    "kind = \"gauntlet\"\ngames = 2",
    "kind = \"ladder\"\ngames = 2",
    "kind = \"round-robin\"\nrounds = 3",
];

/// One event a format.
static EVENTS: LazyLock<Vec<Settings>> = LazyLock::new(|| FORMATS.into_iter().map(settings).collect());

fn settings(format: &str) -> Settings {
    let trouble = if format.contains("gauntlet") { "[rules.trouble]\nstrikes = 1\n" } else { "" };
    let engine = |name| format!("[[engines]]\nengine = \"search\"\nname = \"{name}\"\ncontrol = \"60+1\"\n");
    let engines = ["A", "B", "C", "D"].map(engine).concat();
    let file = format!("[event]\nname = \"E\"\nseed = 1\n[format]\n{format}\n{trouble}{engines}");
    config::read(&file, Path::new("event.toml"), &Inside).unwrap_or_else(|faults| panic!("{faults}\n{file}"))
}

fn signed(lines: &[u8]) -> Vec<u8> {
    let sign = |line: &[u8]| match line.first() {
        Some(b'{') => {
            let json = line.strip_suffix(b"\n").unwrap_or(line);
            [format!("{:08x} ", crc32fast::hash(json)).as_bytes(), line].concat()
        }
        Some(_) | None => line.to_vec(),
    };
    lines.split_inclusive(|byte| *byte == b'\n').flat_map(sign).collect()
}

pub(crate) fn run(data: &[u8]) {
    let (kind, rest) = choice(data);
    let bytes = signed(rest);
    let mut entries = Vec::new();
    let read = Rest::of(&bytes, |entry| entries.push(entry));
    assert!(read.good <= bytes.len() as u64);
    // What is written is what was read.
    let written = entries.iter().flat_map(Entry::to_line).collect::<Vec<_>>();
    let mut again = Vec::new();
    let whole = Rest::of(&written, |entry| again.push(entry));
    assert_eq!(again, entries);
    assert!(whole.damage.is_empty() && whole.good == written.len() as u64);
    if let Some(settings) = EVENTS.get(usize::from(kind) % EVENTS.len()) {
        play(settings, &entries);
    }
}

/// Where the entries leave the event, and what is told of it.
fn play(settings: &Settings, entries: &[Entry]) {
    let director = || {
        let schedule = Schedule::new(&settings.format, settings.players.len(), &settings.openings, Some(3));
        let mut director = Director::new(settings, schedule);
        for entry in entries {
            director.replay(entry);
        }
        director.resume();
        director
    };
    let mut director_of_all = director();
    assert_eq!(director_of_all.outcomes(), director().outcomes());
    let mut announcer = Announcer::new(settings, director_of_all.schedule().total());
    let context = PgnContext::new(settings);
    for entry in entries {
        if let Entry::Finished { game, .. } | Entry::Late { game } = entry {
            drop(announcer.finished(game));
            drop(pgn(game, &context, "why"));
            drop(epd(game, settings.output.style));
        }
    }
    let (standings, _) = director_of_all.standings(settings);
    drop(format!("{standings:?}"));
    drop(director_of_all.position(settings));
    for _ in 0..8 {
        match director_of_all.next_task() {
            Task::Play(fixture, _) => {
                assert!(!director_of_all.outcomes().contains_key(&fixture.number), "played again: {fixture:?}");
            }
            Task::Pair(_) | Task::Wait | Task::Done => return,
        }
    }
}
