//! A disposable home folder with a place for a vault beside it.

use std::io;
use std::path::{Path, PathBuf};

/// A temporary folder that holds a `home` and a vault; removed when dropped.
#[derive(Debug)]
pub struct DisposableHome {
    folder: tempfile::TempDir,
}

impl DisposableHome {
    /// Makes an empty home.
    ///
    /// # Errors
    /// Whatever the file system says.
    pub fn new() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join("home"))?;
        Ok(Self { folder })
    }

    /// The home folder.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// Where a vault may be put: outside the home.
    pub fn vault_path(&self) -> PathBuf {
        self.folder.path().join("data/vault.db")
    }

    /// Copies a tree over the home, replacing files in place; file times are those of the copy.
    ///
    /// # Errors
    /// Whatever the file system says.
    pub fn overlay(&self, tree: &Path) -> io::Result<()> {
        copy_tree(tree, &self.path())
    }

    /// Makes the home hold exactly this tree: like [`Self::overlay`], and files that the tree lacks are removed.
    ///
    /// # Errors
    /// Whatever the file system says.
    pub fn replace(&self, tree: &Path) -> io::Result<()> {
        remove_absent(tree, &self.path())?;
        copy_tree(tree, &self.path())
    }
}

fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            std::fs::write(&target, std::fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

fn remove_absent(model: &Path, at: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(at)? {
        let entry = entry?;
        let twin = model.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            if twin.is_dir() {
                remove_absent(&twin, &entry.path())?;
            } else {
                std::fs::remove_dir_all(entry.path())?;
            }
        } else if !twin.exists() {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
