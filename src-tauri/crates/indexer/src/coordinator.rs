//! Decides what happens next: scans, hands sources to the threads that read, takes down what became of them.
//!
//! One thread runs this, and everything reaches it through one inbox, so there is no state to lock. A scan is the
//! truth; hints only bring the look at single paths forward. A source that changes while it is read, or is replaced,
//! is put off for a moment and never forgotten. Stopwatches here measure spans; the time of day is an argument.

mod finishing;
mod looking;
mod reporting;
mod scanning;

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant as Stopwatch};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use daybook_model::Agent;
use daybook_vault::{IndexingLease, Vault, VaultError};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::crew::{Crew, Finished, Shared};
use crate::discover::Root;
use crate::error::IndexError;
use crate::folders::{Folders, Listening};
use crate::options::{IndexerOptions, InputState};
use crate::progress::{IndexEvent, Progress, RunSummary, Tally};
use crate::projects::Projects;
use crate::queue::Queue;
use crate::report::{Notices, Throttle};
use crate::sources::Sources;
use crate::watch::Hint;
use crate::worker::{Job, Outcome, Signals};
use crate::writing::Order;

/// How often numbers are reported at most.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// How long changed sessions are gathered at most.
const CHANGES_EVERY: Duration = Duration::from_millis(250);

/// How long a source that changed while it was read is left alone.
const PUT_OFF: Duration = Duration::from_millis(250);

/// How often a single run comes back to a source that keeps changing.
const ATTEMPTS_IN_ONE_RUN: u32 = 3;

/// What reaches the coordinator.
pub(crate) enum Message {
    /// Its owner wants something.
    Command(Command),
    /// A job is finished.
    Finished(Box<(Job, Outcome)>),
    /// Something was heard.
    Heard(Hint),
}

/// What the owner can want.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    Pause,
    Resume,
    ScanNow,
    ReadAgain(Vec<i64>),
    SetInputs(Vec<InputState>),
    Stop,
}

/// Takes what is reported.
pub(crate) type Report = Arc<dyn Fn(IndexEvent) + Send + Sync>;

/// Where the owner finds the latest numbers.
pub(crate) type Board = Arc<Mutex<Progress>>;

/// The state of the indexer.
pub(crate) struct Coordinator {
    vault: Arc<Vault>,
    options: IndexerOptions,
    report: Report,
    board: Board,
    inbox: Receiver<Message>,
    signals: Arc<Signals>,
    projects: Arc<Projects>,
    crew: Crew,
    folders: Option<Folders>,
    lease: Option<IndexingLease>,
    sources: Sources,
    tally: Tally,
    queue: Queue,
    in_flight: FxHashMap<String, Agent>,
    /// Sources in flight that must be looked at once more.
    again: FxHashSet<String>,
    /// Sources that the vault refused; the next scan tries them again.
    refused: FxHashSet<String>,
    put_off: Vec<Job>,
    put_off_until: Option<Stopwatch>,
    next_scan: Option<Stopwatch>,
    is_discovering: bool,
    is_bulk: bool,
    /// Set when the vault cannot be written; nothing more is read until the next scan.
    failure: Option<VaultError>,
    notices: Notices,
    progress_turn: Throttle,
    changes_turn: Throttle,
    changed_sessions: FxHashSet<i64>,
    summary: RunSummary,
}

impl Coordinator {
    /// Starts the threads.
    ///
    /// # Errors
    /// [`IndexError`] if the system gives no thread.
    pub(crate) fn new(
        vault: Arc<Vault>,
        options: IndexerOptions,
        report: Report,
        board: Board,
        signals: Arc<Signals>,
        (outbox, inbox): (Sender<Message>, Receiver<Message>),
    ) -> Result<Self, IndexError> {
        let projects = Arc::new(Projects::new(options.places.home.clone()));
        let shared = Shared {
            vault: Arc::clone(&vault),
            projects: Arc::clone(&projects),
            clock: Arc::clone(&options.clock),
            signals: Arc::clone(&signals),
        };
        let done = outbox.clone();
        let finished: Finished = Arc::new(move |job, outcome| {
            // When nobody takes it any more, nobody waits for it either.
            let _ = done.send(Message::Finished(Box::new((job, outcome))));
        });
        let crew = Crew::start(&shared, options.threads, &finished).map_err(IndexError::Thread)?;
        let listening: Listening = Arc::new(move |hint| {
            let _ = outbox.send(Message::Heard(hint));
        });
        let folders = options.watch.then(|| Folders::new(Arc::clone(&options.watching), options.settle, listening));
        Ok(Self {
            vault,
            report,
            board,
            inbox,
            signals,
            projects,
            crew,
            folders,
            lease: None,
            sources: Sources::default(),
            tally: Tally::default(),
            queue: Queue::default(),
            in_flight: FxHashMap::default(),
            again: FxHashSet::default(),
            refused: FxHashSet::default(),
            put_off: Vec::new(),
            put_off_until: None,
            next_scan: None,
            is_discovering: true,
            is_bulk: false,
            failure: None,
            notices: Notices::default(),
            progress_turn: Throttle::new(PROGRESS_EVERY),
            changes_turn: Throttle::new(CHANGES_EVERY),
            changed_sessions: FxHashSet::default(),
            summary: RunSummary::default(),
            options,
        })
    }

