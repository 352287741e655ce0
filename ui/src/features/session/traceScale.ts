/* The geometry of the large trace: active runs, pauses with their length, prompts, failures, compactions and hours on one line.

   Time is drawn to scale as long as pauses leave room; a session that slept for days keeps its pauses short, so that its work stays
   visible, and then the hours are named at the runs only. Pure. */

/** A stretch of activity. */
export interface TraceRun {
  readonly from: number;
  readonly to: number;
}

/** What is drawn. */
export interface TraceInput {
  readonly runs: readonly TraceRun[];
  readonly prompts: readonly number[];
  readonly failures: readonly number[];
  readonly compactions: readonly number[];
}

/** A pause between two runs. */
export interface TracePause {
  readonly from: number;
  readonly to: number;
  readonly milliseconds: number;
}

/** The drawing in pixels. */
export interface TraceLayout {
  readonly runs: readonly { from: number; to: number }[];
  readonly pauses: readonly TracePause[];
  readonly prompts: readonly number[];
  readonly failures: readonly number[];
  readonly compactions: readonly number[];
  readonly hours: readonly { x: number; at: number }[];
  /** Pixel of an instant. */
  readonly place: (at: number) => number;
  /** Instant of a pixel. */
  readonly instant: (x: number) => number;
}

/** Pauses together take at most this part of the width. */
const MOST_PAUSE = 0.35;
const LEAST_RUN = 3;
const HOUR_STEPS = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * 60_000);
const HOUR_ROOM = 84;

/** Lays the trace out over a width. */
export function layTrace(input: TraceInput, width: number): TraceLayout {
  const runs = input.runs.length > 0 ? input.runs : runsOf(input.prompts);
  const spans = stretches(runs, width);
  const place = (at: number): number => placeIn(spans, at);
  return {
    runs: spans.filter((span) => !span.isPause).map((span) => ({ from: span.x, to: span.x + span.width })),
    pauses: spans
      .filter((span) => span.isPause)
      .map((span) => ({ from: span.x, to: span.x + span.width, milliseconds: span.to - span.from })),
    prompts: input.prompts.map(place),
    failures: input.failures.map(place),
    compactions: input.compactions.map(place),
    hours: hoursOf(spans, width),
    place,
    instant: (x) => instantIn(spans, x),
  };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly width: number;
  readonly isPause: boolean;
}

function runsOf(prompts: readonly number[]): TraceRun[] {
  const [first] = prompts;
  return first === undefined ? [] : [{ from: first, to: prompts.at(-1) ?? first }];
}

function stretches(runs: readonly TraceRun[], width: number): Stretch[] {
  const parts: { from: number; to: number; isPause: boolean }[] = [];
  for (const run of runs) {
    const last = parts.at(-1);
    if (last) parts.push({ from: last.to, to: run.from, isPause: true });
    parts.push({ ...run, isPause: false });
  }
  const total = (isPause: boolean) =>
    parts.filter((part) => part.isPause === isPause).reduce((sum, part) => sum + part.to - part.from, 0);
  const active = total(false);
  const paused = total(true);
  const pauseWidth = paused === 0 ? 0 : Math.min(width * MOST_PAUSE, (width * paused) / (active + paused));
  const runCount = parts.filter((part) => !part.isPause).length;
  const runWidth = Math.max(0, width - pauseWidth - runCount * LEAST_RUN);
  let x = 0;
  return parts.map((part) => {
    const length = part.to - part.from;
    const share = part.isPause
      ? (pauseWidth * length) / paused
      : LEAST_RUN + (active === 0 ? runWidth / runCount : (runWidth * length) / active);
    const stretch = { ...part, x, width: share };
    x += share;
    return stretch;
  });
}

function placeIn(spans: readonly Stretch[], at: number): number {
  const span = spans.find((each) => at <= each.to) ?? spans.at(-1);
  if (!span) return 0;
  const length = span.to - span.from;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, (at - span.from) / length));
  return span.x + part * span.width;
}

function instantIn(spans: readonly Stretch[], x: number): number {
  const span = spans.find((each) => x <= each.x + each.width) ?? spans.at(-1);
  if (!span) return 0;
  const part = span.width === 0 ? 0 : Math.min(1, Math.max(0, (x - span.x) / span.width));
  return span.from + part * (span.to - span.from);
}

function hoursOf(spans: readonly Stretch[], width: number): { x: number; at: number }[] {
  const first = spans[0]?.from;
  const last = spans.at(-1)?.to;
  if (first === undefined || last === undefined || last - first < 1000) return first === undefined ? [] : [{ x: 0, at: first }];
  const most = Math.max(1, Math.floor(width / HOUR_ROOM));
  const step = HOUR_STEPS.find((each) => (last - first) / each <= most) ?? Math.ceil((last - first) / most / 86_400_000) * 86_400_000;
  const hours: { x: number; at: number }[] = [];
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) {
    const x = placeIn(spans, at);
    if (x - (hours.at(-1)?.x ?? Number.NEGATIVE_INFINITY) >= HOUR_ROOM * 0.7) hours.push({ x, at });
  }
  return hours.length > 0 ? hours : [{ x: 0, at: first }];
}
