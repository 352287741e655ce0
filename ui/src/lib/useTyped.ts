/*
 * A text field whose words become part of the address a moment after each key. It takes over what the address says when
 * somebody else changed it (Back, Clear, the palette), and never what it wrote itself.
 */
import { useEffect, useRef, useState } from "react";

export function useTyped(
  inAddress: string,
  commit: (words: string) => void,
  delay = 120,
): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(inAddress);
  const [known, setKnown] = useState(inAddress);
  if (known !== inAddress) {
    setKnown(inAddress);
    if (inAddress !== typed.trim()) setTyped(inAddress);
  }
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  useEffect(() => {
    if (typed.trim() === inAddress) return;
    const timer = setTimeout(() => latest.current(typed.trim()), delay);
    return () => clearTimeout(timer);
  }, [typed, inAddress, delay]);
  return [typed, setTyped];
}
