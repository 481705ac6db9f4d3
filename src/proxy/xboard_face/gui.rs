//! Lines from the GUI.

use super::{Next, XboardFace};
use crate::ledger::Event;
use crate::proxy::desk::Desk;
use crate::proxy::engine::Stage;
use crate::proxy::output::{Order, Output};
use crate::proxy::settings::PREFIX;
use crate::uci::{Root, SetOption, shown};
use crate::units::Stamp;
use crate::xboard::{Command, Features, Reply, resolve};
use shakmaty::Color;

impl XboardFace {
    pub(in crate::proxy) fn upstream(&mut self, desk: &mut Desk, at: Stamp, line: &[u8], out: &mut Output) {
        let command = Command::parse(line);
        match desk.engine.stage {
            Stage::Running => {
                if let Command::Protover(_) = command {
                    out.up.extend_from_slice(Features::WAIT);
                }
                if let Command::Xboard | Command::Empty = command {
                    return;
                }
                self.greeted = matches!(command, Command::Protover(_));
                desk.engine.stage = Stage::Handshake { since: at };
                out.tell("uci");
                if !self.greeted {
                    self.upstream(desk, at, line, out);
                }
            }
            Stage::Handshake { .. } if command == Command::Quit => self.quit(desk, out),
            Stage::Handshake { .. } => self.waiting.push(line.to_vec()),
            Stage::Ready => self.command(desk, at, &command, out),
            Stage::Absent | Stage::Quitting | Stage::Gone => {}
        }
    }

    /// The engine is there: features, and what the GUI has said meanwhile.
    pub(super) fn introduce(&mut self, desk: &mut Desk, at: Stamp, out: &mut Output) {
        if self.greeted {
            let has = |name: &str| self.options.iter().any(|option| option.name.eq_ignore_ascii_case(name.as_bytes()));
            let mut options =
                self.options.iter().filter(|option| option.carrier().is_none()).cloned().collect::<Vec<_>>();
            if desk.settings.show_options {
                options.extend(desk.settings.options());
            }
            let variants: &[&str] = if has("UCI_Chess960") { &["normal", "fischerandom"] } else { &["normal"] };
            let name = desk.engine.name.clone();
            let features = Features {
                name: if name.is_empty() { "UCI engine" } else { &name },
                variants,
                memory: has("Hash"),
                smp: has("Threads"),
                syzygy: has("SyzygyPath"),
                options: &options,
            };
            features.write(&mut out.up);
        }
        self.options.extend(desk.settings.options());
        for line in std::mem::take(&mut self.waiting) {
            self.command(desk, at, &Command::parse(&line), out);
        }
    }

    fn command(&mut self, desk: &mut Desk, at: Stamp, command: &Command<'_>, out: &mut Output) {
        if let Command::NodesPerSecond(1..) = command
            && self.control.level().is_some()
        {
            // UCI has no clock that counts nodes. With a time a move it is a number of nodes, which UCI has.
            let command = command.to_string();
            let reason = b"nodes a second only with a time a move";
            return Self::reply(out, &Reply::Error { reason, command: command.as_bytes() });
        }
        if self.control.take(command) && *command != Command::New {
            return;
        }
        let plays = matches!(command, Command::Move(_) | Command::Go | Command::PlayOther | Command::Analyze);
        if plays && desk.track.record().is_none() {
            self.new_game(desk, out);
        }
        match command {
            Command::New => {
                self.halt(desk, at, out);
                self.new_game(desk, out);
            }
            Command::Variant(name) => self.variant(desk, name, out),
            Command::Quit => self.quit(desk, out),
            Command::Force => self.idle(desk, at, out),
            Command::Go => self.play_as(desk, at, desk.track.record().map(crate::game::Record::turn), out),
            Command::PlayOther => {
                self.play_as(desk, at, desk.track.record().map(|record| record.turn().other()), out);
            }
            Command::White => self.side = Some(Color::Black),
            Command::Black => self.side = Some(Color::White),
            Command::Move(text) => self.user_move(desk, at, text, out),
            Command::MoveNow => self.move_now(desk, at, out),
            Command::Ping(number) => self.ping(desk, at, number, out),
            Command::Draw => self.offered(desk, out),
            Command::Result { result, comment } => {
                let event = Event::ResultHeard { result: shown(result), comment: shown(comment) };
                desk.log(out, event, "");
                self.idle(desk, at, out);
            }
            Command::SetBoard(fen) => self.set_board(desk, at, fen, out),
            Command::Hint => {
                if let Some(m) = self.hint {
                    let spelled = crate::xboard::spell_move(m, desk.track.mode());
                    Self::reply(out, &Reply::Hint(spelled.as_bytes()));
                }
            }
            Command::Undo => self.undo(desk, at, 1, out),
            Command::Remove => self.undo(desk, at, 2, out),
            Command::Hard => self.ponder = true,
            Command::Easy => self.stop_pondering(desk, at, out),
            Command::Post => self.post = true,
            Command::NoPost => self.post = false,
            Command::Analyze => {
                self.halt(desk, at, out);
                (self.side, self.analyzing) = (None, true);
                self.next = Next::Analyze;
                self.proceed(desk, at, out);
            }
            Command::ExitAnalysis => self.idle(desk, at, out),
            Command::Status => self.status(desk, at, out),
            Command::Accepted(feature) => self.debug |= *feature == b"debug",
            Command::Memory(megabytes) => self.option(desk, b"Hash", megabytes.to_string().as_bytes(), out),
            Command::Cores(cores) => self.option(desk, b"Threads", cores.to_string().as_bytes(), out),
            Command::EgtPath { kind: b"syzygy", path } => self.option(desk, b"SyzygyPath", path, out),
            Command::Option(text) => self.user_option(desk, text, out),
            Command::Name(name) => {
                let value = [b"none none computer ", *name].concat();
                self.option(desk, b"UCI_Opponent", &value, out);
            }
            Command::Edit | Command::Malformed { .. } | Command::Unknown(_) => {
                if let Some((reason, line)) = command.complaint() {
                    let (reason, command) = (reason.as_bytes(), line.as_bytes());
                    Self::reply(out, &Reply::Error { reason, command });
                    let what = format!("a line that was refused: {}", shown(command));
                    desk.log(out, Event::Unusual { what }, "");
                }
            }
            Command::Xboard | Command::Protover(_) | Command::Rejected(_) | Command::Random | Command::Book => {}
            Command::Rating(_) | Command::Computer | Command::Ics(_) | Command::Pause | Command::Resume => {}
            Command::EgtPath { .. } | Command::Empty => {}
            // Taken by the time control.
            Command::Level(_) | Command::MoveTime(_) | Command::Depth(_) | Command::NodesPerSecond(_) => {}
            Command::Time(_) | Command::OpponentTime(_) => {}
        }
    }

