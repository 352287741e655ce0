/* One line of a ledger: the margin with its sign and instant, then the cells; opened, it shows all it has. */
import { memo, type ReactNode, type Ref, useLayoutEffect, useRef } from "react";
import { Icon } from "../Icon.tsx";
import type { Column } from "./columns.ts";
import styles from "./ledger.module.css";

export interface MarginText {
  text: string;
  dateTime?: string | undefined;
  title?: string | undefined;
}

export interface LedgerRowProps<Row> {
  id: number;
  /** One-based, over all rows. */
  number: number;
  top: number;
  row: Row | undefined;
  columns: readonly Column<Row>[];
  marginOf: (row: Row) => MarginText;
  isCurrent: boolean;
  isTabStop: boolean;
  isSelected: boolean;
  isOpened: boolean;
  canOpen: boolean;
  /** Any row is selected: the margin offers a check box instead of the chevron. */
  isSelecting: boolean;
  depth: number;
  /** The cell under the cell cursor. */
  cell: number | null;
  details: ((row: Row) => ReactNode) | undefined;
  onHeight: (id: number, height: number) => void;
}

function RowView<Row>(props: LedgerRowProps<Row>) {
  const { id, row, columns, onHeight } = props;
  // Rows that unfold into further rows (children) stay as tall as they were.
  const isTall = props.isOpened && props.details !== undefined;
  const element = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!isTall || element.current === null) return;
    const box = element.current;
    const report = () => onHeight(id, box.offsetHeight);
    report();
    const observer = new ResizeObserver(report);
    observer.observe(box);
    return () => observer.disconnect();
  }, [id, isTall, onHeight]);

  const classes = [
    styles.row,
    props.isCurrent && styles.current,
    isTall && styles.opened,
    props.isSelecting && styles.selecting,
    props.depth > 0 && styles.child,
  ];
  return (
    <div
      ref={element as Ref<HTMLDivElement>}
      role="row"
      data-row={id}
      aria-rowindex={props.number}
      aria-selected={props.isSelected}
      tabIndex={props.isTabStop ? 0 : -1}
      className={classes.filter(Boolean).join(" ")}
      style={{ top: props.top }}
    >
      {row === undefined ? (
        <span role="gridcell" className={styles.margin} aria-label="Not read yet" />
      ) : (
        <>
          <Margin {...props} row={row} />
          {columns.map((column, at) => (
            <span
              key={column.id}
              role="gridcell"
              tabIndex={props.cell === at ? -1 : undefined}
              data-cell={at}
              className={cellClass(column, props.cell === at, props.depth)}
            >
              {isTall && column.openedCell !== undefined ? column.openedCell(row) : column.cell(row)}
            </span>
          ))}
          {isTall && props.details !== undefined ? (
            <div role="gridcell" className={styles.details}>
              {props.details(row)}
            </div>
          ) : null}
        </>
      )}
    </div>
  );
}

function Margin<Row>(props: LedgerRowProps<Row> & { row: Row }) {
  const { text, dateTime, title } = props.marginOf(props.row);
  return (
    <span role="gridcell" className={styles.margin} data-margin="">
      {props.isSelected || (props.isSelecting && !props.canOpen) ? (
        <Check isOn={props.isSelected} />
      ) : (
        <>
          {props.canOpen ? (
            <button
              type="button"
              tabIndex={-1}
              className={styles.chevron}
              data-chevron=""
              aria-expanded={props.isOpened}
              aria-label={props.isOpened ? "Fold" : "Expand"}
            >
              <Icon name={props.isOpened ? "down" : "right"} />
            </button>
          ) : null}
          {props.isSelecting ? <Check isOn={false} className={styles.offer} /> : null}
        </>
      )}
      <time dateTime={dateTime} title={title}>
        {text}
      </time>
    </span>
  );
}

/** The look of a check box; the row itself carries `aria-selected`. */
function Check(props: { isOn: boolean; className?: string | undefined }) {
  return (
    <span
      className={`${styles.check} ${props.isOn ? styles.on : ""} ${props.className ?? ""}`}
      data-check=""
      aria-hidden="true"
    />
  );
}

function cellClass<Row>(column: Column<Row>, isUnderCursor: boolean, depth: number): string {
  return [
    styles.cell,
    column.isNumber && styles.figure,
    column.isSecond && styles.quieter,
    column.isFirstToGo && styles.firstToGo,
    column.width === "rest" && depth > 0 && styles.indented,
    isUnderCursor && styles.cursor,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Rows are drawn again only when something of theirs changed. */
export const LedgerRow = memo(RowView) as typeof RowView;
