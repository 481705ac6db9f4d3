//! `uci-arbiter install NAME`: a link named `arbiter-NAME`, for GUIs that start an engine without arguments.

use crate::exit::Exit;
use crate::profile::Places;
use clap::Args;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Make a program `arbiter-NAME` that wraps the engine of profile NAME, for GUIs that cannot pass arguments.
#[derive(Debug, Args)]
#[command(after_help = "\
Profiles are looked up in ./engines, in $XDG_CONFIG_HOME/uci-arbiter/engines, in the folder engines beside this program,
and inside it.

Examples:
  uci-arbiter install stockfish --to ~/bin
  uci-arbiter install search --copy")]
pub struct InstallArgs {
    /// The profile
    name: String,
    /// Where to put it
    #[arg(long, value_name = "DIR", default_value = ".")]
    to: PathBuf,
    /// Copy this program instead of linking to it
    #[arg(long)]
    copy: bool,
    /// Replace what is there
    #[arg(long)]
    force: bool,
}

/// The beginning of the name under which this program is a wrapper.
pub const PREFIX: &str = "arbiter-";

/// The profile that the name of this program asks for: `/usr/bin/arbiter-stockfish` asks for `stockfish`.
#[must_use]
pub fn profile_in_name(program: &Path) -> Option<String> {
    let name = program.file_name()?.to_str()?;
    let stem = name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(name);
    stem.strip_prefix(PREFIX).filter(|profile| !profile.is_empty()).map(str::to_owned)
}

/// Runs the subcommand.
pub fn run(args: &InstallArgs, out: &mut impl Write, err: &mut impl Write) -> io::Result<Exit> {
    install(args, &Places::usual(), &std::env::current_exe()?, out, err)
}

fn install(
    args: &InstallArgs,
    places: &Places,
    this: &Path,
    out: &mut impl Write,
    err: &mut impl Write,
) -> io::Result<Exit> {
    if let Err(error) = places.profile(&args.name) {
        writeln!(err, "{error}")?;
        return Ok(Exit::BadInput);
    }
    let file = places.file(&args.name).ok().flatten();
    let stem =
        Path::new(&args.name).file_stem().map_or_else(|| args.name.as_str().into(), |stem| stem.to_string_lossy());
    let target = args.to.join(format!("{PREFIX}{stem}{}", std::env::consts::EXE_SUFFIX));
    match put(args, this, &target) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            writeln!(err, "{}: expected nothing there, got a file; --force replaces it", target.display())?;
            return Ok(Exit::BadInput);
        }
        Err(error) => {
            writeln!(err, "{}: {error}", target.display())?;
            return Ok(Exit::Io);
        }
    }
    let shown =
        fs::canonicalize(&args.to).unwrap_or_else(|_| args.to.clone()).join(target.file_name().unwrap_or_default());
    writeln!(out, "{} wraps profile {stem}: give it to the GUI as a UCI or xboard engine", shown.display())?;
    if let Some(file) = file.filter(|file| file.is_relative()) {
        // A GUI starts engines from folders of its own choosing.
        let elsewhere = Places(places.0.iter().filter(|folder| folder.is_absolute()).cloned().collect());
        let kept = elsewhere.0.first().map_or_else(String::new, |folder| folder.display().to_string());
        let serves = match elsewhere.file(&stem) {
            // The same wherever it is started.
            Ok(_) if elsewhere.profile(&stem).ok() == places.profile(&args.name).ok() => return Ok(Exit::Success),
            Ok(Some(other)) => format!("elsewhere {} serves", other.display()),
            Ok(None) => "elsewhere the built-in profile serves".to_owned(),
            Err(_) => "elsewhere there is none".to_owned(),
        };
        writeln!(out, "note: {} is found from this folder only, {serves}; copy it to {kept}", file.display())?;
    }
    Ok(Exit::Success)
}

