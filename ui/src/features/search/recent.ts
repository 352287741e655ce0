/* The last searches of this window, newest first. They stay in the window's own storage and never enter the vault. */

const KEY = "daybook.recent-searches";
const MOST = 8;
const LONGEST = 200;

/** Lists the last searches. */
export function listRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((words) => typeof words === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps a search as the newest. */
export function keepRecent(words: string): void {
  const text = words.trim();
  if (text === "" || text.length > LONGEST) return;
  keep([text, ...listRecent().filter((each) => each !== text)].slice(0, MOST));
}

/** Forgets all of them. */
export function forgetRecent(): void {
  keep([]);
}

function keep(list: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Storage may be full or turned off; then there are no recent searches, and nothing else is missing.
  }
}
