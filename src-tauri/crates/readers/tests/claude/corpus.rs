//! What the reader makes of files that real versions of Claude Code wrote.

use crate::recording::{Recording, Session, fixture, is_prompt, read_home};
use daybook_model::lineage::{self, Node};
use daybook_model::{Kind, Relation, TitleSource};

fn corpus(folder: &str) -> Recording {
    read_home(&fixture("corpus").join(folder))
}

fn errors(session: &Session) -> usize {
    let results = session.of_kind(Kind::ToolResult).into_iter().filter_map(|result| result.outcome.as_ref());
    results.filter(|outcome| outcome.is_error == Some(true)).count()
}

/// Sessions, children, prompts typed by a person, replies, tool calls, tool errors.
fn figures(recording: &Recording) -> [usize; 6] {
    let sum = |count: &dyn Fn(&Session) -> usize| recording.sessions.values().map(count).sum();
    [
        recording.top().len(),
        recording.children().len(),
        sum(&|session| session.prompts().len()),
        sum(&Session::replies),
        sum(&|session| session.of_kind(Kind::ToolCall).len()),
        sum(&errors),
    ]
}

#[test]
fn every_version_yields_what_its_files_hold() {
    // Counted in the files themselves; the fork of 2.1.332 repeats one prompt and two replies of the session it copies.
    for (folder, expected) in [
        ("claude", [29, 2, 45, 82, 37, 7]),
        ("claude-2.0.76", [10, 27, 12, 50, 12, 1]),
        ("claude-1.0.128", [10, 1, 12, 24, 12, 1]),
    ] {
        let recording = corpus(folder);

        assert_eq!(figures(&recording), expected, "sessions, children, prompts, replies, calls, errors of {folder}");
        assert_eq!(recording.faults, [], "the real client writes nothing we do not understand");
    }
}

#[test]
fn tokens_are_counted_once_a_reply() {
    let recording = corpus("claude");

    let output: u32 = recording.sessions.values().map(|session| session.usage().output).sum();

    assert_eq!(output, 17_590, "the sum over message ids of each file, a fork's copies included");
}

#[test]
fn a_rewind_leaves_exactly_the_branch_behind_it() {
    let mut abandoned = Vec::new();
    for session in corpus("claude").sessions.values() {
        let messages = session.in_order();
        let nodes: Vec<Node> = messages
            .iter()
            .map(|message| Node { key: message.key, parent: message.parent_key, is_prompt: is_prompt(message) })
            .collect();
        let left = lineage::abandoned(&nodes);
        abandoned.extend(messages.into_iter().zip(left).filter(|(_, is_left)| *is_left).map(|(message, _)| {
            (
                session.facts.native_id[..8].to_owned(),
                message.ordinal,
                message.text.lines().next().unwrap_or("").to_owned(),
            )
        }));
    }

    assert_eq!(abandoned.len(), 7, "one prompt, its reply of three parts, two results, the answer: {abandoned:?}");
    assert!(abandoned.iter().all(|(session, _, _)| session == "6462862b"), "only one session was rewound");
    assert_eq!(abandoned[0].2, "Compare the two price files.", "the prompt that the person took back");
}

#[test]
fn a_fork_repeats_the_keys_of_what_it_copies() {
    let recording = corpus("claude");
    let [fork] = recording
        .sessions
        .values()
        .filter(|session| session.facts.parent.as_ref().is_some_and(|parent| parent.relation == Relation::Fork))
        .collect::<Vec<_>>()[..]
    else {
        panic!("one session is a fork");
    };
    let parent = &recording.sessions[&fork.facts.parent.as_ref().expect("it is a fork").native_id];

    let copied = fork.messages.keys().filter(|key| parent.messages.contains_key(key)).count();

    assert_eq!((fork.messages.len(), copied), (6, 4), "summary, two replies and a prompt are copies");
}

#[test]
fn every_subagent_that_a_call_started_is_linked_to_it() {
    for folder in ["claude", "claude-2.0.76", "claude-1.0.128"] {
        let recording = corpus(folder);
        let calls: Vec<&str> = recording
            .sessions
            .values()
            .flat_map(|session| session.messages.values())
            .filter_map(|message| message.call.as_ref())
            .filter(|call| matches!(call.name.as_str(), "Task" | "Agent"))
            .map(|call| call.call_id.as_str())
            .collect();

        for call in &calls {
            let linked = |child: &&Session| {
                child.facts.parent.as_ref().and_then(|parent| parent.call_id.as_deref()) == Some(*call)
            };
            let children: Vec<&Session> = recording.children().into_iter().filter(linked).collect();
            assert_eq!(children.len(), 1, "{call} of {folder} started one subagent");
            let title = children[0].facts.title.as_ref().expect("a subagent is titled by its task");
            assert_eq!(title.source, TitleSource::Agent, "{}", title.text);
        }
        assert!(!calls.is_empty(), "{folder} has subagents");
    }
}

#[test]
fn sessions_of_each_version_look_as_recorded() {
    for (folder, session) in [
        ("claude", "b17c1336-a3a7-43c0-a0b8-e97c7d018da2"),
        ("claude", "6462862b-a92a-4200-8ab8-c9187e1942e6"),
        ("claude", "b53986f9-de4e-4a41-bf09-c11182c75d5e"),
        ("claude", "0d91c007-6ce8-4dc4-9594-d845663ecab1"),
        ("claude-2.0.76", "e2ad8d25-c7c6-4b61-998f-f4d252ca8ff2"),
        ("claude-1.0.128", "097a4828-596f-43c3-a574-f8ada600554a"),
        ("claude-1.0.128", "ea0f06d4-a843-4683-8efa-30012bae03a8"),
    ] {
        let mut recording = corpus(folder);
        recording.sessions.retain(|id, _| id.starts_with(session));

        insta::assert_json_snapshot!(format!("{folder}_{}", &session[..8]), recording.view());
    }
}
