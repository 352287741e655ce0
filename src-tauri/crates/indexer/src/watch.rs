//! Watching folders for changes. What is heard here is a hint to look at a path again and never a fact; the periodic
//! scan finds whatever was not heard.
//!
//! Folders are watched, never files: a file that is replaced by renaming has another identity afterwards and a watch
//! on it would go deaf. Where the system refuses (a limit, too many open files) the problem is said in words that a
//! person can act on, and scanning goes on.

use std::path::{Path, PathBuf};
use std::time::Duration;

use notify_debouncer_full::notify::event::{EventKind, ModifyKind};
use notify_debouncer_full::notify::{Config, Error, ErrorKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer_opt};

/// The number for "too many open files" that Unix systems share.
#[cfg(unix)]
const TOO_MANY_OPEN_FILES: i32 = 24;

/// The number for "no space", with which Linux says that a watch limit is reached.
#[cfg(unix)]
const NO_SPACE: i32 = 28;

/// What was heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// Something happened to these paths.
    Look(Vec<PathBuf>),
    /// Something was lost; only a scan tells what.
    LookEverywhere,
    /// Watching does not work as it should.
    Problem(WatchProblem),
}

/// Why folders cannot be watched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WatchProblem {
    /// The system watches no more folders for this person.
    #[error("the limit of watched folders is reached")]
    FolderLimit,
    /// The system starts no more watches for this person.
    #[error("the limit of watching programs is reached")]
    ProgramLimit,
    /// The folder is not there.
    #[error("the folder is not there")]
    NoSuchFolder,
    /// Something else.
    #[error("{0}")]
    Other(String),
}

/// How much of a folder is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The folder and everything below.
    Below,
    /// The folder's own entries only.
    Entries,
}

/// Watches folders until it is dropped.
pub trait Watching: Send {
    /// Watches one folder more.
    ///
    /// # Errors
    /// [`WatchProblem`] if the folder, or a part of what lies below it, is not watched.
    fn watch(&mut self, folder: &Path, depth: Depth) -> Result<(), WatchProblem>;

    /// Watches a folder no longer.
    fn forget(&mut self, folder: &Path);
}

/// Takes what was heard.
pub type Listener = Box<dyn Fn(Hint) + Send>;

/// Starts watching; the seam at which tests put a system that refuses.
pub trait StartWatching: Send + Sync {
    /// Starts without any folder.
    ///
    /// # Errors
    /// [`WatchProblem`] if the system gives nothing to watch with.
    fn start(&self, settle: Duration, listener: Listener) -> Result<Box<dyn Watching>, WatchProblem>;
}

/// Watches with what the operating system offers.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemWatching;

impl StartWatching for SystemWatching {
    fn start(&self, settle: Duration, listener: Listener) -> Result<Box<dyn Watching>, WatchProblem> {
        let listen = move |heard: DebounceEventResult| match heard {
            Ok(events) => {
                if events.iter().any(|event| event.need_rescan()) {
                    listener(Hint::LookEverywhere);
                }
                let mut paths: Vec<PathBuf> = events
                    .into_iter()
                    .filter(|event| tells_of_change(event.kind))
                    .flat_map(|event| event.event.paths)
                    .collect();
                paths.sort_unstable();
                paths.dedup();
                if !paths.is_empty() {
                    listener(Hint::Look(paths));
                }
            }
            Err(errors) => errors.iter().for_each(|error| listener(Hint::Problem(problem_of(error)))),
        };
        // Links are not followed: what is heard under an alias could not be told from a file of its own.
        let config = Config::default().with_follow_symlinks(false);
        let debouncer: Debouncer<RecommendedWatcher, RecommendedCache> =
            new_debouncer_opt(settle, None, listen, RecommendedCache::new(), config)
                .map_err(|error| problem_of(&error))?;
        Ok(Box::new(SystemWatch(debouncer)))
    }
}

struct SystemWatch(Debouncer<RecommendedWatcher, RecommendedCache>);

impl Watching for SystemWatch {
    fn watch(&mut self, folder: &Path, depth: Depth) -> Result<(), WatchProblem> {
        let mode = match depth {
            Depth::Below => RecursiveMode::Recursive,
            Depth::Entries => RecursiveMode::NonRecursive,
        };
        self.0.watch(folder, mode).map_err(|error| problem_of(&error))
    }

