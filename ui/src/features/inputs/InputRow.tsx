/* One agent's input: a row of figures; opened, its folders and everything of it that could not be read. */
import { Check } from "../../components/Check.tsx";
import { Icon } from "../../components/Icon.tsx";
import { AgentName } from "../../components/Stamp.tsx";
import type { AgentProgress, AgentSummary } from "../../ipc/types.ts";
import { agentFacts } from "../../lib/agents.ts";
import { type InputStage, sayStage } from "../../lib/inputs.ts";
import { bytes, figure, shortPath } from "../../lib/text.ts";
import { clock, dayOf, shortDate } from "../../lib/time.ts";
import { InputDetails } from "./InputDetails.tsx";
import styles from "./inputs.module.css";

export interface InputRowProps {
  input: AgentProgress;
  stage: InputStage;
  summary: AgentSummary | undefined;
  zone: string;
  isOpen: boolean;
  onToggle: () => void;
  onEnable: (isEnabled: boolean) => void;
  onAddFolder: () => void;
  onTakeAway: (path: string) => void;
  onReadAgain: (sourceId: number) => void;
}

const COLUMNS = 11;

export function InputRow(props: InputRowProps) {
  const { input, stage, summary, zone, isOpen } = props;
  const { name } = agentFacts(input.agent);
  const present = input.roots.filter((root) => root.exists);
  const first = present[0] ?? input.roots[0];
  const errors = (summary?.quarantined ?? input.errors) + input.warnings.length;
  const faults = summary?.faults ?? 0;
  const classes = [styles.row, isOpen && styles.isOpen, stage === "off" && styles.off].filter(Boolean).join(" ");
  return (
    <tbody>
      <tr className={classes}>
        <td className={styles.margin}>
          <span className={styles.marginTools}>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isOpen}
              aria-label={`${isOpen ? "Fold" : "Open"} ${name}`}
              onClick={props.onToggle}
            >
              <Icon name={isOpen ? "down" : "right"} />
            </button>
            <Check label={`Read ${name}`} isChecked={input.isEnabled} onCheck={props.onEnable} />
          </span>
        </td>
        <td className={styles.agent}>
          <AgentName agent={input.agent} />
        </td>
        <td className={styles.where} title={input.roots.map((root) => root.path).join("\n")}>
          {present.length === 0 ? (
            <span className={styles.gone}>{stage === "looking" ? "" : "not found in its usual places"}</span>
          ) : (
            <code>
              {first === undefined ? "" : shortPath(first.path)}
              {present.length > 1 ? ` and ${present.length - 1} more` : ""}
            </code>
          )}
        </td>
        <td className={styles.figure}>{some(input.filesFound)}</td>
        <td className={styles.figure}>{some(summary?.sessions ?? 0)}</td>
        <td className={styles.figure}>{some(summary?.prompts ?? 0)}</td>
        <td className={`${styles.figure} ${styles.bytes} ${styles.second}`}>
          {input.bytesFound === 0 ? "" : bytes(input.bytesFound)}
        </td>
        <td className={`${styles.date} ${styles.oldest}`}>{oldestOf(input, summary, zone)}</td>
        <td className={`${styles.date} ${styles.read}`}>{lastReadOf(summary, zone)}</td>
        <td className={styles.narrow}>
          {errors > 0 ? (
            <span className={styles.fault} title={`${figure(errors)} could not be read`}>
              {figure(errors)}
            </span>
          ) : faults > 0 ? (
            <span className={styles.warned} title={`${figure(faults)} lines not understood`}>
              {figure(faults)}
            </span>
          ) : null}
        </td>
        <td className={styles.stage}>
          <StageWords input={input} stage={stage} onAddFolder={props.onAddFolder} />
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td className={styles.opened} colSpan={COLUMNS}>
            <InputDetails
              input={input}
              zone={zone}
              onAddFolder={props.onAddFolder}
              onTakeAway={props.onTakeAway}
              onReadAgain={props.onReadAgain}
            />
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

function StageWords({
  input,
  stage,
  onAddFolder,
}: {
  input: AgentProgress;
  stage: InputStage;
  onAddFolder: () => void;
}) {
  if (stage === "not-found") {
    return (
      <button type="button" className={styles.linkButton} onClick={onAddFolder}>
        Choose a folder…
      </button>
    );
  }
  if (stage === "read")
    return <span className={styles.done}>{input.filesFound === 0 ? sayStage(input, stage) : "watching"}</span>;
  if (stage === "reading") {
    const percent = Math.floor((input.filesDone / Math.max(1, input.filesFound)) * 100);
    return <span title={`${figure(input.filesDone)} of ${figure(input.filesFound)} files`}>reading, {percent} %</span>;
  }
  return <span className={stage === "failed" ? styles.fault : undefined}>{sayStage(input, stage)}</span>;
}

function some(count: number): string {
  return count === 0 ? "" : figure(count);
}

function oldestOf(input: AgentProgress, summary: AgentSummary | undefined, zone: string): string {
  const instants = [input.oldestAt, summary?.firstAt ?? null].filter((at) => at !== null);
  return instants.length === 0 ? "" : shortDate(Math.min(...instants), zone);
}

function lastReadOf(summary: AgentSummary | undefined, zone: string): string {
  const at = summary?.lastReadAt ?? null;
  if (at === null) return "";
  return dayOf(at, zone) === dayOf(Date.now(), zone) ? clock(at, zone) : shortDate(at, zone);
}
