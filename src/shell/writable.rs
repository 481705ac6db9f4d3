//! Opening what is written to. Decides that nobody is waited for: a FIFO must have its reader.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file for writing; `how` says whether it is appended to or made anew.
///
/// # Errors
/// It cannot be opened, nobody reads the FIFO, or it is a block device.
#[cfg(unix)]
pub fn open_to_write(path: &Path, how: &mut OpenOptions) -> io::Result<File> {
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    let is = |kind: fn(&std::fs::FileType) -> bool| std::fs::metadata(path).is_ok_and(|about| kind(&about.file_type()));
    if is(FileTypeExt::is_block_device) {
        return Err(io::Error::other("expected a file, got a block device"));
    }
    if !is(FileTypeExt::is_fifo) {
        return how.open(path);
    }
    let file = how.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed()).open(path).map_err(|error| {
        match error.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error()) {
            true => io::Error::other("expected a file, got a FIFO that nobody reads"),
            false => error,
        }
    })?;
    // From here on its reader is waited for as any other.
    rustix::io::ioctl_fionbio(&file, false)?;
    Ok(file)
}

/// Opens a file for writing; `how` says whether it is appended to or made anew.
///
/// # Errors
/// It cannot be opened.
#[cfg(not(unix))]
pub fn open_to_write(path: &Path, how: &mut OpenOptions) -> io::Result<File> {
    how.open(path)
}
