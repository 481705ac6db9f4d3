//! One engine behind a wrapper, spoken to in UCI or in xboard's protocol: it plays White, and we play Black.

use crate::pipe::Piped;
use std::io::BufRead;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Uci,
    Xboard,
}

impl Protocol {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Uci => "UCI",
            Self::Xboard => "xboard",
        }
    }

    /// The word that the engine's move comes after.
    fn answer(self) -> &'static str {
        match self {
            Self::Uci => "bestmove ",
            Self::Xboard => "move ",
        }
    }

    pub(crate) fn greet(self, program: &mut Piped) {
        match self {
            Self::Uci => {
                program.say("uci\n");
                program.hear("uciok");
            }
            Self::Xboard => {
                program.say("xboard\nprotover 2\n");
                let mut line = String::new();
                while !line.contains("done=1") {
                    line.clear();
                    assert!(program.output.read_line(&mut line).unwrap() > 0, "the program is gone");
                }
            }
        }
    }

    pub(crate) fn new_game(self, program: &mut Piped, infos: Infos) {
        match (self, infos) {
            (Self::Uci, Infos::Hidden | Infos::Shown) => program.say("ucinewgame\n"),
            (Self::Xboard, Infos::Hidden) => program.say("new\nlevel 0 10 0\nnopost\n"),
            (Self::Xboard, Infos::Shown) => program.say("new\nlevel 0 10 0\npost\n"),
        }
    }

    /// Asks for the engine's move after these.
    pub(crate) fn ask(self, moves: &[String]) -> String {
        match (self, moves) {
            (Self::Uci, []) => "position startpos\ngo wtime 600000 btime 600000\n".to_owned(),
            (Self::Uci, moves) => {
                format!("position startpos moves {}\ngo wtime 600000 btime 600000\n", moves.join(" "))
            }
            (Self::Xboard, []) => "time 60000\notim 60000\ngo\n".to_owned(),
            (Self::Xboard, [.., last]) => format!("time 60000\notim 60000\nusermove {last}\n"),
        }
    }

    /// Reads up to the engine's move, and counts the lines before it.
    pub(crate) fn wait(self, program: &mut Piped, line: &mut String) -> usize {
        let mut before = 0;
        loop {
            line.clear();
            assert!(program.output.read_line(line).unwrap() > 0, "the program is gone");
            if line.starts_with(self.answer()) {
                return before;
            }
            before += 1;
        }
    }
}

/// Does an xboard GUI ask for what the engine thinks? In UCI it comes always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Infos {
    Hidden,
    Shown,
}
