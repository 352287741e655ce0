//! Secrets known by what surrounds them: private keys between their lines, bearer tokens behind their word, passwords
//! inside addresses.

use super::escapes::{Quote, escape_at, is_word_start, quote_at, skip_blanks, splits_escape};
use super::values::{
    LEAST, Setting, Strength, WINDOW, has_placeholder_part, is_assignment, is_letters_then_digits, is_marked,
    is_random, is_secret,
};
use super::{Form, Secret, tokens};

/// Finds the private key whose header has the anchor `PRIVATE KEY`, with or without its last line.
///
/// Walks over what a key is made of: lines of base64, header lines, and what listings and code put around them (line
/// numbers, quotes, commas). The first thing that is something else ends it.
pub(super) fn private_key(input: &[u8], form: Form, start: usize, end: usize) -> Option<Secret> {
    let begin = begin_of_header(input, start)?;
    let rest = input.get(end..)?;
    let rest = rest.strip_prefix(b" BLOCK").unwrap_or(rest);
    let dashes = rest.iter().take_while(|byte| **byte == b'-').count();
    if dashes < 4 {
        return None;
    }
    let mut at = input.len() - rest.len() + dashes.min(5);
    let mut key_end = None;
    loop {
        at = skip_decoration(input, form, at);
        if let Some(behind) = end_of_footer(input, at) {
            // A footer right behind the header is documentation, not a key.
            return key_end.map(|_| Secret { start: begin, end: behind, kind: "private-key" });
        }
        if let Some(behind) = header_line(input, at) {
            at = behind;
            continue;
        }
        let behind = end_of_base64(input, at);
        if behind == at || !is_key_part(&input[at..behind], key_end.is_none(), input, behind) {
            break;
        }
        key_end = Some(behind);
        at = behind;
    }
    key_end.map(|end| Secret { start: begin, end, kind: "private-key" })
}

/// Finds where `-----BEGIN … PRIVATE KEY` begins, given where `PRIVATE KEY` does.
fn begin_of_header(input: &[u8], start: usize) -> Option<usize> {
    let from = start.saturating_sub(40);
    let before = &input[from..start];
    let word = memchr::memmem::rfind(before, b"BEGIN ")?;
    let is_label =
        before[word + 6..].iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b' ');
    let dashes = before[..word].iter().rev().take_while(|byte| matches!(byte, b'-' | b' ')).count();
    let is_header =
        is_label && before[..word].iter().rev().skip_while(|byte| **byte == b' ').take(4).all(|byte| *byte == b'-');
    if !is_header || dashes < 4 {
        return None;
    }
    let spaces = before[word - dashes..word].iter().take_while(|byte| **byte == b' ').count();
    Some(from + word - dashes + spaces)
}

/// Reads `-----END … PRIVATE KEY-----`.
fn end_of_footer(input: &[u8], at: usize) -> Option<usize> {
    let rest = input.get(at..)?;
    let dashes = rest.iter().take_while(|byte| **byte == b'-').count();
    let word = rest.get(dashes..)?;
    let word = word.strip_prefix(b" ").unwrap_or(word);
    if dashes < 4 || !word.starts_with(b"END ") {
        return None;
    }
    let label = word.iter().take(48).position(|byte| *byte == b'-')?;
    let closing = word[label..].iter().take(5).take_while(|byte| **byte == b'-').count();
    Some(input.len() - word.len() + label + closing)
}

/// Skips what stands around the lines of a key and is no part of it; never a quote that ends a JSON string.
fn skip_decoration(input: &[u8], form: Form, mut at: usize) -> usize {
    loop {
        let Some(byte) = input.get(at) else { return at };
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b'|' | b'>' | b',' | b';' | b'#' | b'*' => at += 1,
            b'+' if is_line_mark(input, at) => at += 1,
            b'"' | b'\'' | b'`' | b'\\' => match (quote_at(input, at), escape_at(input, at)) {
                (Some(quote), _) if form == Form::JsonLine && quote.byte == b'"' && quote.depth == 0 => return at,
                (Some(quote), _) => at = quote.end,
                (None, Some(escape)) if escape.is_blank() => at = escape.end,
                _ => return at,
            },
            b'0'..=b'9' => match end_of_line_number(input, at) {
                Some(behind) => at = behind,
                None => return at,
            },
            _ => return at,
        }
    }
}

