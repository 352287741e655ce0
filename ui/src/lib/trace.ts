/*
 * The geometry of a trace: where runs, prompts and pauses of a session lie along a line of given width. Time runs
 * linearly, but a pause takes at most a quarter of the active time, so that a night between two runs leaves both visible.
 */

export interface TraceActivity {
  runs: readonly { from: number; to: number }[];
  prompts: readonly number[];
}

export interface TracePlan {
  runs: { x: number; width: number }[];
  /** Place of an instant. */
  place: (at: number) => number;
}

const LEAST_RUN = 1;

export function planTrace(activity: TraceActivity, width: number): TracePlan {
  const { runs } = activity;
  const active = runs.reduce((sum, run) => sum + run.to - run.from, 0);
  const longest = Math.max(active / 4, 1);
  // Every stretch begins where the one before ends; a pause is cut to `longest`.
  const stretches: { from: number; to: number; start: number; length: number }[] = [];
  let total = 0;
  runs.forEach((run, at) => {
    const before = runs[at - 1];
    if (before !== undefined) {
      const length = Math.min(run.from - before.to, longest);
      stretches.push({ from: before.to, to: run.from, start: total, length });
      total += length;
    }
    stretches.push({ from: run.from, to: run.to, start: total, length: run.to - run.from });
    total += run.to - run.from;
  });
  const scale = total > 0 ? width / total : 0;
  const place = (at: number) => {
    for (const stretch of stretches) {
      if (at > stretch.to) continue;
      const share = stretch.to > stretch.from ? Math.max(0, at - stretch.from) / (stretch.to - stretch.from) : 0;
      return (stretch.start + share * stretch.length) * scale;
    }
    return total > 0 ? width : 0;
  };
  return {
    place,
    runs: runs
      .map((run) => ({ x: place(run.from), width: place(run.to) - place(run.from) }))
      .filter((run) => total > 0 || run.width > 0)
      .map((run) => (run.width < LEAST_RUN ? { x: Math.min(run.x, width - LEAST_RUN), width: LEAST_RUN } : run)),
  };
}
