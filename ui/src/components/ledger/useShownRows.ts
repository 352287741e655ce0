/*
 * Which rows are on screen. Scrolling changes the answer in steps of a few rows, and at once (before the frame is
 * painted), so that rows are never missing at an edge.
 */
import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Layout, Scroller } from "./layout.ts";

/** Rows mounted beyond each edge; a quick flick of a wheel moves less than this in a frame. */
const BEYOND = 8;
/** The range moves in steps of so many rows. */
const STEP = 4;

export interface ShownRows {
  first: number;
  /** One past the last. */
  end: number;
  /** How far rows are drawn above where they lie; 0 except in tables taller than a browser can hold. */
  shift: number;
  /** 1 downwards, -1 upwards: where to read ahead. */
  direction: 1 | -1;
}

export function useShownRows(
  box: RefObject<HTMLElement | null>,
  layout: Layout,
  scroller: Scroller,
  count: number,
  headHeight: number,
): ShownRows {
  const [place, setPlace] = useState({ top: 0, height: 0, direction: 1 as 1 | -1 });

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () =>
      setPlace((before) => ({ ...before, top: element.scrollTop, height: element.clientHeight - headHeight }));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, headHeight]);

  const visible = rangeAt(layout, scroller, count, place.top, place.height);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const follow = () => {
      const { scrollTop } = element;
      const next = rangeAt(layout, scroller, count, scrollTop, place.height);
      const isSame = next.first === visible.first && next.end === visible.end && next.shift === visible.shift;
      if (isSame) return;
      flushSync(() =>
        setPlace((before) => ({ ...before, top: scrollTop, direction: scrollTop < before.top ? -1 : 1 })),
      );
    };
    element.addEventListener("scroll", follow, { passive: true });
    return () => element.removeEventListener("scroll", follow);
  }, [box, layout, scroller, count, place.height, visible.first, visible.end, visible.shift]);

  return { ...visible, direction: place.direction };
}

function rangeAt(layout: Layout, scroller: Scroller, count: number, scrollTop: number, height: number) {
  if (count === 0) return { first: 0, end: 0, shift: 0 };
  const y = scroller.toRows(scrollTop);
  // Before the first measurement (and in jsdom) a screen of ordinary height is assumed.
  const bottom = y + (height > 0 ? height : 800);
  const first = Math.max(0, Math.floor((layout.rowAt(y) - BEYOND) / STEP) * STEP);
  const end = Math.min(count, Math.ceil((layout.rowAt(bottom) + 1 + BEYOND) / STEP) * STEP);
  return { first, end, shift: scroller.height === layout.total ? 0 : Math.round(y - scrollTop) };
}
