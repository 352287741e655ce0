//! The messages of a session without their text: what is needed to tell branches, copies, turns and figures.

use std::rc::Rc;

use daybook_model::{Kind, Message, MessageKey, Origin, Role, State};
use rusqlite::types::FromSqlError;
use rusqlite::{Connection, Row, params};

use crate::error::VaultError;
use crate::sessions::Segment;
use crate::words::Word;

/// Columns are read by position: a session has thousands of rows, and looking names up would be most of the work.
pub(crate) const LIST: &str = "
SELECT id, source_id, ordinal, reply, key, parent_key, role, origin, kind, source_state, state, is_prompt, at, model,
    answered_by, turn, original_id
FROM messages
WHERE session_id = ?1";

/// A message without its text.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) id: i64,
    pub(crate) source_id: i64,
    pub(crate) ordinal: i64,
    pub(crate) reply: i64,
    pub(crate) key: MessageKey,
    pub(crate) parent_key: Option<MessageKey>,
    pub(crate) role: Role,
    pub(crate) origin: Origin,
    pub(crate) kind: Kind,
    pub(crate) source_state: State,
    pub(crate) state: State,
    pub(crate) is_prompt: bool,
    pub(crate) at: Option<i64>,
    pub(crate) model: Option<Rc<str>>,
    pub(crate) answered_by: Option<Rc<str>>,
    pub(crate) turn: Option<i64>,
    pub(crate) original_id: Option<i64>,
}

impl Step {
    /// Tells whether a person typed it, whatever became of it.
    pub(crate) fn is_typed(&self) -> bool {
        is_typed(self.origin, self.kind)
    }

    /// Tells whether it is part of the source's own record: neither a copy nor replaced.
    pub(crate) fn counts(&self) -> bool {
        matches!(self.state, State::Current | State::Queued | State::Abandoned)
    }
}

/// Tells whether a person typed a message of this origin and kind.
pub(crate) fn is_typed(origin: Origin, kind: Kind) -> bool {
    origin == Origin::Human && matches!(kind, Kind::Prose | Kind::Code)
}

/// Tells whether a message is a prompt that counts.
pub(crate) fn is_prompt(origin: Origin, kind: Kind, state: State) -> bool {
    is_typed(origin, kind) && matches!(state, State::Current | State::Queued | State::Abandoned)
}

/// Gives equal names one allocation.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<Rc<str>>);

impl Names {
    /// Finds or keeps a name.
    pub(crate) fn keep(&mut self, name: &str) -> Rc<str> {
        if let Some(known) = self.0.iter().find(|known| known.as_ref() == name) {
            return Rc::clone(known);
        }
        let kept: Rc<str> = name.into();
        self.0.push(Rc::clone(&kept));
        kept
    }
}

/// Loads the steps of a session in the order of its parts.
pub(crate) fn list(connection: &Connection, session_id: i64, segments: &[Segment]) -> Result<Vec<Step>, VaultError> {
    let mut names = Names::default();
    let mut statement = connection.prepare_cached(LIST)?;
    let mut rows = statement.query(params![session_id])?;
    let mut steps = Vec::new();
    while let Some(row) = rows.next()? {
        steps.push(step(row, &mut names)?);
    }
    sort(&mut steps, segments);
    Ok(steps)
}

/// Puts steps in the order of the parts of their session.
pub(crate) fn sort(steps: &mut [Step], segments: &[Segment]) {
    let rank = |source_id: i64| segments.iter().position(|segment| segment.source_id == source_id);
    match segments {
        [_] => steps.sort_unstable_by_key(|step| (step.ordinal, step.id)),
        _ => steps.sort_by_cached_key(|step| (rank(step.source_id), step.ordinal, step.id)),
    }
}

fn step(row: &Row<'_>, names: &mut Names) -> rusqlite::Result<Step> {
    Ok(Step {
        id: row.get(0)?,
        source_id: row.get(1)?,
        ordinal: row.get(2)?,
        reply: row.get(3)?,
        key: MessageKey(row.get(4)?),
        parent_key: row.get::<_, Option<i64>>(5)?.map(MessageKey),
        role: word(row, 6)?,
        origin: word(row, 7)?,
        kind: word(row, 8)?,
        source_state: word(row, 9)?,
        state: word(row, 10)?,
        is_prompt: row.get(11)?,
        at: row.get(12)?,
        model: name(row, 13, names)?,
        answered_by: name(row, 14, names)?,
        turn: row.get(15)?,
        original_id: row.get(16)?,
    })
}

fn word<T: Word>(row: &Row<'_>, index: usize) -> rusqlite::Result<T> {
    let word = row.get_ref(index)?.as_str().map_err(|error| conversion(index, error))?;
    T::from_word(word).ok_or_else(|| conversion(index, FromSqlError::InvalidType))
}

fn name(row: &Row<'_>, index: usize, names: &mut Names) -> rusqlite::Result<Option<Rc<str>>> {
    let name = row.get_ref(index)?.as_str_or_null().map_err(|error| conversion(index, error))?;
    Ok(name.map(|name| names.keep(name)))
}

fn conversion(index: usize, error: FromSqlError) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(index, rusqlite::types::Type::Text, Box::new(error))
}

impl Step {
    /// Makes the step of a message that was just written.
    pub(crate) fn of(id: i64, source_id: i64, message: &Message, names: &mut Names) -> Self {
        Self {
            id,
            source_id,
            ordinal: i64::from(message.ordinal),
            reply: i64::from(message.reply),
            key: message.key,
            parent_key: message.parent_key,
            role: message.role,
            origin: message.origin,
            kind: message.kind,
            source_state: message.state,
            state: message.state,
            is_prompt: is_prompt(message.origin, message.kind, message.state),
            at: message.moment.map(|moment| moment.at.0),
            model: message.model.as_deref().map(|model| names.keep(model)),
            answered_by: None,
            turn: None,
            original_id: None,
        }
    }
}
