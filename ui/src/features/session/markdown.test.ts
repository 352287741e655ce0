import { describe, expect, it } from "vitest";
import { type StoryMessage, writeMarkdown, writeSession } from "./markdown.ts";
import type { ToolFacts } from "./toolWords.ts";

const message = (kind: string, origin: string, text: string, tool: ToolFacts | null = null): StoryMessage => ({
  kind,
  origin,
  text,
  wholeBytes: null,
  tool,
});
const tool = (rest: Partial<ToolFacts>): ToolFacts => ({
  name: "Bash",
  commandHead: "",
  subject: "",
  isError: null,
  exitCode: null,
  durationMs: null,
  isDenied: false,
  isInterrupted: false,
  ...rest,
});

describe("writeMarkdown", () => {
  it("heads_each_change_of_speaker_once", () => {
    const story = [
      message("prose", "human", "hi"),
      message("prose", "assistant", "a"),
      message("prose", "assistant", "b"),
    ];

    expect(writeMarkdown(story, "Codex")).toBe("**You**\n\nhi\n\n**Codex**\n\na\n\nb");
  });

  it("says_what_a_command_was_and_how_it_ended", () => {
    const call = message(
      "tool-call",
      "assistant",
      "",
      tool({ subject: "pnpm test", isError: true, exitCode: 1, durationMs: 6400 }),
    );

    expect(writeMarkdown([call], "Codex")).toContain("- Command failed `pnpm test` (exit 1 · 6.4 s)");
  });

  it("output_cannot_close_its_own_fence", () => {
    const text = writeMarkdown([message("tool-result", "automation", "a\n```\n# not a heading")], "Codex");

    expect(text).toContain("````\na\n```\n# not a heading\n````");
  });

  it("never_unmasks", () => {
    expect(writeMarkdown([message("prose", "human", "[REDACTED:token]")], "Codex")).toContain("[masked: token]");
  });
});

describe("writeSession", () => {
  it("a_title_of_several_lines_stays_a_heading", () => {
    expect(writeSession("one\ntwo", "facts", [], "Codex").startsWith("# one two\n\nfacts")).toBe(true);
  });
});
