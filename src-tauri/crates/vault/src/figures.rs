//! The table `session_figures`: what the lists show of a session, made again whenever its messages change.

use daybook_model::{Activity, Instant, Kind, Role, TitleSource};
use rusqlite::{Connection, OptionalExtension as _, named_params, params};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::VaultError;
use crate::steps::Step;
use crate::words::optional_word_at;

/// Numbers what this code makes of a session; a higher number means that figures are worth making again.
const VERSION: u32 = 1;

/// Most runs and prompts that the trace of a session keeps.
const MOST_RUNS: usize = 64;
const MOST_PROMPTS: usize = 200;

/// What readers write for an image.
const IMAGE: &str = "[image]";

/// Prompts looked at for a title; a session of images alone does not cost more than this.
const MOST_LOOKED_AT: usize = 8;

/// Longest title made of a first prompt, in characters.
const TITLE_LENGTH: usize = 160;

const SET: &str = "
INSERT INTO session_figures (session_id, version, started_at, ended_at, active_ms, activity, model, title,
    prompts, replies, messages, tool_calls, failures, input, output, cache_read, cache_write, reasoning)
VALUES (:session_id, :version, :started_at, :ended_at, :active_ms, :activity, :model, :title,
    :prompts, :replies, :messages, :tool_calls, :failures, :input, :output, :cache_read, :cache_write, :reasoning)
ON CONFLICT (session_id) DO UPDATE SET
    version = excluded.version,
    started_at = excluded.started_at,
    ended_at = excluded.ended_at,
    active_ms = excluded.active_ms,
    activity = excluded.activity,
    model = excluded.model,
    title = excluded.title,
    prompts = excluded.prompts,
    replies = excluded.replies,
    messages = excluded.messages,
    tool_calls = excluded.tool_calls,
    failures = excluded.failures,
    input = excluded.input,
    output = excluded.output,
    cache_read = excluded.cache_read,
    cache_write = excluded.cache_write,
    reasoning = excluded.reasoning";

const GET_TITLE: &str = "SELECT title, title_source FROM sessions WHERE id = ?1";

const GET_TEXT: &str = "SELECT substr(text, 1, 4000) FROM messages WHERE id = ?1";

const LIST_FAILURES: &str = "
SELECT call_message_id, result_message_id
FROM tool_events
WHERE session_id = ?1 AND (is_error = 1 OR (exit_code IS NOT NULL AND exit_code <> 0))";

/// Tokens of what was sent and answered in the session itself: what was taken back was spent all the same, what was
/// copied was spent elsewhere.
const SUM_USAGE: &str = "
SELECT COALESCE(SUM(input), 0), COALESCE(SUM(output), 0), COALESCE(SUM(cache_read), 0), COALESCE(SUM(cache_write), 0),
    COALESCE(SUM(reasoning), 0)
FROM rarray(?1) AS wanted
CROSS JOIN message_usage ON message_usage.message_id = wanted.value";

/// Makes the figures of a session from its settled steps, which lie in order.
pub(crate) fn make(connection: &Connection, session_id: i64, steps: &[Step]) -> Result<(), VaultError> {
    let counted: Vec<&Step> = steps.iter().filter(|step| step.counts()).collect();
    let dated = if counted.iter().any(|step| step.at.is_some()) { counted.clone() } else { steps.iter().collect() };
    let instants: Vec<Instant> = dated.iter().filter_map(|step| step.at.map(Instant)).collect();
    let prompts = dated.iter().filter(|step| step.is_prompt).filter_map(|step| step.at.map(Instant)).collect();
    let whole = Activity::of(instants, prompts);
    let replies = count_replies(&counted);
    let prompt_count = count(&counted, |step| step.is_prompt);
    let usage = sum_usage(connection, &counted)?;
    let trace = serde_json::to_string(&bounded(&whole)).unwrap_or_default();
    connection.prepare_cached(SET)?.execute(named_params! {
        ":session_id": session_id,
        ":version": VERSION,
        ":started_at": whole.runs.first().map(|run| run.from.0),
        ":ended_at": whole.runs.last().map(|run| run.to.0),
        ":active_ms": whole.active_ms(),
        ":activity": trace,
        ":model": most_used_model(&counted),
        ":title": title(connection, session_id, steps)?,
        ":prompts": prompt_count,
        ":replies": replies,
        ":messages": prompt_count + replies + count(&counted, |step| step.kind == Kind::ToolResult),
        ":tool_calls": count(&counted, |step| step.kind == Kind::ToolCall),
        ":failures": count_failures(connection, session_id, &counted)?,
        ":input": usage[0],
        ":output": usage[1],
        ":cache_read": usage[2],
        ":cache_write": usage[3],
        ":reasoning": usage[4],
    })?;
    Ok(())
}

fn count(steps: &[&Step], wanted: impl Fn(&Step) -> bool) -> i64 {
    i64::try_from(steps.iter().filter(|step| wanted(step)).count()).unwrap_or(i64::MAX)
}

/// Counts replies: pieces of one reply share the ordinal of its first piece.
fn count_replies(steps: &[&Step]) -> i64 {
    let replies: FxHashSet<(i64, i64)> =
        steps.iter().filter(|step| step.role == Role::Assistant).map(|step| (step.source_id, step.reply)).collect();
    i64::try_from(replies.len()).unwrap_or(i64::MAX)
}

