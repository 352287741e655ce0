//! Copies: of several sessions with the same records, one wrote them, whatever was read first.

use daybook_model::{Entry, Instant, Message, Moment, Relation, SessionFacts, State, Title, TitleSource};
use proptest::prelude::*;

use crate::support::{Disposable, MORNING, child_of, entry, facts, message, prompt, reply, session, session_with};

#[test]
fn a_title_taken_from_a_copied_prompt_gives_way_to_the_first_own_one() {
    let disposable = Disposable::new();
    let mut child = child();
    let title = Some(Title { text: "quokka one".to_owned(), source: TitleSource::FirstPrompt });
    child[0] = session_with(SessionFacts { title, ..facts("child") });
    disposable.append("/child.jsonl", child);
    disposable.append("/parent.jsonl", parent());

    let row = disposable.vault.reader().expect("a reader").get_session(disposable.session("child")).expect("it").row;

    assert_eq!(row.title, "numbat one");
}

/// A parent with four records, and a child that begins with copies of them.
fn parent() -> Vec<Entry> {
    vec![
        session("parent"),
        prompt(0, "a", "quokka one"),
        reply(1, "b", "good"),
        prompt(2, "c", "quokka two"),
        reply(3, "d", "good"),
    ]
}

fn child() -> Vec<Entry> {
    let mut entries = parent();
    entries[0] = session("child");
    entries.extend([
        prompt(60, "e", "numbat one"),
        reply(61, "f", "good"),
        prompt(62, "g", "numbat two"),
        reply(63, "h", "good"),
    ]);
    entries
}

fn copied(disposable: &Disposable, native_id: &str) -> usize {
    disposable.transcript(native_id).iter().filter(|(state, _)| *state == State::Copied).count()
}

#[test]
fn copies_belong_to_the_session_that_wrote_them_whatever_is_read_first() {
    for child_first in [false, true] {
        let disposable = Disposable::new();
        let files = [("/parent.jsonl", parent()), ("/child.jsonl", child())];
        let mut order = files.to_vec();
        if child_first {
            order.reverse();
        }
        for (path, entries) in order {
            disposable.append(path, entries);
        }

        assert_eq!(copied(&disposable, "parent"), 0, "child first: {child_first}");
        assert_eq!(copied(&disposable, "child"), 4, "child first: {child_first}");
        assert_eq!(disposable.prompts(), ["quokka one", "quokka two", "numbat one", "numbat two"]);
        assert_eq!(disposable.search("quokka").len(), 2, "a copy is no second hit");
        let reader = disposable.vault.reader().expect("a reader");
        let child = reader.get_session(disposable.session("child")).expect("the child");
        assert_eq!(child.row.relation, Some(Relation::Fork));
        assert_eq!(child.parent.expect("the child is linked").native_id, "parent");
        assert_eq!(child.row.started_at, Some(MORNING + 60 * 60_000), "its own time begins with its own records");
        assert_eq!((child.usage.input, child.row.prompts), (20, 2), "what was copied was spent elsewhere");
        assert_eq!(child.row.title, "numbat one");
        let parent = reader.get_session(disposable.session("parent")).expect("the parent");
        assert!(parent.parent.is_none() && parent.row.relation.is_none());
        assert_eq!(reader.summarise().expect("a summary").sessions, 2, "forks are listed");
    }
}

#[test]
fn what_the_agent_says_of_the_parent_overrules_what_the_records_suggest() {
    for child_first in [false, true] {
        let disposable = Disposable::new();
        // The parent goes on only after the child did, so that its own part begins later.
        let mut parent = parent();
        parent.push(prompt(200, "z", "the parent again"));
        let mut child = child();
        child[0] = child_of("child", "parent", Relation::Resume);
        let mut order = vec![("/parent.jsonl", parent), ("/child.jsonl", child)];
        if child_first {
            order.reverse();
        }
        for (path, entries) in order {
            disposable.append(path, entries);
        }

        assert_eq!(copied(&disposable, "parent"), 0, "child first: {child_first}");
        assert_eq!(copied(&disposable, "child"), 4, "child first: {child_first}");
        let reader = disposable.vault.reader().expect("a reader");
        let child = reader.get_session(disposable.session("child")).expect("the child");
        assert_eq!(child.row.relation, Some(Relation::Resume), "the agent's own word stays");
    }
}

#[test]
fn a_chain_of_forks_points_back_link_by_link() {
    let disposable = Disposable::new();
    let mut grandchild = child();
    grandchild[0] = session("grandchild");
    grandchild.push(prompt(120, "i", "wombat"));
    disposable.append("/3.jsonl", grandchild);
    disposable.append("/1.jsonl", parent());
    disposable.append("/2.jsonl", child());

    let reader = disposable.vault.reader().expect("a reader");
    let link = |native_id: &str| {
        let detail = reader.get_session(disposable.session(native_id)).expect("the session");
        detail.parent.map(|parent| parent.native_id)
    };
    assert_eq!(link("grandchild").as_deref(), Some("child"));
    assert_eq!(link("child").as_deref(), Some("parent"));
    assert_eq!(link("parent"), None);
    assert_eq!(disposable.prompts().len(), 5);
}

