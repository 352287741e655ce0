/*
 * The whole of what a person typed, in reading size: paragraphs as typed, with `code` and fences set as code. Everything is
 * a text node; this is no Markdown and no HTML.
 */
import { type ReactNode, useState } from "react";
import { sayMasks } from "../lib/masks.ts";
import { figure, languageOf } from "../lib/text.ts";
import styles from "./typed.module.css";

/** Longer texts show so many lines first. */
const LINES_SHOWN = 60;

interface Block {
  isCode: boolean;
  text: string;
}

/** Divides a text at blank lines and fences; the pieces joined again say the same. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let prose: string[] = [];
  let code: string[] | undefined;
  const flush = () => {
    for (const part of prose.join("\n").split(/\n[ \t]*\n+/)) {
      if (part.trim() !== "") blocks.push({ isCode: false, text: part.replace(/^\n+|\s+$/g, "") });
    }
    prose = [];
  };
  for (const line of text.split("\n")) {
    if (/^\s*```/.test(line)) {
      if (code === undefined) {
        flush();
        code = [];
      } else {
        blocks.push({ isCode: true, text: code.join("\n") });
        code = undefined;
      }
    } else (code ?? prose).push(line);
  }
  if (code !== undefined) blocks.push({ isCode: true, text: code.join("\n") });
  flush();
  return blocks;
}

function withCode(text: string): ReactNode[] {
  return text
    .split(/(`[^`\n]+`)/)
    .map((piece, at) =>
      piece.length > 2 && piece.startsWith("`") && piece.endsWith("`") ? (
        <code key={at}>{piece.slice(1, -1)}</code>
      ) : (
        piece
      ),
    );
}

export function Typed(props: { children: string }) {
  const [isWhole, setWhole] = useState(false);
  const text = sayMasks(props.children);
  const lines = text.split("\n");
  const isCut = !isWhole && lines.length > LINES_SHOWN;
  const shown = isCut ? lines.slice(0, LINES_SHOWN).join("\n") : text;
  return (
    <div className={styles.typed} dir="auto" lang={languageOf(text)}>
      {blocksOf(shown).map((block, at) =>
        block.isCode ? <pre key={at}>{block.text}</pre> : <p key={at}>{withCode(block.text)}</p>,
      )}
      {isCut ? (
        <button type="button" className={styles.rest} onClick={() => setWhole(true)}>
          Show all {figure(lines.length)} lines
        </button>
      ) : null}
    </div>
  );
}
