/* One match: date and time in the margin, who said it and where, two lines of text with the words marked. */
import { Fragment, type MouseEvent } from "react";
import { Said } from "../../components/Said.tsx";
import { Stamp } from "../../components/Stamp.tsx";
import type { SearchHit } from "../../ipc/types.ts";
import { agentFacts } from "../../lib/agents.ts";
import { sayMasks } from "../../lib/masks.ts";
import { languageOf } from "../../lib/text.ts";
import { clock, dayAndMonth, dayOf, shortDate } from "../../lib/time.ts";
import styles from "./search.module.css";

export interface HitProps {
  hit: SearchHit;
  zone: string;
  /** The year that goes without saying. */
  thisYear: number;
  isCurrent: boolean;
  position: number;
  total: number;
  onOpen: (hit: SearchHit, how: "beside" | "full") => void;
}

export function Hit({ hit, zone, thisYear, isCurrent, position, total, onOpen }: HitProps) {
  const origin = originOf(hit);
  const isTool = hit.kind === "tool-call" || hit.kind === "tool-result";
  const open = (event: MouseEvent) => onOpen(hit, event.detail > 1 ? "full" : "beside");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys; its options are no stops of their own.
    // biome-ignore lint/a11y/useFocusableInteractive: as above.
    <div
      className={isCurrent ? `${styles.hit} ${styles.current}` : styles.hit}
      role="option"
      id={`hit-${hit.messageId}`}
      aria-selected={isCurrent}
      aria-posinset={position}
      aria-setsize={total}
      onClick={open}
    >
      <span className={styles.margin}>
        {hit.at === null ? (
          <span className={styles.time}>no date</span>
        ) : (
          <>
            <time dateTime={new Date(hit.at).toISOString()}>{dateOf(hit.at, zone, thisYear)}</time>
            <span className={styles.time}>{clock(hit.at, zone)}</span>
          </>
        )}
      </span>
      <div className={styles.body}>
        <p className={styles.line}>
          <span className={`${styles.origin} ${styles[origin.tone]}`}>{origin.word}</span>
          <span className={styles.title}>
            {hit.sessionTitle === "" ? "Session without a title" : <Said>{hit.sessionTitle}</Said>}
          </span>
          {hit.state === "abandoned" ? <span className={styles.kept}>left behind</span> : null}
          {hit.isSourceGone ? (
            <span className={styles.kept} title="The source file is gone; the vault keeps what it held.">
              source expired, kept
            </span>
          ) : null}
          <span className={styles.source}>
            <Stamp agent={hit.agent} />
            <span className={styles.project}>
              <Said>{hit.project}</Said>
            </span>
          </span>
        </p>
        <p
          className={isTool ? `${styles.snippet} ${styles.printed}` : styles.snippet}
          dir="auto"
          lang={languageOf(textOf(hit))}
        >
          {hit.excerpt.map((piece, at) => {
            const text = sayMasks(piece.text);
            return piece.isMatch ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>;
          })}
        </p>
      </div>
    </div>
  );
}

/** The text of a match without its marks. */
export function textOf(hit: SearchHit): string {
  return hit.excerpt.map((piece) => piece.text).join("");
}

function originOf(hit: SearchHit): { word: string; tone: "human" | "assistant" | "tool" | "system" } {
  switch (hit.kind) {
    case "tool-call":
      return { word: "Call", tone: "tool" };
    case "tool-result":
      return { word: "Result", tone: "tool" };
    case "summary":
      return { word: "Summary", tone: "assistant" };
    case "reasoning":
      return { word: "Reasoning", tone: "system" };
    case "system":
      return { word: "Notice", tone: "system" };
    default:
  }
  if (hit.origin === "human") return { word: "You", tone: "human" };
  if (hit.origin === "assistant") return { word: agentFacts(hit.agent).name, tone: "assistant" };
  return { word: hit.origin === "unknown" ? "Unknown" : "Notice", tone: "system" };
}

function dateOf(at: number, zone: string, thisYear: number): string {
  return Number(dayOf(at, zone).slice(0, 4)) === thisYear ? dayAndMonth(at, zone) : shortDate(at, zone);
}