#[test]
fn an_original_that_left_its_file_hands_over_to_the_copy() {
    let disposable = Disposable::new();
    disposable.append("/parent.jsonl", parent());
    disposable.append("/child.jsonl", child());

    disposable.reload("/parent.jsonl", vec![session("parent"), prompt(0, "a", "quokka one"), reply(1, "b", "good")]);

    assert_eq!(copied(&disposable, "child"), 2, "two records now stand in the child alone");
    assert_eq!(disposable.prompts(), ["quokka one", "quokka two", "numbat one", "numbat two"]);
}

#[test]
fn an_append_to_a_fork_leaves_the_marks_alone() {
    let disposable = Disposable::new();
    disposable.append("/parent.jsonl", parent());
    disposable.append("/child.jsonl", child());

    let report = disposable.append("/child.jsonl", vec![session("child"), prompt(70, "n", "further")]);

    assert_eq!((report.messages_added, report.messages_changed), (1, 0));
    assert_eq!(report.sessions.len(), 1, "the parent did not change");
}

#[test]
fn a_copy_that_is_sent_again_changes_nothing() {
    let disposable = Disposable::new();
    disposable.append("/parent.jsonl", parent());
    disposable.append("/child.jsonl", child());

    let again = disposable.reload("/child.jsonl", child());

    assert_eq!((again.messages_added, again.messages_changed), (0, 0));
    assert_eq!(copied(&disposable, "child"), 4);
}

/// A session's transcript, parent and number of prompts.
type Portrait = (Vec<(State, String)>, Option<String>, i64);

/// Everything that may not depend on the order of reading.
fn picture(disposable: &Disposable) -> Vec<Portrait> {
    let reader = disposable.vault.reader().expect("a reader");
    ["s0", "s1", "s2", "s3"]
        .map(|native_id| {
            let detail = reader.get_session(disposable.session(native_id)).expect("the session");
            let parent = detail.parent.map(|parent| parent.native_id);
            (disposable.transcript(native_id), parent, detail.row.prompts)
        })
        .to_vec()
}

/// How much a session shares with the others, and the minutes of what it has for itself.
type Sketch = (usize, Vec<u32>);

/// Sessions that share a beginning of some length and go on by themselves, cut into pieces.
fn family() -> impl Strategy<Value = (Vec<Sketch>, Vec<usize>)> {
    let session = (0_usize..6, proptest::collection::vec(0_u32..40, 0..5));
    (proptest::collection::vec(session, 4), proptest::collection::vec(any::<prop::sample::Index>(), 24)).prop_map(
        |(sessions, picks)| {
            let picks = picks.into_iter().map(|pick| pick.index(4)).collect();
            (sessions, picks)
        },
    )
}

fn records(number: usize, shared: usize, own: &[u32]) -> Vec<Message> {
    let mut all: Vec<Message> =
        (0..shared).map(|at| message(u32::try_from(at).expect("small"), &format!("shared{at}"), "shared")).collect();
    for (at, minute) in own.iter().enumerate() {
        let ordinal = u32::try_from(shared + at).expect("small");
        let name = format!("own{number}-{at}");
        let moment = Some(Moment { at: Instant(MORNING + i64::from(*minute) * 60_000), offset_minutes: None });
        all.push(Message { moment, ..message(ordinal, &name, &name) });
    }
    all.push(message(99, &format!("last{number}"), "last"));
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn who_was_first_does_not_depend_on_the_order_of_reading((sessions, picks) in family()) {
        let files: Vec<Vec<Message>> =
            sessions.iter().enumerate().map(|(number, (shared, own))| records(number, *shared, own)).collect();
        let write = |disposable: &Disposable, number: usize, messages: &[Message]| {
            let mut entries = vec![session(&format!("s{number}"))];
            entries.extend(messages.iter().cloned().map(entry));
            disposable.append(&format!("/{number}.jsonl"), entries);
        };

        let in_order = Disposable::new();
        for (number, file) in files.iter().enumerate() {
            write(&in_order, number, file);
        }
        let in_pieces = Disposable::new();
        let mut done = [0_usize; 4];
        for number in picks {
            let next = (done[number] + 2).min(files[number].len());
            write(&in_pieces, number, &files[number][done[number]..next]);
            done[number] = next;
        }
        for (number, file) in files.iter().enumerate().rev() {
            write(&in_pieces, number, &file[done[number]..]);
        }

        prop_assert_eq!(picture(&in_pieces), picture(&in_order));
    }
}
