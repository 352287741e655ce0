/* Where one reads in a session: the place, jumps to turns, failures and instants, and which folds stand open. */
import { useCallback, useMemo, useState } from "react";
import { buildOutline, type OutlineEntry, type SkeletonLine } from "./rows.ts";
import type { Jump } from "./Transcript.tsx";

type TurnEntry = Extract<OutlineEntry, { type: "turn" }>;

/** The place one reads at and the ways to move it. */
export interface Reading {
  readonly outline: readonly OutlineEntry[];
  readonly turns: readonly TurnEntry[];
  /** The turn that is read now. */
  readonly turn: TurnEntry | null;
  readonly jump: Jump | null;
  readonly selectedId: number | null;
  readonly folds: ReadonlyMap<string, boolean>;
  readonly showsEdits: boolean;
  readonly goTo: (id: number) => void;
  readonly goToTurn: (step: 1 | -1) => void;
  readonly goToFailure: () => void;
  readonly goToInstant: (at: number) => void;
  readonly goToEdge: (edge: "start" | "end") => void;
  readonly setFold: (key: string, isOpen: boolean) => void;
  readonly toggleEdits: () => void;
  readonly place: (id: number, isHeld: boolean) => void;
}

export function useReading(lines: readonly SkeletonLine[], messageId: number | null, startsAtEnd: boolean): Reading {
  const [selectedId, setSelectedId] = useState(messageId);
  const [cursorId, setCursorId] = useState(messageId);
  const [jump, setJump] = useState<Jump | null>(() => firstJump(messageId, startsAtEnd));
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [showsEdits, setShowsEdits] = useState(true);
  const [asked, setAsked] = useState(messageId);
  const outline = useMemo(() => buildOutline(lines), [lines]);
  const turns = useMemo(() => outline.filter((entry) => entry.type === "turn"), [outline]);
  const lineAt = useMemo(() => new Map(lines.map((line, at) => [line.id, at])), [lines]);
  const cursorAt = cursorId === null ? -1 : (lineAt.get(cursorId) ?? -1);
  const turnAt = turns.findLastIndex((turn) => (lineAt.get(turn.id) ?? 0) <= cursorAt);

  const goTo = (id: number) => {
    setSelectedId(id);
    setCursorId(id);
    setJump({ to: "message", id });
  };
  // The address named another message of the same session (a hit was walked to).
  if (asked !== messageId) {
    setAsked(messageId);
    if (messageId !== null) goTo(messageId);
  }
  return {
    outline,
    turns,
    turn: turns[turnAt] ?? null,
    jump,
    selectedId,
    folds,
    showsEdits,
    goTo,
    goToTurn: (step) => {
      // Backwards leads to the head of the turn one is in the middle of, as in any reader.
      const isInside = turnAt >= 0 && turns[turnAt]?.id !== cursorId;
      const next = turns[step === 1 ? turnAt + 1 : isInside ? turnAt : turnAt - 1];
      if (next) goTo(next.id);
    },
    goToFailure: () => {
      const next = nextFailure(lines, cursorAt);
      if (next) goTo(next.id);
    },
    goToInstant: (at) => {
      const line = nearestLine(lines, at);
      if (line) goTo(line.id);
    },
    goToEdge: (edge) => {
      const line = edge === "start" ? lines[0] : lines.at(-1);
      setCursorId(line?.id ?? null);
      setJump({ to: edge });
    },
    setFold: useCallback((key: string, isOpen: boolean) => {
      setFolds((before) => new Map([...before, [key, isOpen]]));
    }, []),
    toggleEdits: () => setShowsEdits(!showsEdits),
    place: useCallback((id: number, isHeld: boolean) => {
      if (!isHeld) setCursorId(id);
    }, []),
  };
}

function firstJump(messageId: number | null, startsAtEnd: boolean): Jump | null {
  if (messageId !== null) return { to: "message", id: messageId };
  return startsAtEnd ? { to: "end" } : null;
}

/** The next failure after a line, beginning again at the top. A call and its result are one failure. */
export function nextFailure(lines: readonly SkeletonLine[], after: number): SkeletonLine | null {
  const failures = failuresOf(lines);
  return failures.find(({ at }) => at > after)?.line ?? failures[0]?.line ?? null;
}

/** Failed calls, and failed results whose call is not marked itself. */
export function failuresOf(lines: readonly SkeletonLine[]): { line: SkeletonLine; at: number }[] {
  const all = lines.flatMap((line, at) => (line.isFailure ? [{ line, at }] : []));
  const calls = all.filter(({ line }) => line.kind === "tool-call");
  return calls.length > 0 ? calls : all;
}

function nearestLine(lines: readonly SkeletonLine[], at: number): SkeletonLine | null {
  let best: SkeletonLine | null = null;
  for (const line of lines) {
    if (line.at === null || line.kind === "tool-result") continue;
    if (best === null || Math.abs(line.at - at) < Math.abs((best.at ?? 0) - at)) best = line;
  }
  return best;
}
