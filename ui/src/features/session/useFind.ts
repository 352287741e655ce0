/* Find in session: the words, the messages that hold them, and which of them one stands at. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { foundInSessionQuery } from "../../ipc/queries.ts";

/** What the find line shows and does. */
export interface Find {
  readonly isOpen: boolean;
  readonly words: string;
  /** Words of the answer that is shown; empty while nothing is looked for. */
  readonly marked: string;
  /** Messages that hold the words, in order. */
  readonly found: readonly number[];
  /** Zero-based; -1 before the first step. */
  readonly at: number;
  readonly isSearching: boolean;
  readonly open: () => void;
  readonly close: () => void;
  readonly setWords: (words: string) => void;
  /** A step that was asked for before the answer was there. */
  readonly awaited: 1 | -1 | null;
  /** Goes to the next or previous match; gives its message, if there is one. */
  readonly step: (step: 1 | -1) => number | null;
}

/** Fewer letters match nearly everything and help nobody. */
const LEAST_WORDS = 2;
const NOTHING: readonly number[] = [];

export function useFind(sessionId: number): Find {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const [at, setAt] = useState(-1);
  const [awaited, setAwaited] = useState<1 | -1 | null>(null);
  const wanted = isOpen && words.trim().length >= LEAST_WORDS ? words.trim() : "";
  const answer = useQuery({ ...foundInSessionQuery(sessionId, wanted), enabled: wanted !== "" });
  const isAnswered = wanted !== "" && answer.data !== undefined && !answer.isPlaceholderData;
  const found = isAnswered ? answer.data : NOTHING;
  return {
    isOpen,
    words,
    marked: wanted,
    found,
    at,
    isSearching: wanted !== "" && !isAnswered,
    awaited: isAnswered ? awaited : null,
    open: () => setOpen(true),
    close: () => {
      setOpen(false);
      setAt(-1);
    },
    setWords: (next) => {
      setWords(next);
      setAt(-1);
      setAwaited(null);
    },
    step: (step) => {
      setAwaited(isAnswered ? null : step);
      if (found.length === 0) return null;
      const next = at < 0 ? (step === 1 ? 0 : found.length - 1) : (at + step + found.length) % found.length;
      setAt(next);
      return found[next] ?? null;
    },
  };
}
