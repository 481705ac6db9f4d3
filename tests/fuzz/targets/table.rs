//! One game of an event between two pretended engines that say what they like, when they like. Time is simulated.
//!
//! The first three bytes choose the terms; then every line is one thing that happens: `W…` and `B…` what an engine says,
//! `m` a number: a legal move of the side that thinks, `t` digits: so many milliseconds pass, `x` and `y` the process of
//! White or Black ends, `a` the game is broken off.

#[path = "../../table_script/terms.rs"]
mod terms;

use super::text::lines;
use shakmaty::{ByColor, Color, Position};
use terms::{Header, Speaks};
use uci_arbiter::event::table::{Finished, Order, Out, Table};
use uci_arbiter::game::{Record, SolverOracle, Start};
use uci_arbiter::units::{Span, Stamp};
use uci_arbiter::xboard::read_move;

/// Things that may happen in one game.
const MOST: usize = 300;

struct Room {
    table: Table<SolverOracle>,
    speaks: ByColor<Speaks>,
    out: Out,
    now: Stamp,
}

pub(crate) fn run(data: &[u8]) {
    let Some((&[first, second, third], rest)) = data.split_first_chunk() else { return };
    let header = header(first, second, third);
    let speaks = ByColor { white: header.seats.white.speaks, black: header.seats.black.speaks };
    let mut room = Room { table: header.table(None), speaks, out: Out::default(), now: Stamp(0) };
    room.table.begin(room.now, &mut room.out);
    for side in Color::ALL {
        room.table.started(room.now, side, &mut room.out);
    }
    room.settle();
    for line in lines(rest, MOST) {
        if room.table.is_over() {
            break;
        }
        room.happens(line);
        room.settle();
    }
    room.finish();
}

fn header(first: u8, second: u8, third: u8) -> Header {
    let mut header = Header::default();
    let mut pick = |bit: bool, name: &str, value: &str| {
        if bit {
            header.set(name, value);
        }
    };
    pick(first & 1 != 0, "protocol.W", "xboard");
    pick(first & 2 != 0, "protocol.B", "xboard");
    pick(first & 4 != 0, "variant", "chess960");
    pick(first & 8 != 0, "claims", "always");
    pick(first & 16 != 0, "illegal-moves", "loss");
    pick(first & 32 != 0, "ponder", "on");
    pick(first & 64 != 0, "trouble", "play-on");
    pick(first & 128 != 0, "fen", "4k3/8/8/8/8/8/4P3/4K2R w K - 140 100");
    let controls = ["60+1", "2/5,5+1", "60 delay 3", "60 bronstein 3", "movetime 5", "hourglass 60", "none", "0:01"];
    pick(true, "tc", controls.get(usize::from(second) % controls.len()).copied().unwrap_or("none"));
    let editions = ["2023", "1997", "2001", "2005", "2009", "2014", "2018", "online"];
    pick(true, "edition", editions.get(usize::from(second / 8) % editions.len()).copied().unwrap_or("2023"));
    pick(third & 1 != 0, "class", "blitz");
    pick(third & 2 != 0, "class", "rapid");
    pick(third & 4 != 0, "margin", "0.050");
    pick(third & 8 != 0, "ready-while-searching", "silent");
    pick(third & 16 != 0, "exception", "win");
    pick(third & 32 != 0 && first & 128 == 0, "moves", "e2e4 e7e5 g1f3");
    header
}

impl Room {
    fn happens(&mut self, line: &[u8]) {
        let Some((kind, rest)) = line.split_first() else { return };
        let (side, other) = (Color::White, Color::Black);
        match kind {
            b'W' => self.table.heard(self.now, side, rest, &mut self.out),
            b'B' => self.table.heard(self.now, other, rest, &mut self.out),
            b'm' => self.moves(rest.first().copied().unwrap_or_default()),
            b't' => {
                let millis = std::str::from_utf8(rest).ok().and_then(|text| text.trim().parse::<u16>().ok());
                self.pass(Span::from_millis(millis.unwrap_or(1).into()));
            }
            b'x' => self.table.gone(self.now, side, "exit 1", &mut self.out),
            b'y' => self.table.gone(self.now, other, "exit 1", &mut self.out),
            b'a' => self.table.abort(self.now, "asked", &mut self.out),
            _ => {}
        }
    }

