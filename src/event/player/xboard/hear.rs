//! What an xboard engine's lines mean.

use super::board::spoken_move;
use super::features::{Hurry, Told};
use super::{Asked, FEATURES_END, Known, State, XboardPlayer, say};
use crate::event::game::Score;
use crate::event::player::{Answer, Request, Said, Silence, Thought};
use crate::event::watch::Insight;
use crate::game::Attempt;
use crate::uci;
use crate::units::Stamp;
use crate::xboard::{self, Outcome, Reply, Thinking, read_move};
use shakmaty::{Color, uci::UciMove};

impl XboardPlayer {
    /// Takes one line of the engine.
    pub fn line(&mut self, at: Stamp, line: &[u8], out: &mut Vec<u8>) -> Said {
        if self.state == State::Handshake && self.features.hurry == Hurry::Short {
            self.due = Some(at.after(FEATURES_END).min(self.handshake_ends));
        }
        match Reply::parse(line) {
            Reply::Thinking(thinking) => {
                if self.state == State::Thinking {
                    self.thought = thought(&thinking);
                    let tab = thinking.pv.iter().rposition(|byte| *byte == b'\t').map_or(0, |tab| tab + 1);
                    let line = thinking.pv.get(tab..).unwrap_or_default();
                    self.line.clear();
                    self.line.extend_from_slice(line.get(..Insight::LONGEST_LINE).unwrap_or(line));
                }
                Said::Nothing
            }
            Reply::Move(text) => self.moved(text, out),
            Reply::Unknown(line) => spoken_move(line).map_or(Said::Nothing, |text| self.moved(text, out)),
            Reply::Pong(number) if number == self.ping.to_string().as_bytes() => self.pong(at, out),
            Reply::Feature(text) => match (self.features.take(text, out), &self.state) {
                (Told::Done, State::Handshake) => self.configure(at, out),
                (Told::More, State::Handshake) if self.features.hurry == Hurry::AsLongAsItTakes => {
                    self.due = Some(self.handshake_ends);
                    Said::Nothing
                }
                _ => Said::Nothing,
            },
            Reply::OfferDraw => Said::Request(Request::Offer),
            Reply::Resign => Said::Request(Request::Resign),
            Reply::Result { result, .. } => self.claimed(result),
            Reply::IllegalMove { mv, .. } => self.complained(mv),
            Reply::Pong(_)
            | Reply::Error { .. }
            | Reply::TellUser(_)
            | Reply::TellUserError(_)
            | Reply::Tell { .. }
            | Reply::Hint(_)
            | Reply::Status(_)
            | Reply::Comment(_)
            | Reply::Empty => Said::Nothing,
        }
    }

    pub(super) fn configure(&mut self, at: Stamp, out: &mut Vec<u8>) -> Said {
        self.features.set(&self.options).iter().for_each(|line| say(out, line));
        if let Some(setup) = self.waiting.take() {
            self.begin(at, setup, out);
            return Said::Nothing;
        }
        match self.ask(out) {
            Asked::Yes => {
                self.enter(State::Configuring, Some(at.after(self.patience.ready)));
                Said::Nothing
            }
            Asked::Cannot => {
                self.enter(State::Idle, None);
                Said::Idle
            }
        }
    }

    fn pong(&mut self, at: Stamp, out: &mut Vec<u8>) -> Said {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Configuring => {
                self.enter(State::Idle, None);
                if let Some(setup) = self.waiting.take() {
                    self.begin(at, setup, out);
                    return Said::Nothing;
                }
                Said::Idle
            }
            State::NewGame => {
                self.enter(State::Idle, None);
                Said::Ready
            }
            State::Syncing(mut lines) => {
                out.append(&mut lines);
                self.enter(State::Thinking, None);
                Said::Thinking
            }
            State::Stopping => {
                self.enter(State::Idle, None);
                Said::Idle
            }
            State::Idle if self.asked_alive => {
                self.enter(State::Idle, None);
                Said::Alive
            }
            other => {
                self.state = other;
                Said::Nothing
            }
        }
    }

    /// A move, if one is waited for. In force mode, on the opponent's time and for a second time it is none.
    fn moved(&mut self, text: &[u8], out: &mut Vec<u8>) -> Said {
        if let State::StoppingByMove(end) = &mut self.state {
            out.append(end);
            self.enter(State::Idle, None);
            return Said::Idle;
        }
        if self.state != State::Thinking {
            return Said::Nothing;
        }
        self.enter(State::Idle, None);
        let legal = match &mut self.known {
            Known::Board(board) => read_move(text, board.position()).inspect(|m| board.play(*m)),
            Known::Fresh | Known::Lost => None,
        };
        let attempt = match legal {
            Some(m) => Attempt::Move(m),
            None => {
                self.known = Known::Lost;
                unplayable(text)
            }
        };
        Said::Moved(Answer { attempt, text: uci::shown(text), ponder: None, thought: self.thought })
    }

    /// The engine says that the game is over. Its own loss is a resignation, a draw a claim; its own win is for the
    /// board to show.
    fn claimed(&self, result: Outcome) -> Said {
        match (result, self.side) {
            (Outcome::Draw, _) => Said::Request(Request::Claim),
            (Outcome::WhiteWins, Some(Color::Black)) | (Outcome::BlackWins, Some(Color::White)) => {
                Said::Request(Request::Resign)
            }
            (Outcome::WhiteWins | Outcome::BlackWins | Outcome::Unfinished, _) => Said::Nothing,
        }
    }

    /// The engine calls a move illegal. If it is one that it was sent and has to answer, it does not play on.
    fn complained(&mut self, text: &[u8]) -> Said {
        let Known::Board(board) = &self.known else { return Said::Nothing };
        match &self.state {
            State::Thinking | State::Syncing(_) if board.has_sent(text) => {
                self.due = None;
                Said::Silent(Silence::Refusal)
            }
            _ => Said::Nothing,
        }
    }
}

/// Text that spells no legal move.
fn unplayable(text: &[u8]) -> Attempt {
    if text.is_empty() {
        return Attempt::Missing;
    }
    let coordinates = String::from_utf8_lossy(text).replace('=', "").to_ascii_lowercase();
    match coordinates.parse::<UciMove>() {
        Ok(m) => Attempt::Uci(m),
        Err(_) => Attempt::Unreadable(uci::shown(text)),
    }
}

fn thought(thinking: &Thinking<'_>) -> Thought {
    let moves = |moves: u32| i32::try_from(moves).unwrap_or(i32::MAX);
    let score = match thinking.score {
        xboard::Score::Centipawns(score) => {
            Score::Cp(i32::try_from(score).unwrap_or(if score < 0 { i32::MIN + 1 } else { i32::MAX }))
        }
        xboard::Score::Mates(count) => Score::Mate(moves(count)),
        xboard::Score::IsMated(count) => Score::Mate(-moves(count)),
    };
    // Newer engines put their selective depth first among further numbers, and a tab before the line of play.
    let tab = thinking.pv.iter().position(|byte| *byte == b'\t');
    let more = tab.and_then(|tab| thinking.pv.get(..tab)).map(|text| text.split(u8::is_ascii_whitespace));
    let seldepth = more.and_then(|mut words| std::str::from_utf8(words.next()?).ok()?.parse().ok());
    Thought { score: Some(score), depth: u32::try_from(thinking.depth).ok(), seldepth, nodes: Some(thinking.nodes) }
}
