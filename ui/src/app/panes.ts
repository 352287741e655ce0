/* F6: from the list to the drawer to the index and round again. A pane is marked `data-pane` and knows its best place. */

const PANES = ["index", "main", "drawer"] as const;

function landingOf(pane: Element): HTMLElement | null {
  return (
    pane.querySelector<HTMLElement>("[data-row][tabindex='0']") ??
    pane.querySelector<HTMLElement>("[aria-current='page']") ??
    (pane instanceof HTMLElement && pane.tabIndex >= -1 && pane.hasAttribute("tabindex") ? pane : null) ??
    pane.querySelector<HTMLElement>("button, a, input, [tabindex='0']")
  );
}

/** Moves the focus to the next pane (or the one before). */
export function focusNextPane(step: 1 | -1): void {
  const panes = PANES.flatMap((name) => document.querySelector(`[data-pane='${name}']:not([hidden])`) ?? []);
  const here = panes.findLastIndex((pane) => pane.contains(document.activeElement));
  // From nowhere in particular, F6 goes where the work is.
  const next = here < 0 ? panes.findIndex((pane) => pane.getAttribute("data-pane") === "main") : here + step;
  const pane = panes[(next + panes.length) % panes.length];
  if (pane !== undefined) landingOf(pane)?.focus();
}
