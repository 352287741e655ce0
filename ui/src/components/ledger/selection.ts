/*
 * What a table has chosen: the current row (one, where the keyboard is), the selected rows (any number, for bulk actions)
 * and the opened rows. Pure: the order of rows is an argument.
 */

export interface Choice {
  current: number | null;
  selected: ReadonlySet<number>;
  opened: ReadonlySet<number>;
  /** Where a range begins, and what was selected before it. */
  anchor: number | null;
  base: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

export const NO_CHOICE: Choice = { current: null, selected: NONE, opened: NONE, anchor: null, base: NONE };

export type Choosing =
  | { do: "move"; to: number | null }
  | { do: "toggle"; id: number }
  | { do: "extend"; to: number; ids: Uint32Array }
  | { do: "all"; ids: Uint32Array }
  | { do: "none" }
  | { do: "open"; ids: readonly number[] }
  | { do: "fold"; ids: readonly number[] }
  /** The rows changed: what is no longer shown is no longer chosen. */
  | { do: "keep"; ids: Uint32Array; fallback: number | null };

export function choose(choice: Choice, step: Choosing): Choice {
  switch (step.do) {
    case "move":
      return choice.current === step.to ? choice : { ...choice, current: step.to, anchor: null };
    case "toggle": {
      const selected = new Set(choice.selected);
      if (!selected.delete(step.id)) selected.add(step.id);
      return { ...choice, selected, current: step.id, anchor: step.id, base: selected };
    }
    case "extend": {
      const anchor = choice.anchor ?? choice.current ?? step.to;
      const base = choice.anchor === null ? choice.selected : choice.base;
      const from = step.ids.indexOf(anchor);
      const to = step.ids.indexOf(step.to);
      if (from < 0 || to < 0) return choice;
      const selected = new Set(base);
      for (const id of step.ids.subarray(Math.min(from, to), Math.max(from, to) + 1)) selected.add(id);
      return { ...choice, selected, current: step.to, anchor, base };
    }
    case "all":
      return { ...choice, selected: new Set(step.ids), anchor: null };
    case "none":
      return { ...choice, selected: NONE, anchor: null, base: NONE };
    case "open":
      return { ...choice, opened: new Set([...choice.opened, ...step.ids]) };
    case "fold": {
      const opened = new Set(choice.opened);
      for (const id of step.ids) opened.delete(id);
      return { ...choice, opened };
    }
    case "keep": {
      const isCurrentShown = choice.current === null || step.ids.includes(choice.current);
      const shown = choice.selected.size + choice.opened.size === 0 ? undefined : new Set(step.ids);
      const selected = shown === undefined ? choice.selected : keepShown(choice.selected, shown);
      const opened = shown === undefined ? choice.opened : keepShown(choice.opened, shown);
      if (isCurrentShown && selected === choice.selected && opened === choice.opened) return choice;
      return { ...choice, current: isCurrentShown ? choice.current : step.fallback, selected, opened, anchor: null };
    }
  }
}

function keepShown(chosen: ReadonlySet<number>, shown: ReadonlySet<number>): ReadonlySet<number> {
  const kept = [...chosen].filter((id) => shown.has(id));
  return kept.length === chosen.size ? chosen : new Set(kept);
}
