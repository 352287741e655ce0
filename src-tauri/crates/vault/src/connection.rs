//! Opening the vault's file: whose file it is, which format it has, who may read it, how the engine is set.
//!
//! Everything that could refuse the file is found out before the first byte is written: the header is read as plain
//! bytes, so that a vault of a newer Daybook or a database of another program stays as it is.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::VaultError;
use crate::{lease, migrations};

/// Marks a file as a vault: `DAYB` in the header of the database file.
const APPLICATION_ID: u32 = 0x4441_5942;

/// Bytes of a page in a new vault. Rows hold whole texts: in small pages a fifth of the file would be gaps.
const PAGE_SIZE: u32 = 8192;

/// How long a connection waits for another process to finish writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Prepared statements that a connection keeps.
const KEPT_STATEMENTS: usize = 128;

/// Length of the header of a database file.
const HEADER_LENGTH: usize = 100;

const PRAGMAS_OF_THE_FILE: &str = "
PRAGMA journal_mode = WAL;
";

const PRAGMAS_OF_EVERY_CONNECTION: &str = "
PRAGMA foreign_keys = ON;
PRAGMA trusted_schema = OFF;
PRAGMA temp_store = MEMORY;
";

const PRAGMAS_FOR_WRITING: &str = "
PRAGMA synchronous = NORMAL;
PRAGMA secure_delete = ON;
PRAGMA cache_size = -16000;
PRAGMA journal_size_limit = 16777216;
";

const PRAGMAS_FOR_READING: &str = "
PRAGMA query_only = ON;
PRAGMA cache_size = -8000;
";

/// Creates or opens the vault for writing and brings it to the present format.
pub(crate) fn open_for_writing(path: &Path) -> Result<Connection, VaultError> {
    refuse_foreign_and_newer(path)?;
    make_folder(path)?;
    // Of several processes that open a vault of an earlier format, one takes the steps and the others wait.
    let _turn = lease::wait_for_turn(path)?;
    let is_new = refuse_foreign_and_newer(path)?;
    make_file_private(path)?;
    let mut connection =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    prove_full_text_search(&connection)?;
    connection.execute_batch(PRAGMAS_OF_EVERY_CONNECTION)?;
    connection.execute_batch(PRAGMAS_FOR_WRITING)?;
    if is_new {
        connection.pragma_update(None, "page_size", PAGE_SIZE)?;
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    }
    connection.execute_batch(PRAGMAS_OF_THE_FILE)?;
    migrations::migrate(&mut connection)?;
    connection.set_prepared_statement_cache_capacity(KEPT_STATEMENTS);
    rusqlite::vtab::array::load_module(&connection)?;
    make_file_private(path)?;
    Ok(connection)
}

/// Opens the vault for reading only.
pub(crate) fn open_for_reading(path: &Path) -> Result<Connection, VaultError> {
    let connection =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.execute_batch(PRAGMAS_OF_EVERY_CONNECTION)?;
    connection.execute_batch(PRAGMAS_FOR_READING)?;
    connection.set_prepared_statement_cache_capacity(KEPT_STATEMENTS);
    rusqlite::vtab::array::load_module(&connection)?;
    Ok(connection)
}

/// Asks the engine to prove that it can do full-text search.
fn prove_full_text_search(connection: &Connection) -> Result<(), VaultError> {
    let proof = connection.query_row("SELECT fts5_source_id()", [], |row| row.get::<_, String>(0));
    match proof.map_err(VaultError::from) {
        Ok(_) => Ok(()),
        Err(VaultError::Storage { source: rusqlite::Error::SqliteFailure(error, _) })
            if error.code == rusqlite::ErrorCode::Unknown =>
        {
            Err(VaultError::SearchNotBuiltIn)
        }
        Err(error) => Err(error),
    }
}

/// Reads the header as bytes and refuses what is not ours to write; tells whether the file is yet to be filled.
fn refuse_foreign_and_newer(path: &Path) -> Result<bool, VaultError> {
    let header = match read_header(path) {
        Ok(header) => header,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(source) => return Err(VaultError::FileNotUsable { path: path.to_owned(), source }),
    };
    if header.is_empty() {
        return Ok(true);
    }
    if header.len() < HEADER_LENGTH || !header.starts_with(b"SQLite format 3\0") {
        return Err(VaultError::VaultIsDamaged { source: None });
    }
    judge(path, number_at(&header, 68), number_at(&header, 60))?;
    if beside(path, "-wal").exists() {
        // The newest header may still lie in the write-ahead log. A read-only connection never checkpoints.
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        let application_id = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
        let format = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        judge(path, application_id, format)?;
    }
    Ok(false)
}

/// Decides over a file by what its header says.
fn judge(path: &Path, application_id: u32, format: u32) -> Result<(), VaultError> {
    if application_id != APPLICATION_ID {
        return Err(VaultError::NotAVault { path: path.to_owned() });
    }
    let known = migrations::newest_format();
    if format > known {
        return Err(VaultError::VaultIsNewer { found: format, known });
    }
    Ok(())
}

fn read_header(path: &Path) -> io::Result<Vec<u8>> {
    let mut header = Vec::with_capacity(HEADER_LENGTH);
    File::open(path)?.take(HEADER_LENGTH as u64).read_to_end(&mut header)?;
    Ok(header)
}

/// Reads a big-endian number of the header.
fn number_at(header: &[u8], at: usize) -> u32 {
    header.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_be_bytes)
}

/// Names a companion file of the vault.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Creates the folder of the vault, readable by its owner only. A folder full of other things keeps its mode.
fn make_folder(path: &Path) -> Result<(), VaultError> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    let is_ours = !folder.exists() || path.exists() || fs::read_dir(folder).is_ok_and(|mut all| all.next().is_none());
    let made = fs::create_dir_all(folder).and_then(|()| if is_ours { set_mode(folder, 0o700) } else { Ok(()) });
    made.map_err(|source| VaultError::FileNotUsable { path: folder.to_owned(), source })
}

/// Creates the file where it is missing and takes it, and what lies beside it, away from everybody else.
fn make_file_private(path: &Path) -> Result<(), VaultError> {
    let unusable = |source| VaultError::FileNotUsable { path: path.to_owned(), source };
    drop(create_private(path).map_err(unusable)?);
    for suffix in ["", "-wal", "-shm"] {
        let file = beside(path, suffix);
        match set_mode(&file, 0o600) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            result => result.map_err(unusable)?,
        }
    }
    Ok(())
}

/// Opens a file that only its owner may read, creating it where it is missing.
#[cfg(unix)]
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    OpenOptions::new().create(true).append(true).mode(0o600).open(path)
}

/// Opens a file, creating it where it is missing; its folder is private by inheritance.
#[cfg(not(unix))]
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let now = fs::metadata(path)?.permissions().mode() & 0o777;
    if now == mode { Ok(()) } else { fs::set_permissions(path, fs::Permissions::from_mode(mode)) }
}

#[cfg(not(unix))]
fn set_mode(path: &Path, _mode: u32) -> io::Result<()> {
    // Elsewhere the folder of the person's own data is private by inheritance.
    fs::metadata(path).map(|_| ())
}
