import { expect, it } from "vitest";
import { isPressed } from "./keys.ts";

const press = (key: string, more: Partial<Parameters<typeof isPressed>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

it("a_key_is_pressed_with_exactly_its_modifiers", () => {
  expect(isPressed(press("k", { ctrlKey: true }), "Ctrl+K")).toBe(true);
  expect(isPressed(press("k"), "Ctrl+K")).toBe(false);
  expect(isPressed(press("N", { shiftKey: true }), "Shift+N")).toBe(true);
  expect(isPressed(press("n"), "Shift+N")).toBe(false);
  expect(isPressed(press("n", { altKey: true }), "N")).toBe(false);
});

it("a_sign_may_need_shift_on_the_keyboard_at_hand", () => {
  expect(isPressed(press("/", { shiftKey: true }), "/"), "German keyboards type / with Shift").toBe(true);
  expect(isPressed(press("?", { shiftKey: true }), "?")).toBe(true);
});
