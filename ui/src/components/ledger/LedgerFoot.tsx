/*
 * The foot of a ledger: how many rows, and how to turn pages. While rows are selected it becomes the bar of what can be done
 * with them. Page size and mode are kept on this computer.
 */
import { type ReactNode, useMemo, useState } from "react";
import type { Order } from "../../lib/order.ts";
import { figure } from "../../lib/text.ts";
import { Button } from "../Button.tsx";
import { Segmented } from "../Segmented.tsx";
import styles from "./foot.module.css";

export type PageSize = "10" | "20" | "50" | "100" | "scroll";

const SIZES: readonly { value: PageSize; label: string }[] = [
  { value: "10", label: "10" },
  { value: "20", label: "20" },
  { value: "50", label: "50" },
  { value: "100", label: "100" },
  { value: "scroll", label: "Scroll" },
];

/** Keeps the page size of a table. */
export function usePageSize(table: string): [PageSize, (size: PageSize) => void] {
  const key = `daybook.page.${table}`;
  const [size, setSize] = useState<PageSize>(() => {
    const kept = localStorage.getItem(key);
    return SIZES.find((one) => one.value === kept)?.value ?? "scroll";
  });
  return [
    size,
    (next) => {
      setSize(next);
      localStorage.setItem(key, next);
    },
  ];
}

export interface Pages {
  size: number;
  /** One-based. */
  page: number;
  count: number;
  first: number;
  end: number;
}

/** Cuts so many rows into pages; scrolling is one page of all rows. */
export function pagesOf(total: number, size: PageSize, wanted: number): Pages {
  const rows = size === "scroll" ? Math.max(total, 1) : Number(size);
  const count = Math.max(1, Math.ceil(total / rows));
  const page = Math.min(Math.max(wanted, 1), count);
  return { size: rows, page, count, first: (page - 1) * rows, end: Math.min(page * rows, total) };
}

/** The part of an order that is on the page; the same value as long as nothing changed. */
export function usePageOf(order: Order, pages: Pages): Order {
  const { first, end } = pages;
  return useMemo(
    () =>
      first === 0 && end === order.ids.length
        ? order
        : { ids: order.ids.subarray(first, end), days: order.days.subarray(first, end) },
    [order, first, end],
  );
}

export interface LedgerFootProps {
  total: number;
  pages: Pages;
  pageSize: PageSize;
  onPageSize: (size: PageSize) => void;
  onPage: (page: number) => void;
  /** What one row is called: `prompt`, `prompts`. */
  words: [one: string, many: string];
  selected: number;
  /** Actions for the selected rows. */
  bulk: ReactNode;
}

export function LedgerFoot(props: LedgerFootProps) {
  const { pages, total } = props;
  const isPaged = props.pageSize !== "scroll";
  const isSelecting = props.selected > 0;
  const [one, many] = props.words;
  const count = `${figure(total)} ${total === 1 ? one : many}`;
  const range = `${figure(Math.min(pages.first + 1, pages.end))}–${figure(pages.end)} of ${figure(total)}`;
  return (
    <div className={isSelecting ? `${styles.foot} ${styles.bulk}` : styles.foot}>
      {isSelecting ? (
        <div className={styles.tools} role="toolbar" aria-label="Selection">
          <strong>{figure(props.selected)} selected</strong>
          <span className={styles.rule} />
          {props.bulk}
        </div>
      ) : (
        <span className={styles.count}>{isPaged ? range : count}</span>
      )}
      <div className={styles.pager}>
        {isSelecting ? <span className="quiet">{isPaged ? range : count}</span> : null}
        <Segmented label="Rows a page" options={SIZES} value={props.pageSize} onValue={props.onPageSize} />
        {isPaged ? (
          <>
            <Button
              kind="plain"
              icon="left"
              isSquare
              aria-label="Previous page"
              unavailable={pages.page === 1 ? "This is the first page." : undefined}
              onClick={() => props.onPage(pages.page - 1)}
            />
            <span className={styles.page}>
              Page {figure(pages.page)} of {figure(pages.count)}
            </span>
            <Button
              kind="plain"
              icon="right"
              isSquare
              aria-label="Next page"
              unavailable={pages.page === pages.count ? "This is the last page." : undefined}
              onClick={() => props.onPage(pages.page + 1)}
            />
          </>
        ) : null}
      </div>
    </div>
  );
}
