/* A button: a verb that names its result. Unavailable ones stay reachable and say why. */
import { type ButtonHTMLAttributes, type Ref, useId } from "react";
import styles from "./button.module.css";
import { Icon, type IconName } from "./Icon.tsx";

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled" | "type">;

export interface ButtonProps extends Native {
  kind?: "bordered" | "plain" | "primary" | "danger";
  icon?: IconName;
  /** An icon behind the words (menus). */
  iconAfter?: IconName;
  /** The key that does the same, shown as a key. */
  keyHint?: string;
  /** A square button that shows only its icon; `aria-label` names it. */
  isSquare?: boolean;
  isBusy?: boolean;
  /** Why it cannot be used now. */
  unavailable?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  kind = "bordered",
  icon,
  iconAfter,
  keyHint,
  isSquare = false,
  isBusy = false,
  unavailable,
  className,
  children,
  onClick,
  ...native
}: ButtonProps) {
  const reason = useId();
  const isUnavailable = unavailable !== undefined || isBusy;
  const classes = [styles.button, styles[kind], isSquare && styles.square, isBusy && styles.busy, className];
  return (
    <button
      {...native}
      type="button"
      className={classes.filter(Boolean).join(" ")}
      aria-disabled={isUnavailable || undefined}
      aria-busy={isBusy || undefined}
      aria-describedby={unavailable === undefined ? native["aria-describedby"] : reason}
      title={unavailable ?? native.title}
      onClick={isUnavailable ? undefined : onClick}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
      {iconAfter === undefined ? null : <Icon name={iconAfter} className={styles.after} />}
      {keyHint === undefined ? null : <Key>{keyHint}</Key>}
      {unavailable === undefined ? null : (
        <span id={reason} className="visually-hidden">
          {unavailable}
        </span>
      )}
    </button>
  );
}

/** A key of the keyboard. */
export function Key(props: { children: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {props.children}
    </span>
  );
}
