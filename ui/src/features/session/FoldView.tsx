/* One line for what an agent did: word, object, outcome. A call and its result open as one; failures stand open. */
import { Icon } from "../../components/Icon.tsx";
import type { TranscriptMessageView } from "../../ipc/types.ts";
import { sayMasks } from "../../lib/masks.ts";
import { counted } from "../../lib/text.ts";
import { shortSpan } from "../../lib/time.ts";
import { DiffView } from "./DiffView.tsx";
import { type FileEdit, readEdits } from "./edits.ts";
import { OutputView } from "./OutputView.tsx";
import type { FoldRow } from "./rows.ts";
import { endOf, headOf, isCommand, isSubagentCall, outcomeOf, seenFrom } from "./toolWords.ts";
import styles from "./transcript.module.css";
import { Words } from "./WordsView.tsx";

export interface FoldViewProps {
  row: FoldRow;
  message: TranscriptMessageView | undefined;
  result: TranscriptMessageView | undefined;
  isOpen: boolean;
  marked: string;
  /** The folder the session worked in. */
  folder: string | null;
  onToggle: () => void;
  onOpenSession: (sessionId: number) => void;
}

export function FoldView(props: FoldViewProps) {
  const { row, message, result, isOpen } = props;
  if (message === undefined)
    return <FoldLine {...props} word={waitingWord(row)} tone={styles.system} object={null} outcome="" />;
  if (message.kind === "reasoning") return <ReasoningFold {...props} message={message} />;
  if (message.kind === "system") return <NoticeFold {...props} message={message} />;
  const tool = message.tool ?? result?.tool ?? null;
  if (message.kind === "tool-result" || tool === null) {
    return <ResultFold {...props} message={message} />;
  }
  const edits = isEditCall(message) ? readEdits(tool.name, message.text, result?.text ?? "") : [];
  const isFailure = endOf(tool) === "failed" || row.isFailure;
  const line = {
    word: headOf(isFailure && tool.isError !== true ? { ...tool, isError: true } : tool),
    tone: isFailure ? styles.failure : styles.tool,
    object: objectOf(tool, edits, props.folder),
    outcome: outcomeOf(tool),
  };
  const childId = message.child?.id ?? null;
  return (
    <>
      {childId !== null && isSubagentCall(tool.name) ? (
        <ChildLine {...props} {...line} childId={childId} isFailure={isFailure} />
      ) : (
        <FoldLine {...props} {...line} isFailure={isFailure} edits={edits} />
      )}
      {isOpen ? (
        <CallBody message={message} result={result} edits={edits} isFailure={isFailure} marked={props.marked} />
      ) : null}
    </>
  );
}

/** Whether a fold stands open before anyone touched it: failures and edits do, all else is one line. */
export function opensByItself(row: FoldRow, message: TranscriptMessageView | undefined): boolean {
  if (row.isFailure) return true;
  const tool = message?.tool;
  if (!tool || message.kind !== "tool-call") return false;
  return endOf(tool) === "failed" || isEditCall(message);
}

/** Whether a call is an edit that can be drawn as a difference. */
export function isEditCall(message: TranscriptMessageView): boolean {
  // Of a call that was cut only pieces are left, and a difference between pieces would be wrong.
  if (message.tool === null || message.kind !== "tool-call" || message.wholeBytes !== null) return false;
  return readEdits(message.tool.name, message.text).length > 0;
}

