//! Where Claude Code keeps the files of a session, and what a file's place says about it.
//!
//! `<project>/<session>.jsonl` is a session. A subagent's file lies below it, as
//! `<project>/<session>/subagents/agent-<id>.jsonl` with `agent-<id>.meta.json` beside it, or, before 2.1, beside it as
//! `<project>/agent-<id>.jsonl`. The name of the project folder is a guess at best and never decoded into a path.

use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use daybook_model::{Parent, Relation};
use daybook_text::cut::first_line;

use crate::kept;
use crate::lenient::{Text, shape};

/// The folder of newer subagent files.
const SUBAGENTS: &str = "subagents";

/// How the names of subagent files begin.
const AGENT_PREFIX: &str = "agent-";

/// Most bytes read of a file beside a session.
const MOST_BESIDE: u64 = 256 * 1024;

/// The place of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    path: PathBuf,
    stem: String,
    folder: String,
    /// The session that a subagent's file lies below.
    owner: Option<String>,
    is_agent: bool,
}

/// What stands beside a subagent's file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Description {
    pub(super) title: Option<String>,
    pub(super) call_id: Option<String>,
}

/// The title that stands beside a session's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CompanionTitle {
    pub(super) text: String,
    /// Whether the person gave it to this session, rather than to an earlier one that was cleared.
    pub(super) is_own: bool,
}

shape! {
    /// `agent-<id>.meta.json`.
    Meta { "description" => description: Text<'a>, "toolUseId" => call: Text<'a> }
}

shape! {
    /// `custom-title.json`.
    CustomTitle { "customTitle" => title: Text<'a>, "by" => by: Text<'a> }
}

impl Layout {
    pub(super) fn of(path: &Path) -> Self {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = name.strip_suffix(".zst").unwrap_or(&name);
        let stem = stem.strip_suffix(".jsonl").unwrap_or(stem).to_owned();
        let is_agent = stem.starts_with(AGENT_PREFIX);
        let below = path.ancestors().skip(1).find(|folder| folder.file_name().is_some_and(|name| name == SUBAGENTS));
        let session = below.filter(|_| is_agent).and_then(Path::parent);
        let folder = session.map_or(path.parent(), Path::parent);
        Self {
            path: path.to_owned(),
            stem,
            folder: file_name(folder),
            owner: session.map(|session| file_name(Some(session))),
            is_agent,
        }
    }

    pub(super) fn is_agent(&self) -> bool {
        self.is_agent
    }

    pub(super) fn folder_label(&self) -> &str {
        &self.folder
    }

    /// The session's id, as far as it is known before (`None`) or after a row has named a session.
    pub(super) fn native_id(&self, session: Option<&str>) -> Option<String> {
        if !self.is_agent {
            return Some(self.stem.clone());
        }
        let owner = self.owner.as_deref().or(session)?;
        Some(format!("{owner}/{}", self.stem))
    }

    /// The id of a subagent whose file names no session at all.
    pub(super) fn fallback_id(&self) -> String {
        format!("{}/{}", self.folder, self.stem)
    }

    /// The session that a subagent belongs to.
    pub(super) fn parent(&self, session: Option<&str>) -> Option<Parent> {
        let owner = self.owner.as_deref().or(session).filter(|_| self.is_agent)?;
        Some(Parent { native_id: owner.to_owned(), relation: Relation::Subagent, call_id: None, shared_until: None })
    }

    /// The id under which a subagent's own file (before 2.1) names itself, if there is such a file beside this one.
    pub(super) fn subagent_beside(&self, session: &str, agent: &str) -> Option<String> {
        let is_plain =
            !agent.is_empty() && agent.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        let beside = self.path.with_file_name(format!("{AGENT_PREFIX}{agent}.jsonl"));
        (!self.is_agent && is_plain && beside.exists()).then(|| format!("{session}/{AGENT_PREFIX}{agent}"))
    }

    /// Files whose change means that this one must be looked at again.
    pub(super) fn companions(&self) -> Vec<PathBuf> {
        if self.is_agent {
            self.owner.iter().map(|_| self.path.with_file_name(format!("{}.meta.json", self.stem))).collect()
        } else {
            vec![self.path.with_file_name(&self.stem).join("custom-title.json")]
        }
    }

    /// Reads what stands beside a subagent's file.
    pub(super) fn description(&self) -> Option<Description> {
        let text = beside(self.companions().first().filter(|_| self.is_agent)?)?;
        let meta: Meta<'_> = serde_json::from_str(&text).ok()?;
        let title = meta.description.get().map(|title| kept::short_text(first_line(title, 200)));
        Some(Description {
            title: title.filter(|title| !title.is_empty()),
            call_id: meta.call.get().map(str::to_owned),
        })
    }

    /// Reads the title that stands beside a session's file.
    pub(super) fn companion_title(&self) -> Option<CompanionTitle> {
        let text = beside(self.companions().first().filter(|_| !self.is_agent)?)?;
        let title: CustomTitle<'_> = serde_json::from_str(&text).ok()?;
        Some(CompanionTitle { text: title.title.get()?.to_owned(), is_own: !title.by.is("carried") })
    }
}

/// Tells whether a file, named relative to the folder of all projects, is a session or a subagent's file.
pub(super) fn claims(relative: &Path) -> bool {
    let parts: Vec<&str> = relative
        .components()
        .filter_map(|part| match part {
            Component::Normal(part) => part.to_str(),
            _ => None,
        })
        .collect();
    let is_records = |name: &str| {
        let name = name.strip_suffix(".zst").unwrap_or(name);
        name.strip_suffix(".jsonl").is_some_and(|stem| !stem.is_empty())
    };
    match parts.as_slice() {
        [_, name] => is_records(name),
        [_, _, SUBAGENTS, .., name] => name.starts_with(AGENT_PREFIX) && is_records(name),
        _ => false,
    }
}

fn file_name(path: Option<&Path>) -> String {
    path.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Reads a small file beside a session; a missing or unreadable one says nothing.
fn beside(path: &Path) -> Option<String> {
    let mut text = String::new();
    File::open(path).ok()?.take(MOST_BESIDE).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_and_subagents_are_claimed_and_nothing_else() {
        for claimed in
            ["-home-a/1.jsonl", "-home-a/agent-1.jsonl", "-home-a/1/subagents/agent-1.jsonl", "-h/1.jsonl.zst"]
        {
            assert!(claims(Path::new(claimed)), "{claimed} is a source");
        }
        for other in [
            "1.jsonl",
            "-home-a/1.json",
            "-home-a/.jsonl",
            "-home-a/1/custom-title.json",
            "-home-a/1/tool-results/x.jsonl",
            "-home-a/1/subagents/agent-1.meta.json",
        ] {
            assert!(!claims(Path::new(other)), "{other} is no source");
        }
    }

    #[test]
    fn a_place_names_session_owner_and_folder() {
        let main = Layout::of(Path::new("/h/projects/-home-a/1f.jsonl"));
        let newer = Layout::of(Path::new("/h/projects/-home-a/1f/subagents/agent-7.jsonl"));
        let older = Layout::of(Path::new("/h/projects/-home-a/agent-7.jsonl"));

        assert_eq!((main.native_id(None).as_deref(), main.folder_label()), (Some("1f"), "-home-a"));
        assert_eq!((newer.native_id(None).as_deref(), newer.folder_label()), (Some("1f/agent-7"), "-home-a"));
        assert_eq!((older.native_id(None), older.folder_label()), (None, "-home-a"));
        assert_eq!(older.native_id(Some("1f")).as_deref(), Some("1f/agent-7"), "both layouts give one kind of id");
    }
}
