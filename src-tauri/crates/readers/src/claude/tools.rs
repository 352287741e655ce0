//! What a call of a tool is about, in a line and in full.

use std::borrow::Cow;

use daybook_model::ToolCall;
use daybook_text::cut::first_line;
use serde_json::value::RawValue;

use crate::command;
use crate::kept::{self, Kept};
use crate::lenient::Members;

/// Arguments that say what a call is about, the most telling first.
const TELLING: [&str; 12] = [
    "command",
    "file_path",
    "notebook_path",
    "pattern",
    "url",
    "query",
    "path",
    "description",
    "skill",
    "subject",
    "prompt",
    "name",
];

/// Arguments of a command that are beside the point.
const BESIDE: [&str; 4] = ["description", "timeout", "run_in_background", "dangerouslyDisableSandbox"];

/// Longest subject, in characters.
const LONGEST_SUBJECT: usize = 300;

/// A call and its text.
pub(super) struct Call {
    pub(super) call: ToolCall,
    pub(super) text: Kept,
}

/// The work given to a subagent.
pub(super) struct Assignment {
    pub(super) description: String,
    pub(super) prompt: String,
}

type Arguments<'a> = Vec<(Cow<'a, str>, &'a RawValue)>;

/// Describes a call by its arguments.
pub(super) fn describe(call_id: &str, name: &str, input: Option<&RawValue>, is_shortened: bool) -> Call {
    let arguments = arguments(input);
    let command = is_shell(name).then(|| string(&arguments, "command")).flatten();
    let command_head = command.as_deref().map(command::head).unwrap_or_default();
    let subject = subject(&arguments);
    let text = match command {
        Some(command) if arguments.iter().all(|(key, _)| key == "command" || BESIDE.contains(&key.as_ref())) => command,
        _ if arguments.is_empty() => Cow::Borrowed(input.map_or("", |input| blank_if_empty(input.get()))),
        _ => Cow::Owned(listing(&arguments)),
    };
    Call {
        call: ToolCall {
            call_id: call_id.to_owned(),
            name: name.to_owned(),
            command_head: kept::short_text(&command_head),
            subject: kept::short_text(first_line(&subject, LONGEST_SUBJECT)),
        },
        text: kept::text(text, is_shortened),
    }
}

/// Reads what a call asks of a subagent, if it starts one.
pub(super) fn assignment(name: &str, input: Option<&RawValue>) -> Option<Assignment> {
    if name != "Task" && name != "Agent" {
        return None;
    }
    let arguments = arguments(input);
    Some(Assignment {
        description: string(&arguments, "description").map(Cow::into_owned).unwrap_or_default(),
        prompt: string(&arguments, "prompt")?.into_owned(),
    })
}

fn is_shell(name: &str) -> bool {
    matches!(name, "Bash" | "PowerShell" | "Shell" | "bash" | "Monitor")
}

fn arguments(input: Option<&RawValue>) -> Arguments<'_> {
    input.and_then(|input| serde_json::from_str::<Members<'_, &RawValue>>(input.get()).ok()).unwrap_or_default().0
}

fn string<'a>(arguments: &Arguments<'a>, wanted: &str) -> Option<Cow<'a, str>> {
    arguments.iter().find(|(key, _)| key == wanted).and_then(|(_, value)| decoded(value))
}

/// Decodes a JSON string; borrowed where it holds no escape.
pub(super) fn decoded(value: &RawValue) -> Option<Cow<'_, str>> {
    let json = value.get();
    if !json.starts_with('"') {
        return None;
    }
    match json.get(1..json.len() - 1) {
        Some(plain) if !plain.contains('\\') => Some(Cow::Borrowed(plain)),
        _ => serde_json::from_str::<String>(json).ok().map(Cow::Owned),
    }
}

fn subject(arguments: &Arguments<'_>) -> String {
    let telling = TELLING.iter().find_map(|wanted| string(arguments, wanted).filter(|text| !text.trim().is_empty()));
    telling
        .or_else(|| arguments.iter().find_map(|(_, value)| decoded(value).filter(|text| !text.trim().is_empty())))
        .or_else(|| arguments.first().map(|(_, value)| Cow::Borrowed(value.get())))
        .map(Cow::into_owned)
        .unwrap_or_default()
}

/// Writes arguments one below the other: texts as they are, everything else as JSON.
fn listing(arguments: &Arguments<'_>) -> String {
    let mut text = String::new();
    for (key, value) in arguments {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(key);
        text.push(':');
        let value = decoded(value).unwrap_or(Cow::Borrowed(value.get()));
        text.push(if value.contains('\n') { '\n' } else { ' ' });
        text.push_str(&value);
    }
    text
}

fn blank_if_empty(json: &str) -> &str {
    if json == "{}" || json == "null" { "" } else { json }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(name: &str, input: &str) -> Call {
        let input: &RawValue = serde_json::from_str(input).expect("valid JSON");
        describe("toolu_1", name, Some(input), false)
    }

    #[test]
    fn a_command_is_its_own_text() {
        let call = described("Bash", r#"{"command":"cd a && npm test\necho","description":"Run the tests"}"#);

        assert_eq!(call.call.command_head, "npm");
        assert_eq!(call.call.subject, "cd a && npm test", "one line");
        assert_eq!(call.text.text, "cd a && npm test\necho", "the whole command");
    }

    #[test]
    fn other_arguments_are_listed() {
        let call = described("Edit", r#"{"replace_all":false,"file_path":"/a.js","new_string":"x\ny"}"#);

        assert_eq!(call.call.subject, "/a.js");
        assert_eq!(call.call.command_head, "", "only a shell runs commands");
        assert_eq!(call.text.text, "replace_all: false\nfile_path: /a.js\nnew_string:\nx\ny");
    }

    #[test]
    fn arguments_that_are_no_object_are_shown_as_they_are() {
        assert_eq!(described("Odd", "[1,2]").text.text, "[1,2]");
        assert_eq!(described("None", "{}").text.text, "");
    }
}
