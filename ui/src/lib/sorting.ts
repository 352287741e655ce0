/* Sorting by a click on a head: down, up, default. In the address `-project` is down, `project` up, nothing the default. */

export interface Sorting<Column extends string> {
  column: Column;
  isDescending: boolean;
}

/** What the address says; without a word the newest come first. */
export function sortingOf<Column extends string>(inAddress: string | undefined): Sorting<Column | "time"> {
  if (inAddress === undefined) return { column: "time", isDescending: true };
  const isDescending = inAddress.startsWith("-");
  return { column: (isDescending ? inAddress.slice(1) : inAddress) as Column, isDescending };
}

/** What the address says after a click on this head. */
export function nextSorting<Column extends string>(
  now: Sorting<Column | "time">,
  clicked: Column | "time",
): Column | `-${Column}` | "time" | undefined {
  if (clicked === "time") return now.column === "time" && now.isDescending ? "time" : undefined;
  if (now.column !== clicked) return `-${clicked}`;
  return now.isDescending ? clicked : undefined;
}
