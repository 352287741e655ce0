//! Turns Markdown written by agents and people into HTML that is safe to show inside the window.
//!
//! The input is untrusted: a transcript may hold anything a web page held. Raw HTML is therefore shown as the text it
//! is, links lead to the web or to mail only, and images become words, since loading one tells its server that somebody
//! reads. The renderer emits nothing else than the allow-list below, and the sanitiser holds it to that.
//! Text that is too long or nested too deeply to lay out becomes plain text in one `pre`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Longest Markdown that is laid out; messages are cut to a quarter of it, so only whole texts on demand exceed it.
const LENGTH_LIMIT: usize = 256 * 1024;

/// Deepest nesting that is laid out.
const DEPTH_LIMIT: usize = 24;

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
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut events = Vec::new();
    let mut open = Open::default();
    let mut depth = 0_usize;
    for event in Parser::new_ext(markdown, options) {
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

/// Shows a text as it is.
fn plain(text: &str) -> String {
    format!("<pre>{}</pre>", ammonia::clean_text(text))
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
}

impl<'a> Open<'a> {
    /// Replaces what must not be shown by what may.
    fn translate(&mut self, event: Event<'a>, events: &mut Vec<Event<'a>>) {
        match event {
            Event::Html(raw) | Event::InlineHtml(raw) => events.push(Event::Text(raw)),
            Event::Start(Tag::HtmlBlock) => events.push(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::HtmlBlock) => events.push(Event::End(TagEnd::Paragraph)),
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
