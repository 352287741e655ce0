//! Reads one source at a time: decides how, runs its reader, and sees that nothing of a failed attempt is kept.
//!
//! A source that cannot be read is quarantined with its reason; that is an outcome, not an error. A reader that panics
//! costs its own source and nothing else. If the file was replaced by another one while it was read, the attempt is
//! undone and made again.

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crossbeam_channel::{Sender, bounded};
use daybook_model::{Checkpoint, Instant};
use daybook_readers::ReadError;
use daybook_vault::{SourceRecord, SourceStamp, SourceState, Vault, VaultError, WriteMode, WriteReport};
use zstd::bulk::Compressor;

use crate::change::{Seen, companions_of, fingerprint, fingerprint_of_nothing};
use crate::discover::Candidate;
use crate::options::Clock;
use crate::projects::Projects;
use crate::spool::{self, Spool, Stopped};
use crate::writing::{Order, WriteOrder};

/// How often a source may be replaced while it is read before its identity is no longer looked at.
const ATTEMPTS_TO_MEET_ONE_FILE: u32 = 3;

/// A source to look at.
#[derive(Clone)]
pub(crate) struct Job {
    /// The source.
    pub(crate) candidate: Candidate,
    /// Whether to read it from its start whatever is known of it.
    pub(crate) from_start: bool,
    /// How often it was put off because it changed while it was read.
    pub(crate) attempts: u32,
}

/// What became of a job.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Nothing in the source changed.
    Unchanged(Looked),
    /// What is new in the source is in the vault.
    Read {
        /// What was seen, and when.
        looked: Looked,
        /// What that changed.
        report: WriteReport,
        /// Whether the source grew again meanwhile.
        has_more: bool,
    },
    /// The source cannot be read; the vault knows why.
    Quarantined {
        /// What was seen, and when.
        looked: Looked,
        /// Id of the source.
        id: i64,
        /// Whether it was the vault that refused what was read, so that another attempt may succeed.
        was_refused: bool,
    },
    /// The source is not there any more.
    Gone,
    /// The source was replaced while it was read; nothing was kept.
    Replaced,
    /// Reading was stopped; nothing was kept.
    Cancelled,
    /// The vault could not be asked or written.
    VaultFailed(VaultError),
}

/// What a worker saw of a source, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Looked {
    /// What the file system said.
    pub(crate) seen: Seen,
    /// When, taken before.
    pub(crate) at: Instant,
}

/// What one worker shares with the coordinator.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    /// Whether to stop for good.
    pub(crate) is_stopping: AtomicBool,
    /// Whether to stop for now.
    pub(crate) is_paused: AtomicBool,
}

impl Signals {
    fn are_set(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed) || self.is_paused.load(Ordering::Relaxed)
    }
}

/// Reads sources on a thread of its own.
pub(crate) struct Worker {
    /// Where to ask what is known.
    pub(crate) vault: Arc<Vault>,
    /// Takes what is to be written.
    pub(crate) orders: Sender<Order>,
    /// Names projects.
    pub(crate) projects: Arc<Projects>,
    /// Tells the time.
    pub(crate) clock: Clock,
    /// Says when to stop.
    pub(crate) signals: Arc<Signals>,
    /// The offset reached in the source under way; 0 between sources.
    pub(crate) position: Arc<AtomicU64>,
}

/// How an attempt to read ended.
enum Attempt {
    Written(WriteReport),
    GivenUp(GivenUp),
}

/// Why an attempt was undone.
enum GivenUp {
    Cancelled,
    Replaced,
    CheckpointNotUnderstood,
    Unreadable(String),
    Gone,
    Vault(VaultError),
}

impl Worker {
    /// Looks into one source and does what is needed.
    pub(crate) fn work(&self, job: &Job, compressor: &mut Compressor<'static>) -> Outcome {
        if self.signals.are_set() {
            return Outcome::Cancelled;
        }
        match self.read(job, compressor) {
            Ok(outcome) => outcome,
            Err(GivenUp::Cancelled) => Outcome::Cancelled,
            Err(GivenUp::Replaced) => Outcome::Replaced,
            Err(GivenUp::CheckpointNotUnderstood) => {
                self.quarantine(job, "its reader finds no place to begin".to_owned(), false)
            }
            Err(GivenUp::Gone) => Outcome::Gone,
            Err(GivenUp::Unreadable(reason)) => self.quarantine(job, reason, false),
            // What of one source cannot be stored must not keep the others out; if nothing can be stored at all, the
            // attempt to write this down fails as well.
            Err(GivenUp::Vault(
                error @ (VaultError::Storage { .. } | VaultError::WriteAborted | VaultError::SessionNotNamed),
            )) => self.quarantine(job, error.to_string(), true),
            Err(GivenUp::Vault(error)) => Outcome::VaultFailed(error),
        }
    }

