/* A change to a file, drawn: two columns of line numbers, a sign, the text. Signs and words carry it; colour only helps. */
import { Fragment, useState } from "react";
import { sayMasks } from "../../lib/masks.ts";
import { counted } from "../../lib/text.ts";
import styles from "./diff.module.css";
import type { DiffLine } from "./diff.ts";
import type { FileEdit, Hunk } from "./edits.ts";
import { SHOWN_LINES } from "./output.ts";
import transcript from "./transcript.module.css";

/** A long change is shown up to here at first, and up to the second figure when asked: more belongs in an editor. */
const MOST_LINES = 2000;

export function DiffView({ edit, showsPath }: { edit: FileEdit; showsPath: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const total = edit.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const limit = isWhole ? MOST_LINES : SHOWN_LINES;
  const hunks = cut(edit.hunks, limit);
  const hidden = total - hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const isCounted = edit.hunks.every((hunk) => hunk.isCounted);
  return (
    <section
      className={styles.diff}
      aria-label={`Change of ${edit.path}: ${edit.added} added, ${edit.removed} removed`}
      title={
        isCounted ? undefined : "Lines are counted within the change; the call does not say where in the file it lies."
      }
    >
      {showsPath || edit.movedTo !== null ? (
        <p className={styles.diffPath} dir="auto">
          {edit.path}
          {edit.movedTo === null ? "" : ` → ${edit.movedTo}`}
          {edit.verb === "deleted" ? ", deleted" : ""}
        </p>
      ) : null}
      {hunks.map((hunk, index) => (
        <Fragment key={index}>
          {index > 0 || hunk.label !== "" ? (
            <p className={styles.diffGap} dir="auto">
              {hunk.label === "" ? "…" : hunk.label}
            </p>
          ) : null}
          {hunk.lines.map((line, at) => (
            <DiffLineView key={at} line={line} />
          ))}
        </Fragment>
      ))}
      {hidden > 0 ? (
        <p className={`${transcript.hidden} ${styles.diffHidden}`}>
          {counted(hidden, "line")} not shown
          {isWhole ? null : (
            <>
              {" · "}
              <button type="button" onClick={() => setWhole(true)}>
                whole change
              </button>
            </>
          )}
        </p>
      ) : null}
    </section>
  );
}

function DiffLineView({ line }: { line: DiffLine }) {
  const tone = line.sign === "added" ? styles.added : line.sign === "removed" ? styles.removed : "";
  return (
    <p className={`${styles.diffLine} ${tone}`}>
      <span className={styles.diffNumber}>{line.before}</span>
      <span className={styles.diffNumber}>{line.after}</span>
      <span className={styles.diffSign}>{line.sign === "added" ? "+" : line.sign === "removed" ? "−" : ""}</span>
      <span dir="auto">
        {line.pieces.map((piece, at) =>
          piece.isChanged ? (
            <span key={at} className={styles.changed}>
              {sayMasks(piece.text)}
            </span>
          ) : (
            sayMasks(piece.text)
          ),
        )}
      </span>
    </p>
  );
}

function cut(hunks: readonly Hunk[], limit: number): Hunk[] {
  const kept: Hunk[] = [];
  let left = limit;
  for (const hunk of hunks) {
    if (left <= 0) break;
    kept.push({ ...hunk, lines: hunk.lines.slice(0, left) });
    left -= hunk.lines.length;
  }
  return kept;
}
