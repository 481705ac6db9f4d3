//! What settings name beside their own text: presets, editions, profiles, files, the machine.

use crate::event::presets;
use crate::event::settings::Rules;
use crate::event::sources::Sources;
use crate::laws::Edition;
use crate::profile::{Places, Profile};
use crate::shell::Clock;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// This machine.
#[derive(Clone, Copy, Debug)]
pub struct Machine;

impl Sources for Machine {
    fn rules(&self, preset: &str) -> Result<Rules, String> {
        let read = match preset.ends_with(".toml") {
            true => {
                let text = std::fs::read_to_string(preset).map_err(|error| format!("{preset}: {error}"))?;
                presets::parse(&text, preset)
            }
            false => presets::named(preset),
        };
        read.map_err(|error| error.to_string())
    }

    fn edition(&self, name: &str) -> Result<Edition, String> {
        super::edition(name).map_err(|error| error.to_string())
    }

    fn profile(&self, name: &str) -> Result<Profile, String> {
        Places::usual().profile(name).map_err(|error| error.to_string())
    }

    fn engines_json(&self) -> Result<Option<(PathBuf, String)>, String> {
        let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".config"));
        let config = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).or(home);
        let places = [Some(PathBuf::from(".")), config.map(|config| config.join("cutechess"))];
        for place in places.into_iter().flatten() {
            let path = place.join("engines.json");
            match std::fs::read_to_string(&path) {
                Ok(text) => return Ok(Some((path, text))),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(format!("{}: {error}", path.display())),
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
        Clock::wall_ms()
    }
}
