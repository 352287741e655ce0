/* What jsdom lacks and the window needs; every test starts from an empty page. */
import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NoResizeObserver;
// Base UI sends one to the input behind a radio or check box.
globalThis.PointerEvent ??= class extends MouseEvent {} as typeof PointerEvent;
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.getAnimations ??= () => [];
globalThis.matchMedia ??= (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;
