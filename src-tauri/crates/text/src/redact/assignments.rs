//! Values assigned to names that mean a secret: `DB_PASSWORD=…`, `"api_key": "…"`, `client_secret = '…'`.
//!
//! Names such as `"input_tokens":` stand on nearly every line of a transcript, so the first thing looked at is the one
//! byte behind the anchor; most anchors end there. What remains is read once from left to right: the rest of the name,
//! a closing quote, a separator, the value. The value is judged by `values`.

use super::anchors::Name;
use super::escapes::{Quote, escape_at, is_word_start, quote_at, skip_blanks};
use super::values::{LEAST, Setting, Strength, WINDOW, is_aws_secret, is_secret};
use super::{Form, MARK, Secret, tokens};

/// Longest value between quotes that is looked through for its end.
const QUOTED_WINDOW: usize = 1024;

/// Longest name that is looked at.
const NAME_WINDOW: usize = 64;

/// Words before `key` that make it a secret one.
#[rustfmt::skip]
const SECRET_KEYS: &[&str] = &[
    "api", "access", "secret", "private", "encryption", "signing", "master", "account", "storage", "shared",
    "app", "client", "consumer", "subscription", "service", "deploy", "license", "session", "auth", "admin",
    "webhook", "hmac", "aes",
];

/// Words before `token` that make it a harmless one.
#[rustfmt::skip]
const HARMLESS_TOKENS: &[&str] = &[
    "next", "page", "prev", "previous", "continuation", "cancel", "cancellation", "sync", "start", "end", "eos",
    "bos", "pad", "unk", "mask", "sep", "cls", "special", "input", "output", "per", "max", "min", "first", "last",
    "stop", "current", "resume", "cursor", "id_of", "num", "peek", "lookahead", "key", "update", "expected",
];

/// What a name says about its value.
#[derive(Debug, Clone, Copy)]
struct Named {
    /// First byte of the name.
    start: usize,
    /// One past the last byte of the name.
    end: usize,
    strength: Strength,
    kind: &'static str,
}

/// Finds the secret that is assigned to the name whose anchor lies between `start` and `end`.
pub(super) fn value_of(input: &[u8], form: Form, start: usize, end: usize, name: Name) -> Option<Secret> {
    let name_end = end_of_name(input, end, name)?;
    if !matches!(input.get(name_end)?, b'"' | b'\'' | b'`' | b'\\' | b'=' | b':' | b' ' | b'\t' | b'>' | b']' | b'(') {
        return None;
    }
    let named = read_name(input, start, name_end, name)?;
    let (value_start, opening) = find_value(input, form, named)?;
    if input[value_start..].starts_with(MARK.as_bytes()) {
        return None;
    }
    let (value_end, setting) = match opening {
        Opening::Quote(quote) | Opening::Argument(quote) => {
            (end_of_quoted(input, form, value_start, quote)?, Setting::Quoted)
        }
        Opening::Element => (end_of_element(input, value_start)?, Setting::Quoted),
        Opening::Nothing => {
            let setting = setting_of(input, named);
            (end_of_bare(input, value_start, setting, value_start + WINDOW), setting)
        }
    };
    let value = input.get(value_start..value_end)?;
    if value.len() < LEAST || setting == Setting::Bare && is_called(input, value_end) {
        return None;
    }
    if let Some(token) = tokens::starting_at(input, value_start).filter(|token| token.end >= value_end) {
        return Some(token);
    }
    // A call or a blank before a value says less than a sign of assignment: ask for a digit.
    if matches!(opening, Opening::Argument(_)) && !value.iter().any(u8::is_ascii_digit) {
        return None;
    }
    let is_passphrase = name == Name::Passphrase && setting == Setting::Quoted && is_phrase(value);
    if !is_passphrase && !is_secret(value, named.strength, setting) {
        return None;
    }
    // Judged by its beginning, masked to its end.
    let is_bare = matches!(opening, Opening::Nothing);
    let value_end = if is_bare { end_of_bare(input, value_start, setting, input.len()) } else { value_end };
    let kind = if named.strength == Strength::Secret && is_aws_secret(value) { "aws-secret-key" } else { named.kind };
    Some(Secret { start: value_start, end: value_end, kind })
}

