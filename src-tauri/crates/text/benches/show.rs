//! How fast text is made ready to show: excerpts of long messages, Markdown as agents write it, Markdown meant to hurt.

use daybook_text::{excerpt, html};
use divan::{Bencher, counter::BytesCount};

const MARKDOWN: &str = "## What I changed\n\nThe **migration** now runs in `src/db/migrate.rs`, see [the docs](https://example.com/a).\n\n\
    - one *item* with `code`\n- another one\n  - nested\n\n```rust\nfn main() {\n    let x = vec![1, 2, 3];\n}\n```\n\n\
    | file | lines |\n|---|--:|\n| a.rs | 12 |\n\nIt failed twice & then passed: <ok>.\n\n";

fn main() {
    divan::main();
}

#[divan::bench]
fn excerpt_of_a_long_message(bencher: Bencher<'_, '_>) {
    let text = format!("{}at last the wanted words stand here", MARKDOWN.repeat(64 * 1024 / MARKDOWN.len()));
    let terms = ["wanted".to_owned(), "words".to_owned()];
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| excerpt::around_matches(divan::black_box(&text), divan::black_box(&terms), 200));
}

#[divan::bench]
fn excerpt_of_a_common_word(bencher: Bencher<'_, '_>) {
    let text = MARKDOWN.repeat(64 * 1024 / MARKDOWN.len());
    let terms = ["the".to_owned(), "migrate".to_owned()];
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| excerpt::around_matches(divan::black_box(&text), divan::black_box(&terms), 200));
}

#[divan::bench]
fn excerpt_of_chinese(bencher: Bencher<'_, '_>) {
    let text = format!("{}数据库迁移", "今天天气很好我们去公园散步吧。".repeat(1400));
    let terms = ["迁移".to_owned()];
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| excerpt::around_matches(divan::black_box(&text), divan::black_box(&terms), 200));
}

#[divan::bench(args = [1, 16, 100])]
fn markdown(bencher: Bencher<'_, '_>, times: usize) {
    let text = MARKDOWN.repeat(times);
    bencher.counter(BytesCount::of_str(&text)).bench(|| html::from_markdown(divan::black_box(&text)));
}

#[divan::bench(max_time = 0.5, args = ["[", ">", "&", "<", "<?", "|a\n|-\n", "**a", "[a]: b\n", "> - "])]
fn hostile_markdown(bencher: Bencher<'_, '_>, piece: &str) {
    let text = piece.repeat(64 * 1024 / piece.len());
    bencher.counter(BytesCount::of_str(&text)).bench(|| html::from_markdown(divan::black_box(&text)));
}
