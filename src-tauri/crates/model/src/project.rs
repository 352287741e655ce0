//! What a session worked on: how two spellings of a directory are known to be the same project.
//!
//! Pure rules over the text of a path. Finding the repository that a directory lies in needs the disk and is the
//! indexer's part. Folder names with dashes are never decoded into paths here or anywhere.

use serde::{Deserialize, Serialize};

/// A working directory as an agent wrote it, taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProjectPath {
    /// The spelling to show.
    pub display: String,
    /// The spelling to compare.
    pub key: ProjectKey,
}

/// The identity of a project: equal keys are one project.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProjectKey(pub String);

/// A project as the disk and the rules see it: the repository a directory lies in, or the directory itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedProject {
    /// Identity; sessions with equal keys group together.
    pub key: ProjectKey,
    /// Name for lists.
    pub name: String,
    /// Directory of the project, where one is known.
    pub path: Option<String>,
    /// Label of the worktree, where the session ran in one.
    pub worktree: Option<String>,
    /// Whether the name is only the name of a folder in the agent's own store.
    pub is_guess: bool,
}

impl ProjectPath {
    /// Takes a working directory apart.
    ///
    /// Drive-letter paths compare without case, after dropping a `\\?\` prefix and trailing separators; `/mnt/c/…`
    /// means drive `c:`. POSIX paths and UNC paths compare with case.
    pub fn parse(cwd: &str) -> Self {
        let trimmed = cwd.trim();
        let bare = trimmed.strip_prefix(r"\\?\").unwrap_or(trimmed);
        if let Some(key) = drive_key(bare) {
            let display = bare.trim_end_matches(['\\', '/']);
            return Self {
                display: if display.len() < 3 { bare.to_owned() } else { display.to_owned() },
                key: ProjectKey(key),
            };
        }
        let stripped = bare.trim_end_matches('/');
        let path = if stripped.is_empty() && !bare.is_empty() { "/" } else { stripped };
        Self { display: path.to_owned(), key: ProjectKey(path.to_owned()) }
    }

    /// Names the project for lists: the last component, in the spelling of the source.
    pub fn name(&self) -> &str {
        let name = self.display.rsplit(['/', '\\']).find(|part| !part.is_empty());
        name.unwrap_or(&self.display)
    }
}

/// Spells a drive-letter path (or its `/mnt/<drive>/` twin) for comparison; `None` for any other path.
fn drive_key(path: &str) -> Option<String> {
    let bytes = path.as_bytes();
    let (drive, rest) = if bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' {
        (bytes[0], &path[2..])
    } else {
        let rest = path.strip_prefix("/mnt/")?;
        let drive = *rest.as_bytes().first()?;
        let rest = &rest[1..];
        if !drive.is_ascii_alphabetic() || !(rest.is_empty() || rest.starts_with('/')) {
            return None;
        }
        (drive, rest)
    };
    let parts: Vec<String> = rest.split(['/', '\\']).filter(|part| !part.is_empty()).map(str::to_lowercase).collect();
    Some(format!("{}:/{}", drive.to_ascii_lowercase() as char, parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(path: &str) -> String {
        ProjectPath::parse(path).key.0
    }

    #[test]
    fn every_spelling_of_a_drive_path_is_one_project() {
        for path in [
            r"C:\Users\dev\Shop",
            r"c:\users\DEV\shop\",
            r"\\?\C:\Users\dev\Shop",
            "/mnt/c/Users/dev/Shop",
            "C:/Users/dev/Shop",
        ] {
            assert_eq!(key(path), "c:/users/dev/shop", "{path} is the same directory on the same drive");
        }
    }

    #[test]
    fn posix_paths_keep_their_case() {
        assert_ne!(key("/home/dev/Shop"), key("/home/dev/shop"));
        assert_eq!(key("/home/dev/shop/"), key("/home/dev/shop"));
        assert_eq!(key("/"), "/");
    }

    #[test]
    fn the_name_is_the_last_component() {
        assert_eq!(ProjectPath::parse(r"C:\Users\dev\Shop").name(), "Shop");
        assert_eq!(ProjectPath::parse("/home/john.doe/my_notes").name(), "my_notes");
    }
}
