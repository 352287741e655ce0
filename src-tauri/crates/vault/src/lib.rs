//! The vault: our SQLite database, the permanent record. The only crate that speaks SQL to it.
//!
//! One file a table (what it holds and how it changes) or one a question (what the window, the command line and agents
//! ask). One thread writes; a few connections read; a read never writes. Archive tables outlive their sources and every
//! rebuild; derived tables are made again from them.

mod bulk;
mod connection;
mod copies;
mod error;
mod faulty_sources;
mod figures;
mod filter;
mod index_health;
mod lease;
mod local_days;
mod marks;
mod match_filter;
mod message_spans;
mod message_usage;
mod messages;
mod migrations;
mod pool;
mod projects;
mod prompt_order;
mod prompts;
#[cfg(test)]
mod query_plans;
mod questions;
mod rows;
mod search;
mod session_detail;
mod session_order;
mod session_rows;
mod sessions;
mod settings;
mod source_pieces;
mod source_write;
mod sources;
mod steps;
mod summary;
mod terms;
mod tool_events;
mod transcript;
mod vault;
mod whole_text;
mod words;
mod writer;

pub use error::VaultError;
pub use index_health::IndexHealth;
pub use lease::IndexingLease;
pub use pool::PooledReader;
pub use questions::Questions;
pub use rows::*;
pub use settings::SettingsMut;
pub use source_write::{SourceWrite, WriteMode, WriteReport};
pub use sources::{SourceRecord, SourceStamp, SourceState, Sources, SourcesMut};
pub use vault::Vault;
pub use writer::{WriteTransaction, Writer};
