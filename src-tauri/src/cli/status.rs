//! `daybook status`: reads everything that is new, without a window, and sums up what the vault holds.
//!
//! Progress goes to standard error, the answer to standard output. If another Daybook is reading into the same vault,
//! the answer is what that one has committed so far, and says so.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use daybook_indexer::{IndexEvent, Indexer, Progress};
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
    let lease = vault.try_own_indexing().map_err(OpenError::from)?;
    let is_read_elsewhere = lease.is_none();
    let folders = if is_read_elsewhere {
        writeln!(io::stderr(), "Another Daybook is reading into this vault; this is what it has kept so far.")?;
        Vec::new()
    } else {
        read_everything(&vault, &places)?
    };
    let summary = vault.reader().and_then(|reader| reader.summarise()).map_err(OpenError::from)?;
    drop(lease);

    let mut out = io::stdout().lock();
    if as_json {
        let vault = path.to_string_lossy().into_owned();
        let answer = Answer { vault, is_sample: which == Which::Sample, is_read_elsewhere, summary: &summary };
        serde_json::to_writer_pretty(&mut out, &answer).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        out.write_all(words::summary(&summary, &path, &folders, &surroundings.zone).as_bytes())?;
    }
    Ok(out.flush()?)
}

/// Reads everything once; answers the folders that were looked into.
fn read_everything(vault: &Arc<Vault>, places: &daybook_readers::Places) -> Result<Vec<String>, OpenError> {
    let options = opening::options(vault, places.clone())?;
    let last: Arc<Mutex<Option<Progress>>> = Arc::default();
    let seen = Arc::clone(&last);
    let is_terminal = io::stderr().is_terminal();
    Indexer::run_once(
        vault,
        options,
        Arc::new(move |event| {
            if let IndexEvent::Progressed(progress) = event {
                if is_terminal {
                    let _ = write!(io::stderr(), "\r\x1b[2K{}", words::progress(&progress));
                }
                *seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
            }
        }),
    )?;
    let progress = last.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(progress) = progress else { return Ok(Vec::new()) };
    let start = if is_terminal { "\r\x1b[2K" } else { "" };
    let _ = writeln!(io::stderr(), "{start}{}", words::progress(&progress));
    if let Some(notice) = &progress.notice {
        let _ = writeln!(io::stderr(), "{notice}");
    }
    Ok(progress.per_agent.into_iter().flat_map(|agent| agent.roots).map(|root| root.path).collect())
}
