//! Which project a working directory belongs to: the repository it lies in, found on the disk, or the directory itself.
//!
//! Worktrees belong to the repository they were made from and keep their name as a label; submodules are projects of
//! their own. A directory that is gone is the project under the path that was recorded: nothing is guessed from what
//! happens to lie near it. Only the sign of a worktree that an agent made (`.claude/worktrees/<name>`) is read from
//! the text alone, because such worktrees are removed when they are done.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use daybook_model::{ProjectKey, ProjectPath, ResolvedProject, SessionFacts};
use rustc_hash::FxHashMap;

/// Longest `.git` file that is believed; it holds one path.
const LONGEST_POINTER: u64 = 16 * 1024;

/// Finds projects and remembers them; shared by everything that reads at the same time.
#[derive(Debug)]
pub(crate) struct Projects {
    home: PathBuf,
    known: Mutex<FxHashMap<String, ResolvedProject>>,
}

/// A repository, or a worktree of one.
#[derive(Debug, PartialEq, Eq)]
struct Repository {
    path: PathBuf,
    worktree: Option<String>,
}

impl Projects {
    /// Starts without knowledge. A repository that is the home folder itself holds settings, not projects, and takes
    /// in nothing but sessions that ran in the home folder.
    pub(crate) fn new(home: PathBuf) -> Self {
        Self { home, known: Mutex::default() }
    }

    /// Forgets what was looked up, so that repositories made since are seen.
    pub(crate) fn forget(&self) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Names the project of a session, where its facts say anything about it.
    pub(crate) fn resolve(&self, facts: &SessionFacts) -> Option<ResolvedProject> {
        if let Some(cwd) = facts.cwd.as_deref().filter(|cwd| !cwd.trim().is_empty()) {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(project) = known.get(cwd) {
                return Some(project.clone());
            }
            let project = self.look_up(cwd);
            known.insert(cwd.to_owned(), project.clone());
            return Some(project);
        }
        facts.folder_label.as_deref().map(guess)
    }

    fn look_up(&self, cwd: &str) -> ResolvedProject {
        if let Some((repository, worktree)) = split_agent_worktree(cwd) {
            let mut project = self.of_folder(repository);
            project.worktree = Some(worktree.to_owned());
            return project;
        }
        self.of_folder(cwd)
    }

    fn of_folder(&self, folder: &str) -> ResolvedProject {
        let path = Path::new(folder);
        let repository = if path.is_absolute() && path.is_dir() { self.repository_of(path) } else { None };
        match repository {
            Some(Repository { path, worktree }) => {
                path.to_str().map_or_else(|| named(folder, None), |path| named(path, worktree))
            }
            None => named(folder, None),
        }
    }

    /// Walks up to the folder that holds `.git`.
    fn repository_of(&self, start: &Path) -> Option<Repository> {
        for folder in start.ancestors() {
            if folder == self.home && folder != start {
                return None;
            }
            let sign = folder.join(".git");
            let Ok(metadata) = fs::symlink_metadata(&sign) else { continue };
            if metadata.is_dir() || metadata.is_symlink() {
                return Some(Repository { path: folder.to_owned(), worktree: None });
            }
            if metadata.is_file() {
                return Some(read_pointer(folder, &sign));
            }
        }
        None
    }
}

/// Reads a `.git` file: that of a worktree leads to the main repository, that of a submodule does not.
fn read_pointer(folder: &Path, sign: &Path) -> Repository {
    let itself = Repository { path: folder.to_owned(), worktree: None };
    let Some(target) = read_short(sign).and_then(|text| Some(text.strip_prefix("gitdir:")?.trim().to_owned())) else {
        return itself;
    };
    let target = without_detours(&folder.join(target));
    let Some(name) = target.file_name().and_then(|name| name.to_str()) else { return itself };
    let Some(worktrees) = target.parent().filter(|parent| parent.ends_with("worktrees")) else { return itself };
    let Some(shared) = worktrees.parent() else { return itself };
    // The shared folder is `<repository>/.git`, or a bare repository: `<name>.git`, or `.bare` inside the project.
    let path = match shared.file_name().and_then(|name| name.to_str()) {
        Some(".git" | ".bare") => shared.parent().unwrap_or(shared),
        _ if shared.components().any(|part| part.as_os_str() == "modules") => return itself,
        _ => shared,
    };
    Repository { path: path.to_owned(), worktree: Some(name.to_owned()) }
}

