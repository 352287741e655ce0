/* A field: the only boxed control. Its label stands above, its error below, and it keeps what was typed. */
import { type InputHTMLAttributes, type Ref, useId } from "react";
import styles from "./field.module.css";
import { Icon, type IconName } from "./Icon.tsx";

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value">;

export interface FieldProps extends Native {
  label: string;
  /** The label is for screen readers; the placeholder says the same to the eye. */
  isLabelHidden?: boolean;
  value: string;
  onValue: (value: string) => void;
  icon?: IconName;
  /** What is wrong with the value, in a sentence. */
  error?: string | undefined;
  /** Shows a button that empties the field. */
  isClearable?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function Field({
  label,
  isLabelHidden = false,
  value,
  onValue,
  icon,
  error,
  isClearable = false,
  className,
  ...native
}: FieldProps) {
  const id = useId();
  return (
    <div className={`${styles.labelled} ${className ?? ""}`}>
      <label className={isLabelHidden ? "visually-hidden" : styles.label} htmlFor={id}>
        {label}
      </label>
      <span className={error === undefined ? styles.field : `${styles.field} ${styles.wrong}`}>
        {icon === undefined ? null : <Icon name={icon} />}
        <input
          spellCheck={false}
          autoComplete="off"
          {...native}
          id={id}
          className={styles.input}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        {isClearable && value !== "" ? (
          <button type="button" className={styles.clear} aria-label={`Empty “${label}”`} onClick={() => onValue("")}>
            <Icon name="close" />
          </button>
        ) : null}
      </span>
      {error === undefined ? null : (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
