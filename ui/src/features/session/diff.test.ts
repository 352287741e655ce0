import { describe, expect, it } from "vitest";
import { compareLines, countChanges, type DiffLine } from "./diff.ts";

const signs = { same: " ", added: "+", removed: "-" };
const draw = (lines: readonly DiffLine[]) =>
  lines.map(
    (line) =>
      `${line.before ?? ""}|${line.after ?? ""}|${signs[line.sign]}${line.pieces.map((piece) => piece.text).join("")}`,
  );
const changed = (line: DiffLine | undefined) =>
  line?.pieces.filter((piece) => piece.isChanged).map((piece) => piece.text);

describe("compareLines", () => {
  it("numbers_both_sides_and_puts_removals_first", () => {
    const lines = compareLines("a\nb\nc", "a\nB\nB2\nc", { before: 41, after: 41 });

    expect(draw(lines)).toEqual(["41|41| a", "42||-b", "|42|+B", "|43|+B2", "43|44| c"]);
    expect(countChanges(lines)).toEqual({ added: 2, removed: 1 });
  });

  it("marks_only_the_words_that_differ", () => {
    const lines = compareLines("const total = round(sum)", "const total = round(net)");

    expect(changed(lines[0])).toEqual(["sum"]);
    expect(changed(lines[1])).toEqual(["net"]);
  });

  it("marks_nothing_in_lines_that_share_nothing", () => {
    const lines = compareLines("return one", "while (true) { wait() }");

    expect(lines.flatMap((line) => changed(line))).toEqual([]);
  });

  it("a_new_file_has_only_added_lines_and_no_phantom_last_line", () => {
    expect(draw(compareLines("", "one\ntwo\n"))).toEqual(["|1|+one", "|2|+two"]);
  });

  it("the_lines_give_back_both_texts", () => {
    const before = "a\nb\n\nc\nd\ne\nf";
    const after = "b\n\nx\nc\ne\ny\nf\ng";
    const lines = compareLines(before, after);
    const side = (other: DiffLine["sign"]) =>
      lines
        .filter((line) => line.sign !== other)
        .map((line) => line.pieces.map((piece) => piece.text).join(""))
        .join("\n");

    expect(side("added")).toBe(before);
    expect(side("removed")).toBe(after);
  });

  it("huge_texts_without_a_common_line_are_not_compared_cell_by_cell", () => {
    const text = (name: string) => Array.from({ length: 20_000 }, (_, at) => `${name}${at}`).join("\n");
    const started = performance.now();

    expect(compareLines(text("a"), text("b"))).toHaveLength(40_000);
    expect(performance.now() - started, "opening an edit must not freeze the window").toBeLessThan(2000);
  });
});
