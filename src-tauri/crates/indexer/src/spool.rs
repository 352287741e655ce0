//! Carries what a reader finds to the thread that writes, in batches of bounded size.
//!
//! Raw pieces are gathered, compressed and sent as chunks of the archive. A batch leaves when it is heavy enough; when
//! several wait, the reader waits too, so that a file of any size passes through a few megabytes. The write begins
//! with the first batch: a reader that fails before it never touches the vault.

use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam_channel::{Receiver, Sender, bounded};
use daybook_model::{Checkpoint, Entry, Fault, Message, Moment, SessionFacts, Sink, Span, ToolOutcome, Usage};
use zstd::bulk::Compressor;

use crate::projects::Projects;

/// Bytes of a source that are compressed together: enough for repetition to pay, little enough to read one message.
const CHUNK_BYTES: usize = 512 * 1024;

/// Bytes after which a batch leaves.
const BATCH_BYTES: usize = 256 * 1024;

/// Entries after which a batch leaves.
const BATCH_ENTRIES: usize = 512;

/// Batches of one source that may wait for the thread that writes.
const BATCHES_WAITING: usize = 12;

/// What an entry weighs beside its text.
const ENTRY_BYTES: usize = 256;

/// How hard chunks are compressed; higher levels save a few percent for several times the work.
const LEVEL: i32 = 3;

/// What travels from the thread that reads to the thread that writes.
#[derive(Debug)]
pub(crate) enum Batch {
    /// The next entries.
    Entries(Vec<Entry>),
    /// The source was read to its end; without this nothing of it is kept.
    Finished {
        /// Where reading goes on.
        checkpoint: Checkpoint,
        /// Fingerprint of what was read.
        fingerprint: u64,
    },
}

/// Why a spool takes no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// It was asked to.
    Asked,
    /// The thread that writes has given up on the source.
    NotTaken,
    /// A chunk could not be compressed.
    NotCompressed,
}

/// Begins the write of a source: called once, with the end from which the batches come.
pub(crate) type Begin<'a> = Box<dyn FnOnce(Receiver<Batch>) + 'a>;

/// Takes what a reader finds.
pub(crate) struct Spool<'a> {
    projects: &'a Projects,
    compressor: &'a mut Compressor<'static>,
    is_stopped: &'a dyn Fn() -> bool,
    position: &'a AtomicU64,
    begin: Option<Begin<'a>>,
    out: Option<Sender<Batch>>,
    batch: Vec<Entry>,
    weight: usize,
    raw: Vec<u8>,
    span: Option<Span>,
    stopped: Option<Stopped>,
}

/// Makes what compresses chunks; it is reused from source to source.
pub(crate) fn compressor() -> std::io::Result<Compressor<'static>> {
    Compressor::new(LEVEL)
}

impl<'a> Spool<'a> {
    /// Starts empty. `position` is kept at the offset reached.
    pub(crate) fn new(
        projects: &'a Projects,
        compressor: &'a mut Compressor<'static>,
        is_stopped: &'a dyn Fn() -> bool,
        position: &'a AtomicU64,
        begin: Begin<'a>,
    ) -> Self {
        Self {
            projects,
            compressor,
            is_stopped,
            position,
            begin: Some(begin),
            out: None,
            batch: Vec::new(),
            weight: 0,
            raw: Vec::new(),
            span: None,
            stopped: None,
        }
    }

    /// Tells why nothing more is taken, where that is so.
    pub(crate) fn stopped(&self) -> Option<Stopped> {
        self.stopped.or_else(|| (self.is_stopped)().then_some(Stopped::Asked))
    }

    /// Tells whether the write has begun.
    pub(crate) fn has_begun(&self) -> bool {
        self.begin.is_none()
    }

    /// Sends what is left.
    pub(crate) fn flush(&mut self) {
        self.send_chunk();
        self.send_batch();
    }

    /// Says that the source was read to its end.
    pub(crate) fn finish(mut self, checkpoint: Checkpoint, fingerprint: u64) {
        self.flush();
        self.send(Batch::Finished { checkpoint, fingerprint });
    }

    fn push(&mut self, entry: Entry) {
        self.weight += ENTRY_BYTES + weight(&entry);
        self.batch.push(entry);
        if self.weight >= BATCH_BYTES || self.batch.len() >= BATCH_ENTRIES {
            self.send_batch();
        }
    }

    fn send_batch(&mut self) {
        self.weight = 0;
        if !self.batch.is_empty() {
            let batch = Batch::Entries(std::mem::take(&mut self.batch));
            self.send(batch);
        }
    }

    fn send(&mut self, batch: Batch) {
        if let Some(begin) = self.begin.take() {
            let (out, batches) = bounded(BATCHES_WAITING);
            begin(batches);
            self.out = Some(out);
        }
        if self.stopped.is_none() && self.out.as_ref().is_none_or(|out| out.send(batch).is_err()) {
            self.stopped = Some(Stopped::NotTaken);
        }
    }