fn read_short(path: &Path) -> Option<String> {
    let mut text = String::new();
    fs::File::open(path).ok()?.take(LONGEST_POINTER).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Takes `.` and `..` out of a path by its text.
fn without_detours(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

/// Splits `<repository>/.claude/worktrees/<name>/…`, with either kind of separator.
fn split_agent_worktree(cwd: &str) -> Option<(&str, &str)> {
    for sign in ["/.claude/worktrees/", r"\.claude\worktrees\"] {
        if let Some(at) = cwd.find(sign) {
            let name = cwd[at + sign.len()..].split(['/', '\\']).next().filter(|name| !name.is_empty())?;
            return Some((&cwd[..at], name)).filter(|(repository, _)| !repository.is_empty());
        }
    }
    None
}

fn named(path: &str, worktree: Option<String>) -> ResolvedProject {
    let parsed = ProjectPath::parse(path);
    let name = parsed.name();
    let name = name.strip_suffix(".git").filter(|bare| !bare.is_empty()).unwrap_or(name).to_owned();
    ResolvedProject { key: parsed.key, name, path: Some(parsed.display), worktree, is_guess: false }
}

/// A project of which only a folder name in the agent's own store is known; no path can have this key.
fn guess(label: &str) -> ResolvedProject {
    ResolvedProject {
        key: ProjectKey(format!("unknown:{label}")),
        name: label.to_owned(),
        path: None,
        worktree: None,
        is_guess: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Disk {
        folder: tempfile::TempDir,
    }

    impl Disk {
        fn new(folders: &[&str], files: &[(&str, &str)]) -> Self {
            let folder = tempfile::tempdir().expect("a temporary folder");
            for path in folders {
                fs::create_dir_all(folder.path().join(path)).expect("it can be made");
            }
            for (path, text) in files {
                fs::write(folder.path().join(path), text).expect("it can be written");
            }
            Self { folder }
        }

        fn path(&self, relative: &str) -> String {
            self.folder.path().join(relative).to_str().expect("Unicode").to_owned()
        }

        fn resolve(&self, relative: &str) -> ResolvedProject {
            let facts = SessionFacts { cwd: Some(self.path(relative)), ..SessionFacts::default() };
            Projects::new(self.folder.path().join("home")).resolve(&facts).expect("there is a directory")
        }
    }

    #[test]
    fn a_subfolder_belongs_to_its_repository() {
        let disk = Disk::new(&["shop/.git", "shop/src/deep"], &[]);

        let project = disk.resolve("shop/src/deep");

        assert_eq!(project.path, Some(disk.path("shop")));
        assert_eq!((project.name.as_str(), project.worktree), ("shop", None));
    }

    #[test]
    fn a_worktree_belongs_to_the_repository_it_was_made_from() {
        let disk = Disk::new(&["shop/.git/worktrees/fix", "elsewhere/fix/src"], &[]);
        fs::write(disk.path("elsewhere/fix/.git"), format!("gitdir: {}\n", disk.path("shop/.git/worktrees/fix")))
            .expect("it can be written");

        let project = disk.resolve("elsewhere/fix/src");

        assert_eq!(project.key, disk.resolve("shop").key, "reports add the time of both");
        assert_eq!(project.worktree.as_deref(), Some("fix"));
    }

    #[test]
    fn a_relative_pointer_leads_to_the_same_repository() {
        let files = [("shop-fix/.git", "gitdir: ../shop/.git/worktrees/shop-fix\n")];
        let disk = Disk::new(&["shop/.git/worktrees/shop-fix", "shop-fix"], &files);

        assert_eq!(disk.resolve("shop-fix").path, Some(disk.path("shop")));
    }

    #[test]
    fn a_submodule_is_a_project_of_its_own() {
        let files = [("shop/vendor/lib/.git", "gitdir: ../../.git/modules/vendor/lib\n")];
        let disk = Disk::new(&["shop/.git/modules/vendor/lib", "shop/vendor/lib"], &files);

        let project = disk.resolve("shop/vendor/lib");

        assert_eq!(project.path, Some(disk.path("shop/vendor/lib")));
        assert_eq!(project.worktree, None);
    }

    #[test]
    fn a_directory_that_is_gone_is_the_project_under_its_recorded_path() {
        let disk = Disk::new(&["shop/.git"], &[]);

        let project = disk.resolve("shop-2/gone");

        assert_eq!(project.path, Some(disk.path("shop-2/gone")));
    }

    #[test]
    fn a_removed_worktree_of_an_agent_still_belongs_to_its_repository() {
        let disk = Disk::new(&["shop/.git"], &[]);

        let project = disk.resolve("shop/.claude/worktrees/vouchers/src");

        assert_eq!(project.key, disk.resolve("shop").key);
        assert_eq!(project.worktree.as_deref(), Some("vouchers"));
    }

    #[test]
    fn settings_kept_in_a_repository_at_home_take_in_no_project() {
        let disk = Disk::new(&["home/.git", "home/notes"], &[]);

        assert_eq!(disk.resolve("home/notes").path, Some(disk.path("home/notes")));
        assert_eq!(disk.resolve("home").path, Some(disk.path("home")));
    }

    #[test]
    fn without_a_directory_the_folder_name_is_a_guess_and_no_path() {
        let facts = SessionFacts { folder_label: Some("-srv-old-deja-vu".to_owned()), ..SessionFacts::default() };

        let project = Projects::new(PathBuf::from("/home/dev")).resolve(&facts).expect("there is a label");

        assert_eq!((project.name.as_str(), project.path, project.is_guess), ("-srv-old-deja-vu", None, true));
    }
}
