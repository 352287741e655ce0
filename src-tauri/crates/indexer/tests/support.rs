//! A disposable home with its vault, the questions that tests ask it, and a reader that fails when it is told to.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use crossbeam_channel::{Receiver, unbounded};
use daybook_indexer::{IndexEvent, Indexer, IndexerOptions, Progress, ProgressState, RunSummary};
use daybook_model::{
    Agent, Checkpoint, Instant, Kind, Message, MessageKey, Origin, Role, SessionFacts, Sink, Span, State,
};
use daybook_readers::{Places, ReadError, Reader};
use daybook_testkit::clock::FixedClock;
use daybook_testkit::fixtures;
use daybook_testkit::home::DisposableHome;
use daybook_vault::{Filter, PooledReader, SessionDetail, Sort, SortColumn, SourceRecord, TranscriptMessage, Vault};

/// Long after any file was written, so that file times are trusted.
const NOW: Instant = Instant(4_102_444_800_000);

/// A home, its vault, and a clock that stands still.
pub(crate) struct Bench {
    pub(crate) home: DisposableHome,
    pub(crate) vault: Arc<Vault>,
    pub(crate) clock: FixedClock,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let home = DisposableHome::new().expect("a temporary home");
        let vault = Arc::new(Vault::open(&home.vault_path(), NOW).expect("a new vault"));
        Self { home, vault, clock: FixedClock::at(NOW) }
    }

    /// A home that holds the input of a case, read once.
    pub(crate) fn of_case(case: &str) -> Self {
        let bench = Self::new();
        bench.put(&fixtures::case(case).join("input/home"));
        bench.sync();
        bench
    }

    /// Makes the home a copy of a tree; files that the tree lacks are removed.
    pub(crate) fn put(&self, tree: &Path) {
        self.home.replace(tree).expect("the tree can be copied");
    }

    /// Makes the home a copy of a step of a case and reads it.
    pub(crate) fn step(&self, case: &str, step: u32) -> RunSummary {
        self.put(&fixtures::case(case).join(format!("steps/{step}/home")));
        self.sync()
    }

    pub(crate) fn options(&self) -> IndexerOptions {
        IndexerOptions::new(Places::in_home(&self.home.path()), self.clock.as_function())
    }

    pub(crate) fn sync(&self) -> RunSummary {
        self.sync_with(self.options())
    }

    pub(crate) fn sync_with(&self, options: IndexerOptions) -> RunSummary {
        self.clock.advance_ms(60_000);
        Indexer::run_once(&self.vault, options, Arc::new(|_| {})).expect("the run succeeds")
    }

    pub(crate) fn ask(&self) -> PooledReader {
        self.vault.reader().expect("the vault answers")
    }

    /// Top-level sessions, the one that began last first.
    pub(crate) fn sessions(&self) -> Vec<SessionDetail> {
        let ask = self.ask();
        let sort = Sort { column: SortColumn::Time, is_descending: true };
        let order = ask.list_session_order(&Filter::default(), sort, &jiff::tz::TimeZone::UTC).expect("an order");
        order.iter().map(|entry| ask.get_session(entry.id).expect("it was just listed")).collect()
    }

    pub(crate) fn session(&self, native_id: &str) -> SessionDetail {
        let found = self.sessions().into_iter().find(|session| session.native_id == native_id);
        found.unwrap_or_else(|| panic!("no session {native_id}"))
    }

    pub(crate) fn only_session(&self) -> SessionDetail {
        let mut sessions = self.sessions();
        assert_eq!(sessions.len(), 1, "one session is expected");
        sessions.remove(0)
    }

    pub(crate) fn transcript(&self, session_id: i64) -> Vec<TranscriptMessage> {
        let ask = self.ask();
        let ids: Vec<i64> = ask.list_transcript(session_id).expect("a transcript").iter().map(|line| line.id).collect();
        ask.list_messages(session_id, &ids).expect("its messages")
    }

    /// What stands in a session now: prompts, replies and tool results that were not replaced.
    pub(crate) fn current(&self, session_id: i64) -> Vec<TranscriptMessage> {
        self.transcript(session_id).into_iter().filter(|message| message.state == State::Current).collect()
    }

    pub(crate) fn texts(&self, session_id: i64) -> Vec<String> {
        self.current(session_id).into_iter().map(|message| message.text).collect()
    }

    pub(crate) fn hits(&self, words: &str) -> i64 {
        self.states_of_hits(words).len().try_into().expect("few")
    }

    pub(crate) fn states_of_hits(&self, words: &str) -> Vec<State> {
        let filter = Filter { words: words.to_owned(), ..Filter::default() };
        self.ask().search(&filter, 100, 0).expect("an answer").hits.iter().map(|hit| hit.state).collect()
    }

    pub(crate) fn sources(&self, agent: Agent) -> Vec<SourceRecord> {
        self.ask().sources().list_sources(agent).expect("the sources")
    }

    /// Starts the indexer in the background.
    pub(crate) fn start(&self, options: IndexerOptions) -> Live<'_> {
        let (tell, events) = unbounded();
        let report = Arc::new(move |event| {
            let _ = tell.send(event);
        });
        let indexer = Indexer::start(Arc::clone(&self.vault), options, report).expect("it starts");
        Live { bench: self, indexer, events }
    }
}

