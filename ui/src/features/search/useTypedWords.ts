/* What stands in the query line: searched a moment after each key, written to the address once one pauses, and taken from the address when
   somebody else changed it (Back, a link, the palette). */
import { useEffect, useState } from "react";

/** Long enough that a burst of keys is one search, short enough that nobody notices. */
const DEBOUNCE = 30;
/** The address is no diary of single letters. */
const PAUSE = 350;

export interface TypedWords {
  readonly typed: string;
  /** The words that are searched now. */
  readonly searched: string;
  readonly type: (words: string) => void;
  /** Searches and writes the address at once. */
  readonly settle: () => void;
}

export function useTypedWords(inAddress: string, write: (words: string) => void): TypedWords {
  const [typed, setTyped] = useState(inAddress);
  const [searched, setSearched] = useState(inAddress.trim());
  const [seen, setSeen] = useState(inAddress);
  const [own, setOwn] = useState(inAddress);

  if (seen !== inAddress) {
    setSeen(inAddress);
    if (inAddress !== own) {
      setOwn(inAddress);
      setTyped(inAddress);
      setSearched(inAddress.trim());
    }
  }
  const settle = () => {
    const words = typed.trim();
    setSearched(words);
    if (words === own) return;
    setOwn(words);
    write(words);
  };
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed.trim()), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause is counted from the last key alone.
  useEffect(() => {
    const timer = setTimeout(settle, PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, searched, type: setTyped, settle };
}