/// Finds the model with the most replies; of equals, the one that comes first in the alphabet.
fn most_used_model<'step>(steps: &[&'step Step]) -> Option<&'step str> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for step in steps {
        // Names in angle brackets stand for notices of the agent's own program.
        if let Some(model) = step.model.as_deref().filter(|model| !model.starts_with('<')) {
            *counts.entry(model).or_default() += 1;
        }
    }
    counts.into_iter().max_by(|one, other| one.1.cmp(&other.1).then(other.0.cmp(one.0))).map(|(model, _)| model)
}

/// Takes the title that the agent or the person gave. What a reader takes from the first prompt of its file gives way to
/// the first prompt of the session: the file may begin with a copy of another one, or with what was taken back.
fn title(connection: &Connection, session_id: i64, steps: &[Step]) -> Result<String, VaultError> {
    let (given, source): (Option<String>, Option<TitleSource>) = connection
        .prepare_cached(GET_TITLE)?
        .query_row(params![session_id], |row| Ok((row.get("title")?, optional_word_at(row, "title_source")?)))?;
    if let Some(given) = given.as_ref().filter(|_| source != Some(TitleSource::FirstPrompt)) {
        return Ok(given.clone());
    }
    Ok(first_prompt(connection, steps)?.or(given).unwrap_or_default())
}

/// Takes the first line of the first prompt that has words: one that stands, else one that was taken back, else a
/// copied one. A prompt that is only an image names a session where there is no other.
fn first_prompt(connection: &Connection, steps: &[Step]) -> Result<Option<String>, VaultError> {
    use daybook_model::State;
    let typed = || steps.iter().filter(|step| step.is_typed());
    let standing = typed().filter(|step| step.is_prompt && step.state == State::Current);
    let taken_back = typed().filter(|step| step.is_prompt);
    let copied = typed().filter(|step| step.state == State::Copied);
    let mut wordless = None;
    for step in standing.chain(taken_back).chain(copied).chain(typed()).take(MOST_LOOKED_AT) {
        let text: String = connection.prepare_cached(GET_TEXT)?.query_row(params![step.id], |row| row.get(0))?;
        let line = daybook_text::cut::first_line(&text, TITLE_LENGTH);
        if !line.is_empty() && line != IMAGE {
            return Ok(Some(line.to_owned()));
        }
        wordless = wordless.or_else(|| Some(line.to_owned()).filter(|line| !line.is_empty()));
    }
    Ok(wordless)
}

fn count_failures(connection: &Connection, session_id: i64, counted: &[&Step]) -> Result<i64, VaultError> {
    let mut statement = connection.prepare_cached(LIST_FAILURES)?;
    let failed: Vec<(Option<i64>, Option<i64>)> =
        statement.query_map(params![session_id], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    if failed.is_empty() {
        return Ok(0);
    }
    let known: FxHashSet<i64> = counted.iter().map(|step| step.id).collect();
    let counts = |(call, result): &(Option<i64>, Option<i64>)| match call.or(*result) {
        Some(message_id) => known.contains(&message_id),
        None => true,
    };
    Ok(i64::try_from(failed.iter().filter(|event| counts(event)).count()).unwrap_or(i64::MAX))
}

fn sum_usage(connection: &Connection, counted: &[&Step]) -> Result<[i64; 5], VaultError> {
    use rusqlite::types::Value;
    let ids: Vec<Value> =
        counted.iter().filter(|step| step.role == Role::Assistant).map(|step| Value::Integer(step.id)).collect();
    let sums = connection
        .prepare_cached(SUM_USAGE)?
        .query_row(params![std::rc::Rc::new(ids)], |row| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?])
        })
        .optional()?;
    Ok(sums.unwrap_or_default())
}

/// Makes an activity small enough for a row: the shortest pauses are closed, prompts are thinned evenly.
fn bounded(whole: &Activity) -> Activity {
    let mut runs = whole.runs.clone();
    if runs.len() > MOST_RUNS {
        let mut gaps: Vec<(i64, usize)> =
            runs.windows(2).enumerate().map(|(at, pair)| (pair[1].from.0 - pair[0].to.0, at)).collect();
        gaps.sort_unstable_by(|one, other| other.cmp(one));
        gaps.truncate(MOST_RUNS - 1);
        let kept: FxHashSet<usize> = gaps.into_iter().map(|(_, at)| at).collect();
        let mut merged = vec![runs[0]];
        for (at, run) in runs.iter().enumerate().skip(1) {
            match merged.last_mut() {
                Some(last) if !kept.contains(&(at - 1)) => last.to = run.to,
                _ => merged.push(*run),
            }
        }
        runs = merged;
    }
    let count = whole.prompts.len();
    let prompts = if count <= MOST_PROMPTS {
        whole.prompts.clone()
    } else {
        (0..MOST_PROMPTS).map(|at| whole.prompts[at * (count - 1) / (MOST_PROMPTS - 1)]).collect()
    };
    Activity { runs, prompts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_bounded_and_keeps_its_longest_pauses() {
        let hour = 3_600_000;
        let mut instants: Vec<Instant> = (0..500).map(|at| Instant(at * hour)).collect();
        instants.push(Instant(2_000 * hour));
        let prompts: Vec<Instant> = (0..5_000).map(|at| Instant(at * 1000)).collect();

        let trace = bounded(&Activity::of(instants, prompts));

        assert_eq!(trace.runs.len(), MOST_RUNS, "a row must stay small however long the session is");
        assert_eq!(trace.prompts.len(), MOST_PROMPTS, "a row must stay small however long the session is");
        assert_eq!(trace.runs[MOST_RUNS - 1].from, Instant(2_000 * hour), "the longest pause is the last to be closed");
        assert_eq!(trace.prompts[MOST_PROMPTS - 1], Instant(4_999_000), "the last prompt is kept");
    }
}