/// Whether a plus adds lines of code or marks a line of a patch, rather than being base64.
fn is_line_mark(input: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|place| input.get(place));
    let is_behind_break = before.is_none_or(u8::is_ascii_whitespace) || super::escapes::ends_escape(input, at);
    is_behind_break || matches!(input.get(at + 1), Some(b' ' | b'\n' | b'\\'))
}

/// Reads the number that listings put before a line, with the sign behind it.
fn end_of_line_number(input: &[u8], at: usize) -> Option<usize> {
    let digits = input[at..].iter().take(7).take_while(|byte| byte.is_ascii_digit()).count();
    let behind = at + digits;
    let rest = &input[behind..];
    match rest.first()? {
        b'\t' | b':' | b'|' => Some(behind + 1),
        b'\\' => escape_at(input, behind).filter(|escape| escape.byte == b't').map(|escape| escape.end),
        _ => {
            let arrow: &[u8] = if rest.starts_with(b"\\u2192") { b"\\u2192" } else { "→".as_bytes() };
            rest.starts_with(arrow).then(|| behind + arrow.len())
        }
    }
}

/// Reads a line such as `Proc-Type: 4,ENCRYPTED`.
fn header_line(input: &[u8], at: usize) -> Option<usize> {
    let rest = &input[at..];
    let names: [&[u8]; 6] = [b"Proc-Type:", b"DEK-Info:", b"Version:", b"Comment:", b"Charset:", b"Hash:"];
    let name = names.iter().find(|name| rest.starts_with(name))?;
    let text = rest.iter().take(160).take_while(|byte| !matches!(byte, b'\n' | b'\r' | b'\\' | b'"')).count();
    Some(at + text.max(name.len()))
}

/// Reads base64, with its slashes escaped or not.
fn end_of_base64(input: &[u8], mut at: usize) -> usize {
    while let Some(byte) = input.get(at) {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' | b'=' => at += 1,
            b'\\' => match escape_at(input, at) {
                Some(escape) if escape.byte == b'/' => at = escape.end,
                _ => break,
            },
            _ => break,
        }
    }
    at
}

/// Whether a run of base64 belongs to a key: long, or by its look no word of the sentence behind.
fn is_key_part(part: &[u8], is_first: bool, input: &[u8], behind: usize) -> bool {
    let is_mixed = part.iter().any(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'/'))
        || (part.iter().any(u8::is_ascii_lowercase) && part.iter().skip(1).any(u8::is_ascii_uppercase));
    let least = if is_first { 12 } else { 4 };
    if part.len() >= 24 || (part.len() >= least && is_mixed) {
        return true;
    }
    // The rest of a key on its last line may be anything; then the footer follows.
    !is_first && input[behind..].iter().take(24).any(|byte| *byte == b'-')
}

/// Finds the password of the address whose `://` ends at `at`.
pub(super) fn password_in_address(input: &[u8], at: usize) -> Option<Secret> {
    let rest = input.get(at..)?;
    if let Some(path) = rest.strip_prefix(b"hooks.slack.com/services/") {
        let length = path.iter().take(WINDOW).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'/').count();
        let is_webhook = length >= 30 && !has_placeholder_part(&path[..length]);
        return is_webhook.then(|| Secret {
            start: input.len() - path.len(),
            end: input.len() - path.len() + length,
            kind: "slack-webhook",
        });
    }
    let mut colon = None;
    let mut sign = None;
    for (offset, byte) in rest.iter().take(WINDOW).enumerate() {
        match byte {
            b':' if colon.is_none() => colon = Some(offset),
            b'@' => sign = Some(offset),
            b'/' | b'?' | b'#' if sign.is_some() || colon.is_none() => break,
            b'/' if rest.get(offset + 1) == Some(&b'/') => break,
            b'"' | b'\'' | b'`' | b'\\' | b'<' | b'>' | b' ' | b'\t' | b'\n' | b'\r' | b'(' | b')' => break,
            _ => {}
        }
    }
    let (colon, sign) = (colon?, sign?);
    let password = rest.get(colon + 1..sign)?;
    // `https://host:8080/@scope` is a port and a path.
    let port = password.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_port = port <= 5 && matches!(password.get(port), Some(b'/' | b'?' | b'#'));
    let is_host = rest.get(sign + 1).is_some_and(|byte| {
        byte.is_ascii_alphanumeric() || !byte.is_ascii() || matches!(byte, b'[' | b'$' | b'{' | b'%' | b'_')
    });
    if password.is_empty() || is_port || !is_host || is_marked(password) || is_template(password) {
        return None;
    }
    Some(Secret { start: at + colon + 1, end: at + sign, kind: "url-password" })
}

