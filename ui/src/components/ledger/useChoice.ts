/* Holds what a table has chosen, and lets go of rows that are no longer shown. */
import { useReducer, useState } from "react";
import { type Choice, type Choosing, choose, NO_CHOICE } from "./selection.ts";

export interface ChoiceControl {
  choice: Choice;
  choose: (step: Choosing) => void;
}

export function useChoice(): ChoiceControl {
  const [choice, dispatch] = useReducer(choose, NO_CHOICE);
  return { choice, choose: dispatch };
}

/** Keeps the choice within the rows shown. Apart from `useChoice`, since opened rows may themselves decide what is shown. */
export function useChoiceWithin({ choice, choose: dispatch }: ChoiceControl, ids: Uint32Array): void {
  const [known, setKnown] = useState(ids);
  if (known === ids) return;
  setKnown(ids);
  const at = choice.current === null ? -1 : known.indexOf(choice.current);
  dispatch({ do: "keep", ids, fallback: at < 0 ? null : (ids[Math.min(at, ids.length - 1)] ?? null) });
}
