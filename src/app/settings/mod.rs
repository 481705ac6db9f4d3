//! Settings on this machine: the files they are read from, and what can be known to be wrong before an engine starts.

pub mod check;

pub use check::{Finding, Severity, check};

use crate::event::presets;
use crate::event::settings::Rules;
use crate::event::sources::Sources;
use crate::laws::Edition;
use crate::profile::{Places, Profile};
use std::hash::{BuildHasher, RandomState};
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Answers from the file system, the environment and the machine.
#[derive(Debug)]
pub struct Files {
    /// The rules of a preset by name or path.
    presets: fn(&str) -> Result<Rules, String>,
    places: Places,
    /// Where `engines.json` may lie, first match wins.
    engines_json: Vec<PathBuf>,
}

impl Files {
    /// The usual places.
    #[must_use]
    pub fn usual() -> Self {
        Self::with(preset)
    }

    fn with(presets: fn(&str) -> Result<Rules, String>) -> Self {
        let set = |key| std::env::var_os(key).filter(|value| !value.is_empty()).map(PathBuf::from);
        let configuration =
            set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config"))).or_else(|| set("APPDATA"));
        let of_user = configuration.map(|folder| folder.join("cutechess").join("engines.json"));
        Self {
            presets,
            places: Places::usual(),
            engines_json: std::iter::once("engines.json".into()).chain(of_user).collect(),
        }
    }
}

impl Sources for Files {
    fn rules(&self, preset: &str) -> Result<Rules, String> {
        (self.presets)(preset)
    }

    fn edition(&self, name: &str) -> Result<Edition, String> {
        crate::app::edition(name).map_err(|error| error.to_string())
    }

    fn profile(&self, name: &str) -> Result<Profile, String> {
        self.places.profile(name).map_err(|error| error.to_string())
    }

    fn engines_json(&self) -> Result<Option<(PathBuf, String)>, String> {
        for path in &self.engines_json {
            match std::fs::read_to_string(path) {
                Ok(text) => return Ok(Some((path.clone(), text))),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(format!("expected a readable {}, got {error}", path.display())),
            }
        }
        Ok(None)
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn processors(&self) -> NonZeroUsize {
        std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
    }

    fn seed(&self) -> u64 {
        // The library keys every hasher anew; 32 bits are easily typed again.
        RandomState::new().hash_one(std::process::id()) >> 32
    }
}

/// A preset inside the binary by name, or one of your own by the path of its `.toml` file.
fn preset(name: &str) -> Result<Rules, String> {
    if !name.ends_with(".toml") {
        return presets::named(name).map_err(|error| error.to_string());
    }
    let text = std::fs::read_to_string(name)
        .map_err(|error| format!("expected a readable set of event rules, got {name}: {error}"))?;
    presets::parse(&text, name).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::sources::fake::Fake;

    fn presets(preset: &str) -> Result<Rules, String> {
        Fake::default().rules(preset)
    }

    #[test]
    fn presets_editions_and_profiles_by_name() {
        let files = Files::with(presets);
        assert_eq!(files.rules("fide").map(|rules| rules.preset), Ok("fide".to_owned()));
        assert!(files.rules("none").is_err() && files.edition("1899").is_err());
        assert!(files.edition("2018").is_ok() && files.profile("search").is_ok());
    }

    #[test]
    fn engines_json_is_looked_for_in_its_places() {
        let folder = std::env::temp_dir().join(format!("uci-arbiter-engines-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let there = folder.join("engines.json");
        std::fs::write(&there, "[]").unwrap();
        let files =
            Files { presets, places: Places(Vec::new()), engines_json: vec![folder.join("none"), there.clone()] };
        assert_eq!(files.engines_json(), Ok(Some((there, "[]".to_owned()))));
        let files = Files { presets, places: Places(Vec::new()), engines_json: vec![folder.join("none")] };
        assert_eq!(files.engines_json(), Ok(None));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
