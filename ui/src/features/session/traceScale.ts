/* The geometry of the large trace: active runs, pauses with their length, prompts, failures, compactions and hours on one line.

   Time lies as in the small trace (lib/trace.ts), so that a shape learnt in a row is found again here. Pure. */
import { planTrace, type TraceActivity } from "../../lib/trace.ts";

/** What is drawn. */
export interface TraceInput extends TraceActivity {
  readonly failures: readonly number[];
  readonly compactions: readonly number[];
}

/** The drawing in pixels. */
export interface TraceLayout {
  readonly runs: readonly { from: number; to: number }[];
  readonly pauses: readonly { from: number; to: number; milliseconds: number }[];
  readonly prompts: readonly number[];
  readonly failures: readonly number[];
  readonly compactions: readonly number[];
  readonly hours: readonly { x: number; at: number }[];
  /** Pixel of an instant. */
  readonly place: (at: number) => number;
  /** Instant of a pixel. */
  readonly instant: (x: number) => number;
}

const LEAST_RUN = 3;
const STEPS = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((minutes) => minutes * 60_000);
/** Room an hour needs for its four figures and a gap. */
const HOUR_ROOM = 84;

/** Lays the trace out over a width. `offset` is the zone's distance from UTC at an instant, so that hours are round where one lives. */
export function layTrace(input: TraceInput, width: number, offset: (at: number) => number = () => 0): TraceLayout {
  const plan = planTrace(input, width);
  const place = (at: number) => Math.min(width, Math.max(0, plan.place(at)));
  const edges = input.runs.flatMap((run) => [run.from, run.to]);
  return {
    runs: input.runs.map((run) => widen(place(run.from), place(run.to), width)),
    pauses: input.runs.slice(1).map((run, at) => {
      const before = input.runs[at]?.to ?? run.from;
      return { from: place(before), to: place(run.from), milliseconds: run.from - before };
    }),
    prompts: input.prompts.map(place),
    failures: input.failures.map(place),
    compactions: input.compactions.map(place),
    hours: hoursOf(edges, place, width, offset),
    place,
    instant: (x) => instantAt(edges, place, x),
  };
}

function widen(from: number, to: number, width: number): { from: number; to: number } {
  return to - from >= LEAST_RUN
    ? { from, to }
    : { from: Math.min(from, width - LEAST_RUN), to: Math.min(from, width - LEAST_RUN) + LEAST_RUN };
}

/** Between two edges time is drawn linearly, so the way back is linear too. */
function instantAt(edges: readonly number[], place: (at: number) => number, x: number): number {
  const next = edges.findIndex((edge) => place(edge) >= x);
  if (next < 0) return edges.at(-1) ?? 0;
  const after = edges[next] ?? 0;
  const before = edges[next - 1] ?? after;
  const span = place(after) - place(before);
  return span <= 0 ? after : before + ((x - place(before)) / span) * (after - before);
}

function hoursOf(
  edges: readonly number[],
  place: (at: number) => number,
  width: number,
  offset: (at: number) => number,
): { x: number; at: number }[] {
  const [first] = edges;
  const last = edges.at(-1);
  if (first === undefined || last === undefined) return [];
  const most = Math.max(1, Math.floor(width / HOUR_ROOM));
  const day = 86_400_000;
  const step = STEPS.find((each) => (last - first) / each <= most) ?? Math.ceil((last - first) / most / day) * day;
  const shift = offset(first);
  const hours: { x: number; at: number }[] = [];
  for (let at = Math.ceil((first + shift) / step) * step - shift; at <= last; at += step) {
    const x = place(at);
    if (x - (hours.at(-1)?.x ?? -HOUR_ROOM) >= HOUR_ROOM * 0.6 && x <= width - 16)
      hours.push({ x: Math.max(x, 16), at });
  }
  return hours.length > 0 ? hours : [{ x: 16, at: first }];
}
