//! Options in UCI: `option name … type …` and `setoption`.

use crate::xboard::option::{EngineOption, OptionKind, Setting, TextForm};
use crate::xboard::words::{number, trim};

impl EngineOption {
    /// Reads `option name N type T …`, or what follows `option`. `None` if it is no option that either side knows.
    #[must_use]
    pub fn from_uci(line: &[u8]) -> Option<Self> {
        let line = trim(line);
        let rest = trim(after_word(line, b"option").unwrap_or(line));
        let rest = trim(after_word(rest, b"name")?);
        // A name may contain the word `type`: the one that is followed by a type counts.
        let mut from = 0;
        loop {
            let end = from + rest.get(from..)?.windows(6).position(is_type)?;
            let after = rest.get(end + 6..)?;
            if let Some(kind) = uci_kind(trim(after)) {
                let name = trim(rest.get(..end)?).to_vec();
                return (!name.is_empty()).then_some(Self { name: name.clone(), kind: formed(kind, &name) });
            }
            from = end + 1;
        }
    }

    /// The line in UCI, without a line end. Empty text is `<empty>`.
    #[must_use]
    pub fn to_uci(&self) -> Vec<u8> {
        let mut line = [b"option name ", self.name.as_slice(), b" type "].concat();
        match &self.kind {
            OptionKind::Check { on } => line.extend(format!("check default {on}").bytes()),
            OptionKind::Spin { default, min, max } => {
                line.extend(format!("spin default {default} min {min} max {max}").bytes());
            }
            OptionKind::Combo { default, choices } => {
                line.extend([b"combo default ", default.as_slice()].concat());
                for choice in choices {
                    line.extend([b" var ", choice.as_slice()].concat());
                }
            }
            OptionKind::Button => line.extend(b"button"),
            OptionKind::Text { default, .. } if default.is_empty() => line.extend(b"string default <empty>"),
            OptionKind::Text { default, .. } => line.extend([b"string default ", default.as_slice()].concat()),
        }
        line
    }
}

impl Setting<'_> {
    /// UCI's `setoption` for it, without a line end.
    #[must_use]
    pub fn to_uci(&self) -> Vec<u8> {
        let mut line = [b"setoption name ", self.option.name.as_slice()].concat();
        let value = self.value.unwrap_or_default();
        match &self.option.kind {
            OptionKind::Button => return line,
            OptionKind::Check { .. } => {
                let on = matches!(value.to_ascii_lowercase().as_slice(), b"1" | b"true" | b"on" | b"yes");
                line.extend(format!(" value {on}").bytes());
            }
            OptionKind::Spin { .. } | OptionKind::Combo { .. } => line.extend([b" value ", value].concat()),
            OptionKind::Text { .. } if value.is_empty() => line.extend(b" value <empty>"),
            OptionKind::Text { .. } => line.extend([b" value ", value].concat()),
        }
        line
    }
}

fn uci_kind(text: &[u8]) -> Option<OptionKind> {
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    match word {
        b"check" => Some(OptionKind::Check { on: after(rest, b"default").is_some_and(|v| v.starts_with(b"true")) }),
        b"spin" => {
            let get = |key| after(rest, key).and_then(|v| number(v.split(u8::is_ascii_whitespace).next()?));
            let (min, max) = (get(b"min"), get(b"max"));
            Some(OptionKind::Spin {
                default: get(b"default").or(min).unwrap_or(0),
                min: min.unwrap_or(-0x8000_0000),
                max: max.unwrap_or(0x7fff_ffff),
            })
        }
        b"combo" => Some(uci_combo(rest)),
        b"button" => Some(OptionKind::Button),
        b"string" => {
            // The default of a string runs to the end of the line, whatever words it contains.
            let default = after(rest, b"default").unwrap_or_default();
            let default = if default == b"<empty>" { b"" } else { default };
            Some(OptionKind::Text { default: default.to_vec(), form: TextForm::Plain })
        }
        _ => None,
    }
}

/// What follows a key word, to the end of the line.
fn after<'a>(text: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let at = (0..text.len()).find(|at| {
        let bounded = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
        let before = at.checked_sub(1).and_then(|at| text.get(at));
        text.get(*at..).is_some_and(|rest| rest.starts_with(key))
            && bounded(before)
            && bounded(text.get(at + key.len()))
    })?;
    text.get(at + key.len()..).map(trim)
}

/// `default` may come before, between or after the `var`s; values may contain spaces.
fn uci_combo(text: &[u8]) -> OptionKind {
    let (mut default, mut choices): (Vec<u8>, Vec<Vec<u8>>) = (Vec::new(), Vec::new());
    let mut key: &[u8] = b"";
    let mut value: Vec<&[u8]> = Vec::new();
    let ends = [b"var".as_slice()];
    for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).chain(ends) {
        if word != b"var" && word != b"default" {
            value.push(word);
            continue;
        }
        match key {
            b"var" => choices.push(value.join(&b' ')),
            b"default" => default = value.join(&b' '),
            _ => {}
        }
        (key, value) = (word, Vec::new());
    }
    OptionKind::Combo { default, choices }
}

/// What stands behind a word and the blank that ends it.
fn after_word<'a>(text: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    text.strip_prefix(word).filter(|rest| rest.first().is_some_and(u8::is_ascii_whitespace))
}

/// The word `type` between blanks.
fn is_type(six: &[u8]) -> bool {
    matches!(six, [before, b't', b'y', b'p', b'e', after] if before.is_ascii_whitespace() && after.is_ascii_whitespace())
}

