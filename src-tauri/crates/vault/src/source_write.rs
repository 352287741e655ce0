//! Writing what was read from one source: sessions, messages, tool events, raw bytes and faults, in one transaction.
//!
//! Entries are written as they come. What depends on the whole (branches, copies, turns, figures) is settled at the
//! end, for the sessions that changed and for those that share their history.

use daybook_model::{Agent, Checkpoint, Entry, Instant, Message, ResolvedProject, SessionFacts};
use rusqlite::Connection;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::copies::{self, Change, Member};
use crate::error::VaultError;
use crate::message_spans::NewSpans;
use crate::message_usage::ReplyUsage;
use crate::messages::Inserts;
use crate::sessions::{SessionRecord, Standing};
use crate::sources::{SeenSource, SourceStamp, SourcesMut};
use crate::steps::{Names, Step};
use crate::tool_events::ToolEvents;
use crate::{figures, marks, messages, sessions, source_pieces, steps};

/// Whether a source is read on from where it stopped, or from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteMode {
    /// It is new, or it grew.
    Append,
    /// It is read again from its start; its messages that do not come again are superseded.
    Reload,
}

/// What writing a source changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WriteReport {
    /// Id of the source.
    pub source_id: i64,
    /// Sessions in which anything changed, other sessions that were linked or re-marked included.
    pub sessions: Vec<i64>,
    /// Messages that are new.
    pub messages_added: u64,
    /// Messages whose content or mark changed.
    pub messages_changed: u64,
}

/// Writes one source.
pub struct SourceWrite<'transaction> {
    transaction: &'transaction Connection,
    inserts: Inserts<'transaction>,
    agent: Agent,
    source: SeenSource,
    sessions: Vec<SessionWrite>,
    by_native_id: FxHashMap<String, usize>,
    current: Option<usize>,
    is_reload: bool,
    /// On a reload: messages of this source that did not come again yet.
    awaited: FxHashSet<i64>,
    touched: FxHashSet<i64>,
    /// Sessions that found their parent while this source was written.
    adopted: FxHashSet<i64>,
    names: Names,
    report: WriteReport,
}

/// A session while its source is being written.
#[derive(Debug)]
struct SessionWrite {
    known: SessionRecord,
    record: SessionRecord,
    standing: Standing,
    is_new: bool,
    is_touched: bool,
    is_rewritten: bool,
    /// All steps of a new session; of a known one, they are loaded at the end.
    steps: Vec<Step>,
    spans: NewSpans,
    added_keys: Vec<i64>,
    added_instants: Vec<Option<i64>>,
    events: ToolEvents,
    usage: ReplyUsage,
}

impl<'transaction> SourceWrite<'transaction> {
    pub(crate) fn begin(
        transaction: &'transaction Connection,
        stamp: &SourceStamp,
        mode: WriteMode,
        now: Instant,
    ) -> Result<Self, VaultError> {
        let mut source = SourcesMut::new(transaction).see(stamp, now)?;
        let mut awaited = FxHashSet::default();
        let is_reload = mode == WriteMode::Reload && !source.is_new;
        if is_reload {
            source.generation += 1;
            awaited = messages::list_ids_of_source(transaction, source.id)?.into_iter().collect();
            source_pieces::drop_for_reload(transaction, source.id)?;
        }
        Ok(Self {
            transaction,
            inserts: Inserts::prepare(transaction)?,
            agent: stamp.agent,
            source,
            sessions: Vec::new(),
            by_native_id: FxHashMap::default(),
            current: None,
            is_reload,
            awaited,
            touched: FxHashSet::default(),
            adopted: FxHashSet::default(),
            names: Names::default(),
            report: WriteReport { source_id: source.id, ..WriteReport::default() },
        })
    }

    /// Takes the next piece of the source.
    ///
    /// # Errors
    /// [`VaultError::SessionNotNamed`] if a message comes before any session.
    pub fn apply(&mut self, entry: Entry) -> Result<(), VaultError> {
        match entry {
            Entry::Raw { span, data } => {
                source_pieces::add_chunk(self.transaction, self.source.id, self.source.generation, span, &data)
            }
            Entry::Session { facts, project } => self.apply_session(&facts, project.as_ref()),
            Entry::Message(message) => self.apply_message(*message),
            Entry::Outcome(outcome) => {
                let transaction = self.transaction;
                let session = self.current()?;
                session.events.outcome(None, &outcome);
                session.write_events_if_full(transaction)
            }
            Entry::Usage { reply, usage } => {
                let (transaction, source_id) = (self.transaction, self.source.id);
                let session = self.current()?;
                session.usage.raise(transaction, session.record.id, source_id, reply, usage)
            }
            Entry::Compaction { before_ordinal, moment } => {
                let (transaction, source_id) = (self.transaction, self.source.id);
                let session = self.current()?;
                let session_id = session.record.id;
                session.is_touched |=
                    source_pieces::add_compaction(transaction, session_id, source_id, before_ordinal, moment)?;
                Ok(())
            }
            Entry::Fault(fault) => source_pieces::add_fault(self.transaction, self.source.id, &fault).map(|_| ()),
        }
    }

