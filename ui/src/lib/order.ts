/*
 * The packed order of a table: for every row its id and the local day it falls on, in the order in which rows are
 * shown. One command sends it whole (8 bytes a row), so that the scrollbar is true and a slice needs ids alone.
 */

/** Day of a row without any instant. */
export const UNDATED = -2147483648;

export interface Order {
  ids: Uint32Array;
  /** Days since 1970-01-01 in the vault's zone, or `UNDATED`. */
  days: Int32Array;
}

export const EMPTY_ORDER: Order = { ids: new Uint32Array(0), days: new Int32Array(0) };

/** Unpacks little-endian pairs of `u32 id, i32 day`. A torn last pair is left out. */
export function unpackOrder(bytes: ArrayBuffer): Order {
  const view = new DataView(bytes);
  const length = Math.floor(bytes.byteLength / 8);
  const ids = new Uint32Array(length);
  const days = new Int32Array(length);
  for (let at = 0; at < length; at += 1) {
    ids[at] = view.getUint32(at * 8, true);
    days[at] = view.getInt32(at * 8 + 4, true);
  }
  return { ids, days };
}

/** Packs an order as the program does; for the fake host and tests. */
export function packOrder(entries: readonly { id: number; day: number | null }[]): ArrayBuffer {
  const bytes = new ArrayBuffer(entries.length * 8);
  const view = new DataView(bytes);
  entries.forEach((entry, at) => {
    view.setUint32(at * 8, entry.id, true);
    view.setInt32(at * 8 + 4, entry.day ?? UNDATED, true);
  });
  return bytes;
}
