/* The columns of the sessions list. */
import type { Column } from "../../components/ledger/index.ts";
import { Said } from "../../components/Said.tsx";
import { AgentName } from "../../components/Stamp.tsx";
import { Tag } from "../../components/Tag.tsx";
import { Trace } from "../../components/Trace.tsx";
import type { SessionRow } from "../../ipc/types.ts";
import { counted, figure, shortModel } from "../../lib/text.ts";
import { hoursAndMinutes } from "../../lib/time.ts";
import styles from "./sessions.module.css";

const RELATIONS: Record<NonNullable<SessionRow["relation"]>, string> = {
  subagent: "subagent",
  fork: "fork",
  resume: "resumed",
};

/** A figure; nothing for none, so that the ones that count are seen. */
function amount(count: number) {
  return count === 0 ? <span className="quiet">–</span> : figure(count);
}

export function sessionColumns(isRunning: (id: number) => boolean): readonly Column<SessionRow>[] {
  return [
    {
      id: "text",
      name: "Title",
      width: "rest",
      sortBy: "text",
      cell: (row) => (
        <span className={styles.title}>
          {row.relation === null ? null : <Tag>{RELATIONS[row.relation]}</Tag>}
          <span className={styles.words}>
            {row.title === "" ? <span className="quiet">Untitled</span> : <Said>{row.title}</Said>}
          </span>
          {row.worktree === null ? null : <Tag title="Worktree">{row.worktree}</Tag>}
          {row.children === 0 ? null : (
            <span className={styles.children}>{counted(row.children, "child", "children")}</span>
          )}
          {isRunning(row.id) ? <span className={styles.running}>running</span> : null}
          {row.isSourceGone ? <span className={styles.gone}>source expired, kept</span> : null}
        </span>
      ),
    },
    { id: "project", name: "Project", width: 112, sortBy: "project", cell: (row) => <Said>{row.project}</Said> },
    {
      id: "agent",
      name: "Agent",
      width: 122,
      narrowWidth: 52,
      sortBy: "agent",
      cell: (row) => <AgentName agent={row.agent} />,
    },
    {
      id: "model",
      isFirstToGo: true,
      name: "Model",
      width: 124,
      isSecond: true,
      isHiddenAtFirst: true,
      cell: (row) => (row.model === null ? null : <span title={row.model}>{shortModel(row.model)}</span>),
    },
    {
      id: "branch",
      isFirstToGo: true,
      name: "Branch",
      width: 140,
      isSecond: true,
      isHiddenAtFirst: true,
      cell: (row) => (row.branch === null ? null : <Said className="mono">{row.branch}</Said>),
    },
    {
      id: "trace",
      isFirstToGo: true,
      name: "Trace",
      width: 112,
      least: 108,
      cell: (row) => (
        <Trace
          activity={row.activity}
          sentence={`${hoursAndMinutes(row.activeMs)} active in ${counted(row.activity.runs.length, "run")}, ${counted(row.prompts, "prompt")}`}
        />
      ),
    },
    {
      id: "active",
      name: "Active",
      width: 64,
      sortBy: "active",
      isNumber: true,
      cell: (row) => hoursAndMinutes(row.activeMs),
    },
    {
      id: "prompts",
      name: "Prompts",
      width: 72,
      sortBy: "prompts",
      isNumber: true,
      isSecond: true,
      cell: (row) => amount(row.prompts),
    },
    {
      id: "tools",
      isFirstToGo: true,
      name: "Tools",
      width: 64,
      sortBy: "tools",
      isNumber: true,
      isSecond: true,
      cell: (row) => amount(row.toolCalls),
    },
    {
      id: "failures",
      name: "Failed",
      width: 64,
      sortBy: "failures",
      isNumber: true,
      isSecond: true,
      cell: (row) => (row.failures === 0 ? amount(0) : <span className={styles.failed}>{figure(row.failures)}</span>),
    },
  ];
}
