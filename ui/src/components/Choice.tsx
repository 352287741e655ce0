/*
 * A list one chooses from behind a button: type to find, arrows to walk, Enter takes one alone and closes, Space (or
 * Ctrl Enter) adds and takes away and stays. Used by the scope and by every filter of a filter line.
 */
import { Popover } from "@base-ui/react/popover";
import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from "react";
import { figure } from "../lib/text.ts";
import styles from "./choice.module.css";
import { Icon } from "./Icon.tsx";
import menu from "./menu.module.css";
import { Said } from "./Said.tsx";

export interface ChoiceOption {
  value: string;
  label: string;
  count?: number | undefined;
  /** A second, quieter fact. */
  note?: string | undefined;
}

export interface ChoiceProps {
  /** What is chosen: "Project", "Model". */
  label: string;
  /** What choosing nothing means: "All projects". */
  anyLabel: string;
  options: readonly ChoiceOption[];
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
  /** The button. */
  children: ReactElement;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

export function Choice(props: ChoiceProps) {
  const [isOpenHere, setOpenHere] = useState(false);
  const isOpen = props.isOpen ?? isOpenHere;
  const setOpen = (next: boolean) => {
    setOpenHere(next);
    props.onOpenChange?.(next);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger render={props.children} />
      <Popover.Portal>
        <Popover.Positioner className={menu.positioner} align="start" sideOffset={4}>
          <Popover.Popup className={`${menu.menu} ${styles.popup}`} aria-label={props.label}>
            <ChoiceList {...props} close={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ChoiceList(props: ChoiceProps & { close: () => void }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const [isWalking, setWalking] = useState(false);
  const needle = words.trim().toLowerCase();
  const found = props.options.filter((option) => option.label.toLowerCase().includes(needle));
  const lines: (ChoiceOption | null)[] = needle === "" ? [null, ...found] : found;
  const here = Math.min(at, lines.length - 1);

  const takeAlone = (line: ChoiceOption | null) => {
    props.onChoose(line === null ? [] : [line.value]);
    props.close();
  };
  const toggle = (line: ChoiceOption | null) => {
    if (line === null) props.onChoose([]);
    else if (props.chosen.includes(line.value)) props.onChoose(props.chosen.filter((one) => one !== line.value));
    else props.onChoose([...props.chosen, line.value]);
  };
  const walkTo = (next: number) => {
    const bounded = (next + lines.length) % lines.length;
    setAt(bounded);
    setWalking(true);
    list.current?.children[bounded]?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    const line = lines[here];
    if (event.key === "ArrowDown") walkTo(isWalking || needle !== "" ? here + 1 : here);
    else if (event.key === "ArrowUp") walkTo(here - 1);
    else if (event.key === "Home" && words === "") walkTo(0);
    else if (event.key === "End" && words === "") walkTo(lines.length - 1);
    else if (line !== undefined && event.key === "Enter" && (event.ctrlKey || event.metaKey)) toggle(line);
    else if (line !== undefined && event.key === "Enter") takeAlone(line);
    else if (line !== undefined && event.key === " " && isWalking) toggle(line);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={styles.find}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={lines.length > 0 ? `${id}-${here}` : undefined}
          aria-label={`Find: ${props.label}`}
          placeholder="Type to find"
          spellCheck={false}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setAt(0);
            setWalking(false);
          }}
          onKeyDown={press}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={props.label}
        aria-multiselectable="true"
        className={styles.list}
      >
        {lines.map((line, place) => {
          const isChosen = line === null ? props.chosen.length === 0 : props.chosen.includes(line.value);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above (aria-activedescendant).
            <div
              key={line?.value ?? ""}
              id={`${id}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={isChosen}
              data-here={place === here ? "" : undefined}
              className={styles.option}
              onPointerMove={() => setAt(place)}
              onClick={(event) => {
                const isOnBox = (event.target as Element).closest("[data-box]") !== null;
                if (isOnBox || event.ctrlKey || event.metaKey) toggle(line);
                else takeAlone(line);
              }}
            >
              {line === null ? (
                <span className={styles.tick}>{isChosen ? <Icon name="check" /> : null}</span>
              ) : (
                <span className={`${styles.box} ${isChosen ? styles.on : ""}`} data-box="" />
              )}
              <span className={styles.label}>{line === null ? props.anyLabel : <Said>{line.label}</Said>}</span>
              {line?.note === undefined ? null : <span className={styles.note}>{line.note}</span>}
              {line?.count === undefined ? null : <span className={styles.count}>{figure(line.count)}</span>}
            </div>
          );
        })}
        {lines.length === 0 ? <p className={styles.none}>Nothing has “{words.trim()}” in its name.</p> : null}
      </div>
      <p className={styles.hint}>
        <span>Enter takes one</span>
        <span>Space takes several</span>
      </p>
    </>
  );
}

/** A filter in a filter line: a word and its value, not a box. Set, it is green; Backspace empties it. */
export function Filter(props: Omit<ChoiceProps, "children">) {
  const isSet = props.chosen.length > 0;
  const value =
    props.chosen.length > 1
      ? `${props.chosen.length} chosen`
      : (props.options.find((option) => option.value === props.chosen[0])?.label ?? props.chosen[0] ?? "any");
  return (
    <Choice {...props}>
      <button
        type="button"
        className={isSet ? `${styles.filter} ${styles.set}` : styles.filter}
        onKeyDown={(event) => {
          if (event.key === "Backspace" || event.key === "Delete") props.onChoose([]);
        }}
      >
        <span className={styles.filterLabel}>{props.label}</span>
        <span className={styles.filterValue}>{value}</span>
        <Icon name="down" />
      </button>
    </Choice>
  );
}
