/*
 * The ledger: the one table of the program. Days are headings, rows hang from the margin, only what is on screen is
 * mounted, and the scrollbar is true for the whole set. It knows nothing of prompts or sessions: rows come from the page
 * by id, and the page is told what the person does with them.
 */
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Order } from "../../lib/order.ts";
import { ContextArea, type MenuItem } from "../Menu.tsx";
import type { ColumnSettings } from "./columns.ts";
import { LedgerDays } from "./LedgerDays.tsx";
import { LedgerHead, type SortState } from "./LedgerHead.tsx";
import type { MarginText } from "./LedgerRow.tsx";
import { groupByDay, layOut, scrollerFor } from "./layout.ts";
import styles from "./ledger.module.css";
import type { ChoiceControl } from "./useChoice.ts";
import { useLedgerKeys } from "./useLedgerKeys.ts";
import { useScrollPlace } from "./useScrollPlace.ts";
import { useShownRows } from "./useShownRows.ts";
import { useSizes } from "./useSizes.tsx";
import { useTypeToFind } from "./useTypeToFind.ts";
import { registerWalker } from "./walker.ts";

/** How a row was opened: `peek` leaves the focus in the list, `enter` moves it into the drawer, `full` makes it a page. */
export type Opening = "peek" | "enter" | "full";

export interface LedgerProps<Row> {
  /** Names the grid for screen readers. */
  label: string;
  order: Order;
  /** Filter and sort as a text: the same key keeps the place, another one begins at the top. */
  orderKey: string;
  /** Rows before the first of `order`, and all rows, where the table is paged. */
  offset?: number;
  total?: number;
  isByTime: boolean;
  rowOf: (id: number) => Row | undefined;
  /** Asks for rows; `direction` says where to read ahead. */
  onRange: (first: number, end: number, direction: 1 | -1) => void;
  settings: ColumnSettings<Row>;
  sort: SortState;
  onSort: (column: string) => void;
  marginName: string;
  marginOf: (row: Row) => MarginText;
  /** Name and figures of a day. */
  dayOf: (day: number, count: number) => { numeral: string; name: string; note: string };
  control: ChoiceControl;
  canExpand: (row: Row) => boolean;
  details?: (row: Row) => ReactNode;
  /** How deep a row hangs under others. */
  depthOf?: (id: number) => number;
  /** The row it hangs under. */
  parentOf?: (id: number) => number | undefined;
  /** The row that the address names: it becomes the current one and is brought on screen. */
  pointAt: number | null;
  onOpen: (id: number, how: Opening) => void;
  /** The keyboard moved to another row. */
  onWalk: (id: number) => void;
  onEscape: () => void;
  onCopy: (ids: number[]) => void;
  /** Narrows the table to the value in a cell; whether there was anything to narrow by. */
  onFilterBy: (row: Row, columnId: string) => boolean;
  menuFor: (id: number) => MenuItem[];
  /** The words of a row, and all rows that have some words: for type-to-find. */
  wordsOf: (row: Row) => string;
  findAll: (words: string) => Promise<Uint32Array>;
  /** The rows belong to the filter before; dimmed after a while. */
  isStale: boolean;
  /** Stands in the place of the rows: empty or failed. */
  state?: ReactNode;
}

