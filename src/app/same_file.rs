//! Which file a path means, under whatever name: what is read must not be written.

use std::io;
use std::path::Path;

/// A regular file; two names of one file have the same: device and number on it.
#[cfg(unix)]
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FileId(u64, u64);

/// A regular file: the path without links. Hard links are not seen.
#[cfg(not(unix))]
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FileId(std::path::PathBuf);

impl FileId {
    /// The file of this name, if there is one and it is a regular file. `-` is standard input.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let path = if path == Path::new("-") { Path::new("/dev/stdin") } else { path };
        let about = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            Some(Self(about.dev(), about.ino()))
        }
        #[cfg(not(unix))]
        {
            drop(about);
            std::fs::canonicalize(path).ok().map(Self)
        }
    }
}

/// An error if a file that is to be written is one of those that are read.
///
/// # Errors
/// It is; `option` names it.
pub(super) fn is_not_read<'a>(
    option: &str,
    written: &Path,
    read: impl IntoIterator<Item = &'a Path>,
) -> io::Result<()> {
    let Some(id) = FileId::of(written) else { return Ok(()) };
    match read.into_iter().any(|file| FileId::of(file).as_ref() == Some(&id)) {
        true => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("{option}: expected a file that is not read, got {}", written.display()),
        )),
        false => Ok(()),
    }
}

/// An error if two options name one file to write to. Ask when both are open, so that both exist.
///
/// # Errors
/// They do.
pub(super) fn are_apart(first: (&str, Option<&Path>), second: (&str, Option<&Path>)) -> io::Result<()> {
    let id = |path: Option<&Path>| path.and_then(FileId::of);
    match (id(first.1), id(second.1)) {
        (Some(a), Some(b)) if a == b => {
            let file = second.1.unwrap_or_else(|| Path::new("")).display();
            Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("{}: expected another file than that of {}, got {file}", second.0, first.0),
            ))
        }
        (Some(_) | None, Some(_) | None) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hard_link_and_a_symbolic_link_are_the_same_file() {
        let folder = std::env::temp_dir().join(format!("uci-arbiter-same-file-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [a, b, other] = ["a", "b", "other"].map(|name| folder.join(name));
        std::fs::write(&a, "").unwrap();
        std::fs::write(&other, "").unwrap();
        std::fs::hard_link(&a, &b).unwrap();
        let names = [a.as_path(), other.as_path()];
        assert_eq!(FileId::of(&a).is_some() && cfg!(unix), FileId::of(&a) == FileId::of(&b));
        assert!(is_not_read("--fix", &folder.join("new"), names).is_ok());
        assert!(is_not_read("--fix", &other, [a.as_path()]).is_ok());
        assert!(
            is_not_read("--fix", &a, names).unwrap_err().to_string().starts_with("--fix: expected a file that is not")
        );
        let null = Path::new("/dev/null");
        for (first, second) in [(Some(a.as_path()), Some(other.as_path())), (Some(&a), None), (Some(null), Some(null))]
        {
            assert!(are_apart(("ledger", first), ("transcript", second)).is_ok());
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&a, folder.join("c")).unwrap();
            assert!(is_not_read("--fix", &folder.join("c"), names).is_err());
            assert!(is_not_read("--fix", &b, names).is_err());
            assert!(are_apart(("ledger", Some(&a)), ("transcript", Some(&b))).is_err());
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
