/* What can be done on the prompts page, for the palette and the keys. */
import type { Action } from "../../lib/actions.ts";

export interface PromptDeeds {
  current: number | null;
  selected: number;
  focusWords: () => void;
  open: () => void;
  copyText: () => void;
  copyLink: () => void;
  copySelected: () => void;
  clearFilters: () => void;
  selectAll: () => void;
}

const NO_ROW = "Move to a prompt first.";

export function promptActions(deeds: PromptDeeds): Action[] {
  const needsRow = deeds.current === null ? { reason: NO_ROW } : {};
  return [
    { id: "prompts.words", label: "Filter prompts by words", keys: "/", run: deeds.focusWords },
    { id: "prompts.open", label: "Open the session of this prompt", ...needsRow, run: deeds.open },
    { id: "prompts.copy", label: "Copy the text of this prompt", ...needsRow, run: deeds.copyText },
    { id: "prompts.link", label: "Copy a link to this prompt", ...needsRow, run: deeds.copyLink },
    {
      id: "prompts.copy-selected",
      label: "Copy the selected prompts",
      ...(deeds.selected === 0 ? { reason: "Select prompts first (X)." } : {}),
      run: deeds.copySelected,
    },
    { id: "prompts.select-all", label: "Select all prompts that match", run: deeds.selectAll },
    { id: "prompts.clear", label: "Clear the filters of Prompts", run: deeds.clearFilters },
  ];
}
