//! What tools were asked to do and how they fared.
//!
//! Plain calls (`exec_command`, `apply_patch`, `shell_command`, MCP) are a call row, a result row and, in newer files,
//! an event with the call's id that knows exit code and duration better than the text does.
//!
//! In code mode the model calls one tool, `exec`, with a JavaScript program; what really ran is only told by events
//! with ids of their own (`exec-<uuid>`). The call is shown as the program until its first command is told; from then
//! on the same message *is* that command, and every further command of the program is a call of its own in the same
//! reply. The program's own output repeats those of its commands and is left out, unless nothing was told of it or the
//! script broke. So one command is one call with one outcome, a program without commands is one call too, and counts
//! of calls and failures are true. The program itself stays in the raw archive.

use daybook_model::{Kind, Origin, Role, Sink, ToolCall, ToolOutcome};
use daybook_text::cut;

use super::output;
use super::rollout::{Draft, Here, Rollout};
use super::rows::{Event, ResponseItem, TurnItem, read};
use super::state::{OpenCall, Script};
use super::work::{Asked, Work, asked_of, work_of};
use crate::kept;

/// Calls that may still be answered.
const CALLS_KEPT: usize = 64;

/// Programs whose commands may still come.
const SCRIPTS_KEPT: usize = 8;

/// How much of a program is kept to find its commands again, in bytes.
const SCRIPT_KEPT: usize = 4 * 1024;

impl Rollout {
    /// Takes a call.
    pub(super) fn take_call(&mut self, here: &Here, item: &ResponseItem<'_>, sink: &mut dyn Sink) {
        let asked = asked_of(item);
        let fallback = format!("line-{}", here.line);
        let call_id = item.call_id.get().or(item.id.get()).unwrap_or(&fallback).to_owned();
        let draft = Draft {
            native_id: item.id.get().or(item.call_id.get()),
            part: if item.id.get().is_some() { "" } else { "#call" },
            is_piece_of_reply: true,
            ..call_draft(&call_id, &asked)
        };
        let place = self.emit(here, draft, sink);
        let is_script = item.kind.str() == "custom_tool_call" && asked.name == "exec";
        let usage = self.state.last_reply.filter(|(reply, usage)| *reply == place.ordinal && usage.output > 0);
        let script = is_script.then(|| Script {
            place,
            usage: usage.map(|(_, usage)| usage),
            text: head_of(&asked.text).to_owned(),
            commands: 0,
        });
        self.remember_call(OpenCall {
            call_id,
            name: asked.name,
            turn_id: self.state.turn_id.clone(),
            script,
            outcome: None,
            has_output: false,
        });
    }

    /// Takes the result of a call.
    pub(super) fn take_output(&mut self, here: &Here, item: &ResponseItem<'_>, sink: &mut dyn Sink) {
        self.state.open_reply = None;
        let mut output = output::parse(item.output);
        let call_id = item.call_id.str();
        let at = self.state.calls.iter().rposition(|call| call.call_id == call_id);
        let mut is_told_by_events = false;
        if let Some(call) = at.and_then(|at| self.state.calls.get_mut(at)) {
            call.has_output = true;
            if let Some(known) = call.outcome.take() {
                output.outcome = refine(known, &output.outcome);
            }
            if let Some(script) = &call.script {
                is_told_by_events = script.commands > 0 && !output.is_broken_script;
                if script.commands > 0 {
                    output.outcome.is_error = None;
                }
            } else if call.name == "spawn_agent" {
                let spawned: Spawned = serde_json::from_str(&output.text).unwrap_or_default();
                self.link_child(&spawned.agent_id, call_id, sink);
            }
        }
        if let Some(at) = at.filter(|at| self.state.calls[*at].script.is_none() && !output.is_running) {
            self.state.calls.remove(at);
        }
        if is_told_by_events || (output.is_running && output.text.trim().is_empty()) {
            return;
        }
        call_id.clone_into(&mut output.outcome.call_id);
        let draft = result_draft(&output.text, output.outcome);
        let native_id = item.id.get().or(item.call_id.get());
        let part = if item.id.get().is_some() { "" } else { "#output" };
        self.emit(here, Draft { native_id, part, ..draft }, sink);
    }

