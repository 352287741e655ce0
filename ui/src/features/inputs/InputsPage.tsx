/* Inputs: which agents are read, from which folders, how far, and what could not be read. One agent's errors never hide another's row. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { EmptyState, ErrorState, ProgressLine, WarnLine } from "../../components/States.tsx";
import { showToast } from "../../components/Toast.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { host } from "../../ipc/host.ts";
import { openStateQuery, progressQuery, summaryQuery } from "../../ipc/queries.ts";
import type { Agent, AgentSummary, Progress } from "../../ipc/types.ts";
import { type Action, useOfferActions } from "../../lib/actions.ts";
import { agentFacts } from "../../lib/agents.ts";
import { stageOf } from "../../lib/inputs.ts";
import { bytes, counted, figure, shortPath } from "../../lib/text.ts";
import { InputRow } from "./InputRow.tsx";
import styles from "./inputs.module.css";

export function InputsPage() {
  const openState = useQuery(openStateQuery());
  const progress = useQuery(progressQuery());
  const summary = useQuery(summaryQuery());
  const [open, setOpen] = useState<ReadonlySet<Agent>>(new Set());
  const zone = openState.data?.timeZone ?? "UTC";
  const now = progress.data;
  const isPaused = now?.state === "paused";

  const pause = () => void attempt(() => (isPaused ? host().resumeIndexing() : host().pauseIndexing()));
  const scan = () => void attempt(() => host().scanNow());
  const addFolder = (agent: Agent) =>
    void attempt(async () => {
      const path = await host().addInputRoot(agent);
      if (path === null) return;
      showToast({
        text: `${agentFacts(agent).name} is now also read from “${shortPath(path)}”.`,
        action: { label: "Undo", run: () => takeAway(agent, path) },
      });
    });
  const takeAway = (agent: Agent, path: string) =>
    void attempt(async () => {
      await host().removeInputRoot(agent, path);
      // The usual places belong to the reader and stay; only the indexer's next look tells one from the other.
      const stays = await isStillThere(agent, path);
      const name = agentFacts(agent).name;
      showToast({
        text: stays
          ? `“${shortPath(path)}” is one of the usual places of ${name} and stays. Turn ${name} off to leave it out.`
          : `“${shortPath(path)}” is no longer read. What it held stays in the vault.`,
      });
    });
  const actions: Action[] = [
    { id: "inputs-pause", label: isPaused ? "Resume reading" : "Pause reading", run: pause },
    { id: "inputs-scan", label: "Look for changes now", run: scan },
    ...(now?.perAgent ?? []).map((input) => ({
      id: `inputs-add-${input.agent}`,
      label: `Add a folder for ${agentFacts(input.agent).name}…`,
      run: () => addFolder(input.agent),
    })),
  ];
  useOfferActions(actions);

  return (
    <section className={styles.page} aria-label="Inputs">
      <header className={styles.head}>
        <h1 className={styles.pageTitle}>Inputs</h1>
        {now === undefined ? null : <Note progress={now} />}
        <div className={styles.actions}>
          <Button kind="plain" onClick={scan}>
            Look for changes
          </Button>
          <Button
            icon={isPaused ? "play" : "pause"}
            onClick={pause}
            unavailable={now === undefined ? "Daybook is starting." : undefined}
          >
            {isPaused ? "Resume" : "Pause"}
          </Button>
        </div>
      </header>
      {now?.notice ? <WarnLine>{now.notice}</WarnLine> : null}
      {goneSentences(now, summary.data?.agents ?? []).map(({ agent, sentence }) => (
        <WarnLine key={agent} action={{ label: "Choose a folder…", run: () => addFolder(agent) }}>
          {sentence}
        </WarnLine>
      ))}
      <div className={styles.scroll}>
        <div className={styles.sheet}>
          {now === undefined ? (
            <div className={styles.hanging}>
              {progress.error === null ? null : (
                <ErrorState
                  message={asHostError(progress.error).message}
                  hint={asHostError(progress.error).hint}
                  retry={{ label: "Try again", run: () => void progress.refetch() }}
                />
              )}
            </div>
          ) : now.perAgent.length === 0 ? (
            <div className={styles.hanging}>
              <EmptyState>
                {now.state === "discovering" ? "Looking for what your agents recorded." : "No agent is known."}
              </EmptyState>
            </div>
          ) : (
            <table className={styles.table} aria-label="Inputs">
              <TableHead />
              {now.perAgent.map((input) => (
                <InputRow
                  key={input.agent}
                  input={input}
                  stage={stageOf(input, now)}
                  summary={summary.data?.agents.find((each) => each.agent === input.agent)}
                  zone={zone}
                  isOpen={open.has(input.agent)}
                  onToggle={() => setOpen(toggled(open, input.agent))}
                  onEnable={(isEnabled) => void attempt(() => host().setInputEnabled(input.agent, isEnabled))}
                  onAddFolder={() => addFolder(input.agent)}
                  onTakeAway={(path) => takeAway(input.agent, path)}
                  onReadAgain={(sourceId) =>
                    void attempt(async () => {
                      await host().readSourceAgain(sourceId);
                      showToast({ text: "The file is being read again from its start." });
                    })
                  }
                />
              ))}
              <Sum progress={now} summaries={summary.data?.agents ?? []} />
            </table>
          )}
        </div>
      </div>
    </section>
  );
}

const LOOKS = 12;
const BETWEEN_LOOKS = 250;

/** Waits a moment for a folder to leave an input. */
async function isStillThere(agent: Agent, path: string): Promise<boolean> {
  for (let look = 0; look < LOOKS; look += 1) {
    const { perAgent } = await host().getProgress();
    if (!perAgent.some((each) => each.agent === agent && each.roots.some((root) => root.path === path))) return false;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
  }
  return true;
}

