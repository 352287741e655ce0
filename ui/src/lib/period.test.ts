import { describe, expect, it } from "vitest";
import { parseDay, periodHint, periodName, presets, stepPeriod } from "./period.ts";

const TODAY = "2026-07-16";

describe("period", () => {
  it("has_the_shortest_name_that_says_it", () => {
    expect(periodName({})).toBe("All time");
    expect(periodName({ from: "2026-07-01", until: "2026-07-16" })).toBe("1 – 16 July 2026");
    expect(periodName({ from: "2026-07-16", until: "2026-07-16" })).toBe("16 July 2026");
    expect(periodName({ from: "2026-07-01", until: "2026-07-31" })).toBe("July 2026");
    expect(periodName({ from: "2026-06-28", until: "2026-07-03" })).toBe("28 June – 3 July 2026");
    expect(periodName({ from: "2026-01-01", until: "2026-12-31" })).toBe("2026");
    expect(periodName({ from: "2025-12-30", until: "2026-01-02" })).toBe("30 December 2025 – 2 January 2026");
    expect(periodName({ from: "2026-07-01" })).toBe("since 1 July 2026");
    expect(periodHint({ from: "2026-06-29", until: "2026-07-05" })).toBe("29 Jun – 5 Jul");
  });

  it("steps_by_its_own_length_and_months_by_months", () => {
    expect(stepPeriod({ from: "2026-07-13", until: "2026-07-19" }, -1)).toEqual({
      from: "2026-07-06",
      until: "2026-07-12",
    });
    expect(stepPeriod({ from: "2026-03-01", until: "2026-03-31" }, -1)).toEqual({
      from: "2026-02-01",
      until: "2026-02-28",
    });
    expect(stepPeriod({ from: "2026-11-01", until: "2026-12-31" }, 1)).toEqual({
      from: "2027-01-01",
      until: "2027-02-28",
    });
    expect(stepPeriod({ from: "2026-07-01" }, 1), "no end, no length").toBeUndefined();
  });

  it("reads_a_day_as_people_type_it", () => {
    for (const typed of [
      "2026-07-16",
      "16.7.2026",
      "16/07/2026",
      "16 July 2026",
      "16 jul 2026",
      "16 july",
      "16.7.",
      "today",
    ]) {
      expect(parseDay(typed, TODAY), typed).toBe(TODAY);
    }
    expect(parseDay("24 December", TODAY), "the latest such day up to today").toBe("2025-12-24");
    for (const typed of ["31.2.2026", "soon", "32 July", "2026-13-01"])
      expect(parseDay(typed, TODAY), typed).toBeUndefined();
  });

  it("a_week_begins_on_the_chosen_day", () => {
    const week = (first: number) => presets(TODAY, first).find((one) => one.id === "week")?.period;

    expect(week(1)).toEqual({ from: "2026-07-13", until: "2026-07-19" });
    expect(week(0)).toEqual({ from: "2026-07-12", until: "2026-07-18" });
  });
});
