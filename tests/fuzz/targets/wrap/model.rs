//! What each side of the wrapper has said and is owed, kept apart from the wrapper's own books.

use super::searches;
use uci_arbiter::proxy::{Output, PREFIX, Settings, Signal};
use uci_arbiter::uci::{Command, Reply, first_word, shown};

/// The protocol that the GUI chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Undecided,
    Uci,
    Xboard,
}

/// The books.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) face: Face,
    greeted: bool,
    /// What the engine says goes out as it came: no policy changes lines.
    plain: bool,
    /// A GUI that breaks the protocol or asks what nobody knows: moves may be lost or come unasked.
    rude: bool,
    starts: u32,
    /// It was started again and has not introduced itself.
    replaying: bool,
    /// What the GUI has said meanwhile: the engine hears it after the replay.
    waiting: Vec<Vec<u8>>,
    /// Lines of the engine that have not gone out.
    heard: Vec<Vec<u8>>,
    /// `go` of the GUI, `bestmove` that it got.
    asked: u32,
    answered: u32,
    /// `isready` of the GUI, `readyok` that it got.
    pings: u32,
    pongs: u32,
    /// Searches, handshakes and pings of the engine that it has not answered.
    searches: u32,
    greetings: u32,
    readies: u32,
    /// `ping N` of an xboard GUI that have no `pong N`.
    numbers: Vec<Vec<u8>>,
}

fn each(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n')
}

/// A line that the wrapper says of its own.
fn is_own(line: &[u8]) -> bool {
    let own: [&[u8]; 6] = [
        b"info string arbiter: ",
        b"info string xboard offer draw\n",
        b"info depth 1 score cp 0 nodes 0 time 0 pv ",
        b"bestmove ",
        b"readyok\n",
        b"option name Arbiter ",
    ];
    own.iter().any(|start| line.starts_with(start))
}

