//! `event.toml`: what was read is printed whole and read again, and its schedule can be played.

use super::sources::Inside;
use super::text::text;
use std::path::Path;
use uci_arbiter::event::announce::Announcer;
use uci_arbiter::event::config;
use uci_arbiter::event::director::{Director, Task};
use uci_arbiter::event::schedule::Schedule;

pub(crate) fn run(data: &[u8]) {
    let settings = match config::read(&text(data), Path::new("event.toml"), &Inside) {
        Ok(settings) => settings,
        Err(faults) => return assert!(!faults.faults.is_empty()),
    };
    let file = settings.equivalent();
    match config::read(&file, Path::new("event.toml"), &Inside) {
        Ok(again) => assert_eq!(again.equivalent(), file),
        Err(faults) => panic!("{faults}\n{file}"),
    }
    let schedule = Schedule::new(&settings.format, settings.players.len(), &settings.openings, Some(7));
    drop(Announcer::new(&settings, schedule.total()));
    let mut director = Director::new(&settings, schedule);
    for _ in 0..20 {
        match director.next_task() {
            Task::Play(fixture, earlier) => {
                let known = |id: uci_arbiter::event::settings::PlayerId| usize::from(id.0) < settings.players.len();
                assert!(known(fixture.white) && known(fixture.black) && fixture.white != fixture.black);
                assert_eq!(earlier, 0);
            }
            Task::Pair(round) => {
                assert!(director.position(&settings).is_some(), "round {round} of an event without rounds");
                break;
            }
            Task::Wait | Task::Done => break,
        }
    }
    drop(director.standings(&settings));
    drop(director.team_standings(&settings));
}
