import { describe, expect, it } from "vitest";
import { firstLines, sayHidden } from "./output.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");

describe("firstLines", () => {
  it("shows_twenty_lines_and_says_how_many_are_left", () => {
    const excerpt = firstLines(numbered(58), null);

    expect(excerpt.text.split("\n")).toHaveLength(20);
    expect(sayHidden(excerpt, null)).toBe("38 lines not shown");
  });

  it("twenty_lines_and_a_last_line_break_are_whole", () => {
    expect(firstLines(`${numbered(20)}\n`, null)).toMatchObject({ hiddenLines: 0, isPart: false });
  });

  it("a_text_cut_by_the_vault_says_its_length", () => {
    const excerpt = firstLines("short", 31_000_000);

    expect(excerpt.isPart).toBe(true);
    expect(sayHidden(excerpt, 31_000_000)).toBe("cut here, 31 MB in all");
  });

  it("a_line_of_a_megabyte_does_not_reach_the_page", () => {
    const excerpt = firstLines("x".repeat(1_000_000), null);

    expect(excerpt.text.length).toBeLessThan(3000);
    expect(excerpt.isPart).toBe(true);
  });
});
