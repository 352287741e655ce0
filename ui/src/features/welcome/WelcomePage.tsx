/* Welcome: one line of purpose, what was found while it is read, three promises, two ways in. Also where Daybook says why it could not open
   the vault. Everything it claims is true today. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Book } from "../../components/Icon.tsx";
import { ErrorState, WarnLine } from "../../components/States.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { host } from "../../ipc/host.ts";
import { openStateQuery, progressQuery } from "../../ipc/queries.ts";
import type { Agent, OpenState, Progress } from "../../ipc/types.ts";
import { shortPath } from "../../lib/text.ts";
import { FoundTable } from "./FoundTable.tsx";
import { introduce } from "./introduce.ts";
import { VaultProblem } from "./VaultProblem.tsx";
import styles from "./welcome.module.css";

export function WelcomePage() {
  const openState = useQuery(openStateQuery());
  const progress = useQuery({ ...progressQuery(), enabled: openState.data?.problem === null });
  const error = openState.error ?? progress.error;

  if (openState.data !== undefined && openState.data.problem !== null) {
    return (
      <VaultProblem state={openState.data} problem={openState.data.problem} onRetry={() => void openState.refetch()} />
    );
  }
  if (openState.data !== undefined && progress.data !== undefined) {
    return <Welcome state={openState.data} progress={progress.data} />;
  }
  return (
    <WelcomeFrame>
      {error === null ? null : (
        <ErrorState
          message={asHostError(error).message}
          hint={asHostError(error).hint}
          retry={{ label: "Try again", run: () => void (openState.error === null ? progress : openState).refetch() }}
        />
      )}
    </WelcomeFrame>
  );
}

/** The sheet of paper every state of Welcome is written on. */
export function WelcomeFrame({ children }: { children: ReactNode }) {
  return (
    <section className={styles.page} aria-label="Welcome">
      <div className={styles.welcome}>{children}</div>
    </section>
  );
}

function Welcome({ state, progress }: { state: OpenState; progress: Progress }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState<"open" | "sample" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const introduction = introduce(progress, state.timeZone);

  const attempt = async (work: () => Promise<unknown>) => {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (asHostError(error).code !== "cancelled") setFailure(asHostError(error).message);
    }
  };
  const enter = (way: "open" | "sample") =>
    void attempt(async () => {
      setBusy(way);
      try {
        await (way === "open" ? host().finishWelcome() : host().openSampleVault());
        // The frame sends one here as long as the vault says that Welcome was never finished.
        await client.refetchQueries({ queryKey: ["openState"] });
        await navigate({ to: "/prompts" });
      } finally {
        setBusy(null);
      }
    });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || (event.target instanceof Element && event.target.closest("button, a, input") !== null))
      return;
    event.preventDefault();
    enter("open");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter is the primary button's key, wherever the focus is.
    <div onKeyDown={onKeyDown} className={styles.keys}>
      <WelcomeFrame>
        <header className={styles.head}>
          <Book className={styles.book ?? ""} />
          <h1 className={styles.title}>Your agents write everything down, then throw it away. Daybook keeps it.</h1>
          <p className={styles.words}>{introduction}</p>
        </header>
        {progress.notice === null ? null : (
          <div className={styles.notice}>
            <WarnLine>{progress.notice}</WarnLine>
          </div>
        )}
        <FoundTable
          progress={progress}
          zone={state.timeZone}
          onEnable={(agent: Agent, isEnabled: boolean) => void attempt(() => host().setInputEnabled(agent, isEnabled))}
          onChooseFolder={(agent: Agent) => void attempt(() => host().addInputRoot(agent))}
        />
        {failure === null ? null : (
          <div className={styles.notice}>
            <ErrorState message={failure} />
          </div>
        )}
        <section className={styles.promises} aria-label="Promises">
          <div>
            <h2>On this computer only</h2>
            <p>Daybook opens no network connection. No account, no telemetry, no update check.</p>
          </div>
          <div>
            <h2>Read, never written</h2>
            <p>Your agents’ files stay as they are. Passwords, keys and tokens are masked before anything is stored.</p>
          </div>
          <div>
            <h2>Kept for good</h2>
            <p>What an agent deletes stays in the vault, in full, readable by you alone.</p>
          </div>
        </section>
        <footer className={styles.foot}>
          <Button
            kind="primary"
            className={styles.way}
            keyHint="↵"
            isBusy={isBusy === "open"}
            autoFocus
            onClick={() => enter("open")}
          >
            Open Daybook
          </Button>
          <Button className={styles.way} isBusy={isBusy === "sample"} onClick={() => enter("sample")}>
            Look round with a sample vault
          </Button>
          <span className={styles.note}>
            {progress.state === "upToDate" ? "" : "What is still unread arrives while you work."}
          </span>
          <span className={styles.place} title={state.vaultPath}>
            Vault: <code>{shortPath(state.vaultPath)}</code>
          </span>
        </footer>
      </WelcomeFrame>
    </div>
  );
}
