import { describe, expect, it } from "vitest";
import { markHtml, markText } from "./marks.ts";

describe("markText", () => {
  it("marks_every_place_whatever_the_case", () => {
    expect(markText("Key and key", "key").filter((piece) => piece.isMatch)).toHaveLength(2);
  });

  it("gives_back_the_whole_text", () => {
    for (const text of ["", "aaa", "xaxaax", "İstanbul a"]) {
      expect(
        markText(text, "a")
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }
  });
});

describe("markHtml", () => {
  it("marks_text_and_never_tags_or_attributes", () => {
    const html = markHtml('<p>strong <strong title="strong">Strong</strong></p>', "strong");

    expect(html).toBe('<p><mark>strong</mark> <strong title="strong"><mark>Strong</mark></strong></p>');
  });

  it("escaped_markup_stays_escaped", () => {
    const html = markHtml("<p>&lt;script&gt;window.pwn=1&lt;/script&gt;</p>", "pwn");

    expect(html).toContain("&lt;script&gt;");
    expect(html).toContain("<mark>pwn</mark>");
  });
});