    /// Takes a finished piece of work of newer files.
    pub(super) fn take_completed(&mut self, here: &Here, event: &Event<'_>, item: &TurnItem<'_>, sink: &mut dyn Sink) {
        match item.kind.str() {
            "UserMessage" => self.take_user_message(here, item, sink),
            "AgentMessage" => self.take_agent_prose(here, item, sink),
            "Reasoning" => {
                let sections: Vec<String> = read(item.summary_text);
                self.take_reasoning_event(here, item.id.get(), &sections.join("\n\n"), sink);
            }
            "SubAgentActivity" => {
                if item.kind_of_activity.str() == "started" {
                    self.link_child(item.agent_thread_id.str(), item.id.str(), sink);
                }
            }
            _ => self.take_work(here, event, item, sink),
        }
    }

    /// Takes the event that ends a call in older files.
    pub(super) fn take_ended(&mut self, here: &Here, event: &Event<'_>, item: &TurnItem<'_>, sink: &mut dyn Sink) {
        self.take_work(here, event, item, sink);
    }

    /// Says of all calls of the turn that nothing answered that they were stopped.
    pub(super) fn interrupt_calls(&mut self, sink: &mut dyn Sink) {
        let turn_id = self.state.turn_id.clone();
        self.state.calls.retain(|call| {
            if call.has_output || call.outcome.is_some() || call.turn_id != turn_id {
                return true;
            }
            let commands = call.script.as_ref().map_or(0, |script| script.commands);
            if commands == 0 {
                sink.outcome(ToolOutcome {
                    call_id: call.call_id.clone(),
                    is_interrupted: true,
                    ..ToolOutcome::default()
                });
            }
            call.script.is_some()
        });
    }

    fn take_work(&mut self, here: &Here, event: &Event<'_>, item: &TurnItem<'_>, sink: &mut dyn Sink) {
        let Some(work) = work_of(event, item) else { return };
        if let Some(call) = self.state.calls.iter_mut().rev().find(|call| call.call_id == work.id) {
            let outcome = ToolOutcome { call_id: work.id, ..work.outcome };
            call.outcome = Some(outcome.clone());
            sink.outcome(outcome);
            return;
        }
        if work.is_by_person {
            let draft = Draft { role: Role::User, origin: Origin::Human, ..call_draft(&work.id, &work.asked) };
            self.emit(here, Draft { native_id: Some(&work.id), ..draft }, sink);
            self.emit_result(here, &work, &work.id, sink);
        } else if work.id.starts_with("exec-") {
            self.take_command(here, event.turn_id.get(), &work, sink);
        } else if work.outcome != ToolOutcome::default() {
            sink.outcome(ToolOutcome { call_id: work.id, ..work.outcome });
        }
    }

    /// Takes a command of a program: the first becomes the program's call, the others are calls of their own.
    fn take_command(&mut self, here: &Here, turn_id: Option<&str>, work: &Work, sink: &mut dyn Sink) {
        let found = self.find_script(turn_id, &work.marks);
        let call = found.and_then(|at| self.state.calls.get_mut(at));
        if let Some(OpenCall { call_id, script: Some(script), .. }) = call {
            script.commands += 1;
            if script.commands == 1 {
                let call_id = call_id.clone();
                let draft = Draft { is_piece_of_reply: true, ..call_draft(&call_id, &work.asked) };
                Self::replace(here, &script.place, draft, script.usage, sink);
                return self.emit_result(here, work, &call_id, sink);
            }
        }
        let script = found.and_then(|at| self.state.calls[at].script.as_ref());
        let reply = script.map(|script| script.place.reply).or(self.state.last_reply.map(|(reply, _)| reply));
        let mut message = self.place(here, Draft { native_id: Some(&work.id), ..call_draft(&work.id, &work.asked) });
        message.reply = reply.unwrap_or(message.ordinal);
        sink.message(message);
        self.emit_result(here, work, &work.id, sink);
    }

