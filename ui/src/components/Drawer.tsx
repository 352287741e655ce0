/*
 * What lies over the list at the right: not modal, its left border moves by drag or with the arrow keys, its width is kept. It
 * knows nothing of what it shows.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useState } from "react";
import styles from "./drawer.module.css";

const KEY = "daybook.drawer";
const USUAL = 764;
const LEAST = 520;
const STEP = 24;

/** At most 70 % of the window. */
function bounded(width: number): number {
  const most = Math.max(LEAST, window.innerWidth * 0.7);
  return Math.round(Math.min(Math.max(width, LEAST), most));
}

export function Drawer(props: {
  label: string;
  children: ReactNode;
  onKeyDown: (event: KeyboardEvent) => void;
  ref: Ref<HTMLElement>;
}) {
  const [width, setWidth] = useState(() => Number(localStorage.getItem(KEY)) || USUAL);
  const keep = (next: number) => {
    setWidth(bounded(next));
    localStorage.setItem(KEY, String(bounded(next)));
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const border = event.currentTarget;
    const move = (moved: globalThis.PointerEvent) => keep(document.documentElement.clientWidth - moved.clientX);
    border.setPointerCapture(event.pointerId);
    border.addEventListener("pointermove", move);
    border.addEventListener("lostpointercapture", () => border.removeEventListener("pointermove", move), {
      once: true,
    });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (step === undefined) return;
    keep(bounded(width) + step);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <aside
      ref={props.ref}
      tabIndex={-1}
      data-pane="drawer"
      aria-label={props.label}
      className={styles.drawer}
      style={{ width: bounded(width) }}
      onKeyDown={props.onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged. */}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label="Width of the drawer"
        aria-valuenow={bounded(width)}
        aria-valuemin={LEAST}
        aria-valuemax={bounded(Number.MAX_SAFE_INTEGER)}
        className={styles.border}
        onPointerDown={drag}
        onDoubleClick={() => keep(USUAL)}
        onKeyDown={press}
      />
      {props.children}
    </aside>
  );
}
