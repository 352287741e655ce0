/*
 * The mounted part of a ledger: for every day on screen its heading and its rows on screen. A day is a box as tall as its
 * mounted rows, so that its heading can stick inside it and is pushed out by the next, without a script. The current row
 * stays mounted wherever it is, so that the focus is never lost.
 */
import type { ReactNode } from "react";
import type { Column } from "./columns.ts";
import { LedgerRow, type MarginText } from "./LedgerRow.tsx";
import type { Layout } from "./layout.ts";
import styles from "./ledger.module.css";
import type { ChoiceControl } from "./useChoice.ts";
import type { ShownRows } from "./useShownRows.ts";

interface LedgerDaysProps<Row> {
  order: { ids: Uint32Array };
  layout: Layout;
  shown: ShownRows;
  columns: readonly Column<Row>[];
  offset: number;
  isByTime: boolean;
  rowOf: (id: number) => Row | undefined;
  marginOf: (row: Row) => MarginText;
  dayOf: (day: number, count: number) => { numeral: string; name: string; note: string };
  control: ChoiceControl;
  canExpand: (row: Row) => boolean;
  details?: ((row: Row) => ReactNode) | undefined;
  depthOf?: ((id: number) => number) | undefined;
  cell: number | null;
  onHeight: (id: number, height: number) => void;
}

export function LedgerDays<Row>(props: LedgerDaysProps<Row>) {
  const { layout, shown, order, control } = props;
  const { choice } = control;
  const { ids } = order;
  const currentAt = choice.current === null ? -1 : ids.indexOf(choice.current);
  // Without a current row, Tab enters at the first row on screen.
  const tabStop = currentAt >= 0 ? currentAt : Math.min(shown.first, ids.length - 1);
  const isShifted = shown.shift !== 0;

  return layout.groups.map((group) => {
    const last = group.first + group.count;
    const indices: number[] = [];
    for (let at = Math.max(shown.first, group.first); at < Math.min(shown.end, last); at += 1) indices.push(at);
    const isCurrentHere = tabStop >= group.first && tabStop < last;
    if (isCurrentHere && !isShifted && (tabStop < shown.first || tabStop >= shown.end)) {
      if (tabStop < shown.first) indices.unshift(tabStop);
      else indices.push(tabStop);
    }
    const [firstAt, lastAt] = [indices[0], indices.at(-1)];
    if (firstAt === undefined || lastAt === undefined) return null;
    const heading = layout.topOf(group.first) - group.top;
    const top = Math.max(group.top, layout.topOf(firstAt) - heading);
    const bottom = layout.topOf(lastAt) + layout.heightOf(lastAt);
    const day = props.isByTime ? props.dayOf(group.day, group.count) : undefined;
    return (
      <div
        key={`${group.day} ${group.first === 0 ? "first" : ""}`}
        role="rowgroup"
        className={styles.group}
        style={{ top: top - shown.shift, height: bottom - top }}
      >
        {day === undefined ? null : (
          <div role="row" className={styles.day}>
            <span role="gridcell" className={styles.numeral}>
              {day.numeral}
            </span>
            <span role="gridcell" className={styles.dayName}>
              <h2>{day.name}</h2>
              <span className={styles.dayNote}>{day.note}</span>
            </span>
          </div>
        )}
        {indices.map((at) => {
          const id = ids[at] as number;
          const row = props.rowOf(id);
          return (
            <LedgerRow
              key={id}
              id={id}
              number={props.offset + at + 1}
              top={layout.topOf(at) - top}
              row={row}
              columns={props.columns}
              marginOf={props.marginOf}
              isCurrent={at === currentAt}
              isTabStop={at === tabStop}
              isSelected={choice.selected.has(id)}
              isSelecting={choice.selected.size > 0}
              isOpened={choice.opened.has(id)}
              canOpen={row !== undefined && props.canExpand(row)}
              depth={props.depthOf?.(id) ?? 0}
              cell={at === currentAt ? props.cell : null}
              details={props.details}
              onHeight={props.onHeight}
            />
          );
        })}
      </div>
    );
  });
}
