/* What of a session's files could not be read, in one sentence a file, above the transcript. */
import type { SessionSource } from "../../ipc/types.ts";
import { figure } from "../../lib/text.ts";
import styles from "./session.module.css";

export function SourceWarnings({ sources, onShow }: { sources: readonly SessionSource[]; onShow: () => void }) {
  const warned = sources.filter((source) => damagedLines(source).length > 0);
  return warned.map((source) => (
    <p key={source.id} className={styles.warning} role="status">
      <span>{sentenceOf(source.path, damagedLines(source))}</span>
      <button type="button" onClick={onShow}>
        Show lines
      </button>
    </p>
  ));
}

/** `12 lines of “rollout-0716.jsonl” were not understood and are skipped: 40, 41, 88 and 9 more.` */
export function sentenceOf(path: string, lines: readonly number[]): string {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  const shown = lines.slice(0, lines.length === 4 ? 4 : 3).map(figure);
  const rest = lines.length - shown.length;
  const last = shown.at(-1) ?? "";
  const list =
    rest > 0
      ? `${shown.join(", ")} and ${figure(rest)} more`
      : [shown.slice(0, -1).join(", "), last].filter(Boolean).join(" and ");
  return lines.length === 1
    ? `1 line of “${name}” was not understood and is skipped: ${list}.`
    : `${figure(lines.length)} lines of “${name}” were not understood and are skipped: ${list}.`;
}

function damagedLines(source: SessionSource): number[] {
  return source.faults.filter((fault) => fault.kind === "damaged").map((fault) => fault.line);
}
