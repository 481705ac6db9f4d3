//! Lines of xboard, from either side: what is written reads back, options survive both spellings.

use super::text::lines;
use uci_arbiter::uci::shown;
use uci_arbiter::xboard::{Command, Control, EngineOption, Feature, Level, OptionKind, Reply, Thinking, resolve};

pub(crate) fn run(data: &[u8]) {
    let mut control = Control::default();
    for line in lines(data, 64) {
        let command = Command::parse(line);
        let _ = control.take(&command);
        let mut out = Vec::new();
        command.write(&mut out);
        one_line(&out);
        let again = Command::parse(&out);
        assert_eq!(format!("{again:?}"), format!("{command:?}"), "{}", shown(line));
        if let Some((reason, _)) = command.complaint() {
            assert!(!reason.is_empty());
        }
        reply(line);
        if let Ok(level) = Level::parse(line) {
            assert_eq!(Level::parse(level.to_string().as_bytes()), Ok(level));
        }
        option(line);
    }
}

fn one_line(out: &[u8]) {
    let feeds = out.iter().filter(|byte| **byte == b'\n').count();
    assert!(feeds == 1 && out.ends_with(b"\n"), "expected one line, got {}", shown(out));
}

fn reply(line: &[u8]) {
    let reply = Reply::parse(line);
    let mut out = Vec::new();
    reply.write(&mut out);
    one_line(&out);
    if line.iter().any(u8::is_ascii_control) {
        // Control characters are replaced.
        return;
    }
    let again = Reply::parse(&out);
    assert_eq!(std::mem::discriminant(&again), std::mem::discriminant(&reply), "{}", shown(line));
    // Once written, nothing changes any more.
    let mut twice = Vec::new();
    again.write(&mut twice);
    assert_eq!(shown(&twice), shown(&out));
    for Feature { name, value } in reply.features() {
        assert!(!name.contains(&b'='), "{}", shown(line));
        if name == b"option" {
            option(&value);
        }
    }
    if let Some(thinking) = Thinking::from_uci(line) {
        let mut out = Vec::new();
        thinking.write(&mut out);
        one_line(&out);
        let read = Thinking::from_xboard(&out).expect("our own thinking is read");
        assert_eq!((read.depth, read.nodes), (thinking.depth, thinking.nodes));
        assert_eq!(read.time_ms, thinking.time_ms / 10 * 10);
        assert_eq!(read.score.to_xboard(), thinking.score.to_xboard());
    }
}

/// An option of one protocol, told in the other and set there.
fn option(text: &[u8]) {
    for read in [EngineOption::from_uci(text), EngineOption::from_xboard(text)].into_iter().flatten() {
        let told = read.to_xboard();
        let heard = EngineOption::from_xboard(&told);
        let heard = heard.unwrap_or_else(|| panic!("expected an option, got {}", shown(&told)));
        assert_eq!(heard.name, read.alias().trim_ascii(), "{}", shown(&told));
        assert_eq!(std::mem::discriminant(&heard.kind), std::mem::discriminant(&read.kind));
        if let (OptionKind::Spin { default, min, max }, OptionKind::Spin { default: d, min: l, max: h }) =
            (&heard.kind, &read.kind)
        {
            assert_eq!((default, min, max), (d, l, h));
        }
        let set = match read.kind {
            OptionKind::Button => read.alias(),
            OptionKind::Check { .. } | OptionKind::Spin { .. } | OptionKind::Combo { .. } | OptionKind::Text { .. } => {
                [read.alias().as_slice(), b"=1"].concat()
            }
        };
        let options = [read];
        let setting = resolve(&set, &options).expect("an option is found by its own name");
        let line = setting.to_uci();
        assert!(line.starts_with(b"setoption name "));
        assert!(!line.contains(&b'\n'), "{}", shown(&line));
    }
}
