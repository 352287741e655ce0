//! The stream that a reader produces: one source read from a point to its end.
//!
//! A reader calls a [`Sink`] as it goes, so no file has to fit in memory. Nothing here is undone: a reader that finds
//! out more (a result for an earlier call, more tokens of the same reply) says so with a further call.

use serde::{Deserialize, Serialize};

use crate::instant::Moment;
use crate::message::{Message, ToolOutcome, Usage};
use crate::project::ResolvedProject;
use crate::session::SessionFacts;

/// Where reading stopped, so that it can go on there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Bytes read as complete records. What lies behind is a torn tail and is read again.
    pub offset: u64,
    /// Lines read as complete records (rows, where the source is a database).
    pub line: u64,
    /// Whether bytes behind `offset` wait for their end.
    pub has_pending_tail: bool,
    /// What the reader must remember to go on; only the reader that wrote it understands it.
    pub state: Vec<u8>,
}

/// A part of a source: bytes from `start` up to, not including, `end`, as they lie in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
}

/// What is wrong with a piece of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// Not the format: torn, glued, filled with zeros, not JSON.
    Damaged,
    /// A damaged line of which a complete record could be saved.
    Recovered,
    /// A record whose parent or other reference does not exist.
    BrokenLink,
    /// A record type the reader does not know; kept in the raw archive, shown to nobody as an error.
    UnknownType,
    /// A record longer than the bound; head and tail are kept.
    Truncated,
}

/// A piece of a source that could not be read as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// One-based line (row) in the source.
    pub line: u64,
    /// Byte offset of the line.
    pub offset: u64,
    /// Why, in words for a person, without any text of the file except names of types.
    pub reason: String,
}

/// Takes what a reader finds. Calls after [`Sink::session`] belong to the session it named last.
pub trait Sink {
    /// Takes the redacted bytes of a piece of the source for the raw archive. Pieces come in order, do not overlap, and
    /// hold whole lines, except that a line of more than a few megabytes comes in several pieces.
    fn raw(&mut self, span: Span, redacted: &[u8]);

    /// Names the session that the following calls belong to and says what is known of it; may be called many times.
    fn session(&mut self, facts: SessionFacts);

    /// Takes the next message of the session. A message whose key was sent before replaces it (a reply that grew).
    fn message(&mut self, message: Message);

    /// Says what became of an earlier call of the session, where the file says it apart from the result message.
    fn outcome(&mut self, outcome: ToolOutcome);

    /// Raises the usage of the reply whose first message has this ordinal.
    fn usage(&mut self, reply: u32, usage: Usage);

    /// Marks a compaction: messages before this ordinal were summarised at this moment.
    fn compaction(&mut self, before_ordinal: u32, moment: Option<Moment>);

    /// Takes a fault of the source.
    fn fault(&mut self, fault: Fault);

    /// Asks whether to stop at the next record (the window closes, the file turned out too new).
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// One call of a [`Sink`], as a value: what travels from the thread that reads to the thread that writes.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "one session entry per source; boxing it would only cost clarity")]
pub enum Entry {
    /// A compressed piece of the source for the raw archive.
    Raw {
        /// The bytes of the source it stands for.
        span: Span,
        /// Redacted and compressed with zstd; decompresses to whole lines, or to a part of a very long one.
        data: Vec<u8>,
    },
    /// The session that the following entries belong to.
    Session {
        /// What the source says of it.
        facts: SessionFacts,
        /// What it works on, where the facts name a directory or a label.
        project: Option<ResolvedProject>,
    },
    /// The next message.
    Message(Box<Message>),
    /// What became of an earlier call.
    Outcome(ToolOutcome),
    /// More tokens of a reply.
    Usage {
        /// Ordinal of the reply's first message.
        reply: u32,
        /// Its usage so far.
        usage: Usage,
    },
    /// A compaction.
    Compaction {
        /// The first ordinal that was not summarised.
        before_ordinal: u32,
        /// When.
        moment: Option<Moment>,
    },
    /// A fault of the source.
    Fault(Fault),
}
