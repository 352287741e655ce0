/* Finds what one means from a few letters: they must occur in order; beginnings of words and runs count more. Pure. */

/** How well the letters fit, larger is better; `undefined` if they do not. */
export function fit(typed: string, name: string): number | undefined {
  const letters = [...typed.toLowerCase().replace(/\s+/g, "")];
  const text = name.toLowerCase();
  if (letters.length === 0) return 0;
  const whole = text.indexOf(typed.toLowerCase().trim());
  if (whole >= 0) return 100 - whole + (isWordStart(text, whole) ? 50 : 0);
  let score = 0;
  let from = 0;
  for (const letter of letters) {
    const at = bestPlace(text, letter, from);
    if (at < 0) return undefined;
    score += (isWordStart(text, at) ? 8 : 1) + (at === from ? 4 : 0);
    from = at + 1;
  }
  return score - text.length / 100;
}

/** The next beginning of a word with this letter if there is one, else its next place. */
function bestPlace(text: string, letter: string, from: number): number {
  if (text[from] === letter) return from;
  for (let at = text.indexOf(letter, from); at >= 0; at = text.indexOf(letter, at + 1))
    if (isWordStart(text, at)) return at;
  return text.indexOf(letter, from);
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || /[\s\-_/.:“(]/.test(text[at - 1] ?? "");
}

/** The best fits first; equal ones keep their order. */
export function rank<T>(typed: string, items: readonly T[], nameOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, score: fit(typed, nameOf(item)) }))
    .filter((one): one is { item: T; score: number } => one.score !== undefined)
    .sort((a, b) => b.score - a.score)
    .map((one) => one.item);
}
