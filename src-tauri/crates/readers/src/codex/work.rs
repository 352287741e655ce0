//! What a call asks for and what an event says of finished work, in one shape for all tools.
//!
//! Pure: rows in, values out. How the two are joined is the part of `calls`.

use daybook_model::ToolOutcome;
use serde_json::Value;
use serde_json::value::RawValue;

use super::output::exit_code;
use super::rows::{Event, FileChanges, ResponseItem, Span, TurnItem, read};
use super::script::script_of;
use crate::command;
use crate::lenient::{Members, Text};

/// What a call asks for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) name: String,
    pub(super) command_head: String,
    pub(super) subject: String,
    pub(super) text: String,
}

/// A finished piece of work.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    pub(super) id: String,
    pub(super) asked: Asked,
    pub(super) output: String,
    pub(super) outcome: ToolOutcome,
    /// Whether the person ran the command in the agent's prompt.
    pub(super) is_by_person: bool,
    /// Texts of which one stands in the program that asked for the work.
    pub(super) marks: Vec<String>,
}

/// Arguments that say best what a call is about, best first.
const SUBJECTS: [&str; 14] = [
    "file_path",
    "path",
    "query",
    "pattern",
    "url",
    "task_name",
    "chars",
    "explanation",
    "prompt",
    "message",
    "title",
    "name",
    "id",
    "cell_id",
];

/// Reads a call row.
pub(super) fn asked_of(item: &ResponseItem<'_>) -> Asked {
    match item.kind.str() {
        "custom_tool_call" => of_custom(item.name.str(), item.input.str()),
        "local_shell_call" => {
            let action: Value = read(item.action);
            of_command("local_shell", &words_of(&action["command"]))
        }
        "web_search_call" => {
            let action: Value = read(item.action);
            let queries = action["queries"].as_array().map(|queries| join(queries, ", "));
            let subject = first_text(&action, &["query", "url", "pattern"]).or(queries).unwrap_or_default();
            Asked { name: "web_search".to_owned(), text: subject.clone(), subject, ..Asked::default() }
        }
        "image_generation_call" => Asked { name: "image_generation".to_owned(), ..Asked::default() },
        kind => {
            let name = item.name.get().unwrap_or(if kind == "tool_search_call" { "tool_search" } else { "unknown" });
            let text: Text<'_> = read(item.arguments);
            let raw = item.arguments.map(RawValue::get).unwrap_or_default();
            of_function(name, text.get().unwrap_or(if raw.starts_with('{') { raw } else { "" }))
        }
    }
}

fn of_custom(name: &str, input: &str) -> Asked {
    let subject = if name == "apply_patch" { patched_paths(input) } else { String::new() };
    let subject = if subject.is_empty() { input.to_owned() } else { subject };
    Asked { name: name.to_owned(), subject, text: input.to_owned(), ..Asked::default() }
}

fn of_function(name: &str, arguments: &str) -> Asked {
    let parsed: Value = serde_json::from_str(arguments).unwrap_or_default();
    match name {
        "exec_command" | "shell_command" | "shell" | "local_shell" | "container.exec" => {
            let command = if parsed["cmd"].is_null() { &parsed["command"] } else { &parsed["cmd"] };
            let words = words_of(command);
            if words.is_empty() { of_other(name, arguments, &parsed) } else { of_command(name, &words) }
        }
        "apply_patch" => match parsed["input"].as_str() {
            Some(patch) => of_custom(name, patch),
            None => of_other(name, arguments, &parsed),
        },
        _ => of_other(name, arguments, &parsed),
    }
}

fn of_other(name: &str, arguments: &str, parsed: &Value) -> Asked {
    let any = || parsed.as_object()?.values().find_map(Value::as_str).map(ToOwned::to_owned);
    let subject = first_text(parsed, &SUBJECTS).or_else(any).unwrap_or_default();
    Asked { name: name.to_owned(), subject, text: arguments.to_owned(), ..Asked::default() }
}

fn of_command(name: &str, words: &[String]) -> Asked {
    let command = script_of(words);
    Asked { name: name.to_owned(), command_head: command::head(&command), subject: command.clone(), text: command }
}

/// Reads the event of a finished piece of work; `None` for items that are no work of a tool.
pub(super) fn work_of(event: &Event<'_>, item: &TurnItem<'_>) -> Option<Work> {
    let id = item.call_id.get().or(item.id.get())?.to_owned();
    let mut work = match item.kind.str() {
        "CommandExecution" | "exec_command_end" => of_execution(item),
        "FileChange" | "patch_apply_end" => of_change(item),
        "McpToolCall" | "mcp_tool_call_end" | "DynamicToolCall" => of_remote(item),
        "WebSearch" | "web_search_end" => {
            let query = item.query.str().to_owned();
            let asked =
                Asked { name: "web_search".to_owned(), text: query.clone(), subject: query, ..Asked::default() };
            Work { marks: vec![item.query.str().to_owned()], asked, ..Work::default() }
        }
        "CollabAgentToolCall" | "ImageGeneration" => Work::default(),
        _ => return None,
    };
    if item.status.str() == "declined" {
        work.outcome.is_denied = true;
    }
    let is_error = match item.status.str() {
        "failed" | "declined" => Some(true),
        "completed" => Some(false),
        _ => item.success.0.map(|success| !success),
    };
    work.outcome.is_error = work.outcome.is_error.or(is_error);
    work.outcome.duration_ms = duration_of(event, item);
    work.marks.retain(|mark| !mark.is_empty());
    Some(Work { id, ..work })
}

