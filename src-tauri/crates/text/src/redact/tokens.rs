//! Tokens that say by their shape who gave them.
//!
//! Each check starts at an anchor, reads the run of characters that the vendor uses, and asks for a length and some
//! variety, so that `npm_config_registry`, `sk-loading-spinner` or `ghp_xxxxxxxx` stay. Where the prefix alone is
//! telling, a token may be glued to the word before it, as cut or joined output often has it.

use super::anchors::Vendor;
use super::escapes::{escape_at, is_word_start, splits_escape};
use super::values::{has_placeholder_part, is_random, is_varied};
use super::{Secret, anchors};

/// Longest part of a token that is looked at to judge it; the longest of today's have little more.
const WINDOW: usize = 96;

/// Finds the token whose anchor begins at `start`.
pub(super) fn at(input: &[u8], start: usize, vendor: Vendor) -> Option<Secret> {
    if splits_escape(input, start) {
        return None;
    }
    let rest = input.get(start..)?;
    match vendor {
        Vendor::AwsKeyId => aws_key_id(input, start),
        Vendor::GitHub => github(rest).map(|length| secret(start, length, "github-token")),
        Vendor::GitHubFineGrained => {
            plain(rest, 11, is_word, 22, 8).map(|length| secret(start, length, "github-token"))
        }
        Vendor::GitLab => gitlab(rest).map(|length| secret(start, length, "gitlab-token")),
        Vendor::Slack => slack(rest).map(|length| secret(start, length, "slack-token")),
        Vendor::Stripe => stripe(input, start),
        Vendor::StripeWebhook => plain(rest, 6, is_base64, 20, 8).map(|length| secret(start, length, "stripe-key")),
        Vendor::SecretKey => secret_key(input, start),
        Vendor::Google => google(input, start),
        Vendor::GoogleClient => plain(rest, 7, is_dashed, 24, 8).map(|length| secret(start, length, "google-key")),
        Vendor::GoogleAccess => plain(rest, 5, is_dotted, 20, 8).map(|length| secret(start, length, "google-key")),
        Vendor::Npm => {
            plain(rest, 4, |byte| byte.is_ascii_alphanumeric(), 30, 8).map(|length| secret(start, length, "npm-token"))
        }
        Vendor::Pypi => plain(rest, 5, is_dashed, if rest[5..].starts_with(b"AgE") { 16 } else { 40 }, 10)
            .map(|length| secret(start, length, "pypi-token")),
        Vendor::Jwt => jwt(input, start),
        Vendor::HuggingFace => bounded(input, start, 3, |byte| byte.is_ascii_alphanumeric(), 30, "hugging-face-token"),
        Vendor::Groq => bounded(input, start, 4, |byte| byte.is_ascii_alphanumeric(), 40, "groq-key"),
        Vendor::Xai => bounded(input, start, 4, |byte| byte.is_ascii_alphanumeric(), 60, "xai-key"),
        Vendor::Docker => plain(rest, 9, is_dashed, 20, 8).map(|length| secret(start, length, "docker-token")),
        Vendor::SendGrid => send_grid(input, start),
        Vendor::DigitalOcean => plain(rest, 7, |byte| byte.is_ascii_hexdigit(), 40, 6)
            .map(|length| secret(start, length, "digitalocean-token")),
    }
}

/// Finds the token that begins exactly at `start`, whatever vendor it is from.
pub(super) fn starting_at(input: &[u8], start: usize) -> Option<Secret> {
    // `sk_live_` and its kin have their anchor one byte in.
    let found = [start, start + 1].into_iter().find_map(|place| Some((place, anchors::vendor_at(input, place)?)));
    let (found, vendor) = found?;
    at(input, found, vendor).filter(|secret| secret.start == start)
}

fn secret(start: usize, length: usize, kind: &'static str) -> Secret {
    Secret { start, end: start + length, kind }
}

/// Length of the run of bytes of a class.
fn run(bytes: &[u8], is: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| is(**byte)).count()
}

/// A prefix and a run of a class, long and varied enough; gives the whole length.
///
/// Rejecting looks at a bounded part of the run, so that a run full of prefixes stays cheap.
fn plain(rest: &[u8], prefix: usize, is: fn(u8) -> bool, least: usize, variety: u32) -> Option<usize> {
    let body = rest.get(prefix..)?;
    let seen = run(&body[..body.len().min(WINDOW)], is);
    let token = &body[..seen];
    if seen < least || !is_varied(token, variety) || has_placeholder_part(token) {
        return None;
    }
    Some(prefix + run(body, is))
}