async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const failure = asHostError(error);
    if (failure.code !== "cancelled")
      showToast({ text: [failure.message, failure.hint].filter(Boolean).join(" "), isFailure: true });
  }
}

function Note({ progress }: { progress: Progress }) {
  const { state, filesDone, filesTotal, currentAgent } = progress;
  if (state === "reading") {
    return (
      <p className={styles.note}>
        <ProgressLine
          label="Read so far"
          value={progress.bytesTotal === 0 ? undefined : progress.bytesDone / progress.bytesTotal}
        />
        {currentAgent === null ? "Reading" : `Reading ${agentFacts(currentAgent).name}`} · {figure(filesDone)} of{" "}
        {counted(filesTotal, "file")} · newest first
      </p>
    );
  }
  const words = {
    discovering: "Looking for files",
    paused: `Paused · ${figure(filesDone)} of ${counted(filesTotal, "file")} read`,
    failed: "Stopped",
    upToDate: `Up to date · watching ${counted(progress.watching, "folder")}`,
  }[state];
  return <p className={styles.note}>{words}</p>;
}

function TableHead() {
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.margin}>
          Read
        </th>
        <th scope="col" className={styles.agent}>
          Agent
        </th>
        <th scope="col">Where</th>
        <th scope="col" className={styles.figure}>
          Files
        </th>
        <th scope="col" className={styles.figure}>
          Sessions
        </th>
        <th scope="col" className={styles.figure}>
          Prompts
        </th>
        <th scope="col" className={`${styles.figure} ${styles.bytes}`}>
          Size
        </th>
        <th scope="col" className={`${styles.date} ${styles.oldest}`}>
          Oldest
        </th>
        <th scope="col" className={`${styles.date} ${styles.read}`}>
          Last read
        </th>
        <th scope="col" className={styles.narrow}>
          Errors
        </th>
        <th scope="col" className={styles.stage}>
          State
        </th>
      </tr>
    </thead>
  );
}

function Sum({ progress, summaries }: { progress: Progress; summaries: readonly AgentSummary[] }) {
  if (progress.perAgent.length < 2) return null;
  const sum = <T,>(list: readonly T[], of: (each: T) => number) => list.reduce((total, each) => total + of(each), 0);
  return (
    <tfoot>
      <tr>
        <td />
        <td className={styles.agent}>Together</td>
        <td />
        <td className={styles.figure}>{figure(sum(progress.perAgent, (each) => each.filesFound))}</td>
        <td className={styles.figure}>{figure(sum(summaries, (each) => each.sessions))}</td>
        <td className={styles.figure}>{figure(sum(summaries, (each) => each.prompts))}</td>
        <td className={`${styles.figure} ${styles.bytes}`}>
          {bytes(sum(progress.perAgent, (each) => each.bytesFound))}
        </td>
        <td className={styles.oldest} />
        <td className={styles.read} />
        <td colSpan={2} />
      </tr>
    </tfoot>
  );
}

/** `The folder “~/.codex/sessions” is gone. Its 402 sessions stay in the vault.`, where an agent has lost all its folders. */
function goneSentences(
  progress: Progress | undefined,
  summaries: readonly AgentSummary[],
): { agent: Agent; sentence: string }[] {
  if (progress === undefined || progress.state === "discovering") return [];
  return progress.perAgent.flatMap((input) => {
    const sessions = summaries.find((each) => each.agent === input.agent)?.sessions ?? 0;
    const [first] = input.roots;
    if (!input.isEnabled || sessions === 0 || first === undefined || input.roots.some((root) => root.exists)) return [];
    const stay = sessions === 1 ? "Its 1 session stays" : `Its ${figure(sessions)} sessions stay`;
    return [{ agent: input.agent, sentence: `The folder “${shortPath(first.path)}” is gone. ${stay} in the vault.` }];
  });
}

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const after = new Set(set);
  if (!after.delete(value)) after.add(value);
  return after;
}
