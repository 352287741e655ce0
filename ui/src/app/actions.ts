/* What can be done anywhere: go to a page, change scope and period, start and stop reading. */
import type { Action } from "../lib/actions.ts";
import { focusNextPane } from "./panes.ts";
import type { Indexing } from "./useIndexing.ts";

export type PagePath = "/search" | "/prompts" | "/sessions" | "/inputs" | "/settings";

export const PAGES: readonly { path: PagePath; name: string; letters: string; keys: string }[] = [
  { path: "/search", name: "Search", letters: "Se", keys: "G F" },
  { path: "/prompts", name: "Prompts", letters: "Pr", keys: "G P" },
  { path: "/sessions", name: "Sessions", letters: "Ss", keys: "G S" },
  { path: "/inputs", name: "Inputs", letters: "In", keys: "G N" },
  { path: "/settings", name: "Settings", letters: "St", keys: "Ctrl+," },
];

export interface FrameDeeds {
  go: (path: PagePath) => void;
  openPalette: () => void;
  openScope: () => void;
  stepPeriod: (step: 1 | -1) => void;
  today: () => void;
  allTime: () => void;
  goBack: () => void;
  goOn: () => void;
  openKeys: () => void;
  /** Larger, smaller, or as it came. */
  resizeText: (step: 1 | -1 | 0) => void;
  indexing: Indexing;
}

export function frameActions(deeds: FrameDeeds): Action[] {
  const { indexing } = deeds;
  return [
    ...PAGES.map(({ path, name, keys }) => ({
      id: `go.${path}`,
      label: `Go to ${name}`,
      keys,
      isHidden: true,
      run: () => deeds.go(path),
    })),
    { id: "palette", label: "Search or jump to…", keys: "Ctrl+K", isHidden: true, run: deeds.openPalette },
    { id: "scope", label: "Choose projects…", keys: "Ctrl+Shift+P", run: deeds.openScope },
    { id: "period.back", label: "Step the period back", keys: "[", run: () => deeds.stepPeriod(-1) },
    { id: "period.on", label: "Step the period on", keys: "]", run: () => deeds.stepPeriod(1) },
    { id: "period.today", label: "Show today", keys: "T", run: deeds.today },
    { id: "period.all", label: "Show all time", run: deeds.allTime },
    { id: "pane.next", label: "Go to the next pane", keys: "F6", isHidden: true, run: () => focusNextPane(1) },
    {
      id: "pane.before",
      label: "Go to the pane before",
      keys: "Shift+F6",
      isHidden: true,
      run: () => focusNextPane(-1),
    },
    { id: "history.back", label: "Back", keys: "Alt+ArrowLeft", run: deeds.goBack },
    { id: "history.on", label: "Forward", keys: "Alt+ArrowRight", run: deeds.goOn },
    { id: "text.larger", label: "Larger text", keys: "Ctrl+Plus", run: () => deeds.resizeText(1) },
    { id: "text.smaller", label: "Smaller text", keys: "Ctrl+-", run: () => deeds.resizeText(-1) },
    { id: "text.usual", label: "Text in its usual size", keys: "Ctrl+0", run: () => deeds.resizeText(0) },
    { id: "keys", label: "Show the keys", keys: "?", run: deeds.openKeys },
    indexing.isPaused
      ? { id: "reading", label: "Resume reading", run: indexing.resume }
      : { id: "reading", label: "Pause reading", run: indexing.pause },
    { id: "scan", label: "Look for new sessions now", run: indexing.scan },
  ];
}
