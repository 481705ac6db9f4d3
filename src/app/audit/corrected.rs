//! The corrected file: written beside its place, and put there in one step when all is read.

use crate::shell::open_to_write;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The file that `--fix` names.
pub(super) struct Corrected {
    file: BufWriter<File>,
    /// Where it is, and where it shall be; none for what is no regular file and is written directly.
    place: Option<(PathBuf, PathBuf)>,
}

fn named(path: &Path) -> impl Fn(io::Error) -> io::Error + '_ {
    move |error| {
        io::Error::new(
            error.kind(),
            format!("--fix: expected a file that can be written, got {}: {error}", path.display()),
        )
    }
}

impl Corrected {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            let file = open_to_write(path, File::options().write(true)).map_err(named(path))?;
            return Ok(Self { file: BufWriter::new(file), place: None });
        }
        // A link stays one.
        let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut beside = place.clone().into_os_string();
        beside.push(".new");
        let beside = PathBuf::from(beside);
        let file = File::create(&beside).map_err(named(path))?;
        Ok(Self { file: BufWriter::new(file), place: Some((beside, place)) })
    }

    /// All is written. `whole`: all that was to be read has been; else a file that is there stays, and what there is
    /// of the new one is left beside it, under the name that is given back.
    pub(super) fn close(mut self, whole: bool) -> io::Result<Option<PathBuf>> {
        self.file.flush()?;
        match self.place {
            Some((beside, place)) if !whole && place.exists() => Ok(Some(beside)),
            Some((beside, place)) => std::fs::rename(&beside, &place).map_err(named(&place)).map(|()| None),
            None => Ok(None),
        }
    }
}

impl Write for Corrected {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
