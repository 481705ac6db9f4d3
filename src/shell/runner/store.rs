//! Files that grow: what cannot be written now is kept and tried again, so that a full disk loses nothing while the
//! program lives. A piece that was written half is cut off before the next try.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is appended to.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// How much of it is good.
    length: u64,
    /// What is not written yet.
    kept: Vec<u8>,
    /// Whether the last try failed, and it has been said.
    failing: bool,
    /// What was cut off when it was opened.
    cut: Vec<u8>,
}

/// Whether a try brought something to say.
#[derive(Debug)]
pub enum Wrote {
    /// All is written.
    All,
    /// It is written again, after it could not be.
    Again,
    /// It cannot be written; it is kept, and tried again with the next.
    Not(io::Error),
    /// Still not; it has been said.
    StillNot,
}

impl Store {
    /// Opens or makes a file that nobody else is to write while we live; none if somebody does. It is locked before it
    /// is looked at, and left as it is.
    ///
    /// # Errors
    /// It cannot be opened, or the system cannot lock files there.
    pub(super) fn locked(path: &Path) -> io::Result<Option<Self>> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let file = OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path).map_err(named)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Ok(None),
            Err(std::fs::TryLockError::Error(error)) => return Err(named(error)),
        }
        let length = file.metadata().map_err(named)?.len();
        let mut store = Self { path: path.to_owned(), file, length, kept: Vec::new(), failing: false, cut: Vec::new() };
        store.file.seek(SeekFrom::Start(length)).map_err(named)?;
        Ok(Some(store))
    }

    /// Opens or makes an output that nobody else is to write while we live, to go on after its first `length` bytes;
    /// none: at its end. What is cut off is remembered for [`Store::save_lost`].
    ///
    /// # Errors
    /// It cannot be opened, or another program writes it.
    pub(super) fn output(path: &Path, length: Option<u64>) -> io::Result<Self> {
        let in_use = || {
            let text = format!("{}: expected a file that no other program writes, got one in use", path.display());
            io::Error::new(io::ErrorKind::ResourceBusy, text)
        };
        let mut store = Self::locked(path)?.ok_or_else(in_use)?;
        if let Some(length) = length.filter(|length| *length < store.length) {
            let mut bytes = store.read()?;
            store.cut = bytes.split_off(usize::try_from(length).unwrap_or(usize::MAX).min(bytes.len()));
            store.cut(length)?;
        }
        Ok(store)
    }

    /// To be asked when what belongs in the file has been written anew: if what was cut off is not there again, it was
    /// somebody else's too, and is saved in a file beside, whose path comes back.
    ///
    /// # Errors
    /// It cannot be saved.
    pub(super) fn save_lost(&mut self) -> io::Result<Option<PathBuf>> {
        let cut = std::mem::take(&mut self.cut);
        if cut.is_empty() {
            return Ok(None);
        }
        let bytes = self.read()?;
        self.file.seek(SeekFrom::Start(self.length))?;
        let anew = memchr::memmem::find(&bytes, &cut).is_some();
        if anew {
            return Ok(None);
        }
        for number in 1.. {
            let mut name = self.path.as_os_str().to_owned();
            name.push(format!(".cut-{number}"));
            let path = PathBuf::from(name);
            match OpenOptions::new().create_new(true).write(true).open(&path) {
                Ok(mut file) => return file.write_all(&cut).map(|()| Some(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// How much of it is good.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// All that is in the file.
    pub(super) fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Goes on after its first `length` bytes.
    pub(super) fn cut(&mut self, length: u64) -> io::Result<()> {
        self.length = length.min(self.length);
        self.rewind()
    }

    /// Whether something could not be written yet.
    pub(super) fn has_unwritten(&self) -> bool {
        !self.kept.is_empty()
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn rewind(&mut self) -> io::Result<()> {
        let found = self.file.metadata()?;
        if !found.is_file() {
            // A device or a pipe has no length: what it took, it took.
            return Ok(());
        }
        if found.len() != self.length {
            self.file.set_len(self.length)?;
        }
        self.file.seek(SeekFrom::Start(self.length)).map(drop)
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.kept.extend_from_slice(bytes);
    }

    /// Writes what is kept.
    pub(super) fn write(&mut self) -> Wrote {
        self.attempt(false)
    }

    /// Writes what is kept and waits until the disk has it.
    pub(super) fn sync(&mut self) -> Wrote {
        self.attempt(true)
    }

    fn attempt(&mut self, sync: bool) -> Wrote {
        let done = self.file.write_all(&self.kept).and_then(|()| if sync { self.file.sync_data() } else { Ok(()) });
        match done {
            Ok(()) => {
                self.length += self.kept.len() as u64;
                self.kept.clear();
                if std::mem::take(&mut self.failing) { Wrote::Again } else { Wrote::All }
            }
            Err(error) => {
                // If not even this can be done, the next try says so again.
                drop(self.rewind());
                if std::mem::replace(&mut self.failing, true) { Wrote::StillNot } else { Wrote::Not(error) }
            }
        }
    }
}

impl Wrote {
    /// Nothing was lost, or why it was not written.
    pub(super) fn into_result(self) -> io::Result<()> {
        match self {
            Self::All | Self::Again => Ok(()),
            Self::Not(error) => Err(error),
            Self::StillNot => Err(io::Error::other("still cannot be written")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_good_length_is_cut_off() {
        let path = std::env::temp_dir().join(format!("uci-arbiter-store-{}", std::process::id()));
        std::fs::write(&path, b"good\ntorn").unwrap();
        let mut store = Store::output(&path, Some(5)).unwrap();
        store.push(b"more\n");
        assert!(matches!(store.sync(), Wrote::All));
        assert_eq!(std::fs::read(&path).unwrap(), b"good\nmore\n");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn what_is_cut_off_and_not_written_anew_is_saved_and_a_file_in_use_is_refused() {
        let path = std::env::temp_dir().join(format!("uci-arbiter-cut-{}", std::process::id()));
        std::fs::write(&path, b"before\nours\ntheirs\n").unwrap();
        let mut store = Store::output(&path, Some(7)).unwrap();
        assert!(Store::output(&path, None).unwrap_err().to_string().contains("in use"));
        store.push(b"ours\n");
        store.write();
        let saved = store.save_lost().unwrap().unwrap();
        assert_eq!(std::fs::read(&saved).unwrap(), b"ours\ntheirs\n");
        store.push(b"more\n");
        store.write();
        assert_eq!(std::fs::read(&path).unwrap(), b"before\nours\nmore\n");
        drop(store);
        let mut again = Store::output(&path, Some(7)).unwrap();
        again.push(b"ours\nmore\nnew\n");
        again.write();
        assert_eq!(again.save_lost().unwrap(), None);
        std::fs::remove_file(&saved).unwrap();
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_said_once_and_nothing_is_lost() {
        let mut store = Store::output(Path::new("/dev/full"), Some(0)).unwrap();
        store.push(b"entry\n");
        assert!(matches!(store.write(), Wrote::Not(_)));
        assert!(matches!(store.write(), Wrote::StillNot));
        assert_eq!(store.kept, b"entry\n");
    }
}
