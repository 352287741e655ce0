//! Splits a file of JSON lines into complete, redacted records, in bounded memory.
//!
//! Nothing here knows what a record means. A line counts once its newline is there; what stands behind the last newline
//! is a pending tail and is read again next time. Each line is redacted first; the redacted bytes go to the raw archive
//! whole, and the record is made from them, so that both agree. Damage never ends a reading: a line is repaired where
//! that is certain (`repair`), reported as a [`Fault`] where it is not, and a line too long to hold is shortened as it
//! streams by (`huge`).

pub(crate) mod huge;
mod repair;
mod source;
mod window;

use std::borrow::Cow;
use std::io;
use std::path::Path;

use daybook_model::{Checkpoint, Fault, FaultKind, Sink, Span};
use daybook_text::redact;
use serde::de::IgnoredAny;

use crate::ReadError;
use source::Source;
use window::Window;

/// Bytes read at once; also the usual size of a piece for the raw archive.
const CHUNK: usize = 1024 * 1024;

/// A line longer than this is not held in memory but shortened.
const LONGEST: usize = 4 * 1024 * 1024;

/// What some programs write at the start of a file.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// One complete record of a source.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// One-based number of the line.
    pub number: u64,
    /// Byte offset of the line in the (decompressed) source.
    pub offset: u64,
    /// The record: a JSON object, redacted.
    pub text: &'a str,
    /// The bytes of `text`.
    pub json: &'a [u8],
    /// Length of the line in the source, its newline not counted.
    pub bytes: u64,
    /// Whether long strings of the record lost their middle; see [`crate::kept`].
    pub is_shortened: bool,
}

/// Reads a source from a checkpoint to its end and hands each complete record, checked to be JSON, to `record`.
///
/// # Errors
/// [`ReadError::Unreadable`] if the file cannot be opened or read.
pub fn read_lines(
    path: &Path,
    from: &Checkpoint,
    sink: &mut dyn Sink,
    record: &mut dyn FnMut(&Line<'_>, &mut dyn Sink),
) -> Result<Checkpoint, ReadError> {
    read_records(path, from, sink, &mut |line, sink| {
        serde_json::from_str::<IgnoredAny>(line.text)?;
        record(line, sink);
        Ok(())
    })
}

/// Reads a source as [`read_lines`] does, but leaves it to `record` to parse, so that no line is parsed twice.
///
/// `record` must parse before it does anything else; an error means that the line is no record, and is repaired or
/// reported here.
///
/// # Errors
/// [`ReadError::Unreadable`] if the file cannot be opened or read.
pub fn read_records(
    path: &Path,
    from: &Checkpoint,
    sink: &mut dyn Sink,
    record: &mut dyn FnMut(&Line<'_>, &mut dyn Sink) -> serde_json::Result<()>,
) -> Result<Checkpoint, ReadError> {
    let unreadable = |source| ReadError::Unreadable { path: path.to_owned(), source };
    let source = Source::open(path, from.offset).map_err(unreadable)?;
    let mut splitter = Splitter { path, sink, record, offset: from.offset, line: from.line, is_stopped: false };
    let has_pending_tail = splitter.run(source).map_err(unreadable)?;
    Ok(Checkpoint { offset: splitter.offset, line: splitter.line, has_pending_tail, state: Vec::new() })
}

/// What a reading carries from line to line.
struct Splitter<'r> {
    path: &'r Path,
    sink: &'r mut dyn Sink,
    record: &'r mut dyn FnMut(&Line<'_>, &mut dyn Sink) -> serde_json::Result<()>,
    /// Where the next line begins.
    offset: u64,
    /// How many lines were read.
    line: u64,
    is_stopped: bool,
}

