/* The index: words only, counts at the right, at the foot what runs now and the settings. Folded, it is a strip of letters. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Book } from "../components/Icon.tsx";
import { Said } from "../components/Said.tsx";
import { Stamp } from "../components/Stamp.tsx";
import { progressQuery, runningSessionsQuery, summaryQuery } from "../ipc/queries.ts";
import type { Progress, VaultSummary } from "../ipc/types.ts";
import { useOpenSession } from "../lib/address.ts";
import { agentFacts } from "../lib/agents.ts";
import { counted, figure } from "../lib/text.ts";
import { hoursAndMinutes } from "../lib/time.ts";
import { PAGES, type PagePath } from "./actions.ts";
import styles from "./frame.module.css";

/** More running sessions than these are on the Sessions page. */
const MOST_RUNNING = 4;

export function Index() {
  const summary = useQuery(summaryQuery());
  const progress = useQuery(progressQuery());
  const faulty = faultyInputs(summary.data, progress.data);
  return (
    <div className={styles.index} data-pane="index">
      <div className={styles.wordmark}>
        <Book />
        <span className={styles.word}>Daybook</span>
      </div>
      <nav className={styles.nav} aria-label="Pages">
        <h2 className={styles.groupName}>Find</h2>
        <Entry path="/search" />
        <Entry path="/prompts" count={summary.data?.prompts} words="prompts" />
        <Entry path="/sessions" count={summary.data?.sessions} words="sessions" />
        <h2 className={styles.groupName}>Watch</h2>
        <Entry path="/inputs" count={faulty > 0 ? faulty : undefined} words="with errors" isFault />
      </nav>
      <div className={styles.space} />
      <Running />
      <nav className={styles.nav} aria-label="Program">
        <Entry path="/settings" />
      </nav>
    </div>
  );
}

/** Inputs with files or lines that could not be read, or folders that could not be looked at. */
function faultyInputs(summary: VaultSummary | undefined, progress: Progress | undefined): number {
  const faulty = new Set<string>();
  for (const one of summary?.agents ?? []) if (one.faults + one.quarantined > 0) faulty.add(one.agent);
  for (const one of progress?.perAgent ?? []) if (one.errors + one.warnings.length > 0) faulty.add(one.agent);
  return faulty.size;
}

function Entry(props: { path: PagePath; count?: number | undefined; words?: string; isFault?: boolean }) {
  const page = PAGES.find((one) => one.path === props.path);
  if (page === undefined) return null;
  return (
    <Link
      to={props.path}
      search={(before) => ({ projects: before.projects, from: before.from, until: before.until })}
      className={styles.entry}
      title={page.name}
    >
      <span className={styles.letters} aria-hidden="true">
        {page.letters}
      </span>
      <span className={styles.word}>{page.name}</span>
      {props.count === undefined ? null : (
        <span className={props.isFault === true ? `${styles.count} ${styles.fault}` : styles.count}>
          {figure(props.count)}
          <span className="visually-hidden"> {props.words}</span>
        </span>
      )}
    </Link>
  );
}

function Running() {
  const { data } = useQuery(runningSessionsQuery());
  const open = useOpenSession();
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={styles.running} aria-label="Running now">
      <h2 className={styles.runningHead}>Running now</h2>
      {data.slice(0, MOST_RUNNING).map((session) => (
        <button
          key={session.id}
          type="button"
          className={styles.runningItem}
          title={session.title}
          aria-label={`${session.project}, ${agentFacts(session.agent).name}, active for ${hoursAndMinutes(session.activeMs)}`}
          onClick={() => open(session.id, { takesFocus: true })}
        >
          <Stamp agent={session.agent} isNamed />
          <span className={styles.word}>
            <Said>{session.project}</Said>
          </span>
          <span className={styles.word}>{hoursAndMinutes(session.activeMs)}</span>
        </button>
      ))}
      {data.length > MOST_RUNNING ? (
        <p className={styles.runningMore}>{counted(data.length - MOST_RUNNING, "more", "more")}</p>
      ) : null}
    </section>
  );
}
