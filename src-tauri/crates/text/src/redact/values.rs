//! Tells a secret from an ordinary word, a piece of code, a placeholder, a path.
//!
//! These are rules of thumb, kept in one place: how much a value must look like a secret depends on how strong its name
//! is and on how it is written. `password = "swordfish"` is one; `password: string` is not.

/// How sure the name is that its value is a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strength {
    /// Words chosen by a person: passwords.
    Password,
    /// Keys and secrets, mostly made by machines.
    Secret,
    /// Tokens: the word means much else besides.
    Token,
}

/// How the value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
    /// Between quotes.
    Quoted,
    /// `NAME=value`, the name in capitals, nothing between.
    Environment,
    /// Anything else without quotes: configuration, code, prose.
    Bare,
}

/// Longest part of a value that is looked at.
pub(super) const WINDOW: usize = 256;

/// Shortest value that can be a secret.
pub(super) const LEAST: usize = 6;

/// Values that only hold the place of a secret, or name its type.
#[rustfmt::skip]
const PLACEHOLDERS: &[&str] = &[
    "password", "passwd", "passphrase", "secret", "token", "apikey", "api_key", "api-key", "null", "none", "nil",
    "true", "false", "undefined", "string", "number", "boolean", "bool", "str", "int", "optional", "required",
    "hidden", "text", "invalid", "missing", "incorrect", "empty", "unset", "default", "disabled", "enabled",
    "changed", "example", "bearer", "basic", "digest", "any", "object", "unknown", "never", "void", "bytes",
    "vec", "option", "self", "this", "value", "input", "prompt", "masked", "removed", "filtered", "omitted",
    "hashed", "encrypted", "plaintext", "plain", "scram", "md5", "bcrypt", "argon2", "argon2id", "sha1", "sha256",
    "sha512", "uint256", "bytes32", "uint8array", "float64", "forgot", "reset", "username", "email", "login",
    "user", "test", "testing", "foobar", "correct", "wrong", "yourself", "somewhere", "anything", "inherit",
    "prohibited", "without-password", "production",
];

/// Parts that make any value a placeholder.
#[rustfmt::skip]
const PLACEHOLDER_PARTS: &[&str] = &[
    "your", "placeholder", "changeme", "change-me", "change_me", "replace", "insert-", "insert_", "redacted",
    "xxxx", "todo", "...", "…", "****", "••", "dummy", "${", "{{", "#{", "$(", "%(",
];

/// Beginnings of values that refer to a secret kept elsewhere.
#[rustfmt::skip]
const REFERENCES: &[&str] = &[
    "op://", "arn:", "vault:", "env:", "env.", "env(", "process.env", "os.environ", "file:", "ref:", "secrets.",
    "var.", "data.", "local.", "module.", "kms:", "ssm:", "sm://", "@env", "!ref", "!sub", "!vault", "import.",
    "import_",
];

/// Whether a value looks like a secret.
pub(super) fn is_secret(value: &[u8], strength: Strength, setting: Setting) -> bool {
    let value = &value[..value.len().min(WINDOW)];
    let least = if strength == Strength::Password { LEAST } else { 8 };
    if value.len() < least || is_marked(value) {
        return false;
    }
    if is_aws_secret(value) {
        return strength != Strength::Token;
    }
    if setting == Setting::Bare && is_code(value) || strength == Strength::Token && is_assignment(value) {
        return false;
    }
    if is_path(value) || has_blanks(value) || is_reference(value) || is_placeholder(value) {
        return false;
    }
    if value.iter().filter(|byte| !byte.is_ascii()).count() * 2 > value.len() {
        return false;
    }
    let shape = Shape::of(value);
    if shape.digits == value.len() {
        let is_long_enough = strength == Strength::Password || strength == Strength::Secret && value.len() >= 10;
        return is_long_enough && setting != Setting::Bare;
    }
    if shape.is_words() {
        return is_secret_word(value, shape, strength, setting);
    }
    match (strength, setting) {
        (Strength::Password, Setting::Quoted | Setting::Environment) => true,
        (Strength::Password, Setting::Bare) => !shape.is_numbered_words(value) || is_letters_then_digits(value),
        (Strength::Secret, Setting::Quoted | Setting::Environment) => {
            !shape.is_numbered_words(value) || is_letters_then_digits(value)
        }
        (Strength::Token, Setting::Quoted | Setting::Environment) => {
            !shape.is_numbered_words(value) && (value.len() >= 16 || !is_letters_then_digits(value))
        }
        (Strength::Secret | Strength::Token, Setting::Bare) => {
            value.len() >= 12 && !shape.is_numbered_words(value) && (is_random(value) || is_grouped(value))
        }
    }
}

/// Decides about a value of letters and separators only.
fn is_secret_word(value: &[u8], shape: Shape, strength: Strength, setting: Setting) -> bool {
    if value.len() >= 20 && shape.separators == 0 && is_random(value) {
        return true;
    }
    if shape.separators > 0 || has_name_of_secret(value) && strength != Strength::Secret {
        return false;
    }
    let is_lower = value.iter().all(u8::is_ascii_lowercase);
    if is_lower && value.len() >= 24 && setting != Setting::Bare {
        return true;
    }
    match (strength, setting) {
        (Strength::Password, Setting::Environment) => true,
        (Strength::Password, Setting::Quoted) => is_lower,
        (Strength::Secret, Setting::Environment) => is_lower && value.len() >= 10,
        _ => false,
    }
}

