/*
 * Type to find: after Ctrl F (or at once, where single-key shortcuts are off) letters jump to the next row that has them.
 * Rows that are known are looked through here; beyond them the page asks the vault, so rows not loaded are found as well.
 */
import { useEffect, useRef, useState } from "react";
import { hasSingleKeys } from "../../lib/actions.ts";

export interface Finding {
  /** What was typed; `null` while nobody is finding. */
  typed: string | null;
  /** Nothing has it. */
  isMissing: boolean;
  start: () => void;
  /** Takes a letter; whether it was one of a search. */
  type: (letter: string) => boolean;
  erase: () => boolean;
  /** Ends; whether there was anything to end. */
  end: () => boolean;
}

/** Without Ctrl F, letters this far apart are two searches. */
const PAUSE = 1500;

export function useTypeToFind(props: {
  ids: Uint32Array;
  current: number | null;
  /** The words of a known row. */
  wordsOf: (id: number) => string | undefined;
  /** Ids of all rows that have the words, in order. */
  findAll: (words: string) => Promise<Uint32Array>;
  goTo: (index: number) => void;
}): Finding {
  const [typed, setTyped] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const isAsked = useRef(false);
  const latest = useRef(0);

  useEffect(() => {
    if (typed === null || isAsked.current) return;
    const timer = setTimeout(() => setTyped(null), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);

  const end = () => {
    latest.current += 1;
    isAsked.current = false;
    setMissing(false);
    setTyped(null);
    return typed !== null;
  };

  const look = async (words: string, isGoingOn: boolean) => {
    latest.current += 1;
    const question = latest.current;
    setTyped(words);
    setMissing(false);
    if (words.trim() === "") return;
    const { ids, current } = props;
    const needle = words.trim().toLowerCase();
    const from = Math.max(0, current === null ? 0 : ids.indexOf(current) + (isGoingOn ? 0 : 1));
    for (let step = 0; step < ids.length; step += 1) {
      const at = (from + step) % ids.length;
      if (
        props
          .wordsOf(ids[at] as number)
          ?.toLowerCase()
          .includes(needle)
      ) {
        props.goTo(at);
        return;
      }
    }
    const all = new Set(await props.findAll(words.trim()));
    if (question !== latest.current) return;
    for (let step = 0; all.size > 0 && step < ids.length; step += 1) {
      const at = (from + step) % ids.length;
      if (!all.has(ids[at] as number)) continue;
      props.goTo(at);
      return;
    }
    setMissing(true);
  };

  return {
    typed,
    isMissing,
    start: () => {
      isAsked.current = true;
      setMissing(false);
      setTyped("");
    },
    type: (letter) => {
      if (typed === null && hasSingleKeys()) return false;
      if (letter === " " && (typed ?? "") === "") return false;
      // The row one is on still counts while the word grows.
      void look((typed ?? "") + letter, (typed ?? "") !== "").catch(() => setMissing(true));
      return true;
    },
    erase: () => {
      if (typed === null || typed === "") return false;
      void look(typed.slice(0, -1), true).catch(() => setMissing(true));
      return true;
    },
    end,
  };
}
