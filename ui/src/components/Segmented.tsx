/* One choice of a few, side by side. */
import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import styles from "./segmented.module.css";

export function Segmented<T extends string>(props: {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onValue: (value: T) => void;
}) {
  return (
    <RadioGroup
      aria-label={props.label}
      className={styles.segmented}
      value={props.value}
      onValueChange={(value) => props.onValue(value as T)}
    >
      {props.options.map((option) => (
        <Radio.Root key={option.value} value={option.value} className={styles.segment} aria-label={option.label}>
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
