//! `daybook status`: reads everything that is new, without a window, and sums up what the vault holds.
//!
//! Progress goes to standard error, the answer to standard output. If another Daybook is reading into the same vault,
//! the answer is what that one has committed so far, and says so.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use daybook_indexer::{IndexError, IndexEvent, Indexer, Progress};
use daybook_readers::Places;
use daybook_vault::Vault;
use daybook_vault::VaultSummary;
use serde::Serialize;

use crate::cli::{DoorError, words};
use crate::opening::{self, OpenError, Which};
use crate::surroundings::{Surroundings, now};

/// The answer as JSON.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    vault: String,
    is_sample: bool,
    /// Whether another Daybook was reading, so that this is its last commit.
    is_read_elsewhere: bool,
    #[serde(flatten)]
    summary: &'a VaultSummary,
}

/// Reads and sums up.
pub(crate) fn run(surroundings: &Surroundings, which: Which, as_json: bool) -> Result<(), DoorError> {
    let (path, places) = opening::layout(surroundings, which)?;
    let vault = Arc::new(Vault::open(&path, now()).map_err(OpenError::from)?);
    let read = read_everything(&vault, places)?;
    if read.is_none() {
        writeln!(io::stderr(), "Another Daybook is reading into this vault; this is what it has kept so far.")?;
    }
    let summary = vault.reader().and_then(|reader| reader.summarise()).map_err(OpenError::from)?;

    let mut out = io::stdout().lock();
    if as_json {
        let vault = path.to_string_lossy().into_owned();
        let answer =
            Answer { vault, is_sample: which == Which::Sample, is_read_elsewhere: read.is_none(), summary: &summary };
        serde_json::to_writer_pretty(&mut out, &answer).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        out.write_all(words::summary(&summary, &path, &read.unwrap_or_default(), &surroundings.zone).as_bytes())?;
    }
    Ok(out.flush()?)
}

/// Reads everything once; answers the folders that were looked into, or nothing if another Daybook is reading.
fn read_everything(vault: &Arc<Vault>, places: Places) -> Result<Option<Vec<String>>, OpenError> {
    let options = opening::options(vault, places)?;
    let last: Arc<Mutex<Option<Progress>>> = Arc::default();
    let seen = Arc::clone(&last);
    let is_terminal = io::stderr().is_terminal();
    let listener = move |event| {
        if let IndexEvent::Progressed(progress) = event {
            if is_terminal {
                let _ = write!(io::stderr(), "\r\x1b[2K{}", words::progress(&progress));
            }
            *seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
        }
    };
    match Indexer::run_once(vault, options, Arc::new(listener)) {
        Ok(_) => {}
        Err(IndexError::AnotherIsIndexing) => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    let progress = last.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(progress) = progress else { return Ok(Some(Vec::new())) };
    let start = if is_terminal { "\r\x1b[2K" } else { "" };
    let _ = writeln!(io::stderr(), "{start}{}", words::progress(&progress));
    if let Some(notice) = &progress.notice {
        let _ = writeln!(io::stderr(), "{notice}");
    }
    let roots = progress.per_agent.into_iter().flat_map(|agent| agent.roots);
    Ok(Some(roots.map(|root| root.path).collect()))
}
