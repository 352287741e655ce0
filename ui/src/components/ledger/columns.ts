/*
 * Columns of a table: what a feature declares, and what a person changed (widths, hidden ones), kept per table on this
 * computer. Widths are in CSS pixels at 100 % text and grow with the text.
 */
import { type ReactNode, useState } from "react";

export interface Column<Row> {
  id: string;
  name: string;
  /** `"rest"` for the one flexible column. */
  width: number | "rest";
  isNumber?: boolean;
  /** Second facts are drawn quieter. */
  isSecond?: boolean;
  /** What the back end sorts by; absent: cannot be sorted. */
  sortBy?: string;
  isHiddenAtFirst?: boolean;
  /** Its width where the table has little room; its cells show less there (stamps without names). */
  narrowWidth?: number;
  /** Left out where the table has hardly any room (200 % text in a small window). */
  isFirstToGo?: boolean;
  /** Narrower than this it says nothing. */
  least?: number;
  cell: (row: Row) => ReactNode;
  /** What the cell shows in an opened row. */
  openedCell?: (row: Row) => ReactNode;
}

interface Changes {
  widths: Record<string, number>;
  hidden: Record<string, boolean>;
}

export interface ColumnSettings<Row> {
  shown: Column<Row>[];
  /** Value of `--columns`. */
  template: string;
  /** Value of `--columns-narrow`. */
  narrowTemplate: string;
  /** Value of `--columns-least`. */
  leastTemplate: string;
  widthOf: (column: Column<Row>) => number;
  isShown: (column: Column<Row>) => boolean;
  resize: (column: Column<Row>, width: number) => void;
  show: (column: Column<Row>, isShown: boolean) => void;
  reset: () => void;
  isChanged: boolean;
}

const LEAST = 44;
const MOST = 640;

function stored(table: string): Changes {
  try {
    const read = JSON.parse(localStorage.getItem(`daybook.columns.${table}`) ?? "{}") as Partial<Changes>;
    return { widths: read.widths ?? {}, hidden: read.hidden ?? {} };
  } catch {
    return { widths: {}, hidden: {} };
  }
}

export function useColumnSettings<Row>(table: string, columns: readonly Column<Row>[]): ColumnSettings<Row> {
  const [changes, setChanges] = useState(() => stored(table));
  const change = (next: Changes) => {
    setChanges(next);
    localStorage.setItem(`daybook.columns.${table}`, JSON.stringify(next));
  };
  const isShown = (column: Column<Row>) => !(changes.hidden[column.id] ?? column.isHiddenAtFirst ?? false);
  const shown = columns.filter(isShown);
  const widthOf = (column: Column<Row>) => (column.width === "rest" ? 0 : (changes.widths[column.id] ?? column.width));
  const templateOf = (width: (column: Column<Row>) => number, columnsShown = shown) =>
    columnsShown.map((column) => (column.width === "rest" ? "minmax(0, 1fr)" : `${width(column) / 16}rem`)).join(" ");
  return {
    shown,
    isShown,
    widthOf,
    template: templateOf(widthOf),
    narrowTemplate: templateOf((column) => column.narrowWidth ?? widthOf(column)),
    leastTemplate: templateOf(
      (column) => column.narrowWidth ?? widthOf(column),
      shown.filter((column) => column.isFirstToGo !== true),
    ),
    resize: (column, width) => {
      const bounded = Math.round(Math.min(Math.max(width, column.least ?? LEAST), MOST));
      change({ ...changes, widths: { ...changes.widths, [column.id]: bounded } });
    },
    show: (column, isNowShown) => change({ ...changes, hidden: { ...changes.hidden, [column.id]: !isNowShown } }),
    reset: () => change({ widths: {}, hidden: {} }),
    isChanged: Object.keys(changes.widths).length + Object.keys(changes.hidden).length > 0,
  };
}
