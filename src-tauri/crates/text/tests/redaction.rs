//! What is masked and what is not: the two tables that redaction is measured by.
//!
//! A `~` in a table stands for nothing; it keeps scanners for leaked secrets from taking this file for a leak. All
//! values are made up or are the examples that vendors print in their own documentation.

mod redaction {
    mod negatives;
    mod positives;
    mod properties;
}
