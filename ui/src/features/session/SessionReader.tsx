/* A session that is there: lays out head, tabs, outline, transcript and foot, and offers its actions to keys and palette. */
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { EmptyState, ErrorState } from "../../components/States.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { host } from "../../ipc/host.ts";
import { runningSessionsQuery } from "../../ipc/queries.ts";
import type { SessionDetail, TranscriptLine } from "../../ipc/types.ts";
import { type Action, useOfferActions } from "../../lib/actions.ts";
import { agentFacts } from "../../lib/agents.ts";
import { textScale } from "../../lib/textScale.ts";
import { Facts } from "./Facts.tsx";
import { FindLine } from "./FindLine.tsx";
import { Outline } from "./Outline.tsx";
import { resumeCommand, SessionFoot } from "./SessionFoot.tsx";
import { SessionHead, spanOf } from "./SessionHead.tsx";
import { SessionTrace } from "./SessionTrace.tsx";
import { SourceWarnings } from "./SourceWarnings.tsx";
import styles from "./session.module.css";
import { Transcript } from "./Transcript.tsx";
import type { TraceInput } from "./traceScale.ts";
import { useCopies } from "./useCopies.ts";
import { useFind } from "./useFind.ts";
import { useFollowLink } from "./useFollowLink.ts";
import { failuresOf, useReading } from "./useReading.ts";

export interface SessionReaderProps {
  detail: SessionDetail;
  /** The skeleton; null until it is there. The head does not wait for it. */
  lines: readonly TranscriptLine[] | null;
  failure: Error | null;
  onRetry: () => void;
  zone: string;
  messageId: number | null;
  tools: ReactNode;
}

const NO_LINES: readonly TranscriptLine[] = [];

type Tab = "transcript" | "facts";