    fn current(&mut self) -> Result<&mut SessionWrite, VaultError> {
        self.current.and_then(|at| self.sessions.get_mut(at)).ok_or(VaultError::SessionNotNamed)
    }

    fn apply_session(&mut self, facts: &SessionFacts, project: Option<&ResolvedProject>) -> Result<(), VaultError> {
        let at = match self.by_native_id.get(&facts.native_id) {
            Some(at) => *at,
            None => self.open_session(facts, project)?,
        };
        self.current = Some(at);
        let (transaction, agent, source_id) = (self.transaction, self.agent, self.source.id);
        let session = &mut self.sessions[at];
        if let Some(moment) = facts.segment_at {
            session.standing = sessions::add_source(transaction, session.record.id, source_id, moment.at.0)?;
        }
        sessions::merge(transaction, agent, &mut session.record, facts, project, session.standing)?;
        if !facts.aliases.is_empty() {
            session.is_touched |= sessions::add_aliases(transaction, session.record.id, &facts.aliases)?;
            for alias in &facts.aliases {
                self.adopted.extend(sessions::adopt_orphans(transaction, agent, session.record.id, alias)?);
            }
        }
        Ok(())
    }

    fn open_session(&mut self, facts: &SessionFacts, project: Option<&ResolvedProject>) -> Result<usize, VaultError> {
        let (record, is_new) = sessions::see(self.transaction, self.agent, &facts.native_id, project)?;
        let segment_at = facts.segment_at.map_or(0, |moment| moment.at.0);
        let standing = sessions::add_source(self.transaction, record.id, self.source.id, segment_at)?;
        if is_new {
            let adopted = sessions::adopt_orphans(self.transaction, self.agent, record.id, &facts.native_id)?;
            self.adopted.extend(adopted);
        }
        self.sessions.push(SessionWrite {
            known: record.clone(),
            record,
            standing,
            is_new,
            is_touched: is_new,
            is_rewritten: false,
            steps: Vec::new(),
            spans: NewSpans::default(),
            added_keys: Vec::new(),
            added_instants: Vec::new(),
            events: ToolEvents::default(),
            usage: ReplyUsage::default(),
        });
        let at = self.sessions.len() - 1;
        self.by_native_id.insert(facts.native_id.clone(), at);
        Ok(at)
    }

    fn apply_message(&mut self, message: Message) -> Result<(), VaultError> {
        let (transaction, source_id) = (self.transaction, self.source.id);
        let at = self.current.ok_or(VaultError::SessionNotNamed)?;
        let session = &mut self.sessions[at];
        let session_id = session.record.id;
        let id = if let Some(id) = self.inserts.insert(session_id, source_id, &message)? {
            self.report.messages_added += 1;
            session.add(Step::of(id, source_id, &message, &mut self.names));
            id
        } else {
            let resent = messages::resend(transaction, session_id, source_id, &message)?;
            self.awaited.remove(&resent.id);
            if resent.is_changed {
                self.report.messages_changed += 1;
                session.change(Step::of(resent.id, source_id, &message, &mut self.names));
            }
            resent.id
        };
        if message.reply == message.ordinal && message.role == daybook_model::Role::Assistant {
            session.usage.reply(message.ordinal, id);
        }
        if let Some(usage) = message.usage {
            session.usage.set(id, usage);
        }
        if let Some(call) = message.call {
            session.events.call(id, call);
        }
        if let Some(outcome) = message.outcome {
            session.events.outcome(Some(id), &outcome);
        }
        session.write_events_if_full(transaction)
    }

