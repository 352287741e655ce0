//! Which messages of a tree belong to the conversation as it stands.
//!
//! Agents that let a person rewind keep the old branch in the file: a second prompt hangs under an ancestor that
//! already has one. Everything under the earlier prompt is abandoned. Branches that do not begin with a prompt
//! (parallel tool calls, retries) are no rewinds and stay. Broken, missing and circular parents change nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::message::MessageKey;

/// A message as lineage sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The message.
    pub key: MessageKey,
    /// The message it continues.
    pub parent: Option<MessageKey>,
    /// Whether a person typed it.
    pub is_prompt: bool,
}

/// Tells, for every node in file order, whether it lies on a branch that was left by rewinding.
pub fn abandoned(nodes: &[Node]) -> Vec<bool> {
    let last_prompt = last_prompts(nodes);
    let parents: FxHashMap<MessageKey, Node> = nodes.iter().map(|node| (node.key, *node)).collect();
    let mut known: FxHashMap<MessageKey, bool> = FxHashMap::default();
    nodes.iter().map(|node| is_abandoned(node, &parents, &last_prompt, &mut known)).collect()
}

/// Finds, for every parent, the last of the prompts that hang directly under it.
fn last_prompts(nodes: &[Node]) -> FxHashMap<MessageKey, MessageKey> {
    nodes.iter().filter(|node| node.is_prompt).filter_map(|node| Some((node.parent?, node.key))).collect()
}

/// Walks up until a verdict is known; the walk ends at a root, a missing parent or a circle.
fn is_abandoned(
    node: &Node,
    parents: &FxHashMap<MessageKey, Node>,
    last_prompt: &FxHashMap<MessageKey, MessageKey>,
    known: &mut FxHashMap<MessageKey, bool>,
) -> bool {
    let mut walked: FxHashSet<MessageKey> = FxHashSet::default();
    let mut at = Some(*node);
    let mut verdict = false;
    while let Some(here) = at {
        if let Some(earlier) = known.get(&here.key) {
            verdict = *earlier;
            break;
        }
        if !walked.insert(here.key) {
            break;
        }
        let replaced = here.is_prompt
            && here.parent.is_some_and(|parent| {
                parent != here.key && last_prompt.get(&parent).is_some_and(|last| *last != here.key)
            });
        if replaced {
            verdict = true;
            break;
        }
        at = here.parent.and_then(|parent| parents.get(&parent).copied());
    }
    known.extend(walked.into_iter().map(|key| (key, verdict)));
    verdict
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn node(key: i64, parent: Option<i64>, is_prompt: bool) -> Node {
        Node { key: MessageKey(key), parent: parent.map(MessageKey), is_prompt }
    }

    #[test]
    fn the_branch_before_a_rewind_is_abandoned() {
        let nodes = [
            node(1, None, true),
            node(2, Some(1), false),
            node(3, Some(2), true),
            node(4, Some(3), false),
            node(5, Some(2), true),
            node(6, Some(5), false),
        ];

        assert_eq!(abandoned(&nodes), [false, false, true, true, false, false]);
    }

    #[test]
    fn parallel_calls_are_no_rewind() {
        let nodes = [
            node(1, None, true),
            node(2, Some(1), false),
            node(3, Some(2), false),
            node(4, Some(2), false),
            node(5, Some(4), true),
        ];

        assert_eq!(abandoned(&nodes), [false; 5]);
    }

    #[test]
    fn a_node_that_names_itself_or_a_missing_parent_is_kept() {
        let nodes = [node(1, Some(1), true), node(2, Some(99), true), node(3, Some(2), false)];

        assert_eq!(abandoned(&nodes), [false; 3]);
    }

    #[test]
    fn a_rewind_to_the_same_place_twice_leaves_both_earlier_branches() {
        let nodes = [
            node(1, None, true),
            node(2, Some(1), true),
            node(3, Some(1), true),
            node(4, Some(3), false),
            node(5, Some(1), true),
        ];

        assert_eq!(abandoned(&nodes), [false, true, true, true, false]);
    }

    #[test]
    fn a_circle_of_parents_ends() {
        let nodes = [node(1, Some(3), false), node(2, Some(1), true), node(3, Some(2), false)];

        assert_eq!(abandoned(&nodes), [false; 3]);
    }

    proptest! {
        #[test]
        fn what_hangs_under_an_abandoned_message_is_abandoned(
            shapes in prop::collection::vec((prop::option::of(0_i64..30), any::<bool>()), 0..30),
        ) {
            // Parents lie before their children, as they do in a file.
            let nodes: Vec<Node> = (0_i64..)
                .zip(shapes)
                .map(|(key, (parent, is_prompt))| node(key, parent.filter(|parent| *parent < key), is_prompt))
                .collect();

            let verdicts = abandoned(&nodes);

            for (place, one) in nodes.iter().enumerate() {
                let is_below = one.parent.is_some_and(|parent| verdicts[usize::try_from(parent.0).unwrap_or(0)]);
                prop_assert!(!is_below || verdicts[place]);
            }
            let is_last_kept = nodes.is_empty() || nodes.iter().rposition(|node| node.is_prompt).is_none_or(|last| {
                !verdicts[last] || nodes[last].parent.is_some_and(|parent| verdicts[usize::try_from(parent.0).unwrap_or(0)])
            });
            prop_assert!(is_last_kept, "the newest prompt is abandoned only with the branch it continues");
        }
    }
}
