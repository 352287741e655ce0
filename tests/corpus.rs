//! Genuine histories of two clients in five versions, through discovery, readers, redaction and vault: what each yields.
//!
//! The figures were counted apart from this program, from the files themselves (see the README beside the fixtures).

#![expect(clippy::expect_used, reason = "a test that cannot look says so and stops")]

#[expect(dead_code, reason = "the failure cases use what these tests do not")]
mod recorded;

use daybook_testkit::fixtures;
use recorded::Recorded;

/// What a folder holds.
#[derive(Debug, PartialEq, Eq)]
struct Yield {
    sessions: i64,
    children: i64,
    prompts: i64,
    replies: i64,
    tool_calls: i64,
    failures: i64,
}

fn yield_of(client: &str) -> Yield {
    let recorded = Recorded::tree(&fixtures::corpus(client));
    let summary = recorded.reader().summarise().expect("a summary");
    let mut sessions = recorded.sessions();
    let children: Vec<i64> =
        sessions.iter().flat_map(|session| session.children.iter().filter_map(|child| child.id)).collect();
    let reader = recorded.reader();
    sessions.extend(children.into_iter().map(|id| reader.get_session(id).expect("a child")));
    sessions.sort_by_key(|session| session.row.id);
    sessions.dedup_by_key(|session| session.row.id);
    Yield {
        sessions: summary.sessions,
        children: summary.children,
        prompts: summary.prompts,
        replies: sessions.iter().map(|session| session.replies).sum(),
        tool_calls: sessions.iter().map(|session| session.row.tool_calls).sum(),
        failures: sessions.iter().map(|session| session.row.failures).sum(),
    }
}

#[test]
fn claude_code_2_1() {
    let wanted = Yield { sessions: 29, children: 2, prompts: 44, replies: 80, tool_calls: 37, failures: 7 };

    assert_eq!(yield_of("claude"), wanted);
}

#[test]
fn claude_code_2_0() {
    // Six of the 27 subagents belong to three sessions that the client left empty: kept and searchable, not listed.
    let wanted = Yield { sessions: 10, children: 27, prompts: 12, replies: 44, tool_calls: 12, failures: 1 };

    assert_eq!(yield_of("claude-2.0.76"), wanted);
}

#[test]
fn claude_code_1_0() {
    let wanted = Yield { sessions: 10, children: 1, prompts: 12, replies: 24, tool_calls: 12, failures: 1 };

    assert_eq!(yield_of("claude-1.0.128"), wanted);
}

#[test]
fn codex_paginated() {
    let wanted = Yield { sessions: 31, children: 2, prompts: 42, replies: 73, tool_calls: 37, failures: 3 };

    assert_eq!(yield_of("codex"), wanted);
}

#[test]
fn codex_legacy() {
    let wanted = Yield { sessions: 23, children: 0, prompts: 24, replies: 39, tool_calls: 18, failures: 2 };

    assert_eq!(yield_of("codex-0.80.0"), wanted);
}
