/*
 * The status line: at the left one sentence about reading, at the right what the vault holds. What it announces to screen
 * readers is thinned; what it shows is not.
 */
import { useIsFetching, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ProgressLine } from "../components/States.tsx";
import { summaryQuery } from "../ipc/queries.ts";
import { useZone } from "../ipc/useFrameFilter.ts";
import { bytes, counted } from "../lib/text.ts";
import { clockWithSeconds } from "../lib/time.ts";
import styles from "./frame.module.css";
import { type Status, statusOf } from "./status.ts";
import type { Indexing } from "./useIndexing.ts";

/** At most one announcement in this time. */
const THINNED = 5000;
/** Questions that take longer than this are worth a word. */
const SLOW = 200;

export function StatusLine(props: { indexing: Indexing }) {
  const { indexing } = props;
  const zone = useZone();
  const { data: summary } = useQuery(summaryQuery());
  const status = statusOf(indexing.progress);
  const isSlow = useIsSlow();
  const lastRead = Math.max(0, ...(summary?.agents ?? []).map((agent) => agent.lastReadAt ?? 0));
  return (
    <footer className={styles.statusline}>
      <Announced status={status} />
      <Link
        to="/inputs"
        className={status.isFailure ? `${styles.work} ${styles.failing}` : styles.work}
        title="Show the inputs"
      >
        {status.share === undefined ? (
          <span className={status.isAtRest ? styles.dot : styles.noDot} />
        ) : (
          <ProgressLine label={status.sentence} value={status.share ?? undefined} />
        )}
        <span>{isSlow && status.isAtRest ? "Looking it up…" : status.sentence}</span>
      </Link>
      {status.action === "pause" ? <WorkButton label="Pause" run={indexing.pause} /> : null}
      {status.action === "resume" ? <WorkButton label="Resume" run={indexing.resume} /> : null}
      {status.action === "retry" ? <WorkButton label="Try again" run={indexing.scan} /> : null}
      {status.notice === undefined ? null : <span className={styles.notice}>{status.notice}</span>}
      <span className={styles.figures}>
        {summary === undefined ? null : (
          <>
            <span>{counted(summary.sessions, "session")}</span>
            <span>Vault {bytes(summary.bytes)}</span>
          </>
        )}
        {lastRead > 0 ? <span>Last read {clockWithSeconds(lastRead, zone)}</span> : null}
        <span>{zone}</span>
      </span>
    </footer>
  );
}

function WorkButton(props: { label: string; run: () => void }) {
  return (
    <button type="button" className={styles.workButton} onClick={props.run}>
      {props.label}
    </button>
  );
}

/** The sentence for screen readers: failures at once, everything else at most every five seconds. */
function Announced(props: { status: Status }) {
  const { sentence, isFailure } = props.status;
  const [said, setSaid] = useState("");
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const wait = isFailure ? 0 : Math.max(0, lastAt.current + THINNED - performance.now());
    const timer = setTimeout(() => {
      lastAt.current = performance.now();
      setSaid(sentence);
    }, wait);
    return () => clearTimeout(timer);
  }, [sentence, isFailure]);
  return (
    <span className="visually-hidden" role={isFailure ? "alert" : "status"}>
      {said}
    </span>
  );
}

/** Whether an order or a search has been on its way for a while. */
function useIsSlow(): boolean {
  const underway = useIsFetching({
    predicate: ({ queryKey }) => ["listPromptOrder", "listSessionOrder", "search"].includes(queryKey[0]),
  });
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(underway > 0), underway > 0 ? SLOW : 0);
    return () => clearTimeout(timer);
  }, [underway]);
  return isSlow;
}