/// What a value is made of.
#[derive(Debug, Clone, Copy)]
struct Shape {
    digits: usize,
    letters: usize,
    /// `-`, `_`, `.`, `:`, `/` and blanks between words.
    separators: usize,
    length: usize,
}

impl Shape {
    fn of(value: &[u8]) -> Self {
        let count = |is: fn(u8) -> bool| value.iter().filter(|byte| is(**byte)).count();
        Self {
            digits: count(|byte| byte.is_ascii_digit()),
            letters: count(|byte| byte.is_ascii_alphabetic()),
            separators: count(is_separator),
            length: value.len(),
        }
    }

    /// Letters and separators, nothing else.
    fn is_words(self) -> bool {
        self.letters + self.separators == self.length
    }

    /// Words and numbers with separators between, such as `my-secret-1`, `2024-01-31` or `v1.2.3`.
    fn is_numbered_words(self, value: &[u8]) -> bool {
        if self.letters + self.digits + self.separators != self.length {
            return false;
        }
        value.split(|byte| is_separator(*byte)).all(|part| {
            let letters = part.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
            let is_one_case = part[..letters].iter().skip(1).all(u8::is_ascii_lowercase)
                || part[..letters].iter().all(u8::is_ascii_uppercase);
            letters <= 14 && is_one_case && part[letters..].len() <= 8 && part[letters..].iter().all(u8::is_ascii_digit)
        })
    }
}

const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b'_' | b'.' | b':' | b'/' | b',')
}

/// `hunter2`, `supersecret123`.
pub(super) fn is_letters_then_digits(value: &[u8]) -> bool {
    let letters = value.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    letters > 0 && letters < value.len() && value[letters..].iter().all(u8::is_ascii_digit)
}

/// Whether letters and digits change so often that no word of a language or of code is hidden in them.
///
/// Cuts the value where a new word of `camelCase` or a number would begin; random text falls into pieces of two or three.
pub(super) fn is_random(value: &[u8]) -> bool {
    let mut pieces = 1_usize;
    let mut counted = 0_usize;
    for (index, byte) in value.iter().enumerate() {
        if is_separator(*byte) {
            pieces += 1;
            continue;
        }
        counted += 1;
        let Some(before) = index.checked_sub(1).and_then(|place| value.get(place)) else { continue };
        if is_separator(*before) {
            continue;
        }
        let after = value.get(index + 1);
        let begins = (before.is_ascii_alphabetic() != byte.is_ascii_alphabetic())
            || (before.is_ascii_lowercase() && byte.is_ascii_uppercase())
            || (before.is_ascii_uppercase() && byte.is_ascii_uppercase() && after.is_some_and(u8::is_ascii_lowercase));
        if begins {
            pieces += 1;
        }
    }
    let has_digit = value.iter().any(u8::is_ascii_digit);
    let tenths = if has_digit { 37 } else { 32 };
    counted >= 8 && counted * 10 <= pieces * tenths
}

/// `ABCD1234EFGH5678`: letters of one case and many digits, by turns, without a separator; or hexadecimal throughout.
fn is_grouped(value: &[u8]) -> bool {
    let digits = value.iter().filter(|byte| byte.is_ascii_digit()).count();
    let groups = value.split(|byte| !byte.is_ascii_digit()).filter(|group| !group.is_empty()).count();
    let is_one_case = !value.iter().any(u8::is_ascii_lowercase) || !value.iter().any(u8::is_ascii_uppercase);
    value.len() >= 16
        && value.iter().all(u8::is_ascii_alphanumeric)
        && is_one_case
        && (groups >= 2 || value.iter().all(u8::is_ascii_hexdigit))
        && digits * 4 >= value.len()
}