interface FoldLineProps {
  word: string;
  tone: string | undefined;
  object: string | null;
  /** Whether the object is words rather than a command or a path. */
  isWords?: boolean;
  outcome: string;
  isFailure?: boolean;
  edits?: readonly FileEdit[];
  /** There is nothing behind the line. */
  isEmpty?: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

function FoldLine(props: FoldLineProps) {
  const { word, tone, object, outcome, isOpen, onToggle, edits = [] } = props;
  const inside = (
    <>
      <span className={`${styles.origin} ${tone ?? ""}`}>{word}</span>
      {object === null ? null : props.isWords ? (
        <span className={styles.objectWords} dir="auto">
          {object}
        </span>
      ) : (
        <code className={styles.object} dir="auto">
          {object}
        </code>
      )}
      <Outcome outcome={outcome} isFailure={props.isFailure ?? false} edits={edits} />
    </>
  );
  if (props.isEmpty) return <p className={`${styles.foldHead} ${styles.foldEmpty}`}>{inside}</p>;
  return (
    <button type="button" className={styles.foldHead} aria-expanded={isOpen} onClick={onToggle}>
      <Icon name={isOpen ? "down" : "right"} />
      {inside}
    </button>
  );
}

function ChildLine(props: FoldLineProps & { childId: number; onOpenSession: (id: number) => void }) {
  const { word, tone, object, outcome, isOpen, onToggle, childId } = props;
  return (
    <div className={styles.foldHead}>
      <button
        type="button"
        className={styles.foldToggle}
        aria-expanded={isOpen}
        aria-label={isOpen ? "Fold the answer" : "Show the answer here"}
        onClick={onToggle}
      >
        <Icon name={isOpen ? "down" : "right"} />
      </button>
      <button type="button" className={styles.childLink} onClick={() => props.onOpenSession(childId)}>
        <span className={`${styles.origin} ${tone ?? ""}`}>{word}</span>
        <span className={styles.objectWords} dir="auto">
          {object ?? "open its session"}
        </span>
        <Outcome
          outcome={outcome === "" ? "open" : `${outcome} · open`}
          isFailure={props.isFailure ?? false}
          edits={[]}
        />
      </button>
    </div>
  );
}

function Outcome({ outcome, isFailure, edits }: { outcome: string; isFailure: boolean; edits: readonly FileEdit[] }) {
  const added = edits.reduce((sum, edit) => sum + edit.added, 0);
  const removed = edits.reduce((sum, edit) => sum + edit.removed, 0);
  if (edits.length === 0 && outcome === "") return null;
  return (
    <span className={`${styles.outcome} ${isFailure ? styles.failure : ""}`}>
      {outcome}
      {outcome !== "" && edits.length > 0 ? " · " : ""}
      {added > 0 ? <b className={styles.plus}>+{added}</b> : null}
      {added > 0 && removed > 0 ? " " : ""}
      {removed > 0 ? <b className={styles.minus}>−{removed}</b> : null}
    </span>
  );
}

interface CallBodyProps {
  message: TranscriptMessageView;
  result: TranscriptMessageView | undefined;
  edits: readonly FileEdit[];
  isFailure: boolean;
  marked: string;
}

function CallBody({ message, result, edits, isFailure, marked }: CallBodyProps) {
  const given = edits.length > 0 ? "" : givenText(message);
  // The answer to a successful edit only says that the file was updated.
  const showsResult = result !== undefined && result.text !== "" && (edits.length === 0 || isFailure || marked !== "");
  return (
    <>
      {edits.map((edit) => (
        <DiffView key={edit.path} edit={edit} showsPath={edits.length > 1 || edit.verb === "deleted"} />
      ))}
      {given === "" ? null : (
        <OutputView
          messageId={message.id}
          text={given}
          wholeBytes={message.wholeBytes}
          tone="given"
          marked={marked}
          limit={showsResult ? 8 : undefined}
          name="whole call"
        />
      )}
      {showsResult ? (
        <OutputView
          messageId={result.id}
          text={printedText(result)}
          wholeBytes={result.wholeBytes}
          tone={isFailure ? "failure" : "plain"}
          marked={marked}
        />
      ) : null}
      {!showsResult && given === "" && edits.length === 0 ? (
        <p className={styles.hidden}>{result === undefined ? "No result was recorded." : "The result is empty."}</p>
      ) : null}
    </>
  );
}

function ReasoningFold(props: FoldViewProps & { message: TranscriptMessageView }) {
  const { message } = props;
  const words = message.text.trim() === "" ? 0 : message.text.trim().split(/\s+/).length;
  const facts = [
    message.durationMs === null ? "" : shortSpan(message.durationMs),
    words === 0 ? "not recorded by the agent" : counted(words, "word"),
  ].filter((fact) => fact !== "");
  return (
    <>
      <FoldLine
        {...props}
        word="Reasoning"
        tone={styles.system}
        object={facts.join(", ")}
        isWords
        outcome=""
        isEmpty={words === 0}
      />
      {props.isOpen && words > 0 ? (
        <div className={styles.small}>
          <Words message={message} marked={props.marked} />
        </div>
      ) : null}
    </>
  );
}

function NoticeFold(props: FoldViewProps & { message: TranscriptMessageView }) {
  const { message } = props;
  const first =
    sayMasks(message.text)
      .split("\n")
      .find((line) => line.trim() !== "") ?? "";
  return (
    <>
      <FoldLine {...props} word="Notice" tone={styles.system} object={first.trim().slice(0, 300)} isWords outcome="" />
      {props.isOpen ? <TextBody message={message} marked={props.marked} tone="plain" /> : null}
    </>
  );
}

function ResultFold(props: FoldViewProps & { message: TranscriptMessageView }) {
  const { message, row } = props;
  const first =
    sayMasks(message.text)
      .split("\n")
      .find((line) => line.trim() !== "") ?? "";
  const isCall = message.kind === "tool-call";
  const word = isCall ? "Tool" : "Result";
  return (
    <>
      <FoldLine
        {...props}
        word={row.isFailure ? `${word} failed` : word}
        tone={row.isFailure ? styles.failure : styles.tool}
        object={first.trim().slice(0, 300)}
        outcome={message.tool ? outcomeOf(message.tool) : ""}
        isFailure={row.isFailure}
      />
      {props.isOpen ? (
        <TextBody message={message} marked={props.marked} tone={row.isFailure ? "failure" : "plain"} />
      ) : null}
    </>
  );
}

function TextBody(props: { message: TranscriptMessageView; marked: string; tone: "plain" | "failure" }) {
  const { message } = props;
  if (message.text === "") return <p className={styles.hidden}>Nothing was recorded.</p>;
  return (
    <OutputView
      messageId={message.id}
      text={message.text}
      wholeBytes={message.wholeBytes}
      tone={props.tone}
      marked={props.marked}
      name="whole text"
    />
  );
}

function waitingWord(row: FoldRow): string {
  if (row.line.kind === "reasoning") return "Reasoning";
  if (row.line.kind === "system") return "Notice";
  if (row.line.kind === "tool-result") return "Result";
  return row.isFailure ? "Call failed" : "Call";
}

function objectOf(
  tool: { name: string; subject: string },
  edits: readonly FileEdit[],
  folder: string | null,
): string | null {
  const [first] = edits;
  if (first) {
    const path = seenFrom(folder, first.path);
    return edits.length === 1 ? path : `${path} and ${edits.length - 1} more`;
  }
  const subject = sayMasks(tool.subject).trim();
  if (subject === "") return null;
  const [line = "", ...rest] = subject.split("\n");
  const shown = isCommand(tool.name) ? line : seenFrom(folder, line);
  return rest.length > 0 ? `${shown} …` : shown;
}

/** What the call was given, where the one line does not already say all of it. */
function givenText(message: TranscriptMessageView): string {
  const { tool } = message;
  const subject = tool?.subject.trim() ?? "";
  const input = parseInput(message.text);
  const text = input === null ? message.text : listingOf(input);
  if (tool !== null && isCommand(tool.name)) {
    const command = commandOf(input) ?? message.text;
    return command.trim() === subject ? "" : command;
  }
  // `file_path: src/cart.ts` says nothing that the line above does not.
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== subject && line.replace(/^\w+: /, "").trim() !== subject);
  return lines.join("\n").trim() === "" ? "" : lines.join("\n");
}

function listingOf(input: Record<string, unknown>): string {
  const entries = Object.entries(input).filter(([, value]) => value !== null && value !== "");
  return entries
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value, null, 2)}`)
    .join("\n");
}

/** A failed command's text without the line that repeats its exit code. */
function printedText(result: TranscriptMessageView): string {
  const exitCode = result.tool?.exitCode ?? null;
  return exitCode === null ? result.text : result.text.replace(new RegExp(`^Exit code ${exitCode}\\n`), "");
}

function parseInput(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function commandOf(input: Record<string, unknown> | null): string | null {
  const command = input?.command ?? input?.cmd;
  if (typeof command === "string") return command;
  return Array.isArray(command) && command.every((part) => typeof part === "string") ? command.join(" ") : null;
}