/// UCI calls every text a string: the name tells what it is.
fn formed(kind: OptionKind, name: &[u8]) -> OptionKind {
    match kind {
        OptionKind::Text { default, .. } => {
            let name = name.to_ascii_lowercase();
            let form = if name.ends_with(b"file") {
                TextForm::File
            } else if name.ends_with(b"path") || name.ends_with(b"directory") || name.ends_with(b"folder") {
                TextForm::Path
            } else {
                TextForm::Plain
            };
            OptionKind::Text { default, form }
        }
        other
        @ (OptionKind::Check { .. } | OptionKind::Spin { .. } | OptionKind::Combo { .. } | OptionKind::Button) => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xboard::option::{Carrier, resolve};

    fn option(line: &str) -> EngineOption {
        EngineOption::from_uci(line.as_bytes()).unwrap()
    }

    #[test]
    fn any_blank_stands_between_the_words() {
        assert_eq!(option("option\tname\t Hash\ttype\tbutton").name, b"Hash");
        assert_eq!(EngineOption::from_uci(b"option nameHash type button"), None);
        assert_eq!(EngineOption::from_uci(b"option name Hash typebutton"), None);
    }

    #[test]
    fn each_kind_maps_both_ways() {
        for (uci, xboard) in [
            ("option name Ponder type check default false", "Ponder -check 0"),
            ("option name Hash type spin default 16 min 1 max 33554432", "Hash -spin 16 1 33554432"),
            (
                "option name Style type combo default Very Risky var Solid var Very Risky",
                "Style -combo Solid /// *Very Risky",
            ),
            ("option name Clear Hash type button", "Clear Hash -button"),
            ("option name EvalFile type string default nn.nnue", "EvalFile -file nn.nnue"),
            ("option name SyzygyPath type string default <empty>", "SyzygyPath -path "),
            ("option name Text type string default min 3 var x", "Text -string min 3 var x"),
        ] {
            let read = option(uci);
            assert_eq!(String::from_utf8(read.to_xboard()).unwrap(), xboard);
            assert_eq!(String::from_utf8(read.to_uci()).unwrap(), uci);
            assert_eq!(EngineOption::from_xboard(xboard.as_bytes()), Some(read), "{xboard}");
        }
    }

    #[test]
    fn uci_lines_in_any_order_and_shape() {
        let spin = option("option  name Hash type spin min 1 max 8 default 4\r\n");
        assert_eq!(spin.kind, OptionKind::Spin { default: 4, min: 1, max: 8 });
        let typed = option("option name Piece type bonus type spin default 1 min 0 max 2");
        assert_eq!(typed.name, b"Piece type bonus");
        let bare = option("option name Log type string");
        assert_eq!(bare.kind, OptionKind::Text { default: Vec::new(), form: TextForm::Plain });
        let late = option("option name V type combo var a var b c default b c");
        assert_eq!(
            late.kind,
            OptionKind::Combo { default: b"b c".to_vec(), choices: vec![b"a".to_vec(), b"b c".to_vec()] }
        );
        for line in ["option name X type matrix", "option name  type button", "option X", "", "option name X"] {
            assert_eq!(EngineOption::from_uci(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn xboard_kinds_without_a_uci_twin() {
        let kind = |text: &str| EngineOption::from_xboard(text.as_bytes()).map(|option| option.kind);
        assert_eq!(kind("Skill -slider 5 0 9"), Some(OptionKind::Spin { default: 5, min: 0, max: 9 }));
        assert_eq!(kind("Save -save"), Some(OptionKind::Button));
        assert_eq!(kind("Reset -reset"), Some(OptionKind::Button));
        assert_eq!(kind("Group -group x"), None);
        assert_eq!(kind("Skill -spin 5 0"), None);
        assert_eq!(kind("no kind"), None);
    }

    #[test]
    fn names_with_equal_signs_dashes_and_quotes_are_set_under_their_own_name() {
        let options = [
            option("option name A type spin default 1 min 0 max 9"),
            option("option name A=B type string default x"),
            option("option name Bonus -checks \"x\" type check default true"),
            option("option name Go! type button"),
        ];
        let set = |text: &str| resolve(text.as_bytes(), &options).map(|s| String::from_utf8(s.to_uci()).unwrap());
        assert_eq!(set("A=5").unwrap(), "setoption name A value 5");
        assert_eq!(set("A=B=C:\\a b;D:\\c").unwrap(), "setoption name A=B value C:\\a b;D:\\c");
        assert_eq!(set("A=B=").unwrap(), "setoption name A=B value <empty>");
        assert_eq!(String::from_utf8(options[2].to_xboard()).unwrap(), "Bonus _checks 'x' -check 1");
        assert_eq!(set("Bonus _checks 'x'=0").unwrap(), "setoption name Bonus -checks \"x\" value false");
        assert_eq!(set("Go!").unwrap(), "setoption name Go!");
        assert_eq!(set("Nope=1"), None);
        assert_eq!(set(""), None);
    }

    #[test]
    fn bytes_that_are_no_text_come_through() {
        let latin = EngineOption::from_uci(b"option name F\xe9 type string default \xe9").unwrap();
        assert_eq!(latin.to_xboard(), b"F\xe9 -string \xe9");
        let options = [latin];
        assert_eq!(resolve(b"F\xe9=\xe8", &options).unwrap().to_uci(), b"setoption name F\xe9 value \xe8");
    }

    #[test]
    fn options_with_a_command_of_their_own() {
        assert_eq!(option("option name Hash type spin default 1 min 1 max 2").carrier(), Some(Carrier::Memory));
        assert_eq!(option("option name UCI_Chess960 type check default false").carrier(), Some(Carrier::Variant));
        assert_eq!(option("option name MultiPV type spin default 1 min 1 max 2").carrier(), None);
    }
}
