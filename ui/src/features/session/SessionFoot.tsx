/* The foot of a session: the command that takes it up again, what can be copied, the file it came from. */
import type { Ref } from "react";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Menu, type MenuItem } from "../../components/Menu.tsx";
import styles from "./session.module.css";

export interface SessionFootProps {
  /** The command, where the session can be taken up again. */
  resume: string | null;
  onResume: () => void;
  copyItems: readonly MenuItem[];
  copyButton: Ref<HTMLButtonElement>;
  /** Why the file cannot be shown. */
  fileReason: string | undefined;
  onShowFile: () => void;
  /** What was just done, said once. */
  said: string;
}

export function SessionFoot(props: SessionFootProps) {
  return (
    <footer className={styles.foot}>
      {props.resume === null ? null : (
        <Button className={styles.resume} title="Copies the command; you run it." onClick={props.onResume}>
          Resume
          <code>{props.resume}</code>
          <Icon name="copy" />
        </Button>
      )}
      <Menu items={props.copyItems} side="top">
        <Button kind="plain" iconAfter="down" ref={props.copyButton}>
          Copy
        </Button>
      </Menu>
      <Button kind="plain" onClick={props.onShowFile} unavailable={props.fileReason}>
        Show file
      </Button>
      <span className={styles.said} role="status">
        {props.said}
      </span>
    </footer>
  );
}

/** The command that takes a session of an agent up again; null where there is none. */
export function resumeCommand(agent: string, nativeId: string): string | null {
  if (!/^[\w.-]+$/.test(nativeId)) return null;
  if (agent === "claude-code") return `claude --resume ${nativeId}`;
  return agent === "codex" ? `codex resume ${nativeId}` : null;
}
