/*
 * The head of a ledger: names, the sort, the borders one drags. One stop for Tab; arrows walk along it, Enter sorts
 * (down, up, default), Ctrl Shift with an arrow changes the width.
 */
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { Icon } from "../Icon.tsx";
import type { Column, ColumnSettings } from "./columns.ts";
import styles from "./ledger.module.css";

export interface SortState {
  column: string;
  isDescending: boolean;
}

export interface LedgerHeadProps<Row> {
  settings: ColumnSettings<Row>;
  marginName: string;
  /** What the margin sorts by. */
  marginSort: string;
  sort: SortState;
  onSort: (column: string) => void;
  onLeave: () => void;
  /** Widest content of a column among the rows on screen. */
  fitOf: (columnIndex: number) => number;
}

export function LedgerHead<Row>(props: LedgerHeadProps<Row>) {
  const head = useRef<HTMLDivElement>(null);
  const { settings, sort } = props;

  const walk = (event: KeyboardEvent) => {
    const buttons = [...(head.current?.querySelectorAll<HTMLButtonElement>("[data-head]") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined && event.ctrlKey && event.shiftKey) {
      const column = settings.shown[at - 1];
      if (column !== undefined && column.width !== "rest") settings.resize(column, settings.widthOf(column) + step * 8);
    } else if (step !== undefined) {
      buttons[Math.min(Math.max(at + step, 0), buttons.length - 1)]?.focus();
    } else if (event.key === "ArrowDown") {
      props.onLeave();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const button = (name: string, sortBy: string | undefined) => {
    const isSorted = sortBy !== undefined && sort.column === sortBy;
    return (
      <button
        type="button"
        data-head=""
        tabIndex={isSorted ? 0 : -1}
        aria-disabled={sortBy === undefined || undefined}
        onClick={() => (sortBy === undefined ? undefined : props.onSort(sortBy))}
      >
        {name}
        {isSorted ? <Icon name={sort.isDescending ? "sortdown" : "sortup"} /> : null}
      </button>
    );
  };
  const sorted = (sortBy: string | undefined) =>
    sortBy === undefined ? undefined : sort.column !== sortBy ? "none" : sort.isDescending ? "descending" : "ascending";

  return (
    <div ref={head} role="row" tabIndex={-1} className={styles.head} onKeyDown={walk}>
      <span
        role="columnheader"
        className={`${styles.margin} ${sort.column === props.marginSort ? styles.sorted : ""}`}
        aria-sort={sorted(props.marginSort)}
      >
        {button(props.marginName, props.marginSort)}
      </span>
      {settings.shown.map((column, at) => (
        <span
          key={column.id}
          role="columnheader"
          className={[
            styles.cell,
            column.isNumber && styles.figure,
            column.isFirstToGo && styles.firstToGo,
            column.sortBy !== undefined && sort.column === column.sortBy && styles.sorted,
          ]
            .filter(Boolean)
            .join(" ")}
          aria-sort={sorted(column.sortBy)}
        >
          {button(column.name, column.sortBy)}
          <Grip settings={settings} column={column} at={at} fitOf={props.fitOf} />
        </span>
      ))}
    </div>
  );
}

/**
 * The border one drags. Columns are anchored at the right (the flexible one takes the rest), so the grip on the left border
 * of a fixed column widens it to the left, and the one on the right of a column before the flexible one to the right.
 */
function Grip<Row>(props: {
  settings: ColumnSettings<Row>;
  column: Column<Row>;
  at: number;
  fitOf: (columnIndex: number) => number;
}) {
  const { settings, column, at } = props;
  const restAt = settings.shown.findIndex((one) => one.width === "rest");
  if (column.width === "rest") return null;
  const direction = at > restAt ? -1 : 1;
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const grip = event.currentTarget;
    const start = event.clientX;
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
    const width = settings.widthOf(column);
    const move = (moved: globalThis.PointerEvent) =>
      settings.resize(column, width + (direction * (moved.clientX - start)) / scale);
    grip.setPointerCapture(event.pointerId);
    grip.addEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", () => grip.removeEventListener("pointermove", move), { once: true });
  };
  return (
    <span
      className={`${styles.grip} ${direction === -1 ? styles.gripLeft : styles.gripRight}`}
      aria-hidden="true"
      onPointerDown={drag}
      onDoubleClick={() => settings.resize(column, props.fitOf(at))}
    />
  );
}
