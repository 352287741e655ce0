/* What can be done on the sessions page, for the palette and the keys. */
import type { Action } from "../../lib/actions.ts";

export interface SessionDeeds {
  current: number | null;
  selected: number;
  focusWords: () => void;
  open: () => void;
  copyLink: () => void;
  copySelected: () => void;
  clearFilters: () => void;
  selectAll: () => void;
}

const NO_ROW = "Move to a session first.";

export function sessionActions(deeds: SessionDeeds): Action[] {
  const needsRow = deeds.current === null ? { reason: NO_ROW } : {};
  return [
    { id: "sessions.words", label: "Filter sessions by words", keys: "/", run: deeds.focusWords },
    { id: "sessions.open", label: "Open this session", ...needsRow, run: deeds.open },
    { id: "sessions.link", label: "Copy a link to this session", ...needsRow, run: deeds.copyLink },
    {
      id: "sessions.copy-selected",
      label: "Copy the selected sessions",
      ...(deeds.selected === 0 ? { reason: "Select sessions first (X)." } : {}),
      run: deeds.copySelected,
    },
    { id: "sessions.select-all", label: "Select all sessions that match", run: deeds.selectAll },
    { id: "sessions.clear", label: "Clear the filters of Sessions", run: deeds.clearFilters },
  ];
}
