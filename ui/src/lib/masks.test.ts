import { expect, it } from "vitest";
import { sayMasks } from "./masks.ts";

it("says_masked_and_names_the_kind", () => {
  expect(sayMasks("key [REDACTED:aws-access-key] end")).toBe("key [masked: aws-access-key] end");
});

it("leaves_look_alikes_with_markup_alone", () => {
  const text = "[REDACTED:<img src=x>]";

  expect(sayMasks(text)).toBe(text);
});