/// Finds the end of the name, if what follows the anchor lets it mean a secret.
fn end_of_name(input: &[u8], end: usize, name: Name) -> Option<usize> {
    let rest = input.get(end..)?;
    let tail = match name {
        Name::Passw => match rest {
            [b'o' | b'O', b'r' | b'R', b'd' | b'D' | b't' | b'T', ..] => 3,
            [b'd' | b'D', ..] => 1,
            _ => return None,
        },
        Name::Credential => usize::from(matches!(rest.first(), Some(b's' | b'S'))),
        _ => 0,
    };
    let digits = rest.iter().skip(tail).take(2).take_while(|byte| byte.is_ascii_digit()).count();
    let behind = end + tail + digits;
    match input.get(behind) {
        Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') => None,
        _ => Some(behind),
    }
}

/// Reads the whole name leftwards and decides how strong it is.
fn read_name(input: &[u8], anchor: usize, name_end: usize, name: Name) -> Option<Named> {
    let from = anchor.saturating_sub(NAME_WINDOW);
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let mut start = anchor - input[from..anchor].iter().rev().take_while(|byte| is_part(byte)).count();
    // The letter of an escaped line break is no part of the name: `\nTOKEN=…`.
    if start > 0 && start < anchor && input[start - 1] == b'\\' {
        let escape_end = if input[start] == b'u' { start + 5 } else { start + 1 };
        start = escape_end.min(anchor);
    }
    let before = &input[start..anchor];
    let (strength, kind) = match name {
        // The working directory goes by the same letters.
        Name::Pwd if input[anchor..].starts_with(b"PWD") && matches!(before, b"" | b"OLD") => return None,
        Name::Passw | Name::Passphrase | Name::Pass | Name::Pwd => (Strength::Password, "password"),
        Name::Credential => (Strength::Token, "credential"),
        Name::Secret => (Strength::Secret, "secret"),
        Name::Token => {
            // The anchor lacks its first letter.
            let words = before.strip_suffix(b"t").or_else(|| before.strip_suffix(b"T"))?;
            if ends_with_word(words, HARMLESS_TOKENS) {
                return None;
            }
            (Strength::Token, "token")
        }
        Name::Key => {
            let words = before.strip_suffix(b"p").or_else(|| before.strip_suffix(b"P"));
            let is_glued_api =
                words.is_some_and(|words| words.last().is_some_and(|byte| byte.eq_ignore_ascii_case(&b'a')));
            let is_short_anchor = matches!(input[anchor], b'i' | b'I');
            let is_secret = if is_short_anchor { is_glued_api } else { ends_with_word(before, SECRET_KEYS) };
            if !is_secret {
                return None;
            }
            (Strength::Secret, "api-key")
        }
        Name::Auth => {
            let is_whole = before.is_empty() || matches!(before.last(), Some(b'_' | b'-' | b'.'));
            is_whole.then_some((Strength::Token, "auth"))?
        }
    };
    Some(Named { start, end: name_end, strength, kind })
}

/// Whether a name ends with one of the words, as a word of its own.
fn ends_with_word(name: &[u8], words: &[&str]) -> bool {
    let name = match name {
        [rest @ .., b'_' | b'-' | b'.'] => rest,
        _ => name,
    };
    words.iter().any(|word| {
        let Some(rest) = name.len().checked_sub(word.len()) else { return false };
        if !name[rest..].eq_ignore_ascii_case(word.as_bytes()) {
            return false;
        }
        let is_hump = name[rest].is_ascii_uppercase();
        rest == 0 || is_hump || !name[rest - 1].is_ascii_alphabetic()
    })
}

/// How a value begins.
#[derive(Debug, Clone, Copy)]
enum Opening {
    /// Behind this quote.
    Quote(Quote),
    /// Behind this quote, but without a sign of assignment.
    Argument(Quote),
    /// Inside an XML element.
    Element,
    /// Just so.
    Nothing,
}

