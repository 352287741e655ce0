//! How a path is written into the vault: as text, without loss, for names that are no Unicode too.
//!
//! A byte that is not part of valid UTF-8 becomes U+FFFD followed by its two hexadecimal digits, so people see the
//! familiar mark of a broken character and the file can still be opened. A genuine U+FFFD in a name is written byte
//! by byte in the same way, which keeps two different names different.

use std::path::{Path, PathBuf};

/// Marks an escaped byte.
const MARK: char = char::REPLACEMENT_CHARACTER;

/// Writes a path as text from which [`path_of_text`] makes the same path again.
pub fn text_of_path(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            if character == MARK {
                let mut buffer = [0; 4];
                character.encode_utf8(&mut buffer).bytes().for_each(|byte| push_escaped(&mut text, byte));
            } else {
                text.push(character);
            }
        }
        chunk.invalid().iter().for_each(|byte| push_escaped(&mut text, *byte));
    }
    text
}

/// Makes the path again that [`text_of_path`] wrote.
pub fn path_of_text(text: &str) -> PathBuf {
    if !text.contains(MARK) {
        return PathBuf::from(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(MARK) {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let behind = &rest[at + MARK.len_utf8()..];
        if let Some(byte) = behind.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            bytes.push(byte);
            rest = &behind[2..];
        } else {
            bytes.extend_from_slice(MARK.encode_utf8(&mut [0; 4]).as_bytes());
            rest = behind;
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    path_of_bytes(bytes)
}

fn push_escaped(text: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.push(MARK);
    text.push(char::from(DIGITS[usize::from(byte >> 4)]));
    text.push(char::from(DIGITS[usize::from(byte & 15)]));
}

#[cfg(unix)]
fn path_of_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt as _;
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

/// Elsewhere file names are not bytes; a name that is no Unicode cannot be made again and is shown only.
#[cfg(not(unix))]
fn path_of_bytes(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_path_is_written_as_it_is() {
        let path = Path::new("/home/dev/Ünïcode name.jsonl");

        assert_eq!(text_of_path(path), "/home/dev/Ünïcode name.jsonl");
        assert_eq!(path_of_text("/home/dev/Ünïcode name.jsonl"), path);
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_no_unicode_can_be_opened_again() {
        use std::os::unix::ffi::OsStrExt as _;
        let names: [&[u8]; 4] = [b"bad\xFFname.jsonl", b"bad\xEF\xBF\xBDFFname.jsonl", b"\xEF\xBF\xBD", b"\xC3"];
        let paths = names.map(|name| PathBuf::from(std::ffi::OsStr::from_bytes(name)));

        let texts: std::collections::BTreeSet<String> = paths.iter().map(|path| text_of_path(path)).collect();

        assert_eq!(texts.len(), paths.len(), "different names must stay different in the vault");
        for path in paths {
            assert_eq!(path_of_text(&text_of_path(&path)), path, "the file must be found again under its text");
        }
    }
}
