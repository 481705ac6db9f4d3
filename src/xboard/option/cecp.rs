//! Options in xboard: what stands between the quotes of `feature option="…"`.

use crate::xboard::option::model::unquoted;
use crate::xboard::option::{EngineOption, OptionKind, TextForm};
use crate::xboard::words::{number, split_at, trim};

impl EngineOption {
    /// Reads what stands between the quotes of `feature option="…"`. `None` for kinds that only arrange a window.
    #[must_use]
    pub fn from_xboard(text: &[u8]) -> Option<Self> {
        let (name, rest) = split_at(text, b" -")?;
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let (word, argument) = rest.split_at_checked(end)?;
        let argument = trim(argument);
        let text = |form| OptionKind::Text { default: argument.to_vec(), form };
        let kind = match word {
            b"check" => OptionKind::Check { on: argument == b"1" },
            b"spin" | b"slider" => {
                let mut numbers = argument.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).map(number);
                let mut next = || numbers.next().flatten();
                OptionKind::Spin { default: next()?, min: next()?, max: next()? }
            }
            b"combo" => xboard_combo(argument),
            b"button" | b"save" | b"reset" => OptionKind::Button,
            b"string" => text(TextForm::Plain),
            b"file" => text(TextForm::File),
            b"path" => text(TextForm::Path),
            _ => return None,
        };
        let name = trim(name).to_vec();
        (!name.is_empty()).then_some(Self { name, kind })
    }

    /// What stands between the quotes of `feature option="…"`.
    #[must_use]
    pub fn to_xboard(&self) -> Vec<u8> {
        let mut text = [self.alias().as_slice(), b" -"].concat();
        match &self.kind {
            OptionKind::Check { on } => text.extend(format!("check {}", u8::from(*on)).bytes()),
            OptionKind::Spin { default, min, max } => text.extend(format!("spin {default} {min} {max}").bytes()),
            OptionKind::Combo { default, choices } => {
                let marked = choices.iter().map(|choice| match choice == default {
                    true => [b"*", choice.as_slice()].concat(),
                    false => choice.clone(),
                });
                text.extend([b"combo ".to_vec(), marked.collect::<Vec<_>>().join(&b" /// "[..])].concat());
            }
            OptionKind::Button => text.extend(b"button"),
            OptionKind::Text { default, form } => {
                text.extend(match form {
                    TextForm::Plain => b"string ".as_slice(),
                    TextForm::File => b"file ",
                    TextForm::Path => b"path ",
                });
                text.extend(unquoted(default));
            }
        }
        text
    }
}

fn xboard_combo(argument: &[u8]) -> OptionKind {
    let (mut default, mut choices) = (None, Vec::new());
    let mut rest = Some(argument);
    while let Some(text) = rest {
        let (choice, more) = split_at(text, b"///").map_or((text, None), |(choice, more)| (choice, Some(more)));
        let choice = trim(choice);
        let plain = choice.strip_prefix(b"*").unwrap_or(choice).to_vec();
        if choice.starts_with(b"*") {
            default = Some(plain.clone());
        }
        choices.push(plain);
        rest = more;
    }
    let default = default.or_else(|| choices.first().cloned()).unwrap_or_default();
    OptionKind::Combo { default, choices }
}
