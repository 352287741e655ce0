/* The pieces of the page: a part with its title, a setting with its control, a list of facts. */
import type { ReactNode } from "react";
import type { SettingsPart } from "./search.ts";
import styles from "./settings.module.css";

export function Part(props: { part: SettingsPart; title: string; note?: string; children: ReactNode }) {
  return (
    <section className={styles.part} id={`settings-${props.part}`} aria-labelledby={`settings-${props.part}-title`}>
      <header className={styles.partHead}>
        <h2 className={styles.partTitle} id={`settings-${props.part}-title`}>
          {props.title}
        </h2>
        {props.note === undefined ? null : <p className={styles.partNote}>{props.note}</p>}
      </header>
      {props.children}
    </section>
  );
}

export function Setting(props: { name: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.setting}>
      <div>
        <p className={styles.name}>{props.name}</p>
        {props.hint === undefined ? null : <p className={styles.hint}>{props.hint}</p>}
      </div>
      <div className={styles.control}>{props.children}</div>
    </div>
  );
}

export function FactList(props: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <div className={styles.facts}>
      {props.facts.map(([name, value]) => (
        <dl key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </dl>
      ))}
    </div>
  );
}