/// Reads what stands between the name and its value.
fn find_value(input: &[u8], form: Form, named: Named) -> Option<(usize, Opening)> {
    let closing = quote_at(input, named.end);
    let is_key = |quote: Quote| form == Form::JsonLine && quote.byte == b'"' && quote.depth == 0;
    let is_json_key = closing.is_some_and(is_key);
    let mut at = closing.map_or(named.end, |quote| quote.end);
    if input.get(at) == Some(&b']') {
        at += 1;
    }
    let separator = skip_blanks(input, at);
    let mut needs_quote = closing.is_some();
    let mut value = match input.get(separator)? {
        b'>' => {
            let is_element = closing.is_none() && named.start > 0 && input[named.start - 1] == b'<';
            return is_element.then_some((separator + 1, Opening::Element));
        }
        b'=' | b':' => skip_blanks(input, behind_separator(input, separator)),
        // `setPassword("…")`.
        b'(' if closing.is_none() && separator == named.end => {
            needs_quote = true;
            separator + 1
        }
        _ if closing.is_none() && separator > named.end => {
            // `--password …` and, in SQL, `PASSWORD '…'`.
            needs_quote = !input[named.start..].starts_with(b"--");
            if needs_quote && (named.strength != Strength::Password || input[separator] != b'\'') {
                return None;
            }
            separator
        }
        _ => return None,
    };
    if closing.is_none()
        && input[separator] == b':'
        && let Some(behind) = skip_type(input, value)
    {
        value = behind;
    }
    value = skip_string_prefix(input, value);
    let is_argument = !matches!(input[separator], b'=' | b':');
    match quote_at(input, value) {
        Some(quote) if quote.start != value => None,
        Some(quote) if is_key(quote) != is_json_key => None,
        Some(quote) if is_argument => Some((quote.end, Opening::Argument(quote))),
        Some(quote) => Some((quote.end, Opening::Quote(quote))),
        // A quoted name has a quoted value; numbers, words and calls behind it are none.
        None if needs_quote => None,
        None => Some((value, Opening::Nothing)),
    }
}

/// Skips `=`, `:`, `=>`, `==`, `===`, `:=`.
fn behind_separator(input: &[u8], separator: usize) -> usize {
    let more = input[separator + 1..].iter().take(2).take_while(|byte| matches!(byte, b'=' | b'>')).count();
    separator + 1 + more
}

/// Skips the type in `password: string = "…"` and `let token: &str = "…"`.
fn skip_type(input: &[u8], at: usize) -> Option<usize> {
    let is_type = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'&' | b'<' | b'>' | b'\'' | b':' | b'|' | b' ' | b'?')
    };
    let rest = input.get(at..)?;
    let length = rest.iter().take(32).take_while(|byte| is_type(byte)).count();
    let is_typed = length > 0 && rest.get(length) == Some(&b'=') && !matches!(rest.get(length + 1), Some(b'=' | b'>'));
    is_typed.then(|| skip_blanks(input, at + length + 1))
}

/// Skips the letters in `b"…"` and `rf'…'`.
fn skip_string_prefix(input: &[u8], at: usize) -> usize {
    let is_prefix = |byte: &u8| matches!(byte, b'b' | b'r' | b'u' | b'f' | b'B' | b'R' | b'U' | b'F');
    let letters = input.iter().skip(at).take(2).take_while(|byte| is_prefix(byte)).count();
    if letters > 0 && quote_at(input, at + letters).is_some() { at + letters } else { at }
}

