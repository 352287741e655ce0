//! The bundled sample sessions, and how they are laid out for the sample vault.
//!
//! `build.rs` embeds `samples/home/**`; it becomes a home folder of its own inside the data folder, and its sessions are
//! read from there like anybody's.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use daybook_model::{Instant, Moment};

/// A bundled file.
struct Sample {
    /// Path under the sample home.
    path: &'static str,
    /// Content.
    content: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/samples.rs"));

/// Writes the sample files under this folder, leaving alone what is already as it should be.
pub(crate) fn lay_out(home: &Path) -> io::Result<()> {
    for sample in SAMPLES {
        let path = home.join(sample.path);
        if fs::read(&path).is_ok_and(|present| present == sample.content) {
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, sample.content)?;
        if let Some(written) = last_instant(sample.content) {
            let since_1970 = Duration::from_millis(u64::try_from(written.0).unwrap_or_default());
            fs::File::options().write(true).open(path)?.set_modified(SystemTime::UNIX_EPOCH + since_1970)?;
        }
    }
    Ok(())
}

/// Finds when a sample's last record was written, so that its file can be as old as its story.
fn last_instant(content: &[u8]) -> Option<Instant> {
    let text = std::str::from_utf8(content).ok()?;
    let (_, after) = text.rsplit_once(r#""timestamp":""#)?;
    let moment = Moment::parse(after.split('"').next()?)?;
    Some(moment.at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_agents_have_samples_and_laying_them_out_twice_changes_nothing() {
        let home = tempfile::tempdir().expect("a temporary folder");
        lay_out(home.path()).expect("the folder can be written");
        let written = |path: &str| fs::metadata(home.path().join(path)).expect("written").modified().expect("a time");
        let first = SAMPLES.first().expect("there are samples").path;
        let before = written(first);

        lay_out(home.path()).expect("the folder can be written");

        assert_eq!(written(first), before, "an unchanged file must not look new to the indexer");
        let july_2026 = SystemTime::UNIX_EPOCH + Duration::from_hours(495_240);
        assert!(before > july_2026 && before < july_2026 + Duration::from_hours(31 * 24), "it is as old as its story");
        for folder in [".claude/", ".codex/"] {
            assert!(SAMPLES.iter().any(|sample| sample.path.starts_with(folder)), "{folder} has samples");
        }
    }
}
