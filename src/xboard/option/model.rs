//! An option: its names, its kind, and how a setting finds it.

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// The name, bytes as they came.
    pub name: Vec<u8>,
    /// What it holds.
    pub kind: OptionKind,
}

/// What an option holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The default.
        on: bool,
    },
    /// A number.
    Spin {
        /// The default.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of several.
    Combo {
        /// The default.
        default: Vec<u8>,
        /// All of them.
        choices: Vec<Vec<u8>>,
    },
    /// An action.
    Button,
    /// Text.
    Text {
        /// The default; UCI's `<empty>` is empty here.
        default: Vec<u8>,
        /// What the text is, which only xboard tells.
        form: TextForm,
    },
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    /// Any text.
    Plain,
    /// The path of a file.
    File,
    /// The path of a directory.
    Path,
}

/// UCI options that xboard sets by a command of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// `Hash`: `memory`.
    Memory,
    /// `Threads`: `cores`.
    Cores,
    /// `Ponder`: `hard` and `easy`.
    Ponder,
    /// `UCI_Chess960`: `variant fischerandom`.
    Variant,
    /// `SyzygyPath`: `egtpath syzygy`.
    Syzygy,
    /// `UCI_AnalyseMode`: `analyze`.
    Analysis,
    /// `UCI_Opponent`: `name`, `rating`, `computer`.
    Opponent,
}

/// An option set by the GUI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting<'a> {
    /// The option.
    pub option: &'a EngineOption,
    /// The value as the GUI spells it; `None` for a button.
    pub value: Option<&'a [u8]>,
}

impl EngineOption {
    /// The name that xboard sees: the same unless it contains ` -` or `"`.
    #[must_use]
    pub fn alias(&self) -> Vec<u8> {
        let mut alias = unquoted(&self.name);
        for at in 1..alias.len() {
            if let Some([b' ', dash @ b'-']) =
                alias.get_mut(at - 1..=at).and_then(|pair| <&mut [u8; 2]>::try_from(pair).ok())
            {
                *dash = b'_';
            }
        }
        alias
    }

    /// The command of xboard that sets this option, if it has one.
    #[must_use]
    pub fn carrier(&self) -> Option<Carrier> {
        match self.name.to_ascii_lowercase().as_slice() {
            b"hash" => Some(Carrier::Memory),
            b"threads" => Some(Carrier::Cores),
            b"ponder" => Some(Carrier::Ponder),
            b"uci_chess960" => Some(Carrier::Variant),
            b"syzygypath" => Some(Carrier::Syzygy),
            b"uci_analysemode" => Some(Carrier::Analysis),
            b"uci_opponent" => Some(Carrier::Opponent),
            _ => None,
        }
    }
}

/// Finds the option that `NAME=VALUE` or `NAME` sets: the longest name that fits.
#[must_use]
pub fn resolve<'a>(text: &'a [u8], options: &'a [EngineOption]) -> Option<Setting<'a>> {
    let fits = |option: &'a EngineOption| {
        let rest = text.strip_prefix(option.alias().as_slice())?;
        match rest {
            b"" => Some((option, None)),
            _ => rest.strip_prefix(b"=").map(|value| (option, Some(value))),
        }
    };
    let longest = options.iter().filter_map(fits).max_by_key(|(option, _)| option.name.len());
    longest.map(|(option, value)| Setting { option, value })
}

/// Text between double quotes cannot contain one.
pub(super) fn unquoted(bytes: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.chars().map(|c| if c == '"' { '\'' } else { c }).collect::<String>().into_bytes(),
        Err(_) => bytes.iter().map(|byte| if *byte == b'"' { b'\'' } else { *byte }).collect(),
    }
}