/// Finds where a value between quotes ends: at its quote, or where the string around it ends, or at a line break.
fn end_of_quoted(input: &[u8], form: Form, start: usize, opening: Quote) -> Option<usize> {
    let mut first_break = None;
    let mut at = start;
    let bound = (start + QUOTED_WINDOW).min(input.len());
    while at < bound {
        match input[at] {
            b'"' | b'\'' | b'`' | b'\\' => {
                if let Some(quote) = quote_at(input, at) {
                    let is_barrier = form == Form::JsonLine && quote.byte == b'"' && quote.depth == 0;
                    let is_closing = quote.byte == opening.byte
                        && quote.depth <= opening.depth
                        && (quote.byte == b'"' || quote.start == at);
                    if is_closing {
                        return Some(quote.start);
                    }
                    if is_barrier {
                        return Some(first_break.unwrap_or(quote.start));
                    }
                    at = quote.end;
                    continue;
                }
                match escape_at(input, at) {
                    Some(escape) => {
                        if escape.is_blank() && first_break.is_none() {
                            first_break = Some(at);
                        }
                        at = escape.end;
                    }
                    None => at += 1,
                }
            }
            b'\n' | b'\r' => return Some(first_break.unwrap_or(at)),
            _ => at += 1,
        }
    }
    // No end in sight: a value of one long word goes on to the end of that word, anything else ends at its first blank.
    match first_break {
        Some(place) => Some(place),
        None if input[start..bound].iter().any(u8::is_ascii_whitespace) => None,
        None => Some(end_of_bare(input, start, Setting::Environment, input.len())),
    }
}

/// Finds where the text of an XML element ends.
fn end_of_element(input: &[u8], start: usize) -> Option<usize> {
    let window = &input[start..input.len().min(start + WINDOW)];
    let length = window.iter().position(|byte| matches!(byte, b'<' | b'"' | b'\\' | b'\n'))?;
    let is_text = window[length] == b'<' && !window[..length].iter().any(|byte| matches!(byte, b'(' | b')' | b'*'));
    is_text.then_some(start + length)
}

/// Finds where a value without quotes ends, or stops behind `bound`.
fn end_of_bare(input: &[u8], start: usize, setting: Setting, bound: usize) -> usize {
    let mut at = start;
    while at < bound
        && let Some(byte) = input.get(at)
    {
        match byte {
            b'"' | b'\'' | b'`' | b';' | b'|' => break,
            b'\\' => {
                let Some(escape) = escape_at(input, at) else { break };
                if escape.is_blank() || matches!(escape.byte, b'"' | b'\'' | 0) {
                    break;
                }
                at = escape.end;
            }
            b'[' if input[at..].starts_with(MARK.as_bytes()) => break,
            b',' | b'&' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' if setting == Setting::Bare => break,
            b'&' if input.get(at + 1) == Some(&b'&') => break,
            byte if byte.is_ascii_whitespace() || byte.is_ascii_control() => break,
            // Letters with accents may be part of a password; other scripts and punctuation begin something else.
            0xE0.. => break,
            _ => at += 1,
        }
    }
    while at > start && matches!(input[at - 1], b')' | b',' | b'.' | b'!' | b'?' | b':' | b']' | b'}') {
        if matches!(input[at - 1], b'!' | b'?') && setting == Setting::Environment {
            break;
        }
        at -= 1;
    }
    at
}

/// How a value without quotes is to be taken: as a line of an environment, or as anything else.
fn setting_of(input: &[u8], named: Named) -> Setting {
    let name = &input[named.start..named.end];
    let is_capital = name.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_');
    let is_begun =
        is_word_start(input, named.start) && named.start.checked_sub(1).is_none_or(|before| input[before] != b'$');
    let is_tight =
        input.get(named.end) == Some(&b'=') && input.get(named.end + 1).is_some_and(|byte| !byte.is_ascii_whitespace());
    if is_capital && is_begun && is_tight { Setting::Environment } else { Setting::Bare }
}

/// Whether what stands behind makes it a call, an index or an argument.
fn is_called(input: &[u8], end: usize) -> bool {
    matches!(input.get(end), Some(b'(' | b'[' | b'{' | b'<' | b')'))
}

/// Four words or more in small letters: a passphrase.
fn is_phrase(value: &[u8]) -> bool {
    let mut words = 0;
    for word in value.split(|byte| *byte == b' ') {
        if word.len() < 2 || !word.iter().all(u8::is_ascii_lowercase) {
            return false;
        }
        words += 1;
    }
    words >= 4
}
