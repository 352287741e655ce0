/* The trace at row size: grey is activity, ticks are prompts, the tall tick is this prompt. Learnt once, read everywhere. */
import { planTrace, type TraceActivity } from "../lib/trace.ts";
import styles from "./trace.module.css";

const WIDTH = 92;

/** Ticks closer than this fall on one another and are drawn once. */
const CLOSEST = 0.75;

export function Trace(props: {
  activity: TraceActivity;
  /** The instant of the prompt to point at. */
  here?: number | null;
  /** What the drawing says, in words. */
  sentence: string;
}) {
  const plan = planTrace(props.activity, WIDTH);
  const here = props.here === undefined || props.here === null ? undefined : clamp(plan.place(props.here));
  let ticks = "";
  let last = -1;
  for (const prompt of props.activity.prompts) {
    const x = clamp(plan.place(prompt));
    if (x - last < CLOSEST && last >= 0) continue;
    if (here !== undefined && Math.abs(x - here) < CLOSEST) continue;
    last = x;
    ticks += `M${x.toFixed(1)} 15v-3`;
  }
  return (
    <svg className={styles.trace} viewBox={`0 0 ${WIDTH} 16`} role="img" aria-label={props.sentence}>
      <path className={styles.base} d={`M0 12.5H${WIDTH}`} />
      {plan.runs.map((run) => (
        <rect
          key={run.x}
          className={styles.active}
          x={run.x.toFixed(1)}
          y="7"
          width={run.width.toFixed(1)}
          height="5"
        />
      ))}
      {ticks === "" ? null : <path className={styles.prompt} d={ticks} />}
      {here === undefined ? null : <path className={styles.here} d={`M${here.toFixed(1)} 15V1`} />}
    </svg>
  );
}

function clamp(x: number): number {
  return Math.min(Math.max(x, 0.1), WIDTH - 0.6);
}