    fn quit(&mut self, desk: &mut Desk, out: &mut Output) {
        if desk.is_searching() {
            out.tell("stop");
        }
        out.tell("quit");
        desk.engine.stage = Stage::Quitting;
        out.orders.push(Order::Quit);
    }

    fn play_as(&mut self, desk: &mut Desk, at: Stamp, side: Option<Color>, out: &mut Output) {
        self.halt(desk, at, out);
        (self.side, self.analyzing) = (side, false);
        self.claim_known(desk, out);
        self.think_if_due(desk, at, out);
    }

    fn ping(&mut self, desk: &mut Desk, at: Stamp, number: &[u8], out: &mut Output) {
        if self.is_thinking(desk) {
            // The answer must not come before the move.
            self.pings.push(number.to_vec());
        } else if desk.is_searching() && desk.engine.current().is_some_and(|search| search.stopped.is_none()) {
            // Pondering does not count.
            Self::reply(out, &Reply::Pong(number));
        } else {
            desk.engine.pings.push_back(at);
            self.asked.push(number.to_vec());
            out.tell("isready");
        }
    }

    fn variant(&mut self, desk: &mut Desk, name: &[u8], out: &mut Output) {
        let chess960 = match name {
            b"normal" => false,
            b"fischerandom" => true,
            _ => {
                let command = [b"variant ", name].concat();
                return Self::reply(out, &Reply::Error { reason: b"unsupported variant", command: &command });
            }
        };
        desk.track.set_chess960(chess960);
        self.option(desk, b"UCI_Chess960", chess960.to_string().as_bytes(), out);
        self.new_board(desk, Root::Standard, out);
    }

    /// Sets an option of the engine if it has it.
    fn option(&mut self, desk: &mut Desk, name: &[u8], value: &[u8], out: &mut Output) {
        if self.options.iter().any(|option| option.name.eq_ignore_ascii_case(name)) {
            let line = [b"setoption name ", name, b" value ", value, b"\n"].concat();
            desk.engine.option_set(name, &line);
            self.send_when_idle(desk, line, out);
        }
    }

    fn user_option(&mut self, desk: &mut Desk, text: &[u8], out: &mut Output) {
        let Some(setting) = resolve(text, &self.options) else {
            let command = [b"option ", text].concat();
            let reason = b"no such option";
            return Self::reply(out, &Reply::Error { reason, command: &command });
        };
        let mut line = setting.to_uci();
        let name = setting.option.name.clone();
        if name.starts_with(PREFIX.as_bytes()) {
            let value = Some(setting.value.unwrap_or_default());
            if desk.own_option(&SetOption { name: &name, value }, out) != Some(true) {
                let command = [b"option ", text].concat();
                Self::reply(out, &Reply::Error { reason: b"no such value", command: &command });
            }
            return;
        }
        line.push(b'\n');
        desk.engine.option_set(&name, &line);
        self.send_when_idle(desk, line, out);
    }

    /// Options may be set only while the engine is idle.
    fn send_when_idle(&mut self, desk: &Desk, line: Vec<u8>, out: &mut Output) {
        match desk.is_searching() {
            true => self.later.push(line),
            false => out.down.extend_from_slice(&line),
        }
    }

    fn set_board(&mut self, desk: &mut Desk, at: Stamp, fen: &[u8], out: &mut Output) {
        self.halt(desk, at, out);
        let text = String::from_utf8_lossy(fen).into_owned();
        self.new_board(desk, Root::Fen(&text), out);
        if desk.track.record().is_none() {
            Self::reply(out, &Reply::TellUserError(b"Illegal position"));
            return;
        }
        self.resume(desk, at, out);
    }

    fn status(&self, desk: &Desk, at: Stamp, out: &mut Output) {
        let Some(search) = desk.engine.current() else { return };
        let thinking = crate::xboard::Thinking::from_uci(&desk.engine.last_info);
        let (depth, nodes) = thinking.map_or((0, 0), |thinking| (thinking.depth, thinking.nodes));
        let time = at.since(search.since).as_millis() / 10;
        Self::reply(out, &Reply::Status(format!("{time} {nodes} {depth} 0 0").as_bytes()));
    }
}
