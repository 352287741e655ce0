//! The threads that read and the one that writes, started together and ended together.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Sender, bounded, unbounded};
use daybook_vault::Vault;

use crate::options::Clock;
use crate::projects::Projects;
use crate::spool::compressor;
use crate::worker::{Job, Outcome, Signals, Worker};
use crate::writing::{Order, write_orders};

/// Takes what became of a job.
pub(crate) type Finished = Arc<dyn Fn(Job, Outcome) + Send + Sync>;

/// The threads.
pub(crate) struct Crew {
    jobs: Option<Sender<Job>>,
    orders: Option<Sender<Order>>,
    threads: Vec<JoinHandle<()>>,
    positions: Vec<Arc<AtomicU64>>,
}

/// What the threads share.
pub(crate) struct Shared {
    /// The vault.
    pub(crate) vault: Arc<Vault>,
    /// Names projects.
    pub(crate) projects: Arc<Projects>,
    /// Tells the time.
    pub(crate) clock: Clock,
    /// Says when to stop.
    pub(crate) signals: Arc<Signals>,
}

impl Crew {
    /// Starts `size` threads that read and one that writes.
    ///
    /// # Errors
    /// Whatever the system says that gives no thread.
    pub(crate) fn start(shared: &Shared, size: usize, finished: &Finished) -> io::Result<Self> {
        let size = size.max(1);
        let (jobs, waiting) = bounded::<Job>(size);
        let (orders, ordered) = unbounded::<Order>();
        let mut crew =
            Self { jobs: Some(jobs), orders: Some(orders.clone()), threads: Vec::new(), positions: Vec::new() };
        let vault = Arc::clone(&shared.vault);
        crew.spawn("indexer-write".to_owned(), move || write_orders(&vault, &ordered))?;
        for number in 0..size {
            let position = Arc::new(AtomicU64::new(0));
            let worker = Worker {
                vault: Arc::clone(&shared.vault),
                orders: orders.clone(),
                projects: Arc::clone(&shared.projects),
                clock: Arc::clone(&shared.clock),
                signals: Arc::clone(&shared.signals),
                position: Arc::clone(&position),
            };
            let mut compressor = compressor()?;
            let (waiting, finished) = (waiting.clone(), Arc::clone(finished));
            crew.positions.push(position);
            crew.spawn(format!("indexer-read-{number}"), move || {
                for job in waiting {
                    let outcome = worker.work(&job, &mut compressor);
                    finished(job, outcome);
                }
            })?;
        }
        Ok(crew)
    }

    /// Counts the threads that read.
    pub(crate) fn size(&self) -> usize {
        self.positions.len()
    }

    /// Hands a job to the next thread that is free.
    pub(crate) fn work(&self, job: Job) {
        if let Some(jobs) = &self.jobs
            && jobs.send(job).is_err()
        {
            tracing::error!("no thread is left that reads");
        }
    }

    /// Sets the vault for a first read of everything, or back, after the sources that are being written.
    pub(crate) fn order(&self, order: Order) {
        if let Some(orders) = &self.orders
            && orders.send(order).is_err()
        {
            tracing::error!("the thread that writes has ended");
        }
    }

    /// Sums the offsets reached in sources under way.
    pub(crate) fn bytes_under_way(&self) -> u64 {
        self.positions.iter().map(|position| position.load(Ordering::Relaxed)).sum()
    }

    fn spawn(&mut self, name: String, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        self.threads.push(thread::Builder::new().name(name).spawn(work)?);
        Ok(())
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        drop(self.jobs.take());
        drop(self.orders.take());
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a thread of the indexer ended by a panic");
            }
        }
    }
}
