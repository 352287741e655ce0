/*
 * The list that has the keyboard. The drawer lies over it and is not modal: its J and K walk the list behind, so the
 * ledger on screen registers how to walk here and the drawer asks without knowing it.
 */

type Walk = (step: 1 | -1) => void;

const walkers: Walk[] = [];

export function registerWalker(walk: Walk): () => void {
  walkers.push(walk);
  return () => {
    walkers.splice(walkers.indexOf(walk), 1);
  };
}

/** Moves the list on screen to its next or previous row. */
export function walkList(step: 1 | -1): void {
  walkers.at(-1)?.(step);
}
