//! The nouns of Daybook: what an agent's files are turned into before anything is stored or shown.
//!
//! This crate answers "what is a session, a message, a project?" and nothing else. It does no I/O, reads no clock and
//! knows no file format: `readers` fill these values, `vault` keeps them, `indexer` carries them between the two.

pub mod activity;
pub mod agent;
pub mod instant;
pub mod lineage;
pub mod message;
pub mod project;
pub mod session;
pub mod transcript;

pub use activity::{ActiveRun, Activity};
pub use agent::{Agent, UnknownAgent};
pub use instant::{Instant, Moment};
pub use message::{Kind, Message, MessageKey, Origin, Role, State, ToolCall, ToolOutcome, Usage};
pub use project::{ProjectKey, ProjectPath, ResolvedProject};
pub use session::{Parent, Relation, SessionFacts, SessionId, Title, TitleSource};
pub use transcript::{Checkpoint, Entry, Fault, FaultKind, Sink, Span};
