import { describe, expect, it } from "vitest";
import { groupByDay, layOut, scrollerFor, TALLEST } from "./layout.ts";

const SIZES = { row: 32, heading: 40, extras: new Map<number, number>() };

describe("layout", () => {
  it("gives_each_day_a_heading_and_hangs_its_rows_under_it", () => {
    const groups = groupByDay(Int32Array.of(9, 9, 8), true);

    const layout = layOut(groups, SIZES);

    expect(groups).toEqual([
      { day: 9, first: 0, count: 2 },
      { day: 8, first: 2, count: 1 },
    ]);
    expect([0, 1, 2].map(layout.topOf), "the second heading lies between rows 1 and 2").toEqual([40, 72, 144]);
    expect(layout.total).toBe(40 + 64 + 40 + 32);
  });

  it("has_no_headings_when_not_sorted_by_time", () => {
    expect(groupByDay(Int32Array.of(9, 8, 9), false)).toHaveLength(1);
  });

  it("pushes_later_rows_down_by_what_is_opened_above", () => {
    const layout = layOut(groupByDay(Int32Array.of(9, 9, 8), true), { ...SIZES, extras: new Map([[0, 100]]) });

    expect(layout.topOf(1)).toBe(172);
    expect(layout.topOf(2), "the next day moves as well").toBe(244);
    expect(layout.heightOf(0)).toBe(132);
  });

  it("finds_the_row_at_every_height", () => {
    const days = Int32Array.from({ length: 1000 }, (_, at) => 500 - Math.floor(at / 7));
    const layout = layOut(groupByDay(days, true), { ...SIZES, extras: new Map([[13, 250]]) });

    for (const row of [0, 6, 7, 13, 14, 500, 999]) {
      expect(layout.rowAt(layout.topOf(row)), "a row's first pixel belongs to it").toBe(row);
      expect(layout.rowAt(layout.topOf(row) + layout.heightOf(row) - 1), "and so does its last").toBe(row);
    }
    expect(layout.rowAt(1e9), "below the last row there is only the last row").toBe(999);
  });

  it("keeps_a_million_rows_reachable_below_the_tallest_element_of_a_browser", () => {
    const layout = layOut(groupByDay(new Int32Array(1_000_000), true), SIZES);

    const scroller = scrollerFor(layout.total, 800);

    expect(scroller.height).toBe(TALLEST);
    const end = scroller.toRows(scroller.height - 800);
    expect(layout.rowAt(end + 799), "the end of the scrollbar shows the last row").toBe(999_999);
  });
});
