/* Holds what a table has chosen, and lets go of rows that are no longer shown. */
import { useReducer, useState } from "react";
import { type Choice, type Choosing, choose, NO_CHOICE } from "./selection.ts";

export interface ChoiceControl {
  choice: Choice;
  choose: (step: Choosing) => void;
}

export function useChoice(ids: Uint32Array): ChoiceControl {
  const [choice, dispatch] = useReducer(choose, NO_CHOICE);
  const [known, setKnown] = useState(ids);
  if (known !== ids) {
    setKnown(ids);
    const at = choice.current === null ? -1 : known.indexOf(choice.current);
    dispatch({ do: "keep", ids, fallback: at < 0 ? null : (ids[Math.min(at, ids.length - 1)] ?? null) });
  }
  return { choice, choose: dispatch };
}