    fn forget(&mut self, folder: &Path) {
        if let Err(error) = self.0.unwatch(folder) {
            tracing::debug!(folder = %folder.display(), %error, "was not watched");
        }
    }
}

/// Leaves out what reading a file causes; otherwise reading would cause more reading.
fn tells_of_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(_) => false,
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(
            ModifyKind::Any | ModifyKind::Data(_) | ModifyKind::Metadata(_) | ModifyKind::Name(_) | ModifyKind::Other,
        )
        | EventKind::Remove(_)
        | EventKind::Other => true,
    }
}

/// Finds the meaning of what the system said; Linux says "no space" when it means its watch limit.
fn problem_of(error: &Error) -> WatchProblem {
    match &error.kind {
        ErrorKind::MaxFilesWatch => WatchProblem::FolderLimit,
        ErrorKind::PathNotFound => WatchProblem::NoSuchFolder,
        ErrorKind::Io(cause) => problem_of_number(cause.raw_os_error(), &cause.to_string()),
        ErrorKind::Generic(words) => WatchProblem::Other(words.clone()),
        ErrorKind::WatchNotFound | ErrorKind::InvalidConfig(_) => WatchProblem::Other(error.to_string()),
    }
}

#[cfg(unix)]
fn problem_of_number(number: Option<i32>, words: &str) -> WatchProblem {
    match number {
        Some(NO_SPACE) => WatchProblem::FolderLimit,
        Some(TOO_MANY_OPEN_FILES) => WatchProblem::ProgramLimit,
        _ => WatchProblem::Other(words.to_owned()),
    }
}

#[cfg(not(unix))]
fn problem_of_number(_number: Option<i32>, words: &str) -> WatchProblem {
    WatchProblem::Other(words.to_owned())
}

/// Says in words what a watch problem means and what can be done.
pub(crate) fn notice_of(problem: &WatchProblem, scan_every: Duration) -> String {
    let instead = format!("Daybook looks for changes every {} seconds instead.", scan_every.as_secs().max(1));
    match problem {
        WatchProblem::FolderLimit => limit_notice("max_user_watches", "folders", &instead),
        WatchProblem::ProgramLimit => limit_notice("max_user_instances", "watching programs", &instead),
        WatchProblem::NoSuchFolder => format!("A folder went away while it was about to be watched. {instead}"),
        WatchProblem::Other(words) => format!("Some folders cannot be watched ({words}). {instead}"),
    }
}

fn limit_notice(limit: &str, what: &str, instead: &str) -> String {
    let value = std::fs::read_to_string(Path::new("/proc/sys/fs/inotify").join(limit));
    let now = value.map_or_else(|_| String::new(), |value| format!(" (now {})", value.trim()));
    format!(
        "Not every folder can be watched: the inotify limit of {what}, `fs.inotify.{limit}`{now}, is reached. \
         {instead} Raise the limit with `sysctl` to see changes at once."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn no_space_means_the_watch_limit_and_names_it_with_its_value() {
        let error = Error::io(std::io::Error::from_raw_os_error(NO_SPACE));

        let notice = notice_of(&problem_of(&error), Duration::from_secs(30));

        assert!(notice.contains("inotify") && notice.contains("fs.inotify.max_user_watches"), "{notice}");
        assert!(!notice.to_lowercase().contains("disk"), "nobody must go and delete files because of this: {notice}");
        #[cfg(target_os = "linux")]
        {
            let value = std::fs::read_to_string("/proc/sys/fs/inotify/max_user_watches").expect("Linux has this file");
            assert!(notice.contains(value.trim()), "the current value tells how far to raise it: {notice}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn too_many_open_files_names_the_limit_of_instances() {
        let error = Error::io(std::io::Error::from_raw_os_error(TOO_MANY_OPEN_FILES));

        let notice = notice_of(&problem_of(&error), Duration::from_secs(30));

        assert!(notice.contains("fs.inotify.max_user_instances"), "{notice}");
    }

    #[test]
    fn opening_a_file_is_no_change() {
        use notify_debouncer_full::notify::event::{AccessKind, AccessMode};

        assert!(!tells_of_change(EventKind::Access(AccessKind::Open(AccessMode::Any))));
    }
}
