//! What the reader makes of failure cases, of genuine files of two versions, and of files cut anywhere.

mod cases;
mod corpus;
mod properties;
mod record;
mod shapes;
