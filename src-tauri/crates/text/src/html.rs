//! Turns Markdown written by agents and people into HTML that is safe to show inside the window.
//!
//! The input is untrusted: a transcript may hold anything a web page held. Raw HTML is therefore shown as the text it
//! is, links lead to the web or to mail only, and images become words, since loading one tells its server that somebody
//! reads. The renderer emits nothing else than the allow-list below, and the sanitiser holds it to that.
//! Text that is too long or nested too deeply to lay out becomes plain text in one `pre`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Longest Markdown that is laid out; messages are cut to half of it, so only whole texts on demand exceed it.
const LENGTH_LIMIT: usize = 128 * 1024;

/// Deepest nesting that is laid out.
const DEPTH_LIMIT: usize = 24;

/// What of Markdown's extensions is understood.
const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH).union(Options::ENABLE_TASKLISTS);

/// Every element that may appear.
const ELEMENTS: [&str; 26] = [
    "a",
    "blockquote",
    "br",
    "code",
    "del",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
];

static SANITISER: LazyLock<ammonia::Builder<'static>> = LazyLock::new(sanitiser);

/// Lays Markdown out as HTML without script, style, frames, images, forms, handlers or links to anything but
/// `http`, `https` and `mailto`.
pub fn from_markdown(markdown: &str) -> String {
    if markdown.len() > LENGTH_LIMIT || is_nested_too_deeply(markdown) {
        return plain(markdown);
    }
    let visible = with_visible_definitions(markdown);
    let mut events = Vec::new();
    let mut open = Open::default();
    let mut depth = 0_usize;
    for event in Parser::new_ext(&visible, OPTIONS) {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEPTH_LIMIT {
            return plain(markdown);
        }
        open.translate(event, &mut events);
    }
    let mut laid_out = String::with_capacity(markdown.len() * 3 / 2);
    html::push_html(&mut laid_out, events.into_iter());
    SANITISER.clean(&laid_out).to_string()
}

/// Makes definitions of links that no link refers to show as text.
///
/// `[error]: timeout` is such a definition by the letter of Markdown, and would not be shown at all.
fn with_visible_definitions(markdown: &str) -> Cow<'_, str> {
    if !markdown.contains("]:") {
        return Cow::Borrowed(markdown);
    }
    let mut referred: HashSet<String> = HashSet::new();
    let mut unseen: Vec<Range<usize>> = Vec::new();
    let mut seen = 0;
    for (event, range) in Parser::new_ext(markdown, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::Link { id, .. } | Tag::Image { id, .. }) => {
                referred.insert(id.to_lowercase());
            }
            Event::Start(_) | Event::End(_) => {}
            _ => {
                unseen.push(seen..range.start.max(seen));
                seen = seen.max(range.end);
            }
        }
    }
    unseen.push(seen..markdown.len());
    let mut visible = String::with_capacity(markdown.len() + 16);
    let mut copied = 0;
    for bracket in unseen.into_iter().flat_map(|gap| definitions(markdown, gap, &referred)) {
        visible.push_str(&markdown[copied..bracket]);
        visible.push('\\');
        copied = bracket;
    }
    visible.push_str(&markdown[copied..]);
    Cow::Owned(visible)
}

/// Finds the brackets at which definitions begin in a part of the text that is not shown.
fn definitions(markdown: &str, gap: Range<usize>, referred: &HashSet<String>) -> Vec<usize> {
    let mut brackets = Vec::new();
    let mut at = gap.start;
    for line in markdown[gap].split_inclusive('\n') {
        let definition = line.trim_start_matches([' ', '\t', '>', '-', '*', '+']);
        let label = definition.strip_prefix('[').and_then(|rest| rest.split_once("]:")).map(|(label, _)| label);
        if label.is_some_and(|label| !referred.contains(&label.trim().to_lowercase())) {
            brackets.push(at + line.len() - definition.len());
        }
        at += line.len();
    }
    brackets
}

/// Shows a text as it is.
fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() + text.len() / 8);
    shown.push_str("<pre>");
    for character in text.chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '\0' => shown.push(char::REPLACEMENT_CHARACTER),
            other => shown.push(other),
        }
    }
    shown.push_str("</pre>");
    shown
}

/// Tells from the raw lines whether laying out is hopeless, before the parser spends time on it.
fn is_nested_too_deeply(markdown: &str) -> bool {
    markdown.lines().any(|line| {
        let markers = line.bytes().take_while(|byte| matches!(byte, b'>' | b' ' | b'-' | b'*' | b'+' | b'\t'));
        markers.filter(|byte| *byte == b'>').count() > DEPTH_LIMIT
    })
}