    fn read(&self, job: &Job, compressor: &mut Compressor<'static>) -> Result<Outcome, GivenUp> {
        let candidate = &job.candidate;
        // Taken before anything is looked at: what changes from here on is newer than the reading.
        let now = (self.clock)();
        let known = self.find(candidate)?;
        let mut file = File::open(&candidate.path).map_err(GivenUp::of)?;
        let metadata = file.metadata().map_err(GivenUp::of)?;
        let seen = Seen::new(&metadata, companions_of(candidate.reader, &candidate.path));
        let looked = Looked { seen, at: now };
        let mut plan = Plan {
            stamp: stamp(candidate, seen, candidate.reader.version()),
            now,
            mode: if known.is_some() { WriteMode::Reload } else { WriteMode::Append },
            from: None,
        };
        if let Some(known) = known
            && !job.from_start
            && known.reader_version >= candidate.reader.version()
            && fingerprint(&mut file, known.checkpoint.offset).map_err(GivenUp::of)? == known.fingerprint
        {
            let before = seen_before(&known);
            if known.state == SourceState::Read && seen.has_same_content_as(before) {
                if seen != before || seen.judge(before, known.last_read_at) != seen.judge(before, now) {
                    self.keep_stamp(plan.stamp, now, known)?;
                }
                return Ok(Outcome::Unchanged(looked));
            }
            plan.mode = WriteMode::Append;
            plan.from = Some(known.checkpoint);
        }
        let mut attempt = self.attempt(job, &plan, &mut file, compressor);
        if let Attempt::GivenUp(GivenUp::CheckpointNotUnderstood) = attempt {
            plan = Plan { mode: WriteMode::Reload, from: None, ..plan };
            attempt = self.attempt(job, &plan, &mut file, compressor);
        }
        match attempt {
            Attempt::Written(report) => {
                let after = file.metadata().map_err(GivenUp::of)?;
                Ok(Outcome::Read { looked, report, has_more: Seen::new(&after, seen.companions) != seen })
            }
            Attempt::GivenUp(reason) => Err(reason),
        }
    }

    /// Keeps a new time of a source in which nothing changed, so that the next run need not open it.
    fn keep_stamp(&self, stamp: SourceStamp, now: Instant, known: SourceRecord) -> Result<(), GivenUp> {
        let kept = self.vault.writer().run(move |transaction| {
            let write = transaction.write_source(&stamp, WriteMode::Append, now)?;
            write.finish(&known.checkpoint, known.fingerprint)
        });
        kept.map(|_| ()).map_err(GivenUp::Vault)
    }

    fn find(&self, candidate: &Candidate) -> Result<Option<SourceRecord>, GivenUp> {
        let reader = self.vault.reader().map_err(GivenUp::Vault)?;
        reader.sources().find_source(&PathBuf::from(&candidate.text)).map_err(GivenUp::Vault)
    }

