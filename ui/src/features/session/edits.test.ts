import { describe, expect, it } from "vitest";
import { findStart, readEdits } from "./edits.ts";

const only = <T>(list: readonly T[]): T => {
  expect(list).toHaveLength(1);
  return list[0] as T;
};
const PATCH =
  "*** Begin Patch\n*** Update File: src/cart.js\n@@ function total\n-return 1;\n+return 2;\n \n*** End Patch";

describe("readEdits", () => {
  it("reads_an_edit_of_two_strings", () => {
    const edit = only(
      readEdits("Edit", JSON.stringify({ file_path: "/a/cart.js", old_string: "x\ny", new_string: "x\nz" })),
    );

    expect(edit).toMatchObject({ path: "/a/cart.js", verb: "changed", added: 1, removed: 1 });
    expect(only(edit.hunks).isCounted, "the call does not say where in the file it lies").toBe(false);
  });

  it("reads_the_list_of_arguments_that_the_reader_writes", () => {
    const call =
      "replace_all: false\nfile_path: /a/cart.js\nold_string:   return a;\nnew_string:\n  const path: string = b;\n  return path;";
    const edit = only(readEdits("Edit", call));

    expect(edit).toMatchObject({ path: "/a/cart.js", added: 2, removed: 1 });
    expect(edit.hunks[0]?.lines.map((line) => line.pieces.map((piece) => piece.text).join(""))).toEqual([
      "  return a;",
      "  const path: string = b;",
      "  return path;",
    ]);
  });

  it("reads_a_written_file_and_several_edits_from_a_list_of_arguments", () => {
    const edits = JSON.stringify([{ old_string: "a", new_string: "b" }]);

    expect(only(readEdits("Write", "file_path: x\ncontent:\none\ntwo\n"))).toMatchObject({ verb: "written", added: 2 });
    expect(only(readEdits("MultiEdit", `file_path: x\nedits: ${edits}`))).toMatchObject({ added: 1, removed: 1 });
  });

  it("takes_line_numbers_from_the_listing_of_the_result", () => {
    const call = JSON.stringify({ file_path: "a", old_string: "return 1;", new_string: "return 2;\ndone();" });
    const result = "Here's the result:\n     5→\n     6→return 2;\n     7→done();\n";
    const hunk = only(only(readEdits("Edit", call, result)).hunks);

    expect(hunk.isCounted).toBe(true);
    expect(hunk.lines[0]?.before).toBe(6);
  });

  it("reads_several_edits_of_one_call", () => {
    const edits = [
      { old_string: "a", new_string: "b" },
      { old_string: "c", new_string: "d", replace_all: true },
    ];
    const edit = only(readEdits("MultiEdit", JSON.stringify({ file_path: "x", edits })));

    expect(edit.hunks.map((hunk) => hunk.label)).toEqual(["", "everywhere in the file"]);
  });

  it("a_written_file_is_all_added_with_its_true_numbers", () => {
    const edit = only(readEdits("Write", JSON.stringify({ file_path: "x", content: "one\ntwo\n" })));

    expect(edit).toMatchObject({ verb: "written", added: 2, removed: 0 });
    expect(only(edit.hunks).isCounted).toBe(true);
  });

  it("reads_a_patch_bare_as_json_and_inside_javascript", () => {
    const spellings = [
      PATCH,
      JSON.stringify({ input: PATCH }),
      `const patch = ${JSON.stringify(PATCH)};\ntext(await tools.apply_patch(patch));`,
      `apply_patch <<'EOF'\n${PATCH}\nEOF`,
    ];
    for (const call of spellings) {
      const edit = only(readEdits("exec", call));
      expect(edit, call).toMatchObject({ path: "src/cart.js", added: 1, removed: 1 });
      expect(only(edit.hunks).label).toBe("function total");
    }
  });

  it("reads_several_files_moves_and_deletions_of_a_patch", () => {
    const patch =
      "*** Begin Patch\n*** Add File: new.js\n+one\n*** Update File: old.js\n*** Move to: moved.js\n@@\n-a\n+b\n*** Delete File: gone.js\n*** End Patch";
    const edits = readEdits("apply_patch", patch);

    expect(edits.map((edit) => [edit.path, edit.verb, edit.movedTo])).toEqual([
      ["new.js", "written", null],
      ["old.js", "changed", "moved.js"],
      ["gone.js", "deleted", null],
    ]);
  });

  it("a_line_that_a_patch_takes_away_and_puts_back_did_not_change", () => {
    const patch =
      "*** Begin Patch\n*** Update File: a.js\n@@\n-function a() {\n-  one;\n-}\n+function a() {\n+  two;\n+}\n*** End Patch";

    expect(only(readEdits("apply_patch", patch))).toMatchObject({ added: 1, removed: 1 });
  });

  it("an_added_file_ends_with_its_last_line", () => {
    const patch = "*** Begin Patch\n*** Add File: new.js\n+one\n+\n+two\n*** End Patch";

    expect(only(only(readEdits("apply_patch", patch)).hunks).lines.map((line) => line.after)).toEqual([1, 2, 3]);
  });

  it("reads_a_unified_difference_with_its_own_numbers", () => {
    const hunk = only(
      only(readEdits("x", "--- a/src/cart.js\n+++ b/src/cart.js\n@@ -5,2 +5,2 @@ total\n \n-a\n+b\n")).hunks,
    );

    expect(hunk.isCounted).toBe(true);
    expect(hunk.lines.map((line) => [line.before, line.after])).toEqual([
      [5, 5],
      [6, null],
      [null, 6],
    ]);
  });

  it("a_call_that_is_no_edit_or_was_cut_has_no_edits", () => {
    expect(readEdits("Bash", JSON.stringify({ command: "ls" }))).toEqual([]);
    expect(readEdits("Read", JSON.stringify({ file_path: "x" }))).toEqual([]);
    expect(readEdits("Edit", '{"file_path": "x", "old_string": "a[… 9 bytes cut …]')).toEqual([]);
  });
});

describe("findStart", () => {
  it("finds_nothing_where_the_listing_shows_another_place", () => {
    expect(findStart("     1→a\n     2→b", "c")).toBeNull();
  });
});
