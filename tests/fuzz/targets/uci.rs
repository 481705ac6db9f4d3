//! Lines of UCI, from either side: white space and line ends change nothing, and a rewritten score is all that differs.

use super::text::lines;
use uci_arbiter::uci::{Command, Info, PositionText, Reply, Root, Score, content, rewrite_zero, shown, tokens};

pub(crate) fn run(data: &[u8]) {
    for line in lines(data, 64) {
        // A mark that comes after a blank belongs to its word; without the blank it would be none.
        let plain = plain(line);
        if content(&plain) == plain {
            command(line);
            reply(line);
        }
        assert!(shown(line).bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    }
}

/// The words of a line with one blank between two.
fn plain(line: &[u8]) -> Vec<u8> {
    tokens(content(line)).collect::<Vec<_>>().join(&b' ')
}

fn ended(line: &[u8], end: &[u8]) -> Vec<u8> {
    [line, end].concat()
}

fn command(line: &[u8]) {
    let read = Command::parse(line);
    assert_eq!(read, Command::parse(&ended(line, b"\n")));
    let (plain, ended) = (plain(line), ended(line, b"\r\n"));
    let again = Command::parse(&plain);
    match (&read, &again) {
        (Command::Position(text), Command::Position(same)) => {
            let (one, other) = (PositionText::parse(text), PositionText::parse(same));
            assert_eq!(one.is_ok(), other.is_ok());
            if let (Ok(one), Ok(other)) = (one, other) {
                assert_eq!(one.moves, other.moves);
                position(&one);
            }
        }
        (Command::Go(go), Command::Go(same)) => {
            assert_eq!(
                (go.ponder, go.infinite, go.perft, go.searchmoves, go.movetime),
                (same.ponder, same.infinite, same.perft, same.searchmoves, same.movetime)
            );
            assert_eq!((go.wtime, go.btime, go.winc, go.binc), (same.wtime, same.btime, same.winc, same.binc));
        }
        (Command::SetOption(set), Command::SetOption(same)) => {
            assert_eq!(set.value.is_some(), same.value.is_some());
            assert_eq!((set.name, set.name), (set.name.trim_ascii(), same_words(set.name, same.name)));
        }
        (one, other) => assert_eq!(std::mem::discriminant(one), std::mem::discriminant(other)),
    }
    assert_eq!(std::mem::discriminant(&read), std::mem::discriminant(&Command::parse(&ended)));
}

/// The first, if both have the same words.
fn same_words<'a>(one: &'a [u8], other: &[u8]) -> &'a [u8] {
    assert!(tokens(one).eq(tokens(other)));
    one
}

/// A position that was read is written and read again.
fn position(read: &PositionText<'_>) {
    let root = match read.root {
        Root::Standard => "startpos".to_owned(),
        Root::Fen(fen) => format!("fen {fen}"),
    };
    let moves = read.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let text = format!("{root} moves {moves}");
    assert_eq!(PositionText::parse(text.as_bytes()).as_ref(), Ok(read));
}

fn reply(line: &[u8]) {
    let read = Reply::parse(line);
    assert_eq!(read, Reply::parse(&ended(line, b"\n")));
    let plain = plain(line);
    match (&read, &Reply::parse(&plain)) {
        (Reply::BestMove(best), Reply::BestMove(same)) => assert_eq!(best, same),
        (Reply::Info(text), Reply::Info(same)) => info(text, same),
        (one, other) => assert_eq!(std::mem::discriminant(one), std::mem::discriminant(other)),
    }
    if let Some(changed) = rewrite_zero(line) {
        let (Reply::Info(before), Reply::Info(after)) = (read, Reply::parse(&changed)) else {
            panic!("expected an info line rewritten to one, got {}", shown(&changed));
        };
        let (before, after) = (Info::parse(before), Info::parse(after));
        assert_eq!((before.score, after.score), (Some(Score::Cp(0)), Some(Score::Cp(1))));
        assert_eq!(Info { score: before.score, ..after }, before);
        assert!(changed.len() <= line.len(), "a word for zero is at least as long as 1");
    }
}

fn info(text: &[u8], same: &[u8]) {
    let (read, same) = (Info::parse(text), Info::parse(same));
    assert_eq!(Info { pv: None, string: None, ..read }, Info { pv: None, string: None, ..same });
    assert_eq!((read.pv.is_some(), read.string.is_some()), (same.pv.is_some(), same.string.is_some()));
    if let Some(score) = read.score {
        assert!(score.centipawns().unsigned_abs() <= 1_000_000);
    }
}
