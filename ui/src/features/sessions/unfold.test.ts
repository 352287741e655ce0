import { expect, it } from "vitest";
import { unfold } from "./unfold.ts";

const order = { ids: Uint32Array.of(1, 2, 3), days: Int32Array.of(9, 9, 8) };
const children: Record<number, number[]> = { 2: [20, 21], 20: [200] };
const childrenOf = (id: number) => children[id] ?? [];

it("children_stand_below_their_parent_and_on_its_day", () => {
  const unfolded = unfold(order, new Set([2, 20]), childrenOf);

  expect([...unfolded.order.ids]).toEqual([1, 2, 20, 200, 21, 3]);
  expect([...unfolded.order.days]).toEqual([9, 9, 9, 9, 9, 8]);
  expect([20, 200, 21, 2].map((id) => unfolded.depths.get(id) ?? 0)).toEqual([1, 2, 1, 0]);
});

it("nothing_opened_is_the_very_same_order", () => {
  expect(unfold(order, new Set(), childrenOf).order, "so nothing is asked or drawn again").toBe(order);
});

it("a_circle_of_parents_does_not_loop", () => {
  const unfolded = unfold(order, new Set([1, 2]), (id) => (id === 1 ? [2] : id === 2 ? [1] : []));

  expect(unfolded.order.ids.length).toBeLessThan(8);
});
