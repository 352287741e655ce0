import { describe, expect, it } from "vitest";
import { buildOutline, buildRows, findRow, guessHeight, type SkeletonLine, type TranscriptRow } from "./rows.ts";

const NONE = new Map<number, number>();
const CLOSED = new Set<string>();
let nextId = 0;
function line(kind: SkeletonLine["kind"], rest: Partial<SkeletonLine> = {}): SkeletonLine {
  nextId += 1;
  return {
    id: nextId,
    kind,
    origin: kind === "tool-result" ? "automation" : "assistant",
    state: "current",
    at: nextId * 1000,
    bytes: 40,
    turn: null,
    isFailure: false,
    outline: "",
    isAfterCompaction: false,
    ...rest,
  };
}
const prompt = (turn: number, rest: Partial<SkeletonLine> = {}) =>
  line("prose", { origin: "human", turn, outline: `turn ${turn}`, ...rest });
const shape = (rows: readonly TranscriptRow[]) => rows.map((row) => `${row.type}:${row.ids.length}`);

describe("buildRows", () => {
  it("a_call_and_its_result_are_one_row", () => {
    const lines = [prompt(1), line("tool-call"), line("tool-result"), line("prose")];

    expect(shape(buildRows(lines, NONE, CLOSED))).toEqual(["words:1", "fold:2", "words:1"]);
  });

  it("what_the_messages_say_beats_the_order_of_arrival", () => {
    const [first, second, late, early] = [
      line("tool-call"),
      line("tool-call"),
      line("tool-result"),
      line("tool-result"),
    ];
    const pairs = new Map([
      [first.id, early.id],
      [second.id, late.id],
    ]);
    const rows = buildRows([first, second, late, early], pairs, CLOSED);

    expect(rows.map((row) => row.ids)).toEqual([
      [first.id, early.id],
      [second.id, late.id],
    ]);
  });

  it("a_result_without_a_call_is_not_lost", () => {
    expect(shape(buildRows([line("tool-result"), line("prose")], NONE, CLOSED))).toEqual(["fold:1", "words:1"]);
  });

  it("a_failed_result_makes_the_row_a_failure", () => {
    const [row] = buildRows([line("tool-call"), line("tool-result", { isFailure: true })], NONE, CLOSED);

    expect(row).toMatchObject({ type: "fold", isFailure: true });
  });

  it("a_compaction_is_a_divider_that_holds_its_summary", () => {
    const summary = line("summary", { isAfterCompaction: true, origin: "system" });
    const rows = buildRows([prompt(1), summary, prompt(2)], NONE, CLOSED);

    expect(shape(rows)).toEqual(["words:1", "compaction:1", "words:1"]);
    expect(rows[1]).toMatchObject({ summary: { id: summary.id } });
  });

  it("a_compaction_without_a_summary_is_a_divider_before_the_next_message", () => {
    expect(shape(buildRows([prompt(1), prompt(2, { isAfterCompaction: true })], NONE, CLOSED))).toEqual([
      "words:1",
      "compaction:0",
      "words:1",
    ]);
  });

  it("a_branch_left_behind_is_one_row_until_it_is_opened", () => {
    const left = [prompt(1, { state: "abandoned" }), line("prose", { state: "abandoned" })];
    const lines = [prompt(1), ...left, prompt(2)];
    const closed = buildRows(lines, NONE, CLOSED);
    const key = closed[1]?.key ?? "";

    expect(shape(closed)).toEqual(["words:1", "branch:2", "words:1"]);
    expect(shape(buildRows(lines, NONE, new Set([key])))).toEqual([
      "words:1",
      "branch:0",
      "words:1",
      "words:1",
      "words:1",
    ]);
    expect(findRow(closed, left[1]?.id ?? 0), "a hit in a folded branch leads to its line").toBe(1);
  });

  it("keys_stay_while_a_running_session_grows", () => {
    const lines = [prompt(1), line("tool-call")];
    const before = buildRows(lines, NONE, CLOSED).map((row) => row.key);

    expect(
      buildRows([...lines, line("tool-result"), line("prose")], NONE, CLOSED)
        .map((row) => row.key)
        .slice(0, 2),
    ).toEqual(before);
  });

  it("every_message_is_in_exactly_one_row", () => {
    const kinds: SkeletonLine["kind"][] = [
      "prose",
      "code",
      "tool-call",
      "tool-result",
      "reasoning",
      "summary",
      "system",
    ];
    const states: SkeletonLine["state"][] = ["current", "queued", "abandoned", "superseded", "copied"];
    const lines = Array.from({ length: 400 }, (_, at) =>
      line(kinds[(at * 7 + (at >> 3)) % kinds.length] ?? "prose", {
        state: states[(at >> 2) % states.length] ?? "current",
      }),
    );
    const open = new Set(lines.map((each) => `branch-${each.id}`));
    for (const branches of [CLOSED, open]) {
      const ids = buildRows(lines, NONE, branches).flatMap((row) => row.ids);
      expect(ids.toSorted((a, b) => a - b)).toEqual(lines.map((each) => each.id));
    }
  });
});

describe("buildOutline", () => {
  it("names_turns_marks_failures_and_shows_compactions", () => {
    const lines = [
      prompt(1),
      line("tool-call", { isFailure: true }),
      line("summary", { isAfterCompaction: true }),
      prompt(2),
      prompt(2, { state: "abandoned" }),
    ];

    expect(
      buildOutline(lines).map((entry) => (entry.type === "turn" ? [entry.turn, entry.hasFailure] : entry.type)),
    ).toEqual([[1, true], "compaction", [2, false]]);
  });
});

describe("guessHeight", () => {
  it("folds_are_low_and_long_words_are_bounded", () => {
    const [fold, words] = buildRows([line("reasoning"), line("prose", { bytes: 10_000_000 })], NONE, CLOSED);

    expect(guessHeight(fold as TranscriptRow, false, 500)).toBeLessThan(32);
    expect(guessHeight(words as TranscriptRow, true, 500)).toBeLessThan(5000);
  });
});
