/*
 * Periods: two days, both included, in the vault's zone; either may be missing. Names, presets, steps and what a person
 * types in a date field. Days are texts like `2026-07-16`; today is an argument.
 */
import { dayNumber, dayText } from "./time.ts";

export interface Period {
  from?: string | undefined;
  until?: string | undefined;
}

export interface Preset {
  id: string;
  label: string;
  period: Period;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

function parts(day: string): { year: number; month: number; day: number } {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8, 10)) };
}

function makeDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function lastOfMonth(year: number, month: number): string {
  return makeDay(year, month + 1, 0);
}

/** The day so many days later. */
export function addDays(day: string, count: number): string {
  return dayText(dayNumber(day) + count);
}

/** Periods that are chosen often. `firstWeekday`: 0 is Sunday, 1 Monday. */
export function presets(today: string, firstWeekday: number): Preset[] {
  const { year, month } = parts(today);
  const weekday = new Date(dayNumber(today) * 86_400_000).getUTCDay();
  const weekStart = addDays(today, -((weekday - firstWeekday + 7) % 7));
  return [
    { id: "today", label: "Today", period: { from: today, until: today } },
    { id: "yesterday", label: "Yesterday", period: { from: addDays(today, -1), until: addDays(today, -1) } },
    { id: "week", label: "This week", period: { from: weekStart, until: addDays(weekStart, 6) } },
    { id: "last-week", label: "Last week", period: { from: addDays(weekStart, -7), until: addDays(weekStart, -1) } },
    { id: "month", label: "This month", period: { from: makeDay(year, month, 1), until: lastOfMonth(year, month) } },
    {
      id: "last-month",
      label: "Last month",
      period: { from: makeDay(year, month - 1, 1), until: lastOfMonth(year, month - 1) },
    },
    { id: "30-days", label: "Last 30 days", period: { from: addDays(today, -29), until: today } },
    { id: "year", label: "This year", period: { from: `${year}-01-01`, until: `${year}-12-31` } },
    { id: "all", label: "All time", period: {} },
  ];
}

/** Moves a period by its own length; whole months move by months. `undefined` where there is nothing to step by. */
export function stepPeriod(period: Period, step: 1 | -1): Period | undefined {
  const { from, until } = period;
  if (from === undefined || until === undefined) return undefined;
  const [start, end] = [parts(from), parts(until)];
  if (start.day === 1 && until === lastOfMonth(end.year, end.month)) {
    const months = (end.year - start.year) * 12 + end.month - start.month + 1;
    return {
      from: makeDay(start.year, start.month + step * months, 1),
      until: lastOfMonth(end.year, end.month + step * months),
    };
  }
  const length = dayNumber(until) - dayNumber(from) + 1;
  return { from: addDays(from, step * length), until: addDays(until, step * length) };
}

/** `All time`, `16 July 2026`, `July 2026`, `1 – 16 July 2026`, `28 June – 3 July 2026`, `since 1 July 2026`. */
export function periodName(period: Period): string {
  const { from, until } = period;
  if (from === undefined && until === undefined) return "All time";
  if (from === undefined) return `until ${wordsOf(until as string)}`;
  if (until === undefined) return `since ${wordsOf(from)}`;
  if (from === until) return wordsOf(from);
  const [start, end] = [parts(from), parts(until)];
  const isWhole = start.day === 1 && until === lastOfMonth(end.year, end.month);
  if (isWhole && start.year === end.year && start.month === 1 && end.month === 12) return String(start.year);
  if (start.year !== end.year) return `${wordsOf(from)} – ${wordsOf(until)}`;
  if (start.month !== end.month) {
    return isWhole
      ? `${MONTHS[start.month - 1]} – ${MONTHS[end.month - 1]} ${end.year}`
      : `${start.day} ${MONTHS[start.month - 1]} – ${wordsOf(until)}`;
  }
  return isWhole ? `${MONTHS[end.month - 1]} ${end.year}` : `${start.day} – ${wordsOf(until)}`;
}

/** `16 Jul`, `13 – 19 Jul`, `29 Jun – 5 Jul`: a short hint beside the name of a preset. */
export function periodHint(period: Period): string {
  if (period.from === undefined || period.until === undefined) return "";
  const [start, end] = [parts(period.from), parts(period.until)];
  const month = (one: { month: number }) => (MONTHS[one.month - 1] ?? "").slice(0, 3);
  if (period.from === period.until) return `${start.day} ${month(start)}`;
  const first =
    start.month === end.month && start.year === end.year ? String(start.day) : `${start.day} ${month(start)}`;
  return `${first} – ${end.day} ${month(end)}`;
}

/** `16 July 2026` */
export function wordsOf(day: string): string {
  const { year, month, day: date } = parts(day);
  return `${date} ${MONTHS[month - 1]} ${year}`;
}

/**
 * Reads a day as people type it: `2026-07-16`, `16.7.2026`, `16/7`, `16 July`, `16 jul 2026`, `today`, `yesterday`.
 * Without a year it is the latest such day up to today. `undefined` if it is none.
 */
export function parseDay(typed: string, today: string): string | undefined {
  const text = typed.trim().toLowerCase();
  if (text === "today") return today;
  if (text === "yesterday") return addDays(today, -1);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso !== null) return checked(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})[./\s]+(\d{1,2})(?:[./\s]+(\d{4}))?[.]?$/.exec(text);
  const worded = /^(\d{1,2})\.?\s+(\p{L}{3,})\.?(?:\s+(\d{4}))?$/u.exec(text);
  const found = dotted ?? worded;
  if (found === null) return undefined;
  const month =
    dotted === null
      ? MONTHS.findIndex((name) => name.toLowerCase().startsWith(found[2] as string)) + 1
      : Number(found[2]);
  if (found[3] !== undefined) return checked(Number(found[3]), month, Number(found[1]));
  const { year } = parts(today);
  const thisYear = checked(year, month, Number(found[1]));
  return thisYear !== undefined && thisYear > today ? checked(year - 1, month, Number(found[1])) : thisYear;
}

function checked(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || year < 1970 || year > 9999) return undefined;
  const made = makeDay(year, month, day);
  return parts(made).day === day ? made : undefined;
}
