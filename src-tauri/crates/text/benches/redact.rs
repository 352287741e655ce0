//! How fast masking is: on lines as agents write them, on lines full of near misses, on hostile input.
//!
//! The first two are what a cold index pays for every byte; the last must stay within a constant a byte.

use daybook_text::redact;
use divan::{Bencher, counter::BytesCount};

const TRANSCRIPTS: &str = include_str!("fixtures/transcripts.jsonl");

/// What comes near a secret in code and prose and is none.
const NEAR_MISSES: &str = concat!(
    "let token = lexer.next_token()?; password: string, apiKey?: string; https://example.com/a/b?c=d author auth: none ",
    "sk-fading-circle npm_config_registry eyJub3Q secret = os.environ[\"X\"] public_key: ssh-ed25519 'cache_key' Authorization: ",
    "the bearer of the token is the secretary of the password reset, onKeyDown, primary_key, AKIAK, ghp_, xoxo, task-sk-1 ",
);

const MEBIBYTE: usize = 1024 * 1024;

fn main() {
    divan::main();
}

#[divan::bench]
fn transcript_lines(bencher: Bencher<'_, '_>) {
    let lines: Vec<&str> = TRANSCRIPTS.lines().collect();
    bencher
        .counter(BytesCount::of_str(TRANSCRIPTS))
        .bench(|| lines.iter().map(|line| redact::json_line(divan::black_box(line).as_bytes()).len()).sum::<usize>());
}

#[divan::bench]
fn transcript_as_one_text(bencher: Bencher<'_, '_>) {
    bencher.counter(BytesCount::of_str(TRANSCRIPTS)).bench(|| redact::text(divan::black_box(TRANSCRIPTS)).len());
}

#[divan::bench]
fn near_misses(bencher: Bencher<'_, '_>) {
    let text = NEAR_MISSES.repeat(MEBIBYTE / NEAR_MISSES.len());
    bencher.counter(BytesCount::of_str(&text)).bench(|| redact::text(divan::black_box(&text)).len());
}

#[divan::bench(max_time = 0.5, sample_count = 10, args = [
    "eyJ", "eyJ.", "\\neyJ", "password=", "password=\"", "password=\\\"", "password='`\"", "-----BEGIN", "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\\n", "-----BEGIN PRIVATE KEY-----\nMIIEv1/", "://", "://a:", "://a:b", "sk-", "sk-ant-", "ghp_", "Bearer ",
    "Authorization: ", "\\", "token\\", "password=\\", "xoxb-", "_key", "auth", "[REDACTED:", "AKIA", "--token ", "password: a ", "token=", "Authorization=", "xoxb-abcdefgh-", "secret: a/", "sk-ant-A1b2C3d4E5f6G7h8xxxx-",
])]
fn hostile(bencher: Bencher<'_, '_>, piece: &str) {
    let text = piece.repeat(MEBIBYTE / piece.len());
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        redact::text(divan::black_box(&text)).len() + redact::json_line(divan::black_box(text.as_bytes())).len()
    });
}
