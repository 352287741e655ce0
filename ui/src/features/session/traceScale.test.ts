import { describe, expect, it } from "vitest";
import { layTrace } from "./traceScale.ts";

const MINUTE = 60_000;
const base = { prompts: [] as number[], failures: [] as number[], compactions: [] as number[] };

describe("layTrace", () => {
  it("fills_the_width_and_keeps_the_order_of_time", () => {
    const runs = [
      { from: 0, to: 60 * MINUTE },
      { from: 90 * MINUTE, to: 120 * MINUTE },
    ];
    const layout = layTrace({ ...base, runs, prompts: [0, 10 * MINUTE, 95 * MINUTE] }, 700);

    expect(layout.runs.at(-1)?.to).toBeCloseTo(700);
    expect(layout.pauses).toHaveLength(1);
    expect(layout.prompts).toEqual(layout.prompts.toSorted((a, b) => a - b));
  });

  it("a_pause_of_days_does_not_hide_the_work", () => {
    const day = 24 * 60 * MINUTE;
    const layout = layTrace(
      {
        ...base,
        runs: [
          { from: 0, to: 10 * MINUTE },
          { from: 9 * day, to: 9 * day + 10 * MINUTE },
        ],
      },
      700,
    );
    const active = layout.runs.reduce((sum, run) => sum + run.to - run.from, 0);

    expect(active).toBeGreaterThan(400);
  });

  it("a_pixel_leads_back_to_its_instant", () => {
    const layout = layTrace({ ...base, runs: [{ from: 1000 * MINUTE, to: 1100 * MINUTE }] }, 700);

    expect(layout.instant(layout.place(1042 * MINUTE))).toBeCloseTo(1042 * MINUTE, -2);
  });

  it("a_session_of_one_instant_and_an_empty_one_can_be_drawn", () => {
    expect(layTrace({ ...base, runs: [{ from: 7, to: 7 }], prompts: [7] }, 700).runs).toHaveLength(1);
    expect(layTrace({ ...base, runs: [] }, 700)).toMatchObject({ runs: [], hours: [] });
  });
});
