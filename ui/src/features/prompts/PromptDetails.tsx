/* What an opened prompt shows: the whole text in its cell, and below it where it stands and what can be done with it. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button.tsx";
import { Said } from "../../components/Said.tsx";
import { ErrorState } from "../../components/States.tsx";
import { Typed } from "../../components/Typed.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { wholeTextQuery } from "../../ipc/queries.ts";
import type { PromptRow } from "../../ipc/types.ts";
import styles from "./prompts.module.css";

export function WholePrompt(props: { row: PromptRow }) {
  const { row } = props;
  const { data, error } = useQuery({ ...wholeTextQuery(row.id), enabled: row.isCut });
  return (
    <>
      <Typed>{row.isCut ? (data ?? row.text) : row.text}</Typed>
      {error === null ? null : <ErrorState message={asHostError(error).message} hint={asHostError(error).hint} />}
    </>
  );
}

export function PromptDetails(props: {
  row: PromptRow;
  onOpen: () => void;
  onCopyText: () => void;
  onCopyLink: () => void;
}) {
  const { row } = props;
  return (
    <div data-details="">
      <dl className={styles.facts}>
        <div>
          <dt>Session</dt>
          <dd>
            <Said>{row.sessionTitle === "" ? "Untitled" : row.sessionTitle}</Said>
          </dd>
        </div>
        {row.branch === null ? null : (
          <div>
            <dt>Branch</dt>
            <dd>
              <Said className="mono">{row.branch}</Said>
            </dd>
          </div>
        )}
        {row.model === null ? null : (
          <div>
            <dt>Model</dt>
            <dd className="mono">{row.model}</dd>
          </div>
        )}
      </dl>
      <div className={styles.tools}>
        <Button keyHint="↵" onClick={props.onOpen}>
          Open session
        </Button>
        <Button kind="plain" icon="copy" onClick={props.onCopyText}>
          Copy text
        </Button>
        <Button kind="plain" onClick={props.onCopyLink}>
          Copy link
        </Button>
      </div>
    </div>
  );
}