/// Like [`plain`], where the prefix is so short that it must begin a word and the rest must have a digit.
fn bounded(
    input: &[u8],
    start: usize,
    prefix: usize,
    is: fn(u8) -> bool,
    least: usize,
    kind: &'static str,
) -> Option<Secret> {
    if !is_word_start(input, start) {
        return None;
    }
    let rest = &input[start..];
    let length = plain(rest, prefix, is, least, 10)?;
    let token = &rest[prefix..length.min(WINDOW)];
    (token.iter().any(u8::is_ascii_digit) || is_random(token)).then(|| secret(start, length, kind))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_dashed(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

fn is_dotted(byte: u8) -> bool {
    is_dashed(byte) || byte == b'.'
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Four letters and exactly sixteen capitals or digits.
fn aws_key_id(input: &[u8], start: usize) -> Option<Secret> {
    let is_part = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let body = input.get(start + 4..)?;
    let length = run(&body[..body.len().min(24)], is_part);
    let before = start.checked_sub(1).and_then(|place| input.get(place)).copied();
    let is_glued = before.is_some_and(|byte| is_part(byte) || byte == b'/' || byte == b'+')
        && !super::escapes::ends_escape(input, start);
    (length == 16 && !is_glued && is_varied(&body[..16], 5)).then(|| secret(start, 20, "aws-key-id"))
}

fn github(rest: &[u8]) -> Option<usize> {
    let body = rest.get(4..)?;
    let seen = &body[..run(&body[..body.len().min(WINDOW)], is_word)];
    let longest = seen.split(|byte| *byte == b'_').max_by_key(|part| part.len())?;
    // A piece shorter than that is a cut or wrapped token if it looks like no word.
    let is_token = longest.len() >= 20 || longest.len() >= 12 && is_random(longest);
    if !is_token || !is_varied(longest, 6) || has_placeholder_part(longest) {
        return None;
    }
    // The newest installation tokens hold a JWT, with its dots and dashes.
    let is_stateless = memchr::memmem::find(seen, b"_eyJ").is_some();
    let length = run(body, if is_stateless { is_dotted } else { is_word });
    Some(4 + wrapped(body, length).unwrap_or(length))
}

/// Reads on over one line break, where a token of the usual length was wrapped there.
fn wrapped(body: &[u8], length: usize) -> Option<usize> {
    const USUAL: usize = 36;
    let missing = USUAL.checked_sub(length).filter(|missing| *missing > 0)?;
    let next = match body.get(length)? {
        b'\n' => length + 1,
        b'\\' => escape_at(body, length).filter(|escape| escape.byte == b'n').map(|escape| escape.end)?,
        _ => return None,
    };
    let rest = run(body.get(next..)?.get(..body.len().min(next + USUAL) - next)?, |byte| byte.is_ascii_alphanumeric());
    (rest == missing).then_some(next + rest)
}

fn gitlab(rest: &[u8]) -> Option<usize> {
    let prefix = rest.iter().position(|byte| *byte == b'-')? + 1;
    let length = plain(rest, prefix, is_dashed, 16, 8)?;
    // Routable tokens go on behind a dot: `glpat-….01.…`.
    let more = rest.get(length..)?;
    let is_routable = more.starts_with(b".0") || more.starts_with(b".1");
    Some(if is_routable { length + run(more, is_dotted) } else { length })
}

fn slack(rest: &[u8]) -> Option<usize> {
    let prefix = match rest {
        [b'x', b'a', b'p', b'p', b'-', ..]
        | [b'x', b'o', b'x', b'a' | b'b' | b'c' | b'd' | b'e' | b'o' | b'p' | b'r' | b's', b'-', ..] => 5,
        [b'x', b'o', b'x', b'e', b'.', b'x', b'o', b'x', _, b'-', ..] => 10,
        _ => return None,
    };
    let has_digit = rest[prefix..].iter().take(WINDOW).take_while(|byte| is_dashed(**byte)).any(u8::is_ascii_digit);
    if has_digit { plain(rest, prefix, is_dashed, 10, 5) } else { None }
}

/// `sk_live_…`, `rk_live_…`, `pk` is public and stays.
fn stripe(input: &[u8], anchor: usize) -> Option<Secret> {
    let start = anchor.checked_sub(1)?;
    if !matches!(input[start], b's' | b'r') || splits_escape(input, start) {
        return None;
    }
    let body = input.get(anchor + 7..)?;
    let seen = &body[..run(&body[..body.len().min(WINDOW)], |byte| byte.is_ascii_alphanumeric())];
    let is_token = seen.len() >= 16 && is_varied(seen, 8) && !has_placeholder_part(seen);
    is_token.then(|| secret(start, 8 + run(body, |byte| byte.is_ascii_alphanumeric()), "stripe-key"))
}

/// `sk-…` in all its forms: `sk-ant-api03-…`, `sk-proj-…`, `sk-…`.
fn secret_key(input: &[u8], start: usize) -> Option<Secret> {
    let rest = &input[start..];
    let (prefix, kind) = match rest {
        _ if rest.starts_with(b"sk-ant-") => (7, "anthropic-key"),
        _ if rest.starts_with(b"sk-proj-") => (8, "openai-key"),
        _ if rest.starts_with(b"sk-svcacct-") => (11, "openai-key"),
        _ if rest.starts_with(b"sk-admin-") => (9, "openai-key"),
        _ if rest.starts_with(b"sk-or-v1-") => (9, "openrouter-key"),
        _ if is_word_start(input, start) && input[..start].last() != Some(&b'-') => (3, "openai-key"),
        _ => return None,
    };
    let body = &rest[prefix..];
    let seen = &body[..run(&body[..body.len().min(WINDOW)], is_dashed)];
    if seen.len() < 20 || !is_varied(seen, 8) {
        return None;
    }
    // Words with dashes are class names and branches; a token has a long stretch that no word is like.
    let is_token = seen.split(|byte| matches!(byte, b'-' | b'_')).any(|part| {
        let is_mixed = part.iter().any(u8::is_ascii_digit) && part.iter().any(u8::is_ascii_alphabetic);
        part.len() >= 8 && (is_mixed && part.len() >= 16 || is_random(part))
    });
    (is_token && !has_placeholder_part(seen)).then(|| secret(start, prefix + run(body, is_dashed), kind))
}

fn google(input: &[u8], start: usize) -> Option<Secret> {
    let body = input.get(start + 4..)?;
    let length = run(&body[..body.len().min(64)], is_dashed);
    // Pictures in base64 hold every four letters somewhere: ask for the length, give or take a little, between bounds.
    let is_bounded = is_word_start(input, start) && !matches!(body.get(length), Some(b'+' | b'/' | b'='));
    ((33..=37).contains(&length) && is_bounded && is_varied(&body[..length], 10))
        .then(|| secret(start, 4 + length, "google-key"))
}

/// Three parts with dots between, of which the first two are JSON objects in base64.
fn jwt(input: &[u8], start: usize) -> Option<Secret> {
    if !is_word_start(input, start) || start.checked_sub(1).is_some_and(|before| input[before] == b'-') {
        return None;
    }
    let header = start + run(&input[start..], is_dashed);
    let claims = header + 1 + run(input.get(header + 1..)?, is_dashed);
    let is_token = input.get(header) == Some(&b'.')
        && header - start >= 12
        && input[header + 1..].starts_with(b"eyJ")
        && claims - header >= 8;
    if !is_token {
        return None;
    }
    let mut end = claims;
    for _ in 0..3 {
        match input.get(end) {
            Some(b'.') => end += 1 + run(&input[end + 1..], is_dashed),
            _ => break,
        }
    }
    // A full stop behind a token ends the sentence.
    while input[end - 1] == b'.' {
        end -= 1;
    }
    Some(Secret { start, end, kind: "jwt" })
}

fn send_grid(input: &[u8], start: usize) -> Option<Secret> {
    if !is_word_start(input, start) {
        return None;
    }
    let body = input.get(start + 3..)?;
    let first = run(&body[..body.len().min(40)], is_dashed);
    let second = run(body.get(first + 1..)?.get(..64.min(body.len() - first - 1))?, is_dashed);
    let is_token = (16..=32).contains(&first) && body[first] == b'.' && (32..=60).contains(&second);
    is_token.then(|| secret(start, 3 + first + 1 + second, "sendgrid-key"))
}