/// What is open while events stream by.
#[derive(Default)]
struct Open<'a> {
    /// For every open link whether it is shown as a link.
    links: Vec<bool>,
    /// The names of open images.
    images: Vec<CowStr<'a>>,
    /// Whether the last line of raw HTML ended and another one may follow.
    has_break: bool,
}

impl<'a> Open<'a> {
    /// Shows raw HTML as it is, line by line.
    fn show_lines(&mut self, raw: &str, events: &mut Vec<Event<'a>>) {
        for line in raw.split_inclusive('\n') {
            if std::mem::take(&mut self.has_break) {
                events.push(Event::HardBreak);
            }
            let text = line.trim_end_matches(['\n', '\r']);
            self.has_break = text.len() < line.len();
            events.push(Event::Text(CowStr::from(text.to_owned())));
        }
    }

    /// Replaces what must not be shown by what may.
    fn translate(&mut self, event: Event<'a>, events: &mut Vec<Event<'a>>) {
        match event {
            Event::Html(raw) | Event::InlineHtml(raw) => self.show_lines(&raw, events),
            Event::Start(Tag::HtmlBlock) => events.push(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::HtmlBlock) => {
                self.has_break = false;
                events.push(Event::End(TagEnd::Paragraph));
            }
            Event::SoftBreak => events.push(Event::HardBreak),
            Event::TaskListMarker(is_done) => {
                events.push(Event::Text(CowStr::Borrowed(if is_done { "☑ " } else { "☐ " })));
            }
            Event::Start(Tag::Link { ref dest_url, .. }) => {
                let is_shown = is_safe_address(dest_url);
                self.links.push(is_shown);
                if is_shown {
                    events.push(event);
                }
            }
            Event::End(TagEnd::Link) => {
                if self.links.pop().unwrap_or(false) {
                    events.push(event);
                }
            }
            Event::Start(Tag::Image { dest_url, .. }) => self.images.push(dest_url),
            Event::End(TagEnd::Image) => {
                let address = self.images.pop().unwrap_or(CowStr::Borrowed(""));
                events.push(Event::Text(CowStr::from(format!(" ({})", image_name(&address)))));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let kind = match language(&info) {
                    Some(language) => CodeBlockKind::Fenced(CowStr::from(language.to_owned())),
                    None => CodeBlockKind::Indented,
                };
                events.push(Event::Start(Tag::CodeBlock(kind)));
            }
            other => events.push(other),
        }
    }
}

