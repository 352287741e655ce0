//! On which local day an instant falls, for very many instants.
//!
//! Asking the time zone for every row would be most of the work of an order. The bounds of each day are asked once.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

/// Finds local days in one zone.
#[derive(Debug)]
pub(crate) struct LocalDays<'zone> {
    zone: &'zone TimeZone,
    /// Days that were asked for, by their first millisecond.
    known: BTreeMap<i64, Day>,
    last: Day,
}

#[derive(Debug, Clone, Copy)]
struct Day {
    from_at: i64,
    until_at: i64,
    number: i32,
}

impl<'zone> LocalDays<'zone> {
    pub(crate) fn new(zone: &'zone TimeZone) -> Self {
        Self { zone, known: BTreeMap::new(), last: Day { from_at: 0, until_at: 0, number: 0 } }
    }

    /// Numbers the local day of an instant from 1970-01-01; `None` if it lies outside of the calendar.
    pub(crate) fn of(&mut self, at: i64) -> Option<i32> {
        if !self.last.holds(at) {
            self.last = match self.known.range(..=at).next_back() {
                Some((_, day)) if day.holds(at) => *day,
                _ => {
                    let day = self.ask(at)?;
                    self.known.insert(day.from_at, day);
                    day
                }
            };
        }
        Some(self.last.number)
    }

    fn ask(&self, at: i64) -> Option<Day> {
        let timestamp = Timestamp::from_millisecond(at).ok()?;
        let day = self.zone.to_datetime(timestamp).date();
        let number = number_of(day)?;
        // Where the clock skips midnight, this is the first instant after the gap; where midnight comes twice, the first.
        let bound = |day: Date| Some(self.zone.to_timestamp(day.at(0, 0, 0, 0)).ok()?.as_millisecond());
        let bounds = bound(day).zip(day.checked_add(1.day()).ok().and_then(bound));
        // A zone that turns the calendar back over midnight gives bounds that do not hold the instant.
        Some(match bounds {
            Some((from_at, until_at)) if from_at <= at && at < until_at => Day { from_at, until_at, number },
            _ => Day { from_at: at, until_at: at + 1, number },
        })
    }
}

impl Day {
    fn holds(self, at: i64) -> bool {
        self.from_at <= at && at < self.until_at
    }
}

fn number_of(day: Date) -> Option<i32> {
    i32::try_from(date(1970, 1, 1).duration_until(day).as_hours() / 24).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_as_long_as_the_zone_says() {
        let zone = TimeZone::get("Europe/Berlin").expect("the zone is known");
        let mut days = LocalDays::new(&zone);
        let at = |text: &str| text.parse::<Timestamp>().expect("a time").as_millisecond();
        let of = |days: &mut LocalDays<'_>, text: &str| days.of(at(text)).expect("within the calendar");

        let autumn = of(&mut days, "2026-10-25T12:00:00Z");

        assert_eq!(of(&mut days, "2026-10-24T21:59:59Z"), autumn - 1, "still summer time, the evening before");
        assert_eq!(of(&mut days, "2026-10-24T22:00:00Z"), autumn, "midnight in summer time");
        assert_eq!(of(&mut days, "2026-10-25T22:59:59Z"), autumn, "the 25th hour of the day");
        assert_eq!(of(&mut days, "2026-10-25T23:00:00Z"), autumn + 1, "midnight in winter time");
    }

    #[test]
    fn days_before_1970_count_down() {
        let zone = TimeZone::UTC;
        let mut days = LocalDays::new(&zone);

        assert_eq!(days.of(0), Some(0));
        assert_eq!(days.of(-1), Some(-1));
        assert_eq!(days.of(i64::MAX), None, "outside of the calendar is no day");
    }

    #[test]
    fn cached_days_equal_asked_days() {
        let zone = TimeZone::get("America/New_York").expect("the zone is known");
        let mut days = LocalDays::new(&zone);
        for step in (0..20_000_i64).rev() {
            let at = 1_700_000_000_000 + (step * 7_919 % 20_000) * 1_800_000;
            let asked = zone.to_datetime(Timestamp::from_millisecond(at).expect("a time")).date();

            assert_eq!(days.of(at), number_of(asked), "the cache must not change an answer");
        }
    }
}
