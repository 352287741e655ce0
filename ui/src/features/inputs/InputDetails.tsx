/* What is behind an agent's row: its folders, folders that could not be looked at, files that could not be read, were read in part, or are
   gone and kept. Each with place, reason and what can be done. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Said } from "../../components/Said.tsx";
import { ErrorState } from "../../components/States.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { faultySourcesQuery } from "../../ipc/queries.ts";
import type { AgentProgress, FaultRow, SourceRow } from "../../ipc/types.ts";
import { bytes, counted, figure, shortPath } from "../../lib/text.ts";
import { longMoment } from "../../lib/time.ts";
import styles from "./inputs.module.css";

export interface InputDetailsProps {
  input: AgentProgress;
  zone: string;
  onAddFolder: () => void;
  onTakeAway: (path: string) => void;
  onReadAgain: (sourceId: number) => void;
}

export function InputDetails({ input, zone, onAddFolder, onTakeAway, onReadAgain }: InputDetailsProps) {
  const faulty = useQuery(faultySourcesQuery(input.agent));
  const sources = faulty.data ?? [];
  const source = (each: SourceRow) => (
    <SourceEntry key={each.id} source={each} zone={zone} onReadAgain={() => onReadAgain(each.id)} />
  );
  return (
    <div className={styles.details}>
      <Group name="Folders" count={null}>
        {input.roots.map((root) => (
          <div key={root.path} className={styles.entry}>
            <code className={styles.path}>{shortPath(root.path)}</code>
            <span className={styles.rootFacts}>
              {root.exists ? "there" : "not there"}
              {input.roots.length < 2 ? null : (
                <button
                  type="button"
                  className={styles.linkButton}
                  aria-label={`Take “${root.path}” away`}
                  onClick={() => onTakeAway(root.path)}
                >
                  Take away
                </button>
              )}
            </span>
          </div>
        ))}
        <div className={styles.entry}>
          <button type="button" className={styles.linkButton} onClick={onAddFolder}>
            Add folder…
          </button>
        </div>
      </Group>
      {input.warnings.length === 0 ? null : (
        <Group name="Could not be looked at" count={input.warnings.length}>
          <Some
            list={input.warnings}
            draw={(warning) => (
              <div key={warning.path} className={styles.entry}>
                <div>
                  <code className={styles.path}>{shortPath(warning.path)}</code>
                  <p className={styles.reason}>{warning.reason}</p>
                </div>
              </div>
            )}
          />
        </Group>
      )}
      {faulty.error !== null ? (
        <ErrorState
          message={asHostError(faulty.error).message}
          hint={asHostError(faulty.error).hint}
          retry={{ label: "Try again", run: () => void faulty.refetch() }}
        />
      ) : faulty.data === undefined ? (
        <p className={styles.waiting}>Reading the list of faults.</p>
      ) : sources.length === 0 ? (
        <p className={styles.waiting}>Every file was read and understood.</p>
      ) : (
        GROUPS.map(({ name, belongs }) => {
          const list = sources.filter(belongs);
          return list.length === 0 ? null : (
            <Group key={name} name={name} count={list.length}>
              <Some list={list} draw={source} />
            </Group>
          );
        })
      )}
    </div>
  );
}

const GROUPS: readonly { name: string; belongs: (source: SourceRow) => boolean }[] = [
  { name: "Could not be read", belongs: (source) => source.state === "quarantined" },
  { name: "Read in part", belongs: (source) => source.state !== "quarantined" && source.state !== "missing" },
  { name: "Gone, kept in the vault", belongs: (source) => source.state === "missing" },
];

function SourceEntry({ source, zone, onReadAgain }: { source: SourceRow; zone: string; onReadAgain: () => void }) {
  const isMissing = source.state === "missing";
  return (
    <div className={styles.entry}>
      <div>
        <code className={styles.path}>{shortPath(source.path)}</code>
        <p className={styles.facts}>
          {isMissing ? <span className={styles.kept}>source expired, kept</span> : bytes(source.bytes)}
          {source.lastReadAt > 0 ? ` · last read ${longMoment(source.lastReadAt, zone)}` : ""}
        </p>
        {source.failure === null ? null : (
          <p className={styles.reason}>
            <Said>{source.failure}</Said>
          </p>
        )}
        <Faults faults={source.faults} />
      </div>
      {isMissing ? null : (
        <button
          type="button"
          className={styles.linkButton}
          onClick={onReadAgain}
          aria-label={`Try “${source.path}” again`}
        >
          Try again
        </button>
      )}
    </div>
  );
}

const FEW = 4;

function Faults({ faults }: { faults: readonly FaultRow[] }) {
  const [isWhole, setWhole] = useState(false);
  if (faults.length === 0) return null;
  const shown = isWhole ? faults.slice(0, 500) : faults.slice(0, FEW);
  return (
    <div className={styles.reason}>
      {shown.map((fault) => (
        <p key={`${fault.line} ${fault.kind} ${fault.reason}`}>
          <span className={styles.warned}>line {figure(fault.line)}</span> · <Said>{fault.reason}</Said>
          {fault.kind === "recovered" ? ", saved in part" : ""}
        </p>
      ))}
      {faults.length > shown.length ? (
        <button type="button" className={styles.linkButton} onClick={() => setWhole(true)}>
          {counted(faults.length - shown.length, "more line")}
        </button>
      ) : null}
    </div>
  );
}

const MANY = 20;

/** The first of a long list, more when asked. */
function Some<T>({ list, draw }: { list: readonly T[]; draw: (each: T) => ReactNode }) {
  const [limit, setLimit] = useState(MANY);
  return (
    <>
      {list.slice(0, limit).map(draw)}
      {list.length > limit ? (
        <div className={styles.entry}>
          <button type="button" className={styles.linkButton} onClick={() => setLimit(limit + 10 * MANY)}>
            {counted(list.length - limit, "more file")}
          </button>
        </div>
      ) : null}
    </>
  );
}

function Group({ name, count, children }: { name: string; count: number | null; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3 className={styles.groupName}>
        {name}
        {count === null ? null : <span>{figure(count)}</span>}
      </h3>
      {children}
    </section>
  );
}
