//! Where a profile is looked up by name: `./engines`, the user's configuration folder, beside the binary, inside it.

use crate::profile::{FileError, Profile, parse};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The folders to look in, first match wins; the profiles inside the binary come last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places(pub Vec<PathBuf>);

/// No usable profile under a name.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// No such profile.
    #[error("profile {name:?}: expected {name}.toml in {searched}, or one of the built-in {known}")]
    Unknown {
        /// The name.
        name: String,
        /// The folders.
        searched: String,
        /// The built-in profiles.
        known: String,
    },
    /// A name with separators or other characters that a file name should not have.
    #[error("profile: expected a name of letters, digits, '-', '_' and '.', or the path of a .toml file, got {0:?}")]
    BadName(String),
    /// The file is there and cannot be read.
    #[error("{path}: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// The file is bad.
    #[error(transparent)]
    Bad(#[from] FileError),
}

const BUILTIN: [(&str, &str); 8] = [
    ("fairymax", include_str!("../../engines/fairymax.toml")),
    ("glaurung", include_str!("../../engines/glaurung.toml")),
    ("gnuchess", include_str!("../../engines/gnuchess.toml")),
    ("random", include_str!("../../engines/random.toml")),
    ("scripted", include_str!("../../engines/scripted.toml")),
    ("search", include_str!("../../engines/search.toml")),
    ("stockfish", include_str!("../../engines/stockfish.toml")),
    ("toga2", include_str!("../../engines/toga2.toml")),
];

/// The names of the profiles inside the binary.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    BUILTIN.iter().map(|(name, _)| *name)
}

impl Places {
    /// The usual folders, from the environment.
    #[must_use]
    pub fn usual() -> Self {
        let this = std::env::current_exe().ok();
        Self::from_environment(|key| std::env::var_os(key), this.as_deref())
    }

    /// The usual folders, from a given environment and path of this binary.
    #[must_use]
    pub fn from_environment(variable: impl Fn(&str) -> Option<OsString>, this: Option<&Path>) -> Self {
        let set = |key| variable(key).filter(|value| !value.is_empty()).map(PathBuf::from);
        let configuration =
            set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config"))).or_else(|| set("APPDATA"));
        let beside = this.and_then(Path::parent).map(|folder| folder.join("engines"));
        let folders = [
            Some(PathBuf::from("engines")),
            configuration.map(|folder| folder.join("uci-arbiter").join("engines")),
            beside,
        ];
        Self(folders.into_iter().flatten().collect())
    }

    /// Finds a profile by name, or by the path of a `.toml` file.
    ///
    /// # Errors
    /// There is none, or it cannot be used.
    pub fn profile(&self, name: &str) -> Result<Profile, LookupError> {
        match self.find(name)? {
            Found::File(path) => {
                let read = std::fs::read_to_string(&path);
                let text = read.map_err(|cause| LookupError::Unreadable { path: path.clone(), cause })?;
                Ok(parse(&text, &path)?)
            }
            Found::Builtin(text) => Ok(parse(text, Path::new(&format!("{name}.toml")))?),
        }
    }

    /// The file of a profile; `None` if it is inside the binary.
    ///
    /// # Errors
    /// There is no such profile.
    pub fn file(&self, name: &str) -> Result<Option<PathBuf>, LookupError> {
        Ok(match self.find(name)? {
            Found::File(path) => Some(path),
            Found::Builtin(_) => None,
        })
    }

    fn find(&self, name: &str) -> Result<Found, LookupError> {
        if Path::new(name).extension().is_some_and(|ending| ending == "toml") {
            return Ok(Found::File(name.into()));
        }
        let allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
        if name.is_empty() || name.starts_with('.') || !name.chars().all(allowed) {
            return Err(LookupError::BadName(name.to_owned()));
        }
        let files = self.0.iter().map(|folder| folder.join(format!("{name}.toml")));
        if let Some(file) = files.into_iter().find(|file| file.exists()) {
            return Ok(Found::File(file));
        }
        match BUILTIN.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Ok(Found::Builtin(text)),
            None => Err(LookupError::Unknown {
                name: name.to_owned(),
                searched: self.0.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", "),
                known: builtin_names().collect::<Vec<_>>().join(", "),
            }),
        }
    }
}

enum Found {
    File(PathBuf),
    Builtin(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_profile_reads() {
        for name in builtin_names() {
            Places(Vec::new()).profile(name).unwrap();
        }
    }

    #[test]
    fn folders_come_in_order() {
        let places = Places::from_environment(|key| (key == "HOME").then(|| "/h".into()), Some(Path::new("/b/ua")));
        assert_eq!(places.0, ["engines", "/h/.config/uci-arbiter/engines", "/b/engines"].map(PathBuf::from));
        let places = Places::from_environment(|key| Some(format!("/{key}").into()), None);
        assert_eq!(places.0, ["engines", "/XDG_CONFIG_HOME/uci-arbiter/engines"].map(PathBuf::from));
    }

    #[test]
    fn the_first_folder_wins_and_a_bad_file_is_not_passed_over() {
        let root = std::env::temp_dir().join(format!("uci-arbiter-places-{}", std::process::id()));
        let (a, b) = (root.join("a"), root.join("b"));
        std::fs::create_dir_all(&a).unwrap();
        std::fs::create_dir_all(&b).unwrap();
        std::fs::write(a.join("stockfish.toml"), "command = \"/opt/sf\"").unwrap();
        std::fs::write(b.join("stockfish.toml"), "command = \"other\"").unwrap();
        std::fs::write(a.join("bad.toml"), "nothing = 1").unwrap();
        let places = Places(vec![a, b]);
        let program = places.profile("stockfish").unwrap().program;
        assert_eq!(program, crate::profile::Program::Command("/opt/sf".into()));
        assert!(matches!(places.profile("bad"), Err(LookupError::Bad(_))));
        assert!(places.profile("nope").unwrap_err().to_string().contains("built-in fairymax, glaurung"));
        assert!(matches!(places.profile("../x"), Err(LookupError::BadName(_))));
        assert!(matches!(places.profile("no/such.toml"), Err(LookupError::Unreadable { .. })));
        std::fs::remove_dir_all(&root).unwrap();
    }
}
