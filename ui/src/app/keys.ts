/*
 * The keys of the window: they run the offered actions (lib/actions.ts). Keys with Ctrl (Cmd on macOS) work everywhere,
 * single ones outside fields and menus only, and not at all where they are turned off. `G` waits for a second letter.
 */
import { useEffect } from "react";
import { hasSingleKeys, offeredActions } from "../lib/actions.ts";

const IS_MAC = /mac/i.test(navigator.platform);

const SIGNS: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", Enter: "↵", Plus: "+", "-": "−" };

/** How long `G` waits for its second letter. */
const SEQUENCE = 1500;

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** Whether a key event is what `Ctrl+Shift+P`, `N` or `/` says. */
export function isPressed(event: Pressed, keys: string): boolean {
  const parts = keys.split("+").map((part) => part.trim());
  const name = parts.pop() ?? "";
  const wants = (modifier: string) => parts.includes(modifier);
  const isCommand = IS_MAC ? event.metaKey : event.ctrlKey;
  const isOther = IS_MAC ? event.ctrlKey : event.metaKey;
  if (isCommand !== wants("Ctrl") || isOther || event.altKey !== wants("Alt")) return false;
  // A sign such as `/` or `?` may itself need Shift on the keyboard at hand.
  const isLetter = /^[a-z]$/i.test(name) || (name.length > 1 && name !== "Plus");
  if (isLetter && event.shiftKey !== wants("Shift")) return false;
  if (name === "Plus") return event.key === "+" || event.key === "=";
  return event.key.toLowerCase() === name.toLowerCase();
}

/** Whether keys typed here are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "range"].includes(target.type);
  return target.isContentEditable || target.closest("textarea, select, [role=menu], [role=listbox]") !== null;
}

export function useWindowKeys(): void {
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || ["Control", "Shift", "Alt", "Meta"].includes(event.key))
        return;
      const isSingle = !event.ctrlKey && !event.metaKey && !event.altKey && !/^F\d/.test(event.key);
      if (isSingle && (!hasSingleKeys() || isTyping(event.target))) return;
      // Letters that look for a row are no shortcuts.
      if (isSingle && document.querySelector("[data-finding]") !== null) return;
      // Under a dialog the page rests, save for what the dialog itself does.
      if (document.querySelector("[data-modal]") !== null && !isPressed(event, "Ctrl+K")) return;
      const before = first !== null && event.timeStamp - first.at < SEQUENCE ? first.key : null;
      first = null;
      const actions = offeredActions();
      const found = actions.find(({ keys }) => {
        if (keys === undefined) return false;
        const steps = keys.split(" ");
        if (steps.length === 1) return before === null && isPressed(event, keys);
        return before === steps[0]?.toLowerCase() && isPressed(event, steps[1] ?? "");
      });
      if (found !== undefined) {
        event.preventDefault();
        event.stopPropagation();
        if (found.reason === undefined) found.run();
      } else if (
        isSingle &&
        actions.some(({ keys }) => keys?.toLowerCase().startsWith(`${event.key.toLowerCase()} `))
      ) {
        first = { key: event.key.toLowerCase(), at: event.timeStamp };
        event.preventDefault();
        event.stopPropagation();
      }
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, []);
}

/** A key as it is shown: `Ctrl K`, on macOS `⌘ K`. */
export function keyLabel(keys: string): string {
  return keys
    .split("+")
    .map((part) => SIGNS[part] ?? (IS_MAC && part === "Ctrl" ? "⌘" : part))
    .join(" ");
}
