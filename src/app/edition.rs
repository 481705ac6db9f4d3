//! An edition as named on a command line: built in, or a file.

use crate::laws::{Edition, EditionError};

/// A built-in edition by name, or one of your own by the path of its `.toml` file.
///
/// # Errors
/// The name is unknown, or the file is unreadable or no edition.
pub fn edition(name_or_path: &str) -> Result<Edition, EditionError> {
    if !name_or_path.ends_with(".toml") {
        return Edition::named(name_or_path);
    }
    let text = std::fs::read_to_string(name_or_path)
        .map_err(|cause| EditionError::Unreadable { path: name_or_path.to_owned(), cause })?;
    Edition::parse(&text, name_or_path)
}
