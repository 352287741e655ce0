import { expect, it } from "vitest";
import { answers, fromMatch } from "./paletteLines.ts";

it("the_match_of_a_long_excerpt_is_seen_in_one_line", () => {
  const long = "This session is being continued from a previous conversation that ran out of context, about the ";
  const cut = fromMatch([
    { text: long, isMatch: false },
    { text: "refunds", isMatch: true },
    { text: " of July", isMatch: false },
  ]);

  expect(cut.map((piece) => piece.text).join("")).toMatch(/^….*about the refunds of July$/);
  expect(cut[0]?.text.length, "little stands before it").toBeLessThan(32);
});

it("a_copied_link_leads_where_it_points_and_nowhere_else", () => {
  const followed: string[] = [];
  const asked = {
    projects: [],
    agents: [],
    actions: [],
    hits: [],
    total: 0,
    zone: "UTC",
    go: () => {},
    follow: (address: string) => followed.push(address),
    openHit: () => {},
  };

  answers({ ...asked, typed: "daybook://prompts?session=3" })[0]?.run();

  expect(followed).toEqual(["/prompts?session=3"]);
});