    /// Runs the reader once and waits until what it found is in the vault.
    fn attempt(&self, job: &Job, plan: &Plan, file: &mut File, compressor: &mut Compressor<'static>) -> Attempt {
        let candidate = &job.candidate;
        let (answer, written) = bounded(1);
        let begin: spool::Begin<'_> = Box::new(|batches| {
            let order = WriteOrder { stamp: plan.stamp.clone(), mode: plan.mode, now: plan.now, batches, answer };
            if self.orders.send(Order::Write(Box::new(order))).is_err() {
                tracing::debug!("the thread that writes has ended");
            }
        });
        let is_stopped = || self.signals.are_set();
        let mut spool = Spool::new(&self.projects, compressor, &is_stopped, &self.position, begin);
        let result =
            catch_unwind(AssertUnwindSafe(|| candidate.reader.read(&candidate.path, plan.from.as_ref(), &mut spool)));
        let finished = match result {
            Err(_) => Err(GivenUp::Unreadable("a fault of this program stopped the reader".to_owned())),
            Ok(Err(ReadError::CheckpointNotUnderstood { .. })) => Err(GivenUp::CheckpointNotUnderstood),
            Ok(Err(ReadError::Unreadable { source, .. })) => Err(GivenUp::of(source)),
            Ok(Ok(checkpoint)) => {
                spool.flush();
                conclude(&spool, job, file, checkpoint)
            }
        };
        match finished {
            Ok((checkpoint, fingerprint)) => {
                spool.finish(checkpoint, fingerprint);
                match written.recv() {
                    Ok(Ok(Some(report))) => Attempt::Written(report),
                    Ok(Ok(None)) => Attempt::GivenUp(GivenUp::Cancelled),
                    Ok(Err(error)) => Attempt::GivenUp(GivenUp::Vault(error)),
                    Err(_) => Attempt::GivenUp(GivenUp::Vault(VaultError::WriterStopped)),
                }
            }
            Err(reason) => {
                let has_begun = spool.has_begun();
                drop(spool);
                // The write must be undone before anything else is done with this source; and if it was the write
                // that failed, its error says more than the reader's.
                match if has_begun { written.recv().ok() } else { None } {
                    Some(Err(error)) => Attempt::GivenUp(GivenUp::Vault(error)),
                    _ => Attempt::GivenUp(reason),
                }
            }
        }
    }

    /// Writes down why a source cannot be read; what was read of it before stays.
    fn quarantine(&self, job: &Job, reason: String, was_refused: bool) -> Outcome {
        let candidate = &job.candidate;
        let now = (self.clock)();
        let known = match self.find(candidate) {
            Ok(known) => known,
            Err(GivenUp::Vault(error)) => return Outcome::VaultFailed(error),
            Err(_) => None,
        };
        // What an older reader made of the source is still what the vault holds.
        let version = known.map_or(candidate.reader.version(), |known| known.reader_version);
        let looked = Looked { seen: candidate.seen, at: now };
        let mut stamp = stamp(candidate, candidate.seen, version);
        stamp.fingerprint = fingerprint_of_nothing();
        tracing::warn!(path = %candidate.text, %reason, "a source could not be read");
        match self.vault.writer().run(move |transaction| transaction.sources().quarantine(&stamp, &reason, now)) {
            Ok(id) => Outcome::Quarantined { looked, id, was_refused },
            Err(error) => Outcome::VaultFailed(error),
        }
    }
}

/// How a source is to be read.
struct Plan {
    stamp: SourceStamp,
    now: Instant,
    mode: WriteMode,
    from: Option<Checkpoint>,
}

impl GivenUp {
    #[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err` by its name")]
    fn of(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Gone,
            io::ErrorKind::PermissionDenied => Self::Unreadable("it may not be read by this user".to_owned()),
            _ => Self::Unreadable(error.to_string()),
        }
    }
}

/// Checks that what was read is one file from beginning to end, and takes its fingerprint.
fn conclude(
    spool: &Spool<'_>,
    job: &Job,
    file: &mut File,
    checkpoint: Checkpoint,
) -> Result<(Checkpoint, u64), GivenUp> {
    match spool.stopped() {
        Some(Stopped::Asked | Stopped::NotTaken) => return Err(GivenUp::Cancelled),
        Some(Stopped::NotCompressed) => {
            return Err(GivenUp::Unreadable("a piece of it could not be compressed".to_owned()));
        }
        None => {}
    }
    // Some network file systems give a file another identity every time; after a few attempts that is believed.
    if job.attempts < ATTEMPTS_TO_MEET_ONE_FILE && !is_same_file(file, &job.candidate.path).map_err(GivenUp::of)? {
        return Err(GivenUp::Replaced);
    }
    let fingerprint = fingerprint(file, checkpoint.offset).map_err(GivenUp::of)?;
    Ok((checkpoint, fingerprint))
}

/// Tells whether a path still names the file that was opened.
#[cfg(unix)]
fn is_same_file(file: &File, path: &std::path::Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let (opened, now) = (file.metadata()?, std::fs::metadata(path)?);
    Ok((opened.dev(), opened.ino()) == (now.dev(), now.ino()))
}

/// Elsewhere an open file cannot be replaced unnoticed.
#[cfg(not(unix))]
fn is_same_file(_file: &File, path: &std::path::Path) -> io::Result<bool> {
    std::fs::metadata(path).map(|_| true)
}

fn seen_before(known: &SourceRecord) -> Seen {
    Seen { size: known.size, modified_ns: known.modified_ns, companions: known.companions }
}

fn stamp(candidate: &Candidate, seen: Seen, reader_version: u32) -> SourceStamp {
    SourceStamp {
        agent: candidate.reader.agent(),
        path: PathBuf::from(&candidate.text),
        root: PathBuf::from(&candidate.root),
        size: seen.size,
        modified_ns: seen.modified_ns,
        companions: seen.companions,
        fingerprint: 0,
        reader_version,
    }
}
