/* The head of a session: who, what on, its title, its figures. The trace under it is SessionTrace.tsx. */
import type { ReactNode } from "react";
import { Icon } from "../../components/Icon.tsx";
import { Said } from "../../components/Said.tsx";
import { AgentName } from "../../components/Stamp.tsx";
import type { SessionDetail, SessionRow } from "../../ipc/types.ts";
import { counted } from "../../lib/text.ts";
import { clock, dayOf, hoursAndMinutes, longMoment } from "../../lib/time.ts";
import { LinkTo, parentName } from "./Facts.tsx";
import styles from "./session.module.css";

export interface SessionHeadProps {
  detail: SessionDetail;
  zone: string;
  /** The year that goes without saying. */
  thisYear: number;
  isRunning: boolean;
  /** The way back to the session from which a link led here. */
  back: (() => void) | null;
  tools: ReactNode;
  onOpenSession: (sessionId: number) => void;
  children: ReactNode;
}

export function SessionHead(props: SessionHeadProps) {
  const { detail, zone, isRunning } = props;
  const { row, parent } = detail;
  const forks = detail.children.filter((child) => child.relation !== "subagent");
  return (
    <header className={styles.head}>
      <div className={styles.bar}>
        <p className={styles.source}>
          {props.back === null ? null : (
            <button type="button" className={styles.back} onClick={props.back}>
              <Icon name="left" />
              Back
            </button>
          )}
          <span className={styles.agentName}>
            <AgentName agent={row.agent} />
          </span>
          {row.model === null ? null : <span>{row.model}</span>}
          <span className={styles.givesWay}>
            <Said>{row.project}</Said>
          </span>
          {row.branch === null ? null : (
            <span className={`${styles.branch} ${styles.givesWay}`}>
              <Icon name="branch" />
              <Said>{row.branch}</Said>
            </span>
          )}
          {row.isSourceGone ? (
            <span className={styles.kept} title="The source file is gone; the vault keeps what it held.">
              source expired, kept
            </span>
          ) : null}
        </p>
        <div className={styles.tools}>{props.tools}</div>
      </div>
      <h2 className={row.title === "" ? `${styles.title} ${styles.untitled}` : styles.title}>
        {row.title === "" ? "Without a title" : <Said>{row.title}</Said>}
      </h2>
      {parent === null && forks.length === 0 ? null : (
        <p className={styles.lineage}>
          {parent === null ? null : (
            <span>
              {parentName(parent)} <LinkTo link={parent} onOpenSession={props.onOpenSession} />
            </span>
          )}
          {forks.map((fork) => (
            <span key={fork.nativeId}>
              {fork.relation === "fork" ? "Fork:" : "Taken up again:"}{" "}
              <LinkTo link={fork} onOpenSession={props.onOpenSession} />
            </span>
          ))}
        </p>
      )}
      <p className={styles.facts}>
        <span>{spanOf(row, zone, props.thisYear, isRunning)}</span>
        <span>
          <strong>{hoursAndMinutes(row.activeMs)}</strong> active
        </span>
        {pausesOf(row) >= 60_000 ? <span>{hoursAndMinutes(pausesOf(row))} pauses</span> : null}
        <span>{counted(row.prompts, "prompt")}</span>
        {row.toolCalls > 0 ? <span>{counted(row.toolCalls, "tool call")}</span> : null}
        {row.failures > 0 ? <span className={styles.failed}>{row.failures} failed</span> : null}
        {row.children > 0 ? <span>{counted(subagentsOf(detail), "subagent")}</span> : null}
      </p>
      {props.children}
    </header>
  );
}

/** `Thu 16 July, 09:08 – 12:06`; the second day and another year are named where they matter. */
export function spanOf(row: SessionRow, zone: string, thisYear: number, isRunning: boolean): string {
  const { startedAt, endedAt } = row;
  if (startedAt === null) return "no instant recorded";
  const year = Number(dayOf(startedAt, zone).slice(0, 4));
  const start = longMoment(startedAt, zone).replace(",", year === thisYear ? "," : ` ${year},`);
  if (isRunning) return `${start} – now`;
  if (endedAt === null || clock(endedAt, zone) === clock(startedAt, zone)) return start;
  const isSameDay = dayOf(startedAt, zone) === dayOf(endedAt, zone);
  return `${start} – ${isSameDay ? clock(endedAt, zone) : longMoment(endedAt, zone)}`;
}

function pausesOf(row: SessionRow): number {
  return row.activity.runs
    .slice(1)
    .reduce((sum, run, at) => sum + run.from - (row.activity.runs[at]?.to ?? run.from), 0);
}

function subagentsOf(detail: SessionDetail): number {
  const named = detail.children.filter((child) => child.relation === "subagent").length;
  return detail.children.length > 0 ? named : detail.row.children;
}
