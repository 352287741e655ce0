/* Sessions as text for the clipboard: titles, or the rows as shown. */
import { host } from "../../ipc/host.ts";
import type { SessionRow } from "../../ipc/types.ts";
import { agentFacts } from "../../lib/agents.ts";
import { sayMasks } from "../../lib/masks.ts";
import { clock, hoursAndMinutes, shortDate } from "../../lib/time.ts";

export type SessionFormat = "rows" | "markdown";

/** Rows are read in pieces, so that no answer is unbounded. */
const PIECE = 200;

export async function readSessions(ids: readonly number[]): Promise<SessionRow[]> {
  const rows: SessionRow[] = [];
  for (let at = 0; at < ids.length; at += PIECE) rows.push(...(await host().listSessions(ids.slice(at, at + PIECE))));
  return rows;
}

export function formatSessions(rows: readonly SessionRow[], format: SessionFormat, zone: string): string {
  return rows.map((row) => (format === "rows" ? asRow(row, zone) : asMarkdown(row, zone))).join("\n");
}

function titleOf(row: SessionRow): string {
  return sayMasks(row.title === "" ? "Untitled" : row.title).replace(/\s+/g, " ");
}

function whenOf(row: SessionRow, zone: string): string {
  return row.startedAt === null ? "" : `${shortDate(row.startedAt, zone)} ${clock(row.startedAt, zone)}`;
}

function asRow(row: SessionRow, zone: string): string {
  const figures = [row.prompts, row.toolCalls, row.failures].map(String);
  return [
    whenOf(row, zone),
    titleOf(row),
    row.project,
    agentFacts(row.agent).name,
    hoursAndMinutes(row.activeMs),
    ...figures,
  ].join("\t");
}

function asMarkdown(row: SessionRow, zone: string): string {
  const facts = [whenOf(row, zone), row.project, agentFacts(row.agent).name, `${hoursAndMinutes(row.activeMs)} active`];
  return `- **${titleOf(row)}**: ${facts.filter(Boolean).join(" · ")}`;
}