export function Ledger<Row>(props: LedgerProps<Row>) {
  const { order, control, settings, rowOf, onRange } = props;
  const { choice, choose } = control;
  const grid = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const [cell, setCell] = useState<number | null>(null);
  const [menuRow, setMenuRow] = useState<number | null>(null);
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  const { sizes, probe } = useSizes();

  const { ids } = order;
  const extras = new Map<number, number>();
  for (const id of choice.opened) {
    const at = ids.indexOf(id);
    const height = heights.get(id);
    if (at >= 0 && height !== undefined) extras.set(at, Math.max(0, height - sizes.row));
  }
  const groups = groupByDay(order.days, props.isByTime);
  const layout = layOut(groups, { row: sizes.row, heading: props.isByTime ? sizes.heading : 0, extras });
  const scroller = scrollerFor(layout.total, 800);
  const shown = useShownRows(box, layout, scroller, ids.length, sizes.head);
  const scrollPlace = useScrollPlace({ box, order, orderKey: props.orderKey, layout, scroller, sizes });

  const { first, end, direction } = shown;
  // Before the frame is painted, so that the rows are on their way while it is.
  useLayoutEffect(() => onRange(first, end, direction), [first, end, direction, onRange]);

  const onHeight = useCallback((id: number, height: number) => {
    setHeights((before) => (before.get(id) === height ? before : new Map(before).set(id, height)));
  }, []);

  const rowElement = (id: number | null) =>
    id === null ? null : (box.current?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? null);

  // The focus follows the current row once it is drawn; where a change of the rows took it away, it comes back.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const row = rowElement(choice.current);
    if (row === null) return;
    wantsFocus.current = false;
    (cell === null ? row : (row.querySelector<HTMLElement>(`[data-cell="${cell}"]`) ?? row)).focus({
      preventScroll: true,
    });
  });

  const pointed = useRef<number | null>(null);
  useEffect(() => {
    const { pointAt } = props;
    const at = pointAt === null ? -1 : ids.indexOf(pointAt);
    if (pointAt === pointed.current || (pointAt !== null && at < 0)) return;
    pointed.current = pointAt;
    if (pointAt === null || pointAt === choice.current) return;
    choose({ do: "move", to: pointAt });
    scrollPlace.reveal(at);
  });

  const indexOfCurrent = () => (choice.current === null ? -1 : ids.indexOf(choice.current));

  const goTo = (index: number, isExtending: boolean) => {
    const id = ids[index];
    if (id === undefined) return;
    wantsFocus.current = true;
    if (isExtending) choose({ do: "extend", to: id, ids });
    else choose({ do: "move", to: id });
    scrollPlace.reveal(index);
    if (!isExtending) props.onWalk(id);
  };
  const move = (by: number, isExtending: boolean) => {
    const at = indexOfCurrent();
    if (at < 0) goTo(scrollPlace.firstVisible(), isExtending);
    else goTo(Math.min(Math.max(at + by, 0), ids.length - 1), isExtending);
  };

  const finding = useTypeToFind({
    ids,
    current: choice.current,
    wordsOf: (id) => {
      const row = rowOf(id);
      return row === undefined ? undefined : props.wordsOf(row);
    },
    findAll: props.findAll,
    goTo: (index) => goTo(index, false),
  });
  const currentRow = () => (choice.current === null ? undefined : rowOf(choice.current));
  const isOpened = (id: number) => choice.opened.has(id);

  useLedgerKeys(() => grid.current, {
    move,
    moveTo: (place, isExtending) => goTo(place === "first" ? 0 : ids.length - 1, isExtending),
    pageSize: () => Math.max(1, scrollPlace.rowsOnScreen() - 1),
    peek: () => choice.current !== null && props.onOpen(choice.current, "peek"),
    open: (isFull) => choice.current !== null && props.onOpen(choice.current, isFull ? "full" : "enter"),
    expand: () => {
      const row = currentRow();
      if (row !== undefined && choice.current !== null && props.canExpand(row))
        choose({ do: "open", ids: [choice.current] });
    },
    fold: () => {
      if (choice.current === null) return;
      const parent = isOpened(choice.current) ? undefined : props.parentOf?.(choice.current);
      if (parent === undefined) choose({ do: "fold", ids: [choice.current] });
      else goTo(ids.indexOf(parent), false);
    },
    expandAll: () => {
      const onScreen = [
        ...ids.subarray(scrollPlace.firstVisible(), scrollPlace.firstVisible() + scrollPlace.rowsOnScreen()),
      ];
      const openable = onScreen.filter((id) => {
        const row = rowOf(id);
        return row !== undefined && props.canExpand(row);
      });
      choose({ do: openable.every(isOpened) ? "fold" : "open", ids: openable });
    },
    toggle: () => choice.current !== null && choose({ do: "toggle", id: choice.current }),
    selectAll: () => choose({ do: "all", ids }),
    copy: () => {
      const text = cell === null ? "" : (document.activeElement?.textContent ?? "");
      if (text !== "") void navigator.clipboard.writeText(text);
      else if (choice.selected.size > 0) props.onCopy([...choice.selected]);
      else if (choice.current !== null) props.onCopy([choice.current]);
    },
    escape: props.onEscape,
    moveCell: (step) => {
      if (step === null && cell === null) return false;
      wantsFocus.current = true;
      const last = settings.shown.length - 1;
      setCell(
        step === null ? null : cell === null ? (step === 1 ? 0 : last) : Math.min(Math.max(cell + step, 0), last),
      );
      if (choice.current === null) goTo(scrollPlace.firstVisible(), false);
      return true;
    },
    startFinding: finding.start,
    type: finding.type,
    erase: finding.erase,
    endFinding: finding.end,
    filterByCell: () => {
      const row = currentRow();
      const column = cell === null ? undefined : settings.shown[cell];
      return row !== undefined && column !== undefined && props.onFilterBy(row, column.id);
    },
  });

  const latestMove = useRef(move);
  useEffect(() => {
    latestMove.current = move;
  });
  useEffect(() => registerWalker((step) => latestMove.current(step, false)), []);

  const rowUnder = (event: MouseEvent): number | null => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
    return row === null ? null : Number(row.dataset.row);
  };

  const click = (event: MouseEvent) => {
    const id = rowUnder(event);
    const target = event.target as Element;
    if (id === null || event.button !== 0) return;
    if (target.closest("[data-chevron]") !== null) {
      choose({ do: "move", to: id });
      choose({ do: isOpened(id) ? "fold" : "open", ids: [id] });
      wantsFocus.current = true;
      return;
    }
    if (target.closest("button, a, summary") !== null) return;
    wantsFocus.current = true;
    if (event.ctrlKey || event.metaKey || target.closest("[data-check]") !== null) {
      choose({ do: "toggle", id });
    } else if (event.shiftKey) {
      document.getSelection()?.removeAllRanges();
      choose({ do: "extend", to: id, ids });
    } else if (target.closest("[data-margin]") !== null) {
      const row = rowOf(id);
      choose({ do: "move", to: id });
      if (choice.selected.size > 0) choose({ do: "toggle", id });
      else if (row !== undefined && props.canExpand(row)) choose({ do: isOpened(id) ? "fold" : "open", ids: [id] });
      else props.onOpen(id, "peek");
    } else {
      const isReading = document.getSelection()?.isCollapsed === false || target.closest("[data-details]") !== null;
      if (isReading) wantsFocus.current = false;
      choose({ do: "move", to: id });
      if (!isReading && event.detail < 2) props.onOpen(id, "peek");
    }
  };

  const doubleClick = (event: MouseEvent) => {
    const id = rowUnder(event);
    const target = event.target as Element;
    if (id === null || target.closest("button, a, [data-details], [data-margin]") !== null) return;
    props.onOpen(id, "full");
  };

  const menu = (event: MouseEvent) => {
    const id = rowUnder(event);
    if (id === null) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    setMenuRow(id);
    choose({ do: "move", to: id });
  };

  const isEmpty = ids.length === 0;
  return (
    <div
      className={styles.ledger}
      style={
        {
          "--columns": settings.template,
          "--columns-narrow": settings.narrowTemplate,
          "--columns-least": settings.leastTemplate,
        } as CSSProperties
      }
    >
      <div
        ref={grid}
        role="grid"
        aria-label={props.label}
        aria-rowcount={props.total ?? ids.length}
        aria-colcount={settings.shown.length + 1}
        aria-multiselectable="true"
        aria-busy={props.isStale}
        className={styles.grid}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks on rows are heard here once; keys are heard by useLedgerKeys. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by useLedgerKeys. */}
        <div
          ref={box}
          className={props.isStale ? `${styles.scroll} ${styles.stale}` : styles.scroll}
          onClick={click}
          onDoubleClick={doubleClick}
          onContextMenuCapture={menu}
          tabIndex={-1}
        >
          <LedgerHead
            settings={settings}
            marginName={props.marginName}
            marginSort="time"
            sort={props.sort}
            onSort={props.onSort}
            onLeave={() => goTo(indexOfCurrent() < 0 ? scrollPlace.firstVisible() : indexOfCurrent(), false)}
            fitOf={(at) => widestCell(box.current, at)}
          />
          {probe}
          {isEmpty ? (
            <div className={styles.state}>{props.state}</div>
          ) : (
            <ContextArea items={menuRow === null ? [] : props.menuFor(menuRow)}>
              <div className={styles.canvas} style={{ height: scroller.height }}>
                <LedgerDays
                  {...props}
                  layout={layout}
                  shown={shown}
                  cell={cell}
                  columns={settings.shown}
                  offset={props.offset ?? 0}
                  onHeight={onHeight}
                />
              </div>
            </ContextArea>
          )}
        </div>
      </div>
      {finding.typed === null ? null : (
        <p className={styles.finding} data-finding="" role="status">
          {finding.typed === "" ? "Type to find a row" : `Find “${finding.typed}”`}
          {finding.isMissing ? <span className={styles.missing}>no row has it</span> : null}
        </p>
      )}
    </div>
  );
}

/** The width at which the widest cell on screen is not cut. */
function widestCell(box: HTMLElement | null, at: number): number {
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  let widest = 0;
  for (const cell of box?.querySelectorAll<HTMLElement>(`[data-cell="${at}"]`) ?? []) {
    const inner = cell.firstElementChild instanceof HTMLElement ? cell.firstElementChild.scrollWidth + 16 : 0;
    widest = Math.max(widest, cell.scrollWidth, inner);
  }
  return Math.ceil(widest / scale) + 2;
}
