//! Files, compressed files, standard input and directories as streams of PGN. The only file of this module that knows
//! a disk.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A stream with its size, where it is known.
pub struct Opened {
    /// The PGN, decompressed.
    pub stream: Box<dyn Read + Send>,
    /// How many bytes of the file have been read, compressed ones as they are.
    pub read: Arc<AtomicU64>,
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opened").field("read", &self.read).finish_non_exhaustive()
    }
}

struct Counted<R> {
    input: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.read.fetch_add(u64::try_from(length).unwrap_or(0), Ordering::Relaxed);
        Ok(length)
    }
}

/// Opens a file; `-` is standard input. What compresses it is told by its first bytes, not by its name.
///
/// # Errors
/// The file cannot be read, or its compressed frame is broken at once.
pub fn open(path: &Path) -> io::Result<Opened> {
    let input: Box<dyn Read + Send> = match path == Path::new("-") {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path)?),
    };
    let read = Arc::new(AtomicU64::new(0));
    let counted = Counted { input, read: Arc::clone(&read) };
    let stream = decompressed(counted)?;
    Ok(Opened { stream, read })
}

/// The text of a stream, decompressed if its first bytes say that it is compressed.
///
/// # Errors
/// It cannot be read, or its compressed frame is broken at once.
pub fn decompressed(input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut input = BufReader::with_capacity(1 << 18, input);
    let start = io::BufRead::fill_buf(&mut input)?;
    Ok(match start {
        [0x1f, 0x8b, ..] => Box::new(flate2::bufread::MultiGzDecoder::new(input)),
        [b'B', b'Z', b'h', ..] => Box::new(bzip2::bufread::MultiBzDecoder::new(input)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
            Box::new(ZstdFrames { input: Some(input), frame: None })
        }
        _ => Box::new(input),
    })
}

type ZstdFrame<R> = ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>;

/// Zstandard frames one after another, as tools that compress in pieces write them.
struct ZstdFrames<R: Read> {
    input: Option<R>,
    frame: Option<ZstdFrame<R>>,
}

impl<R: io::BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                match frame.read(buffer)? {
                    0 => self.input = self.frame.take().map(ruzstd::decoding::StreamingDecoder::into_inner),
                    length => return Ok(length),
                }
            }
            let Some(mut input) = self.input.take() else {
                return Ok(0);
            };
            if input.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.frame = Some(ZstdFrame::new(input).map_err(io::Error::other)?);
        }
    }
}

/// The files meant by a path: itself, or every PGN below a directory, by name.
///
/// # Errors
/// A directory cannot be read.
pub fn list(path: &Path) -> io::Result<Vec<PathBuf>> {
    if path == Path::new("-") || !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries =
        fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        // A link to a directory is not followed: it may lead back here.
        if entry.is_dir() && !entry.is_symlink() {
            files.extend(list(&entry)?);
        } else if is_pgn(&entry) {
            files.push(entry);
        }
    }
    Ok(files)
}

fn is_pgn(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_ascii_lowercase();
    let name = [".gz", ".zst", ".bz2"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(&name);
    path.is_file() && name.ends_with(".pgn")
}
