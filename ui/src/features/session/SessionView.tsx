/* The session as one reads it, in the drawer or as a page: head with the large trace, transcript with outline, facts.

   This file asks and lays out. What is pure lies in rows.ts, diff.ts, edits.ts, traceScale.ts; what moves, in useReading.ts. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "../../components/States.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { openStateQuery, sessionQuery, transcriptQuery } from "../../ipc/queries.ts";
import { SessionReader } from "./SessionReader.tsx";
import styles from "./session.module.css";

export interface SessionViewProps {
  sessionId: number;
  /** The message at which it is opened. */
  messageId: number | null;
  /** As a page of its own instead of in the drawer. */
  isFull: boolean;
  /** Buttons of the drawer (previous, next, full page, close), at the right of the head. */
  tools: ReactNode;
}

export function SessionView(props: SessionViewProps) {
  const { sessionId } = props;
  const openState = useQuery(openStateQuery());
  const detail = useQuery(sessionQuery(sessionId));
  const transcript = useQuery(transcriptQuery(sessionId));
  const { error } = detail;

  if (detail.data !== undefined && openState.data !== undefined) {
    return (
      <SessionReader
        key={sessionId}
        detail={detail.data}
        lines={transcript.data ?? null}
        failure={transcript.error}
        onRetry={() => void transcript.refetch()}
        zone={openState.data.timeZone}
        messageId={props.messageId}
        tools={props.tools}
      />
    );
  }
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <div className={styles.bar}>
          <span />
          <div className={styles.tools}>{props.tools}</div>
        </div>
      </div>
      {error === null ? (
        <p className={styles.opening} role="status">
          Opening the session.
        </p>
      ) : (
        <ErrorState
          message={asHostError(error).message}
          hint={asHostError(error).hint}
          retry={{
            label: "Try again",
            run: () => void detail.refetch(),
          }}
        />
      )}
    </div>
  );
}
