/* What was found on this computer: an agent a row, with what is read of it so far, and a sum under a double rule. */
import { useEffect, useState } from "react";
import { Check } from "../../components/Check.tsx";
import { AgentName } from "../../components/Stamp.tsx";
import { ProgressLine } from "../../components/States.tsx";
import type { Agent, AgentProgress, Progress } from "../../ipc/types.ts";
import { agentFacts } from "../../lib/agents.ts";
import { sayFiles, sayStage, sayTimeLeft, stageOf } from "../../lib/inputs.ts";
import { bytes, figure, shortPath } from "../../lib/text.ts";
import { shortDate } from "../../lib/time.ts";
import styles from "./welcome.module.css";

export interface FoundTableProps {
  progress: Progress;
  zone: string;
  onEnable: (agent: Agent, isEnabled: boolean) => void;
  onChooseFolder: (agent: Agent) => void;
}

export function FoundTable({ progress, zone, onEnable, onChooseFolder }: FoundTableProps) {
  const timeLeft = useTimeLeft(progress);
  const read = progress.perAgent.filter((each) => each.isEnabled);
  const files = read.reduce((sum, each) => sum + each.filesFound, 0);
  const done = read.reduce((sum, each) => sum + each.filesDone, 0);
  const size = read.reduce((sum, each) => sum + each.bytesFound, 0);
  return (
    <table className={styles.table} aria-label="Found on this computer">
      <thead>
        <tr>
          <th scope="col" className={styles.margin}>
            Read
          </th>
          <th scope="col" className={styles.agent}>
            Agent
          </th>
          <th scope="col">Where</th>
          <th scope="col" className={styles.number}>
            Found
          </th>
          <th scope="col" className={styles.size}>
            Size
          </th>
          <th scope="col" className={styles.since}>
            Since
          </th>
          <th scope="col" className={styles.progress}>
            Progress
          </th>
        </tr>
      </thead>
      <tbody>
        {progress.perAgent.map((input) => (
          <FoundRow
            key={input.agent}
            input={input}
            progress={progress}
            zone={zone}
            onEnable={(isEnabled) => onEnable(input.agent, isEnabled)}
            onChooseFolder={() => onChooseFolder(input.agent)}
          />
        ))}
      </tbody>
      {files === 0 ? null : (
        <tfoot>
          <tr>
            <td />
            <td className={styles.agent}>Together</td>
            <td />
            <td className={styles.number}>{figure(files)}</td>
            <td className={styles.size}>{bytes(size)}</td>
            <td className={styles.since} />
            <td className={styles.progress} role="status">
              {done >= files ? "all read" : `${figure(done)} read${timeLeft === null ? "" : `, ${timeLeft}`}`}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface FoundRowProps {
  input: AgentProgress;
  progress: Progress;
  zone: string;
  onEnable: (isEnabled: boolean) => void;
  onChooseFolder: () => void;
}

function FoundRow({ input, progress, zone, onEnable, onChooseFolder }: FoundRowProps) {
  const stage = stageOf(input, progress);
  const { name } = agentFacts(input.agent);
  const present = input.roots.filter((root) => root.exists);
  const [first] = present.length > 0 ? present : input.roots;
  const share = input.filesFound === 0 ? (stage === "read" ? 1 : 0) : input.filesDone / input.filesFound;
  if (stage === "not-found") {
    return (
      <tr className={styles.missing}>
        <td className={styles.margin}>
          <Check label={`Read ${name}`} isChecked={false} onCheck={onChooseFolder} />
        </td>
        <td className={styles.agent}>
          <AgentName agent={input.agent} />
        </td>
        <td className={styles.elsewhere}>not found in its usual places</td>
        <td className={styles.number} />
        <td className={styles.size} />
        <td className={styles.since} />
        <td className={styles.progress}>
          <button type="button" className={styles.linkButton} onClick={onChooseFolder}>
            Choose a folder…
          </button>
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <td className={styles.margin}>
        <Check label={`Read ${name}`} isChecked={input.isEnabled} onCheck={onEnable} />
      </td>
      <td className={styles.agent}>
        <AgentName agent={input.agent} />
      </td>
      <td className={styles.where} title={input.roots.map((root) => root.path).join("\n")}>
        <code>
          {first === undefined ? "" : shortPath(first.path)}
          {present.length > 1 ? ` and ${present.length - 1} more` : ""}
        </code>
      </td>
      <td className={styles.number}>{stage === "looking" ? "" : sayFiles(input.filesFound)}</td>
      <td className={styles.size}>{input.bytesFound === 0 ? "" : bytes(input.bytesFound)}</td>
      <td className={styles.since}>{input.oldestAt === null ? "" : shortDate(input.oldestAt, zone)}</td>
      <td className={styles.progress}>
        <span className={styles.state}>
          {stage === "off" ? null : <ProgressLine label={`${name}, read so far`} value={share} width="7rem" />}
          <span className={stage === "read" ? styles.done : undefined}>{sayStage(input, stage)}</span>
        </span>
      </td>
    </tr>
  );
}

/** How long it may still take, from the bytes done since the page was opened. */
function useTimeLeft(progress: Progress): string | null {
  const [first, setFirst] = useState<{ at: number; done: number } | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const { bytesDone, bytesTotal, state } = progress;
  useEffect(() => {
    if (state !== "reading") return;
    const at = performance.now();
    if (first === null) setFirst({ at, done: bytesDone });
    else setLeft(sayTimeLeft(first, { at, done: bytesDone, total: bytesTotal }));
  }, [bytesDone, bytesTotal, state, first]);
  return state === "reading" ? left : null;
}
