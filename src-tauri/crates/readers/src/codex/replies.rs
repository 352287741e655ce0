//! What the model wrote, and what it cost.
//!
//! A reply is one response of the model: its reasoning, prose and calls, up to the row that counts its tokens or
//! answers its calls. Codex writes prose and reasoning twice, as an event and as a response item; whichever comes
//! first is taken, its twin in the same turn is skipped. Tokens come from one `token_usage_record` a response or, in
//! files without these, from the growth of the running totals in `token_count`; a total that did not grow counts
//! nothing. Codex counts cached tokens into its input, Daybook beside it: input = input − cached − written to a cache.

use daybook_model::{Kind, Origin, Role, Sink, Usage};

use super::rollout::{Draft, Here, Rollout, hash_of, prose_or_code};
use super::rows::{Compacted, ContentItem, ResponseItem, TokenInfo, TurnItem, UsageRecord, read};
use super::state::{Echo, LastProse};
use super::tokens::{Tokens, plus};

/// Texts whose second copy is still to come.
const ECHOES_KEPT: usize = 64;

impl Rollout {
    /// Takes prose of the model.
    pub(super) fn take_assistant_item(&mut self, here: &Here, item: &ResponseItem<'_>, sink: &mut dyn Sink) {
        let pieces: Vec<ContentItem<'_>> = read(item.content);
        let text = piece_texts(&pieces, "\n");
        let echo = Echo::of(&text, item.id.owned(), here, false, false);
        self.take_prose(here, echo, item.id.get(), &text, sink);
    }

    /// Takes the event of the same prose.
    pub(super) fn take_prose_event(&mut self, here: &Here, id: Option<&str>, text: &str, sink: &mut dyn Sink) {
        let echo = Echo::of(text, id.map(ToOwned::to_owned), here, true, false);
        self.take_prose(here, echo, id, text, sink);
    }

    /// Takes the item of the same prose in newer files.
    pub(super) fn take_agent_prose(&mut self, here: &Here, item: &TurnItem<'_>, sink: &mut dyn Sink) {
        let pieces: Vec<ContentItem<'_>> = read(item.content);
        self.take_prose_event(here, item.id.get(), &piece_texts(&pieces, "\n"), sink);
    }

    /// Takes reasoning: its summary, or the reasoning itself where there is no summary; never what is encrypted.
    pub(super) fn take_reasoning_item(&mut self, here: &Here, item: &ResponseItem<'_>, sink: &mut dyn Sink) {
        let mut pieces: Vec<ContentItem<'_>> = read(item.summary);
        if pieces.is_empty() {
            pieces = read(item.content);
        }
        let whole = piece_texts(&pieces, "\n\n");
        if self.was_told(&Echo::of(&whole, item.id.owned(), here, false, true)) {
            return;
        }
        pieces.retain(|piece| !self.was_told(&Echo::of(piece.text.str(), None, here, false, true)));
        let text = piece_texts(&pieces, "\n\n");
        self.take_thought(here, Echo::of(&text, item.id.owned(), here, false, true), item.id.get(), &text, sink);
    }

    /// Takes the event of the same reasoning; older files write one a section.
    pub(super) fn take_reasoning_event(&mut self, here: &Here, id: Option<&str>, text: &str, sink: &mut dyn Sink) {
        let echo = Echo::of(text, id.map(ToOwned::to_owned), here, true, true);
        if !self.was_told(&echo) {
            self.take_thought(here, echo, id, text, sink);
        }
    }

    /// Takes a compaction. Newer files write the summary first as a reply of the model: then that reply turns into the
    /// summary instead of standing there twice.
    pub(super) fn take_compacted(&mut self, here: &Here, row: &Compacted<'_>, sink: &mut dyn Sink) {
        self.state.open_reply = None;
        self.state.echoes.clear();
        let text = row.message.str();
        let repeated = self.state.last_prose.take().filter(|last| last.is_repeated_in(text));
        let summary = || Draft::plain(Role::System, Origin::System, Kind::Summary, text);
        let ordinal = if let Some(last) = repeated {
            let usage = self.state.last_reply.filter(|(reply, _)| *reply == last.place.ordinal).map(|(_, usage)| usage);
            Self::replace(here, &last.place, summary(), usage.filter(|usage| *usage != Usage::default()), sink);
            last.place.ordinal
        } else if text.trim().is_empty() {
            self.state.last_ordinal.map_or(0, |last| last.saturating_add(1))
        } else {
            self.emit(here, summary(), sink).ordinal
        };
        sink.compaction(ordinal, here.moment.filter(|_| self.state.replay.is_none()));
    }

