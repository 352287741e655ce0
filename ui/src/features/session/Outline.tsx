/* The outline: every turn with its number and first words, ▲ where something failed, a dashed line where the session was compacted.
   Drawn a screen at a time, so that a session of thousands of turns costs nothing. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { sayMasks } from "../../lib/masks.ts";
import { languageOf } from "../../lib/text.ts";
import { textScale } from "../../lib/textScale.ts";
import { clock } from "../../lib/time.ts";
import type { OutlineEntry } from "./rows.ts";
import styles from "./session.module.css";

export interface OutlineProps {
  entries: readonly OutlineEntry[];
  /** The turn that is read now. */
  currentId: number | null;
  zone: string;
  onGo: (id: number) => void;
}

export function Outline({ entries, currentId, zone, onGo }: OutlineProps) {
  "use no memo";
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => Math.round(26 * textScale()),
    getItemKey: (index) => keyOf(entries[index]),
    overscan: 10,
  });
  const current = entries.findIndex((entry) => entry.type === "turn" && entry.id === currentId);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the outline follows the reading, not its own scrolling.
  useEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current, { align: "auto" });
  }, [current]);

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = entries[Math.min(entries.length - 1, Math.max(0, (current < 0 ? -1 : current) + step))];
    if (next !== undefined) onGo(next.id);
  };

  return (
    <nav
      ref={scroller}
      className={entries.length > 999 ? `${styles.outline} ${styles.many}` : styles.outline}
      aria-label="Outline of turns"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard.
      tabIndex={0}
      onKeyDown={walk}
    >
      <ol className={styles.outlineSpace} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const entry = entries[item.index];
          if (entry === undefined) return null;
          return (
            <li key={item.key} aria-setsize={entries.length} aria-posinset={item.index + 1}>
              {entry.type === "turn" ? (
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles.outlineTurn}
                  style={{ top: item.start, height: item.size }}
                  aria-current={entry.id === currentId ? "true" : undefined}
                  onClick={() => onGo(entry.id)}
                >
                  <span className={styles.outlineNumber}>{entry.turn}</span>
                  <bdi className={styles.outlineWords} lang={languageOf(entry.words)}>
                    {sayMasks(entry.words)}
                  </bdi>
                  {entry.hasFailure ? (
                    <span
                      className={styles.outlineFault}
                      role="img"
                      aria-label="Something failed"
                      title="Something failed"
                    >
                      ▲
                    </span>
                  ) : null}
                </button>
              ) : (
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles.outlineCompaction}
                  style={{ top: item.start, height: item.size }}
                  onClick={() => onGo(entry.id)}
                >
                  Compacted{entry.at === null ? "" : ` ${clock(entry.at, zone)}`}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function keyOf(entry: OutlineEntry | undefined): string {
  if (entry === undefined) return "";
  return entry.type === "turn" ? `turn-${entry.id}` : entry.key;
}
