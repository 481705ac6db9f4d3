//! The wrapper: chooses the face by the first word, hands lines on.

use crate::exit::Exit;
use crate::game::Conditions;
use crate::ledger::{EngineFault, Event, Face as FaceName};
use crate::proxy::desk::{Desk, Gone};
use crate::proxy::engine::Stage;
use crate::proxy::output::{Order, Output};
use crate::proxy::settings::Settings;
use crate::proxy::track::{Done, Task, Tracker};
use crate::proxy::uci_face::UciFace;
use crate::proxy::xboard_face::XboardFace;
use crate::uci::{Reply, first_word, shown};
use crate::units::Stamp;

/// Which protocol to show upstream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaceChoice {
    /// By the first word received.
    #[default]
    Auto,
    /// UCI.
    Uci,
    /// xboard.
    Xboard,
}

/// The state machine. Give it every line with its moment; do what the [`Output`] says; then let it [`Wrap::settle`].
#[derive(Debug)]
pub struct Wrap {
    desk: Desk,
    choice: FaceChoice,
    face: Face,
}

#[derive(Debug)]
enum Face {
    Undecided,
    Uci(Box<UciFace>),
    Xboard(Box<XboardFace>),
}

impl Wrap {
    /// A wrapper that has heard nothing yet.
    #[must_use]
    pub fn new(settings: Settings, conditions: Conditions, face: FaceChoice) -> Self {
        Self { desk: Desk::new(settings, Tracker::new(conditions)), choice: face, face: Face::Undecided }
    }

    /// `setoption` lines that the engine hears right after its handshake, before any of the GUI's.
    #[must_use]
    pub fn with_options(mut self, lines: Vec<String>) -> Self {
        self.desk.opening = lines;
        self
    }

    /// A line from the GUI, with its end.
    pub fn upstream(&mut self, at: Stamp, line: &[u8], out: &mut Output) {
        self.choose(line, out);
        // A restarted engine hears first what the dead one had heard. Nobody waits to quit.
        if self.desk.replaying && first_word(line) != b"quit" {
            return self.desk.meanwhile.push((at, line.to_vec()));
        }
        self.hand_up(at, line, out);
    }

    fn hand_up(&mut self, at: Stamp, line: &[u8], out: &mut Output) {
        match &mut self.face {
            Face::Undecided => {}
            Face::Uci(face) => face.upstream(&mut self.desk, at, line, out),
            Face::Xboard(face) => face.upstream(&mut self.desk, at, line, out),
        }
    }

    /// The restarted engine has been told everything again: what the GUI said meanwhile follows.
    fn catch_up(&mut self, now: Stamp, out: &mut Output) {
        self.desk.belated = Some(now);
        for (at, line) in std::mem::take(&mut self.desk.meanwhile) {
            self.hand_up(at, &line, out);
        }
        self.desk.belated = None;
    }

    /// Does something while lines may wait for a restarted engine: the replay tells it what comes of that.
    fn unheard(&mut self, out: &mut Output, act: impl FnOnce(&mut Self, &mut Output)) {
        let heard = out.down.len();
        let replaying = self.desk.replaying;
        act(self, out);
        if replaying {
            out.down.truncate(heard);
        }
    }

    /// The first word decides; a line for the engine that a runner sends before `xboard` does not.
    fn choose(&mut self, line: &[u8], out: &mut Output) {
        let word = first_word(line);
        let xboard = match self.choice {
            FaceChoice::Auto => matches!(word, b"xboard" | b"protover"),
            FaceChoice::Uci => false,
            FaceChoice::Xboard => true,
        };
        match &self.face {
            Face::Undecided => {
                self.set_face(xboard, out);
                self.desk.engine.stage = Stage::Running;
                out.orders.push(Order::Start);
            }
            Face::Uci(face) if xboard && !face.is_greeted() => self.set_face(true, out),
            Face::Uci(_) | Face::Xboard(_) => {}
        }
    }

