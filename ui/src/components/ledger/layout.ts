/*
 * Where every line of a ledger lies: days as groups with a heading, rows of one height, a few opened rows with more.
 * Nothing here grows with the number of rows except one pass over their days, so 100,000 rows lay out in a millisecond.
 */
import { UNDATED } from "../../lib/order.ts";

export interface DayGroup {
  day: number;
  /** Index of the first row. */
  first: number;
  count: number;
}

export interface Sizes {
  row: number;
  heading: number;
  /** Additional height of opened rows, by index. */
  extras: ReadonlyMap<number, number>;
}

export interface PlacedGroup extends DayGroup {
  top: number;
  height: number;
}

export interface Layout {
  groups: PlacedGroup[];
  total: number;
  /** Top of a row, from the top of the first group. */
  topOf: (row: number) => number;
  heightOf: (row: number) => number;
  /** The row at a height, or the one below it. */
  rowAt: (y: number) => number;
}

/** Finds the runs of equal days. Where a table is not sorted by time it has one group, without a heading. */
export function groupByDay(days: Int32Array, isByTime: boolean): DayGroup[] {
  if (days.length === 0) return [];
  if (!isByTime) return [{ day: UNDATED, first: 0, count: days.length }];
  const groups: DayGroup[] = [];
  let first = 0;
  for (let at = 1; at <= days.length; at += 1) {
    if (at < days.length && days[at] === days[first]) continue;
    groups.push({ day: days[first] as number, first, count: at - first });
    first = at;
  }
  return groups;
}

export function layOut(groups: readonly DayGroup[], sizes: Sizes): Layout {
  const opened = [...sizes.extras].sort(([a], [b]) => a - b);
  /** Sum of the extras of all rows before this one. */
  const extraBefore = (row: number): number => {
    let sum = 0;
    for (const [at, extra] of opened) {
      if (at >= row) break;
      sum += extra;
    }
    return sum;
  };
  const placed: PlacedGroup[] = [];
  let top = 0;
  for (const group of groups) {
    const extra = extraBefore(group.first + group.count) - extraBefore(group.first);
    const height = sizes.heading + group.count * sizes.row + extra;
    placed.push({ ...group, top, height });
    top += height;
  }
  const total = top;
  const groupOf = (isBefore: (group: PlacedGroup) => boolean): PlacedGroup | undefined => {
    let low = 0;
    let high = placed.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (isBefore(placed[middle] as PlacedGroup)) low = middle;
      else high = middle - 1;
    }
    return placed[low];
  };
  const topOf = (row: number): number => {
    const group = groupOf((one) => one.first <= row);
    if (group === undefined) return 0;
    const extra = extraBefore(row) - extraBefore(group.first);
    return group.top + sizes.heading + (row - group.first) * sizes.row + extra;
  };
  const heightOf = (row: number): number => sizes.row + (sizes.extras.get(row) ?? 0);
  const rowAt = (y: number): number => {
    const group = groupOf((one) => one.top <= y);
    if (group === undefined) return 0;
    let low = group.first;
    let high = group.first + group.count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (topOf(middle) + heightOf(middle) > y) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return { groups: placed, total, topOf, heightOf, rowAt };
}

/** Browsers stop at about 33.5 million pixels (Firefox at half of that); beyond this the scrollbar runs faster than the rows. */
export const TALLEST = 15_000_000;

export interface Scroller {
  /** Height of the scrolled element. */
  height: number;
  /** Where rows are for a place of the scrollbar. */
  toRows: (scrollTop: number) => number;
  /** Place of the scrollbar for rows. */
  toScroll: (y: number) => number;
}

/** Maps the scrollbar to rows: one to one, except in tables taller than a browser can hold. */
export function scrollerFor(total: number, viewport: number): Scroller {
  if (total <= TALLEST) return { height: total, toRows: (top) => top, toScroll: (y) => y };
  const factor = (total - viewport) / (TALLEST - viewport);
  return { height: TALLEST, toRows: (top) => top * factor, toScroll: (y) => y / factor };
}
