/* The period of the address: what it is called, and the ways to change it. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { preferencesQuery } from "../ipc/queries.ts";
import { useFrameSearch, useZone } from "../ipc/useFrameFilter.ts";
import { compact } from "../lib/address.ts";
import { type Period, type Preset, periodName, presets, stepPeriod } from "../lib/period.ts";
import { dayOf } from "../lib/time.ts";
import { useNow } from "../lib/useNow.ts";

const WEEKDAYS = { sunday: 0, monday: 1, saturday: 6 } as const;

export interface PeriodControl {
  period: Period;
  name: string;
  zone: string;
  presets: Preset[];
  /** Today in the vault's zone. */
  day: string;
  canStep: boolean;
  choose: (period: Period) => void;
  step: (step: 1 | -1) => void;
  today: () => void;
}

export function usePeriod(): PeriodControl {
  const navigate = useNavigate();
  const { from, until } = useFrameSearch();
  const zone = useZone();
  const day = dayOf(useNow(), zone);
  const { data } = useQuery(preferencesQuery());
  const period: Period = { from, until };
  const choose = (next: Period) =>
    void navigate({
      to: ".",
      search: (before: object) => compact({ ...before, from: next.from, until: next.until, page: undefined }),
    });
  return {
    period,
    name: periodName(period),
    zone,
    day,
    presets: presets(day, WEEKDAYS[data?.firstWeekday ?? "monday"]),
    canStep: stepPeriod(period, 1) !== undefined,
    choose,
    step: (step) => {
      const next = stepPeriod(period, step);
      if (next !== undefined) choose(next);
    },
    today: () => choose({ from: day, until: day }),
  };
}
