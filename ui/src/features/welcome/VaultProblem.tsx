/* Why no vault is open: what happened, what to do, and that nothing was touched. */
import { Button } from "../../components/Button.tsx";
import { Book } from "../../components/Icon.tsx";
import { host } from "../../ipc/host.ts";
import type { OpenProblem, OpenState } from "../../ipc/types.ts";
import { shortPath } from "../../lib/text.ts";
import { WelcomeFrame } from "./WelcomePage.tsx";
import styles from "./welcome.module.css";

const TITLES: Record<OpenProblem["kind"], string> = {
  newer: "This vault is newer than this Daybook",
  unwritable: "The vault cannot be written",
  damaged: "The vault could not be opened",
};

export interface VaultProblemProps {
  state: OpenState;
  problem: OpenProblem;
  onRetry: () => void;
}

export function VaultProblem({ state, problem, onRetry }: VaultProblemProps) {
  const canRetry = problem.kind !== "newer";
  return (
    <WelcomeFrame>
      <div className={styles.head} role="alert">
        <Book className={styles.book ?? ""} />
        <h1 className={styles.title}>{TITLES[problem.kind]}</h1>
        <p className={styles.words}>{problem.message}</p>
        <p className={styles.words}>{problem.hint}</p>
        <p className={styles.words}>
          Vault: <code title={state.vaultPath}>{shortPath(state.vaultPath)}</code>
        </p>
      </div>
      <footer className={styles.foot}>
        {canRetry ? (
          <Button kind="primary" className={styles.way} autoFocus onClick={onRetry}>
            Try again
          </Button>
        ) : null}
        <Button
          kind={canRetry ? "bordered" : "primary"}
          className={styles.way}
          autoFocus={!canRetry}
          onClick={() => void host().quit()}
        >
          Quit
        </Button>
        {canRetry ? (
          <Button className={styles.way} onClick={() => void host().openSampleVault()}>
            Look round with a sample vault
          </Button>
        ) : null}
        <span className={styles.note}>Daybook {state.version}</span>
      </footer>
    </WelcomeFrame>
  );
}