    fn set_face(&mut self, xboard: bool, out: &mut Output) {
        let (face, name) = match xboard {
            true => (Face::Xboard(Box::default()), FaceName::Xboard),
            false => (Face::Uci(Box::default()), FaceName::Uci),
        };
        self.face = face;
        self.desk.log(out, Event::Face { face: name }, "");
    }

    /// The GUI's stream has ended.
    pub fn upstream_end(&mut self, _at: Stamp, out: &mut Output) {
        match self.desk.engine.stage {
            Stage::Absent | Stage::Gone => out.orders.push(Order::End(Exit::Success)),
            Stage::Quitting => {}
            Stage::Running | Stage::Handshake { .. } | Stage::Ready => {
                self.desk.engine.stage = Stage::Quitting;
                if let Face::Xboard(_) = self.face {
                    out.tell("quit");
                }
                out.orders.push(Order::Quit);
            }
        }
    }

    /// A line from the engine, with its end (or without, if it was the last).
    pub fn engine(&mut self, at: Stamp, line: &[u8], out: &mut Output) {
        self.desk.count_line(at, out);
        if !line.ends_with(b"\n") && self.cut_off(line, out) {
            return;
        }
        match &mut self.face {
            Face::Undecided => out.up.extend_from_slice(line),
            Face::Uci(face) => face.engine(&mut self.desk, at, line, out),
            Face::Xboard(face) => face.engine(&mut self.desk, at, line, out),
        }
        if !self.desk.replaying && !self.desk.meanwhile.is_empty() {
            self.catch_up(at, out);
        }
    }

    /// An engine that ends unasked in the middle of a line has not said it: text for people goes out with an end, and
    /// nothing else is taken for an answer. False if it was told to quit.
    fn cut_off(&self, line: &[u8], out: &mut Output) -> bool {
        match self.desk.engine.stage {
            Stage::Quitting | Stage::Gone => return false,
            Stage::Absent | Stage::Running | Stage::Handshake { .. } | Stage::Ready => {}
        }
        let is_text = match Reply::parse(line) {
            Reply::Text => true,
            Reply::Info(text) => first_word(text) == b"string",
            Reply::BestMove(_) | Reply::ReadyOk | Reply::UciOk | Reply::Option(_) | Reply::Name(_) => false,
        };
        if is_text && !self.desk.replaying && self.passes_unread() {
            out.up.extend_from_slice(line);
            out.up.push(b'\n');
            return true;
        }
        let what = format!("the engine's last line has no end, dropped: '{}'", shown(line));
        if let Face::Uci(_) = self.face {
            UciFace::note(&self.desk, out, &what);
        }
        self.desk.log(out, Event::Unusual { what }, "");
        true
    }

    /// Whether a line too long to be looked at goes through as it comes.
    #[must_use]
    pub fn passes_unread(&self) -> bool {
        match &self.face {
            Face::Undecided | Face::Uci(_) => true,
            Face::Xboard(_) => false,
        }
    }

    /// The engine's process has ended and everything it wrote has been given to [`Wrap::engine`].
    pub fn engine_gone(&mut self, at: Stamp, gone: &Gone, out: &mut Output) {
        match self.desk.engine.stage {
            // One that was never there is told even to a GUI that is leaving: which was first is chance.
            Stage::Quitting if !matches!(gone, Gone::NotStarted(_)) => out.orders.push(Order::End(Exit::Success)),
            Stage::Gone => {}
            Stage::Quitting | Stage::Absent | Stage::Running | Stage::Handshake { .. } | Stage::Ready => {
                if let Gone::NotStarted(why) = gone {
                    self.desk.log(out, Event::Fault { fault: EngineFault::NotStarted }, why.clone());
                }
                match &mut self.face {
                    Face::Undecided => out.orders.push(Order::End(Exit::Engine)),
                    Face::Uci(face) => face.gone(&mut self.desk, at, gone, out),
                    Face::Xboard(face) => face.gone(&mut self.desk, at, gone, out),
                }
            }
        }
    }

