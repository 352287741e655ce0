/* The small pure pieces: order, address, trace, text, links. */
import { describe, expect, it } from "vitest";
import { validateFrameSearch } from "./address.ts";
import { addressOf, linkTo } from "./link.ts";
import { packOrder, UNDATED, unpackOrder } from "./order.ts";
import { partialSentence } from "./partial.ts";
import { bytes, counted, languageOf, shortModel } from "./text.ts";
import { planTrace } from "./trace.ts";

describe("order", () => {
  it("unpacks_ids_and_days_as_the_program_packs_them", () => {
    const bytesOfRust = Uint8Array.of(2, 1, 0, 0, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 128);

    const order = unpackOrder(bytesOfRust.buffer);

    expect([...order.ids]).toEqual([258, 1]);
    expect([...order.days], "the second row has no day").toEqual([-1, UNDATED]);
  });

  it("survives_the_way_there_and_back_and_drops_a_torn_pair", () => {
    const packed = packOrder([
      { id: 4_000_000_000, day: 20_650 },
      { id: 7, day: null },
    ]);

    expect([...unpackOrder(packed).ids]).toEqual([4_000_000_000, 7]);
    expect(unpackOrder(packed.slice(0, 12)).ids).toHaveLength(1);
  });
});

describe("address", () => {
  it("keeps_what_makes_sense_and_drops_the_rest", () => {
    expect(
      validateFrameSearch({
        projects: [3, "4", -1, "x", 3],
        from: "2026-07-20",
        until: "2026-07-01",
        session: "9",
        message: 12,
        full: "true",
      }),
    ).toEqual({ projects: [3, 4], from: "2026-07-01", until: "2026-07-20", session: 9, message: 12, full: true });
    expect(validateFrameSearch({ from: "2026-02-30", message: 5, full: true, projects: "junk" })).toEqual({});
  });
});

describe("trace", () => {
  it("a_night_between_two_runs_leaves_both_visible", () => {
    const minute = 60_000;
    const runs = [
      { from: 0, to: 40 * minute },
      { from: 900 * minute, to: 920 * minute },
    ];

    const plan = planTrace({ runs, prompts: [] }, 90);

    expect(plan.runs[0]?.width, "40 of 60 active minutes").toBeGreaterThan(40);
    expect(plan.runs[1]?.width).toBeGreaterThan(20);
    expect(plan.place(920 * minute)).toBeCloseTo(90);
  });

  it("a_single_instant_and_nothing_at_all_can_be_drawn", () => {
    expect(planTrace({ runs: [{ from: 5, to: 5 }], prompts: [5] }, 90).place(5)).toBe(0);
    expect(planTrace({ runs: [], prompts: [] }, 90).runs).toEqual([]);
  });
});

describe("text", () => {
  it("models_are_short_and_still_told_apart", () => {
    expect(shortModel("claude-opus-4-5-20251101")).toBe("opus-4.5");
    expect(shortModel("claude-sonnet-4-20250514")).toBe("sonnet-4");
    expect(shortModel("claude-3-5-haiku-latest")).toBe("3.5-haiku");
    expect(shortModel("gpt-5.1-codex")).toBe("gpt-5.1-codex");
  });

  it("figures_are_grouped_and_counted", () => {
    expect(counted(1, "prompt")).toBe("1 prompt");
    expect(counted(18_204, "prompt")).toBe("18,204 prompts");
    expect([999, 1500, 412_300_000, 1_410_000_000].map(bytes)).toEqual(["999 B", "1.5 kB", "412 MB", "1.4 GB"]);
  });

  it("the_script_gives_the_language_away_where_it_can", () => {
    expect(["続けて", "把库存扣减", "안녕", "yes"].map(languageOf)).toEqual(["ja", "zh-Hans", "ko", undefined]);
  });

  it("a_copied_link_leads_back_and_other_texts_do_not", () => {
    const link = linkTo("prompts", { session: 12, message: 34, none: undefined });

    expect(link).toBe("daybook://prompts?session=12&message=34");
    expect(addressOf(link)).toBe("/prompts?session=12&message=34");
    for (const text of ["https://example.org", "daybook://../x", "daybook://", "prompts"])
      expect(addressOf(text)).toBeUndefined();
  });

  it("says_what_is_unread_only_while_it_matters", () => {
    const agent = (name: string, done: number, found: number) => ({
      agent: name,
      isEnabled: true,
      filesDone: done,
      filesFound: found,
    });
    const reading = { state: "reading", perAgent: [agent("claude-code", 1284, 1284), agent("codex", 2118, 3310)] };

    expect(partialSentence(reading, [], "prompts")).toBe("Codex is 63 % read; older prompts may be missing");
    expect(partialSentence(reading, ["claude-code"], "prompts"), "the other agent is not asked for").toBeNull();
    expect(partialSentence({ ...reading, state: "upToDate" }, [], "prompts")).toBeNull();
    const onOneSession = { state: "reading", perAgent: [agent("codex", 3309, 3310)] };
    expect(partialSentence(onOneSession, [], "prompts"), "a session being written is no gap").toBeNull();
  });
});
