/*
 * Instants, days and spans as a person reads them, always in the vault's zone. The clock is an argument: nothing here
 * asks what time it is.
 */

import { UNDATED } from "./order.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  let found = formats.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hourCycle: "h23", ...options });
    formats.set(key, found);
  }
  return found;
}

/** `15:41` */
export function clock(at: number, zone: string): string {
  return format(zone, { hour: "2-digit", minute: "2-digit" }).format(at);
}

/** `15:42:08` */
export function clockWithSeconds(at: number, zone: string): string {
  return format(zone, { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(at);
}

/** `2026-07-16`, the local day of an instant. */
export function dayOf(at: number, zone: string): string {
  const parts = format(zone, { year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** `16 Jul 2026` */
export function shortDate(at: number, zone: string): string {
  return format(zone, { day: "numeric", month: "short", year: "numeric" }).format(at);
}

/** `16 Jul`: the date where the year goes without saying. */
export function dayAndMonth(at: number, zone: string): string {
  return format(zone, { day: "numeric", month: "short" }).format(at);
}

/** `Thu 16 July, 09:08` */
export function longMoment(at: number, zone: string): string {
  const day = format(zone, { weekday: "short" }).format(at);
  const date = format(zone, { day: "numeric", month: "long" }).format(at);
  return `${day} ${date}, ${clock(at, zone)}`;
}

/** Days since 1970 of a `2026-07-16`. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);
}

/** The `2026-07-16` of a number of days since 1970. */
export function dayText(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** `{ numeral: "16", name: "Thursday, 16 July" }`; the year only where it is not this one. */
export function dayHeading(day: number, thisYear: number): { numeral: string; name: string } {
  const at = day * DAY;
  const year = new Date(at).getUTCFullYear();
  const weekday = format("UTC", { weekday: "long" }).format(at);
  const date = format("UTC", { day: "numeric", month: "long" }).format(at);
  return {
    numeral: String(new Date(at).getUTCDate()),
    name: `${weekday}, ${date}${year === thisYear ? "" : ` ${year}`}`,
  };
}

/** `12 June` or `12 June 2025`. */
export function dayInWords(day: string, thisYear: number): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  const date = format("UTC", { day: "numeric", month: "long" }).format(at);
  const year = new Date(at).getUTCFullYear();
  return year === thisYear ? date : `${date} ${year}`;
}

/** The instant at which a local day begins; where midnight is skipped, the first instant of the day. */
export function startOfDay(day: string, zone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  let at = asUtc;
  // Two rounds suffice: the first finds the offset near the day, the second the offset at its start.
  for (let round = 0; round < 2; round += 1) at = asUtc - offsetAt(at, zone);
  // At a skipped midnight the guess lies on the day before; walk on to where the day begins.
  while (dayOf(at, zone) < day) at += 15 * MINUTE;
  return at;
}

/** How far local time is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(at: number, zone: string): number {
  const parts = format(zone, {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0);
  const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return local - Math.floor(at / 1000) * 1000;
}

/** `2:21` for hours and minutes; less than a minute is `0:00`. */
export function hoursAndMinutes(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** `6.4 s`, `18 s`, `2:10` (minutes and seconds) or `1:02 h`: how long a call ran. */
export function shortSpan(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.round(ms / 1000)} s`;
  if (ms < 60 * MINUTE)
    return `${Math.floor(ms / MINUTE)}:${String(Math.floor((ms % MINUTE) / 1000)).padStart(2, "0")}`;
  return `${hoursAndMinutes(ms)} h`;
}

/** `16 Jul`, or `Jul ’25` in another year: the date where it stands in the margin. */
export function marginDate(at: number, zone: string, thisYear: number): string {
  const day = dayOf(at, zone);
  if (day.startsWith(String(thisYear))) return dayAndMonth(at, zone);
  return `${format(zone, { month: "short" }).format(at)} ’${day.slice(2, 4)}`;
}

/** The machine's spelling of an instant, for `<time>`. */
export function isoMoment(at: number): string {
  return new Date(at).toISOString();
}

/** The heading of a day of an order; rows without any instant come last under their own. */
export function dayHeadingOf(day: number, thisYear: number): { numeral: string; name: string } {
  return day === UNDATED ? { numeral: "–", name: "Undated" } : dayHeading(day, thisYear);
}
