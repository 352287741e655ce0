/* What a tool was given or printed, or any plain text: at most twenty lines, then what is hidden and the whole of it on demand, read
   from the raw archive and drawn line by line, so that megabytes scroll. */
import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, useRef, useState } from "react";
import { asHostError } from "../../ipc/errors.ts";
import { wholeTextQuery } from "../../ipc/queries.ts";
import { sayMasks } from "../../lib/masks.ts";
import { counted } from "../../lib/text.ts";
import { textScale } from "../../lib/textScale.ts";
import { markText } from "./marks.ts";
import { firstLines, SHOWN_LINES, sayHidden } from "./output.ts";
import styles from "./transcript.module.css";

export interface OutputViewProps {
  messageId: number;
  text: string;
  /** Length of the whole text where `text` is not all of it. */
  wholeBytes: number | null;
  tone: "plain" | "failure" | "given";
  /** Words to mark; empty for none. */
  marked: string;
  limit?: number;
  /** What the whole is called: "whole output". */
  name?: string;
}

export function OutputView(props: OutputViewProps) {
  const [isWhole, setWhole] = useState(false);
  const { text, wholeBytes, marked, limit = SHOWN_LINES, name = "whole output" } = props;
  const excerpt = firstLines(text, wholeBytes, limit);
  const tone = props.tone === "failure" ? styles.failure : props.tone === "given" ? styles.given : "";
  return (
    <div className={`${styles.output} ${tone}`}>
      {isWhole ? (
        <WholeText messageId={props.messageId} text={wholeBytes === null ? text : null} marked={marked} name={name} />
      ) : (
        <pre dir="auto">
          <Marked text={excerpt.text} words={marked} />
        </pre>
      )}
      {excerpt.isPart ? (
        <p className={styles.hidden}>
          {isWhole ? "" : `${sayHidden(excerpt, wholeBytes)} · `}
          <button type="button" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
            {isWhole ? "first lines only" : name}
          </button>
        </p>
      ) : null}
    </div>
  );
}

/** Plain text with masks said in words and matches marked. */
export function Marked({ text, words }: { text: string; words: string }) {
  const shown = sayMasks(text);
  if (words === "") return shown;
  return markText(shown, words).map((piece, at) =>
    piece.isMatch ? <mark key={at}>{piece.text}</mark> : <Fragment key={at}>{piece.text}</Fragment>,
  );
}

interface WholeTextProps {
  messageId: number;
  /** The whole text where it is here already. */
  text: string | null;
  marked: string;
  name: string;
}

function WholeText({ messageId, text, marked, name }: WholeTextProps) {
  const whole = useQuery({ ...wholeTextQuery(messageId), enabled: text === null });
  const shown = text ?? whole.data;
  if (whole.error) {
    return (
      <p className={styles.hidden} role="alert">
        {asHostError(whole.error).message}{" "}
        <button type="button" onClick={() => void whole.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (shown === undefined) return <p className={styles.hidden}>Reading the whole text from the raw archive.</p>;
  return <WholeLines text={shown} marked={marked} name={name} />;
}

function WholeLines({ text, marked, name }: { text: string; marked: string; name: string }) {
  "use no memo";
  const scroller = useRef<HTMLDivElement>(null);
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 18 * textScale(),
    overscan: 20,
    initialRect: { width: 600, height: 384 },
  });
  return (
    <section
      ref={scroller}
      className={styles.whole}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard.
      tabIndex={0}
      aria-label={`${name}, ${counted(lines.length, "line")}`}
    >
      <div className={styles.wholeSpace} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => (
          <div key={item.key} className={styles.wholeLine} style={{ top: item.start }}>
            <Marked text={(lines[item.index] ?? "").slice(0, 20_000)} words={marked} />
          </div>
        ))}
      </div>
    </section>
  );
}
