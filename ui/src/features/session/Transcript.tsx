/* The transcript, drawn a screen at a time: rows of any height, placed by `top`, measured as they come into view.

   A place one jumped to is held while heights settle, until one scrolls oneself; at the end of a running session the end is held the same
   way. Rows load their texts in slices (useMessages.ts); what a row shows is TranscriptRowView.tsx. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { textScale } from "../../lib/textScale.ts";
import { opensByItself } from "./FoldView.tsx";
import { buildRows, findRow, guessHeight, type Pairs, type SkeletonLine, type TranscriptRow } from "./rows.ts";
import { TranscriptRowView } from "./TranscriptRowView.tsx";
import styles from "./transcript.module.css";
import { type Messages, useMessages } from "./useMessages.ts";

/** Where to go. A new object is a new jump, also to the same place. */
export type Jump = { readonly to: "message"; readonly id: number } | { readonly to: "start" } | { readonly to: "end" };

export interface TranscriptProps {
  sessionId: number;
  lines: readonly SkeletonLine[];
  agentName: string;
  /** The folder the session worked in; paths are shown as seen from it. */
  folder: string | null;
  zone: string;
  jump: Jump | null;
  /** The message that is marked. */
  selectedId: number | null;
  /** Words to mark; empty for none. */
  marked: string;
  /** Folds a person opened or closed, by row. */
  folds: ReadonlyMap<string, boolean>;
  /** Whether edits stand open. */
  showsEdits: boolean;
  onFold: (key: string, isOpen: boolean) => void;
  onEdge: (edge: "start" | "end") => void;
  onOpenSession: (sessionId: number) => void;
  /** The first message in view; `isHeld` while a jump holds it there. */
  onPlace: (id: number, isHeld: boolean) => void;
}

type Pin = { readonly to: "message"; readonly id: number } | { readonly to: "end" };

const NO_PAIRS: Pairs = new Map();
/** What one reads stands this far below the upper edge, so that one sees what came before. */
const READING_LINE = 52;
/** How near the end counts as the end, in pixels. */
const END_ROOM = 24;
const SCROLL_KEYS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", " "]);