/// Whether at least `least` different bytes occur: `xxxxxxxx` and `1234512345` are no secrets.
pub(super) fn is_varied(value: &[u8], least: u32) -> bool {
    let mut seen = [0_u64; 4];
    for byte in value.iter().take(WINDOW) {
        seen[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }
    seen.iter().map(|bits| bits.count_ones()).sum::<u32>() >= least
}

/// Whether a part of the value says that it only holds a place, ignoring case.
pub(super) fn has_placeholder_part(value: &[u8]) -> bool {
    PLACEHOLDER_PARTS.iter().any(|part| contains_ignoring_case(value, part.as_bytes()))
}

fn is_placeholder(value: &[u8]) -> bool {
    let bare = trim_marks(value);
    !is_varied(value, 3)
        || PLACEHOLDERS.iter().any(|word| bare.eq_ignore_ascii_case(word.as_bytes()))
        || has_placeholder_part(value)
        || (contains_ignoring_case(value, b"example") && Shape::of(value).is_words())
}

/// Blanks and punctuation around a word do not matter.
fn trim_marks(value: &[u8]) -> &[u8] {
    let is_mark = |byte: &u8| byte.is_ascii_punctuation();
    let start = value.iter().position(|byte| !is_mark(byte)).unwrap_or(value.len());
    let end = value.iter().rposition(|byte| !is_mark(byte)).map_or(start, |place| place + 1);
    &value[start..end.max(start)]
}

/// A value that is worked out elsewhere, or names the place where the secret lies.
fn is_reference(value: &[u8]) -> bool {
    // Quotes inside of quotes: `"\"$name\""`.
    let is_quote = |byte: &u8| matches!(byte, b'\\' | b'"' | b'\'');
    let Some(start) = value.iter().position(|byte| !is_quote(byte)) else { return true };
    let end = value.iter().rposition(|byte| !is_quote(byte)).map_or(value.len(), |last| last + 1);
    let value = &value[start..end];
    let starts =
        |start: &str| value.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start.as_bytes()));
    if REFERENCES.iter().any(|reference| starts(reference)) || memchr::memmem::find(value, b"://").is_some() {
        return true;
    }
    let is_name =
        |rest: &[u8]| rest.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'$'));
    match value.first() {
        Some(b'$' | b'&' | b'@' | b'*') => is_name(&value[1..]),
        Some(b'{' | b'<' | b'[' | b'(') => true,
        Some(b'_') => value.starts_with(b"__"),
        Some(b'%') => is_name(value[1..].strip_suffix(b"%").unwrap_or(&value[1..])),
        _ => false,
    }
}

fn is_path(value: &[u8]) -> bool {
    let is_drive =
        value.len() > 2 && value[0].is_ascii_alphabetic() && value[1] == b':' && matches!(value[2], b'\\' | b'/');
    let is_rooted = value.first() == Some(&b'/') && value[1..].contains(&b'/');
    is_drive || is_rooted || [&b"./"[..], b"../", b"~/", b"\\\\"].iter().any(|start| value.starts_with(start))
}

/// The shape of an AWS secret access key.
pub(super) fn is_aws_secret(value: &[u8]) -> bool {
    value.len() == 40
        && value.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'+' | b'='))
        && value.iter().any(u8::is_ascii_uppercase)
        && value.iter().any(u8::is_ascii_lowercase)
        && value.iter().any(u8::is_ascii_digit)
}

/// Whether there is a sign of assignment in it that is no filler at the end of base64.
pub(super) fn is_assignment(value: &[u8]) -> bool {
    let filled = value.iter().rposition(|byte| *byte != b'=').map_or(0, |last| last + 1);
    let is_base64 = value.len().is_multiple_of(4) && filled >= 12 || !Shape::of(&value[..filled]).is_words();
    value[..filled].contains(&b'=') || filled < value.len() && !is_base64
}

/// An identifier, a chain of them, or anything with brackets.
fn is_code(value: &[u8]) -> bool {
    if value.iter().any(|byte| matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>')) {
        return true;
    }
    // `$name->member`, `*const`, `a.b=null`.
    if matches!(value, [b'$' | b'*' | b'&' | b'@', first, ..] if first.is_ascii_alphabetic()) || is_assignment(value) {
        return true;
    }
    let is_identifier = |part: &[u8]| {
        part.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
            && part.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    };
    let mut parts = value.split(|byte| *byte == b'.');
    let is_chain = value.contains(&b'.') || value.contains(&b'_');
    is_chain && parts.all(|part| is_identifier(part) && !(part.len() >= 16 && is_random(part)))
}

/// Whether the value contains the name of a secret: it is a name itself then.
fn has_name_of_secret(value: &[u8]) -> bool {
    ["passw", "secret", "token", "key", "credential", "auth"]
        .iter()
        .any(|name| contains_ignoring_case(value, name.as_bytes()))
}

/// Whether there is a mark in it already.
pub(super) fn is_marked(value: &[u8]) -> bool {
    memchr::memmem::find(value, super::MARK.as_bytes()).is_some()
}

fn has_blanks(value: &[u8]) -> bool {
    value.iter().enumerate().any(|(index, byte)| match byte {
        b'\\' => super::escapes::escape_at(value, index).is_some_and(super::escapes::Escape::is_blank),
        _ => byte.is_ascii_whitespace(),
    })
}

fn contains_ignoring_case(value: &[u8], part: &[u8]) -> bool {
    let Some(first) = part.first() else { return true };
    value.windows(part.len()).any(|window| window[0].eq_ignore_ascii_case(first) && window.eq_ignore_ascii_case(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_text_falls_into_short_pieces() {
        for value in
            ["4eC39HqLyjWDarjtT1zdp7dc", "d41d8cd98f00b204e9800998ecf8427e", "abCdEfGhIjKLmnOPqrStUv", "x7k2m9q4w8e1"]
        {
            assert!(is_random(value.as_bytes()), "{value}");
        }
        for value in ["base64EncodedToken", "getAccessTokenFromStorage", "sha256Digest", "UserAuthenticationProvider"] {
            assert!(!is_random(value.as_bytes()), "{value}");
        }
    }
}
