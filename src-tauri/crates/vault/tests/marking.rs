//! Marks: branches that were left, parts that were rewound, turns, figures.

use daybook_model::{Agent, Entry, Instant, Kind, Message, Moment, Origin, SessionFacts, State};
use daybook_vault::WriteMode;

use crate::support::{
    Disposable, MORNING, call, entry, facts, key, message, prompt, reply, reply_message, result, session, session_with,
};

fn states(disposable: &Disposable) -> Vec<State> {
    disposable.transcript("one").into_iter().map(|(state, _)| state).collect()
}

fn under(parent: &str, message: Message) -> Entry {
    entry(Message { parent_key: Some(key(parent)), ..message })
}

/// A conversation in which the person went back behind their second prompt and asked something else.
fn rewound() -> Vec<Entry> {
    vec![
        session("one"),
        prompt(0, "a", "first"),
        under("a", reply_message(1, "b", "good")),
        under("b", message(2, "c", "left behind")),
        under("c", reply_message(3, "d", "left as well")),
        under("b", message(4, "e", "instead")),
        under("e", reply_message(5, "f", "fine")),
    ]
}

#[test]
fn a_branch_that_was_left_is_marked_however_the_file_was_read() {
    let expected = [State::Current, State::Current, State::Abandoned, State::Abandoned, State::Current, State::Current];
    let at_once = Disposable::new();
    at_once.append("/a.jsonl", rewound());
    let piecemeal = Disposable::new();
    for piece in rewound().into_iter().skip(1) {
        piecemeal.append("/a.jsonl", vec![session("one"), piece]);
    }

    for disposable in [at_once, piecemeal] {
        assert_eq!(states(&disposable), expected);
        assert_eq!(disposable.prompts(), ["first", "left behind", "instead"], "what was typed was typed");
        let detail = disposable.vault.reader().expect("a reader").get_session(1).expect("the session");
        assert_eq!(detail.usage.input, 30, "what was spent on the branch was spent");
    }
}

#[test]
fn a_prompt_that_waited_is_no_branch() {
    let disposable = Disposable::new();
    disposable.append(
        "/a.jsonl",
        vec![
            session("one"),
            prompt(0, "a", "first"),
            under("a", message(1, "b", "taken up")),
            under("a", Message { state: State::Queued, ..message(2, "c", "never taken up") }),
        ],
    );

    assert_eq!(states(&disposable), [State::Current, State::Current, State::Queued]);
}

fn segment(at: i64) -> Entry {
    let segment_at = Some(Moment { at: Instant(MORNING + at), offset_minutes: None });
    session_with(SessionFacts { segment_at, ..facts("one") })
}

#[test]
fn a_later_part_that_begins_earlier_cuts_the_part_before() {
    let first = || vec![segment(0), prompt(0, "a", "kept"), prompt(1, "b", "cut"), reply(2, "c", "cut as well")];
    let second = || vec![segment(60_000), prompt(1, "d", "instead"), reply(2, "e", "fine")];
    for second_first in [false, true] {
        let disposable = Disposable::new();
        let write = |path: &str, entries| {
            disposable.write(Agent::Codex, path, WriteMode::Append, entries);
        };
        if second_first {
            write("/2.jsonl", second());
            write("/1.jsonl", first());
        } else {
            write("/1.jsonl", first());
            write("/2.jsonl", second());
        }

        let transcript = disposable.transcript("one");

        let current: Vec<&str> =
            transcript.iter().filter(|(state, _)| *state == State::Current).map(|(_, text)| text.as_str()).collect();
        assert_eq!(current, ["kept", "instead", "fine"], "second first: {second_first}");
        assert_eq!(transcript.iter().filter(|(state, _)| *state == State::Abandoned).count(), 2);
    }
}

#[test]
fn parts_that_follow_each_other_cut_nothing() {
    let disposable = Disposable::new();
    disposable.write(Agent::Codex, "/1.jsonl", WriteMode::Append, vec![segment(0), prompt(0, "a", "one")]);
    disposable.write(Agent::Codex, "/2.jsonl", WriteMode::Append, vec![segment(60_000), prompt(1, "b", "two")]);

    assert_eq!(states(&disposable), [State::Current, State::Current]);
}

#[test]
fn prompts_are_numbered_and_know_which_model_answered() {
    let disposable = Disposable::new();
    disposable.append(
        "/a.jsonl",
        vec![
            session("one"),
            prompt(0, "a", "first"),
            reply(1, "b", "good"),
            prompt(2, "c", "second"),
            entry(Message { model: Some("model-two".to_owned()), ..reply_message(3, "d", "good") }),
            prompt(4, "e", "unanswered"),
        ],
    );
    let reader = disposable.vault.reader().expect("a reader");
    let rows = reader.list_prompts(&[1, 3, 5]).expect("prompts");

    let seen: Vec<(i64, Option<&str>)> = rows.iter().map(|row| (row.turn, row.model.as_deref())).collect();
    assert_eq!(seen, [(1, Some("model-one")), (2, Some("model-two")), (3, None)]);

    disposable.append("/a.jsonl", vec![session("one"), reply(5, "f", "late")]);
    let rows = reader.list_prompts(&[5]).expect("prompts");
    assert_eq!(rows[0].model.as_deref(), Some("model-one"), "an answer that comes later is noted later");
}

#[test]
fn figures_count_what_happened() {
    let disposable = Disposable::new();
    disposable.append(
        "/a.jsonl",
        vec![
            session("one"),
            prompt(0, "a", "first"),
            reply(1, "b", "good"),
            call(2, "c", "call-1"),
            result(3, "d", "call-1", false),
            call(4, "e", "call-2"),
            result(65, "f", "call-2", true),
            entry(Message { kind: Kind::System, origin: Origin::System, ..message(66, "g", "a notice") }),
        ],
    );

    let detail = disposable.vault.reader().expect("a reader").get_session(1).expect("the session");

    assert_eq!((detail.row.prompts, detail.replies, detail.messages), (1, 3, 6), "prompts, replies and results");
    assert_eq!((detail.row.tool_calls, detail.row.failures), (2, 1));
    assert_eq!(detail.row.started_at, Some(MORNING));
    assert_eq!(detail.row.ended_at, Some(MORNING + 66 * 60_000));
    assert_eq!(detail.row.active_ms, 5 * 60_000, "the hour of silence does not count");
    assert_eq!(detail.row.model.as_deref(), Some("model-one"));
}

#[test]
fn a_summary_line_of_a_long_session_stays_small() {
    let disposable = Disposable::new();
    let mut entries = vec![session("one")];
    for ordinal in 0..400_u32 {
        let at = Instant(MORNING + i64::from(ordinal) * 3_600_000);
        let moment = Some(Moment { at, offset_minutes: None });
        entries.push(entry(Message { moment, ..message(ordinal, &format!("m{ordinal}"), "on") }));
    }
    disposable.append("/a.jsonl", entries);

    let row = disposable.vault.reader().expect("a reader").get_session(1).expect("the session").row;

    assert!(row.activity.runs.len() <= 64, "{} runs", row.activity.runs.len());
    assert!(row.activity.prompts.len() <= 200, "{} prompts", row.activity.prompts.len());
    assert_eq!(row.active_ms, 0, "closing pauses for the picture must not lengthen the account");
}