/// An indexer at work.
pub(crate) struct Live<'bench> {
    pub(crate) bench: &'bench Bench,
    pub(crate) indexer: Indexer,
    pub(crate) events: Receiver<IndexEvent>,
}

impl Live<'_> {
    /// Waits, event by event, until something is so.
    pub(crate) fn until(&self, what: &str, seconds: u64, is_so: impl Fn(&Bench, &Progress) -> bool) -> Progress {
        let deadline = Stopwatch::now() + Duration::from_secs(seconds);
        loop {
            let progress = self.indexer.progress();
            if is_so(self.bench, &progress) {
                return progress;
            }
            let event = self.events.recv_deadline(deadline);
            assert!(event.is_ok(), "after {seconds} s still not so: {what}; {:?}", self.indexer.progress());
        }
    }

    pub(crate) fn until_up_to_date(&self) -> Progress {
        self.until("everything is read", 30, |_, progress| progress.state == ProgressState::UpToDate)
    }

    pub(crate) fn until_found(&self, words: &str, seconds: u64) {
        self.until(&format!("`{words}` is found"), seconds, |bench, _| bench.hits(words) == 1);
    }
}

/// Writes a file, with the folders above it.
pub(crate) fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
    std::fs::write(path, text).expect("it can be written");
}

pub(crate) fn append(path: &Path, text: &str) {
    use std::io::Write as _;
    let mut file = std::fs::OpenOptions::new().append(true).open(path).expect("it is there");
    file.write_all(text.as_bytes()).expect("it can be written");
}

/// A prompt of Claude Code as a line.
pub(crate) fn prompt_line(session: &str, uuid: &str, minute: u32, text: &str) -> String {
    let line = serde_json::json!({
        "type": "user", "uuid": uuid, "parentUuid": null, "sessionId": session, "cwd": "/home/dev/work/acme-web",
        "timestamp": format!("2026-03-11T09:{minute:02}:00.000Z"), "message": {"role": "user", "content": text},
    });
    format!("{line}\n")
}

/// What a [`Scripted`] reader does after it has sent what is in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Then {
    Succeed = 0,
    Fail = 1,
    Panic = 2,
    RefuseCheckpoint = 3,
    WaitUntilStopped = 4,
    /// Once: the file is replaced by another one while it is being read.
    SeeItReplaced = 5,
    /// Once: the file grows while it is being read.
    SeeItGrow = 6,
}