    /// Settles what depends on the whole source and keeps where reading goes on.
    ///
    /// # Errors
    /// [`VaultError::Storage`] if the engine refuses.
    pub fn finish(mut self, checkpoint: &Checkpoint, fingerprint: u64) -> Result<WriteReport, VaultError> {
        let transaction = self.transaction;
        let mut rewritten = self.supersede_awaited()?;
        for mut session in std::mem::take(&mut self.sessions) {
            let session_id = session.record.id;
            session.is_rewritten |= rewritten.remove(&session_id);
            session.is_touched |= session.is_rewritten;
            session.write(transaction)?;
            if session.is_touched {
                self.settle(session)?;
            }
        }
        for session_id in std::mem::take(&mut self.adopted) {
            // Who was first may follow from who is whose parent.
            if copies::has_shared_history(transaction, session_id)? {
                rewritten.insert(session_id);
            }
            self.touched.insert(session_id);
        }
        let mut rewritten: Vec<i64> = rewritten.into_iter().collect();
        rewritten.sort_unstable();
        for session_id in rewritten {
            self.settle_known(session_id)?;
        }
        if self.is_reload {
            source_pieces::drop_repeated_generations(transaction, self.source.id, self.source.generation)?;
        }
        SourcesMut::new(transaction).set_checkpoint(self.source, checkpoint, fingerprint)?;
        self.report.sessions = self.touched.into_iter().collect();
        self.report.sessions.sort_unstable();
        Ok(self.report)
    }

    /// Marks what a reload did not bring again; answers the sessions it lies in.
    fn supersede_awaited(&mut self) -> Result<FxHashSet<i64>, VaultError> {
        let mut rewritten = FxHashSet::default();
        let mut awaited: Vec<i64> = self.awaited.drain().collect();
        awaited.sort_unstable();
        for id in awaited {
            rewritten.insert(messages::supersede(self.transaction, id)?);
            self.report.messages_changed += 1;
        }
        Ok(rewritten)
    }

    /// Settles a session that the source no longer names.
    fn settle_known(&mut self, session_id: i64) -> Result<(), VaultError> {
        let change = Change { added_keys: &[], added_instants: &[], is_rewritten: true };
        self.settle_steps(session_id, None, change)
    }

    fn settle(&mut self, mut session: SessionWrite) -> Result<(), VaultError> {
        let steps = if session.is_new { Some(std::mem::take(&mut session.steps)) } else { None };
        let change = Change {
            added_keys: &session.added_keys,
            added_instants: &session.added_instants,
            is_rewritten: session.is_rewritten,
        };
        self.settle_steps(session.record.id, steps, change)
    }

    /// Decides over copies, sets marks and makes figures: of the session, then of those that share its history.
    fn settle_steps(
        &mut self,
        session_id: i64,
        steps: Option<Vec<Step>>,
        change: Change<'_>,
    ) -> Result<(), VaultError> {
        let transaction = self.transaction;
        let segments = sessions::list_segments(transaction, session_id)?;
        let steps = match steps {
            Some(mut steps) => {
                steps::sort(&mut steps, &segments);
                steps
            }
            None => steps::list(transaction, session_id, &segments)?,
        };
        let mut member = Member { session_id, segments, steps, copies: marks::Copies::default() };
        let others = copies::decide(transaction, self.agent, &mut member, change)?;
        let mut members = vec![member];
        members.extend(others);
        copies::link_to_originals(transaction, &members)?;
        for member in &mut members {
            self.report.messages_changed +=
                marks::settle(transaction, &mut member.steps, &member.segments, &member.copies)?;
            figures::make(transaction, member.session_id, &member.steps)?;
            self.touched.insert(member.session_id);
        }
        Ok(())
    }
}

impl SessionWrite {
    fn add(&mut self, step: Step) {
        self.is_touched = true;
        self.spans.add(step.id);
        self.added_keys.push(step.key.0);
        self.added_instants.push(step.at);
        if self.is_new {
            self.steps.push(step);
        }
    }

    fn change(&mut self, step: Step) {
        self.is_touched = true;
        self.is_rewritten = true;
        if let Some(known) = self.steps.iter_mut().find(|known| known.id == step.id) {
            *known = step;
        }
    }

    fn write_events_if_full(&mut self, transaction: &Connection) -> Result<(), VaultError> {
        if self.events.is_full() {
            self.is_touched |= self.events.write(transaction, self.record.id)?;
        }
        Ok(())
    }

    /// Writes what was gathered.
    fn write(&mut self, transaction: &Connection) -> Result<(), VaultError> {
        self.spans.write(transaction, self.record.id)?;
        self.is_touched |= self.events.write(transaction, self.record.id)?;
        self.is_touched |= self.usage.write(transaction)?;
        if self.record != self.known {
            sessions::update(transaction, &self.record)?;
            // Who was first may follow from who is whose parent.
            self.is_rewritten |= self.record.has_other_parent_than(&self.known);
            self.is_touched = true;
        }
        Ok(())
    }
}
