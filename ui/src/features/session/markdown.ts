/* A session, or a turn of it, as Markdown for the clipboard. Pure: the messages come in order, nothing is un-masked.

   Tool calls are one line each with their outcome; what a tool printed stands in a fence that its content cannot close. */

import { sayMasks } from "../../lib/masks.ts";
import { bytes } from "../../lib/text.ts";
import { headOf, outcomeOf, type ToolFacts } from "./toolWords.ts";

/** What is needed of a message. Structurally the binding's `TranscriptMessage`. */
export interface StoryMessage {
  readonly kind: string;
  readonly origin: string;
  readonly text: string;
  readonly wholeBytes: number | null;
  readonly tool: ToolFacts | null;
}

/** Writes messages as Markdown; `agentName` heads the replies. */
export function writeMarkdown(messages: readonly StoryMessage[], agentName: string): string {
  const parts: string[] = [];
  let speaker = "";
  for (const message of messages) {
    const said = part(message);
    if (said === "") continue;
    const next = speakerOf(message, agentName);
    if (next !== speaker) parts.push(`**${next}**`);
    speaker = next;
    parts.push(said);
  }
  return parts.join("\n\n");
}

/** Writes a whole session: its title, one line of facts, its messages. */
export function writeSession(
  title: string,
  facts: string,
  messages: readonly StoryMessage[],
  agentName: string,
): string {
  return `# ${oneLine(title)}\n\n${facts}\n\n${writeMarkdown(messages, agentName)}\n`;
}

function speakerOf(message: StoryMessage, agentName: string): string {
  if (message.origin === "human") return "You";
  return message.origin === "system" && message.kind !== "tool-result" ? "Notice" : agentName;
}

function part(message: StoryMessage): string {
  const text = sayMasks(message.text).trimEnd();
  switch (message.kind) {
    case "tool-call":
      return message.tool ? callLine(message.tool) : "";
    case "tool-result":
      return text === "" ? "" : fence(withNote(text, message.wholeBytes));
    case "reasoning":
      return text === "" ? "" : quote(`Reasoning: ${text}`);
    case "summary":
      return quote(`Summary of what came before: ${text}`);
    default:
      return withNote(text, message.wholeBytes);
  }
}

function callLine(tool: ToolFacts): string {
  const outcome = outcomeOf(tool);
  const subject = tool.subject === "" ? "" : ` ${inlineCode(oneLine(sayMasks(tool.subject)))}`;
  return `- ${headOf(tool)}${subject}${outcome === "" ? "" : ` (${outcome})`}`;
}

function withNote(text: string, wholeBytes: number | null): string {
  return wholeBytes === null ? text : `${text}\n[cut: ${bytes(wholeBytes)} in all]`;
}

function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}\n${text}\n${ticks}`;
}

function inlineCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const ticks = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return `${ticks}${space}${text}${space}${ticks}`;
}

function quote(text: string): string {
  return text
    .split("\n")
    .map((each) => `> ${each}`)
    .join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
