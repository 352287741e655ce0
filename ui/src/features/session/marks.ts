/* Marks in a message's text: the words one looks for.

   `markHtml` works on HTML that Rust sanitised already: it parses it without running anything, wraps text in `<mark>` through the DOM
   and never joins strings into markup. */

/** A stretch of plain text; `isMatch` marks what was looked for. */
export interface MarkedPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Divides plain text at every place where the words occur, whatever their case. */
export function markText(text: string, words: string): MarkedPiece[] {
  const wanted = words.toLowerCase();
  if (wanted === "") return [{ text, isMatch: false }];
  const folded = text.toLowerCase();
  // A few letters change their length when folded (İ); then places in one text are not places in the other.
  if (folded.length !== text.length) return [{ text, isMatch: false }];
  const pieces: MarkedPiece[] = [];
  let from = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), isMatch: false });
    pieces.push({ text: text.slice(at, at + wanted.length), isMatch: true });
    from = at + wanted.length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from), isMatch: false });
  return pieces;
}

/** Wraps every place where the words occur in the text of sanitised HTML in `<mark>`. */
export function markHtml(html: string, words: string): string {
  if (words === "" || html === "") return html;
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const walker = parsed.createTreeWalker(parsed.body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  for (const node of nodes) {
    const pieces = markText(node.data, words);
    if (!pieces.some((piece) => piece.isMatch)) continue;
    node.replaceWith(...pieces.map((piece) => (piece.isMatch ? markElement(parsed, piece.text) : piece.text)));
  }
  return parsed.body.innerHTML;
}

function markElement(owner: Document, text: string): HTMLElement {
  const mark = owner.createElement("mark");
  mark.textContent = text;
  return mark;
}
