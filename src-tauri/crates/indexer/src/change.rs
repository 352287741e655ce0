//! Has a source changed since it was read? Answered from its size and times where they can be trusted, from its bytes
//! where they cannot.
//!
//! A file that was changed less than two seconds before it was read may have been changed again without a trace in
//! its time (the rule that git calls racily clean), so its fingerprint is compared. The same fingerprint tells growth
//! at the end, which is read from where reading stopped, from a rewrite, which is read from the start.

use std::fs::{File, Metadata};
use std::hash::Hasher as _;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;

use daybook_model::Instant;
use daybook_readers::Reader;
use twox_hash::XxHash3_64;

/// Bytes at the beginning, and before the place where reading stopped, that a fingerprint covers.
const COVERED: u64 = 64 * 1024;

/// How much older than its reading a change must be for the time to be trusted; the coarsest file systems keep times
/// in steps of two seconds.
const TRUSTED_AFTER_MS: i64 = 2_000;

const NANOS_IN_MILLI: i64 = 1_000_000;

/// What the file system says of a source without opening it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Size in bytes.
    pub(crate) size: u64,
    /// Time of the last change in nanoseconds since 1970.
    pub(crate) modified_ns: i64,
    /// A number that changes with the companion files.
    pub(crate) companions: u64,
}

/// Whether a source must be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing changed.
    Unchanged,
    /// Nothing seems to have changed, but only the bytes can tell.
    Doubtful,
    /// Something changed.
    Changed,
}

impl Seen {
    /// Takes down what the file system says.
    pub(crate) fn new(metadata: &Metadata, companions: u64) -> Self {
        Self { size: metadata.len(), modified_ns: modified_ns(metadata), companions }
    }

    /// The time of the last change in milliseconds.
    pub(crate) fn modified_at(self) -> i64 {
        self.modified_ns.div_euclid(NANOS_IN_MILLI)
    }

    /// Tells whether the content is the same, if the fingerprint of what was read is: only the time may differ.
    pub(crate) fn has_same_content_as(self, before: Self) -> bool {
        self.size == before.size && self.companions == before.companions
    }

    /// Compares with what was seen when the source was last read or checked.
    pub(crate) fn judge(self, before: Self, checked_at: Instant) -> Verdict {
        if self != before {
            return Verdict::Changed;
        }
        if checked_at.0.saturating_sub(self.modified_at()) >= TRUSTED_AFTER_MS {
            Verdict::Unchanged
        } else {
            Verdict::Doubtful
        }
    }
}

/// Sums up the companion files of a source; 0 where it has none.
pub(crate) fn companions_of(reader: &dyn Reader, path: &Path) -> u64 {
    let mut hasher = XxHash3_64::with_seed(0);
    let mut any = false;
    for (index, companion) in reader.companions(path).iter().enumerate() {
        if let Ok(metadata) = std::fs::metadata(companion) {
            any = true;
            hasher.write_usize(index);
            hasher.write_u64(metadata.len());
            hasher.write_i64(modified_ns(&metadata));
        }
    }
    if any { hasher.finish() } else { 0 }
}

/// Hashes the beginning of a file and the bytes before `offset`, with how much there was to hash: a file that was cut
/// has another fingerprint even if all that is left of it is the same.
pub(crate) fn fingerprint(file: &mut File, offset: u64) -> io::Result<u64> {
    let end = offset.min(file.metadata()?.len());
    let mut hasher = XxHash3_64::with_seed(0);
    hasher.write_u64(end);
    hash_range(file, 0, end.min(COVERED), &mut hasher)?;
    if end > COVERED {
        hash_range(file, end.saturating_sub(COVERED).max(COVERED), end, &mut hasher)?;
    }
    Ok(hasher.finish())
}

/// The fingerprint of a source of which nothing was read yet.
pub(crate) fn fingerprint_of_nothing() -> u64 {
    let mut hasher = XxHash3_64::with_seed(0);
    hasher.write_u64(0);
    hasher.finish()
}

fn hash_range(file: &mut File, start: u64, end: u64, hasher: &mut XxHash3_64) -> io::Result<()> {
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::with_capacity(usize::try_from(end - start).unwrap_or(0));
    (&*file).take(end - start).read_to_end(&mut bytes)?;
    hasher.write(&bytes);
    Ok(())
}

fn modified_ns(metadata: &Metadata) -> i64 {
    let Ok(modified) = metadata.modified() else { return 0 };
    match modified.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |nanos| -nanos),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    const SEEN: Seen = Seen { size: 10, modified_ns: 5_000_000_000, companions: 0 };

    fn file_of(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().expect("a temporary file");
        file.write_all(bytes).expect("it can be written");
        file
    }

    #[test]
    fn a_time_is_trusted_only_two_seconds_later() {
        assert_eq!(SEEN.judge(SEEN, Instant(7_000)), Verdict::Unchanged);
        assert_eq!(SEEN.judge(SEEN, Instant(6_999)), Verdict::Doubtful, "a second write may have left the same time");
        assert_eq!(SEEN.judge(SEEN, Instant(1_000)), Verdict::Doubtful, "a time in the future proves nothing");
    }

    #[test]
    fn a_change_of_size_time_or_companions_is_a_change() {
        let now = Instant(1_000_000);
        for other in
            [Seen { size: 11, ..SEEN }, Seen { modified_ns: 5_000_000_001, ..SEEN }, Seen { companions: 1, ..SEEN }]
        {
            assert_eq!(other.judge(SEEN, now), Verdict::Changed, "{other:?}");
        }
    }

    #[test]
    fn growth_keeps_the_fingerprint_and_a_rewrite_does_not() {
        let old = vec![b'a'; 200_000];
        let mut grown = old.clone();
        grown.extend_from_slice(b"more");
        let mut rewritten_at_the_end = grown.clone();
        rewritten_at_the_end[199_999] = b'b';
        let mut rewritten_at_the_start = grown.clone();
        rewritten_at_the_start[0] = b'b';

        let before = fingerprint(&mut file_of(&old), 200_000).expect("readable");

        assert_eq!(fingerprint(&mut file_of(&grown), 200_000).expect("readable"), before);
        assert_ne!(fingerprint(&mut file_of(&rewritten_at_the_end), 200_000).expect("readable"), before);
        assert_ne!(fingerprint(&mut file_of(&rewritten_at_the_start), 200_000).expect("readable"), before);
    }

    #[test]
    fn a_file_that_was_cut_has_another_fingerprint() {
        let before = fingerprint(&mut file_of(&[b'a'; 3_000]), 3_000).expect("readable");

        assert_ne!(fingerprint(&mut file_of(&[b'a'; 2_000]), 3_000).expect("readable"), before);
    }
}
