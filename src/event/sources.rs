//! What settings are read from beside their own text. The core asks, the shell answers with files and the machine.

use super::settings::Rules;
use crate::laws::Edition;
use crate::profile::Profile;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Answers what the text of settings names. Errors are whole sentences that say what was expected and what came.
pub trait Sources {
    /// The rules of a preset.
    ///
    /// # Errors
    /// There is no such preset, or it cannot be used.
    fn rules(&self, preset: &str) -> Result<Rules, String>;

    /// An edition of the Laws by name or path.
    ///
    /// # Errors
    /// There is no such edition, or it cannot be used.
    fn edition(&self, name: &str) -> Result<Edition, String>;

    /// An engine profile by name or path.
    ///
    /// # Errors
    /// There is no such profile, or it cannot be used.
    fn profile(&self, name: &str) -> Result<Profile, String>;

    /// The path and text of cutechess's `engines.json`: in the current folder, else in the user's configuration
    /// folder `cutechess`; none if it is in neither.
    ///
    /// # Errors
    /// It is there and cannot be read.
    fn engines_json(&self) -> Result<Option<(PathBuf, String)>, String>;

    /// Whether there is such a file.
    fn is_file(&self, path: &Path) -> bool;

    /// How many processors there are.
    fn processors(&self) -> NonZeroUsize;

    /// A seed that differs from run to run.
    fn seed(&self) -> u64;
}

/// The same answers, but one edition of the Laws, whatever it is called: that of a journal or a message, which has its
/// text and not its path.
#[derive(Clone, Copy)]
pub struct WithEdition<'a> {
    /// The other answers.
    pub sources: &'a dyn Sources,
    /// The edition.
    pub edition: &'a Edition,
}

impl Sources for WithEdition<'_> {
    fn rules(&self, preset: &str) -> Result<Rules, String> {
        self.sources.rules(preset)
    }

    fn edition(&self, _: &str) -> Result<Edition, String> {
        Ok(self.edition.clone())
    }

    fn profile(&self, name: &str) -> Result<Profile, String> {
        self.sources.profile(name)
    }

    fn engines_json(&self) -> Result<Option<(PathBuf, String)>, String> {
        self.sources.engines_json()
    }

    fn is_file(&self, path: &Path) -> bool {
        self.sources.is_file(path)
    }

    fn processors(&self) -> NonZeroUsize {
        self.sources.processors()
    }

    fn seed(&self) -> u64 {
        self.sources.seed()
    }
}

impl std::fmt::Debug for WithEdition<'_> {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("WithEdition").field("edition", &self.edition.name()).finish_non_exhaustive()
    }
}

/// Answers for tests.
#[cfg(test)]
pub(crate) mod fake {
    use super::*;
    use crate::event::settings::{
        AfterForfeit, AfterTrouble, Behalf, DrawReset, DrawRule, IllegalMovePolicy, ResignBy, ResignRule,
        TroubleException, TroublePolicy,
    };
    use crate::profile::Places;
    use crate::units::Span;
    use std::sync::Arc;

    /// No files, four processors, the profiles inside the binary, three presets and one `engines.json`.
    #[derive(Debug, Default)]
    pub(crate) struct Fake {
        pub(crate) engines_json: Option<&'static str>,
        pub(crate) files: Vec<&'static str>,
    }

    impl Sources for Fake {
        fn rules(&self, preset: &str) -> Result<Rules, String> {
            let (claims, illegal_moves) = match preset {
                "fide" | "scores" => (Behalf::Never, IllegalMovePolicy::Laws),
                "cutechess" => (Behalf::Always, IllegalMovePolicy::Loss),
                _ => return Err(format!("expected one of cutechess, fide, got {preset:?}")),
            };
            let by_score = preset == "scores";
            Ok(Rules {
                preset: preset.to_owned(),
                laws: Arc::new(Edition::current()),
                class: None,
                claims,
                illegal_moves,
                draw: by_score.then_some(DrawRule { from_move: 35, moves: 5, score: 15, reset: DrawReset::ByZeroing }),
                resign: by_score.then_some(ResignRule { moves: 3, score: 1000, by: ResignBy::Both }),
                max_moves: None,
                tablebases: None,
                trouble: TroublePolicy {
                    game: AfterTrouble::Forfeit,
                    exception: TroubleException::Draw,
                    strikes: None,
                    event: AfterForfeit::GoOn,
                    handshake: Span::from_secs(35),
                    ready: Span::from_secs(15),
                    stop: Span::from_secs(15),
                    untimed_move: TroublePolicy::UNTIMED_MOVE,
                },
            })
        }

        fn edition(&self, name: &str) -> Result<Edition, String> {
            Edition::named(name).map_err(|error| error.to_string())
        }

        fn profile(&self, name: &str) -> Result<Profile, String> {
            Places(Vec::new()).profile(name).map_err(|error| error.to_string())
        }

        fn engines_json(&self) -> Result<Option<(PathBuf, String)>, String> {
            Ok(self.engines_json.map(|text| ("engines.json".into(), text.to_owned())))
        }

        fn is_file(&self, path: &Path) -> bool {
            self.files.iter().any(|file| Path::new(file) == path)
        }

        fn processors(&self) -> NonZeroUsize {
            NonZeroUsize::MIN.saturating_add(3)
        }

        fn seed(&self) -> u64 {
            7
        }
    }
}
