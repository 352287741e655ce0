/* The head of a page (its one h1, chips, actions) and its filter line, which reads as a sentence. */
import type { ReactNode } from "react";
import styles from "./page.module.css";

export function PageHead(props: { title: string; note?: ReactNode; children?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{props.title}</h1>
      {props.note === undefined ? null : <span className={styles.note}>{props.note}</span>}
      {props.children}
      {props.actions === undefined ? null : <div className={styles.actions}>{props.actions}</div>}
    </header>
  );
}

export function FilterLine(props: { label: string; children: ReactNode }) {
  return (
    <search className={styles.filters} aria-label={props.label}>
      {props.children}
    </search>
  );
}
