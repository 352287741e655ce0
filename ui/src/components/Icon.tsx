/* Our few drawings, 16 px, one stroke; used only where a word does not fit. */
import styles from "./icon.module.css";

const DRAWINGS = {
  branch:
    "M4.5 5.5v5M11.5 7c0 2.5-4 2-6.2 3.6M6 4a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM6 12a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0ZM13 5.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z",
  check: "m3.5 8.5 3 3 6-7",
  close: "m4 4 8 8M12 4l-8 8",
  columns:
    "M3.7 3h8.6c.7 0 1.2.5 1.2 1.2v7.6c0 .7-.5 1.2-1.2 1.2H3.7c-.7 0-1.2-.5-1.2-1.2V4.2c0-.7.5-1.2 1.2-1.2ZM6.2 3v10M9.8 3v10",
  copy: "M7 5.5h5c.8 0 1.5.7 1.5 1.5v5c0 .8-.7 1.5-1.5 1.5H7c-.8 0-1.5-.7-1.5-1.5V7c0-.8.7-1.5 1.5-1.5ZM10.5 3.5v-1h-8v8h1",
  down: "m4 6 4 4 4-4",
  expand: "M9.5 2.5h4v4M13 3 9.2 6.8M6.5 13.5h-4v-4M3 13l3.8-3.8",
  file: "M4 2.5h5l3.5 3.5v7.5H4zM9 2.5V6h3.5",
  folder: "M2.5 12.5v-9h4l1.5 2h5.5v7z",
  left: "m10 4-4 4 4 4",
  link: "M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.8-.8",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  play: "M5 3.5v9l7-4.5z",
  plus: "M8 3v10M3 8h10",
  right: "m6 4 4 4-4 4",
  search: "M11.2 7a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0ZM10.2 10.2l3.3 3.3",
  shrink: "M13.5 6.5h-4v-4M9.7 6.3 13.5 2.5M2.5 9.5h4v4M6.3 9.7l-3.8 3.8",
  sortdown: "M8 3v10m-4-4 4 4 4-4",
  sortup: "M8 13V3M4 7l4-4 4 4",
  up: "m4 10 4-4 4 4",
  warn: "M8 2.5 14 13H2zM8 6.5v3M8 11.4h.01",
} as const;

export type IconName = keyof typeof DRAWINGS;

export function Icon(props: { name: IconName; className?: string }) {
  return (
    <svg
      className={props.className === undefined ? styles.icon : `${styles.icon} ${props.className}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      <path d={DRAWINGS[props.name]} strokeWidth={props.name === "more" ? 2 : undefined} />
    </svg>
  );
}

/** The book with its red margin: the one mark of the product. */
export function Book(props: { className?: string }) {
  return (
    <svg className={`${styles.book} ${props.className ?? ""}`} viewBox="0 0 18 18" aria-hidden="true" focusable="false">
      <rect className={styles.page} x="2" y="1.5" width="14" height="15" rx="2" />
      <path className={styles.margin} d="M6.5 2v14" />
      <path className={styles.page} d="M9 6h4M9 9h4M9 12h2.5" />
    </svg>
  );
}
