/*
 * Agents as chips: a click chooses one alone, Ctrl (Cmd) click adds or takes away, a click on the only chosen one gives all
 * back. Counts follow the other filters. Arrow keys walk, so the row is one stop for Tab.
 */
import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { agentFacts } from "../lib/agents.ts";
import { figure } from "../lib/text.ts";
import styles from "./chips.module.css";
import { Stamp } from "./Stamp.tsx";

export interface ChipsProps {
  total: number | undefined;
  options: readonly { value: string; count: number }[];
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}

export function Chips({ total, options, chosen, onChoose }: ChipsProps) {
  const group = useRef<HTMLDivElement>(null);
  const choose = (value: string, isAdding: boolean) => {
    if (isAdding) onChoose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
    else onChoose(chosen.length === 1 && chosen[0] === value ? [] : [value]);
  };
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const chips = [...(group.current?.querySelectorAll("button") ?? [])];
    const at = chips.indexOf(document.activeElement as HTMLButtonElement);
    chips[(at + step + chips.length) % chips.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line of chips in WebKit.
    <div ref={group} className={styles.chips} role="group" aria-label="Agent" onKeyDown={walk}>
      <button
        type="button"
        className={`${styles.chip} ${styles.wordy}`}
        aria-pressed={chosen.length === 0}
        onClick={() => onChoose([])}
      >
        All agents
        {total === undefined ? null : <span className={styles.count}>{figure(total)}</span>}
      </button>
      {options.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          tabIndex={-1}
          className={styles.chip}
          aria-pressed={chosen.includes(value)}
          onClick={(event: MouseEvent) => choose(value, event.ctrlKey || event.metaKey)}
          onKeyDown={(event) => {
            if ((event.key !== "Enter" && event.key !== " ") || !(event.ctrlKey || event.metaKey)) return;
            choose(value, true);
            event.preventDefault();
          }}
        >
          <Stamp agent={value} isNamed />
          {agentFacts(value).name}
          <span className={styles.count}>{figure(count)}</span>
        </button>
      ))}
    </div>
  );
}
