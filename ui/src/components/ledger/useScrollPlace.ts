/*
 * Where the table is scrolled to. New rows above do not push what one reads away; another filter begins at the top; coming
 * back to the same filter finds the same place.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Order } from "../../lib/order.ts";
import type { Layout, Scroller } from "./layout.ts";
import type { MeasuredSizes } from "./useSizes.tsx";

/** Places of tables seen before, the oldest forgotten first. */
const places = new Map<string, number>();
const MOST_PLACES = 60;

function remember(key: string, top: number): void {
  places.delete(key);
  places.set(key, top);
  const oldest = places.keys().next().value;
  if (places.size > MOST_PLACES && oldest !== undefined) places.delete(oldest);
}

export interface ScrollPlace {
  /** Scrolls as little as needed for the row to be seen whole. */
  reveal: (row: number) => void;
  firstVisible: () => number;
  rowsOnScreen: () => number;
}

export function useScrollPlace(props: {
  box: RefObject<HTMLElement | null>;
  order: Order;
  orderKey: string;
  layout: Layout;
  scroller: Scroller;
  sizes: MeasuredSizes;
}): ScrollPlace {
  const { box, order, orderKey, layout, scroller, sizes } = props;
  const before = useRef<{ order: Order; key: string; firstId: number | undefined; inside: number } | null>(null);

  const heightOfView = () => Math.max((box.current?.clientHeight ?? 0) - sizes.head, 0) || 800;
  const y = () => scroller.toRows(box.current?.scrollTop ?? 0);

  useLayoutEffect(() => {
    const element = box.current;
    const known = before.current;
    if (element === null) return;
    if (known === null || known.key !== orderKey) {
      if (known !== null) remember(known.key, element.scrollTop);
      element.scrollTop = places.get(orderKey) ?? 0;
    } else if (known.order !== order && known.firstId !== undefined && element.scrollTop > 0) {
      const at = order.ids.indexOf(known.firstId);
      if (at >= 0) element.scrollTop = scroller.toScroll(layout.topOf(at) + known.inside);
    }
    const at = layout.rowAt(scroller.toRows(element.scrollTop));
    before.current = {
      order,
      key: orderKey,
      firstId: order.ids[at],
      inside: scroller.toRows(element.scrollTop) - layout.topOf(at),
    };
  }, [box, order, orderKey, layout, scroller]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const follow = () => {
      const at = layout.rowAt(scroller.toRows(element.scrollTop));
      before.current = {
        order,
        key: orderKey,
        firstId: order.ids[at],
        inside: scroller.toRows(element.scrollTop) - layout.topOf(at),
      };
    };
    element.addEventListener("scroll", follow, { passive: true });
    return () => {
      element.removeEventListener("scroll", follow);
      remember(orderKey, element.scrollTop);
    };
  }, [box, order, orderKey, layout, scroller]);

  return {
    firstVisible: () => {
      const top = y();
      const at = layout.rowAt(top);
      // A row mostly hidden under the sticking heading is not the first one sees.
      return layout.topOf(at) < top - 1 && at < order.ids.length - 1 ? at + 1 : at;
    },
    rowsOnScreen: () => Math.max(1, Math.floor(heightOfView() / sizes.row)),
    reveal: (row) => {
      const element = box.current;
      if (element === null) return;
      const top = layout.topOf(row);
      const bottom = top + layout.heightOf(row);
      const view = y();
      const group = layout.groups.findLast((one) => one.first <= row);
      const heading = group === undefined ? 0 : layout.topOf(group.first) - group.top;
      if (top - heading < view) element.scrollTop = scroller.toScroll(Math.max(0, top - heading));
      else if (bottom > view + heightOfView()) {
        const wanted = Math.min(bottom - heightOfView(), top - heading);
        element.scrollTop = Math.ceil(scroller.toScroll(wanted));
      }
    },
  };
}
