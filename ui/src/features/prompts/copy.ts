/* Prompts as text for the clipboard: the words alone, the rows as shown, or Markdown. Masks stay masked. */
import { host } from "../../ipc/host.ts";
import { readWholeText } from "../../ipc/queries.ts";
import type { PromptRow } from "../../ipc/types.ts";
import { agentFacts } from "../../lib/agents.ts";
import { sayMasks } from "../../lib/masks.ts";
import { clock, shortDate } from "../../lib/time.ts";

export type PromptFormat = "words" | "rows" | "markdown";

/** Rows are read in pieces, so that no answer is unbounded. */
const PIECE = 200;

/** Reads the chosen prompts whole, in the order given. */
export async function readPrompts(ids: readonly number[]): Promise<PromptRow[]> {
  const rows: PromptRow[] = [];
  for (let at = 0; at < ids.length; at += PIECE) rows.push(...(await host().listPrompts(ids.slice(at, at + PIECE))));
  return Promise.all(
    rows.map(async (row) => (row.isCut ? { ...row, text: await readWholeText(row.id), isCut: false } : row)),
  );
}

export function formatPrompts(rows: readonly PromptRow[], format: PromptFormat, zone: string): string {
  switch (format) {
    case "words":
      return rows.map((row) => sayMasks(row.text)).join("\n\n");
    case "rows":
      return rows.map((row) => asRow(row, zone)).join("\n");
    case "markdown":
      return rows.map((row) => asMarkdown(row, zone)).join("\n\n");
  }
}

function asRow(row: PromptRow, zone: string): string {
  const when = row.at === null ? "" : `${shortDate(row.at, zone)} ${clock(row.at, zone)}`;
  const text = sayMasks(row.text).replace(/\s+/g, " ").trim();
  return [when, text, row.project, agentFacts(row.agent).name, row.model ?? "", String(row.turn)].join("\t");
}

function asMarkdown(row: PromptRow, zone: string): string {
  const when = row.at === null ? "undated" : `${shortDate(row.at, zone)}, ${clock(row.at, zone)}`;
  const facts = [row.project, agentFacts(row.agent).name, row.model, `turn ${row.turn}`].filter(Boolean).join(" · ");
  const quoted = sayMasks(row.text)
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
  return `**${when}** · ${facts}\n\n${quoted}`;
}
