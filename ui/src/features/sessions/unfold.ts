/* Children under their parents: the order of the list with the children of opened sessions put in. Pure. */
import type { Order } from "../../lib/order.ts";

export interface Unfolded {
  order: Order;
  /** Sessions that are shown under another one. */
  depths: ReadonlyMap<number, number>;
}

/** Puts the known children of opened sessions below them, on the day of their parent. Children may have children. */
export function unfold(
  order: Order,
  opened: ReadonlySet<number>,
  childrenOf: (id: number) => readonly number[],
): Unfolded {
  const depths = new Map<number, number>();
  if (opened.size === 0) return { order, depths };
  const ids: number[] = [];
  const days: number[] = [];
  const add = (id: number, day: number, depth: number) => {
    // A session that hangs on itself through others is shown once.
    if (depth > 0 && (depths.has(id) || depth > 8)) return;
    ids.push(id);
    days.push(day);
    if (depth > 0) depths.set(id, depth);
    if (opened.has(id)) for (const child of childrenOf(id)) add(child, day, depth + 1);
  };
  order.ids.forEach((id, at) => {
    add(id, order.days[at] as number, 0);
  });
  return depths.size === 0
    ? { order, depths }
    : { order: { ids: Uint32Array.from(ids), days: Int32Array.from(days) }, depths };
}
