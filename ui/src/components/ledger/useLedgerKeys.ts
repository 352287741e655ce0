/*
 * The keys of a ledger (interface.md 4 and 6). They work while the focus is in the ledger or nowhere in particular, never in
 * a field, a menu or the drawer; single letters can be turned off.
 */
import { useEffect } from "react";
import { hasSingleKeys } from "../../lib/actions.ts";

export interface LedgerKeys {
  /** Moves by rows; extends the selection with Shift. */
  move: (by: number, isExtending: boolean) => void;
  moveTo: (place: "first" | "last", isExtending: boolean) => void;
  /** Rows on one screen. */
  pageSize: () => number;
  peek: () => unknown;
  open: (isFull: boolean) => unknown;
  expand: () => unknown;
  fold: () => unknown;
  /** Opens all rows on screen, or folds them if all are open. */
  expandAll: () => unknown;
  toggle: () => unknown;
  selectAll: () => void;
  copy: () => void;
  escape: () => void;
  /** Moves the cell cursor; `null` leaves it. */
  moveCell: (step: 1 | -1 | null) => boolean;
  filterByCell: () => boolean;
  startFinding: () => void;
  /** Letters of type-to-find; whether they were taken. */
  type: (letter: string) => boolean;
  erase: () => boolean;
  endFinding: () => boolean;
}

export function useLedgerKeys(grid: () => HTMLElement | null, keys: LedgerKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const element = grid();
      const target = event.target instanceof Element ? event.target : null;
      if (
        element === null ||
        target === null ||
        element.closest("[hidden]") !== null ||
        document.querySelector("[data-modal]") !== null
      )
        return;
      const isInside = element.contains(target);
      if (!isInside && target !== document.body) return;
      if (target.closest("input, textarea, select, [contenteditable], [role=menu], [data-head]") !== null) return;
      const isControl = isInside && target.closest("button, a, summary") !== null;
      if (handle(event, keys, isControl)) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}

/** Runs what the key says; whether it said something. */
function handle(event: KeyboardEvent, keys: LedgerKeys, isControl: boolean): boolean {
  const { key, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand) {
    if (key === "ArrowRight") return keys.moveCell(1);
    if (key === "ArrowLeft") return keys.moveCell(-1);
    if (key === "Enter" && !isControl) return done(keys.open(true));
    if (key.toLowerCase() === "f" && !shiftKey) return done(keys.startFinding());
    if (key.toLowerCase() === "a" && !shiftKey) return done(keys.selectAll());
    // What is selected as text is copied as text, by the browser.
    if (key.toLowerCase() === "c" && document.getSelection()?.isCollapsed !== false) return done(keys.copy());
    return false;
  }
  if (!isControl && key.length === 1 && keys.type(key)) return true;
  switch (key) {
    case "Backspace":
      return keys.erase();
    case "ArrowDown":
      return done(keys.move(1, shiftKey));
    case "ArrowUp":
      return done(keys.move(-1, shiftKey));
    case "PageDown":
      return done(keys.move(keys.pageSize(), shiftKey));
    case "PageUp":
      return done(keys.move(-keys.pageSize(), shiftKey));
    case "Home":
      return done(keys.moveTo("first", shiftKey));
    case "End":
      return done(keys.moveTo("last", shiftKey));
    case "ArrowRight":
      return done(keys.expand());
    case "ArrowLeft":
      return done(keys.fold());
    case "Escape":
      return keys.endFinding() || keys.moveCell(null) || done(keys.escape());
    case "Enter":
      return isControl ? false : done(keys.open(false));
    case " ":
      return isControl ? false : done(keys.peek());
    default:
      return hasSingleKeys() && letter(key, keys);
  }
}

function letter(key: string, keys: LedgerKeys): boolean {
  switch (key) {
    case "j":
      return done(keys.move(1, false));
    case "k":
      return done(keys.move(-1, false));
    case "J":
      return done(keys.move(1, true));
    case "K":
      return done(keys.move(-1, true));
    case "x":
    case "X":
      return done(keys.toggle());
    case "e":
      return done(keys.expandAll());
    case "f":
      return keys.filterByCell();
    default:
      return false;
  }
}

/** Whatever the step returns, the key was ours. */
function done(_step: unknown): true {
  return true;
}
