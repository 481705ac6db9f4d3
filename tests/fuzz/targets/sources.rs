//! What settings are read from beside their text: what is inside the program, and nothing else.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use uci_arbiter::event::presets;
use uci_arbiter::event::settings::Rules;
use uci_arbiter::event::sources::Sources;
use uci_arbiter::laws::Edition;
use uci_arbiter::profile::{Places, Profile};

/// No files but what is named `there…`, four processors, one seed.
#[derive(Debug)]
pub(super) struct Inside;

/// Read once: most of the time would go into reading them.
static RULES: LazyLock<HashMap<&str, Rules>> =
    LazyLock::new(|| presets::names().filter_map(|name| Some((name, presets::named(name).ok()?))).collect());
static EDITIONS: LazyLock<HashMap<&str, Edition>> =
    LazyLock::new(|| Edition::builtin_names().filter_map(|name| Some((name, Edition::named(name).ok()?))).collect());

impl Sources for Inside {
    fn rules(&self, preset: &str) -> Result<Rules, String> {
        RULES.get(preset).cloned().ok_or_else(|| format!("expected a preset, got {preset:?}"))
    }

    fn edition(&self, name: &str) -> Result<Edition, String> {
        EDITIONS.get(name).cloned().ok_or_else(|| format!("expected an edition, got {name:?}"))
    }

    fn profile(&self, name: &str) -> Result<Profile, String> {
        // A name with an ending or a folder is a file's.
        if name.contains(['/', '\\', '.']) {
            return Err(format!("expected a profile inside the program, got {name:?}"));
        }
        Places(Vec::new()).profile(name).map_err(|error| error.to_string())
    }

    fn engines_json(&self) -> Result<Option<(PathBuf, String)>, String> {
        let text = r#"[{"name": "A", "command": "a", "protocol": "uci"}, {"name": "B", "command": "b", "protocol": "xboard"}]"#;
        Ok(Some(("engines.json".into(), text.to_owned())))
    }

    fn is_file(&self, path: &Path) -> bool {
        path.starts_with("there")
    }

    fn processors(&self) -> NonZeroUsize {
        NonZeroUsize::MIN.saturating_add(3)
    }

    fn seed(&self) -> u64 {
        7
    }
}
