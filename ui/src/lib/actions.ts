/*
 * What can be done right now. A page offers its actions while it is on screen; the palette lists them and the keys of
 * the window run them. The frame offers its own at the bottom of the stack, so a page's action wins for the same key.
 */
import { useEffect, useRef, useSyncExternalStore } from "react";

export interface Action {
  /** Stable name, for "recent first" in the palette. */
  id: string;
  /** A verb with its object: "Copy the selected prompts". */
  label: string;
  /** As written in the key map: `N`, `Shift+N`, `Ctrl+K`, `/`, `[`. Single keys work outside fields only. */
  keys?: string;
  /** Why it cannot run now; listed but unavailable. */
  reason?: string;
  /** Left out of the palette (pure movement). */
  isHidden?: boolean;
  run: () => void;
}

interface Offer {
  read: () => readonly Action[];
}

const offers: Offer[] = [];
const listeners = new Set<() => void>();
let snapshot: readonly Action[] = [];

function publish(): void {
  snapshot = [...offers].reverse().flatMap((offer) => offer.read());
  for (const listener of listeners) listener();
}

/**
 * Offers actions while the calling component is mounted; `isBehind` lets every other offer win for the same key. Later
 * actions of the same component keep its place, so that a page that draws itself anew does not overtake a drawer.
 */
export function useOfferActions(actions: readonly Action[], isBehind = false): void {
  const latest = useRef(actions);
  useEffect(() => {
    const offer: Offer = { read: () => latest.current };
    if (isBehind) offers.unshift(offer);
    else offers.push(offer);
    publish();
    return () => {
      offers.splice(offers.indexOf(offer), 1);
      publish();
    };
  }, [isBehind]);
  useEffect(() => {
    latest.current = actions;
    publish();
  }, [actions]);
}

/** Gives every offered action, the innermost first. */
export function useOfferedActions(): readonly Action[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
  );
}

/** Gives every offered action outside React. */
export function offeredActions(): readonly Action[] {
  return snapshot;
}

let areSingleKeysOn = true;

/** Turns keys of one letter on or off (Settings › Appearance). */
export function setSingleKeys(isOn: boolean): void {
  areSingleKeysOn = isOn;
}

/** Whether keys of one letter do anything. */
export function hasSingleKeys(): boolean {
  return areSingleKeysOn;
}