    /// Work that can wait until the bytes are out: following the game, noting. Microseconds.
    pub fn settle(&mut self, at: Stamp, out: &mut Output) {
        self.unheard(out, |wrap, out| match &mut wrap.face {
            Face::Undecided => {}
            Face::Uci(face) => face.settle(&mut wrap.desk, at, out),
            Face::Xboard(face) => face.settle(&wrap.desk),
        });
    }

    /// Work for the arbiter and the solver that may take milliseconds. Run it anywhere, then give it to
    /// [`Wrap::done`]; lines may come and go meanwhile.
    pub fn task(&mut self) -> Option<Task> {
        match &mut self.face {
            Face::Undecided => None,
            Face::Uci(face) => face.task(&mut self.desk),
            Face::Xboard(face) => face.task(&mut self.desk),
        }
    }

    /// Whether [`Wrap::task`] has something to give.
    #[must_use]
    pub fn has_task(&self) -> bool {
        match &self.face {
            Face::Undecided => false,
            Face::Uci(face) => face.has_task(&self.desk),
            Face::Xboard(face) => face.has_task(&self.desk),
        }
    }

    /// Whether everything heard has been followed and ruled on.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        !self.has_work() && !self.has_task() && !self.desk.track.is_at_work()
    }

    /// A task has been run.
    pub fn done(&mut self, at: Stamp, done: Done, out: &mut Output) {
        self.unheard(out, |wrap, out| match &mut wrap.face {
            Face::Undecided => {}
            Face::Uci(face) => face.done(&mut wrap.desk, at, done, out),
            Face::Xboard(face) => face.done(&mut wrap.desk, at, done, out),
        });
    }

    /// Whether [`Wrap::settle`] has something to do.
    #[must_use]
    pub fn has_work(&self) -> bool {
        match &self.face {
            Face::Undecided => false,
            Face::Uci(face) => face.has_work(),
            Face::Xboard(face) => face.has_work(),
        }
    }

    /// When to call [`Wrap::tick`].
    #[must_use]
    pub fn deadline(&self) -> Option<Stamp> {
        let face = match &self.face {
            Face::Undecided | Face::Uci(_) => None,
            Face::Xboard(face) => face.deadline(&self.desk),
        };
        [self.desk.deadline(), face].into_iter().flatten().min()
    }

    /// Time has passed.
    pub fn tick(&mut self, at: Stamp, out: &mut Output) {
        self.unheard(out, |wrap, out| match &mut wrap.face {
            Face::Undecided => {}
            Face::Uci(face) => face.tick(&mut wrap.desk, at, out),
            Face::Xboard(face) => face.tick(&mut wrap.desk, at, out),
        });
    }

    /// The engine's name for itself, once it has told it.
    #[must_use]
    pub fn engine_name(&self) -> &str {
        &self.desk.engine.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::Edition;
    use std::sync::Arc;

    fn heard(choice: FaceChoice, line: &[u8]) -> String {
        let conditions = Conditions::standard(Arc::new(Edition::current()));
        let mut wrap = Wrap::new(Settings::default(), conditions, choice);
        let mut out = Output::default();
        for line in [b"hello\n", line] {
            wrap.upstream(Stamp(0), line, &mut out);
        }
        String::from_utf8(out.down).unwrap()
    }

    #[test]
    fn the_first_word_chooses_only_where_no_face_is_named() {
        assert_eq!(heard(FaceChoice::Auto, b"xboard\n"), "hello\n");
        assert_eq!(heard(FaceChoice::Uci, b"xboard\n"), "hello\nxboard\n");
        assert_eq!(heard(FaceChoice::Xboard, b"quit\n"), "uci\nquit\n");
    }
}
