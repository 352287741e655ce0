//! Opens a source at an offset, whether it lies there plain or compressed.
//!
//! Offsets are those of the plain text. A compressed source cannot be entered in the middle: it is decompressed from its
//! start and what lies before the offset is thrown away.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};
use std::path::Path;

/// How every zstd frame begins.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// A source, open for reading.
pub(super) enum Source {
    /// A file whose bytes are the text.
    Plain(File),
    /// A file that must be decompressed.
    Compressed(Box<zstd::stream::read::Decoder<'static, BufReader<File>>>),
}

impl Source {
    /// Opens a file so that the next byte read is the one at `offset`; at the end of the file if that lies before it.
    pub(super) fn open(path: &Path, offset: u64) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut magic = [0; 4];
        let is_compressed = read_fully(&mut file, &mut magic)? == magic.len() && magic == ZSTD_MAGIC;
        if !is_compressed {
            file.seek(SeekFrom::Start(offset))?;
            return Ok(Self::Plain(file));
        }
        file.seek(SeekFrom::Start(0))?;
        let mut source = Self::Compressed(Box::new(zstd::stream::read::Decoder::new(file)?));
        source.skip(offset)?;
        Ok(source)
    }

    /// Guesses how many bytes lie behind `offset`; only a hint, as a file may grow while it is read.
    pub(super) fn remaining(&self, offset: u64) -> Option<u64> {
        match self {
            Self::Plain(file) => file.metadata().ok().map(|metadata| metadata.len().saturating_sub(offset)),
            Self::Compressed(_) => None,
        }
    }

    /// Reads what is there, at most `buffer.len()` bytes; nothing means the end. The torn end of a compressed file is an end.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let outcome = match self {
                Self::Plain(file) => file.read(buffer),
                Self::Compressed(decoder) => match decoder.read(buffer) {
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(0),
                    outcome => outcome,
                },
            };
            match outcome {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                outcome => return outcome,
            }
        }
    }

    fn skip(&mut self, mut bytes: u64) -> io::Result<()> {
        let mut waste = vec![0; 64 * 1024];
        while bytes > 0 {
            let most = usize::try_from(bytes).unwrap_or(usize::MAX).min(waste.len());
            let count = self.read(&mut waste[..most])?;
            if count == 0 {
                break;
            }
            bytes -= count as u64;
        }
        Ok(())
    }
}

/// Reads until the buffer is full or the file ends, and says how much there was.
fn read_fully(file: &mut File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
