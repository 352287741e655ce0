/* The large trace: runs of activity, pauses with their length, prompts, failures under the line, compactions, hours. A click goes to what
   happened then; the arrow keys go from turn to turn. */
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { counted } from "../../lib/text.ts";
import { textScale } from "../../lib/textScale.ts";
import { clock, dayAndMonth, dayOf, hoursAndMinutes, offsetAt } from "../../lib/time.ts";
import styles from "./trace.module.css";
import { layTrace, type TraceInput } from "./traceScale.ts";

export interface SessionTraceProps {
  trace: TraceInput;
  zone: string;
  /** The instant that is read now, and its turn. */
  here: { at: number; turn: number } | null;
  turns: number;
  onInstant: (at: number) => void;
  onTurn: (step: 1 | -1) => void;
}

const HEIGHT = 56;
const DAY = 86_400_000;

export function SessionTrace(props: SessionTraceProps) {
  const { trace, zone, here, turns } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { width, scale } = useSize(frame);
  const layout = layTrace(trace, width, (at) => offsetAt(at, zone));
  const hereX = here === null ? null : layout.place(here.at);

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / Math.max(1, box.width)) * width;
    const prompt = nearest(layout.prompts, x, 5);
    props.onInstant(prompt === -1 ? layout.instant(x) : (trace.prompts[prompt] ?? layout.instant(x)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    props.onTurn(step === 1 ? 1 : -1);
  };
  if (trace.runs.length === 0) return null;
  return (
    <div
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label="Trace of the session"
      aria-valuemin={Math.min(1, turns)}
      aria-valuemax={turns}
      aria-valuenow={here?.turn ?? 0}
      aria-valuetext={here === null ? sentenceOf(trace) : `turn ${here.turn} of ${turns}, ${clock(here.at, zone)}`}
      className={styles.traceFrame}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <svg
        className={styles.trace}
        width={width * scale}
        height={HEIGHT * scale}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={sentenceOf(trace)}
      >
        {layout.hours.map((hour, at) => (
          <g key={hour.at}>
            <path className={styles.traceTick} d={`M${hour.x} 45.5v4`} />
            <text className={styles.traceHour} x={hour.x} y="55" textAnchor="middle">
              {sayHour(layout.hours, at, zone)}
            </text>
          </g>
        ))}
        <path className={styles.traceBase} d={`M0 45.5H${width}`} />
        {layout.runs.map((run) => (
          <rect
            key={run.from}
            className={styles.traceActive}
            x={run.from}
            y="26"
            width={run.to - run.from}
            height="12"
            rx="1.5"
          />
        ))}
        <path className={styles.tracePrompt} d={ticksOf(layout.prompts, width)} />
        {layout.pauses.map((pause, at) => (
          <Pause key={pause.from} {...pause} isFirst={at === 0} avoid={hereX} />
        ))}
        {layout.compactions.map((x) => (
          <g key={x}>
            <rect className={styles.traceGap} x={x - 2.5} y="24" width="5" height="16" />
            <path className={styles.traceCompaction} d={`M${x} 18v25`} />
          </g>
        ))}
        {layout.failures.map((x, at) => (
          <path key={at} className={styles.traceFault} d={`M${clampX(x, width) - 3} 45h6l-3 -5z`} />
        ))}
        {hereX === null || here === null ? null : (
          <>
            <path className={styles.traceHere} d={`M${clampX(hereX, width)} 42V10`} />
            <text
              className={`${styles.traceHour} ${styles.traceNow}`}
              x={hereX > 60 ? hereX - 6 : hereX + 6}
              y="17"
              textAnchor={hereX > 60 ? "end" : "start"}
            >
              turn {here.turn}
            </text>
          </>
        )}
      </svg>
    </div>
  );
}

function Pause(props: { from: number; to: number; milliseconds: number; isFirst: boolean; avoid: number | null }) {
  const { from, to } = props;
  const room = to - from;
  if (room < 8) return null;
  const label = hoursAndMinutes(props.milliseconds);
  const words = props.isFirst && room >= 64 ? `pause ${label}` : label;
  const isCovered = props.avoid !== null && props.avoid > from && props.avoid - 60 < to;
  return (
    <g>
      <path className={styles.traceIdle} d={`M${from + 3} 32H${to - 3}`} />
      {room < 30 || isCovered ? null : (
        <text className={`${styles.traceHour} ${styles.tracePause}`} x={(from + to) / 2} y="27" textAnchor="middle">
          {words}
        </text>
      )}
    </g>
  );
}

/** The whole trace in words. */
export function sentenceOf(trace: TraceInput): string {
  const active = trace.runs.reduce((sum, run) => sum + run.to - run.from, 0);
  const span = (trace.runs.at(-1)?.to ?? 0) - (trace.runs[0]?.from ?? 0);
  const parts = [
    `${hoursAndMinutes(active)} active in ${counted(trace.runs.length, "stretch", "stretches")}`,
    ...(span > active ? [`${hoursAndMinutes(span - active)} of pauses`] : []),
    counted(trace.prompts.length, "prompt"),
    ...(trace.failures.length > 0 ? [counted(trace.failures.length, "failure")] : []),
    ...(trace.compactions.length > 0 ? [counted(trace.compactions.length, "compaction")] : []),
  ];
  return parts.join(", ");
}

/** The hour, or the day where it is another than that of the hour before. */
function sayHour(hours: readonly { at: number }[], at: number, zone: string): string {
  const hour = hours[at]?.at ?? 0;
  const before = hours[at - 1]?.at;
  const isNewDay = before !== undefined && dayOf(before, zone) !== dayOf(hour, zone);
  const isDaily = hours.length > 1 && (hours[1]?.at ?? 0) - (hours[0]?.at ?? 0) >= DAY;
  return isNewDay || isDaily ? dayAndMonth(hour, zone) : clock(hour, zone);
}

/** One path for all ticks; those that would run together are drawn once. */
function ticksOf(places: readonly number[], width: number): string {
  let drawn = Number.NEGATIVE_INFINITY;
  let path = "";
  for (const place of places) {
    if (place - drawn < 2.5) continue;
    drawn = place;
    path += `M${clampX(place, width).toFixed(1)} 26v-8`;
  }
  return path;
}

function nearest(places: readonly number[], x: number, within: number): number {
  let best = -1;
  places.forEach((place, at) => {
    const distance = Math.abs(place - x);
    if (distance <= within && (best === -1 || distance < Math.abs((places[best] ?? 0) - x))) best = at;
  });
  return best;
}

function clampX(x: number, width: number): number {
  return Math.min(Math.max(x, 0.6), width - 0.6);
}

/** The width to draw in, in units of the usual text size: larger text is a larger drawing with less time to the inch. */
function useSize(frame: { readonly current: HTMLElement | null }): { width: number; scale: number } {
  const [size, setSize] = useState({ width: 716, scale: 1 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => {
      const scale = textScale();
      setSize((before) => ({ width: Math.round(element.clientWidth / scale) || before.width, scale }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}
