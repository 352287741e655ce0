import { describe, expect, it } from "vitest";
import { type InputProgress, sayStage, sayTimeLeft, stageOf } from "./inputs.ts";

const input = (rest: Partial<InputProgress> = {}): InputProgress => ({
  agent: "codex",
  roots: [{ path: "/home/dev/.codex/sessions", exists: true }],
  filesFound: 10,
  filesDone: 0,
  isEnabled: true,
  ...rest,
});
const reading = { state: "reading", currentAgent: "claude-code" };

describe("stageOf", () => {
  it("an_agent_whose_turn_has_not_come_waits", () => {
    expect(stageOf(input(), reading)).toBe("waiting");
    expect(stageOf(input(), { ...reading, currentAgent: "codex" })).toBe("reading");
    expect(stageOf(input({ filesDone: 10 }), reading)).toBe("read");
  });

  it("an_agent_is_not_missed_before_the_search_is_over", () => {
    const missing = input({ roots: [{ path: "x", exists: false }], filesFound: 0 });

    expect(stageOf(missing, { ...reading, state: "discovering" })).toBe("looking");
    expect(stageOf(missing, reading)).toBe("not-found");
  });

  it("off_beats_all", () => {
    expect(stageOf(input({ isEnabled: false }), reading)).toBe("off");
  });
});

describe("sayStage", () => {
  it("says_how_many_are_read", () => {
    expect(sayStage(input({ filesDone: 2118 }), "reading")).toBe("2,118 read");
  });
});

describe("sayTimeLeft", () => {
  it("says_nothing_before_it_knows_something", () => {
    expect(sayTimeLeft({ at: 0, done: 0 }, { at: 1000, done: 10, total: 100 })).toBeNull();
    expect(sayTimeLeft({ at: 0, done: 50 }, { at: 9000, done: 50, total: 100 })).toBeNull();
  });

  it("goes_by_what_was_done_so_far", () => {
    expect(sayTimeLeft({ at: 0, done: 0 }, { at: 60_000, done: 50, total: 100 })).toBe("about 1 min left");
    expect(sayTimeLeft({ at: 0, done: 0 }, { at: 10_000, done: 90, total: 100 })).toBe("less than 1 min left");
  });
});
