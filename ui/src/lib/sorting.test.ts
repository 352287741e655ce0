import { expect, it } from "vitest";
import { nextSorting, sortingOf } from "./sorting.ts";

it("a_head_goes_down_then_up_then_back_to_the_newest_first", () => {
  const seen: (string | undefined)[] = [];
  let address: string | undefined;
  for (let click = 0; click < 4; click += 1) {
    address = nextSorting<"project">(sortingOf<"project">(address), "project");
    seen.push(address);
  }

  expect(seen).toEqual(["-project", "project", undefined, "-project"]);
});

it("time_is_the_default_so_its_head_only_turns", () => {
  const once = nextSorting<"project">(sortingOf<"project">(undefined), "time");
  const twice = nextSorting<"project">(sortingOf<"project">(once), "time");

  expect([once, twice]).toEqual(["time", undefined]);
});
