/*
 * The shapes that cross between the window and the program, all generated from Rust. Features import them from here, so
 * that the generated file has one reader.
 */
import type { Filter as SparseFilter } from "./bindings.ts";

export type * from "./bindings.ts";

/** A filter with every part named, so that equal filters are equal keys. */
export type Filter = Required<SparseFilter>;
