/* A check box of our own: a tick in green for what is yours. The label names what it turns on; it may be for screen readers alone. */
import { Checkbox } from "@base-ui/react/checkbox";
import styles from "./check.module.css";

export function Check(props: { label: string; isChecked: boolean; onCheck: (isChecked: boolean) => void }) {
  return (
    <Checkbox.Root
      className={styles.check}
      aria-label={props.label}
      checked={props.isChecked}
      onCheckedChange={props.onCheck}
    >
      <span className={styles.box}>
        <Checkbox.Indicator className={styles.tick} />
      </span>
    </Checkbox.Root>
  );
}