    /// The side that thinks makes a legal move.
    fn moves(&mut self, number: u8) {
        let Some(side) = self.table.thinking() else { return };
        let record = self.table.arbiter().record();
        let legal = record.position().legal_moves();
        let Some(m) = legal.get(usize::from(number) % legal.len().max(1)) else { return };
        let spelled = m.to_uci(record.mode());
        let line = match self.speaks.get(side) {
            Speaks::Uci => format!("bestmove {spelled}"),
            Speaks::Xboard => format!("move {spelled}"),
        };
        self.table.heard(self.now, side, line.as_bytes(), &mut self.out);
    }

    fn pass(&mut self, span: Span) {
        let until = self.now.after(span);
        while let Some(due) = self.table.deadline().filter(|due| *due < until) {
            self.now = self.now.max(due);
            self.tick(due);
            self.settle();
        }
        self.now = until;
    }

    fn tick(&mut self, due: Stamp) {
        self.table.tick(due, &mut self.out);
        assert_ne!(self.table.deadline(), Some(due), "a deadline must not come again");
    }

    /// Engines answer what they are asked for before and between games, until nothing comes any more.
    fn settle(&mut self) {
        loop {
            let mut answers = Vec::new();
            for side in Color::ALL {
                let bytes = std::mem::take(self.out.to.get_mut(side));
                assert!(bytes.is_empty() || bytes.ends_with(b"\n"), "half a line to an engine");
                for line in bytes.split(|byte| *byte == b'\n') {
                    let answer = match (self.speaks.get(side), line.split(|byte| *byte == b' ').next()) {
                        (Speaks::Uci, Some(b"uci")) => "uciok",
                        (Speaks::Uci, Some(b"isready")) => "readyok",
                        (Speaks::Xboard, Some(b"protover")) => "feature ping=1 setboard=1 colors=0 usermove=1 done=1",
                        (Speaks::Xboard, Some(b"ping")) => {
                            answers.push((side, [b"pong".as_slice(), line.get(4..).unwrap_or_default()].concat()));
                            continue;
                        }
                        _ => continue,
                    };
                    answers.push((side, answer.as_bytes().to_vec()));
                }
            }
            self.table.written(self.now);
            for order in std::mem::take(&mut self.out.orders) {
                match order {
                    Order::Kill(side) => self.table.gone(self.now, side, "killed", &mut self.out),
                    Order::Restart(side) => self.table.started(self.now, side, &mut self.out),
                }
            }
            if answers.is_empty() {
                let Some(due) = self.table.deadline().filter(|due| *due <= self.now) else { return };
                self.tick(due);
            }
            for (side, answer) in answers {
                self.table.heard(self.now, side, &answer, &mut self.out);
            }
        }
    }

    /// The game as it is kept can be played again.
    fn finish(self) {
        let over = self.table.is_over();
        let ruled = self.table.ruling().is_some();
        let Finished { game, .. } = self.table.finish(0);
        assert!(game.ending.result.is_none() || over || ruled, "a result of a game that goes on");
        let mode = shakmaty::CastlingMode::from_chess960(
            game.opening.variant == uci_arbiter::event::settings::Variant::Chess960,
        );
        let start = Start::parse(game.opening.fen.as_deref().unwrap_or("startpos"), mode).expect("it was played");
        let mut record = Record::new(start);
        for played in &game.plies {
            let m = read_move(played.uci.as_bytes(), record.position());
            record.push(m.unwrap_or_else(|| panic!("expected a legal move in {}, got {}", record.fen(), played.uci)));
        }
        assert_eq!(record.fen(), game.final_fen);
        let json = serde_json::to_vec(&game).expect("a game is JSON");
        let again = serde_json::from_slice::<uci_arbiter::event::game::Game>(&json).expect("our own game");
        assert_eq!(again, *game);
    }
}