fn of_execution(item: &TurnItem<'_>) -> Work {
    let command = script_of(&read::<Vec<String>>(item.command));
    let code = exit_code(item.exit_code);
    let output = match item.aggregated_output.get() {
        Some(output) => output.to_owned(),
        None => [item.stdout.str(), item.stderr.str()].concat(),
    };
    let is_by_person = item.source.str() == "user_shell";
    let asked = match item.source.str() {
        "unified_exec_interaction" => {
            let input = item.interaction_input.str().to_owned();
            Asked { name: "write_stdin".to_owned(), text: input.clone(), subject: input, ..Asked::default() }
        }
        source => {
            of_command(if source == "user_shell" { "shell" } else { "exec_command" }, std::slice::from_ref(&command))
        }
    };
    let outcome = ToolOutcome { exit_code: code, is_error: code.map(|code| code != 0), ..ToolOutcome::default() };
    Work { asked, output, outcome, is_by_person, marks: vec![as_in_a_program(&command), command], ..Work::default() }
}

fn of_change(item: &TurnItem<'_>) -> Work {
    let Members(mut changes): FileChanges<'_> = read(item.changes);
    changes.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut text = String::new();
    for (path, change) in &changes {
        let verb = match change.kind.str() {
            "add" => "Add",
            "delete" => "Delete",
            _ => "Update",
        };
        let body = change.unified_diff.get().unwrap_or(change.content.str());
        text.extend(["*** ", verb, " File: ", path, "\n", body, if body.ends_with('\n') { "" } else { "\n" }]);
    }
    let paths: Vec<&str> = changes.iter().map(|(path, _)| path.as_ref()).collect();
    let names = paths.iter().filter_map(|path| path.rsplit(['/', '\\']).next()).map(ToOwned::to_owned).collect();
    let asked = Asked { name: "apply_patch".to_owned(), subject: paths.join(", "), text, ..Asked::default() };
    let output = item.stdout.get().unwrap_or(item.stderr.str()).to_owned();
    Work { asked, output, marks: names, ..Work::default() }
}

fn of_remote(item: &TurnItem<'_>) -> Work {
    let name = match item.server.get() {
        Some(server) => format!("mcp__{server}__{}", item.tool.str()),
        None => item.tool.str().to_owned(),
    };
    let arguments = item.arguments.map(RawValue::get).unwrap_or_default();
    let parsed: Value = serde_json::from_str(arguments).unwrap_or_default();
    let result: Value = read(item.result);
    let error: Value = read(item.error);
    let answer = if result["Ok"].is_object() { &result["Ok"] } else { &result };
    let pieces = answer["content"].as_array().map(|pieces| join_field(pieces, "text")).unwrap_or_default();
    let output = error["message"].as_str().map_or(pieces, ToOwned::to_owned);
    let is_error = answer["isError"].as_bool().or(answer["is_error"].as_bool()).filter(|is_error| *is_error);
    Work {
        asked: of_other(&name, arguments, &parsed),
        output,
        outcome: ToolOutcome { is_error, ..ToolOutcome::default() },
        marks: vec![item.tool.str().to_owned()],
        ..Work::default()
    }
}

fn duration_of(event: &Event<'_>, item: &TurnItem<'_>) -> Option<i64> {
    let span: Span<'_> = read(item.duration);
    if let Some(seconds) = span.secs.millis() {
        return Some(seconds.saturating_mul(1000).saturating_add(span.nanos.millis().unwrap_or_default() / 1_000_000));
    }
    let started = event.started_at_ms.millis()?;
    event.completed_at_ms.millis()?.checked_sub(started).filter(|duration| *duration >= 0)
}

/// Spells a command as it stands between double quotes in a program.
fn as_in_a_program(command: &str) -> String {
    let quoted = Value::from(command).to_string();
    quoted.trim_start_matches('"').strip_suffix('"').unwrap_or(&quoted).to_owned()
}

/// Lists the files that a patch names.
fn patched_paths(patch: &str) -> String {
    let paths: Vec<&str> = patch
        .lines()
        .filter_map(|line| {
            let file = line.strip_prefix("*** ")?;
            ["Update File: ", "Add File: ", "Delete File: "].iter().find_map(|verb| file.strip_prefix(verb))
        })
        .collect();
    paths.join(", ")
}

fn words_of(command: &Value) -> Vec<String> {
    match command {
        Value::String(command) => vec![command.clone()],
        Value::Array(words) => words.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect(),
        _ => Vec::new(),
    }
}

fn first_text(object: &Value, names: &[&str]) -> Option<String> {
    let texts = names.iter().filter_map(|name| object[*name].as_str());
    texts.filter(|text| !text.trim().is_empty()).map(ToOwned::to_owned).next()
}

fn join(values: &[Value], between: &str) -> String {
    values.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(between)
}

fn join_field(values: &[Value], field: &str) -> String {
    values.iter().filter_map(|value| value[field].as_str()).collect::<Vec<_>>().join("\n")
}
