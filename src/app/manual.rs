//! `uci-arbiter manual`: the pages of the manual, and the files that shells and `man` read.

use crate::exit::Exit;
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Read the manual, or write man pages and shell completions.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  uci-arbiter manual                        # what pages there are
  uci-arbiter manual rulings
  uci-arbiter manual --to ~/.local/share    # man/man1, bash-completion, zsh/site-functions, fish, doc")]
pub struct ManualArgs {
    /// The page
    page: Option<Page>,
    /// Write man pages, completions for bash, zsh and fish, and these pages below a folder as /usr/share has them
    #[arg(long, value_name = "DIR", conflicts_with = "page")]
    to: Option<PathBuf>,
}

/// A page of the manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Page {
    /// An engine in a cutechess-cli or fastchess match
    Testers,
    /// An engine in a GUI
    Gui,
    /// A tournament of engines
    Directors,
    /// Events and audits over many machines
    Fleet,
    /// The rulings, with positions
    Rulings,
    /// Where the Laws are silent, and what is done there
    Silent,
    /// How an engine claims, offers and resigns
    Claims,
    /// File formats and exit codes
    Formats,
    /// Questions that people ask
    Faq,
    /// What the program is built from, with licences
    Dependencies,
}

impl Page {
    fn text(self) -> &'static str {
        match self {
            Self::Testers => include_str!("../manual/testers.md"),
            Self::Gui => include_str!("../manual/gui.md"),
            Self::Directors => include_str!("../manual/directors.md"),
            Self::Fleet => include_str!("../manual/fleet.md"),
            Self::Rulings => include_str!("../manual/rulings.md"),
            Self::Silent => include_str!("../manual/silent.md"),
            Self::Claims => include_str!("../manual/claims.md"),
            Self::Formats => include_str!("../manual/formats.md"),
            Self::Faq => include_str!("../manual/faq.md"),
            Self::Dependencies => include_str!("../manual/dependencies.md"),
        }
    }

    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// Runs the subcommand. `command` is the whole command line as clap knows it.
///
/// # Errors
/// Something cannot be written.
pub fn run(args: &ManualArgs, command: Command, out: &mut impl Write) -> io::Result<Exit> {
    match (&args.to, args.page) {
        (Some(folder), _) => write_files(folder, command, out)?,
        (None, Some(page)) => out.write_all(page.text().as_bytes())?,
        (None, None) => {
            for page in Page::value_variants() {
                let help = page.to_possible_value().and_then(|value| value.get_help().map(ToString::to_string));
                writeln!(out, "{:<10} {}", page.name(), help.unwrap_or_default())?;
            }
        }
    }
    Ok(Exit::Success)
}

fn write_files(folder: &Path, mut command: Command, out: &mut impl Write) -> io::Result<()> {
    let name = command.get_name().to_owned();
    let make = |below: &str| {
        let path = folder.join(below);
        fs::create_dir_all(&path).map(|()| path)
    };
    let man = make("man/man1")?;
    clap_mangen::generate_to(command.clone(), &man)?;
    let completions = [
        (Shell::Bash, "bash-completion/completions", name.clone()),
        (Shell::Zsh, "zsh/site-functions", format!("_{name}")),
        (Shell::Fish, "fish/vendor_completions.d", format!("{name}.fish")),
    ];
    for (shell, below, file) in completions {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut command, &name, &mut text);
        fs::write(make(below)?.join(file), text)?;
    }
    let pages = make(&format!("doc/{name}"))?;
    for page in Page::value_variants() {
        fs::write(pages.join(format!("{}.md", page.name())), page.text())?;
    }
    writeln!(out, "written below {}", folder.display())
}
