/* The columns of the prompts table. Second facts are quieter; the words of the person have what room is left. */
import type { Column } from "../../components/ledger/index.ts";
import { Said } from "../../components/Said.tsx";
import { AgentName } from "../../components/Stamp.tsx";
import { Tag } from "../../components/Tag.tsx";
import { Trace } from "../../components/Trace.tsx";
import type { PromptRow } from "../../ipc/types.ts";
import { counted, shortModel } from "../../lib/text.ts";
import { WholePrompt } from "./PromptDetails.tsx";

const STATES: Partial<Record<PromptRow["state"], { word: string; title: string }>> = {
  queued: { word: "queued", title: "Typed while the agent was busy, and never taken up" },
  abandoned: { word: "rewound", title: "On a branch that was left by rewinding" },
};

/** One line of a text of any length; long ones are cut before they are laid out. */
export function oneLine(text: string): string {
  return text.slice(0, 400).replace(/\s+/g, " ").trim();
}

function StateTag(props: { state: PromptRow["state"] }) {
  const state = STATES[props.state];
  return state === undefined ? null : (
    <>
      <Tag title={state.title}>{state.word}</Tag>{" "}
    </>
  );
}

export const PROMPT_COLUMNS: readonly Column<PromptRow>[] = [
  {
    id: "text",
    name: "Prompt",
    width: "rest",
    sortBy: "text",
    cell: (row) => (
      <>
        <StateTag state={row.state} />
        <Said>{oneLine(row.text)}</Said>
      </>
    ),
    openedCell: (row) => (
      <>
        <StateTag state={row.state} />
        <WholePrompt row={row} />
      </>
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
    narrowWidth: 104,
    sortBy: "model",
    isSecond: true,
    cell: (row) => (row.model === null ? null : <span title={row.model}>{shortModel(row.model)}</span>),
  },
  {
    id: "place",
    isFirstToGo: true,
    name: "Place in session",
    width: 112,
    least: 108,
    cell: (row) => (
      <Trace
        activity={row.activity}
        here={row.at}
        sentence={`Turn ${row.turn} of ${counted(row.activity.prompts.length, "prompt")} in “${row.sessionTitle}”`}
      />
    ),
  },
  { id: "turn", name: "Turn", width: 56, sortBy: "turn", isNumber: true, isSecond: true, cell: (row) => row.turn },
  {
    id: "session",
    isFirstToGo: true,
    name: "Session",
    width: 200,
    isSecond: true,
    isHiddenAtFirst: true,
    cell: (row) => <Said>{row.sessionTitle}</Said>,
  },
  {
    id: "branch",
    isFirstToGo: true,
    name: "Branch",
    width: 130,
    isSecond: true,
    isHiddenAtFirst: true,
    cell: (row) => (row.branch === null ? null : <Said className="mono">{row.branch}</Said>),
  },
];
