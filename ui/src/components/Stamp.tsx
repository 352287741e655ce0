/* The sign of an agent: two letters, and a hue that helps but never carries the meaning. */
import { agentFacts } from "../lib/agents.ts";
import styles from "./stamp.module.css";

export function Stamp(props: { agent: string; isNamed?: boolean }) {
  const { name, letters, hue } = agentFacts(props.agent);
  const classes = `${styles.stamp} ${styles[hue] ?? ""}`;
  return props.isNamed === true ? (
    <span className={classes} aria-hidden="true">
      {letters}
    </span>
  ) : (
    <span className={classes} title={name} role="img" aria-label={name}>
      {letters}
    </span>
  );
}

/** The stamp with the agent's name. */
export function AgentName(props: { agent: string }) {
  return (
    <span className={styles.agent}>
      <Stamp agent={props.agent} isNamed />
      <span className={styles.name}>{agentFacts(props.agent).name}</span>
    </span>
  );
}