    fn emit_result(&mut self, here: &Here, work: &Work, call_id: &str, sink: &mut dyn Sink) {
        let outcome = ToolOutcome { call_id: call_id.to_owned(), ..work.outcome.clone() };
        let draft = result_draft(&work.output, outcome);
        self.emit(here, Draft { native_id: Some(&work.id), part: "#output", ..draft }, sink);
    }

    /// Finds the program that ran a command: one of the same turn that holds its text, else the first that still waits.
    fn find_script(&self, turn_id: Option<&str>, marks: &[String]) -> Option<usize> {
        let scripts: Vec<(usize, &OpenCall, &Script)> = self
            .state
            .calls
            .iter()
            .enumerate()
            .filter_map(|(at, call)| Some((at, call, call.script.as_ref()?)))
            .filter(|(_, call, _)| turn_id.is_none() || call.turn_id.is_none() || call.turn_id.as_deref() == turn_id)
            .collect();
        let holds = |script: &Script| marks.iter().any(|mark| script.text.contains(mark.as_str()));
        let named = || scripts.iter().filter(|(_, _, script)| holds(script));
        named()
            .find(|(_, _, script)| script.commands == 0)
            .or_else(|| named().next_back())
            .or_else(|| scripts.iter().find(|(_, call, script)| script.commands == 0 && !call.has_output))
            .or_else(|| scripts.iter().rfind(|(_, call, _)| !call.has_output))
            .or_else(|| scripts.last())
            .map(|(at, ..)| *at)
    }

    fn remember_call(&mut self, call: OpenCall) {
        let calls = &mut self.state.calls;
        let is_script = |call: &OpenCall| call.script.is_some();
        if call.script.is_some() && calls.iter().filter(|call| is_script(call)).count() >= SCRIPTS_KEPT {
            let oldest = calls.iter().position(is_script);
            oldest.map(|at| calls.remove(at));
        }
        if calls.len() >= CALLS_KEPT {
            calls.remove(0);
        }
        calls.push(call);
    }
}

/// What the first generation of subagents answers to `spawn_agent`.
#[derive(Default, serde::Deserialize)]
struct Spawned {
    #[serde(default)]
    agent_id: String,
}

fn call_draft<'t>(call_id: &str, asked: &'t Asked) -> Draft<'t> {
    let call = ToolCall {
        call_id: call_id.to_owned(),
        name: asked.name.clone(),
        command_head: kept::short_text(&asked.command_head),
        subject: kept::short_text(cut::first_line(&asked.subject, 300)),
    };
    let draft = Draft::plain(Role::Assistant, Origin::Assistant, Kind::ToolCall, &asked.text);
    Draft { call: Some(call), ..draft }
}

fn result_draft(text: &str, outcome: ToolOutcome) -> Draft<'_> {
    let draft = Draft::plain(Role::Tool, Origin::Automation, Kind::ToolResult, text);
    Draft { outcome: Some(outcome), ..draft }
}

/// Prefers what an event said; the text of the result fills the gaps.
fn refine(known: ToolOutcome, text: &ToolOutcome) -> ToolOutcome {
    ToolOutcome {
        is_error: known.is_error.or(text.is_error),
        exit_code: known.exit_code.or(text.exit_code),
        duration_ms: known.duration_ms.or(text.duration_ms),
        is_denied: known.is_denied || text.is_denied,
        is_interrupted: known.is_interrupted || text.is_interrupted,
        call_id: known.call_id,
    }
}

/// The beginning of a program, cut between characters.
fn head_of(text: &str) -> &str {
    let mut end = text.len().min(SCRIPT_KEPT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
