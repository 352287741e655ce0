//! Opening: what is created, what is refused, and what stays untouched.

use std::fs;

use daybook_model::Instant;
use daybook_vault::{Vault, VaultError};
use rusqlite::Connection;

use crate::support::{Disposable, MORNING, open, prompt, session};

fn try_open(path: &std::path::Path) -> Result<Vault, VaultError> {
    Vault::open(path, Instant(MORNING))
}

#[cfg(unix)]
fn mode(path: &std::path::Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).expect("the file is there").permissions().mode() & 0o777
}

#[cfg(unix)]
#[test]
fn a_new_vault_is_private_to_its_owner() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "p", "hello")]);
    let path = disposable.path();

    assert_eq!(mode(path.parent().expect("a folder")), 0o700, "nobody else may list the folder");
    for suffix in ["", "-wal", "-shm"] {
        let file = path.with_file_name(format!("vault.db{suffix}"));
        assert_eq!(mode(&file), 0o600, "nobody else may read {}", file.display());
    }
}

#[cfg(unix)]
#[test]
fn an_open_file_is_made_private_again() {
    use std::os::unix::fs::PermissionsExt as _;
    let disposable = Disposable::new();
    let path = disposable.path();
    let folder = disposable.folder;
    drop(disposable.vault);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("the mode is set");

    let vault = open(&path);

    assert_eq!(mode(vault.path()), 0o600, "a restored backup must not stay readable by others");
    drop(folder);
}

#[cfg(unix)]
#[test]
fn a_folder_full_of_other_things_keeps_its_mode() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("letter.txt"), "dear").expect("a file");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("the mode is set");

    drop(open(&folder.path().join("vault.db")));

    assert_eq!(mode(folder.path()), 0o755, "a folder that is not ours alone is not ours to lock");
}

#[test]
fn a_vault_keeps_what_it_held() {
    let disposable = Disposable::new();
    disposable.append("/a.jsonl", vec![session("one"), prompt(0, "p", "hello")]);
    let path = disposable.path();
    let folder = disposable.folder;
    drop(disposable.vault);

    let again = Disposable { vault: open(&path), folder };

    assert_eq!(again.prompts(), ["hello"]);
}

#[test]
fn a_newer_vault_is_refused_and_stays_as_it_is() {
    let disposable = Disposable::new();
    let path = disposable.path();
    let _folder = disposable.folder;
    drop(disposable.vault);
    let connection = Connection::open(&path).expect("the file opens");
    connection.pragma_update(None, "user_version", 9_999).expect("the format is set");
    connection.close().expect("the file closes");
    let before = fs::read(&path).expect("the file is there");

    let refused = try_open(&path);

    assert!(
        matches!(refused, Err(VaultError::VaultIsNewer { found: 9_999, .. })),
        "a newer format has its own error: {refused:?}"
    );
    assert_eq!(fs::read(&path).expect("the file is there"), before, "not one byte may change");
    assert!(!path.with_file_name("vault.db-wal").exists(), "nothing may be left beside it");
}

#[test]
fn a_newer_format_that_lies_in_the_log_alone_is_refused_too() {
    let disposable = Disposable::new();
    let path = disposable.path();
    let _folder = disposable.folder;
    drop(disposable.vault);
    let connection = Connection::open(&path).expect("the file opens");
    connection.pragma_update(None, "wal_autocheckpoint", 0).expect("no checkpoint");
    connection.pragma_update(None, "user_version", 9_999).expect("the format is set");
    let header = fs::read(&path).expect("the file is there");
    assert_ne!(&header[60..64], 9_999_u32.to_be_bytes(), "the header of the file itself is still the old one");

    let refused = try_open(&path);

    assert!(matches!(refused, Err(VaultError::VaultIsNewer { .. })), "the log counts: {refused:?}");
}

#[test]
fn a_database_of_another_program_is_refused_and_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("vault.db");
    let connection = Connection::open(&path).expect("the file opens");
    connection.execute_batch("CREATE TABLE recipes (name TEXT)").expect("a table");
    connection.close().expect("the file closes");
    let before = fs::read(&path).expect("the file is there");

    let refused = try_open(&path);

    assert!(matches!(refused, Err(VaultError::NotAVault { .. })), "{refused:?}");
    assert_eq!(fs::read(&path).expect("the file is there"), before, "not one byte may change");
    let beside = fs::read_dir(folder.path()).expect("the folder is there").count();
    assert_eq!(beside, 1, "nothing may be left beside it");
}

#[test]
fn a_damaged_file_has_its_own_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("vault.db");
    for junk in [vec![0; 4096], b"this is no database at all".to_vec(), b"SQLite format 3\0".to_vec()] {
        fs::write(&path, &junk).expect("a file");

        let refused = try_open(&path);

        assert!(matches!(refused, Err(VaultError::VaultIsDamaged { .. })), "{refused:?}");
        assert_eq!(fs::read(&path).expect("the file is there"), junk, "a damaged file may still be saved by hand");
    }
}

#[test]
fn a_truncated_vault_is_known_as_damaged() {
    let disposable = Disposable::new();
    let path = disposable.path();
    let _folder = disposable.folder;
    drop(disposable.vault);
    let whole = fs::read(&path).expect("the file is there");
    fs::write(&path, &whole[..whole.len() / 2]).expect("a file");

    let refused = try_open(&path);

    assert!(matches!(refused, Err(VaultError::VaultIsDamaged { .. })), "{refused:?}");
}

#[test]
fn one_process_indexes_at_a_time() {
    let disposable = Disposable::new();
    let second = open(&disposable.path());

    let lease = disposable.vault.try_own_indexing().expect("the lock file works");
    assert!(lease.is_some(), "the first to ask gets it");
    assert!(second.try_own_indexing().expect("the lock file works").is_none(), "the second does not");

    drop(lease);
    assert!(second.try_own_indexing().expect("the lock file works").is_some(), "it is free again");
}

#[test]
fn many_may_open_a_new_vault_at_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("data/vault.db");

    std::thread::scope(|scope| {
        let opening: Vec<_> = (0..8).map(|_| scope.spawn(|| try_open(&path))).collect();
        for one in opening {
            let vault = one.join().expect("no panic").expect("the vault opens");
            assert_eq!(vault.reader().expect("a reader").summarise().expect("a summary").sessions, 0);
        }
    });
}
