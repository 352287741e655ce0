import { describe, expect, it } from "vitest";
import { UNDATED } from "./order.ts";
import {
  clock,
  dayHeading,
  dayHeadingOf,
  dayNumber,
  dayOf,
  dayText,
  hoursAndMinutes,
  marginDate,
  shortSpan,
  startOfDay,
} from "./time.ts";

const at = Date.parse("2026-07-16T22:30:00Z");

describe("time", () => {
  it("a_day_is_the_local_day", () => {
    expect(dayOf(at, "Europe/Berlin"), "half past midnight in Berlin").toBe("2026-07-17");
    expect(dayOf(at, "America/New_York")).toBe("2026-07-16");
    expect(clock(at, "Europe/Berlin")).toBe("00:30");
  });

  it("a_day_begins_at_local_midnight_on_both_sides_of_a_change_of_clocks", () => {
    expect(new Date(startOfDay("2026-03-29", "Europe/Berlin")).toISOString()).toBe("2026-03-28T23:00:00.000Z");
    expect(new Date(startOfDay("2026-03-30", "Europe/Berlin")).toISOString()).toBe("2026-03-29T22:00:00.000Z");
    expect(new Date(startOfDay("2026-10-26", "Europe/Berlin")).toISOString()).toBe("2026-10-25T23:00:00.000Z");
    expect(new Date(startOfDay("2026-07-16", "Asia/Tokyo")).toISOString()).toBe("2026-07-15T15:00:00.000Z");
  });

  it("where_midnight_is_skipped_the_day_begins_later", () => {
    const begin = startOfDay("2026-09-06", "America/Santiago");

    expect(dayOf(begin, "America/Santiago")).toBe("2026-09-06");
    expect(dayOf(begin - 1, "America/Santiago"), "the instant before belongs to the day before").toBe("2026-09-05");
  });

  it("numbers_of_days_and_their_names_agree", () => {
    expect(dayText(dayNumber("2026-07-16"))).toBe("2026-07-16");
    expect(dayHeading(dayNumber("2026-07-16"), 2026)).toEqual({ numeral: "16", name: "Thursday, 16 July" });
    expect(dayHeading(dayNumber("2025-11-12"), 2026).name).toBe("Wednesday, 12 November 2025");
    expect(dayHeadingOf(UNDATED, 2026).name).toBe("Undated");
  });

  it("the_margin_shows_the_date_where_days_are_gone", () => {
    expect(marginDate(at, "America/New_York", 2026)).toBe("16 Jul");
    expect(marginDate(at, "America/New_York", 2027)).toBe("Jul ’26");
  });

  it("spans_read_as_people_write_them", () => {
    expect([0, 59_000, 8_460_000].map(hoursAndMinutes)).toEqual(["0:00", "0:00", "2:21"]);
    expect([40, 6_400, 18_000, 130_000, 3_720_000].map(shortSpan)).toEqual([
      "40 ms",
      "6.4 s",
      "18 s",
      "2:10",
      "1:02 h",
    ]);
  });
});
