//! Where the program's own notices go: warnings to standard error, everything of note to a file in the data folder.
//!
//! `DAYBOOK_LOG` takes filters such as `debug` or `daybook_indexer=trace`. Nothing of a transcript is ever logged.

use std::fs::{self, OpenOptions};
use std::io::IsTerminal as _;
use std::path::Path;
use std::sync::Mutex;

use tracing_subscriber::filter::{EnvFilter, LevelFilter};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt};

/// A log beyond this many bytes is begun anew.
const LONGEST_LOG: u64 = 4 * 1024 * 1024;

/// Starts logging; a log that cannot be written is no reason not to start.
pub(crate) fn start(folder: &Path, filter: Option<&str>) {
    let chosen = |default: LevelFilter| {
        EnvFilter::builder().with_default_directive(default.into()).parse_lossy(filter.unwrap_or_default())
    };
    let file = open(folder)
        .map(|file| fmt::layer().with_ansi(false).with_writer(Mutex::new(file)).with_filter(chosen(LevelFilter::INFO)));
    let screen = fmt::layer()
        .without_time()
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false)
        .with_writer(std::io::stderr)
        .with_filter(chosen(LevelFilter::WARN));
    // A second call (tests) keeps the first logger.
    let _ = tracing_subscriber::registry().with(file).with(screen).try_init();
}

/// Opens the log; `None` where the folder does not exist yet or cannot be written.
fn open(folder: &Path) -> Option<fs::File> {
    let path = folder.join("daybook.log");
    let is_long = fs::metadata(&path).is_ok_and(|log| log.len() > LONGEST_LOG);
    let mut options = OpenOptions::new();
    options.create(true).write(true).append(!is_long).truncate(is_long);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).ok()
}
