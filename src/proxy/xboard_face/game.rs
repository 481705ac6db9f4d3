//! The board, and when the engine thinks.

use super::{Next, XboardFace};
use crate::proxy::desk::Desk;
use crate::proxy::engine::{Answer, Kind};
use crate::proxy::output::Output;
use crate::proxy::settings::{HistoryForEngine, Results};
use crate::proxy::uci_face::pruned;
use crate::uci::{Command, Root};
use crate::units::Stamp;
use crate::xboard::{Reply, read_move};
use shakmaty::{Color, Move, uci::UciMove};

impl XboardFace {
    /// `new`: the standard position, the engine plays Black.
    pub(super) fn new_game(&mut self, desk: &mut Desk, out: &mut Output) {
        out.tell("ucinewgame");
        (self.side, self.analyzing, self.hint) = (Some(Color::Black), false, None);
        self.new_board(desk, Root::Standard, out);
    }

    pub(super) fn new_board(&mut self, desk: &mut Desk, root: Root<'_>, out: &mut Output) {
        desk.track.new_game();
        match desk.track.position(root, &[]) {
            Ok(change) => {
                let why = match root {
                    Root::Standard => "new",
                    Root::Fen(_) => "setboard",
                };
                desk.log_change(out, &change, why);
            }
            Err(error) => desk.log_bad(out, &error),
        }
        self.board_changed(desk);
    }

    pub(super) fn board_changed(&mut self, desk: &mut Desk) {
        desk.epoch += 1;
        (self.uncounted, self.unruled) = (true, true);
        self.held = None;
    }

    /// Whether the engine searches for its own move.
    pub(super) fn is_thinking(&self, desk: &Desk) -> bool {
        let current = desk.engine.current();
        current.is_some_and(|search| search.kind == Kind::Timed && search.answer == Answer::Wanted)
            || self.next == Next::Think
    }

    /// Whatever the engine searches, nobody wants it any more.
    pub(super) fn halt(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        self.next = Next::Nothing;
        (self.expected, self.flag, self.held) = (None, None, None);
        (self.resigning, self.claimed) = (None, None);
        let running = desk.engine.searches.iter().any(|search| search.stopped.is_none());
        for search in &mut desk.engine.searches {
            search.answer = Answer::Dropped;
        }
        if running {
            out.tell("stop");
            desk.engine.stopped(at);
        }
        for number in std::mem::take(&mut self.pings) {
            Self::reply(out, &Reply::Pong(&number));
        }
    }

    /// Force mode, end of analysis, end of the game.
    pub(super) fn idle(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        self.halt(desk, at, out);
        (self.side, self.analyzing) = (None, false);
    }

    /// After a change of the board: analysis goes on with it, and thinking if it is our move.
    pub(super) fn resume(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        if self.analyzing {
            self.next = Next::Analyze;
            self.proceed(desk, at, out);
        }
    }

    pub(super) fn think_if_due(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        let turn = desk.track.record().map(crate::game::Record::turn);
        if self.side.is_some() && self.side == turn {
            self.next = Next::Think;
            self.proceed(desk, at, out);
        }
    }

    /// Starts what is wanted, if the engine is idle.
    pub(super) fn proceed(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        if desk.is_searching() {
            return;
        }
        for line in std::mem::take(&mut self.later) {
            out.down.extend_from_slice(&line);
        }
        match std::mem::replace(&mut self.next, Next::Nothing) {
            Next::Nothing => {}
            Next::Think => self.think(desk, at, out),
            Next::Analyze => {
                self.tell_position(desk, None, out);
                self.tell_go(desk, at, "infinite", out);
            }
        }
    }

    fn think(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        let Some(record) = desk.track.record() else { return };
        let turn = record.turn();
        if shakmaty::Position::legal_moves(record.position()).is_empty() {
            return;
        }
        // Under trust the result has been or will be claimed; until it is taken the engine plays on.
        if desk.settings.results == Results::Offers && self.answers_dead(desk) {
            self.answer_dead(desk, at, out);
            return;
        }
        let go = self.control.go(turn, self.made(desk, turn));
        self.offers = false;
        self.tell_position(desk, None, out);
        self.tell_go(desk, at, &go, out);
        // Whether the opponent can mate is looked at when the engine thinks already.
        self.unruled = true;
    }

    /// Moves that a side has made since the root.
    fn made(&self, desk: &Desk, side: Color) -> u32 {
        let Some(record) = desk.track.record() else { return 0 };
        let first = shakmaty::Position::turn(&record.start().position) == side;
        record.ply().0.saturating_add(u32::from(first)) / 2
    }

