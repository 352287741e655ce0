/* Words in full: a prompt or a piece of a reply. Before its text is here the row keeps its place with what the outline knows. */
import { useState } from "react";
import type { TranscriptMessageView } from "../../ipc/types.ts";
import { sayMasks } from "../../lib/masks.ts";
import { bytes } from "../../lib/text.ts";
import { Marked, OutputView } from "./OutputView.tsx";
import type { WordsRow } from "./rows.ts";
import { SafeHtml } from "./SafeHtml.tsx";
import styles from "./transcript.module.css";

export interface WordsViewProps {
  row: WordsRow;
  message: TranscriptMessageView | undefined;
  agentName: string;
  marked: string;
}

export function WordsView({ row, message, agentName, marked }: WordsViewProps) {
  return (
    <>
      {row.isContinued ? null : <Speaker row={row} agentName={agentName} />}
      {message === undefined ? (
        <p className={`${styles.words} ${styles.waiting}`} dir="auto">
          {sayMasks(row.line.outline) || "\u00A0"}
        </p>
      ) : (
        <Words message={message} marked={marked} />
      )}
    </>
  );
}

function Speaker({ row, agentName }: { row: WordsRow; agentName: string }) {
  const { line } = row;
  if (line.origin === "human") {
    return (
      <h3 className={`${styles.origin} ${styles.human}`}>
        You{line.turn === null ? null : <span className={styles.turn}>turn {line.turn}</span>}
        {line.state === "queued" ? <span className={styles.queued}>queued, never taken up</span> : null}
      </h3>
    );
  }
  if (line.origin === "assistant") return <h3 className={`${styles.origin} ${styles.assistant}`}>{agentName}</h3>;
  const word = line.origin === "unknown" ? "Unknown" : "Notice";
  return <h3 className={`${styles.origin} ${styles.system}`}>{word}</h3>;
}

/** The text of a message: HTML where Rust made some, else plain; the rest from the archive where it was cut. */
export function Words({ message, marked }: { message: TranscriptMessageView; marked: string }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {message.html === "" ? (
        <div className={`${styles.words} ${styles.plainWords}`} dir="auto">
          <Marked text={message.text} words={marked} />
        </div>
      ) : (
        <SafeHtml className={styles.words} html={message.html} marked={marked} />
      )}
      {message.wholeBytes === null ? null : isWhole ? (
        <OutputView
          messageId={message.id}
          text={message.text}
          wholeBytes={message.wholeBytes}
          tone="plain"
          marked={marked}
          name="whole text"
        />
      ) : (
        <p className={styles.hidden}>
          cut here, {bytes(message.wholeBytes)} in all ·{" "}
          <button type="button" onClick={() => setWhole(true)}>
            whole text
          </button>
        </p>
      )}
    </>
  );
}