impl Model {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            face: Face::Undecided,
            greeted: false,
            plain: settings.repair.is_empty() && settings.signal == Signal::Off,
            rude: false,
            starts: 0,
            replaying: false,
            waiting: Vec::new(),
            heard: Vec::new(),
            asked: 0,
            answered: 0,
            pings: 0,
            pongs: 0,
            searches: 0,
            greetings: 0,
            readies: 0,
            numbers: Vec::new(),
        }
    }

    pub(super) fn gui(&mut self, line: &[u8]) {
        let xboard = matches!(first_word(line), b"xboard" | b"protover");
        match self.face {
            Face::Undecided => self.face = if xboard { Face::Xboard } else { Face::Uci },
            Face::Uci if xboard && !self.greeted => self.face = Face::Xboard,
            Face::Uci | Face::Xboard => {}
        }
        if self.face == Face::Xboard {
            if let uci_arbiter::xboard::Command::Ping(number) = uci_arbiter::xboard::Command::parse(line) {
                self.numbers.push(number.to_vec());
            }
            return;
        }
        match Command::parse(line) {
            Command::Uci => self.greeted = true,
            Command::IsReady => self.pings += 1,
            Command::Go(go) if !go.perft => {
                self.rude |= self.asked > self.answered;
                self.asked += 1;
            }
            Command::SetOption(set) => {
                // A policy that is changed in mid-game may let lines be changed.
                self.plain &= !set.name.to_ascii_lowercase().starts_with(&PREFIX.to_ascii_lowercase().into_bytes());
            }
            Command::Go(_) | Command::Unknown(_) => self.rude = true,
            Command::NewGame | Command::Position(_) | Command::Stop | Command::PonderHit | Command::Quit => {}
            Command::Blank => {}
        }
    }

    /// What must reach the engine byte for byte has reached it.
    pub(super) fn after_gui(&mut self, line: &[u8], out: &Output) {
        if self.face != Face::Uci {
            return;
        }
        let must = match Command::parse(line) {
            Command::SetOption(_) | Command::Position(_) | Command::Go(_) => return,
            Command::Uci | Command::IsReady | Command::NewGame | Command::Stop | Command::PonderHit => true,
            Command::Quit | Command::Unknown(_) | Command::Blank => true,
        };
        if must && self.replaying && Command::parse(line) != Command::Quit {
            return self.waiting.push(line.to_vec());
        }
        let there = out.down.windows(line.len()).any(|part| part == line);
        assert!(!must || there, "{:?} did not reach the engine: {:?}", shown(line), shown(&out.down));
    }

    pub(super) fn engine(&mut self, line: &[u8]) {
        match Reply::parse(line) {
            Reply::BestMove(_) => self.searches = self.searches.saturating_sub(1),
            Reply::UciOk => {
                self.greetings = self.greetings.saturating_sub(1);
            }
            Reply::ReadyOk => self.readies = self.readies.saturating_sub(1),
            Reply::Info(_) | Reply::Option(_) | Reply::Name(_) | Reply::Text => {}
        }
        self.heard.push(line.to_vec());
    }

    /// What must reach the GUI byte for byte has reached it.
    pub(super) fn after_engine(&mut self, line: &[u8], out: &Output) {
        let again = self.replaying;
        if Reply::parse(line) == Reply::UciOk {
            self.replaying = false;
        }
        if self.face != Face::Uci || !self.plain || again {
            return;
        }
        let must = match Reply::parse(line) {
            Reply::Option(_) | Reply::Name(_) | Reply::Text | Reply::UciOk => true,
            // Withheld by rules of their own.
            Reply::Info(_) | Reply::BestMove(_) | Reply::ReadyOk => false,
        };
        assert!(!must || out.up.ends_with(line), "{:?} did not reach the GUI: {:?}", shown(line), shown(&out.up));
    }

    pub(super) fn started(&mut self) {
        self.starts += 1;
        self.replaying = self.starts > 1;
    }

    pub(super) fn gone(&mut self) {
        (self.searches, self.greetings, self.readies) = (0, 0, 0);
    }

    /// Takes what comes out.
    pub(super) fn took(&mut self, out: &Output) {
        for line in each(&out.up) {
            assert!(line.ends_with(b"\n"), "half a line to the GUI: {}", shown(line));
            match self.face {
                Face::Uci => self.uci_gui_hears(line),
                Face::Xboard => self.xboard_gui_hears(line),
                Face::Undecided => {}
            }
        }
        for line in each(&out.down) {
            assert!(line.ends_with(b"\n"), "half a line to the engine: {}", shown(line));
            if let Some(waited) = self.waiting.iter().position(|waiting| waiting == line).filter(|_| !self.replaying) {
                self.waiting.remove(waited);
            }
            self.engine_hears(line);
        }
    }

    fn uci_gui_hears(&mut self, line: &[u8]) {
        match Reply::parse(line) {
            Reply::BestMove(_) => {
                self.answered += 1;
                assert!(
                    self.rude || self.answered <= self.asked,
                    "{} bestmove for {} go: {}",
                    self.answered,
                    self.asked,
                    shown(line)
                );
            }
            Reply::ReadyOk => self.pongs += 1,
            Reply::UciOk | Reply::Info(_) | Reply::Option(_) | Reply::Name(_) | Reply::Text => {}
        }
        match self.heard.iter().position(|heard| heard == line) {
            Some(at) => drop(self.heard.swap_remove(at)),
            None => assert!(!self.plain || is_own(line), "neither ours nor the engine's: {}", shown(line)),
        }
    }

    fn xboard_gui_hears(&mut self, line: &[u8]) {
        let word = first_word(line);
        assert!(!matches!(word, b"bestmove" | b"uciok" | b"readyok"), "UCI to an xboard GUI: {}", shown(line));
        if let uci_arbiter::xboard::Reply::Pong(number) = uci_arbiter::xboard::Reply::parse(line) {
            let at = self.numbers.iter().position(|asked| asked == number);
            let at = at.unwrap_or_else(|| panic!("nobody asked for {}", shown(line)));
            self.numbers.remove(at);
        }
    }

    fn engine_hears(&mut self, line: &[u8]) {
        let command = Command::parse(line);
        if self.face == Face::Xboard {
            let idle = self.searches == 0;
            match &command {
                Command::Unknown(_) | Command::Blank => panic!("the engine cannot know {}", shown(line)),
                Command::Go(_) | Command::Position(_) => assert!(idle, "to an engine that searches: {}", shown(line)),
                _ => {}
            }
        }
        match command {
            Command::Uci => self.greetings += 1,
            Command::IsReady => self.readies += 1,
            Command::Go(_) if searches(line) => self.searches += 1,
            _ => {}
        }
    }

    /// What the engine still has to say.
    pub(super) fn owed(&self) -> Option<&'static [u8]> {
        match self {
            Self { greetings: 1.., .. } => Some(b"uciok\n"),
            Self { searches: 1.., .. } => Some(b"bestmove 0000\n"),
            Self { readies: 1.., .. } => Some(b"readyok\n"),
            Self { .. } => None,
        }
    }

    /// Nothing that was asked is without an answer.
    pub(super) fn finish(&self) {
        if self.face == Face::Xboard {
            assert!(
                self.numbers.is_empty(),
                "ping without pong: {:?}",
                self.numbers.first().map(|number| shown(number))
            );
            return;
        }
        let waiting = self.waiting.first().filter(|_| !self.replaying).map(|line| shown(line));
        assert_eq!(waiting, None, "a line did not reach the engine that was started again");
        if !self.rude {
            assert_eq!(self.answered, self.asked, "bestmove lost");
        }
        assert!(self.pongs >= self.pings, "{} isready, {} readyok", self.pings, self.pongs);
    }
}
