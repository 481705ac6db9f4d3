//! What the hall does beside handing out games and taking results: counting in another order, what venues say, pairing.

use super::super::mailbox::Pause;
use super::super::pairing::{self, Paired};
use super::super::venue::{Message, Notice};
use super::{Event, Hall};
use crate::event::announce::{self, Announcer};
use crate::event::director::Stop;
use crate::event::fleet::{EventOrder, Turn};
use crate::event::game::Game;
use crate::event::journal::Entry;
use crate::event::watch::News;
use crate::shell::Clock;
use crate::shell::runner::outputs::Reach;

impl Event {
    /// Counts the results so far anew, by number, up to the first that is missing.
    pub(super) fn count_by_number(&mut self) -> Turn {
        self.announcer = Announcer::new(&self.settings, self.director.schedule().total());
        let mut turn = Turn::default();
        for game in turn.take(self.unwritten.iter().cloned(), |number| self.director.is_awaited(number)) {
            if !self.announcer.is_decided() {
                drop(self.announcer.finished(&game));
            }
        }
        turn
    }
}

impl Hall<'_> {
    /// Counts results, and gives what is said of them.
    pub(super) fn count(&mut self, games: &[Game]) -> String {
        let mut texts = String::new();
        let announcer = &mut self.event.announcer;
        match &mut self.turn {
            None => texts.extend(games.iter().map(|game| announcer.finished(game))),
            Some(turn) => {
                for game in turn.take(games.iter().cloned(), |number| self.event.director.is_awaited(number)) {
                    if announcer.is_decided() {
                        break;
                    }
                    texts.push_str(&announcer.finished(&game));
                }
            }
        }
        if announcer.is_decided() && self.event.director.stopped().is_none() {
            self.event.director.stop(Stop::Decided);
            self.venue.cancel();
        }
        texts
    }

    /// Takes what a venue says beside reports.
    pub(super) fn notice(&mut self, notice: Notice) {
        self.venue.noticed(&notice);
        match notice {
            Notice::Receipt(_) | Notice::Dropped(_) => {}
            Notice::Warning(text) => self.warn(&text),
            Notice::Workers(workers) => self.watch(|| News::Workers(workers)),
            Notice::Late(game) => {
                let number = game.fixture.number.0;
                let by = game.host.as_ref().map_or("?", |host| host.worker.as_str());
                self.warn(&format!("game {number}: played once more by {by}, too late to count; kept in the journal"));
                self.enter(&Entry::Late { game });
            }
            Notice::Order(order) => {
                let asked = match order {
                    EventOrder::Pause => Some(Pause::Pause),
                    EventOrder::Continue => Some(Pause::Continue),
                    EventOrder::Priority(_) => None,
                    EventOrder::Stop => {
                        self.signal();
                        None
                    }
                };
                if let (Some(asked), Some(mailbox)) = (asked, &self.event.mailbox)
                    && let Err(error) = mailbox.pause(asked)
                {
                    self.warn(&format!("pause: {error}"));
                }
            }
        }
    }

    /// A stopped event: how it goes on.
    pub(super) fn tell_how_to_go_on(&mut self) {
        let text = match self.outputs.journal() {
            Some(journal) => format!("stopped: \"uci-arbiter event resume {}\" goes on with it", journal.display()),
            None => "stopped: without a journal it cannot be resumed".to_owned(),
        };
        self.warn(&text);
    }

    /// Has the next round paired, unless that is under way.
    pub(super) fn pair(&mut self) {
        if let (false, Some(position)) = (self.pairing, self.event.director.position(&self.event.settings)) {
            self.pairing = true;
            let messages = self.messages.clone();
            pairing::begin(position, &self.shared, move |paired| drop(messages.send(Message::Paired(paired))));
        }
    }

    /// A round is paired: it is on the disk before anybody hears of it, and stays as it is.
    pub(super) fn paired(&mut self, paired: Paired) {
        self.pairing = false;
        if self.event.director.schedule().unpaired() != Some(paired.round) {
            // A director has paired it meanwhile.
            return;
        }
        match paired.result {
            Ok((pairing, by)) => {
                let text = announce::pairing(&pairing, &by, &self.event.settings);
                let entry = Entry::Paired { pairing, by, at: Clock::wall_ms() };
                self.event.director.replay(&entry);
                self.enter(&entry);
                self.flush(Reach::Disk);
                self.say(&text);
            }
            Err(why) => {
                // A program's own words may have several lines.
                let text = format!("round {}: not paired: {why}", paired.round);
                self.warn_all(text.lines().map(str::to_owned).collect());
                self.warn("\"event resume JOURNAL\" tries again; \"event pair JOURNAL\" takes a director's pairing");
                self.event.director.stop(Stop::Unpaired);
            }
        }
    }
}