    fn send_chunk(&mut self) {
        let Some(span) = self.span.take() else { return };
        match self.compressor.compress(&self.raw) {
            Ok(data) => self.push(Entry::Raw { span, data }),
            Err(error) => {
                tracing::error!(%error, "a chunk could not be compressed");
                self.stopped = Some(Stopped::NotCompressed);
            }
        }
        self.raw.clear();
    }
}

impl Sink for Spool<'_> {
    fn raw(&mut self, span: Span, redacted: &[u8]) {
        self.position.store(span.end, Ordering::Relaxed);
        // A gap (a repaired piece that was left out) begins a new chunk, because a chunk is one span.
        if self.span.is_some_and(|gathered| gathered.end != span.start || self.raw.len() >= CHUNK_BYTES) {
            self.send_chunk();
        }
        self.raw.extend_from_slice(redacted);
        let start = self.span.map_or(span.start, |gathered| gathered.start);
        self.span = Some(Span { start, end: span.end });
    }

    fn session(&mut self, facts: SessionFacts) {
        let project = self.projects.resolve(&facts);
        self.push(Entry::Session { facts, project });
    }

    fn message(&mut self, message: Message) {
        self.push(Entry::Message(Box::new(message)));
    }

    fn outcome(&mut self, outcome: ToolOutcome) {
        self.push(Entry::Outcome(outcome));
    }

    fn usage(&mut self, reply: u32, usage: Usage) {
        self.push(Entry::Usage { reply, usage });
    }

    fn compaction(&mut self, before_ordinal: u32, moment: Option<Moment>) {
        self.push(Entry::Compaction { before_ordinal, moment });
    }

    fn fault(&mut self, fault: Fault) {
        self.push(Entry::Fault(fault));
    }

    fn is_cancelled(&self) -> bool {
        self.stopped().is_some()
    }
}

fn weight(entry: &Entry) -> usize {
    match entry {
        Entry::Message(message) => message.text.len(),
        Entry::Raw { data, .. } => data.len(),
        Entry::Fault(fault) => fault.reason.len(),
        Entry::Session { .. } | Entry::Outcome(_) | Entry::Usage { .. } | Entry::Compaction { .. } => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::path::PathBuf;

    use super::*;

    /// Sends pieces of the given sizes, without gaps, and lists the chunks that arrive as (span, decompressed length).
    fn chunks_of(pieces: &[(u64, usize)]) -> Vec<(Span, usize)> {
        let projects = Projects::new(PathBuf::from("/home/dev"));
        let mut compressor = compressor().expect("zstd");
        let position = AtomicU64::new(0);
        let received = RefCell::new(None);
        let begin: Begin<'_> = Box::new(|batches| *received.borrow_mut() = Some(batches));
        let mut spool = Spool::new(&projects, &mut compressor, &|| false, &position, begin);
        for (start, length) in pieces {
            let span = Span { start: *start, end: start + *length as u64 };
            spool.raw(span, &vec![b'x'; *length]);
        }
        spool.finish(Checkpoint::default(), 0);
        let batches = received.into_inner().expect("the write began");
        let entries = batches.iter().flat_map(|batch| match batch {
            Batch::Entries(entries) => entries,
            Batch::Finished { .. } => Vec::new(),
        });
        entries
            .filter_map(|entry| match entry {
                Entry::Raw { span, data } => Some((span, zstd::decode_all(data.as_slice()).expect("zstd").len())),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn raw_pieces_are_gathered_into_chunks_that_cover_the_source_without_gaps() {
        let pieces: Vec<(u64, usize)> = (0..20).map(|index| (index * 100_000, 100_000)).collect();

        let chunks = chunks_of(&pieces);

        assert!(chunks.len() > 1 && chunks.len() < 10, "{} chunks for 2 MB", chunks.len());
        assert_eq!(chunks.iter().map(|(_, length)| length).sum::<usize>(), 2_000_000);
        assert!(chunks.windows(2).all(|pair| pair[0].0.end == pair[1].0.start));
    }

    #[test]
    fn a_gap_in_the_source_begins_a_new_chunk() {
        let chunks = chunks_of(&[(0, 10), (50, 10)]);

        assert_eq!(chunks, [(Span { start: 0, end: 10 }, 10), (Span { start: 50, end: 60 }, 10)]);
    }

    #[test]
    fn a_spool_that_nobody_takes_from_says_so_and_takes_no_more() {
        let projects = Projects::new(PathBuf::from("/home/dev"));
        let mut compressor = compressor().expect("zstd");
        let position = AtomicU64::new(0);
        let mut spool = Spool::new(&projects, &mut compressor, &|| false, &position, Box::new(drop));

        spool.usage(0, Usage::default());
        spool.flush();

        assert!(spool.is_cancelled(), "the reader must stop when the write has failed");
        assert_eq!(spool.stopped(), Some(Stopped::NotTaken));
    }
}