impl Splitter<'_> {
    /// Reads to the end and tells whether bytes without a newline remain.
    fn run(&mut self, mut source: Source) -> io::Result<bool> {
        let hint = source.remaining(self.offset).map_or(CHUNK, |bytes| usize::try_from(bytes).unwrap_or(CHUNK));
        let mut buffer = vec![0; hint.saturating_add(1).clamp(4096, CHUNK)];
        let mut filled = 0;
        loop {
            if filled == buffer.len() {
                if filled >= LONGEST {
                    if !self.huge_line(&buffer[..filled], &mut source)? {
                        return Ok(true);
                    }
                    filled = 0;
                    continue;
                }
                buffer.resize(filled * 2, 0);
            }
            let mut is_at_end = false;
            while filled < buffer.len() && !is_at_end {
                let count = source.read(&mut buffer[filled..])?;
                is_at_end = count == 0;
                filled += count;
            }
            if let Some(newline) = memchr::memrchr(b'\n', &buffer[..filled]) {
                let taken = self.whole_lines(&buffer[..=newline]);
                if self.is_stopped {
                    return Ok(true);
                }
                buffer.copy_within(taken..filled, 0);
                filled -= taken;
            }
            if is_at_end {
                return Ok(filled > 0);
            }
        }
    }

    /// Takes bytes that end with a newline, line by line, and says how many were taken.
    fn whole_lines(&mut self, bytes: &[u8]) -> usize {
        let start = self.offset;
        let mut redacted: Vec<u8> = Vec::new();
        let mut copied = 0;
        let mut at = 0;
        for newline in memchr::memchr_iter(b'\n', bytes) {
            if self.sink.is_cancelled() {
                self.is_stopped = true;
                break;
            }
            let line = &bytes[at..newline];
            let masked = redact::json_line(line);
            if let Cow::Owned(masked) = &masked {
                redacted.extend_from_slice(&bytes[copied..at]);
                redacted.extend_from_slice(masked);
                redacted.push(b'\n');
                copied = newline + 1;
            }
            self.line += 1;
            self.take(&masked, line.len() as u64, false);
            at = newline + 1;
            self.offset = start + at as u64;
        }
        if at > 0 {
            let span = Span { start, end: self.offset };
            if copied == 0 {
                self.sink.raw(span, &bytes[..at]);
            } else {
                redacted.extend_from_slice(&bytes[copied..at]);
                self.sink.raw(span, &redacted);
            }
        }
        at
    }

    /// Takes one redacted line, without its newline.
    fn take(&mut self, redacted: &[u8], bytes: u64, is_shortened: bool) {
        let bare = if self.offset == 0 { redacted.strip_prefix(BYTE_ORDER_MARK).unwrap_or(redacted) } else { redacted };
        let bare = bare.trim_ascii();
        if bare.is_empty() {
            return;
        }
        let mut text = repair::text(bare);
        if repair::has_surrogate_escape(text.as_bytes())
            && let Cow::Owned(repaired) = repair::lone_surrogates(&text)
        {
            text = Cow::Owned(repaired);
        }
        if text.starts_with('{') {
            if self.hand_on(&text, bytes, is_shortened) {
                if is_shortened {
                    self.fault(FaultKind::Truncated, format!("the record has {bytes} bytes; head and tail are kept"));
                }
                return;
            }
        } else if repair::is_json(&text) {
            return;
        }
        self.salvage(&text, bytes, is_shortened);
    }

    /// Saves what is whole in a line that is no record, and reports the line.
    fn salvage(&mut self, text: &str, bytes: u64, is_shortened: bool) {
        let mut saved = 0;
        let mut is_refused = false;
        for range in repair::whole_objects(text) {
            if range.len() == text.len() || !self.hand_on(&text[range], bytes, is_shortened) {
                is_refused = true;
            } else {
                saved += 1;
            }
        }
        let reason = if text.bytes().all(|byte| byte == 0) {
            "the line is filled with zeros"
        } else if is_refused {
            "the record is nested too deeply"
        } else {
            "the line is not a whole record"
        };
        if saved > 0 {
            self.fault(FaultKind::Recovered, format!("{reason}; {saved} whole in it saved"));
        } else {
            self.fault(FaultKind::Damaged, reason.to_owned());
        }
    }

    fn hand_on(&mut self, text: &str, bytes: u64, is_shortened: bool) -> bool {
        let line = Line { number: self.line, offset: self.offset, text, json: text.as_bytes(), bytes, is_shortened };
        (self.record)(&line, self.sink).is_ok()
    }

    fn fault(&mut self, kind: FaultKind, reason: String) {
        self.sink.fault(Fault { kind, line: self.line, offset: self.offset, reason });
    }

    /// Takes a line of which `begun` is only the beginning; `false` if its newline is not there yet.
    fn huge_line(&mut self, begun: &[u8], source: &mut Source) -> io::Result<bool> {
        let Some(length) = self.length_of_line(begun.len())? else { return Ok(false) };
        if self.sink.is_cancelled() {
            return Ok(false);
        }
        let mut window = Window::new(self.offset);
        window.feed(begun, self.sink);
        let mut left = length - begun.len() as u64;
        let mut piece = vec![0; CHUNK];
        while left > 0 {
            let most = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
            let count = source.read(&mut piece[..most])?;
            if count == 0 {
                return Ok(false);
            }
            window.feed(&piece[..count], self.sink);
            left -= count as u64;
        }
        source.read(&mut piece[..1])?;
        self.line += 1;
        match window.finish(self.sink) {
            Some(shortened) => self.take(&shortened, length, true),
            None => self.fault(FaultKind::Damaged, format!("the line has {length} bytes and is not a whole record")),
        }
        self.offset += length + 1;
        Ok(true)
    }

    /// Measures the line that begins at the current offset, of which `known` bytes hold no newline.
    fn length_of_line(&self, known: usize) -> io::Result<Option<u64>> {
        let mut probe = Source::open(self.path, self.offset + known as u64)?;
        let mut length = known as u64;
        let mut piece = vec![0; CHUNK];
        loop {
            let count = probe.read(&mut piece)?;
            if count == 0 {
                return Ok(None);
            }
            if let Some(newline) = memchr::memchr(b'\n', &piece[..count]) {
                return Ok(Some(length + newline as u64));
            }
            length += count as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use daybook_model::{Message, Moment, SessionFacts, ToolOutcome, Usage};

    use super::*;

    /// Keeps raw pieces and faults, and cancels after some records.
    #[derive(Default)]
    struct Kept {
        raw: Vec<u8>,
        spans: Vec<Span>,
        faults: Vec<Fault>,
        records: Vec<String>,
        most: Option<usize>,
    }

    impl Sink for Kept {
        fn raw(&mut self, span: Span, redacted: &[u8]) {
            self.spans.push(span);
            self.raw.extend_from_slice(redacted);
        }

        fn session(&mut self, facts: SessionFacts) {
            self.records.push(facts.native_id);
        }

        fn message(&mut self, _: Message) {}

        fn outcome(&mut self, _: ToolOutcome) {}

        fn usage(&mut self, _: u32, _: Usage) {}

        fn compaction(&mut self, _: u32, _: Option<Moment>) {}

        fn fault(&mut self, fault: Fault) {
            self.faults.push(fault);
        }

        fn is_cancelled(&self) -> bool {
            self.most.is_some_and(|most| self.records.len() >= most)
        }
    }

    fn read(content: &[u8], from: &Checkpoint, most: Option<usize>) -> (Kept, Checkpoint) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines.jsonl");
        fs::write(&path, content).expect("written");
        let mut kept = Kept { most, ..Kept::default() };
        let checkpoint = read_lines(&path, from, &mut kept, &mut |line, sink| {
            sink.session(SessionFacts { native_id: line.text.to_owned(), ..SessionFacts::default() });
        });
        (kept, checkpoint.expect("it can be read"))
    }

    fn many(count: usize) -> Vec<u8> {
        (0..count)
            .flat_map(|number| format!("{{\"n\":{number},\"text\":\"{}\"}}\n", "x".repeat(900)).into_bytes())
            .collect()
    }

    #[test]
    fn pieces_for_the_archive_are_whole_lines_in_order() {
        let content = many(5000);
        let (kept, checkpoint) = read(&content, &Checkpoint::default(), None);

        assert!(kept.raw == content, "what holds no secret is kept byte for byte");
        assert!(kept.spans.windows(2).all(|pair| pair[0].end == pair[1].start), "nothing is left out");
        let ends: Vec<usize> = kept.spans.iter().map(|span| usize::try_from(span.end).expect("small")).collect();
        assert!(ends.iter().all(|end| content[end - 1] == b'\n'), "a piece ends with a line");
        assert!(ends.len() > 3 && ends.len() < 10, "pieces have about a megabyte: {ends:?}");
        assert_eq!((kept.records.len(), checkpoint.line), (5000, 5000));
        assert_eq!(checkpoint.offset, content.len() as u64);
    }

    #[test]
    fn a_stopped_reading_goes_on_where_it_stopped() {
        let content = many(3000);
        let (first, checkpoint) = read(&content, &Checkpoint::default(), Some(1700));
        let (rest, end) = read(&content, &checkpoint, None);

        assert_eq!(first.records.len(), 1700, "it stops at the next record");
        assert!([first.raw, rest.raw].concat() == content, "the archive gets each line once");
        assert_eq!((first.records.len() + rest.records.len(), end.line), (3000, 3000));
    }

    #[test]
    fn secrets_reach_neither_archive_nor_record() {
        let secret = format!("ghp_{}", "a1B2c3D4".repeat(5)).chars().take(40).collect::<String>();
        let content = format!("{{\"a\":1}}\n{{\"text\":\"use {secret} now\"}}\nnot json {secret}\n{{\"b\":2}}\n");
        let (kept, checkpoint) = read(content.as_bytes(), &Checkpoint::default(), None);

        let raw = String::from_utf8(kept.raw).expect("text");
        assert!(!raw.contains(&secret) && raw.contains("[REDACTED:"), "damaged lines are masked too: {raw}");
        assert_eq!(raw.lines().count(), 4);
        assert!(kept.records.iter().all(|record| !record.contains(&secret)));
        assert_eq!(kept.faults.len(), 1);
        assert_eq!(checkpoint.offset, content.len() as u64, "offsets are those of the file");
    }

    #[test]
    fn no_secret_slips_through_where_a_long_line_is_cut() {
        let secret = format!("ghp_{}", "a1B2c3D4".repeat(5)).chars().take(40).collect::<String>();
        let content = format!("{{\"text\":\"{}\"}}\n", format!("{} {secret} ", "word ".repeat(61)).repeat(18_000));
        let (kept, checkpoint) = read(content.as_bytes(), &Checkpoint::default(), None);

        assert!(content.len() > LONGEST && checkpoint.offset == content.len() as u64);
        assert!(memchr::memmem::find(&kept.raw, b"ghp_").is_none(), "each of them is masked");
        assert_eq!(memchr::memmem::find_iter(&kept.raw, b"[REDACTED:").count(), 18_000, "and none is masked twice");
        assert_eq!(kept.faults.iter().map(|fault| fault.kind).collect::<Vec<_>>(), [FaultKind::Truncated]);
        assert!(kept.records[0].len() < 1024 * 1024, "the record is bounded");
    }

    #[test]
    fn a_long_line_without_its_end_is_left_alone() {
        let mut content = many(2);
        let whole = content.len() as u64;
        content.extend_from_slice(format!("{{\"text\":\"{}", "x".repeat(5 * 1024 * 1024)).as_bytes());
        let (kept, checkpoint) = read(&content, &Checkpoint::default(), None);

        assert_eq!((checkpoint.offset, checkpoint.has_pending_tail), (whole, true));
        assert_eq!(kept.raw.len() as u64, whole, "nothing of it is archived yet");
    }

    #[test]
    fn a_long_line_that_is_no_record_costs_only_itself() {
        let mut content = vec![0; 6 * 1024 * 1024];
        content.push(b'\n');
        content.extend_from_slice(&many(3));
        let (kept, checkpoint) = read(&content, &Checkpoint::default(), None);

        assert_eq!(kept.faults.iter().map(|fault| fault.kind).collect::<Vec<_>>(), [FaultKind::Damaged]);
        assert_eq!((kept.records.len(), checkpoint.line), (3, 4));
    }
}