export function Transcript(props: TranscriptProps) {
  "use no memo";
  const { sessionId, lines, folds, jump, onFold, onPlace } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const pin = useRef<Pin | null>(null);
  const [pairs, setPairs] = useState(NO_PAIRS);
  const [openBranches, setOpenBranches] = useState<ReadonlySet<string>>(new Set());
  const [isAtEnd, setAtEnd] = useState(false);
  const [seen, setSeen] = useState(lines.length);
  const rows = useMemo(() => buildRows(lines, pairs, openBranches), [lines, pairs, openBranches]);
  const lineAt = useMemo(() => new Map(lines.map((line, at) => [line.id, at])), [lines]);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: (index) => guess(rows[index], folds, scroller.current?.clientWidth ?? 560),
    overscan: 8,
    paddingStart: 8,
    paddingEnd: 24,
    scrollPaddingStart: READING_LINE,
    scrollPaddingEnd: 24,
  });
  const items = virtualizer.getVirtualItems();
  const first = rows[items[0]?.index ?? 0];
  const last = rows[items.at(-1)?.index ?? 0];
  const from = lineAt.get(first?.anchorId ?? -1) ?? 0;
  const until = (lineAt.get(last?.ids.at(-1) ?? last?.anchorId ?? -1) ?? 0) + 1;
  const { messages, error } = useMessages(sessionId, lines, from, until);

  const learnt = learnPairs(messages, rows);
  useEffect(() => {
    if (learnt !== null) setPairs((before) => new Map([...before, ...learnt]));
  });

  const holdPlace = () => {
    const held = pin.current;
    if (held === null) return;
    if (held.to === "end") {
      virtualizer.scrollToIndex(rows.length - 1, { align: "end" });
      return;
    }
    const index = findRow(rows, held.id);
    const row = rows[index];
    if (row?.type === "branch" && !row.isOpen) setOpenBranches((before) => new Set([...before, row.key]));
    if (index >= 0) virtualizer.scrollToIndex(index, { align: "start" });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a jump happens once, when it is asked for.
  useLayoutEffect(() => {
    if (jump === null) return;
    pin.current = jump.to === "start" ? null : jump;
    if (jump.to === "start") virtualizer.scrollToOffset(0);
    const row = jump.to === "message" ? rows[findRow(rows, jump.id)] : undefined;
    if (row?.type === "fold" || (row?.type === "compaction" && row.summary !== null)) onFold(row.key, true);
    holdPlace();
  }, [jump]);

  const size = virtualizer.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is held whenever anything above it changed its height.
  useLayoutEffect(holdPlace, [size, rows]);

  const topRow = rows[items.find((item) => item.end > (virtualizer.scrollOffset ?? 0) + READING_LINE + 8)?.index ?? -1];
  const placeId = topRow?.anchorId ?? null;
  useEffect(() => {
    if (placeId !== null) onPlace(placeId, pin.current !== null);
  }, [placeId, onPlace]);

  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= END_ROOM;
    setAtEnd(atEnd);
    if (atEnd) setSeen(lines.length);
    if (atEnd && pin.current === null) pin.current = { to: "end" };
  };
  const release = () => {
    pin.current = null;
  };
  const hasNew = !isAtEnd && lines.length > seen;

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="feed"
        aria-label="Transcript"
        aria-busy={error === null && messages.size === 0}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard.
        tabIndex={0}
        onScroll={onScroll}
        onWheel={release}
        onTouchMove={release}
        onPointerDown={release}
        onKeyDown={(event) => {
          if (event.key === "Home" || event.key === "End") {
            event.preventDefault();
            props.onEdge(event.key === "Home" ? "start" : "end");
          } else if (SCROLL_KEYS.has(event.key)) {
            release();
          }
        }}
      >
        <div className={styles.space} style={{ height: size }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className={styles.row}
                style={{ top: item.start }}
              >
                <TranscriptRowView
                  row={row}
                  before={rows[item.index - 1]}
                  position={item.index + 1}
                  count={rows.length}
                  message={messages.get(mainId(row))}
                  result={row.type === "fold" && row.result !== null ? messages.get(row.result.id) : undefined}
                  fold={folds.get(row.key)}
                  agentName={props.agentName}
                  folder={props.folder}
                  zone={props.zone}
                  marked={props.marked}
                  showsEdits={props.showsEdits}
                  isSelected={props.selectedId !== null && row.ids.includes(props.selectedId)}
                  onFold={onFold}
                  onBranch={setBranch}
                  onOpenSession={props.onOpenSession}
                />
              </div>
            );
          })}
        </div>
      </div>
      {error === null ? null : (
        <p className={`${styles.newBelow} ${styles.state}`} role="alert">
          {asHostError(error).message}
        </p>
      )}
      {hasNew ? (
        <Button className={styles.newBelow} onClick={() => goToEnd()}>
          New below
        </Button>
      ) : null}
    </div>
  );

  function setBranch(key: string, isOpen: boolean) {
    setOpenBranches((before) => {
      const after = new Set(before);
      if (isOpen) after.add(key);
      else after.delete(key);
      return after;
    });
  }

  function goToEnd() {
    pin.current = { to: "end" };
    holdPlace();
  }
}

function mainId(row: TranscriptRow): number {
  return row.type === "compaction" ? (row.summary?.id ?? row.anchorId) : row.anchorId;
}

function guess(row: TranscriptRow | undefined, folds: ReadonlyMap<string, boolean>, width: number): number {
  if (row === undefined) return 26;
  const isOpen = folds.get(row.key) ?? (row.type === "fold" && opensByItself(row, undefined));
  const scale = textScale();
  return Math.round(guessHeight(row, isOpen, width / scale - 100) * scale);
}

/** What loaded messages say about calls and results, where the rows have it otherwise; null if nothing is to be learnt. */
function learnPairs(messages: Messages, rows: readonly TranscriptRow[]): Pairs | null {
  const learnt = new Map<number, number>();
  for (const row of rows) {
    if (row.type !== "fold" || row.line.kind !== "tool-call") continue;
    const result = messages.get(row.line.id)?.tool?.resultMessageId ?? null;
    if (result !== null && row.result?.id !== result) learnt.set(row.line.id, result);
  }
  return learnt.size > 0 ? learnt : null;
}
