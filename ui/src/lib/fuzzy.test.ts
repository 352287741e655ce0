import { expect, it } from "vitest";
import { fit, rank } from "./fuzzy.ts";

const names = ["Prompts", "Sessions", "Settings", "Copy the selected prompts", "Pause reading"];

it("a_few_letters_in_order_find_the_name", () => {
  expect(rank("stt", names, (name) => name)[0]).toBe("Settings");
  expect(fit("xyz", "Prompts")).toBeUndefined();
});

it("the_beginning_of_a_name_beats_a_place_inside_it", () => {
  expect(rank("prompts", names, (name) => name)[0]).toBe("Prompts");
});

it("first_letters_of_words_find_a_long_name", () => {
  expect(rank("csp", names, (name) => name)[0]).toBe("Copy the selected prompts");
});