/// A reader for tests: each line of a `.script` file is a prompt; what happens at the end is told to it.
#[derive(Debug)]
pub(crate) struct Scripted {
    root: PathBuf,
    then: AtomicU32,
    version: AtomicU32,
    pub(crate) reads: AtomicU32,
    /// Sent so many times over, so that a read that fails has begun to write before.
    pub(crate) repeat: AtomicU32,
}

impl Scripted {
    /// Lives as long as the program; readers do.
    pub(crate) fn below(root: PathBuf) -> &'static Self {
        Box::leak(Box::new(Self {
            root,
            then: AtomicU32::new(0),
            version: AtomicU32::new(1),
            reads: AtomicU32::new(0),
            repeat: AtomicU32::new(1),
        }))
    }

    pub(crate) fn then(&self, then: Then) {
        self.then.store(then as u32, Ordering::Relaxed);
    }

    pub(crate) fn set_version(&self, version: u32) {
        self.version.store(version, Ordering::Relaxed);
    }
}

impl Reader for Scripted {
    fn agent(&self) -> Agent {
        Agent::Codex
    }

    fn version(&self) -> u32 {
        self.version.load(Ordering::Relaxed)
    }

    fn roots(&self, _places: &Places) -> Vec<PathBuf> {
        vec![self.root.clone()]
    }

    fn claims(&self, relative: &Path) -> bool {
        relative.extension().is_some_and(|extension| extension == "script")
    }

    fn read(&self, path: &Path, from: Option<&Checkpoint>, sink: &mut dyn Sink) -> Result<Checkpoint, ReadError> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let then = self.then.load(Ordering::Relaxed);
        if then == Then::RefuseCheckpoint as u32 && from.is_some() {
            return Err(ReadError::CheckpointNotUnderstood { path: path.to_owned() });
        }
        let unreadable = |source| ReadError::Unreadable { path: path.to_owned(), source };
        let bytes = std::fs::read(path).map_err(unreadable)?;
        let start = usize::try_from(from.map_or(0, |from| from.offset)).expect("small");
        let mut line = from.map_or(0, |from| from.line);
        let session = path.file_stem().expect("a name").to_string_lossy().into_owned();
        sink.session(SessionFacts {
            native_id: session.clone(),
            cwd: Some("/home/dev/work/acme-web".to_owned()),
            ..SessionFacts::default()
        });
        let mut offset = start as u64;
        for text in String::from_utf8_lossy(&bytes[start..]).split_inclusive('\n') {
            let end = offset + text.len() as u64;
            sink.raw(Span { start: offset, end }, text.as_bytes());
            for copy in 0..self.repeat.load(Ordering::Relaxed) {
                let ordinal = u32::try_from(line).expect("small") * 10_000 + copy;
                sink.message(prompt(&session, ordinal, text.trim_end(), offset));
            }
            (offset, line) = (end, line + 1);
        }
        match then {
            1 => return Err(unreadable(std::io::Error::other("the file system gave up"))),
            2 => panic!("a reader with a fault"),
            4 => {
                while !sink.is_cancelled() {
                    std::thread::yield_now();
                }
            }
            5 => {
                let other = path.with_extension("other");
                write(&other, "uno\ndue\n");
                std::fs::rename(&other, path).map_err(unreadable)?;
                self.then(Then::Succeed);
            }
            6 => {
                append(path, "late\n");
                self.then(Then::Succeed);
            }
            _ => {}
        }
        Ok(Checkpoint { offset, line, has_pending_tail: false, state: Vec::new() })
    }
}

fn prompt(session: &str, ordinal: u32, text: &str, source_offset: u64) -> Message {
    Message {
        ordinal,
        key: MessageKey::of_native_id(&format!("{session}/{ordinal}")),
        native_id: None,
        parent_key: None,
        reply: ordinal,
        role: Role::User,
        origin: Origin::Human,
        kind: Kind::Prose,
        state: State::Current,
        moment: None,
        model: None,
        text: text.to_owned(),
        whole_bytes: None,
        usage: None,
        call: None,
        outcome: None,
        duration_ms: None,
        source_offset,
    }
}
