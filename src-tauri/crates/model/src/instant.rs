//! When something happened: UTC milliseconds, with the source's own offset beside them.
//!
//! Agents write ISO 8601 with any offset and any number of fraction digits, or epoch numbers in seconds,
//! milliseconds or microseconds. All of them become a [`Moment`] here, or nothing: a time that cannot be read is
//! never replaced by "now".

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, specta::Type)]
#[serde(transparent)]
pub struct Instant(pub i64);

/// An instant as its source wrote it: the UTC instant and, where the source named one, its offset from UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The instant in UTC.
    pub at: Instant,
    /// Minutes east of UTC that the source wrote; `None` where it wrote an epoch number.
    pub offset_minutes: Option<i16>,
}

/// Epoch numbers below this are seconds (up to the year 5138), below 1000 times this milliseconds, and so on.
const SECONDS_BELOW: f64 = 1e11;

impl Moment {
    /// Reads an RFC 3339 time with any offset and fraction; a space may stand for the `T`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let timestamp = text.parse::<jiff::Timestamp>().ok()?;
        let offset_minutes = offset_of(text);
        Some(Self { at: Instant(timestamp.as_millisecond()), offset_minutes })
    }

    /// Reads an epoch number, telling seconds, milliseconds, microseconds and nanoseconds apart by size.
    pub fn from_epoch(number: f64) -> Option<Self> {
        if !number.is_finite() || number <= 0.0 {
            return None;
        }
        let mut millis = number * 1000.0;
        while millis >= SECONDS_BELOW * 1000.0 {
            millis /= 1000.0;
        }
        #[expect(clippy::cast_possible_truncation, reason = "below 1e14 by the loop above")]
        let at = Instant(millis.round() as i64);
        Some(Self { at, offset_minutes: None })
    }
}

/// Reads the offset at the end of an RFC 3339 time, in minutes east of UTC.
fn offset_of(text: &str) -> Option<i16> {
    if text.ends_with(['Z', 'z']) {
        return Some(0);
    }
    let sign_at = text.rfind(['+', '-']).filter(|at| *at > 10)?;
    let digits: String = text[sign_at + 1..].chars().filter(char::is_ascii_digit).collect();
    let hours: i16 = digits.get(..2)?.parse().ok()?;
    let minutes: i16 = digits.get(2..4).unwrap_or("0").parse().ok()?;
    let total = hours * 60 + minutes;
    Some(if text.as_bytes()[sign_at] == b'-' { -total } else { total })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_one_instant_is_the_same_instant() {
        let expected = Instant(1_772_436_600_000);
        for text in [
            "2026-03-02T07:30:00Z",
            "2026-03-01T23:30:00-08:00",
            "2026-03-02 07:30:00.000Z",
            "2026-03-02T07:30:00.000000000+00:00",
        ] {
            assert_eq!(Moment::parse(text).map(|moment| moment.at), Some(expected), "{text} names this instant");
        }
        for number in [1_772_436_600.0, 1_772_436_600_000.0, 1_772_436_600_000_000.0] {
            assert_eq!(
                Moment::from_epoch(number).map(|moment| moment.at),
                Some(expected),
                "{number} names this instant"
            );
        }
    }

    #[test]
    fn the_offset_of_the_source_is_kept() {
        assert_eq!(Moment::parse("2026-03-01T23:30:00-08:00").and_then(|moment| moment.offset_minutes), Some(-480));
    }

    #[test]
    fn junk_is_no_instant() {
        assert_eq!(Moment::parse("yesterday"), None);
        assert_eq!(Moment::from_epoch(f64::NAN), None);
        assert_eq!(Moment::from_epoch(-1.0), None);
    }
}
