/* How tall a row, a heading and the head are now: density and text size change them, so they are measured, not known. */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import styles from "./ledger.module.css";

export interface MeasuredSizes {
  row: number;
  heading: number;
  head: number;
}

const USUAL: MeasuredSizes = { row: 32, heading: 40, head: 28 };

export function useSizes(): { sizes: MeasuredSizes; probe: ReactNode } {
  const box = useRef<HTMLDivElement>(null);
  const [sizes, setSizes] = useState(USUAL);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const [row, heading, head] = [...element.children].map((child) => (child as HTMLElement).offsetHeight);
      if (row === undefined || heading === undefined || head === undefined || row === 0) return;
      setSizes((before) =>
        before.row === row && before.heading === heading && before.head === head ? before : { row, heading, head },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const probe = (
    <div ref={box} className={styles.probe} aria-hidden="true">
      <div className={styles.probeRow} />
      <div className={styles.probeHeading} />
      <div className={styles.probeHead} />
    </div>
  );
  return { sizes, probe };
}