    fn tell_position(&self, desk: &mut Desk, more: Option<Move>, out: &mut Output) {
        let pruned = match desk.settings.history {
            HistoryForEngine::Prune => pruned(&desk.track),
            HistoryForEngine::Full => None,
        };
        let mut line = match (pruned, desk.track.root_text()) {
            (Some(line), _) => line.trim_ascii_end().to_vec(),
            (None, Some("startpos") | None) => self.with_moves(desk, b"position startpos".to_vec()),
            (None, Some(fen)) => self.with_moves(desk, [b"position fen ", fen.as_bytes()].concat()),
        };
        if let Some(m) = more {
            if !line.windows(7).any(|window| window == b" moves ") {
                line.extend_from_slice(b" moves");
            }
            line.extend(format!(" {}", UciMove::from_move(m, desk.track.mode())).bytes());
        }
        line.push(b'\n');
        out.down.extend_from_slice(&line);
        desk.engine.position = line;
    }

    fn with_moves(&self, desk: &Desk, mut line: Vec<u8>) -> Vec<u8> {
        for (index, uci) in desk.track.ucis().iter().enumerate() {
            line.extend_from_slice(if index == 0 { b" moves " } else { b" " });
            line.extend(uci.to_string().bytes());
        }
        line
    }

    fn tell_go(&self, desk: &mut Desk, at: Stamp, text: &str, out: &mut Output) {
        let line = format!("go {text}");
        if let Command::Go(go) = Command::parse(line.as_bytes()) {
            desk.engine.went(&go, desk.epoch, at);
            desk.watch_clock();
            desk.tell_go(format!("{line}\n").as_bytes(), out);
        }
    }

    /// A move of the opponent, or of either side in force mode and analysis.
    pub(super) fn user_move(&mut self, desk: &mut Desk, at: Stamp, text: &[u8], out: &mut Output) {
        let Some(m) = desk.track.record().and_then(|record| read_move(text, record.position())) else {
            Self::reply(out, &Reply::IllegalMove { reason: b"", mv: text });
            let got = crate::uci::shown(text);
            desk.log(out, crate::ledger::Event::BadPosition { index: None, got }, "a move that is not legal here");
            return;
        };
        let hit = self.expected.take() == Some(m)
            && desk.engine.current().is_some_and(|search| search.kind == Kind::Ponder && search.stopped.is_none());
        if !hit {
            self.halt(desk, at, out);
        }
        desk.track.play(m);
        self.board_changed(desk);
        if hit {
            let turn = desk.track.record().map(crate::game::Record::turn);
            out.tell("ponderhit");
            desk.engine.hit(at);
            if let Some(search) = desk.engine.searches.back_mut() {
                search.epoch = desk.epoch;
                // What would be sent to a restarted engine has the clocks of now.
                if let Some(turn) = turn {
                    search.text = self.control.go(turn, 0).into_bytes();
                }
            }
            desk.watch_clock();
            return;
        }
        match self.analyzing {
            true => self.resume(desk, at, out),
            false => self.think_if_due(desk, at, out),
        }
    }

    /// After our move: think on the opponent's time, if that is wanted.
    pub(super) fn ponder(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        let Some(m) = self.hint.filter(|_| self.ponder && self.side.is_some()) else {
            return;
        };
        let Some(record) = desk.track.record() else { return };
        if !shakmaty::Position::is_legal(record.position(), m) || desk.track.ruling().is_some() {
            return;
        }
        let turn = record.turn().other();
        let go = format!("ponder {}", self.control.go(turn, self.made(desk, turn)));
        self.tell_position(desk, Some(m), out);
        self.tell_go(desk, at, &go, out);
        self.expected = Some(m);
    }

    pub(super) fn stop_pondering(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        self.ponder = false;
        if self.expected.is_some() {
            self.halt(desk, at, out);
        }
    }

    pub(super) fn undo(&mut self, desk: &mut Desk, at: Stamp, count: usize, out: &mut Output) {
        self.halt(desk, at, out);
        desk.track.undo(count);
        self.board_changed(desk);
        self.resume(desk, at, out);
    }

    /// `?`: the engine moves now.
    pub(super) fn move_now(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        if self.is_thinking(desk) && desk.is_searching() {
            out.tell("stop");
            desk.engine.stopped(at);
        }
    }
}