    /// Counts the tokens of one response.
    pub(super) fn take_usage_record(&mut self, record: &UsageRecord<'_>, sink: &mut dyn Sink) {
        let total = record.thread_token_usage.as_ref().map(Tokens::of);
        let is_counted = total.is_some() && total == self.state.totals;
        self.state.has_usage_records = true;
        self.state.totals = total.or(self.state.totals);
        if let Some(counts) = record.usage.as_ref().filter(|_| !is_counted) {
            self.add_usage(Tokens::of(counts), sink);
        }
    }

    /// Counts what a running total has grown by.
    pub(super) fn take_token_count(&mut self, info: &TokenInfo<'_>, sink: &mut dyn Sink) {
        if self.state.has_usage_records {
            return;
        }
        let Some(total) = info.total_token_usage.as_ref().map(Tokens::of) else { return };
        let last = info.last_token_usage.as_ref().map(Tokens::of);
        let earlier = self.state.totals.replace(total);
        let grown = match earlier {
            Some(earlier) => total.since(earlier).or(last),
            None if self.state.begins_midway => last,
            None => Some(total),
        };
        if let Some(grown) = grown.filter(|_| earlier != Some(total)) {
            self.add_usage(grown, sink);
        }
    }

    /// Gives tokens to the reply being written, else to the last one, else to the next.
    fn add_usage(&mut self, tokens: Tokens, sink: &mut dyn Sink) {
        self.state.open_reply = None;
        let usage = tokens.usage();
        if self.state.replay.is_some() || usage == Usage::default() {
            return;
        }
        let Some((reply, sum)) = &mut self.state.last_reply else {
            self.state.carried = plus(self.state.carried, usage);
            return;
        };
        *sum = plus(*sum, usage);
        for call in &mut self.state.calls {
            if let Some(script) = call.script.as_mut().filter(|script| script.place.ordinal == *reply) {
                script.usage = Some(*sum);
            }
        }
        sink.usage(*reply, *sum);
    }

    fn take_prose(&mut self, here: &Here, echo: Echo, id: Option<&str>, text: &str, sink: &mut dyn Sink) {
        if text.trim().is_empty() || self.was_told(&echo) {
            return;
        }
        let (hash, bytes) = (echo.hash, text.trim().len());
        self.remember(echo);
        let draft = Draft::plain(Role::Assistant, Origin::Assistant, prose_or_code(text), text);
        let place = self.emit(here, Draft { native_id: id, is_piece_of_reply: true, ..draft }, sink);
        self.state.last_prose = Some(LastProse { place, hash, bytes });
    }

    fn take_thought(&mut self, here: &Here, echo: Echo, id: Option<&str>, text: &str, sink: &mut dyn Sink) {
        if text.trim().is_empty() {
            return;
        }
        self.remember(echo);
        let draft = Draft::plain(Role::Assistant, Origin::Assistant, Kind::Reasoning, text);
        self.emit(here, Draft { native_id: id, is_piece_of_reply: true, ..draft }, sink);
    }

    /// Tells whether the twin of a text was taken in this turn, and uses the twin up.
    fn was_told(&mut self, echo: &Echo) -> bool {
        let twin = self.state.echoes.iter().position(|told| told.is_twin_of(echo));
        twin.map(|at| self.state.echoes.remove(at)).is_some()
    }

    fn remember(&mut self, echo: Echo) {
        if self.state.echoes.len() >= ECHOES_KEPT {
            self.state.echoes.remove(0);
        }
        self.state.echoes.push(echo);
    }
}

impl Echo {
    fn of(text: &str, id: Option<String>, here: &Here, is_event: bool, is_reasoning: bool) -> Self {
        Self { hash: hash_of(text), id, line: here.line, is_event, is_reasoning }
    }

    fn is_twin_of(&self, other: &Self) -> bool {
        if self.is_event == other.is_event || self.is_reasoning != other.is_reasoning {
            return false;
        }
        let is_next = !self.is_reasoning && self.is_event && self.line + 1 == other.line;
        match (&self.id, &other.id) {
            (Some(id), Some(other_id)) => id == other_id,
            _ => self.hash == other.hash || is_next,
        }
    }
}

impl LastProse {
    fn is_repeated_in(&self, summary: &str) -> bool {
        let summary = summary.trim();
        let tail = summary.len().checked_sub(self.bytes).and_then(|at| summary.get(at..));
        tail.is_some_and(|tail| !tail.is_empty() && hash_of(tail) == self.hash)
    }
}

/// Joins the texts of pieces, skipping those that have none.
pub(super) fn piece_texts(pieces: &[ContentItem<'_>], between: &str) -> String {
    let texts: Vec<&str> = pieces.iter().map(|piece| piece.text.str()).filter(|text| !text.is_empty()).collect();
    texts.join(between)
}