    /// Works until it is told to stop.
    pub(crate) fn run(mut self) {
        self.scan(true);
        loop {
            self.go_on();
            let message = match self.next_deadline() {
                Some(deadline) => self.inbox.recv_deadline(deadline),
                None => self.inbox.recv().map_err(RecvTimeoutError::from),
            };
            match message {
                Ok(Message::Command(Command::Stop)) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        // A vault that is set for bulk stays so: putting its index in order would hold up whoever closes the window,
        // and the next start does it.
    }

    /// Works until everything is read.
    ///
    /// # Errors
    /// [`IndexError`] if the vault cannot be written, or somebody else is writing it.
    pub(crate) fn run_once(mut self) -> Result<RunSummary, IndexError> {
        self.scan(true);
        if self.lease.is_none() && self.failure.is_none() {
            return Err(IndexError::AnotherIsIndexing);
        }
        while self.failure.is_none() && !self.is_idle() {
            self.go_on();
            match self.next_deadline().map_or_else(
                || self.inbox.recv().map_err(RecvTimeoutError::from),
                |deadline| self.inbox.recv_deadline(deadline),
            ) {
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        if let Some(error) = self.failure.take() {
            return Err(error.into());
        }
        self.end_bulk();
        self.report_everything();
        self.summary.found = self.tally.total();
        self.summary.failed = self.tally.faulty_total();
        self.summary.warnings = self.tally.warnings();
        Ok(std::mem::take(&mut self.summary))
    }

    fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.in_flight.is_empty() && self.put_off.is_empty()
    }

    /// Does what can be done without waiting.
    fn go_on(&mut self) {
        let now = Stopwatch::now();
        if self.put_off_until.is_some_and(|until| until <= now) {
            self.put_off_until = None;
            for job in std::mem::take(&mut self.put_off) {
                self.look_again(job);
            }
        }
        if self.next_scan.is_some_and(|at| at <= now) {
            self.scan(false);
        }
        self.dispatch();
        if self.is_bulk && self.is_idle() {
            self.end_bulk();
        }
        self.report_what_is_due(now);
    }

    fn next_deadline(&self) -> Option<Stopwatch> {
        let now = Stopwatch::now();
        let turns = [self.progress_turn.due_at(now), self.changes_turn.due_at(now)];
        turns.into_iter().chain([self.put_off_until, self.next_scan]).flatten().min()
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Command(command) => self.obey(command),
            Message::Finished(finished) => self.finish(finished.0, finished.1),
            Message::Heard(Hint::Look(paths)) => paths.iter().for_each(|path| self.look(path)),
            Message::Heard(Hint::LookEverywhere) => self.next_scan = Some(Stopwatch::now()),
            Message::Heard(Hint::Problem(problem)) => {
                if let Some(folders) = &mut self.folders {
                    folders.met(problem);
                }
                self.say_what_is_watched();
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Stop => {}
            Command::Pause => {
                self.signals.is_paused.store(true, Ordering::Relaxed);
                self.progress_turn.ask();
            }
            Command::Resume => {
                self.signals.is_paused.store(false, Ordering::Relaxed);
                self.progress_turn.ask();
            }
            Command::ScanNow => {
                if let Some(folders) = &mut self.folders {
                    folders.start_over();
                }
                self.scan(true);
            }
            Command::ReadAgain(ids) => self.read_again(&ids),
            Command::SetInputs(inputs) => {
                self.options.inputs = inputs;
                let options = &self.options;
                self.queue.retain(|job| options.is_enabled(job.candidate.reader.agent()));
                self.put_off.retain(|job| options.is_enabled(job.candidate.reader.agent()));
                self.scan(true);
            }
        }
    }

    fn roots(&self) -> Vec<Root> {
        let enabled = self.options.readers.iter().filter(|reader| self.options.is_enabled(reader.agent()));
        enabled
            .flat_map(|reader| self.options.roots(*reader).into_iter().map(|path| Root { reader: *reader, path }))
            .collect()
    }

    fn dispatch(&mut self) {
        while self.lease.is_some()
            && self.failure.is_none()
            && !self.signals.is_paused.load(Ordering::Relaxed)
            && self.in_flight.len() < self.crew.size()
        {
            let Some(job) = self.next_job() else { break };
            self.in_flight.insert(job.candidate.text.clone(), job.candidate.reader.agent());
            self.crew.work(job);
            self.progress_turn.ask();
        }
    }

    /// Takes the next job whose source is not being read.
    fn next_job(&mut self) -> Option<Job> {
        loop {
            let job = self.queue.pop()?;
            if !self.in_flight.contains_key(&job.candidate.text) {
                return Some(job);
            }
            self.put_off(job);
        }
    }

    fn put_off(&mut self, job: Job) {
        self.put_off.push(job);
        self.put_off_until.get_or_insert_with(|| Stopwatch::now() + PUT_OFF);
    }

    fn fail(&mut self, error: VaultError) {
        tracing::error!(%error, "the vault cannot be brought up to date");
        self.notices.vault = Some(format!("Nothing can be read into the vault at the moment: {error}."));
        self.failure = Some(error);
        self.progress_turn.ask();
    }

    fn end_bulk(&mut self) {
        if std::mem::take(&mut self.is_bulk) {
            self.crew.order(Order::EndBulk);
        }
    }
}
