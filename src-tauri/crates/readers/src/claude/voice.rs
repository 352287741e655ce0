//! Who produced the text of a user row, found from the structure of the row.
//!
//! Role `user` proves nothing: tool results, command echoes, reminders, summaries and tasks for subagents are user rows
//! too. Newer versions say where a row comes from; in older ones a text is the person's if it has none of the shapes in
//! which the program writes its own.

use std::borrow::Cow;

use daybook_model::Origin;

use super::rows::Row;

/// Whose words a user row holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Voice {
    /// The row says that a person typed it.
    Person,
    /// Nothing speaks against a person, unless the text has the shape of a machine's.
    Perhaps,
    /// A model wrote it as a task for a subagent, unless the text has the shape of a machine's.
    Model,
    /// The summary that replaces earlier messages.
    Summary,
    /// The agent's program or a program beside it.
    Machine(Origin),
}

/// What the program wrote before it marked its summaries.
const SUMMARY_BEGINS: &str = "This session is being continued from a previous conversation";

/// How the marks begin that stand where a person stopped the agent.
const INTERRUPTION_BEGINS: &str = "[Request interrupted by user";

/// Tags in which the program writes what it did for the person.
const PROGRAM_TAGS: [&str; 12] = [
    "system-reminder",
    "command-name",
    "command-message",
    "command-args",
    "local-command-caveat",
    "bash-input",
    "user-memory-input",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "new-diagnostics",
    "post-tool-use-hook",
];

/// Tags in which output of other programs comes in.
const AUTOMATION_TAGS: [&str; 10] = [
    "local-command-stdout",
    "local-command-stderr",
    "bash-stdout",
    "bash-stderr",
    "task-notification",
    "teammate-message",
    "channel",
    "agent-message",
    "session-start-hook",
    "user-prompt-submit-hook",
];

/// Tags that the program attaches to what a person typed.
const ATTACHED_TAGS: [&str; 5] =
    ["system-reminder", "ide_opened_file", "ide_selection", "ide_diagnostics", "new-diagnostics"];

/// Tells whose words a row holds, before its text is looked at.
pub(super) fn of_row(row: &Row<'_>, is_side_chain: bool) -> Voice {
    if row.is_compact_summary.is_set() {
        return Voice::Summary;
    }
    if row.is_meta.is_set() {
        return Voice::Machine(Origin::System);
    }
    match (row.origin.kind.get(), row.prompt_source.get()) {
        (Some("human"), _) | (None, Some("typed" | "queued" | "sdk")) => return Voice::Person,
        (Some(_), _) | (None, Some("system")) => return Voice::Machine(Origin::Automation),
        (None, Some(_)) => return Voice::Machine(Origin::Unknown),
        (None, None) => {}
    }
    if row.source.is("harness") {
        return Voice::Machine(Origin::System);
    }
    if is_side_chain {
        return Voice::Model;
    }
    if row.source.is("recorded") {
        return Voice::Machine(Origin::Automation);
    }
    if row.user_type.get().is_some_and(|user| user != "external") {
        return Voice::Machine(Origin::Unknown);
    }
    Voice::Perhaps
}

/// Tells which machine a text is from, if it has the shape of one.
pub(super) fn machine_of(text: &str) -> Option<Origin> {
    let text = text.trim_start();
    if text.starts_with(INTERRUPTION_BEGINS) {
        return Some(Origin::System);
    }
    let tag = tag(text)?;
    if PROGRAM_TAGS.contains(&tag) {
        Some(Origin::System)
    } else if AUTOMATION_TAGS.contains(&tag) {
        Some(Origin::Automation)
    } else {
        None
    }
}

/// Tells whether a text is a summary from before summaries were marked.
pub(super) fn is_unmarked_summary(text: &str) -> bool {
    text.starts_with(SUMMARY_BEGINS)
}

/// Names the tag that a text begins with, if it also closes it.
fn tag(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('<')?;
    let end = inner.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-' && letter != '_')?;
    let tag = &inner[..end];
    let is_closed = inner[end..]
        .match_indices("</")
        .any(|(at, _)| inner[end + at + 2..].strip_prefix(tag).is_some_and(|rest| rest.starts_with('>')));
    is_closed.then_some(tag)
}

/// Takes off what the program attached before and after a typed text; nothing is left of a text that is all attachment.
pub(super) fn without_attachments(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains('<') {
        return text;
    }
    let mut typed: &str = &text;
    loop {
        let begins = typed.trim_start();
        let Some(tag) = tag(begins).filter(|tag| ATTACHED_TAGS.contains(tag)) else { break };
        let close = format!("</{tag}>");
        let Some(end) = begins.find(&close) else { break };
        typed = begins[end + close.len()..].trim_start_matches(['\r', '\n']);
    }
    loop {
        let ends = typed.trim_end();
        let open = ATTACHED_TAGS.iter().filter(|tag| ends.ends_with(&format!("</{tag}>"))).find_map(|tag| {
            let open = ends.rfind(&format!("<{tag}>"))?;
            (open == 0 || ends[..open].ends_with('\n')).then_some(open)
        });
        let Some(open) = open else { break };
        typed = ends[..open].trim_end();
    }
    if typed.len() == text.len() { text } else { Cow::Owned(typed.to_owned()) }
}

/// Gives what a person typed around pasted files, for titles.
pub(super) fn without_pastes(text: &str) -> Cow<'_, str> {
    const OPEN: &str = "<pasted_content";
    const CLOSE: &str = "</pasted_content>";
    if !text.contains(OPEN) {
        return Cow::Borrowed(text);
    }
    let mut typed = String::new();
    let mut rest = text;
    while let Some(open) = rest.find(OPEN) {
        typed.push_str(&rest[..open]);
        let Some(close) = rest[open..].find(CLOSE) else { return Cow::Owned(typed) };
        rest = &rest[open + close + CLOSE.len()..];
    }
    typed.push_str(rest);
    Cow::Owned(typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> String {
        without_attachments(Cow::Borrowed(text)).into_owned()
    }

    #[test]
    fn the_shapes_of_machines_are_known() {
        for text in [
            "<command-name>/model</command-name>\n<command-args></command-args>",
            "<bash-input>ls</bash-input>",
            "[Request interrupted by user for tool use]",
            "<system-reminder>\nx\n</system-reminder>",
        ] {
            assert_eq!(machine_of(text), Some(Origin::System), "{text}");
        }
        assert_eq!(machine_of("<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>"), Some(Origin::Automation));
        for text in ["<div>x</div>", "<bash-input> is a tag I do not know", "fix <system-reminder>x</system-reminder>"]
        {
            assert_eq!(machine_of(text), None, "a person may write {text}");
        }
    }

    #[test]
    fn attachments_come_off_and_the_typed_text_stays() {
        assert_eq!(typed("fix it\n  now\n\n<system-reminder>\nx\n</system-reminder>"), "fix it\n  now");
        assert_eq!(typed("<ide_opened_file>a.rs</ide_opened_file>\n  fix it"), "  fix it");
        assert_eq!(typed("<system-reminder>x</system-reminder>"), "");
        assert_eq!(typed("what does <system-reminder> mean?\n"), "what does <system-reminder> mean?\n");
    }

    #[test]
    fn pastes_are_no_title() {
        assert_eq!(without_pastes("\n<pasted_content id=\"a\">\nx\n</pasted_content>\nCheck it"), "\n\nCheck it");
        assert_eq!(without_pastes("<pasted_content>x"), "");
    }
}