fn put(args: &InstallArgs, this: &Path, target: &Path) -> io::Result<()> {
    fs::create_dir_all(&args.to)?;
    if fs::read_link(target).is_ok_and(|to| to == this) && !args.copy {
        return Ok(());
    }
    if fs::symlink_metadata(target).is_ok() {
        if !args.force {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        fs::remove_file(target)?;
    }
    match args.copy {
        true => fs::copy(this, target).map(drop),
        false => link(this, target),
    }
}

#[cfg(unix)]
fn link(this: &Path, target: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(this, target)
}

/// Links need a privilege on Windows: a hard link where the disk allows it, else a copy.
#[cfg(not(unix))]
fn link(this: &Path, target: &Path) -> io::Result<()> {
    fs::hard_link(this, target).or_else(|_| fs::copy(this, target).map(drop))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_asks_for_a_profile() {
        assert_eq!(profile_in_name(Path::new("/usr/bin/arbiter-stockfish")).as_deref(), Some("stockfish"));
        for name in ["uci-arbiter", "arbiter-", "/arbiter-x/uci-arbiter", ""] {
            assert_eq!(profile_in_name(Path::new(name)), None, "{name}");
        }
    }

    /// The way to the root of the disk from the present folder.
    #[cfg(unix)]
    fn relative(path: &Path) -> PathBuf {
        let up = std::env::current_dir().unwrap().components().skip(1).map(|_| "..").collect::<PathBuf>();
        up.join(path.strip_prefix("/").unwrap())
    }

    #[cfg(unix)]
    #[test]
    fn what_serves_elsewhere_is_told_where_it_is_another() {
        let root = std::env::temp_dir().join(format!("uci-arbiter-install-note-{}", std::process::id()));
        let (here, kept) = (root.join("engines"), root.join("kept"));
        fs::create_dir_all(&here).unwrap();
        fs::create_dir_all(&kept).unwrap();
        let places = Places(vec![relative(&here), kept.clone()]);
        let told = |name: &str, text: &str| {
            fs::write(here.join(format!("{name}.toml")), text).unwrap();
            let args = InstallArgs { name: name.to_owned(), to: root.join("bin"), copy: false, force: true };
            let (mut out, mut err) = (Vec::new(), Vec::new());
            install(&args, &places, Path::new("/bin/true"), &mut out, &mut err).unwrap();
            String::from_utf8(out).unwrap()
        };
        let text = told("search", include_str!("../../engines/search.toml"));
        assert!(!text.contains("note: "), "{text}");
        let text = told("search", "command = \"/opt/other\"");
        assert!(text.contains("found from this folder only, elsewhere the built-in profile serves; copy"), "{text}");
        let text = told("own", "command = \"/opt/own\"");
        assert!(text.contains("found from this folder only, elsewhere there is none; copy it to"), "{text}");
        fs::write(kept.join("own.toml"), "command = \"/opt/older\"").unwrap();
        let text = told("own", "command = \"/opt/own\"");
        let other = format!("elsewhere {} serves", kept.join("own.toml").display());
        assert!(text.contains(&other), "{text}");
        fs::remove_dir_all(&root).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_made_once_and_nothing_is_overwritten() {
        let root = std::env::temp_dir().join(format!("uci-arbiter-install-{}", std::process::id()));
        let this = root.join("uci-arbiter");
        fs::create_dir_all(&root).unwrap();
        fs::write(&this, "program").unwrap();
        let places = Places(Vec::new());
        let go = |name: &str, copy, force| {
            let args = InstallArgs { name: name.to_owned(), to: root.join("bin"), copy, force };
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let exit = install(&args, &places, &this, &mut out, &mut err).unwrap();
            (exit, String::from_utf8([out, err].concat()).unwrap())
        };
        let link = root.join("bin/arbiter-search");
        assert_eq!(go("search", false, false).0, Exit::Success);
        assert_eq!(fs::read_link(&link).unwrap(), this);
        assert_eq!(go("search", false, false).0, Exit::Success, "the same again is fine");
        let (exit, text) = go("search", true, false);
        assert_eq!(exit, Exit::BadInput);
        assert!(text.contains("--force"), "{text}");
        assert_eq!(go("search", true, true).0, Exit::Success);
        assert!(fs::read_link(&link).is_err() && fs::read_to_string(&link).unwrap() == "program");
        let (exit, text) = go("no-such", false, false);
        assert_eq!(exit, Exit::BadInput);
        assert!(text.contains("built-in"), "{text}");
        fs::remove_dir_all(&root).unwrap();
    }
}
