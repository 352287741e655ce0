import { describe, expect, it } from "vitest";
import { type Choice, choose, NO_CHOICE } from "./selection.ts";

const ids = Uint32Array.of(5, 4, 3, 2, 1);
const selected = (choice: Choice) => [...choice.selected].sort();

describe("selection", () => {
  it("extends_from_where_it_began_and_shrinks_again_on_the_way_back", () => {
    let choice = choose(NO_CHOICE, { do: "move", to: 4 });
    choice = choose(choice, { do: "extend", to: 3, ids });
    choice = choose(choice, { do: "extend", to: 2, ids });
    expect(selected(choice)).toEqual([2, 3, 4]);

    choice = choose(choice, { do: "extend", to: 3, ids });

    expect(selected(choice), "walking back takes away what the range no longer covers").toEqual([3, 4]);
  });

  it("keeps_what_was_selected_before_a_range", () => {
    let choice = choose(NO_CHOICE, { do: "toggle", id: 1 });
    choice = choose(choice, { do: "move", to: 5 });
    choice = choose(choice, { do: "extend", to: 4, ids });

    expect(selected(choice)).toEqual([1, 4, 5]);
  });

  it("survives_a_filter_only_for_rows_still_shown", () => {
    let choice = choose(NO_CHOICE, { do: "all", ids });
    choice = choose(choice, { do: "open", ids: [5, 3] });
    choice = choose(choice, { do: "move", to: 5 });

    choice = choose(choice, { do: "keep", ids: Uint32Array.of(3, 1), fallback: 3 });

    expect(selected(choice)).toEqual([1, 3]);
    expect([...choice.opened]).toEqual([3]);
    expect(choice.current, "the keyboard lands on a row that exists").toBe(3);
  });

  it("changes_nothing_when_all_rows_are_still_there", () => {
    const choice = choose(choose(NO_CHOICE, { do: "all", ids }), { do: "move", to: 4 });

    expect(choose(choice, { do: "keep", ids, fallback: null }), "the same value, so nothing is drawn again").toBe(
      choice,
    );
  });
});
