/* One row of the transcript: its time in the margin, and words, a fold, a compaction or a branch beside it. */
import { Icon } from "../../components/Icon.tsx";
import type { TranscriptMessageView } from "../../ipc/types.ts";
import { counted } from "../../lib/text.ts";
import { clock } from "../../lib/time.ts";
import { FoldView, isEditCall, opensByItself } from "./FoldView.tsx";
import type { BranchRow, BranchState, CompactionRow, TranscriptRow } from "./rows.ts";
import styles from "./transcript.module.css";
import { Words, WordsView } from "./WordsView.tsx";

export interface TranscriptRowViewProps {
  row: TranscriptRow;
  before: TranscriptRow | undefined;
  position: number;
  count: number;
  message: TranscriptMessageView | undefined;
  result: TranscriptMessageView | undefined;
  /** Whether a person opened or closed the fold. */
  fold: boolean | undefined;
  agentName: string;
  folder: string | null;
  zone: string;
  marked: string;
  showsEdits: boolean;
  isSelected: boolean;
  onFold: (key: string, isOpen: boolean) => void;
  onBranch: (key: string, isOpen: boolean) => void;
  onOpenSession: (sessionId: number) => void;
}

export function TranscriptRowView(props: TranscriptRowViewProps) {
  const { row, message, isSelected } = props;
  const isOpen = isRowOpen(props);
  const classes = [
    styles.message,
    row.type === "words" ? "" : styles.fold,
    row.type === "words" && row.isContinued ? styles.isContinued : "",
    row.type !== "words" && isOpen ? styles.isOpen : "",
    isSelected ? styles.selected : "",
    (row.type === "words" || row.type === "fold") && row.branch !== null ? styles.beside : "",
  ];
  return (
    <article
      className={classes.filter((name) => name !== "").join(" ")}
      aria-posinset={props.position}
      aria-setsize={props.count}
      aria-current={isSelected ? "true" : undefined}
      data-message={row.anchorId}
    >
      <span className={styles.margin}>
        {showsTime(row, props.before, props.zone) ? <Time at={row.at} zone={props.zone} /> : null}
      </span>
      <div className={styles.content}>
        {row.type === "words" ? (
          <WordsView row={row} message={message} agentName={props.agentName} marked={props.marked} />
        ) : row.type === "fold" ? (
          <FoldView
            row={row}
            message={message}
            result={props.result}
            isOpen={isOpen}
            marked={props.marked}
            folder={props.folder}
            onToggle={() => props.onFold(row.key, !isOpen)}
            onOpenSession={props.onOpenSession}
          />
        ) : row.type === "compaction" ? (
          <CompactionView row={row} message={message} isOpen={isOpen} marked={props.marked} onFold={props.onFold} />
        ) : (
          <BranchView row={row} onBranch={props.onBranch} />
        )}
      </div>
    </article>
  );
}

function isRowOpen({ row, fold, message, showsEdits }: TranscriptRowViewProps): boolean {
  if (fold !== undefined) return fold;
  if (row.type === "branch") return row.isOpen;
  if (row.type !== "fold") return false;
  if (!row.isFailure && message !== undefined && isEditCall(message)) return showsEdits;
  return opensByItself(row, message);
}

function Time({ at, zone }: { at: number | null; zone: string }) {
  if (at === null) return null;
  return <time dateTime={new Date(at).toISOString()}>{clock(at, zone)}</time>;
}

/** Words always say when; a fold does where the minute is another than that of the row before. */
function showsTime(row: TranscriptRow, before: TranscriptRow | undefined, zone: string): boolean {
  if (row.at === null) return false;
  if (row.type === "words") return !row.isContinued || before?.at !== row.at;
  return before === undefined || before.at === null || clock(before.at, zone) !== clock(row.at, zone);
}

interface CompactionViewProps {
  row: CompactionRow;
  message: TranscriptMessageView | undefined;
  isOpen: boolean;
  marked: string;
  onFold: (key: string, isOpen: boolean) => void;
}

function CompactionView({ row, message, isOpen, marked, onFold }: CompactionViewProps) {
  return (
    <>
      <div className={styles.divider}>
        {row.summary === null ? (
          <span>Compacted</span>
        ) : (
          <button type="button" aria-expanded={isOpen} onClick={() => onFold(row.key, !isOpen)}>
            <Icon name={isOpen ? "down" : "right"} />
            Compacted, with a summary of what came before
          </button>
        )}
      </div>
      {isOpen && message !== undefined && message.kind === "summary" ? (
        <div className={`${styles.summary} ${styles.small}`}>
          <Words message={message} marked={marked} />
        </div>
      ) : null}
    </>
  );
}

const BRANCHES: Record<BranchState, string> = {
  abandoned: "left behind by going back",
  superseded: "no longer in the file, kept",
  copied: "copied from the session before",
};

function BranchView({ row, onBranch }: { row: BranchRow; onBranch: (key: string, isOpen: boolean) => void }) {
  return (
    <div className={`${styles.divider} ${styles.quietly}`}>
      <button type="button" aria-expanded={row.isOpen} onClick={() => onBranch(row.key, !row.isOpen)}>
        <Icon name={row.isOpen ? "down" : "right"} />
        {counted(row.count, "message")} {BRANCHES[row.state]}
      </button>
    </div>
  );
}
