/*
 * The states every list has besides full: empty, failed, partial, and the line of progress. All are sentences, left at
 * the rule, with one action; never a picture.
 */
import { type ReactNode, useState } from "react";
import { Button } from "./Button.tsx";
import styles from "./states.module.css";

/** One sentence in the first row's place, with at most one action. */
export function EmptyState(props: { children: ReactNode; action?: { label: string; run: () => void } | undefined }) {
  return (
    <div className={styles.state} role="status">
      <p className={styles.sentence}>{props.children}</p>
      {props.action === undefined ? null : (
        <Button kind="bordered" onClick={props.action.run}>
          {props.action.label}
        </Button>
      )}
    </div>
  );
}

/** What happened and what to do; the details on demand. */
export function ErrorState(props: {
  message: string;
  hint?: string | null;
  details?: string | undefined;
  retry?: { label: string; run: () => void } | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={`${styles.state} ${styles.failed}`} role="alert">
      <p className={styles.sentence}>
        {props.message}
        {props.hint === null || props.hint === undefined ? null : <span className={styles.hint}> {props.hint}</span>}
      </p>
      <div className={styles.actions}>
        {props.retry === undefined ? null : <Button onClick={props.retry.run}>{props.retry.label}</Button>}
        {props.details === undefined ? null : (
          <Button kind="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Details
          </Button>
        )}
      </div>
      {isOpen ? <pre className={styles.details}>{props.details}</pre> : null}
    </div>
  );
}

/** A line under the head that something is still missing or wrong; it goes when that is over. */
export function WarnLine(props: { children: ReactNode; action?: { label: string; run: () => void } | undefined }) {
  return (
    <div className={styles.warn} role="status">
      <span>{props.children}</span>
      {props.action === undefined ? null : (
        <button type="button" className={styles.warnAction} onClick={props.action.run}>
          {props.action.label}
        </button>
      )}
    </div>
  );
}

/** A line, never a spinner. Without a value it moves. */
export function ProgressLine(props: { label: string; value?: number | undefined; width?: string }) {
  const share = props.value === undefined ? undefined : Math.round(Math.min(Math.max(props.value, 0), 1) * 100);
  return (
    <span
      className={share === undefined ? `${styles.progress} ${styles.moving}` : styles.progress}
      style={props.width === undefined ? undefined : { width: props.width }}
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share}
    >
      <span className={styles.bar} style={share === undefined ? undefined : { width: `${share}%` }} />
    </span>
  );
}