/// Whether the password of an address is only the place for one.
fn is_template(password: &[u8]) -> bool {
    let is_name = |rest: &[u8]| rest.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    match password {
        [b'$' | b'%', b'{' | b'(', ..] | [b'{', ..] | [b'%', b's' | b'v' | b'd'] => true,
        [b'$', rest @ ..] => is_name(rest),
        _ => password.iter().all(|byte| matches!(byte, b'*' | b'.' | b'x' | b'X' | b'-' | b'_')),
    }
}

/// Finds the token behind `Bearer `.
pub(super) fn bearer(input: &[u8], start: usize, end: usize) -> Option<Secret> {
    let first = start.checked_sub(1)?;
    if !matches!(input[first], b'b' | b'B') || !is_word_start(input, first) {
        return None;
    }
    credentials(input, end, "bearer-token")
}

/// Finds the credentials behind `Authorization`, where no `Bearer ` says so.
pub(super) fn authorization(input: &[u8], form: Form, end: usize) -> Option<Secret> {
    let mut at = end;
    let closing = quote_at(input, at);
    if let Some(quote) = closing {
        at = quote.end;
    }
    at = skip_blanks(input, at);
    if !matches!(input.get(at), Some(b':' | b'=')) {
        return None;
    }
    at = skip_blanks(input, at + 1);
    let is_key = |quote: Quote| form == Form::JsonLine && quote.byte == b'"' && quote.depth == 0;
    match quote_at(input, at) {
        Some(quote) if is_key(quote) != closing.is_some_and(is_key) => return None,
        Some(quote) => at = quote.end,
        // A quoted name has a quoted value; a number behind it is none.
        None if closing.is_some() => return None,
        None => {}
    }
    let rest = input.get(at..)?;
    let scheme = rest.iter().take(16).take_while(|byte| byte.is_ascii_alphabetic()).count();
    if rest[..scheme].eq_ignore_ascii_case(b"bearer") {
        return None;
    }
    if rest.get(scheme) == Some(&b' ') && scheme > 0 {
        let kind = if rest[..scheme].eq_ignore_ascii_case(b"basic") { "basic-auth" } else { "authorization" };
        return credentials(input, at + scheme + 1, kind);
    }
    let found = credentials(input, at, "authorization")?;
    (found.end - found.start >= 16).then_some(found)
}

/// Reads a run of what credentials are made of and judges it.
fn credentials(input: &[u8], at: usize, kind: &'static str) -> Option<Secret> {
    let at = skip_blanks(input, at);
    if splits_escape(input, at) {
        return None;
    }
    let window = &input[at..end_of_credentials(input, at, at + WINDOW)];
    if window.len() < LEAST || window[0] == b'-' || is_assignment(window) {
        return None;
    }
    if let Some(token) = tokens::starting_at(input, at) {
        return Some(token);
    }
    let is_numbered = kind == "bearer-token" && window.len() >= 12 && is_letters_then_digits(window);
    let is_encoded = kind == "basic-auth" && window.len() >= 8 && (is_random(window) || window.ends_with(b"="));
    (is_encoded || is_numbered || is_secret(window, Strength::Token, Setting::Quoted)).then(|| Secret {
        start: at,
        end: end_of_credentials(input, at, input.len()),
        kind,
    })
}

/// Finds where a run of what credentials are made of ends, or stops behind `bound`.
fn end_of_credentials(input: &[u8], at: usize, bound: usize) -> usize {
    let mut end = at;
    while end < bound
        && let Some(byte) = input.get(end)
    {
        match byte {
            b'-' | b'.' | b'_' | b'~' | b'+' | b'/' | b'=' | b'%' => end += 1,
            byte if byte.is_ascii_alphanumeric() => end += 1,
            b'\\' => match escape_at(input, end) {
                Some(escape) if escape.byte == b'/' => end = escape.end,
                _ => break,
            },
            _ => break,
        }
    }
    // A full stop behind a token ends the sentence.
    while end > at && input[end - 1] == b'.' {
        end -= 1;
    }
    end
}
