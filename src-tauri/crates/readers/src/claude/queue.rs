//! Prompts that were typed while the agent was busy.
//!
//! The agent writes `enqueue` when such a prompt is typed and, later, a user row when it takes the prompt up
//! (`dequeue`), an attachment when it reads it in passing (`remove`, reason `absorbed_mid_turn`), or nothing when the
//! person takes it back (`remove`, `popAll`). So a queued prompt is held until the file ends: what is still in the queue
//! then is sent as queued. If a later reading finds that it was taken up or back, it is sent again as superseded. Its
//! ordinal is set aside when it is typed, so that all readings number alike.

use daybook_model::{Message, MessageKey, Origin, Role, Sink, State as Standing};

use super::conversation::{flat, prose_or_code};
use super::decode::Decoder;
use super::rows::Row;
use super::state::{Queued, Stage};
use super::voice;
use crate::kept;
use crate::lines::Line;

/// Most prompts held; no person queues as many.
const MOST: usize = 256;

impl Decoder {
    /// Takes a row about the queue.
    pub(super) fn queue_row(&mut self, row: &Row<'_>, line: &Line<'_>, sink: &mut dyn Sink) {
        let said = flat(&row.content);
        let said = kept::text(said, line.is_shortened);
        let text = (!said.text.trim().is_empty()).then_some(said.text.as_str());
        match row.operation.get() {
            Some("enqueue") => {
                let is_typed = text.is_some_and(|text| voice::machine_of(text).is_none() && !is_command(text));
                let session = &mut self.state.small.sessions[0];
                let ordinal = session.next_ordinal;
                session.next_ordinal += 1;
                if self.state.small.queue.len() < MOST {
                    self.state.small.queue.push(Queued {
                        text: is_typed.then_some(said.text),
                        whole_bytes: said.whole_bytes,
                        ordinal,
                        moment: row.moment.0,
                        offset: line.offset,
                        stage: Stage::Waiting,
                        told: None,
                    });
                }
            }
            Some("dequeue") => {
                let place = self.waiting(|queued| text.is_none() || queued.text.as_deref() == text);
                if let Some(place) = place {
                    self.advance(place, Stage::Taken, sink);
                }
            }
            Some("remove") => {
                let Some(place) = self.waiting(|queued| queued.text.as_deref() == text) else { return };
                if row.reason.is("absorbed_mid_turn") {
                    self.advance(place, Stage::Absorbed, sink);
                } else {
                    self.withdraw(place, sink);
                }
            }
            Some("popAll") => {
                while let Some(place) = self.waiting(|_| true) {
                    self.withdraw(place, sink);
                }
            }
            _ => {}
        }
    }

    /// Takes a prompt out of the queue, as a row of the conversation has it now.
    pub(super) fn take_from_queue(&mut self, text: &str, sink: &mut dyn Sink) {
        let queue = &self.state.small.queue;
        let is_it = |queued: &Queued| queued.text.as_deref() == Some(text);
        let place = queue
            .iter()
            .position(|queued| queued.stage != Stage::Waiting && is_it(queued))
            .or_else(|| queue.iter().position(is_it));
        if let Some(place) = place {
            self.withdraw(place, sink);
        }
    }

    /// Sends what is left in the queue at the end of a reading.
    pub(super) fn tell_queue(&mut self, sink: &mut dyn Sink) {
        if !self.state.small.sessions[0].is_named {
            return;
        }
        for place in 0..self.state.small.queue.len() {
            let queued = &self.state.small.queue[place];
            let standing = match queued.stage {
                Stage::Waiting => Standing::Queued,
                Stage::Absorbed => Standing::Current,
                Stage::Taken => continue,
            };
            if queued.text.is_some() && queued.told != Some(queued.stage) {
                self.send_queued(place, standing, sink);
                let queued = &mut self.state.small.queue[place];
                queued.told = Some(queued.stage);
            }
        }
    }

    fn waiting(&self, is_it: impl Fn(&Queued) -> bool) -> Option<usize> {
        self.state.small.queue.iter().position(|queued| queued.stage == Stage::Waiting && is_it(queued))
    }

    fn advance(&mut self, place: usize, stage: Stage, sink: &mut dyn Sink) {
        let is_told = self.state.small.queue[place].told.is_some();
        if stage == Stage::Taken && (is_told || self.state.small.queue[place].text.is_none()) {
            self.withdraw(place, sink);
            return;
        }
        self.state.small.queue[place].stage = stage;
    }

    /// Forgets a queued prompt, and says so if it was sent.
    fn withdraw(&mut self, place: usize, sink: &mut dyn Sink) {
        if self.state.small.queue[place].told.is_some() {
            self.send_queued(place, Standing::Superseded, sink);
        }
        self.state.small.queue.remove(place);
    }

    fn send_queued(&mut self, place: usize, standing: Standing, sink: &mut dyn Sink) {
        self.turn_to(0, sink);
        let native_id = &self.state.small.sessions[0].native_id;
        let queued = &self.state.small.queue[place];
        let Some(text) = queued.text.clone() else { return };
        sink.message(Message {
            ordinal: queued.ordinal,
            key: MessageKey::of_content(native_id, queued.offset, text.as_bytes()),
            native_id: None,
            parent_key: None,
            reply: queued.ordinal,
            role: Role::User,
            origin: Origin::Human,
            kind: prose_or_code(&text),
            state: standing,
            moment: queued.moment,
            model: None,
            text,
            whole_bytes: queued.whole_bytes,
            usage: None,
            call: None,
            outcome: None,
            duration_ms: None,
            source_offset: queued.offset,
        });
    }
}

/// Tells whether a text is a command to the agent (`/compact …`), of which an echo is written, and no prompt.
fn is_command(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let Some(name) = first.strip_prefix('/') else { return text.starts_with('!') };
    name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_:".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_prompts() {
        assert!(is_command("/compact Keep the decisions") && is_command("!ls") && is_command("/plugin:do-it"));
        assert!(!is_command("/home/dev/x is empty, why?") && !is_command("fix it"));
    }
}
