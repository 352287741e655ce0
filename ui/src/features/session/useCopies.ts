/* What of a session can be copied: a turn, the whole as Markdown, what is selected, a link, the command that takes it up again. */
import { useState } from "react";
import type { MenuItem } from "../../components/Menu.tsx";
import { asHostError } from "../../ipc/errors.ts";
import { host } from "../../ipc/host.ts";
import type { SessionDetail, TranscriptMessageView } from "../../ipc/types.ts";
import { agentFacts } from "../../lib/agents.ts";
import { copyText } from "../../lib/clipboard.ts";
import { writeMarkdown, writeSession } from "./markdown.ts";
import type { SkeletonLine } from "./rows.ts";

/** The ways to copy. `said` tells what the last one did. */
export interface Copies {
  readonly items: readonly MenuItem[];
  readonly said: string;
  readonly say: (words: string) => void;
  readonly copy: (text: string, what: string) => void;
}

/** Messages asked for at once when the whole session is copied. */
const SLICE = 200;
const SAID_FOR = 6000;

export function useCopies(
  detail: SessionDetail,
  lines: readonly SkeletonLine[],
  turn: { id: number; turn: number } | null,
  facts: string,
  messageId: number | null,
): Copies {
  const [said, setSaid] = useState("");
  const say = (words: string) => {
    setSaid(words);
    setTimeout(() => setSaid((now) => (now === words ? "" : now)), SAID_FOR);
  };
  const copy = (text: string, what: string) => {
    void copyText(text).then((isCopied) => say(isCopied ? `Copied ${what}.` : "The clipboard refused the text."));
  };
  const agentName = agentFacts(detail.row.agent).name;
  const copyMessages = async (
    wanted: readonly SkeletonLine[],
    what: string,
    write: (messages: TranscriptMessageView[]) => string,
  ) => {
    try {
      copy(write(await readAll(detail.row.id, wanted)), what);
    } catch (error) {
      say(asHostError(error).message);
    }
  };
  const ofTurn = turn === null ? [] : linesOfTurn(lines, turn.id);
  const items: MenuItem[] = [
    {
      id: "turn",
      label: turn === null ? "This turn" : `Turn ${turn.turn}`,
      unavailable: turn === null ? "There is no turn here." : undefined,
      run: () =>
        void copyMessages(ofTurn, `turn ${turn?.turn ?? ""}`, (messages) => writeMarkdown(messages, agentName)),
    },
    {
      id: "whole",
      label: "Whole session as Markdown",
      run: () =>
        void copyMessages(
          lines.filter((line) => line.state === "current" || line.state === "queued"),
          "the whole session",
          (messages) => writeSession(detail.row.title || detail.nativeId, facts, messages, agentName),
        ),
    },
    {
      id: "selection",
      label: "Selected text",
      run: () => {
        const text = getSelection()?.toString() ?? "";
        if (text === "") say("No text is selected.");
        else copy(text, "the selected text");
      },
    },
    { kind: "rule", id: "rule" },
    { id: "link", label: "Link to this place", run: () => copy(linkTo(detail.row.id, messageId), "the link") },
    { id: "native", label: `Id for ${agentName}`, run: () => copy(detail.nativeId, "the id") },
  ];
  return { items, said, say, copy };
}

/** The address of a session, or of a message in it, for other programs. */
export function linkTo(sessionId: number, messageId: number | null): string {
  return `daybook://session/${sessionId}${messageId === null ? "" : `?message=${messageId}`}`;
}

function linesOfTurn(lines: readonly SkeletonLine[], id: number): readonly SkeletonLine[] {
  const from = lines.findIndex((line) => line.id === id);
  const next = lines.findIndex((line, at) => at > from && line.turn !== null && line.state === "current");
  return lines.slice(from, next < 0 ? undefined : next).filter((line, at) => at === 0 || line.state === "current");
}

async function readAll(sessionId: number, lines: readonly SkeletonLine[]): Promise<TranscriptMessageView[]> {
  const messages: TranscriptMessageView[] = [];
  for (let from = 0; from < lines.length; from += SLICE) {
    const ids = lines.slice(from, from + SLICE).map((line) => line.id);
    messages.push(...(await host().listMessages(sessionId, ids)));
  }
  return messages;
}