/// Whether a link may lead there: the web or mail.
fn is_safe_address(address: &str) -> bool {
    ["http://", "https://", "mailto:"]
        .iter()
        .any(|scheme| address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// Names an image by the last part of its address.
fn image_name(address: &str) -> Cow<'_, str> {
    let path = address.split(['?', '#']).next().unwrap_or("");
    let name = path.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or("image");
    if path.starts_with("data:") { Cow::Borrowed("image") } else { Cow::Borrowed(name) }
}

/// Takes the language from the words behind a fence, if it looks like one.
fn language(info: &str) -> Option<&str> {
    let word = info.split([' ', ',', '\t', '{']).next()?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#' | b'-' | b'_' | b'.');
    (!word.is_empty() && word.len() <= 32 && word.bytes().all(is_name)).then_some(word)
}

/// Builds the gate that the laid-out HTML passes.
fn sanitiser() -> ammonia::Builder<'static> {
    let mut builder = ammonia::Builder::default();
    builder
        .tags(HashSet::from(ELEMENTS))
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href", "title", "target"])),
            ("code", HashSet::from(["class"])),
            ("ol", HashSet::from(["start"])),
            ("td", HashSet::from(["style"])),
            ("th", HashSet::from(["style"])),
        ]))
        .generic_attributes(HashSet::new())
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .url_relative(ammonia::UrlRelative::Deny)
        .link_rel(Some("noopener noreferrer nofollow"))
        .set_tag_attribute_value("a", "target", "_blank")
        .attribute_filter(|element, attribute, value| match (element, attribute) {
            ("code", "class") => value.strip_prefix("language-").and_then(language).map(|_| Cow::Borrowed(value)),
            ("td" | "th", "style") => value.starts_with("text-align: ").then_some(Cow::Borrowed(value)),
            _ => Some(Cow::Borrowed(value)),
        });
    builder
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A name and its attributes.
    type Element = (String, Vec<(String, String)>);

    /// Takes laid-out HTML apart into elements with attributes, and the visible text.
    fn take_apart(laid_out: &str) -> (Vec<Element>, String) {
        let (mut elements, mut visible) = (Vec::new(), String::new());
        let mut rest = laid_out;
        while let Some(start) = rest.find('<') {
            visible.push_str(&rest[..start]);
            let end = rest[start..].find('>').map_or(rest.len(), |end| start + end);
            let tag = &rest[start + 1..end];
            let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
            let mut attributes = Vec::new();
            let mut inside = tag[tag.len().min(name.len() + usize::from(tag.starts_with('/')))..].trim();
            while let Some((attribute, value)) = inside.split_once("=\"") {
                let (value, behind) = value.split_once('"').expect("values are quoted");
                attributes.push((attribute.trim().to_owned(), value.to_owned()));
                inside = behind;
            }
            assert!(inside.trim_end_matches('/').trim().is_empty(), "an attribute without a value: {tag}");
            if name == "br" && !tag.starts_with('/') {
                visible.push('\n');
            }
            elements.push((name, attributes));
            rest = &rest[(end + 1).min(rest.len())..];
        }
        visible.push_str(rest);
        let visible = visible
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&#x27;", "'")
            .replace("&nbsp;", "\u{a0}")
            .replace("&amp;", "&");
        (elements, visible)
    }

    fn assert_safe(laid_out: &str) {
        for (element, attributes) in take_apart(laid_out).0 {
            assert!(ELEMENTS.contains(&element.as_str()), "<{element}> is not allowed: {laid_out}");
            for (attribute, value) in attributes {
                assert!(!attribute.to_ascii_lowercase().starts_with("on"), "{attribute} in {laid_out}");
                let is_known =
                    ["href", "title", "target", "rel", "class", "start", "style"].contains(&attribute.as_str());
                assert!(is_known, "{attribute} in {laid_out}");
                if attribute == "href" {
                    assert!(is_safe_address(&value), "{value}");
                }
                if attribute == "style" {
                    assert!(value.starts_with("text-align: "), "{value}");
                }
            }
        }
    }

    fn visible(markdown: &str) -> String {
        let laid_out = from_markdown(markdown);
        assert_safe(&laid_out);
        take_apart(&laid_out).1
    }

    #[test]
    fn hostile_html_is_shown_as_the_text_it_is() {
        for payload in [
            "<script>window.__pwn=1</script> literal one",
            "<img src=x onerror=\"window.__pwn=2\"> literal two",
            "<iframe srcdoc=\"<script>parent.__pwn=4</script>\"></iframe> literal four",
            "<meta http-equiv=refresh content=\"0;url=http://example.invalid/\"> literal five",
            "<svg><a xlink:href=\"javascript:window.__pwn=8\"><text>x</text></a></svg>",
            "<style>body{display:none}</style> literal seven",
            "<form action=http://example.invalid><button>go</button></form>",
            "</textarea></title><script>window.__pwn=9</script>",
            "Leave the <head>, the existing <style> block and the rest as they are; literal eight",
            "{{constructor.constructor('window.__pwn=10')()}} ${window.__pwn=11}",
            "<b>Bash</b>",
            "<!-- a comment --> stays",
            "<?php echo 1 ?> stays",
            "<![CDATA[ x ]]> stays",
        ] {
            assert_eq!(visible(payload).trim(), payload, "every character must be there to read");
        }
    }

    #[test]
    fn lines_of_raw_html_stay_lines() {
        assert_eq!(visible("<div>\n<p>a</p>\n</div>\n\nb").replace("\n\n", "\n").trim(), "<div>\n<p>a</p>\n</div>\nb");
    }

    #[test]
    fn nothing_swallows_what_follows() {
        let shown = visible("first <style> and\n\n<script>\n\nlast words\n\n<!--\n\nvery last");

        for word in ["first <style> and", "<script>", "last words", "<!--", "very last"] {
            assert!(shown.contains(word), "{word} is missing: {shown}");
        }
    }

    #[test]
    fn links_lead_to_the_web_or_to_mail_only() {
        let laid_out = from_markdown("[a](https://example.com/x?y=1&z=2) <mailto:dev@example.com>");
        assert!(laid_out.contains(r#"href="https://example.com/x?y=1&amp;z=2""#), "{laid_out}");
        assert!(laid_out.contains(r#"target="_blank""#) && laid_out.contains("noopener"), "{laid_out}");
        assert!(laid_out.contains("mailto:dev@example.com"), "{laid_out}");

        for address in [
            "javascript:window.__pwn=3",
            "JaVaScRiPt:alert(1)",
            "java&#10;script:alert(1)",
            "&#1;javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "//evil.example",
            "/etc/passwd",
            "tauri://localhost",
            "asset://localhost/x",
            "ipc://x",
        ] {
            let laid_out = from_markdown(&format!("[click here]({address}) literal three"));
            assert!(!laid_out.contains("<a"), "{address} became a link: {laid_out}");
            assert!(laid_out.contains("click here") && laid_out.contains("literal three"));
        }
        assert!(!from_markdown("<javascript:alert(1)>").contains("<a"));
        assert!(!from_markdown("[x][1]\n\n[1]: javascript:alert(1)").contains("<a"));
    }

    #[test]
    fn an_image_becomes_words() {
        assert_eq!(
            visible("![x](http://example.invalid/track.png?id=1) remote image").trim(),
            "x (track.png) remote image"
        );
        assert_eq!(visible("![](data:image/png;base64,AAAA)").trim(), "(image)");
        assert_eq!(visible("[![badge](https://a.example/b.svg)](https://a.example)").trim(), "badge (b.svg)");
    }

    #[test]
    fn a_fence_keeps_its_language_and_nothing_else() {
        let laid_out = from_markdown("```html\n</code></pre><script>window.__pwn=6</script>\n```");
        assert!(laid_out.contains(r#"<code class="language-html">"#), "{laid_out}");
        assert_eq!(visible("```html\n</code></pre><script>1</script>\n```").trim(), "</code></pre><script>1</script>");

        let laid_out = from_markdown("```a\" onclick=\"x\nbody\n```");
        assert_safe(&laid_out);
        assert!(laid_out.contains("<code>body"), "{laid_out}");
        assert!(from_markdown("```rust,ignore\nx\n```").contains(r#"class="language-rust""#));
    }

    #[test]
    fn ordinary_markdown_is_laid_out() {
        let laid_out = from_markdown(
            "# Title\n\n- [x] done\n- *open*\n\n| a | b |\n|--:|---|\n| 1 | `c` |\n\n~~old~~ **new**\nline",
        );

        for part in ["<h1>", "☑", "<em>", "<table>", "text-align: right", "<code>c</code>", "<del>", "<strong>", "<br>"]
        {
            assert!(laid_out.contains(part), "{part} is missing: {laid_out}");
        }
    }

    #[test]
    fn a_definition_that_nothing_refers_to_is_shown() {
        assert_eq!(visible("[error]: timeout").trim(), "[error]: timeout");
        assert_eq!(
            visible("see [docs]\n\n[docs]: https://example.com\n[other]: x").trim().lines().last(),
            Some("[other]: x")
        );
        assert!(from_markdown("see [docs]\n\n[docs]: https://example.com").contains("<a"));
        assert_eq!(visible("[a]: b\n[a]: b\n[a]: b").matches("[a]: b").count(), 3);
        assert_eq!(visible("> [note]: x\n\n```\n[a]: b\n```").matches("]:").count(), 2);
    }

    #[test]
    fn what_cannot_be_laid_out_is_shown_plainly() {
        for markdown in ["> ".repeat(500), "- ".repeat(500), "*a _".repeat(2000), "x".repeat(LENGTH_LIMIT + 1)] {
            let laid_out = from_markdown(&markdown);
            assert_safe(&laid_out);
        }
        assert_eq!(from_markdown(&format!("{} x", ">".repeat(100))), format!("<pre>{} x</pre>", "&gt;".repeat(100)));
    }

    #[test]
    fn pathological_text_is_laid_out_in_linear_time() {
        // Quadratic behaviour would take minutes here, so the test needs no clock: it would hang.
        for unit in [
            "[", ">", "[[", "![", "](", "*", "_", "**a", "`", "<", "&", "|", "- ", "1. ", "\\", "[a](", "<a href=",
            "<!--", "<?", "[a]: b\n", "|a\n|-\n", "~", "#", "\tx",
        ] {
            for length in [LENGTH_LIMIT / 4, 1024 * 1024] {
                let text: String = unit.chars().cycle().take(length).collect();
                assert_safe(&from_markdown(&text));
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_becomes_safe_html(pieces in prop::collection::vec(
            prop_oneof![
                Just("<script>".to_owned()), Just("</script>".to_owned()), Just("<style>".to_owned()), Just("<img src=x onerror=y>".to_owned()),
                Just("[a](javascript:x)".to_owned()), Just("[b](https://x.example \"t\")".to_owned()), Just("```".to_owned()), Just("\n".to_owned()),
                Just("\n\n".to_owned()), Just("> ".to_owned()), Just("- ".to_owned()), Just("|a|b|\n|-|:-:|\n".to_owned()), Just("<a href='".to_owned()),
                Just("&lt;".to_owned()), Just("<!--".to_owned()), Just("    ".to_owned()), Just("![".to_owned()), Just("](".to_owned()),
                "[ -~]{0,12}", "\\PC{0,6}",
            ], 0..24)) {
            assert_safe(&from_markdown(&pieces.concat()));
        }
    }
}
