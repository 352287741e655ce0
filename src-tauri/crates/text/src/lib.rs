//! Pure work on text: masking secrets, cutting, excerpts, Markdown to safe HTML.
//!
//! Everything here takes text and gives text. Nothing reads a file, a clock or a setting.

mod boundary;
pub mod cut;
pub mod excerpt;
pub mod html;
pub mod redact;
