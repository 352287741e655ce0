/* A small word about a row: queued, rewound, forked. */
import styles from "./tag.module.css";

export function Tag(props: { children: string; title?: string; tone?: "plain" | "warn" }) {
  return (
    <span className={props.tone === "warn" ? `${styles.tag} ${styles.warn}` : styles.tag} title={props.title}>
      {props.children}
    </span>
  );
}