export function SessionReader(props: SessionReaderProps) {
  const { detail, zone, messageId, tools } = props;
  const lines = props.lines ?? NO_LINES;
  const { row } = detail;
  const view = useRef<HTMLElement>(null);
  const copyButton = useRef<HTMLButtonElement>(null);
  const [tab, setTab] = useState<Tab>("transcript");
  const [showsOutline, setShowsOutline] = useState<boolean | null>(null);
  const [isWithin, setWithin] = useState(false);
  const [thisYear] = useState(() => new Date().getFullYear());
  const running = useQuery(runningSessionsQuery());
  const isRunning = running.data?.some((each) => each.id === row.id) ?? false;
  const reading = useReading(lines, messageId, isRunning);
  const find = useFind(row.id);
  const link = useFollowLink();
  const { turn } = reading;
  const span = spanOf(row, zone, thisYear, isRunning);
  const copies = useCopies(
    detail,
    lines,
    turn,
    `${agentFacts(row.agent).name}, ${row.project}, ${span}`,
    reading.selectedId,
  );
  const resume = row.relation === "subagent" ? null : resumeCommand(row.agent, detail.nativeId);
  const present = detail.sources.find((source) => source.missingSinceAt === null);
  const trace = useMemo(() => traceOf(detail, lines, reading.outline), [detail, lines, reading.outline]);
  const hereAt = turn === null ? null : (lines.find((line) => line.id === turn.id)?.at ?? null);

  const read = () => {
    setTab("transcript");
    view.current?.querySelector<HTMLElement>("[role=feed]")?.focus({ preventScroll: true });
  };
  const step = (direction: 1 | -1) => {
    const id = find.step(direction);
    if (id === null) return;
    setTab("transcript");
    reading.goTo(id);
  };
  // Enter was pressed before the matches were there.
  const { awaited } = find;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is taken once, when the answer comes.
  useEffect(() => {
    if (awaited !== null) step(awaited);
  }, [awaited]);
  const showFile = (sourceId: number) => {
    host()
      .revealSource(sourceId)
      .catch((error: unknown) => copies.say(asHostError(error).message));
  };
  const openFind = () => {
    setTab("transcript");
    find.open();
    view.current?.querySelector<HTMLInputElement>("search input")?.select();
  };
  const isFinding = find.isOpen && find.found.length > 0;
  const actions: Action[] = [
    {
      id: "session-next",
      label: isFinding ? "Next match" : "Next turn",
      keys: "N",
      run: () => (isFinding ? step(1) : reading.goToTurn(1)),
    },
    {
      id: "session-previous",
      label: isFinding ? "Previous match" : "Previous turn",
      keys: "P",
      run: () => (isFinding ? step(-1) : reading.goToTurn(-1)),
    },
    {
      id: "session-failure",
      label: "Next failure in the session",
      keys: "U",
      ...(row.failures === 0 && failuresOf(lines).length === 0 ? { reason: "Nothing failed in this session." } : {}),
      run: () => reading.goToFailure(),
    },
    {
      id: "session-edits",
      label: reading.showsEdits ? "Fold all edits" : "Open all edits",
      keys: "D",
      run: () => reading.toggleEdits(),
    },
    {
      id: "session-outline",
      label: showsOutline === false ? "Show the outline" : "Hide the outline",
      keys: "O",
      run: () => setShowsOutline(showsOutline === null ? isNarrow(view.current) : !showsOutline),
    },
    { id: "session-find", label: "Find in session", keys: "/", run: openFind },
    { id: "session-first", label: "Go to the first message", run: () => reading.goToEdge("start") },
    { id: "session-last", label: "Go to the last message", run: () => reading.goToEdge("end") },
    {
      id: "session-resume",
      label: "Copy the resume command",
      keys: "R",
      ...(resume === null ? { reason: "This session cannot be taken up by itself." } : {}),
      run: () => resume !== null && copies.copy(resume, "the command; you run it"),
    },
    { id: "session-copy", label: "Copy from the session", keys: "C", run: () => copyButton.current?.click() },
    {
      id: "session-facts",
      label: tab === "facts" ? "Show the transcript" : "Show the facts of the session",
      run: () => setTab(tab === "facts" ? "transcript" : "facts"),
    },
    {
      id: "session-file",
      label: "Show the file of the session",
      ...(present === undefined ? { reason: "source expired, kept" } : {}),
      run: () => present && showFile(present.id),
    },
  ];
  useOfferActions(actions, !isWithin);

  return (
    <article
      ref={view}
      className={styles.view}
      aria-label={row.title === "" ? "Session" : row.title}
      onFocus={() => setWithin(true)}
      onBlur={(event) => setWithin(event.currentTarget.contains(event.relatedTarget))}
    >
      <SessionHead
        detail={detail}
        zone={zone}
        thisYear={thisYear}
        isRunning={isRunning}
        back={link.back}
        tools={tools}
        onOpenSession={link.follow}
      >
        <SessionTrace
          trace={trace}
          zone={zone}
          here={turn === null || hereAt === null ? null : { at: hereAt, turn: turn.turn }}
          turns={reading.turns.length}
          onInstant={(at) => {
            setTab("transcript");
            reading.goToInstant(at);
          }}
          onTurn={reading.goToTurn}
        />
      </SessionHead>
      <div className={styles.tabsLine}>
        <Tabs tab={tab} onTab={setTab} />
        {tab === "transcript" ? <FindLine find={find} onStep={step} onClosed={read} /> : null}
      </div>
      <SourceWarnings sources={detail.sources} onShow={() => setTab("facts")} />
      {tab === "facts" ? (
        <Facts detail={detail} zone={zone} onOpenSession={link.follow} onShowFile={showFile} />
      ) : props.lines === null ? (
        <div className={styles.state}>
          {props.failure === null ? (
            <p className={styles.opening} role="status">
              Opening the transcript.
            </p>
          ) : (
            <ErrorState
              message={asHostError(props.failure).message}
              hint={asHostError(props.failure).hint}
              retry={{ label: "Try again", run: props.onRetry }}
            />
          )}
        </div>
      ) : lines.length === 0 ? (
        <div className={styles.state}>
          <EmptyState>This session holds no message.</EmptyState>
        </div>
      ) : (
        <div className={bodyClass(showsOutline)}>
          {showsOutline === false ? null : (
            <Outline entries={reading.outline} currentId={turn?.id ?? null} zone={zone} onGo={reading.goTo} />
          )}
          <Transcript
            sessionId={row.id}
            lines={lines}
            agentName={agentFacts(row.agent).name}
            folder={detail.cwd}
            zone={zone}
            jump={reading.jump}
            selectedId={reading.selectedId}
            marked={find.marked}
            folds={reading.folds}
            showsEdits={reading.showsEdits}
            onFold={reading.setFold}
            onEdge={reading.goToEdge}
            onOpenSession={link.follow}
            onPlace={reading.place}
          />
        </div>
      )}
      <SessionFoot
        resume={resume}
        onResume={() => resume !== null && copies.copy(resume, "the command; you run it")}
        copyItems={copies.items}
        copyButton={copyButton}
        fileReason={present === undefined ? "source expired, kept" : undefined}
        onShowFile={() => present && showFile(present.id)}
        said={copies.said}
      />
    </article>
  );
}

function Tabs({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    event.preventDefault();
    event.stopPropagation();
    const other = tab === "transcript" ? "facts" : "transcript";
    onTab(other);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab=${other}]`)?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label="Parts of the session" onKeyDown={walk}>
      {(["transcript", "facts"] as const).map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          data-tab={each}
          className={styles.tab}
          aria-selected={tab === each}
          tabIndex={tab === each ? 0 : -1}
          onClick={() => onTab(each)}
        >
          {each === "transcript" ? "Transcript" : "Facts"}
        </button>
      ))}
    </div>
  );
}

function traceOf(
  detail: SessionDetail,
  lines: readonly TranscriptLine[],
  outline: readonly { type: string; at?: number | null }[],
): TraceInput {
  const instants = (list: readonly (number | null | undefined)[]) => list.filter((at) => typeof at === "number");
  return {
    runs: detail.row.activity.runs,
    prompts: detail.row.activity.prompts,
    failures: instants(failuresOf(lines).map(({ line }) => line.at)),
    compactions: instants(outline.filter((entry) => entry.type === "compaction").map((entry) => entry.at)),
  };
}

/** In a narrow drawer the outline is not shown unless asked for; everywhere else it is. */
function isNarrow(view: HTMLElement | null): boolean {
  return view !== null && view.clientWidth > 0 && view.clientWidth <= 640 * textScale();
}

function bodyClass(showsOutline: boolean | null): string {
  const more = showsOutline === false ? styles.withoutOutline : showsOutline === true ? styles.withOutline : "";
  return `${styles.body} ${more}`;
}
