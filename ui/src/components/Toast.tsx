/* One line at the bottom left that says what was done; it goes after 8 seconds, at a click, or at the next one. */
import { useEffect, useSyncExternalStore } from "react";
import { Button } from "./Button.tsx";
import styles from "./toast.module.css";

export interface Toast {
  text: string;
  /** Failures stay until dismissed and are announced at once. */
  isFailure?: boolean;
  action?: { label: string; run: () => void };
}

const SHOWN_FOR = 8000;

let current: (Toast & { number: number }) | null = null;
let count = 0;
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Says what was done. */
export function showToast(toast: Toast): void {
  count += 1;
  set({ ...toast, number: count });
}

export function Toasts() {
  const toast = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  const number = toast?.number;
  const isFailure = toast?.isFailure === true;
  useEffect(() => {
    if (number === undefined || isFailure) return;
    const timer = setTimeout(() => set(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [number, isFailure]);

  return (
    <div className={styles.place} role={isFailure ? "alert" : "status"}>
      {toast === null ? null : (
        <div key={toast.number} className={isFailure ? `${styles.toast} ${styles.failure}` : styles.toast}>
          <span>{toast.text}</span>
          {toast.action === undefined ? null : (
            <Button
              kind="plain"
              className={styles.action}
              onClick={() => {
                toast.action?.run();
                set(null);
              }}
            >
              {toast.action.label}
            </Button>
          )}
          <Button kind="plain" icon="close" isSquare aria-label="Dismiss" onClick={() => set(null)} />
        </div>
      )}
    </div>
  );
}
